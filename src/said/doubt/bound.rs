//! What binds an order and was not read with it: a negation, an exception, a condition behind it, a
//! correction in the same breath, another time. No part of a line that bears meaning is passed over in
//! silence: where it is not sure what was meant, the writer is asked.
//!
//! The words are those of the club's data, in all languages at once.

use super::idle;
use super::others::{behind_because, is_of_others};
use crate::game::{Action, CityId, DecisionKind, PieceId};
use crate::orders::fold::fold;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected;
use crate::said::chunks::corrected::blanked;
use crate::said::chunks::frame::Problem;
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence::sentence_about;
use crate::said::club::words::{ClubWord, LONGEST, begins, means, says};
use crate::said::grouping::heading;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Fact, Request, Said, Trouble};

/// What binds marches and stays, and whether it does so also in a line that was read under a condition.
const BINDING: [(ClubWord, bool); 9] = [
    (ClubWord::Correction, true),
    (ClubWord::Apology, true),
    (ClubWord::Except, true),
    (ClubWord::Never, true),
    (ClubWord::Perhaps, true),
    (ClubWord::Halfway, true),
    (ClubWord::Later, true),
    (ClubWord::Musing, true),
    (ClubWord::OnlyIf, false),
];

/// The problem of a line that was read as these marches and stays, if something in it binds them.
pub(in crate::said) fn bound(line: &str, chunks: &[Chunk], said: &[Said]) -> Option<Problem> {
    let marches = |said: &Said| {
        matches!(said.request, Request::Act(Action::MoveVia { .. }) | Request::Stay(_))
    };
    if !said.iter().any(marches) {
        return None;
    }
    // `Keith to Glatz, but no further`: the no is about what would come behind the goal.
    let closes = |c: &&Chunk| c.is_word() && c.has(Word::Filler) && c.has(Word::Stop);
    let closed = chunks.iter().filter(closes).fold(line.to_owned(), |line, c| {
        if line.get(c.start..c.end).is_some_and(|words| words.contains(' ')) {
            blanked(&line, c.start, c.end)
        } else {
            line
        }
    });
    let line = closed.as_str();
    let conditional = said.iter().any(|said| said.condition.is_some());
    let later = said.iter().any(|said| said.turn.is_some() || said.headed);
    let quotes = |c: char| matches!(c, '\'' | '’' | '‘');
    let words: Vec<&str> = line
        .split(|c: char| {
            !c.is_alphanumeric() && !quotes(c) && !('\u{300}'..='\u{36f}').contains(&c)
        })
        .filter(|word| !word.is_empty())
        .collect();
    // `Heinrich to Bernau, no, Spandau`: two goals, and a no between them.
    let two = said.iter().any(|said| match &said.request {
        Request::Act(Action::MoveVia { via, .. }) => via.len() > 1,
        _ => false,
    });
    let denied = |pair: &[&str]| {
        Little::Denial.is(&fold(pair[0]).plain)
            && !pair[1].starts_with(|c: char| c.is_ascii_digit())
    };
    // `nigdzie nie idzie`: a no within a clause is part of what it says.
    let apart = |pair: &&[&str]| {
        let (from, to) = (place(line, pair[0]), place(line, pair[0]) + pair[0].len());
        let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !word(line[..from].trim_end().chars().next_back())
            || !word(line[to..].trim_start().chars().next())
    };
    // `… to Alfeld. No more moves.`: a sentence of its own.
    let alone = |pair: &[&str]| {
        let end = place(line, pair[0]) + pair[0].len();
        begins_sentence(line, pair[0]) && line[end..].starts_with(' ')
    };
    let corrects = |pair: &&[&str]| denied(pair) && apart(pair) && !alone(pair);
    if two && let Some(pair) = words.windows(2).skip(1).find(corrects) {
        return Some(
            either(line, said).unwrap_or_else(|| Problem::new(Trouble::UnknownWords, pair[0])),
        );
    }
    for (word, always) in BINDING {
        // Polish `poza grą` is no exception.
        let out = word == ClubWord::Except && said.iter().any(is_on_leaving);
        // `Keith better not`
        let one_stays = matches!(said, [only] if matches!(only.request, Request::Stay(_)))
            && word == ClubWord::Correction;
        if one_stays || conditional && !always || later && word == ClubWord::Later || out {
            continue;
        }
        // `Sorry for the delay` and `…, sorry!` correct nothing.
        let inside = usize::from(matches!(word, ClubWord::Correction | ClubWord::Apology));
        for at in (inside..words.len()).filter(|at| begins(words[*at], word)) {
            let most = LONGEST.min(words.len() - at - inside.min(words.len() - at));
            let found =
                (1..=most).rev().find(|length| means(&words[at..at + length].concat(), word));
            if let Some(length) = found {
                // `Sorry it took so long` corrects nothing; `to Riesa, sorry, Torgau` does.
                let for_something = || {
                    let most = LONGEST.min(words.len() - at);
                    (2..=most).any(|n| means(&words[at..at + n].concat(), ClubWord::Regret))
                };
                // Polish `poza tym` excepts nothing.
                let besides = word == ClubWord::Except
                    && (2..=most).any(|n| means(&words[at..at + n].concat(), ClubWord::Besides));
                if besides {
                    continue;
                }
                // `Dear umpire, sorry for the late answer, …`: nothing stands before it that it could correct.
                let named =
                    |c: &Chunk| !c.generals.is_empty() || c.is_plain_city() || c.is_train_word();
                let from = place(line, words[at]);
                let nothing = || !chunks.iter().any(|c| c.end <= from && named(c));
                if word == ClubWord::Apology
                    && (begins_sentence(line, words[at]) || for_something() || nothing())
                {
                    continue;
                }
                // `Sorry, I meant Heinrich to Spandau` corrects an earlier mail.
                let excuses =
                    |word: &&str| means(word, ClubWord::Apology) || means(word, ClubWord::PlainNo);
                if word == ClubWord::Correction && words[..at].iter().all(excuses) {
                    continue;
                }
                // `Train 2 to Steinau I mean!`: nothing stands behind it.
                let behind =
                    &line[place(line, words[at + length - 1]) + words[at + length - 1].len()..];
                let last = behind.trim_start().is_empty() || behind.starts_with(['.', '!']);
                if word == ClubWord::Correction && last && !two {
                    continue;
                }
                let corrects = matches!(word, ClubWord::Correction | ClubWord::Apology);
                if corrects && is_of_an_earlier_mail(chunks, place(line, words[at])) {
                    continue;
                }
                if word == ClubWord::Never
                    && concerns_no_march(line, chunks, &words[at..at + length], said)
                {
                    continue;
                }
                // `Winterfeldt hält solange Oschatz`: behind another word it says when, and no condition.
                let from = place(line, words[at]);
                let joined = line[..from].trim_end().ends_with(char::is_alphanumeric);
                if word == ClubWord::OnlyIf
                    && joined
                    && means(&words[at..at + length].concat(), ClubWord::Meanwhile)
                {
                    continue;
                }
                // `Schwerin resta a Strehlen finché non capisco …`: how long, and no condition.
                if word == ClubWord::OnlyIf && idle::waits_for_clarity(line, from, said) {
                    continue;
                }
                // `so oder so` is no `oder so`.
                let before = &words[at.saturating_sub(1)..at + length];
                if means(&before.concat(), ClubWord::Regardless) {
                    continue;
                }
                // `oder so weit wie möglich` is no `oder so`.
                let as_far = |c: &Chunk| c.has(Word::AsFar) && (c.start..c.end).contains(&from);
                // `Browne to Raudnitz, as I have hardly any spades`: a reason binds nothing.
                let reason = [ClubWord::Perhaps, ClubWord::Never, ClubWord::Halfway];
                if reason.contains(&word) && behind_because(chunks, from) {
                    continue;
                }
                let near = word == ClubWord::Halfway && chunks.iter().any(|c| c.has(Word::AsFar));
                if near || word == ClubWord::Perhaps && chunks.iter().any(as_far) {
                    continue;
                }
                // `Olsztyn, later Biskupiec`: the stops of a way, one behind the other.
                if word == ClubWord::Later && joins_stops(chunks, from, said) {
                    continue;
                }
                if word == ClubWord::Later && stands_aside(line, &words[at..at + length], said) {
                    continue;
                }
                let open = [ClubWord::Later, ClubWord::Perhaps, ClubWord::Never, ClubWord::Musing];
                if open.contains(&word) && is_of_others(chunks, from, said) {
                    continue;
                }
                if two
                    && matches!(word, ClubWord::Correction | ClubWord::Apology)
                    && let Some(question) = either(line, said)
                {
                    return Some(question);
                }
                let trouble = match word {
                    ClubWord::OnlyIf => Trouble::UnknownCondition,
                    _ => Trouble::UnknownWords,
                };
                return Some(Problem::new(trouble, words[at..at + length].join(" ")));
            }
        }
    }
    None
}

