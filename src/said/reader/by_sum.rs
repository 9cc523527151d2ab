//! Troops at set-up in sentences as people write them: `Federico reciba seis y Winterfeldt cinco, que Schwerin y Keith,
//! que van a marchar juntos, se queden con cinco cada uno, …`.
//!
//! A sentence that names every general of a nation and in which the numbers beside them come to the troops of that
//! nation in one way only (R1.7) says just that, whatever else stands in it.

use crate::game::{Action, Nation, PieceId};
use crate::said::Request;
use crate::said::army::entries::Item;
use crate::said::army::troops::give_out;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Parsed, Scene};
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::{ClubWord, says};
use crate::said::grouping::group::Grouped;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// What else binds, so that numbers may not mean what they seem to.
const BINDING: [Word; 9] = [
    Word::Not,
    Word::Or,
    Word::If,
    Word::Else,
    Word::Wait,
    Word::Cancel,
    Word::Recruit,
    Word::Discard,
    Word::Impossible,
];

/// Of more generals and numbers, no sum is looked for.
const MOST_ITEMS: usize = 20;

/// The troops of such sentences, and what is left of the line; `None` if it was read well without.
pub(in crate::said) fn whole_sentences(
    scene: &Scene,
    chunks: &[Chunk],
    grouped: &Grouped,
) -> Option<(Parsed, Vec<Chunk>)> {
    let known = scene.known.filter(|known| known.is_set_up())?;
    if grouped.problem.is_none() && comes_out(scene, grouped) {
        return None;
    }
    let mut parsed = Parsed::default();
    let mut rest = Vec::new();
    for range in sentences(chunks) {
        let sentence = &chunks[range];
        let found = whole_nation(scene, sentence);
        let Some((nation, troops)) = found else {
            rest.extend_from_slice(sentence);
            continue;
        };
        debug_assert!(known.is_own(nation));
        parsed.pieces.extend(troops.iter().map(|(piece, _)| *piece));
        parsed.said.push((Some(nation), Request::Act(Action::Allot { troops })));
    }
    (!parsed.said.is_empty()).then_some((parsed, rest))
}

/// Whether everything that was read is troops that come to those of their nation, or `ready`.
fn comes_out(scene: &Scene, grouped: &Grouped) -> bool {
    let said = || grouped.parsed.iter().flat_map(|parsed| &parsed.said);
    let troops = said().filter_map(|(_, request)| match request {
        Request::Act(Action::Allot { troops }) => Some(troops),
        _ => None,
    });
    let mut all: Vec<(PieceId, u8)> = scene.allotted.clone();
    for (piece, number) in troops.flatten() {
        all.retain(|(known, _)| known != piece);
        all.push((*piece, *number));
    }
    let others = said().any(|(_, request)| {
        matches!(request, Request::Act(Action::MoveVia { .. }) | Request::Stay(_))
    });
    let whole = |nation: Nation| {
        let own = all.iter().filter(|(piece, _)| piece.nation() == nation);
        let sum: u32 = own.map(|(_, number)| u32::from(*number)).sum();
        scene.known.is_some_and(|known| sum == u32::from(known.troops_to_allot(nation)))
    };
    !all.is_empty() && !others && all.iter().all(|(piece, _)| whole(piece.nation()))
}

/// The troops of all generals of a nation, if a sentence says them. The others stand where they are spoken of: `5 each for
/// Saltikov and Fermor, the rest 3`.
fn whole_nation(scene: &Scene, sentence: &[Chunk]) -> Option<(Nation, Vec<(PieceId, u8)>)> {
    let known = scene.known?;
    let binds = |c: &Chunk| {
        c.any(&BINDING)
            && c.generals.is_empty()
            && c.count().is_none()
            && !c.any(&[Word::Filler, Word::And])
            || c.kind == Kind::Question
    };
    if sentence.iter().any(binds) {
        return None;
    }
    let own = |chunk: &Chunk| match chunk.generals.as_slice() {
        [] => None,
        all => {
            let mut own = all.iter().filter(|piece| known.is_own(piece.nation()));
            own.next().copied().filter(|_| own.next().is_none())
        }
    };
    let named: Vec<PieceId> = sentence.iter().filter_map(own).collect();
    let nation = named.first()?.nation();
    let mut others = known.generals_on_map(nation);
    if named.iter().any(|piece| !others.contains(piece)) {
        return None;
    }
    others.retain(|piece| !named.contains(piece));
    let twice = (1..named.len()).any(|at| named[..at].contains(&named[at]));
    let mut spoken_of = sentence.iter().filter(|c| c.has(Word::Rest) && c.generals.is_empty());
    // `the other two share the remaining 8 equally`
    let text = scene.words_whole(sentence);
    let evenly = others.len() > 1 && says(&text, ClubWord::Evenly);
    let rest = spoken_of.next().filter(|_| !others.is_empty());
    let rest = rest.filter(|_| spoken_of.next().is_none() || evenly);
    if twice || others.is_empty() == rest.is_some() {
        return None;
    }
    let all = |all_numbers: bool| -> Option<Vec<(PieceId, u8)>> {
        let mut items = Vec::new();
        for (at, chunk) in sentence.iter().enumerate() {
            if let Some(piece) = own(chunk) {
                items.push(Item::General(piece, at));
                continue;
            }
            if rest.is_some_and(|rest| rest.start == chunk.start) {
                items.extend(others.iter().map(|piece| Item::General(*piece, at)));
            }
            // `the other two, namely Dohna and Lehwaldt`: how many there are is not what they get.
            let beside = |at: usize| {
                sentence
                    .get(at)
                    .is_some_and(|c| c.any(&[Word::Rest, Word::General]) && c.count().is_none())
            };
            let of_others = chunk.count().is_some_and(|n| usize::try_from(n) == Ok(others.len()));
            let counts = chunk.any(&[Word::Both, Word::Rest])
                || (others.is_empty() || of_others)
                    && !all_numbers
                    && (beside(at + 1) || at > 0 && beside(at - 1));
            // `of my 16 Russians eight go to Saltikov`
            let total = chunk.count() == Some(u32::from(known.troops_to_allot(nation)));
            let counts = counts || total && chunk.count() > Some(8);
            if let Some(number) = chunk.count().filter(|_| !counts) {
                let shares = u32::try_from(others.len()).unwrap_or(u32::MAX);
                let mut behind = sentence[at + 1..].iter();
                let shared = evenly
                    && rest.is_some_and(|rest| rest.start < chunk.start)
                    && number.is_multiple_of(shares)
                    && behind.all(|c| c.count().is_none() && c.generals.is_empty());
                let number = if shared { number / shares } else { number };
                if !(1..=8).contains(&number) {
                    return None;
                }
                items.push(Item::Number(number));
            }
        }
        if items.len() > MOST_ITEMS {
            return None;
        }
        let mut ways = Vec::new();
        let whole = u32::from(known.troops_to_allot(nation));
        give_out(&items, Vec::new(), &mut Vec::new(), whole, &mut ways);
        let [only] = ways.as_slice() else { return None };
        let mut troops: Vec<(PieceId, u8)> = Vec::new();
        for (piece, number) in only {
            troops.push((*piece, u8::try_from(*number).ok()?));
        }
        Some(troops)
    };
    // `to Tottleben the two that are left`: where nobody else is left, the number may be that of the troops.
    let troops = all(false).or_else(|| others.is_empty().then(|| all(true)).flatten())?;
    Some((nation, troops))
}
