//! Clauses beside an order that say why it is given, what for, or what comes of it; they order nothing and are taken out of
//! the line. One that may say more is left, and read or asked about like anything else.

use super::relative::{LONGEST, is_object, of_clause};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, blanked, said};
use crate::said::chunks::known::Known;
use crate::said::club::words::{ClubWord, says};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;

/// The line without a clause that says what a march is for: `Heinrich goes to Torgau to cover the train`.
pub(in crate::said) fn without_purpose(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    (1..chunks.len()).find_map(|at| {
        let begins = said(line, chunks, at, ClubWord::Purpose);
        // German: `um den Tross zu decken`
        let embracing = || {
            let first = said(line, chunks, at, ClubWord::PurposeBegin).is_some();
            let ends = |place: &usize| said(line, chunks, *place, ClubWord::PurposeEnd).is_some();
            let end = (at + 1..chunks.len().min(at + 7)).find(|place| first && ends(place))?;
            Some(end + said(line, chunks, end, ClubWord::PurposeEnd)? - at)
        };
        // `pour tomber sur le dos de Lehwaldt`: whatever is done to an enemy there.
        let against = || {
            let length = said(line, chunks, at, ClubWord::PurposeTo)?;
            let clause = &chunks[at + length..];
            let end = clause.iter().position(|c| !of_clause(c)).unwrap_or(clause.len());
            let clause = clause.get(1..end).filter(|_| end <= 8)?;
            let enemy = clause.iter().any(|c| !c.generals.is_empty() && !own(c));
            let other = |c: &Chunk| own(c) || c.is_plain_city() || c.count().is_some_and(|n| n > 2);
            (enemy && !clause.iter().any(other)).then_some(length + end)
        };
        let found = begins.or_else(embracing);
        let whole = found.is_none();
        let length = found.or_else(against)?;
        let parts =
            |c: &Chunk| !of_clause(c) || c.any(&[Word::And, Word::While]) && c.generals.is_empty();
        let clause = chunks[..at].iter().rposition(|c| !of_clause(c));
        let comma = clause == Some(at - 1) && chunks[at - 1].kind == Kind::Comma;
        let from = chunks[..at - usize::from(comma)].iter().rposition(|c| !of_clause(c));
        let before = &chunks[from.map_or(0, |from| from + 1)..at];
        let sent = before.iter().any(Chunk::is_plain_city)
            && before.iter().any(|c| !c.generals.is_empty());
        let rest = at + length;
        let end = rest + chunks[rest..].iter().position(parts).unwrap_or(chunks.len() - rest);
        let end = if whole { rest } else { end };
        let counts = |c: &Chunk| {
            c.any(&[Word::If, Word::Not, Word::Else]) || c.count().is_some_and(|n| n > 2)
        };
        if !sent || chunks[rest..end].iter().any(counts) || end - rest > 5 {
            return None;
        }
        let from = at - usize::from(comma);
        Some(Corrected::without(line, chunks, from..end))
    })
}