/// `Schwerin to Glatz, Keith rather stays in Strehlen`: behind a piece that is named nowhere else in the line, and before
/// all that is said of it, a word that corrects changes an order of an earlier mail.
fn is_of_an_earlier_mail(chunks: &[Chunk], word: usize) -> bool {
    let Some(at) = chunks.iter().position(|c| c.start <= word && word < c.end) else {
        return false;
    };
    let parts = |c: &Chunk| {
        matches!(c.kind, Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Question)
            || c.has(Word::And) && c.generals.is_empty() && c.cities.is_empty()
    };
    let from = chunks[..at].iter().rposition(parts).map_or(0, |before| before + 1);
    let piece = |c: &Chunk| !c.generals.is_empty();
    let subject = &chunks[from..at];
    let says = |c: &Chunk| c.is_plain_city() || c.has(Word::Stay) && c.generals.is_empty();
    let others = chunks[..from].iter().chain(&chunks[at..]).flat_map(|c| &c.generals);
    let others: Vec<_> = others.collect();
    subject.iter().any(piece)
        && !subject.iter().any(|c| says(c) || !c.is_word())
        && !subject.iter().flat_map(|c| &c.generals).any(|piece| others.contains(&piece))
}

/// `Seydlitz to Magdeburg... no, nothing to do there. Burg`: a city that stands alone behind a no, and is
/// in no order. Which is meant is asked.
pub(in crate::said) fn left_over(line: &str, chunks: &[Chunk], said: &[Said]) -> Option<Problem> {
    let apart = |c: &Chunk| matches!(c.kind, Kind::Comma | Kind::Period | Kind::Dash | Kind::Other);
    let no = (1..chunks.len()).find(|at| {
        Little::Denial.is(&chunks[*at].plain)
            && chunks[at.saturating_sub(2)..*at].iter().any(apart)
            && chunks.get(at + 1).is_some_and(|c| apart(c) || c.kind == Kind::Word)
    })?;
    let marches = |said: &Said| match &said.request {
        Request::Act(Action::MoveVia { pieces, via }) => Some((pieces.clone(), via.clone())),
        _ => None,
    };
    let (pieces, via) = said.iter().filter_map(marches).next_back()?;
    let named = |city: &CityId| said.iter().filter_map(marches).any(|(_, via)| via.contains(city));
    let alone = |at: &usize| {
        let chunk = &chunks[*at];
        chunk.is_plain_city()
            && chunk.meanings.is_empty()
            && apart(&chunks[at - 1])
            && chunks.get(at + 1).is_none_or(apart)
            && !chunk.cities.iter().any(named)
    };
    let at = (no + 1..chunks.len()).find(alone)?;
    Some(Problem::Question {
        doubt: Doubt::City,
        words: line.chars().take(80).collect(),
        candidates: vec![
            Candidate::march(&pieces, *via.last()?),
            Candidate::march(&pieces, *chunks[at].cities.first()?),
        ],
    })
}

