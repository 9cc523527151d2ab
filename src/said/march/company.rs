//! Who goes in whose company, said as if he stayed: `Chevert stays with Richelieu, and both go to Lippstadt`; and who all of a
//! stack are, named by the city that they leave.

use crate::game::{Action, DecisionKind, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, blanked, ends_sentence, is_place, said};
use crate::said::chunks::frame::Problem;
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence;
use crate::said::chunks::sentence::sentences;
use crate::said::club::words::ClubWord;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::{Meanings, Word};
use crate::said::{Request, Said, Trouble};

/// The line in which two who stand together go together, where it says that one of them stays with the other and that
/// both go: `Fermor stays with Saltikov and they both march to Neu Stettin`.
pub(in crate::said) fn together(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().find(|piece| known.is_own(piece.nation())).copied();
    let small =
        |c: &Chunk| c.is_word() && c.any(&[Word::Filler, Word::Article, Word::Title, Word::Time]);
    let passed = |mut at: usize| {
        while chunks.get(at).is_some_and(|c| small(c) && own(c).is_none()) {
            at += 1;
        }
        at
    };
    (1..chunks.len()).find_map(|at| {
        let one = own(&chunks[at - 1])?;
        let stays = chunks[at].has(Word::Stay) && !chunks[at].any(&[Word::Not, Word::At]);
        let with = passed(at + 1);
        let leads = chunks.get(with).filter(|c| stays && c.any(&[Word::With, Word::At]))?;
        let second = passed(with + 1);
        let other = own(chunks.get(second)?).filter(|other| *other != one)?;
        if known.position(one).is_none() || known.position(one) != known.position(other) {
            return None;
        }
        let mut both = second + 1;
        while chunks.get(both).is_some_and(|c| {
            c.kind == Kind::Comma
                || c.is_word()
                    && c.generals.is_empty()
                    && !c.has(Word::Both)
                    && c.any(&[Word::And, Word::While, Word::Pronoun, Word::Then, Word::Filler])
        }) {
            both += 1;
        }
        // `they go both to Glatz`
        let verb = usize::from(
            chunks
                .get(both)
                .is_some_and(|c| c.has(Word::Move) && c.generals.is_empty() && both > second + 1),
        );
        let all = chunks.get(both + verb).filter(|c| c.has(Word::Both) && c.is_word())?;
        let rest = both + verb + 1;
        let end = chunks[rest..].iter().position(ends_sentence).map_or(chunks.len(), |n| rest + n);
        let goes = (rest..end).any(|at| is_place(chunks, at));
        let other =
            |c: &Chunk| c.is_train_word() || c.any(&[Word::Stay, Word::Not, Word::If, Word::Or]);
        let first = chunks.get(rest).is_some_and(|c| own(c).is_some() || c.is_train_word());
        if !goes || first || chunks[rest..end].iter().any(other) {
            return None;
        }
        let mut kept = chunks[..at].to_vec();
        kept.push(leads.meaning(Word::With));
        kept.push(chunks[second].clone());
        kept.extend_from_slice(&chunks[both..both + verb]);
        kept.extend_from_slice(&chunks[rest..]);
        let line = blanked(line, chunks[at].start, leads.start);
        let line = blanked(&line, chunks[second].end, chunks[both].start);
        Some(Corrected { chunks: kept, line: blanked(&line, all.start, all.end) })
    })
}