/// The line without a clause behind a march or stay that says what comes of it: `Karl goes to Löbau so he's breathing down
/// Winterfeldt's neck`, `Winterfeldt stays so the train has company`.
pub(in crate::said) fn without_consequence(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    (1..chunks.len()).find_map(|at| {
        let length = said(line, chunks, at, ClubWord::Consequence)?;
        let apart = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question | Kind::Semicolon);
        let from = chunks[..at].iter().rposition(apart).map_or(0, |from| from + 1);
        let before = &chunks[from..at];
        let sent = before.iter().any(|c| c.is_plain_city() || c.has(Word::Stay))
            && before.iter().any(|c| own(c) || c.has(Word::Train));
        let rest = at + length;
        let ends = |c: &Chunk| !of_clause(c) || c.kind == Kind::Close;
        let end = rest + chunks[rest..].iter().position(ends).unwrap_or(chunks.len() - rest);
        let clause = &chunks[rest..end];
        // `so they hit Lehwaldt with 7`
        let fights =
            clause.iter().any(|c| !c.generals.is_empty() && !own(c)) && !clause.iter().any(own);
        // `so that Küstrin is covered`; `so to Küstrin` is an order.
        let plain = line.get(chunks[at].start..chunks[rest - 1].end).unwrap_or_default();
        let told = plain.contains(' ') || plain.len() > 3;
        let led = |c: &Chunk| {
            let place = chunks.iter().position(|other| std::ptr::eq(other, c)).unwrap_or(at);
            chunks[place - 1].any(&[Word::To, Word::Via]) && chunks[place - 1].cities.is_empty()
        };
        // `so that he ends up in Wittenberg` says whither.
        let goes = clause.iter().any(|c| c.has(Word::Move) && !c.has(Word::Filler))
            && clause.iter().all(|c| c.generals.is_empty());
        let spoken_of = |c: &Chunk| {
            told && !led(c) && !goes && clause.iter().filter(|c| c.is_word()).count() > 1
        };
        // `so the King gets his biscuits`: what somebody gets there is no order.
        let does = [Word::To, Word::Via, Word::Move, Word::Attack, Word::Stay, Word::Train];
        let acts = |c: &Chunk| {
            !c.cities.is_empty() && c.generals.is_empty() || c.count().is_some() || c.any(&does)
        };
        let idle = clause.iter().any(|c| c.unknown) && !clause.iter().any(acts);
        let orders = |c: &Chunk| {
            c.is_plain_city() && !spoken_of(c)
                || c.any(&[
                    Word::If,
                    Word::Else,
                    Word::Or,
                    Word::Ready,
                    Word::Recruit,
                    Word::Discard,
                    Word::Wait,
                    Word::Cancel,
                    Word::Stay,
                    Word::Join,
                ]) && !c.has(Word::Filler)
                || own(c) && c.end - c.start > 2 && !is_object(clause, c) && !idle
                || matches!(c.kind, Kind::Suit(_))
                || !fights && c.count().is_some_and(|n| n > 2)
        };
        let words = clause.iter().filter(|c| c.is_word()).count();
        if !sent || !(1..=9).contains(&words) || clause.iter().any(orders) {
            return None;
        }
        let comma = chunks[at - 1].kind == Kind::Comma;
        let from = at - usize::from(comma);
        Some(Corrected::without(line, chunks, from..end))
    })
}

/// The line without a clause behind a march or stay that says how it is in a city: `Heinrich to Eberswalde, Berlin is wide
/// open`, `…, que Berlín está muy solo`.
pub(in crate::said) fn without_statement(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let city = |c: &Chunk| c.is_plain_city() && c.meanings.is_empty() && c.guessed.is_none();
    (2..chunks.len().saturating_sub(1)).find_map(|at| {
        // Italian `e` is no `è`.
        let next = line.get(chunks[at + 1].start..chunks[at + 1].end);
        let and = next.is_some_and(|word| matches!(word, "e" | "E"));
        let states =
            city(&chunks[at]) && !and && said(line, chunks, at + 1, ClubWord::States).is_some();
        let mark = chunks[..at].iter().rposition(|c| !of_clause(c) || c.kind == Kind::Dash)?;
        // Before the city stands nothing but why it is spoken of.
        let leads = |c: &Chunk| {
            c.is_word()
                && !c.any(&[Word::To, Word::Via, Word::At, Word::Move])
                && c.cities.is_empty()
        };
        let opens = at - mark <= 2 && chunks[mark + 1..at].iter().all(leads);
        let behind_order =
            matches!(chunks[mark].kind, Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Dash);
        let before = &chunks[..mark];
        let sent = before.iter().any(|c| own(c) || c.has(Word::Train))
            && before.iter().any(|c| city(c) || c.has(Word::Stay));
        if !states || !opens || !behind_order || !sent {
            return None;
        }
        let ends = |c: &Chunk| !of_clause(c) || c.kind == Kind::Dash;
        let end = at + chunks[at..].iter().position(ends).unwrap_or(chunks.len() - at);
        let orders = |c: &Chunk| {
            own(c)
                || c.any(&[
                    Word::If,
                    Word::Or,
                    Word::To,
                    Word::Move,
                    Word::Stay,
                    Word::Train,
                    Word::Recruit,
                    Word::Pronoun,
                ]) && !c.has(Word::Filler)
                || matches!(c.kind, Kind::Suit(_))
                || c.count().is_some_and(|n| n > 2)
        };
        let text = line.get(chunks[mark].end..chunks[end - 1].end)?;
        // `Soubise creeps up on Kassel. Fritzlar is near enough`: that is how far he goes.
        let goal = [
            ClubWord::Instead,
            ClubWord::Considered,
            ClubWord::Correction,
            ClubWord::TooFar,
            ClubWord::ThatSuffices,
        ];
        if chunks[at + 1..end].iter().any(orders) || goal.iter().any(|word| says(text, *word)) {
            return None;
        }
        let from = mark + usize::from(chunks[mark].kind == Kind::Period);
        Some(Corrected::without(line, chunks, from..end))
    })
}

