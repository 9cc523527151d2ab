//! What is said of several pieces before a colon, and once more of each behind it:
//! `Friedrich and Winterfeldt both advance: Friedrich to Dresden, Winterfeldt to Pirna`,
//! `Split up the Strehlen stack: Schwerin to Brieg, Keith to Reichenbach`.
//!
//! What stands before the colon says nothing more than what stands behind it, and is passed over.

use crate::game::PieceId;
use crate::said::Language;
use crate::said::army::{at_set_up, reversed, shares};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, blanked, ends_sentence};
use crate::said::chunks::known::Known;
use crate::said::combat::aims;
use crate::said::doubt::idle;
use crate::said::doubt::{addressed, except, halted, rethought, spurned, wished};
use crate::said::hand::{held_back, score, spared};
use crate::said::lexicon::little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::march::possible;
use crate::said::march::sequence;
use crate::said::march::{company, neither, prey, stays, succession, touched_first};
use crate::said::telling::reasons;
use crate::said::telling::relative;

/// Words that bind what stands behind the colon.
const BINDING: [Word; 11] = [
    Word::If,
    Word::Unless,
    Word::Else,
    Word::Or,
    Word::Wait,
    Word::Cancel,
    Word::Test,
    Word::Duel,
    Word::AttackOrder,
    Word::Recruit,
    Word::Press,
];

/// The line without what stands before its colon or brackets and says nothing more than what stands behind.
pub(in crate::said) fn without(
    corrected: &Corrected,
    known: &Known,
    language: Language,
) -> Option<Corrected> {
    let Corrected { line, chunks } = corrected;
    let mut now = spared::without_only_held(line, chunks, known)
        .or_else(|| spared::lost_rather_than_spent(line, chunks, known))
        .or_else(|| spared::takes_the_loss(line, chunks, known))
        .or_else(|| spared::without_denied_card(line, chunks, known));
    for _ in 0..2 {
        let Corrected { line, chunks } = now.as_ref().unwrap_or(corrected);
        now = super::therefore::without_reason(line, chunks, known, language).or(now);
    }
    for step in [
        neither::neither_moves,
        super::says_nothing::without_bracket,
        super::says_nothing::without_the_other,
        super::because::without_because,
        super::says_nothing::without_saying,
        touched_first::on_the_way,
        touched_first::told_behind,
        rethought::another_goal,
        succession::takes_his_place,
        spurned::without_forgotten,
        stays::no_train_moves,
        halted::thinking,
        company::leaves,
        company::left_where_he_is,
        company::without_whom,
        company::together,
        company::still_together,
        company::spoken_of_before,
        company::way_of_both,
        reversed::other_way_round,
        reversed::for_another,
        except::of_troops,
        without_article,
        steps_told,
        shares::makes_do,
        spared::without_loss,
        addressed::without_taunt,
        company::both_of_city,
        wished::without_wish,
        super::leading::without_clause,
        super::leading::on_the_way,
        super::leading::passed_behind,
        super::leading::without_prospect,
        idle::without_condition,
        idle::without_preface,
        sequence::without,
        reasons::without_reason,
        reasons::without_supposition,
        relative::without,
        relative::without,
        reasons::without_purpose,
        reasons::without_consequence,
        reasons::without_statement,
        reasons::without_danger,
        reasons::without_ground,
        reasons::without_whereabouts,
        reasons::without_neighbour,
        reasons::without_deed,
        reasons::without_deed,
        relative::without_company,
        possible::or_nearer,
        possible::farther,
        possible::reaches,
        possible::settled,
        stays::waiting,
        stays::waiting,
        ordinals,
        told,
        prey::without,
        prey::without_quarry,
        prey::without_called_off,
        spurned::without_denied_city,
        spurned::without_neighbourhood,
        spurned::without_spurned_city,
        spurned::without_too_far,
        aims::of_the_beaten,
        spared::without_kept_for_later,
        spared::without_open_sequel,
        super::whereabouts::without_enemy,
        prey::without_pursuer,
    ] {
        let Corrected { line, chunks } = now.as_ref().unwrap_or(corrected);
        // `…, and if he fights Daun he may use spades`: a card is no remark.
        let kept = |left: &Corrected| suits(&left.chunks) == suits(chunks);
        now = step(line, chunks, known).filter(kept).or(now);
    }
    for without in [
        held_back::without_kept,
        score::without_score,
        at_set_up::without_told,
        super::told::without_told,
    ] {
        let Corrected { line, chunks } = now.as_ref().unwrap_or(corrected);
        now = without(line, chunks, known, language).or(now);
    }
    now
}