/// The line with the two generals who stand in a city in place of the city before a colon and of the word for both behind it:
/// `Strehlen is given up: both to Glatz`.
pub(in crate::said) fn both_of_city(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let nation = known.awaits(DecisionKind::Movement)?;
    let colon = chunks.iter().position(|c| c.kind == Kind::Colon)?;
    let from = chunks[..colon].iter().rposition(ends_sentence).map_or(0, |end| end + 1);
    let before = &chunks[from..colon];
    let mut cities = before.iter().filter(|c| c.is_plain_city());
    let city = cities.next().filter(|_| cities.next().is_none())?;
    let here = |piece: &PieceId| known.position(*piece).is_some_and(|at| city.cities.contains(&at));
    let stack: Vec<PieceId> = known.generals_on_map(nation).into_iter().filter(here).collect();
    let [first, second] = stack[..] else { return None };
    let bears = [
        Word::If,
        Word::Or,
        Word::Not,
        Word::Stay,
        Word::Train,
        Word::To,
        Word::Recruit,
        Word::Cancel,
        Word::Duel,
        Word::Attack,
        Word::Redistribute,
    ];
    let other = |c: &Chunk| {
        !c.generals.is_empty() || c.count().is_some() || c.any(&bears) && !c.has(Word::Filler)
    };
    let both = colon + 1;
    let all = chunks.get(both).filter(|c| c.has(Word::Both) && c.is_word())?;
    let men = |c: &&Chunk| c.is_word() && c.any(&[Word::Troops, Word::General, Word::TheOnes]);
    let rest = both + 1 + chunks[both + 1..].iter().take(2).take_while(men).count();
    let leads = |c: &Chunk| c.any(&[Word::To, Word::Via, Word::Move]) && c.generals.is_empty();
    if before.iter().any(other) || !chunks.get(rest).is_some_and(leads) {
        return None;
    }
    let named = |piece: PieceId| Chunk {
        generals: vec![piece],
        meanings: Meanings::default(),
        number: None,
        ..all.clone()
    };
    let plus = Chunk { kind: Kind::Plus, meanings: Meanings::default(), ..all.clone() };
    let mut kept = chunks[..from].to_vec();
    kept.extend([named(first), plus, named(second)]);
    kept.extend_from_slice(&chunks[rest..]);
    Some(Corrected { chunks: kept, line: blanked(line, before.first()?.start, all.start) })
}

/// A general who is to be taken along, and of whom no order of the line speaks: `… marches into Dresden and takes Winterfeldt
/// with him` is asked about where only the march was read.
pub(in crate::said) fn left_behind(
    chunks: &[Chunk],
    own: &[Said],
    known: &Known,
) -> Option<Problem> {
    let nation = known.awaits(DecisionKind::Movement)?;
    let marches = |said: &Said| matches!(said.request, Request::Act(Action::MoveVia { .. }));
    if !own.iter().any(marches) {
        return None;
    }
    let small =
        |c: &&Chunk| c.any(&[Word::Article, Word::Filler, Word::General]) && c.generals.is_empty();
    chunks.iter().enumerate().find_map(|(at, chunk)| {
        let [piece] = chunk.generals[..] else { return None };
        let along = chunks[..at].iter().rev().find(|c| !small(c))?;
        let takes = along.is_word()
            && along.has(Word::With)
            && !along.any(&[Word::Not, Word::To, Word::And, Word::Via, Word::At, Word::From])
            && along.generals.is_empty();
        // `joins up with Winterfeldt at Dresden`: that one is there.
        let from = chunks[..at].iter().rposition(Chunk::is_mark).unwrap_or(0);
        let joins = chunks[from..at].iter().any(|c| c.has(Word::Join));
        let takes = takes && !joins;
        let named = own.iter().any(|said| said.request.ordered().contains(&piece));
        // `Winterfeldt falls back to Dresden, with the King`, who stands there.
        let arrives = own.iter().any(|said| match &said.request {
            Request::Act(Action::MoveVia { via, .. }) => {
                known.position(piece).is_some_and(|city| via.last() == Some(&city))
            }
            _ => false,
        });
        let named = named || arrives;
        let mine = piece.nation() == nation && chunk.cities.is_empty() && chunk.guessed.is_none();
        (takes && mine && !named).then(|| Problem::new(Trouble::UnknownWords, chunk.plain.clone()))
    })
}