fn is_on_leaving(said: &Said) -> bool {
    said.condition.is_some_and(|condition| matches!(condition.fact, Fact::Out(_)))
}

/// `Richelieu to Paderborn, no, Soest`: which of the two is asked.
fn either(line: &str, said: &[Said]) -> Option<Problem> {
    let mut marches = said.iter().filter_map(|said| match &said.request {
        Request::Act(Action::MoveVia { pieces, via }) => Some((pieces, via)),
        _ => None,
    });
    let (Some((pieces, via)), None) = (marches.next(), marches.next()) else { return None };
    Some(Problem::Question {
        doubt: Doubt::City,
        words: line.chars().take(80).collect(),
        candidates: via.iter().map(|city| Candidate::march(pieces, *city)).collect(),
    })
}

/// Where a word of a line begins in it, in bytes.
fn place(line: &str, word: &str) -> usize {
    word.as_ptr() as usize - line.as_ptr() as usize
}

fn begins_sentence(line: &str, word: &str) -> bool {
    let at = place(line, word);
    line[..at].trim_end().is_empty()
        || line[..at].trim_end().ends_with(['.', '!', '?', ';', '¡', '('])
}

/// `Keith to Glatz in turn 5`, read as a march or a purchase of this turn.
pub(in crate::said) fn another_turn(
    line: &str,
    chunks: &[Chunk],
    said: &[Said],
    now: u16,
) -> Option<Problem> {
    let today = |said: &Said| {
        let act = matches!(said.request, Request::Act(Action::MoveVia { .. } | Action::Recruit(_)));
        (act || matches!(said.request, Request::Stay(_))) && said.turn.is_none()
    };
    // `w 3 etapie`
    let turn = |c: &Chunk| c.is_word() && c.has(Word::Turn);
    let counted = |at: usize| {
        let number = chunks[at].count().and_then(|number| u16::try_from(number).ok());
        number.filter(|_| turn(&chunks[at + 1])).map(|number| (at, at + 2, number))
    };
    let counted = || (0..chunks.len().saturating_sub(1)).find_map(counted);
    let (from, to, turn) = heading::turn_named(chunks).or_else(counted)?;
    let of_marches = said.iter().all(|said| today(said) || said.request == Request::Ready);
    let words = line.get(chunks[from].start..chunks[to - 1].end).unwrap_or_default();
    let until = from > 0 && chunks[from - 1].has(Word::Until);
    (turn > now && said.iter().any(today) && of_marches && !until)
        .then(|| Problem::new(Trouble::UnknownWords, words))
}