/// How many suits are named.
fn suits(chunks: &[Chunk]) -> usize {
    let suit = [Word::Spades, Word::Clubs, Word::Hearts, Word::Diamonds];
    let named = |c: &&Chunk| {
        matches!(c.kind, Kind::Suit(_)) || c.any(&suit) && !c.has(Word::Filler) && c.plain.len() > 2
    };
    chunks.iter().filter(named).count()
}

/// `Keith and Schwerin part: the former to Breslau, the latter to Brieg`, `Keith parts with Schwerin: the first …`: the generals in
/// place of what counts them.
fn ordinals(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let named: Vec<usize> = (0..chunks.len()).filter(|at| own(&chunks[*at])).collect();
    let joins = |c: &Chunk| c.any(&[Word::And, Word::With]) || c.kind == Kind::Plus;
    let parts = |c: &Chunk| c.has(Word::Part);
    let small = |c: &Chunk| c.is_word() && !c.is_plain_city() && c.count().is_none();
    let apart =
        |c: &Chunk| matches!(c.kind, Kind::Colon | Kind::Comma | Kind::Period | Kind::Semicolon);
    let pair = |pair: &[usize]| {
        let &[first, second] = pair else { return None };
        let next = named.iter().find(|at| **at > second).copied().unwrap_or(chunks.len());
        let mark = second + 1 + chunks[second + 1..next].iter().position(apart)?;
        let counts = |number: u32| {
            let mut all = (mark..next).filter(move |at| {
                let c = &chunks[*at];
                c.is_word() && c.ordinal == Some(number) && c.generals.is_empty()
            });
            all.next().filter(|_| all.next().is_none())
        };
        let (one, two) = (counts(1)?, counts(2)?);
        let end =
            chunks[two..].iter().position(ends_sentence).map_or(chunks.len(), |end| two + end);
        // German `Zug` has three letters.
        let train = |c: &Chunk| c.has(Word::Train) && c.is_word() && c.plain.len() > 2;
        let trains = chunks[first..end].iter().any(train);
        let between = &chunks[first + 1..second];
        let one_pair = between.len() == 1 && joins(&between[0])
            || between.len() < 5 && between.iter().all(small) && between.iter().any(parts);
        (one_pair && !trains && one < two).then_some([(one, first), (two, second)])
    };
    let counted = named.windows(2).find_map(pair)?;
    let [(one, _), (two, _)] = counted;
    let mut kept = chunks.to_vec();
    for (place, general) in counted {
        let Chunk { generals, cities, .. } = &chunks[general];
        let (generals, cities) = (generals.clone(), cities.clone());
        let meanings = Default::default();
        kept[place] = Chunk { generals, cities, meanings, ordinal: None, ..chunks[place].clone() };
    }
    // `el primero`: no article stands before a name.
    for place in [two, one] {
        if kept[place - 1].has(Word::Article) && kept[place - 1].generals.is_empty() {
            kept.remove(place - 1);
        }
    }
    Some(Corrected { chunks: kept, line: line.to_owned() })
}

/// The line without articles before its numbers at set-up that are pronouns, too: Spanish `a Federico le doy los ocho`.
fn without_article(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    let article = |at: &usize| {
        chunks[*at].any(&[Word::TheOnes, Word::Pronoun])
            && chunks[*at].generals.is_empty()
            && chunks[..*at].iter().any(|c| !c.generals.is_empty())
            && chunks.get(at + 1).is_some_and(|next| next.count().is_some_and(|n| n > 1))
            && little::Little::Definite.is(&chunks[*at].plain)
    };
    let places: Vec<usize> =
        (0..chunks.len()).filter(|at| known.is_set_up() && article(at)).collect();
    let left = (0..chunks.len()).filter(|at| !places.contains(at));
    let chunks = left.map(|at| chunks[at].clone()).collect();
    (!places.is_empty()).then(|| Corrected { chunks, line: line.to_owned() })
}