/// `His Majesty, in the company of General Winterfeldt, goes to Torgau`, read as a march of the one: of whom stands beside him, is
/// named in the same sentence and has no order it is asked.
pub(in crate::said) fn unmentioned(
    chunks: &[Chunk],
    own: &[Said],
    known: &Known,
) -> Option<Problem> {
    let nation = known.awaits(DecisionKind::Movement)?;
    let marching: Vec<PieceId> = own
        .iter()
        .filter(|said| matches!(said.request, Request::Act(Action::MoveVia { .. })))
        .flat_map(|said| said.request.ordered().iter().copied())
        .collect();
    let ordered = |piece: &PieceId| own.iter().any(|said| said.request.ordered().contains(piece));
    let bound = [
        Word::Not,
        Word::Stay,
        Word::Or,
        Word::If,
        Word::Part,
        Word::Keep,
        Word::Alone,
        Word::Away,
        Word::Versus,
        Word::Troops,
        Word::Join,
        Word::Following,
    ];
    sentence::sentences(chunks).find_map(|range| {
        let sentence = &chunks[range];
        let goes = sentence.iter().flat_map(|c| &c.generals).any(|piece| marching.contains(piece));
        let other = |c: &Chunk| c.any(&bound) || c.kind == Kind::Question;
        if !goes || sentence.iter().any(other) {
            return None;
        }
        sentence.iter().enumerate().find_map(|(at, chunk)| {
            let [piece] = chunk.generals[..] else { return None };
            if at > 0 && sentence[at - 1].has(Word::From) {
                return None;
            }
            let place = known.position(piece)?;
            let beside = marching.iter().any(|other| known.position(*other) == Some(place));
            let mine = piece.nation() == nation && chunk.cities.is_empty();
            (mine && beside && chunk.guessed.is_none() && !ordered(&piece))
                .then(|| Problem::new(Trouble::UnknownWords, chunk.plain.clone()))
        })
    })
}

/// `He and Winterfeldt go to Torgau`, where only Winterfeldt was read: who else goes is asked.
pub(in crate::said) fn somebody_else(
    chunks: &[Chunk],
    own: &[Said],
    known: &Known,
) -> Option<Problem> {
    chunks.windows(3).enumerate().find_map(|(at, all)| {
        let [he, and, who] = all else { return None };
        let begins = at.checked_sub(1).is_none_or(|before| {
            chunks[before].is_mark() || chunks[before].any(&[Word::And, Word::Then])
        });
        let named = he.is_word() && he.has(Word::Pronoun) && he.generals.is_empty();
        let [piece] = who.generals[..] else { return None };
        let alone = |said: &Said| said.request.ordered() == [piece];
        let asked = begins
            && named
            && and.has(Word::And)
            && known.is_own(piece.nation())
            && own.iter().any(alone);
        asked.then(|| Problem::new(Trouble::UnknownWords, he.plain.clone()))
    })
}

/// The line without a clause that says no more than that those who go are together: `Fermor goes with him, they stay together`.
pub(in crate::said) fn still_together(
    line: &str,
    chunks: &[Chunk],
    _: &Known,
) -> Option<Corrected> {
    let small = [
        Word::Together,
        Word::Stay,
        Word::Pronoun,
        Word::Both,
        Word::Filler,
        Word::Article,
        Word::And,
        Word::Time,
    ];
    let parts = |c: &Chunk| !c.is_word() && c.number.is_none();
    let at = chunks.iter().position(|c| c.has(Word::Together) && c.is_word())?;
    // `Saltikow und Fermor bleiben zusammen und marschieren Richtung Dohna`
    let go_on = chunks
        .get(at + 1..at + 3)
        .is_some_and(|c| c[0].has(Word::And) && c[0].generals.is_empty() && c[1].has(Word::Move));
    if go_on && at > 0 && !chunks[at - 1].generals.is_empty() {
        return Some(Corrected::without(line, chunks, at..at + 2));
    }
    let from = chunks[..at].iter().rposition(parts)?;
    let end = chunks[at..].iter().position(parts).map_or(chunks.len(), |end| at + end);
    let of_it =
        |c: &Chunk| c.is_word() && c.generals.is_empty() && c.cities.is_empty() && c.any(&small);
    let sent = chunks[..from].iter().any(|c| !c.generals.is_empty());
    (sent && chunks[from + 1..end].iter().all(of_it))
        .then(|| Corrected::without(line, chunks, from..end))
}

