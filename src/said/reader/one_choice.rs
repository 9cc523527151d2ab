//! A choice that is made once, in a line of which the rest is talk: `Die Neun tut's auch, jetzt hat er bestimmt kein Herz mehr`,
//! `Ab in die Lausitz mit ihm, also Spremberg, weit weg vom König`.
//!
//! It is read where nothing else was understood, and only if one clause chooses plainly one card or city of those that can be
//! chosen, and no other clause binds it: names another that is not kept or refused, sets a condition, asks, or speaks of
//! another matter. What is chosen before a word that takes it back does not count.

use super::Reader;
use crate::game::{Action, DecisionKind, Face};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::known::Known;
use crate::said::club::words::{ClubWord, means, says};
use crate::said::combat::given_up::is_stop;
use crate::said::hand::cards::{full_suit, value};
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Doubt, LineReading, Request, Said, Trouble};
use std::ops::Range;

/// What makes of something that is named a thing that is only spoken of.
const SPEAKS: [ClubWord; 13] = [
    ClubWord::Past,
    ClubWord::Bygone,
    ClubWord::Considered,
    ClubWord::ThoughtOf,
    ClubWord::Would,
    ClubWord::Perhaps,
    ClubWord::Supposing,
    ClubWord::Asking,
    ClubWord::Musing,
    ClubWord::AtTheHour,
    ClubWord::Disagree,
    ClubWord::Never,
    ClubWord::TooFar,
];

/// What a clause has to do with the choice.
#[derive(PartialEq)]
enum Role {
    /// It makes it, and no more is to follow if `true`.
    Chooses(Action, bool),
    /// No more cards are to be played.
    Ends,
    /// What was chosen before is taken back.
    TakesBack,
    /// If the enemy answers: what then, the next clause says.
    IfAnswered,
    /// What is kept, or nothing of the choice at all.
    Beside,
}

/// The choice that is awaited, and what can be chosen.
struct Choice<'a, 'k> {
    line: &'a str,
    known: &'a Known<'k>,
    kind: DecisionKind,
    answers: Vec<Action>,
    /// The line was taken for talk: it needs a verb.
    talk: bool,
}

impl Reader<'_> {
    /// The one choice of a line that was not understood, and a stop behind it.
    pub(super) fn one_choice(
        &self,
        line: &str,
        number: usize,
        chunks: &[Chunk],
        reading: &LineReading,
    ) -> Option<Vec<Said>> {
        let vague =
            [Trouble::Unknown, Trouble::UnknownWords, Trouble::UnknownCard, Trouble::UnknownSequel];
        match reading {
            LineReading::Chatter(_) => {}
            LineReading::Question { doubt: Doubt::Card | Doubt::City, .. } => {}
            LineReading::NotUnderstood { trouble, .. } if vague.contains(trouble) => {}
            _ => return None,
        }
        let known = self.known.as_ref().filter(|_| self.heading.is_none())?;
        let once = [DecisionKind::Play, DecisionKind::Discard, DecisionKind::Retreat];
        let open = known.only_decision().filter(|open| once.contains(&open.kind))?;
        if self.reading.said.iter().any(|said| said.line == number) {
            return None;
        }
        let answers = known.legal_answers(open.nation, open.kind);
        let talk = matches!(reading, LineReading::Chatter(_));
        let choice = Choice { line, known, kind: open.kind, answers, talk };
        let acts = choice.made(chunks)?;
        let said = |action| Said {
            line: number,
            nation: Some(open.nation),
            turn: None,
            headed: false,
            condition: None,
            request: Request::Act(action),
        };
        Some(acts.into_iter().map(said).collect())
    }
}

impl Choice<'_, '_> {
    /// What the clauses choose together.
    fn made(&self, chunks: &[Chunk]) -> Option<Vec<Action>> {
        let (mut chosen, mut ends, mut sequel): (Option<Action>, bool, bool) = (None, false, false);
        let mut before: &[Chunk] = &[];
        for clause in clauses(chunks) {
            let clause = &chunks[clause];
            let role = self.role(clause, chosen.is_some())?;
            // `The 6 of hearts and the 4 of spades I keep`: one verb for both.
            if self.keeps_both(std::mem::replace(&mut before, clause), clause) {
                (chosen, ends) = (None, false);
            }
            if sequel && !matches!(role, Role::Ends) {
                return None;
            }
            sequel = role == Role::IfAnswered;
            match role {
                Role::Chooses(..) if ends => return None,
                Role::Chooses(action, last) => {
                    if chosen.as_ref().is_some_and(|before| *before != action) {
                        return None;
                    }
                    (chosen, ends) = (Some(action), last);
                }
                Role::Ends => ends = true,
                Role::TakesBack => (chosen, ends) = (None, false),
                Role::IfAnswered | Role::Beside => {}
            }
        }
        let acts: Vec<Action> = chosen.into_iter().chain(ends.then_some(Action::Stop)).collect();
        (!sequel && !acts.is_empty()).then_some(acts)
    }

