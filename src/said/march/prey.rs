//! An enemy as the goal of a march: `Keith grabs the supply train at Königgrätz` goes to Königgrätz (R9.7), and `Friedrich
//! chases Browne: with Winterfeldt to Teplitz` goes where the words behind the colon say; and an enemy before whom one falls back.

use crate::game::{CityId, DecisionKind, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, ends_sentence, said};
use crate::said::chunks::frame::Problem;
use crate::said::chunks::known::Known;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Said, Trouble};

/// `Both of them go on to Minden and fall upon Ferdinand`, read as if Ferdinand, an enemy, were to go there: who goes is asked.
pub(in crate::said) fn sent_itself(
    line: &str,
    chunks: &[Chunk],
    said: &[Said],
    known: &Known,
) -> Option<Problem> {
    let sent: Vec<PieceId> = said.iter().flat_map(|said| said.request.ordered()).copied().collect();
    let enemy = |c: &Chunk| match c.generals.as_slice() {
        [piece] => !known.is_own(piece.nation()) && sent.contains(piece),
        _ => false,
    };
    let attacked = |at: &usize| {
        let before = &chunks[at.saturating_sub(2)..*at];
        enemy(&chunks[*at]) && before.iter().any(|c| c.any(&[Word::Attack, Word::Versus]))
    };
    let at = (1..chunks.len()).find(attacked)?;
    let words = line.get(chunks[0].start..chunks[at].end)?.chars().take(80);
    Some(Problem::new(Trouble::MissingPiece, words.collect::<String>()))
}

/// The line without the word for a train that stands in a city of which a general of one's own is to make a prize: what is
/// left names the general and the city.
pub(in crate::said) fn without(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    known.awaits(DecisionKind::Movement)?;
    let train = |c: &Chunk| c.is_train_word() && c.count().is_none() && c.ordinal.is_none();
    let foreign = |city: &CityId| {
        let there = known.view.pieces.iter().filter(|piece| piece.city == Some(*city));
        let mut trains = there.filter(|piece| !piece.piece.is_general()).peekable();
        trains.peek().is_some() && trains.all(|piece| !known.is_own(piece.piece.nation()))
    };
    let enemy = |at: usize| {
        chunks.get(at).is_some_and(|c| {
            let nation = c.nation.is_some_and(|nation| !known.is_own(nation));
            nation && c.generals.is_empty() && !c.is_plain_city()
        })
    };
    (1..chunks.len()).filter(|at| train(&chunks[*at])).find_map(|at| {
        // `the Austrian train at Königgrätz`, `le chariot autrichien à Königgrätz`
        let whose = [at - 1, at + 1].into_iter().find(|beside| enemy(*beside));
        let (from, end) =
            (whose.map_or(at, |beside| beside.min(at)), whose.unwrap_or(at).max(at) + 1);
        let clause = chunks[..at].iter().rposition(ends_sentence).map_or(0, |mark| mark + 1);
        let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
        let hunter = chunks[clause..at].iter().filter(|c| own(c)).count() == 1;
        // `Keith passes through Prag and destroys the train at Melnik`
        let goal = |at: usize| {
            let on_the_way =
                at > 0 && chunks[at - 1].any(&[Word::Via, Word::Part, Word::From, Word::Then]);
            chunks[at].is_plain_city() && chunks[at].generals.is_empty() && !on_the_way
        };
        let prey = |at: usize| chunks[at].is_plain_city() && chunks[at].cities.iter().any(foreign);
        let led = (clause..at).find(|at| goal(*at));
        if let Some(led) = led {
            // `Keith to Königgrätz and takes the Austrian train`
            let joins =
                |c: &Chunk| c.kind == Kind::Comma || c.has(Word::And) && c.cities.is_empty();
            let and = led + 1 + chunks[led + 1..from].iter().rposition(joins)?;
            let named = |c: &Chunk| own(c) || c.is_plain_city() || c.any(&[Word::Not, Word::Or]);
            let taken = whose.is_some() && hunter && prey(led);
            return (taken && !chunks[and..from].iter().any(named))
                .then(|| Corrected::without(line, chunks, and..end));
        }
        let lead = usize::from(chunks.get(end)?.any(&[Word::At, Word::From]));
        (end + lead < chunks.len() && prey(end + lead) && hunter)
            .then(|| Corrected::without(line, chunks, from..end + lead))
    })
}