/// The line with him who was spoken of in the sentence before, where a sentence sends somebody along with another without saying
/// whom: `Saltikov will starve. Let him go with Fermor to Neu Stettin`.
pub(in crate::said) fn spoken_of_before(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| match c.generals.as_slice() {
        [one] if known.is_own(one.nation()) => Some(*one),
        _ => None,
    };
    let all: Vec<_> = sentences(chunks).collect();
    all.windows(2).find_map(|pair| {
        let (before, sentence) = (&chunks[pair[0].clone()], &chunks[pair[1].clone()]);
        let mut spoken = before.iter().filter(|c| own(c).is_some());
        let spoken = spoken.next().filter(|_| spoken.next().is_none())?;
        let sent = |c: &Chunk| c.is_plain_city() && c.guessed.is_none() || c.has(Word::Stay);
        let at = sentence.iter().position(|c| own(c).is_some())?;
        let with = |c: &Chunk| c.has(Word::With) && !c.has(Word::And);
        let titled = |c: &&Chunk| c.any(&[Word::Title, Word::Article, Word::Filler]) && !with(c);
        let lead = at - sentence[..at].iter().rev().take_while(titled).count();
        let words = sentence[..lead].iter().filter(|c| c.is_word()).count();
        let goes = words > 1 && sentence[..lead].iter().any(|c| c.any(&[Word::Move, Word::With]));
        let leads = lead > 0 && with(&sentence[lead - 1]);
        let goal = (at + 1..sentence.len()).any(|at| is_place(sentence, at));
        let (one, other) = (own(spoken)?, own(&sentence[at])?);
        let beside = known.position(one).is_some() && known.position(one) == known.position(other);
        let binds = [Word::Not, Word::If, Word::Unless, Word::Or, Word::Stay];
        let bound = |c: &Chunk| c.any(&binds) && !c.has(Word::Filler) || c.count().is_some();
        let plain = goes && leads && goal && !sentence[..lead].iter().any(bound);
        if !plain || one == other || !beside || before.iter().any(sent) {
            return None;
        }
        // What is told of him orders nothing.
        let mut kept = chunks[..pair[0].start].to_vec();
        kept.push(spoken.clone());
        kept.extend_from_slice(&chunks[pair[1].start + lead - 1..]);
        let line = blanked(line, before[0].start, spoken.start);
        let line = blanked(&line, spoken.end, sentence[lead - 1].start);
        Some(Corrected { chunks: kept, line })
    })
}

/// The line with who goes along named beside him who leads, where the way of both stands behind: `Friedrich to Dresden with
/// Winterfeldt, via Riesa and Meißen`.
pub(in crate::said) fn way_of_both(line: &str, chunks: &[Chunk], _: &Known) -> Option<Corrected> {
    let comma = (2..chunks.len().saturating_sub(1)).find(|at| {
        let behind = &chunks[at + 1];
        chunks[*at].kind == Kind::Comma
            && !chunks[at - 1].generals.is_empty()
            && behind.has(Word::Via)
            && behind.generals.is_empty()
    })?;
    let small = |c: &&Chunk| c.generals.is_empty() && c.any(&[Word::Title, Word::Article]);
    let titles = chunks[..comma - 1].iter().rev().take_while(small).count();
    let with = (comma - 1 - titles)
        .checked_sub(1)
        .filter(|at| chunks[*at].has(Word::With) && !chunks[*at].any(&[Word::And, Word::From]))?;
    let leader = chunks[..with].iter().rposition(|c| !c.generals.is_empty())?;
    if !chunks[leader..with].iter().any(Chunk::is_plain_city) {
        return None;
    }
    let parts =
        [&chunks[..=leader], &chunks[with..comma], &chunks[leader + 1..with], &chunks[comma..]];
    Some(Corrected { chunks: parts.concat(), line: line.to_owned() })
}

/// German `Fermor soll Saltykow verlassen und bis Rummelsburg laufen`: whom he leaves stands before the verb, and does not go with
/// him.
pub(in crate::said) fn leaves(line: &str, chunks: &[Chunk], known: &Known) -> Option<Corrected> {
    let general = |at: usize| chunks.get(at).and_then(|c| c.generals.first()).copied();
    let small = |c: &&Chunk| c.is_word() && c.has(Word::Filler) && c.generals.is_empty();
    (0..chunks.len()).find_map(|at| {
        let who = general(at)?;
        let whom = at + 1 + chunks[at + 1..].iter().take_while(small).count();
        let other = general(whom).filter(|other| *other != who)?;
        chunks.get(whom + 1).filter(|c| c.has(Word::Part) && !c.has(Word::Stay))?;
        chunks.get(whom + 2).filter(|c| c.is_word() && c.has(Word::And))?;
        let together = known.position(who).is_some_and(|at| known.position(other) == Some(at));
        together.then(|| Corrected::without(line, chunks, at + 1..whom + 3))
    })
}

