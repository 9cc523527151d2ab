//! What binds an order and was not read with it: a negation, an exception, a condition behind it, a
//! correction in the same breath, another time. Nothing of a line that bears meaning is left over
//! unread: whoever is not sure what was meant asks.
//!
//! The words are those of the club's data, in all languages at once.

use super::chunk::Chunk;
use super::club::words::{ClubWord, LONGEST, begins, means};
use super::frame::Problem;
use super::little::Little;
use super::text::Kind;
use super::words::Word;
use super::{Candidate, Doubt, Fact, Request, Said, Trouble};
use crate::game::{Action, CityId, PieceId};
use crate::orders::fold::fold;

/// What binds marches and stays, and whether it does so in a line that was read under a condition.
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

/// What is in doubt of a line that was read as this, if something in it binds it.
pub(super) fn bound(line: &str, said: &[Said]) -> Option<Problem> {
    let marches = |said: &Said| {
        matches!(said.request, Request::Act(Action::MoveVia { .. }) | Request::Stay(_))
    };
    if !said.iter().any(marches) {
        return None;
    }
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
                if word == ClubWord::Apology
                    && (begins_sentence(line, words[at]) || for_something())
                {
                    continue;
                }
                // `Sorry, I meant Heinrich to Spandau` corrects an earlier mail.
                let excuses =
                    |word: &&str| means(word, ClubWord::Apology) || means(word, ClubWord::PlainNo);
                if word == ClubWord::Correction && words[..at].iter().all(excuses) {
                    continue;
                }
                if word == ClubWord::Never && concerns_no_march(line, &words[at..at + length], said)
                {
                    continue;
                }
                if word == ClubWord::Later && stands_aside(line, &words[at..at + length], said) {
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

/// `Seydlitz to Magdeburg... no, nothing to do there. Burg`: a city that stands alone behind a no, and is
/// in no order. Which is meant is asked.
pub(super) fn left_over(line: &str, chunks: &[Chunk], said: &[Said]) -> Option<Problem> {
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

/// Whether the text says this.
pub(super) fn says(text: &str, word: ClubWord) -> bool {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    (0..words.len()).filter(|at| begins(words[*at], word)).any(|at| {
        (1..=LONGEST.min(words.len() - at))
            .any(|length| means(&words[at..at + length].concat(), word))
    })
}

/// `Wait, Münster is too far, only to Hamm. Then done`: who ends a phase and names a goal of which nothing was read
/// means somebody by it.
pub(super) fn unread_goal(line: &str, chunks: &[Chunk], said: &[Said]) -> Option<Problem> {
    let only_ready = !said.is_empty() && said.iter().all(|said| said.request == Request::Ready);
    let goal = |at: usize| {
        // `only to` is one phrase.
        chunks[at].any(&[Word::To, Word::Only])
            && chunks[at].generals.is_empty()
            && chunks.get(at + 1).is_some_and(|c| c.is_plain_city() && c.meanings.is_empty())
    };
    let at = (0..chunks.len()).find(|at| goal(*at)).filter(|_| only_ready)?;
    let only = chunks[at.saturating_sub(1)..=at].iter().any(|c| c.any(&[Word::Only, Word::Alone]));
    let corrects = says(line, ClubWord::TooFar) || says(line, ClubWord::Instead);
    (only || corrects).then(|| {
        let words = line.get(chunks[at].start..chunks[at + 1].end).unwrap_or_default();
        Problem::new(Trouble::MissingPiece, words)
    })
}

/// Two marches of one piece in one line: which is meant is asked.
pub(super) fn twice(line: &str, said: &[Said]) -> Option<Problem> {
    let march = |said: &Said| match &said.request {
        Request::Act(Action::MoveVia { pieces, via }) => {
            Some((pieces.clone(), *via.last()?, said.condition, said.turn))
        }
        _ => None,
    };
    let marches: Vec<_> = said.iter().filter_map(march).collect();
    marches.iter().enumerate().find_map(|(at, (pieces, goal, condition, turn))| {
        let same = |other: &&(Vec<_>, CityId, _, _)| {
            other.2 == *condition
                && other.3 == *turn
                && other.0.iter().any(|piece| pieces.contains(piece))
                && !(other.0 == *pieces && other.1 == *goal)
        };
        let other = marches[at + 1..].iter().find(same)?;
        Some(Problem::Question {
            doubt: Doubt::City,
            words: line.chars().take(80).collect(),
            candidates: vec![Candidate::march(pieces, *goal), Candidate::march(&other.0, other.1)],
        })
    })
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
    let named = said.iter().any(|said| match &said.request {
        Request::Act(Action::MoveVia { pieces, .. }) | Request::Stay(pieces) => {
            pieces.iter().any(|piece| sentence.contains(&piece.name().to_lowercase()))
        }
        _ => false,
    });
    begin > 0 && beside > 0 && !named
}

/// Whether these words stand in a clause that names nobody who marches: `Keith to Glatz. Trains don't move.`
fn concerns_no_march(line: &str, phrase: &[&str], said: &[Said]) -> bool {
    let (Some(first), Some(last)) = (phrase.first(), phrase.last()) else { return false };
    let (from, to) = (place(line, first), place(line, last) + last.len());
    let ends = |c: char| matches!(c, '.' | '!' | '?' | ';' | ',');
    let begin = line[..from].rfind(ends).map_or(0, |at| at + 1);
    let end = line[to..].find(ends).map_or(line.len(), |at| to + at);
    let clause = line[begin..end].to_lowercase();
    said.iter().all(|said| match &said.request {
        Request::Act(Action::MoveVia { pieces, .. }) => {
            let named = |piece: &PieceId| {
                !piece.is_general() || clause.contains(&piece.name().to_lowercase())
            };
            begin > 0 && !pieces.iter().any(named)
        }
        _ => true,
    })
}

/// Whether a line that was read as troops is an address: `Friedrich-Ebert-Straße 12`; or one that was
/// read as anything is what stands below a company's mails: `Registered in Dresden, director: M. Keith`.
pub(super) fn is_address(line: &str, said: &[Said]) -> bool {
    let troops = |said: &Said| {
        matches!(said.request, Request::Act(Action::Redistribute { .. } | Action::Allot { .. }))
    };
    let street =
        |word: &str| means(word, ClubWord::Street) || Little::StreetEnding.ends(&fold(word).plain);
    if said.is_empty() {
        return false;
    }
    let mut words = line.split(|c: char| !c.is_alphanumeric());
    said.iter().all(troops) && words.any(street) || says(line, ClubWord::Company)
}