/// `Then the attack on Daun is off: Schwerin and Keith to Ziegenhals`: the line without what is called off before the colon.
/// Combats follow from where the pieces go (R7.1).
pub(in crate::said) fn without_called_off(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    known.awaits(DecisionKind::Movement)?;
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let mark = |c: &Chunk| ends_sentence(c) || matches!(c.kind, Kind::Colon | Kind::Comma);
    (1..chunks.len()).find_map(|at| {
        let end = at + said(line, chunks, at, ClubWord::CalledOff)?;
        let from = chunks[..at].iter().rposition(mark).map_or(0, |mark| mark + 1);
        let clause = &chunks[from..at];
        let enemy = clause.iter().any(|c| !c.generals.is_empty() && !own(c));
        let other = |c: &Chunk| {
            own(c)
                || c.is_plain_city()
                || c.count().is_some()
                || c.any(&[Word::Not, Word::If, Word::Or, Word::Heading]) && !c.has(Word::Filler)
        };
        let goes_on =
            chunks.get(end).is_some_and(|c| c.kind == Kind::Colon && chunks[end..].iter().any(own));
        let fight = clause.iter().any(|c| c.any(&[Word::Attack, Word::Duel, Word::Versus]));
        (enemy && fight && goes_on && clause.len() <= 6 && !clause.iter().any(other))
            .then(|| Corrected::without(line, chunks, from..end + 1))
    })
}

/// `Friedrich chases Browne: with Winterfeldt to Teplitz`: the line without the enemy for whose sake a march is ordered. The
/// general who is named before the colon is the one who marches.
pub(in crate::said) fn without_quarry(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    known.awaits(DecisionKind::Movement)?;
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let foreign = |c: &Chunk| !c.generals.is_empty() && !own(c) && c.guessed.is_none();
    let mark = |c: &Chunk| matches!(c.kind, Kind::Colon | Kind::Comma | Kind::Dash);
    let colon = (1..chunks.len()).find(|at| mark(&chunks[*at]) && foreign(&chunks[at - 1]))?;
    let apart = |c: &Chunk| ends_sentence(c) || mark(c);
    let from = chunks[..colon].iter().rposition(apart).map_or(0, |at| at + 1);
    let hunter = from + chunks[from..colon].iter().position(own)?;
    let between = &chunks[hunter + 1..colon];
    let other = |c: &Chunk| {
        own(c)
            || c.is_plain_city()
            || c.count().is_some()
            || !c.is_word()
            || c.any(&[Word::Not, Word::If, Word::Or, Word::Duel, Word::Cancel, Word::Recruit])
                && !c.has(Word::Filler)
    };
    let hunted = between.iter().filter(|c| foreign(c)).count() == 1
        && between.len() <= 4
        && !between.iter().any(other)
        && !foreign(&between[0]);
    let rest = &chunks[colon + 1..];
    let end = rest.iter().position(ends_sentence).unwrap_or(rest.len());
    let leads = |c: &Chunk| c.any(&[Word::With, Word::To, Word::Via]) && c.generals.is_empty();
    let goes = rest.first().is_some_and(leads) && rest[..end].iter().any(Chunk::is_plain_city);
    let fights = |c: &Chunk| foreign(c) || matches!(c.kind, Kind::Suit(_)) || c.count().is_some();
    (hunted && goes && !rest[..end].iter().any(fights))
        .then(|| Corrected::without(line, chunks, hunter + 1..colon + 1))
}

/// The line without the enemy before whom somebody falls back: `Ferdinand falls back before Richelieu to Nienburg`.
pub(in crate::said) fn without_pursuer(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| {
        c.is_train_word() || c.generals.iter().any(|piece| known.is_own(piece.nation()))
    };
    let enemy = |c: &Chunk| !c.generals.is_empty() && !own(c);
    let small = |c: &Chunk| c.any(&[Word::Article, Word::Title, Word::General]);
    (1..chunks.len()).find_map(|at| {
        let length = said(line, chunks, at, ClubWord::AheadOf)?;
        let titles = chunks[at + length..].iter().take_while(|c| small(c) && !enemy(c)).count();
        let who = at + length + titles;
        let behind =
            chunks.get(who + 1).is_none_or(|c| c.is_mark() || c.any(&[Word::To, Word::Via]));
        let sent = chunks[..at].iter().any(own);
        (sent && behind && chunks.get(who).is_some_and(enemy))
            .then(|| Corrected::without(line, chunks, at..who + 1))
    })
}