/// The line with who is left as one who stays: `Saltikov leaves Fermor where he is and goes to Złotów`. Who is only parted from,
/// or left behind (`Winterfeldt leaves Friedrich and goes to Leipzig`), is given nothing.
pub(in crate::said) fn left_where_he_is(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |at: usize| {
        let piece = chunks.get(at).and_then(|c| c.generals.first()).copied();
        piece.filter(|piece| known.is_own(piece.nation()))
    };
    let small =
        |c: &&Chunk| c.is_word() && c.any(&[Word::Filler, Word::To, Word::Article, Word::Title]);
    (0..chunks.len()).find_map(|at| {
        let who = own(at)?;
        let leaves = |c: &&Chunk| c.has(Word::Part) && c.generals.is_empty();
        // German `lässt Keith in Strehlen`, without the second half of the verb.
        let lets = said(line, chunks, at + 1, ClubWord::Lets).is_some();
        chunks.get(at + 1).filter(|c| leaves(c) || lets)?;
        let whom = at + 2 + chunks[at + 2..].iter().take(3).take_while(small).count();
        let other = own(whom).filter(|other| *other != who)?;
        let place = known.position(who).filter(|place| known.position(other) == Some(*place))?;
        let end = chunks[at..].iter().position(ends_sentence).map_or(chunks.len(), |n| at + n);
        let and = (whom + 1..end).find(|at| chunks[*at].is_word() && chunks[*at].has(Word::And))?;
        let left = &chunks[whom + 1..and];
        let here = |c: &Chunk| !c.is_plain_city() || c.cities.contains(&place) || c.has(Word::Stay);
        let stays = |c: &Chunk| c.has(Word::Stay) && !c.any(&[Word::Filler, Word::At, Word::Part]);
        let plain =
            |c: &Chunk| c.is_word() && c.generals.is_empty() && !c.has(Word::Not) && here(c);
        let goes = (and + 1..end).any(|at| is_place(chunks, at));
        let another = (and + 1..end).any(|at| own(at).is_some() || chunks[at].is_train_word());
        // `Schwerin leaves Keith in Strehlen and goes to Brieg` says of Keith only where he is.
        let at_home = left.iter().any(|c| c.is_plain_city() && c.cities.contains(&place));
        let stays = left.iter().any(stays);
        let told = stays || at_home;
        if left.len() > 6 || !told || !left.iter().all(plain) || !goes || another {
            return None;
        }
        let comma = Chunk { kind: Kind::Comma, generals: Vec::new(), ..chunks[and].unread() };
        let mut kept = chunks[..=at].to_vec();
        kept.extend_from_slice(&chunks[and + 1..end]);
        if stays {
            kept.extend([comma, chunks[whom].clone(), chunks[and].meaning(Word::Stay)]);
        }
        kept.extend_from_slice(&chunks[end..]);
        let line = blanked(line, chunks[at + 1].start, chunks[whom].start);
        Some(Corrected { chunks: kept, line: blanked(&line, chunks[whom].end, chunks[and].end) })
    })
}

/// The line with who is not taken along as one who stays: `Schwerin to Brieg, without Keith, who stays where he is`.
pub(in crate::said) fn without_whom(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    (2..chunks.len()).find_map(|at| {
        let without = chunks[at - 1].any(&[Word::Not, Word::With]) && chunks[at - 1].is_word();
        let who = own(&chunks[at]) && chunks.get(at + 1)?.kind == Kind::Comma;
        let relative = said(line, chunks, at + 2, ClubWord::Relative)?;
        let verb = chunks.get(at + 2 + relative)?;
        let stays = verb.has(Word::Stay) && !verb.has(Word::Filler) && verb.is_word();
        let goal = chunks[..at - 1].iter().any(Chunk::is_plain_city);
        if !(without && who && stays && goal) {
            return None;
        }
        let comma = usize::from(chunks[at - 2].kind == Kind::Comma);
        let mut kept = chunks[..at - 1 - comma].to_vec();
        kept.push(chunks[at + 1].clone());
        kept.push(chunks[at].clone());
        kept.extend_from_slice(&chunks[at + 2 + relative..]);
        let line = blanked(line, chunks[at - 1].start, chunks[at - 1].end);
        Some(Corrected { chunks: kept, line: blanked(&line, chunks[at + 1].start, verb.start) })
    })
}