/// The line without how many cities a march leads on, where the cities follow: `Lehwaldt advances by two: first Riesenburg, then
/// Deutsch Eylau`, `Ehrensvärd advances by three, as far as Anklam`.
fn steps_told(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let small = |c: &Chunk| c.is_word() && c.generals.is_empty() && c.plain.len() <= 3;
    let moves = |c: &Chunk| c.has(Word::Move) && !c.any(&[Word::Get, Word::Give]);
    (1..chunks.len().saturating_sub(1)).find_map(|number| {
        chunks[number].count().filter(|n| (1..=4).contains(n))?;
        let from = number - usize::from(small(&chunks[number - 1]));
        let verb = from.checked_sub(1).filter(|verb| moves(&chunks[*verb]))?;
        let begin = chunks[..verb].iter().rposition(Chunk::is_mark).map_or(0, |mark| mark + 1);
        let who = chunks[begin..verb].iter().filter(|c| own(c)).count();
        let mut end = number + 1 + usize::from(chunks[number + 1].has(Word::Steps));
        // German `rückt um zwei vor`
        end += usize::from(chunks.get(end).is_some_and(|c| small(c) && !c.is_plain_city()));
        let mark = chunks.get(end)?;
        let goes_on = chunks[end..].iter().take(4).any(Chunk::is_plain_city);
        let comma = mark.kind == Kind::Comma;
        if who != 1 || !goes_on || !(comma || mark.kind == Kind::Colon) {
            return None;
        }
        Some(Corrected::without(line, chunks, from..end + usize::from(comma)))
    })
}

/// The line without what is said before its colon or brackets, and once more behind.
fn told(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    passed(line, chunks, known)
        .or_else(|| stack(line, chunks, known))
        .or_else(|| trains(line, chunks))
}

/// `both trains on the road: no. 1 up to Zossen, no. 2 over to Crossen`
fn trains(line: &str, chunks: &[Chunk]) -> Option<Corrected> {
    let colon = chunks.iter().position(|c| c.kind == Kind::Colon)?;
    let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Semicolon | Kind::Question);
    let from = chunks[..colon].iter().rposition(ends).map_or(0, |at| at + 1);
    let before = &chunks[from..colon];
    let train = before.iter().position(|c| c.is_train_word())?;
    let says = |c: &Chunk| {
        !c.generals.is_empty()
            || c.is_plain_city()
            || c.count().is_some() && !c.has(Word::Both)
            || c.any(&BINDING)
            || c.any(&[Word::Not, Word::Stay]) && !c.has(Word::Filler)
    };
    let goes = |c: &Chunk| c.any(&[Word::To, Word::Stay, Word::Via, Word::Move]);
    let sent = |number: u32| {
        chunks[colon..].windows(2).any(|pair| {
            (pair[0].count() == Some(number) || pair[0].ordinal == Some(number)) && goes(&pair[1])
        })
    };
    let told = before.len() > 1 && before.iter().any(|c| c.has(Word::Both));
    if !told || before.iter().any(says) || !sent(1) || !sent(2) {
        return None;
    }
    let mut kept = chunks[..from].to_vec();
    kept.push(before[train].clone());
    kept.extend_from_slice(&chunks[colon..]);
    let train = &before[train];
    let line = blanked(line, before[0].start, train.start);
    let line = blanked(&line, train.end, chunks[colon].start);
    Some(Corrected { chunks: kept, line })
}