/// `If I count right, Dohna gets to Schivelbein. So Dohna to Schivelbein`: whether a piece goes now does not hang on where
/// those stand who go with it.
pub(in crate::said) fn hangs_on_itself(
    line: &str,
    said: &[Said],
    known: &Known,
) -> Option<Problem> {
    let acts = known.awaits(DecisionKind::Movement);
    let itself = |said: &Said| match (said.condition.map(|condition| condition.fact), &said.request)
    {
        (
            Some(Fact::At(piece, _)),
            Request::Act(Action::MoveVia { pieces, .. }) | Request::Stay(pieces),
        ) => {
            let own = |piece: &PieceId| acts == Some(piece.nation());
            // `if Daun at Prag: …` is asked of the map.
            let asked = line.contains(':') && !pieces.contains(&piece);
            !asked && own(&piece) && said.turn.is_none() && pieces.iter().all(own)
        }
        _ => false,
    };
    said.iter()
        .any(itself)
        .then(|| Problem::new(Trouble::UnknownCondition, line.chars().take(60).collect::<String>()))
}

/// `Apraxin towards Anklam, but not into it, say Wolgast`: if a direction and another place are named, which of them
/// is meant is asked.
pub(in crate::said) fn direction(line: &str, chunks: &[Chunk], said: &[Said]) -> Option<Problem> {
    let ends = |c: &&Chunk| {
        matches!(c.kind, Kind::Period | Kind::Semicolon)
            || !c.generals.is_empty()
            || c.is_train_word()
            || c.has(Word::Other) && c.cities.is_empty()
    };
    if says(line, ClubWord::TooFar) {
        return None;
    }
    said.iter().find_map(|said| {
        let Request::Act(Action::MoveVia { pieces, via }) = &said.request else { return None };
        let goal = via.last()?;
        let led = |at: usize| {
            chunks[at].cities.contains(goal) && at > 0 && chunks[at - 1].has(Word::Towards)
        };
        let at = (1..chunks.len()).find(|at| led(*at))?;
        let rest = chunks[at + 1..].iter().take_while(|c| !ends(c)).count();
        let other = (at + 1..=at + rest).find(|place| {
            let c = &chunks[*place];
            let way = chunks[at + 1..*place].iter().any(|c| c.any(&[Word::Via, Word::From]));
            let read = c.cities.iter().any(|city| via.contains(city));
            c.is_plain_city() && c.meanings.is_empty() && c.guessed.is_none() && !way && !read
        })?;
        let other = chunks[other].cities.first()?;
        Some(Problem::Question {
            doubt: Doubt::City,
            words: line.chars().take(80).collect(),
            candidates: [other, goal].map(|city| Candidate::march(pieces, *city)).to_vec(),
        })
    })
}