/// The line without a clause behind a march that says what is or would be in a city: `Keith back to Schweidnitz, at Glatz he
/// is too exposed`, `Ehrensvärd to Jarmen, for at Pasewalk Heinrich catches him`.
pub(in crate::said) fn without_danger(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let city = |c: &Chunk| c.is_plain_city() && c.meanings.is_empty() && c.guessed.is_none();
    let begins = |at: usize, word: ClubWord| {
        (at < chunks.len()).then(|| said(line, chunks, at, word)).flatten()
    };
    (2..chunks.len()).find_map(|at| {
        let mark = matches!(chunks[at - 1].kind, Kind::Comma | Kind::Dash | Kind::Other);
        let because = begins(at, ClubWord::Since)
            .or_else(|| begins(at, ClubWord::Because))
            .unwrap_or_else(|| usize::from(begins(at, ClubWord::Relative).is_some()));
        let place = at + because;
        let leads = chunks.get(place).filter(|c| c.has(Word::At) && c.cities.is_empty());
        // `…, ché Kassel la prendiamo il turno prossimo`
        let bare = because > 0 && chunks.get(place).is_some_and(city);
        let (leads_to, place) = match leads {
            Some(leads) => (leads.has(Word::To), place),
            None if bare => (true, place - 1),
            None => return None,
        };
        let there = chunks.get(place + 1).filter(|c| c.is_plain_city() && c.guessed.is_none())?;
        let before = &chunks[..at - 1];
        let goal = before.last().is_some_and(|c| city(c) && c.cities != there.cities);
        let sent = before.iter().any(|c| own(c) || c.has(Word::Train));
        if !mark || !goal || !sent {
            return None;
        }
        let ends = |c: &Chunk| !of_clause(c) || c.kind == Kind::Dash;
        let end = place + chunks[place..].iter().position(ends).unwrap_or(chunks.len() - place);
        let clause = chunks.get(place + 2..end)?;
        let he = clause.iter().position(|c| !(c.has(Word::Pronoun) && c.generals.is_empty()));
        let states = he.is_some_and(|he| {
            he < 2 && begins(place + 2 + he, ClubWord::States).is_some()
                // Italian `e` is no `è`.
                && !line.get(clause[he].start..clause[he].end).is_some_and(|word| word == "e")
        });
        let enemy = clause.iter().any(|c| !c.generals.is_empty() && !own(c));
        let him = clause.iter().any(|c| c.has(Word::Pronoun) && c.generals.is_empty());
        let text = clause.first().zip(clause.last());
        let text = text.and_then(|(first, last)| line.get(first.start..last.end));
        let later = him && text.is_some_and(|text| says(text, ClubWord::Later));
        let caught = enemy && !bare && (because > 0 || him || !leads_to) || bare && later;
        let orders = |c: &Chunk| {
            own(c)
                || c.is_plain_city() && c.generals.is_empty()
                || matches!(c.kind, Kind::Suit(_))
                || c.count().is_some_and(|n| n > 1)
                || c.any(&[
                    Word::If,
                    Word::Or,
                    Word::Via,
                    Word::Stay,
                    Word::Train,
                    Word::Recruit,
                    Word::Attack,
                ]) && !c.has(Word::Filler)
        };
        (clause.len() > 1 && (states || caught) && !clause.iter().any(orders))
            .then(|| Corrected::without(line, chunks, at - 1..end))
    })
}