    /// Whether what a clause says it keeps goes on from one before it that only names something.
    fn keeps_both(&self, before: &[Chunk], clause: &[Chunk]) -> bool {
        let small = [Word::Article, Word::TheOnes, Word::And, Word::From, Word::Card];
        let bare =
            |c: &Chunk| !c.is_word() || self.names(c) || full_suit(c).is_some() || c.any(&small);
        let joins = clause.first().is_some_and(|c| c.has(Word::And));
        let keeps = clause.iter().any(|c| c.has(Word::Keep));
        joins && keeps && !before.is_empty() && before.iter().all(bare)
    }

    /// What a clause says; `None` if it binds the whole line. `chosen`: something was chosen before it.
    fn role(&self, clause: &[Chunk], chosen: bool) -> Option<Role> {
        let text = self.line.get(clause.first()?.start..clause.last()?.end)?;
        let plays = self.kind == DecisionKind::Play;
        let taken_back = [ClubWord::Correction, ClubWord::PlainNo];
        if taken_back.iter().any(|word| means(text, *word)) {
            return Some(Role::TakesBack);
        }
        let named: Vec<usize> = (0..clause.len()).filter(|at| self.names(&clause[*at])).collect();
        let quits = || (0..clause.len()).any(|at| is_stop(clause, at, &clause[at]));
        let stops = plays && (quits() || says(text, ClubWord::LetsHim));
        let strict =
            |c: &Chunk, words: &[Word]| c.is_word() && c.any(words) && !c.has(Word::Filler);
        let condition = clause.iter().any(|c| strict(c, &[Word::If, Word::Answers]));
        if plays && condition && named.is_empty() && chosen {
            return Some(if stops { Role::Ends } else { Role::IfAnswered });
        }
        if self.is_another_matter(clause) {
            return None;
        }
        let joins = clause.first()?.any(&[Word::And, Word::Then]);
        if clause.iter().any(|c| strict(c, &[Word::Wait])) && !(joins && chosen) {
            return None;
        }
        let not = clause.iter().any(|c| c.has(Word::Not) && !c.has(Word::Stop));
        let kept = clause.iter().any(|c| c.has(Word::Keep)) || says(text, ClubWord::Needed);
        let [at] = named[..] else {
            if !named.is_empty() {
                // Several in one clause are a list, and only kept or refused ones stand aside.
                return (kept || not).then_some(Role::Beside);
            }
            // `Both hearts, 11 first`
            let several = |c: &Chunk| full_suit(c).is_some() || strict(c, &[Word::Both, Word::All]);
            if clause.iter().any(several) && !(not || kept || stops) {
                return None;
            }
            let of_others = clause.iter().any(|c| c.has(Word::Pronoun));
            return match stops {
                true if says(text, ClubWord::ThatSuffices) || not && of_others => {
                    Some(Role::Beside)
                }
                true if chosen => plays.then_some(Role::Ends),
                true => {
                    let gives_up = !self.talk && says(text, ClubWord::LetsHim);
                    (plays && gives_up && !not && !of_others).then_some(Role::Ends)
                }
                false => Some(Role::Beside),
            };
        };
        // `Jag ihn nach Spremberg, in Muskau stünde er mir nur im Weg`
        let against = [ClubWord::Weighs, ClubWord::TooFar, ClubWord::Spurned];
        let refused = not || against.iter().any(|word| says(text, *word));
        if kept || refused && self.kind == DecisionKind::Retreat {
            return Some(Role::Beside);
        }
        if not || SPEAKS.iter().any(|word| says(text, *word)) || !self.is_plain(clause, at) {
            return None;
        }
        // `rzucam dziewiątkę i tyle`
        let behind = (at + 1..clause.len()).any(|at| is_stop(clause, at, &clause[at]));
        if stops && !(behind && plays) {
            return None;
        }
        self.answer(clause, at).map(|action| Role::Chooses(action, stops))
    }