/// `Saltikov 8, Fermor 2 – no wait, rather 7 and 3`, read as the first numbers: which are meant is asked.
pub(in crate::said) fn other_numbers(
    line: &str,
    chunks: &[Chunk],
    said: &[Said],
) -> Option<Problem> {
    let mut counts: Vec<u32> = Vec::new();
    for said in said {
        if let Request::Act(Action::Allot { troops } | Action::Redistribute { troops, .. }) =
            &said.request
        {
            counts.extend(troops.iter().map(|(_, count)| u32::from(*count)));
        }
    }
    if counts.is_empty() {
        return None;
    }
    let corrects = |at: usize| {
        [ClubWord::Correction, ClubWord::PlainNo]
            .into_iter()
            .any(|word| corrected::said(line, chunks, at, word).is_some())
    };
    let mark = |c: &Chunk| {
        matches!(c.kind, Kind::Comma | Kind::Period | Kind::Semicolon | Kind::Dash | Kind::Other)
    };
    let at = (1..chunks.len()).find(|at| mark(&chunks[at - 1]) && corrects(*at))?;
    let other = |c: &Chunk| c.count().is_some_and(|n| n > 0 && !counts.contains(&n));
    let words = || line.get(chunks[at].start..).unwrap_or_default().chars().take(60);
    chunks[at..]
        .iter()
        .any(other)
        .then(|| Problem::new(Trouble::MissingTroops, words().collect::<String>()))
}

/// Two marches of one piece in one line: which is meant is asked.
pub(in crate::said) fn twice(line: &str, chunks: &[Chunk], said: &[Said]) -> Option<Problem> {
    let march = |said: &Said| match &said.request {
        Request::Act(Action::MoveVia { pieces, via }) => {
            Some((pieces.clone(), *via.last()?, said.condition, said.turn))
        }
        _ => None,
    };
    let marches: Vec<_> = said.iter().filter_map(march).collect();
    // `Keith to Glatz, and Keith stays`
    let stays = said.iter().enumerate().find_map(|(at, stay)| {
        let Request::Stay(staying) = &stay.request else { return None };
        let others = said.iter().enumerate().filter(|(other, _)| *other != at);
        let gone = others.map(|(_, said)| said).filter_map(march).find(
            |(pieces, _, condition, turn)| {
                *condition == stay.condition
                    && *turn == stay.turn
                    && pieces.iter().any(|piece| staying.contains(piece))
            },
        )?;
        Some(Problem::Question {
            doubt: Doubt::City,
            words: sentence_about(line, chunks, staying),
            candidates: vec![Candidate::march(&gone.0, gone.1), Candidate::Stay(staying.clone())],
        })
    });
    if stays.is_some() {
        return stays;
    }
    marches.iter().enumerate().find_map(|(at, (pieces, goal, condition, turn))| {
        let same = |other: &&(Vec<_>, CityId, _, _)| {
            other.2 == *condition
                && other.3 == *turn
                && other.0.iter().any(|piece| pieces.contains(piece))
                && !(other.0 == *pieces && other.1 == *goal)
        };
        let other = marches[at + 1..].iter().find(same)?;
        Some(Problem::Question {
            doubt: if *goal == other.1 { Doubt::Piece } else { Doubt::City },
            words: sentence_about(line, chunks, pieces),
            candidates: vec![Candidate::march(pieces, *goal), Candidate::march(&other.0, other.1)],
        })
    })
}