/// Whether a city follows that the march comes from or leads over: Italian `a Dresda, da Riesa`, German `…, da Riesa nah ist`.
fn is_way_from(chunks: &[Chunk], at: usize) -> bool {
    chunks[at].has(Word::From) && chunks.get(at + 1).is_some_and(Chunk::is_plain_city)
}

/// The line without a clause behind a march or stay that says why and leads nowhere: `Ferdinand nach Celle, weil er da
/// besser steht als in der Heide`.
pub(in crate::said) fn without_ground(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    (2..chunks.len()).find_map(|at| {
        let since = said(line, chunks, at, ClubWord::Since).filter(|_| !is_way_from(chunks, at));
        // Spanish `…, que el tren no llega`
        let that = || said(line, chunks, at, ClubWord::That);
        let length = since.or_else(that)?;
        let mark = chunks[at - 1].kind;
        let before = &chunks[..at - 1];
        let sent = before.iter().any(|c| own(c) || c.has(Word::Train))
            && before.iter().any(|c| c.is_plain_city() || c.has(Word::Stay));
        if !matches!(mark, Kind::Comma | Kind::Dash) || !sent || !chunks[at].generals.is_empty() {
            return None;
        }
        let rest = at + length;
        let end =
            rest + chunks[rest..].iter().position(|c| !of_clause(c)).unwrap_or(chunks.len() - rest);
        let led = |pair: &[Chunk]| {
            pair[0].any(&[Word::To, Word::Via]) && !pair[0].has(Word::At) && pair[1].is_plain_city()
        };
        let orders = |c: &Chunk| {
            own(c)
                || matches!(c.kind, Kind::Suit(_))
                || c.count().is_some_and(|n| n > 2)
                || c.any(&[Word::If, Word::Else, Word::Or, Word::Recruit, Word::Ready])
                    && !c.has(Word::Filler)
        };
        let clause = &chunks[rest..end];
        let city = clause.iter().any(Chunk::is_plain_city);
        // `…, because the train can't keep up` moves and halts none.
        let train =
            clause.iter().any(Chunk::is_train_word) && clause.iter().any(|c| c.has(Word::Not));
        let plain = !clause.iter().any(orders) && !clause.windows(2).any(led);
        ((city && since.is_some() || train) && plain)
            .then(|| Corrected::without(line, chunks, at - 1..end))
    })
}

/// The line without a clause behind a city that says who is there: `Schwerin to Glatz, where Keith stands`.
pub(in crate::said) fn without_whereabouts(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    (2..chunks.len()).find_map(|at| {
        let length = said(line, chunks, at, ClubWord::WhereStands)?;
        // `to Nakło (where Saltikov stood)`
        let open = chunks[at - 1].kind == Kind::Open;
        let comma = usize::from(open || chunks[at - 1].kind == Kind::Comma);
        let city = &chunks[at - 1 - comma];
        let before = &chunks[..at - comma];
        let sent = city.is_plain_city() && before.iter().any(|c| own(c) || c.has(Word::Train));
        let rest = at + length;
        let end =
            rest + chunks[rest..].iter().position(|c| !of_clause(c)).unwrap_or(chunks.len() - rest);
        let clause = &chunks[rest..end];
        let words = clause.iter().filter(|c| c.is_word()).count();
        let orders = |c: &Chunk| {
            c.is_plain_city()
                || c.count().is_some()
                || c.any(&[Word::To, Word::Move, Word::And, Word::If, Word::Not])
        };
        let stands = (1..=4).contains(&words) && clause.iter().any(|c| !c.generals.is_empty());
        let asked = chunks.get(end).is_some_and(|c| c.kind == Kind::Question);
        let close = usize::from(open && chunks.get(end).is_some_and(|c| c.kind == Kind::Close));
        (sent && stands && !asked && !clause.iter().any(orders))
            .then(|| Corrected::without(line, chunks, at - comma..end + close))
    })
}