    /// Whether a chunk names something that may be chosen.
    fn names(&self, chunk: &Chunk) -> bool {
        match self.kind {
            DecisionKind::Retreat => chunk.is_plain_city() && chunk.guessed.is_none(),
            _ => value(chunk).is_some(),
        }
    }

    /// The only answer that what is named here can be.
    fn answer(&self, clause: &[Chunk], at: usize) -> Option<Action> {
        let suit = clause.iter().find_map(full_suit);
        let fits = |action: &&Action| match action {
            Action::Play { card, value: None } | Action::Discard { card } => match card.face {
                Face::Suited(own, face) => {
                    value(&clause[at]) == Some(u32::from(face))
                        && suit.is_none_or(|suit| suit == own)
                }
                Face::Reserve => false,
            },
            Action::Retreat { to } => clause[at].cities.contains(to),
            _ => false,
        };
        let mut fitting = self.answers.iter().filter(fits);
        let action = fitting.next().filter(|_| fitting.next().is_none())?;
        Some(action.clone())
    }

    /// Whether a clause speaks of something else that a line may say.
    fn is_another_matter(&self, clause: &[Chunk]) -> bool {
        let binds = [
            Word::If,
            Word::Unless,
            Word::Or,
            Word::Train,
            Word::Absent,
            Word::Press,
            Word::Cancel,
            Word::Propose,
            Word::Draw,
        ];
        // `gegen die Reserve komme ich nicht an`
        let denied = clause.iter().any(|c| c.has(Word::Not));
        clause.iter().any(|c| {
            c.is_word() && c.any(&binds) && !c.has(Word::Filler)
                || c.kind == Kind::Question
                || c.has(Word::Reserve) && c.plain.len() > 1 && !denied
                || c.seat.is_some()
                || c.nation.is_some_and(|nation| self.known.is_own(nation))
                || self.kind != DecisionKind::Retreat && c.is_plain_city() && c.guessed.is_none()
        })
    }

    /// Whether a clause chooses what it names: it begins with it, or has a verb for it, or is short.
    fn is_plain(&self, clause: &[Chunk], at: usize) -> bool {
        let enemy = |c: &Chunk| c.generals.iter().any(|piece| !self.known.is_own(piece.nation()));
        let unit = [Word::Troops, Word::Days, Word::Hours, Word::Weeks, Word::Steps, Word::Card];
        let cards = self.kind != DecisionKind::Retreat;
        let of_time = at > 0 && clause[at - 1].any(&[Word::At, Word::Turn, Word::For]);
        let counts = clause.get(at + 1).is_some_and(|c| c.any(&unit));
        // `far from Dresden`, `too near to Pirna`
        let from = at > 0 && clause[at - 1].any(&[Word::From, Word::Away]);
        if cards && (clause.iter().any(enemy) || of_time || counts) || !cards && from {
            return false;
        }
        let verbs = [Word::Play, Word::Move, Word::Discard, Word::Retreat];
        let verb = clause.iter().any(|c| c.is_word() && c.any(&verbs) && !c.has(Word::Filler));
        let passed = [Word::Article, Word::Filler, Word::And, Word::Then, Word::To];
        let before = clause[..at].iter().filter(|c| c.is_word() && !c.any(&passed));
        let words = clause.iter().filter(|c| c.is_word()).count();
        (verb || !self.talk && (before.count() <= 1 || words <= 4)) && words <= 16
    }
}

/// The stretches of a line between its marks, and before `and` where a verb follows.
fn clauses(chunks: &[Chunk]) -> Vec<Range<usize>> {
    let joins = |at: usize| {
        let verb = [Word::Play, Word::Stop, Word::Wait, Word::Keep, Word::Then, Word::If];
        chunks[at].is_word()
            && chunks[at].any(&[Word::And, Word::Then])
            && chunks[at + 1..].iter().take(4).any(|c| c.any(&verb))
    };
    let mut all = Vec::new();
    let mut from = 0;
    for at in 0..=chunks.len() {
        let mark = chunks.get(at).is_none_or(|c| {
            let glued = c.kind == Kind::Dash && c.glued;
            !c.is_word() && c.number.is_none() && !matches!(c.kind, Kind::Suit(_)) && !glued
        });
        if !mark && !(at > from && joins(at)) {
            continue;
        }
        let question = chunks.get(at).is_some_and(|c| c.kind == Kind::Question);
        let end = if question { at + 1 } else { at };
        if end > from {
            all.push(from..end);
        }
        from = if mark { at + 1 } else { at };
    }
    all
}