/// Whether a word stands between two cities that follow one another in the way of a march.
fn joins_stops(chunks: &[Chunk], word: usize, said: &[Said]) -> bool {
    let Some(at) = chunks.iter().position(|c| c.start <= word && word < c.end) else {
        return false;
    };
    let says = |c: &&Chunk| c.is_word() && !c.any(&[Word::And, Word::To, Word::Article]);
    let (Some(before), Some(behind)) =
        (chunks[..at].iter().rfind(says), chunks[at + 1..].iter().find(says))
    else {
        return false;
    };
    let stops = |via: &[CityId]| {
        via.windows(2)
            .any(|pair| before.cities.contains(&pair[0]) && behind.cities.contains(&pair[1]))
    };
    said.iter().any(
        |said| matches!(&said.request, Request::Act(Action::MoveVia { via, .. }) if stops(via)),
    )
}

/// Whether these words stand in another sentence than the orders, and not alone: `See you next turn`.
fn stands_aside(line: &str, phrase: &[&str], said: &[Said]) -> bool {
    let (Some(first), Some(last)) = (phrase.first(), phrase.last()) else { return false };
    let (from, to) = (place(line, first), place(line, last) + last.len());
    let ends = |c: char| matches!(c, '.' | '!' | '?' | ';');
    let begin = line[..from].rfind(ends).map_or(0, |at| at + 1);
    let end = line[to..].find(ends).map_or(line.len(), |at| to + at);
    let beside =
        line[begin..from].split_whitespace().count() + line[to..end].split_whitespace().count();
    let sentence = line[begin..end].to_lowercase();
    let mut ordered = said.iter().flat_map(|said| said.request.ordered());
    let named = ordered.any(|piece| sentence.contains(&piece.name().to_lowercase()));
    begin > 0 && beside > 0 && !named
}

/// Whether these words stand in a clause that names nobody who marches: `Keith to Glatz. Trains don't move.`
fn concerns_no_march(line: &str, chunks: &[Chunk], phrase: &[&str], said: &[Said]) -> bool {
    let (Some(first), Some(last)) = (phrase.first(), phrase.last()) else { return false };
    let (from, to) = (place(line, first), place(line, last) + last.len());
    let ends = |c: char| matches!(c, '.' | '!' | '?' | ';' | ',');
    let begin = line[..from].rfind(ends).map_or(0, |at| at + 1);
    let end = line[to..].find(ends).map_or(line.len(), |at| to + at);
    let clause: Vec<&Chunk> = chunks.iter().filter(|c| (begin..end).contains(&c.start)).collect();
    let number = |c: &&Chunk| c.count().or(c.ordinal).filter(|_| c.generals.is_empty());
    let counted = clause.iter().find_map(number).map(|number| number.to_string());
    let in_clause = |piece: &PieceId| match piece.is_general() {
        true => clause.iter().any(|c| c.generals.contains(piece)),
        false => {
            let which = counted.as_ref().is_some_and(|number| piece.name().ends_with(number));
            which && clause.iter().any(|c| c.is_train_word())
        }
    };
    // `Train to Prag. Daun doesn't move`, `…, the rest doesn't move`: of whom the clause speaks is said.
    let named = said
        .iter()
        .any(|said| matches!(&said.request, Request::Stay(pieces) if pieces.iter().any(in_clause)));
    // `…, l'autre ne bouge pas`, of a train that stays
    let train = |piece: &PieceId| !piece.is_general();
    let stays = said
        .iter()
        .any(|said| matches!(&said.request, Request::Stay(pieces) if pieces.iter().any(train)));
    let rest = |c: &Chunk| {
        (begin..end).contains(&c.start) && (c.has(Word::Rest) || c.has(Word::Other) && stays)
    };
    let others = named || chunks.iter().any(rest);
    // `if Heinrich is there, Ehrensvärd doesn't move; otherwise to Ueckermünde`
    let stays = |piece: &PieceId| {
        said.iter().any(|said| matches!(&said.request, Request::Stay(all) if all.contains(piece)))
    };
    said.iter().all(|said| match &said.request {
        Request::Act(Action::MoveVia { pieces, .. }) => {
            let named = |piece: &PieceId| {
                (!piece.is_general() && !others || in_clause(piece)) && !stays(piece)
            };
            begin > 0 && !pieces.iter().any(named)
        }
        _ => true,
    })
}