/// The line without a clause behind a goal that says near which other city it lies: `Daun to Sternberg, that is next to
/// Olmütz`.
pub(in crate::said) fn without_neighbour(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let apart = |c: &Chunk| matches!(c.kind, Kind::Comma | Kind::Dash);
    (2..chunks.len()).filter(|at| apart(&chunks[at - 1])).find_map(|at| {
        let length = said(line, chunks, at, ClubWord::LiesNear)?;
        let goal = chunks[at - 2].is_plain_city();
        let sent = chunks[..at - 2].iter().any(|c| own(c) || c.has(Word::Train));
        let end = at + length;
        let city = chunks.get(end).is_some_and(Chunk::is_plain_city);
        let ends = chunks.get(end + 1).is_none_or(|c| !c.is_word() && c.number.is_none());
        (goal && sent && city && ends).then(|| Corrected::without(line, chunks, at - 1..end + 1))
    })
}

/// The line without a clause before its orders that only says why: `Since the Swedes come close, Heinrich goes to Prenzlau`.
/// A piece that is named there alone is the one that is ordered: `Because Keith is out of supply, he goes to Prag`.
pub(in crate::said) fn without_reason(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let names = |c: &Chunk| !c.generals.is_empty() || !c.cities.is_empty() || c.number.is_some();
    (0..chunks.len()).find_map(|at| {
        let first = &chunks[at];
        let length =
            said(line, chunks, at, ClubWord::Since).filter(|_| !is_way_from(chunks, at))?;
        let begins =
            chunks[..at].iter().rposition(|c| matches!(c.kind, Kind::Period | Kind::Question));
        let from = begins.map_or(0, |before| before + 1);
        let opens = at == from || chunks[at - 1].kind == Kind::Comma;
        if !opens || chunks[from..at].iter().any(names) || !first.generals.is_empty() {
            return None;
        }
        let clause_length = chunks[at..].iter().take(LONGEST + 4).position(|c| !of_clause(c))?;
        let end = at + clause_length;
        let clause = chunks.get(at + length..end)?;
        let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question);
        let last = chunks[end..].iter().position(ends).map_or(chunks.len(), |last| end + last);
        let rest = &chunks[end + 1..last.max(end + 1)];
        let goes = |c: &Chunk| c.is_plain_city() && c.meanings.is_empty() || c.has(Word::Stay);
        if chunks[end].kind != Kind::Comma || clause.is_empty() || !rest.iter().any(goes) {
            return None;
        }
        let pieces: Vec<_> = clause.iter().filter(|c| !c.generals.is_empty()).collect();
        let positions: Vec<_> = pieces
            .iter()
            .flat_map(|c| &c.generals)
            .filter_map(|piece| known.position(*piece))
            .collect();
        let elsewhere = |c: &Chunk| {
            c.is_plain_city()
                && c.nation.is_none()
                && !c.cities.iter().any(|city| positions.contains(city))
        };
        let counts = |c: &Chunk| {
            matches!(c.kind, Kind::Suit(_)) || c.any(&[Word::Ready, Word::Recruit, Word::Else])
        };
        if clause.iter().any(|c| elsewhere(c) || counts(c)) {
            return None;
        }
        let mut kept = chunks[..at].to_vec();
        let train = |c: &Chunk| c.has(Word::Train) && c.generals.is_empty();
        if !rest.iter().any(|c| own(c) || train(c)) {
            let mine: Vec<_> = pieces.into_iter().filter(|c| own(c)).collect();
            let [only] = mine[..] else { return None };
            kept.push(only.clone());
        }
        kept.extend_from_slice(&chunks[end + 1..]);
        Some(Corrected { chunks: kept, line: blanked(line, first.start, chunks[end].end) })
    })
}