/// `The Oschatz stack (Friedrich/Winterfeldt) to Torgau`: who they are stands in the brackets, and what
/// stands before them says the same.
fn stack(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    let open = chunks.iter().position(|c| c.kind == Kind::Open)?;
    let length = chunks[open..].iter().position(|c| c.kind == Kind::Close)?;
    let (before, inside) = (&chunks[..open], &chunks[open + 1..open + length]);
    let cities: Vec<&Chunk> = before.iter().filter(|c| !c.cities.is_empty()).collect();
    let [city] = cities.as_slice() else { return None };
    let stack = |c: &Chunk| c.any(&[Word::Both, Word::Deck, Word::Together, Word::General]);
    let here = |c: &Chunk| {
        c.generals.first().is_some_and(|piece| {
            let place = known.position(*piece);
            known.is_own(piece.nation()) && place.is_some_and(|place| city.cities.contains(&place))
        })
    };
    let joins = |c: &Chunk| {
        matches!(c.kind, Kind::Slash | Kind::Comma | Kind::Plus) || c.is_word() && c.has(Word::And)
    };
    let named = inside.iter().filter(|c| here(c)).count();
    let behind = chunks.get(open + length + 1).is_some_and(|c| {
        c.kind == Kind::Arrow || c.any(&[Word::To, Word::Via, Word::Move]) || c.is_plain_city()
    });
    if !before.iter().all(|c| c.generals.is_empty() && c.number.is_none())
        || !before.iter().any(stack)
        || named < 2
        || !inside.iter().all(|c| here(c) || joins(c))
        || !behind
    {
        return None;
    }
    let mut kept: Vec<Chunk> = Vec::new();
    for chunk in inside.iter().filter(|c| here(c)) {
        if !kept.is_empty() {
            kept.push(Chunk { kind: Kind::Plus, generals: Vec::new(), ..chunk.clone() });
        }
        kept.push(chunk.clone());
    }
    kept.extend_from_slice(&chunks[open + length + 1..]);
    let line = blanked(line, before.first()?.start, chunks[open].end);
    Some(Corrected { chunks: kept, line })
}

/// The line without what is said before its colon of all who are named behind it.
fn passed(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    let colon = chunks.iter().position(|c| c.kind == Kind::Colon)?;
    let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Semicolon | Kind::Question);
    let (before, rest) = (&chunks[..colon], &chunks[colon + 1..]);
    // It says something of its own sentence only.
    let behind = &rest[..rest.iter().position(ends).unwrap_or(rest.len())];
    let from = before.iter().rposition(ends).map_or(0, |at| at + 1);
    let before = &before[from..];
    let binds = |c: &Chunk| {
        c.is_word() && c.generals.is_empty() && c.any(&BINDING) && !c.has(Word::Filler)
            || c.has(Word::Not) && !c.has(Word::Filler)
            || c.count().is_some()
    };
    if before.iter().any(binds) || !before.iter().any(|c| c.is_word()) {
        return None;
    }
    let named = |chunks: &[Chunk]| -> Vec<PieceId> {
        let pieces =
            chunks.iter().filter(|c| c.guessed.is_none()).filter_map(|c| c.generals.first());
        pieces.copied().collect()
    };
    let (first, second) = (named(before), named(behind));
    let own = second.iter().all(|piece| known.is_own(piece.nation()));
    let goes = |piece: &PieceId| {
        let at = behind.iter().position(|c| c.generals.contains(piece));
        at.and_then(|at| behind.get(at + 1)).is_some_and(|next| {
            next.any(&[Word::To, Word::Move, Word::Stay, Word::Via])
                || next.is_plain_city()
                || matches!(next.kind, Kind::Arrow | Kind::Colon)
        })
    };
    if second.len() < 2 || !own || !second.iter().all(goes) {
        return None;
    }
    let cities: Vec<&Chunk> = before.iter().filter(|c| c.is_plain_city()).collect();
    let all_again =
        !first.is_empty() && cities.is_empty() && first.iter().all(|p| second.contains(p));
    // `Split up the Strehlen stack`: of those who stand there.
    let stands = |piece: &PieceId| {
        known.position(*piece).is_some_and(|city| cities.iter().all(|c| c.cities.contains(&city)))
    };
    let of_city = first.is_empty() && cities.len() == 1 && second.iter().all(stands);
    if !all_again && !of_city {
        return None;
    }
    let mut kept = chunks[..from].to_vec();
    kept.extend_from_slice(rest);
    let line = blanked(line, before.first()?.start, chunks[colon].end);
    Some(Corrected { chunks: kept, line })
}