/// The line without what somebody supposes before he orders something else: `If Keith stays in Glatz they eat him alive, so
/// Keith goes to Frankenstein` is no condition.
pub(in crate::said) fn without_supposition(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let ends = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Question);
    (0..chunks.len()).find_map(|at| {
        let opens = at == 0 || ends(&chunks[at - 1]);
        if !opens || !chunks[at].has(Word::If) {
            return None;
        }
        let mark = |c: &Chunk| matches!(c.kind, Kind::Comma | Kind::Period | Kind::Semicolon);
        let (place, length) = (at + 2..chunks.len().min(at + LONGEST)).find_map(|place| {
            let parted = mark(&chunks[place - 1]);
            let length = said(line, chunks, place, ClubWord::Therefore).filter(|_| parted)?;
            Some((place, length))
        })?;
        let clause = &chunks[at + 1..place - 1];
        let positions: Vec<_> = clause
            .iter()
            .flat_map(|c| &c.generals)
            .filter_map(|piece| known.position(*piece))
            .collect();
        // Between the supposition and what is done about it stands what would come of it.
        let tells = clause.iter().any(|c| c.is_word() && (c.unknown || c.has(Word::Pronoun)));
        let orders = |c: &Chunk| {
            c.is_plain_city() && !c.cities.iter().any(|city| positions.contains(city))
                || c.any(&[Word::Recruit, Word::Else, Word::Play])
                || matches!(c.kind, Kind::Suit(_))
        };
        let goes = |c: &Chunk| c.is_plain_city() || c.has(Word::Stay);
        let clear = tells
            && !clause.iter().any(orders)
            && chunks[place + length..].iter().take_while(|c| !ends(c)).any(goes);
        clear.then(|| Corrected::without(line, chunks, at..place + length))
    })
}

/// The line without what somebody does to an enemy where he goes: `Schwerin to Neisse and burns the Austrian wagons there`,
/// `… and blocks Richelieu's path`. Combats follow by themselves (R7.1).
pub(in crate::said) fn without_deed(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let foreign = |c: &Chunk| {
        let general = !c.generals.is_empty() && !own(c);
        general || c.generals.is_empty() && c.nation.is_some_and(|nation| !known.is_own(nation))
    };
    let joins = |c: &Chunk| c.is_word() && c.has(Word::And) && c.cities.is_empty();
    (2..chunks.len()).find_map(|at| {
        let apart = |c: &Chunk| !of_clause(c) && c.kind != Kind::Comma;
        let from = chunks[..at].iter().rposition(apart).map_or(0, |from| from + 1);
        let before = &chunks[from..at];
        let sent = before.iter().any(Chunk::is_plain_city)
            && before.iter().any(|c| own(c) || c.has(Word::Train));
        if !joins(&chunks[at]) || !sent {
            return None;
        }
        let rest = at + 1;
        let ends = |c: &Chunk| !of_clause(c) || c.any(&[Word::And, Word::While, Word::Then]);
        let end = rest + chunks[rest..].iter().position(ends).unwrap_or(chunks.len() - rest);
        let clause = &chunks[rest..end];
        let words = clause.iter().filter(|c| c.is_word()).count();
        let first = clause.first().filter(|c| c.is_word() && !foreign(c))?;
        let leads =
            first.any(&[Word::To, Word::Via, Word::With, Word::At, Word::From, Word::Pronoun]);
        let orders = |c: &Chunk| {
            own(c)
                || c.is_plain_city() && c.nation.is_none()
                || c.count().is_some_and(|n| n > 2)
                || matches!(c.kind, Kind::Suit(_))
                || c.any(&[
                    Word::If,
                    Word::Else,
                    Word::Or,
                    Word::Not,
                    Word::Ready,
                    Word::Recruit,
                    Word::Wait,
                    Word::Cancel,
                    Word::Stay,
                    Word::Join,
                    Word::Back,
                ]) && !c.has(Word::Filler)
        };
        let verb = !first.any(&[Word::Article, Word::Title, Word::Filler, Word::General]);
        let clear = verb && !leads && (2..=8).contains(&words) && clause.iter().any(foreign);
        // `… and attacks Browne, spending at most the 10 of spades` says how he is fought.
        let cards = [Word::Spades, Word::Clubs, Word::Hearts, Word::Diamonds, Word::Card];
        let how = |c: &Chunk| {
            let terms = c.any(&cards) || c.any(&[Word::Reserve, Word::AtMost, Word::Lose]);
            matches!(c.kind, Kind::Suit(_)) || terms && !c.has(Word::Filler)
        };
        let stops = |c: &&Chunk| c.kind != Kind::Period;
        let fought = chunks[end..].iter().take_while(stops).any(how);
        (clear && !fought && !clause.iter().any(orders))
            .then(|| Corrected::without(line, chunks, at..end))
    })
}
