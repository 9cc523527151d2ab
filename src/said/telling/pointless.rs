//! Clauses that could order nothing, whatever their words mean: `See you on Friday`, `Keith at Königgrätz will soon be hungry`,
//! `…, I am no millionaire`. A line that is in doubt is read once more without them
//! ([`reader`](crate::said::reader)); what is clear then was in doubt for their sake only.
//!
//! What this module deliberately does not do: pass over a clause with a piece that has its order nowhere else, a goal, a card, a
//! condition, a second thought, or any word that orders.

use super::thoughts::{Doubt, THOUGHTS, thoughts};
use crate::game::{DecisionKind, PieceId};
use crate::said::Language;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::clause::{Clause, ORDERING, clauses};
use crate::said::chunks::corrected::{Corrected, begins_correcting};
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence::sentences;
use crate::said::club::absence;
use crate::said::club::words::{ClubWord, says};
use crate::said::hand::cards::full_suit;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use std::ops::Range;

/// Words that order, bind or ask something beside those of [`ORDERING`].
const BINDING: [Word; 40] = [
    Word::Stay,
    Word::Via,
    Word::Troops,
    Word::New,
    Word::OneOf,
    Word::Days,
    Word::Weeks,
    Word::Until,
    Word::If,
    Word::Unless,
    Word::Inverted,
    Word::InThatCase,
    Word::Enter,
    Word::Deck,
    Word::Stop,
    Word::Attack,
    Word::Retreat,
    Word::Redistribute,
    Word::Duel,
    Word::Versus,
    Word::AtMost,
    Word::AtLeast,
    Word::AttackOrder,
    Word::ShowOrders,
    Word::Status,
    Word::WhereCan,
    Word::WhereIs,
    Word::TakeBack,
    Word::Back,
    Word::Concede,
    Word::Withdraw,
    Word::Evade,
    Word::OnlyTo,
    Word::Offensive,
    Word::Decline,
    Word::Choose,
    Word::Reconquer,
    Word::SetAside,
    Word::Join,
    Word::Following,
];
/// Words of combats, which where marches are awaited only tell something beside an enemy.
const FIGHTING: [Word; 8] = [
    Word::Stop,
    Word::AtMost,
    Word::AtLeast,
    Word::Versus,
    Word::Enter,
    Word::Play,
    Word::Attack,
    Word::Retreat,
];
/// Words that count even if they are mistyped.
const NEVER_GUESSED: [Word; 6] =
    [Word::Stay, Word::If, Word::Wait, Word::Cancel, Word::Ready, Word::Recruit];
/// A clause of fewer words may be a name that nobody knows.
const FEWEST: usize = 3;

/// With these a clause leaves something open.
const OPEN: [ClubWord; 6] = [
    ClubWord::Perhaps,
    ClubWord::Rather,
    ClubWord::Except,
    ClubWord::Somebody,
    ClubWord::Whichever,
    ClubWord::Anywhere,
];
/// With these a line says that something is not so after all.
const SECOND_THOUGHTS: [ClubWord; 3] =
    [ClubWord::ChangedMind, ClubWord::Correction, ClubWord::Instead];

/// Whether a line was read as something else for what was only thought of: it is read once more without that.
pub(in crate::said) fn has_thoughts(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
    language: Language,
) -> bool {
    let may = chunks.iter().any(|c| THOUGHTS.iter().any(|word| c.begins(*word)));
    may && !thoughts(line, chunks, &clauses(line, chunks, language), known, Doubt::Clear).is_empty()
}

/// The line without its clauses that could order nothing, if there are any.
pub(in crate::said) fn without_pointless(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
    language: Language,
    doubt: Doubt,
) -> Option<Corrected> {
    // How a combat is to be fought is said of enemies, in few words.
    if chunks.iter().any(|c| firm(c, &[Word::Duel])) {
        return None;
    }
    let mut all = clauses(line, chunks, language);
    let thought = thoughts(line, chunks, &all, known, doubt);
    let left = Corrected::without_all(line, chunks, &thought);
    let overlaps =
        |one: &Range<usize>, other: &Range<usize>| one.start < other.end && other.start < one.end;
    let dropped = |range: &Range<usize>| thought.iter().any(|t| overlaps(t, range));
    all.retain(|range| !dropped(range));
    // What a sentence takes back may stand in the one before it.
    let ends: Vec<Range<usize>> = sentences(chunks).collect();
    let corrects = |range: &Range<usize>| {
        let words: Vec<Chunk> = range
            .clone()
            .filter(|at| !dropped(&(*at..at + 1)))
            .map(|at| chunks[at].clone())
            .collect();
        let text = words.first().zip(words.last());
        let text = text.and_then(|(first, last)| left.line.get(first.start..last.end));
        let mut inside = all.iter().filter(|one| range.contains(&one.start));
        inside.any(|one| begins_correcting(line, &chunks[one.clone()]))
            || SECOND_THOUGHTS.iter().any(|word| text.is_some_and(|text| says(text, *word)))
    };
    let touched: Vec<bool> = ends.iter().map(corrects).collect();
    let stays = |range: &Range<usize>| {
        let at = ends.iter().position(|sentence| sentence.contains(&range.start));
        at.is_some_and(|at| touched[at] || touched.get(at + 1) == Some(&true))
    };
    let all: Vec<Range<usize>> = all.iter().filter(|range| !stays(range)).cloned().collect();
    // Of a line that is clear only thoughts are dropped.
    let droppable = |range: &&Range<usize>| {
        doubt != Doubt::Clear && Clause::new(line, chunks, range, known, language).is_pointless()
    };
    let mut pointless: Vec<Range<usize>> = all.iter().filter(droppable).cloned().collect();
    // Whoever is named in such a clause has his order in one of the others.
    let mut gone = vec![false; chunks.len()];
    for range in pointless.iter().chain(&thought) {
        gone[range.clone()].fill(true);
    }
    pointless.retain(|range| {
        let elsewhere = |piece: &PieceId| {
            let mut left = chunks.iter().zip(&gone).filter(|(_, gone)| !**gone);
            left.any(|(c, _)| c.generals.contains(piece))
        };
        let ordered =
            Clause::new(line, chunks, range, known, language).own_pieces().iter().all(elsewhere);
        if !ordered {
            gone[range.clone()].fill(false);
        }
        ordered
    });
    pointless.extend(thought);
    let left = Corrected::without_all(line, chunks, &pointless);
    (!pointless.is_empty() && left.chunks.iter().any(Chunk::is_word_or_number)).then_some(left)
}

/// Whether it means one of these, and is no word that only fills.
fn firm(c: &Chunk, all: &[Word]) -> bool {
    c.is_word() && c.any(all) && !c.any(&[Word::Filler, Word::Article])
}

fn names_nothing(c: &Chunk) -> bool {
    c.generals.is_empty() && c.cities.is_empty() && c.count().is_none() && !c.is_train_word()
}

impl Clause<'_> {
    /// In a combat no general is sent anywhere.
    fn is_in_combat(&self) -> bool {
        self.known.awaits(DecisionKind::Play).is_some()
    }

    fn names_own(&self, c: &Chunk) -> bool {
        c.generals.iter().any(|piece| self.known.is_own(piece.nation()))
    }

    /// The pieces of the writer's that have to have an order elsewhere.
    fn own_pieces(&self) -> Vec<PieceId> {
        if self.is_in_combat() || self.postpones() {
            return Vec::new();
        }
        let own = self.own.iter().filter(|c| self.names_own(c));
        own.flat_map(|c| c.generals.iter().copied()).collect()
    }

    /// `Laudon parts from Daun and goes to Freiwaldau`: who goes is said here.
    fn leads_on(&self) -> bool {
        let next = self.chunks.get(self.range.end).is_some_and(|c| c.has(Word::And));
        next && self.own.iter().any(|c| self.names_own(c))
    }

    /// `About Soubise I decide tomorrow`: what is put off is ordered in another mail.
    fn postpones(&self) -> bool {
        let later = [ClubWord::Later, ClubWord::Undecided, ClubWord::UntilKnown];
        later.iter().any(|word| says(self.text(), *word))
    }

    /// `From 12 to 19 August I'm off to Cádiz`
    fn is_dated(&self) -> bool {
        let text = self.text();
        let digits = text.contains(|c: char| c.is_ascii_digit());
        digits && absence::dates(text, &|word| word.parse().ok()).is_some()
    }

    /// `First the shopping`, where what is bought stands beside it.
    fn announces_purchases(&self) -> bool {
        let buys = |c: &Chunk| c.any(&[Word::Recruit, Word::Pay]);
        let small = [Word::Filler, Word::Article, Word::Then, Word::Greeting, Word::And];
        let plain = |c: &Chunk| {
            c.is_mark()
                || c.is_word() && names_nothing(c) && (buys(c) || c.unknown || c.any(&small))
        };
        let card = |c: &Chunk| matches!(c.kind, Kind::Suit(_)) || full_suit(c).is_some();
        let words = self.own;
        let others = self.chunks[..self.range.start].iter().chain(&self.chunks[self.range.end..]);
        words.iter().any(buys)
            && words.iter().all(plain)
            && words.iter().filter(|c| c.is_word()).count() <= 5
            && others.into_iter().any(card)
    }

    /// `the Austrian wagons at Königgrätz`, or a train of which nothing is said here that another clause does not say better:
    /// `Supply's a nightmare up here`.
    fn only_talks_of(&self, train: &Chunk) -> bool {
        let words = self.own;
        let near = |c: &&Chunk| c.start <= train.end + 12 && train.start <= c.end + 12;
        let theirs = words.iter().filter(near).any(|c| self.is_foreign(c));
        let others = self.chunks[..self.range.start].iter().chain(&self.chunks[self.range.end..]);
        let ordered = others.into_iter().any(Chunk::is_train_word);
        let orders = |c: &Chunk| {
            !c.cities.is_empty()
                || c.count().is_some()
                || c.ordinal.is_some()
                || c.any(&[Word::To, Word::Move, Word::Stay, Word::Join, Word::With])
        };
        theirs || (ordered || self.postpones()) && !words.iter().any(orders)
    }

    /// Marches are awaited, and nothing in the clause is bought or fought for: there a word for a card orders nothing, nor does a
    /// verb of marching without a goal.
    fn only_marches(&self) -> bool {
        let other = [Word::Recruit, Word::Pay, Word::Troops, Word::Train, Word::Duel];
        let marching = self.known.awaits(DecisionKind::Movement).is_some();
        marching && !self.own.iter().any(|c| firm(c, &other))
    }

    /// `I recruit nothing at present`
    fn buys_nothing(&self) -> bool {
        let words = self.own;
        let card = |c: &Chunk| matches!(c.kind, Kind::Suit(_)) || full_suit(c).is_some();
        words.iter().any(|c| c.has(Word::Recruit))
            && words.iter().any(|c| c.any(&[Word::Not, Word::No]))
            && !words.iter().any(|c| card(c) || self.names_own(c) || c.is_plain_city())
            && !words.iter().any(Chunk::is_train_word)
    }

    /// Whether a word orders or binds something here.
    fn may_order(&self, c: &Chunk) -> bool {
        let words = self.own;
        // `I don't want to fight Seydlitz`
        let fights = c.any(&FIGHTING)
            && words.iter().any(|c| self.is_foreign(c))
            && !words.iter().any(|c| c.count().is_some() || full_suit(c).is_some());
        // A word that is only guessed orders nothing beside clear orders.
        let guessed = c.guessed.is_some() && !c.any(&NEVER_GUESSED);
        let harmless = self.only_marches() && (c.has(Word::Card) || fights || guessed)
            || c.any(&[Word::Recruit, Word::Pay]) && self.buys_nothing();
        // `from 12 to 19 August`; `he'll have to come`
        let only_to = |c: &Chunk| c.has(Word::Until) && c.has(Word::To);
        matches!(c.kind, Kind::Suit(_) | Kind::Arrow | Kind::Plus | Kind::Equals)
            || c.ordinal.is_some()
            || c.is_train_word() && !self.only_talks_of(c)
            || full_suit(c).is_some()
            || !harmless && (firm(c, &ORDERING) || firm(c, &BINDING)) && !only_to(c)
    }

    /// What may be otherwise: `…, and perhaps Schwerin`. Where nothing is named that could be ordered, nothing is left open.
    fn leaves_open(&self) -> bool {
        let words = self.own;
        let named = |c: &Chunk| self.names_own(c) || c.is_plain_city() || c.is_train_word();
        let few = words.iter().filter(|c| c.is_word()).count() <= FEWEST;
        OPEN.iter().any(|word| says(self.text(), *word))
            && (few || !self.only_marches() || words.iter().any(named) || self.says_somebody())
    }

    fn says_somebody(&self) -> bool {
        let open = [ClubWord::Somebody, ClubWord::Whichever, ClubWord::Anywhere, ClubWord::Except];
        open.iter().any(|word| says(self.text(), *word))
    }

    /// `If Seydlitz hits me, I count on Pompadour to console me`: a condition under which nothing is ordered. Only the whole
    /// sentence may go.
    fn is_idle_condition(&self) -> bool {
        let sentence = self.whole;
        let idle = |c: &Chunk| {
            let bound = self.may_order(c) && !c.any(&[Word::If, Word::Inverted]);
            !bound
                && !self.names_own(c)
                && !c.is_train_word()
                && !c.is_plain_city()
                && c.count().is_none()
                && full_suit(c).is_none()
                && !matches!(c.kind, Kind::Suit(_) | Kind::Colon | Kind::Arrow)
                && !(c.any(&[Word::Move, Word::Not]) && !c.has(Word::Filler))
                && !c.has(Word::Ready)
        };
        self.only_marches()
            && sentence.iter().any(|c| self.is_foreign(c))
            && sentence.iter().all(idle)
    }

    fn is_pointless(&self) -> bool {
        let words = self.own;
        if self.announces_purchases() {
            return true;
        }
        if self.whole.iter().any(|c| c.is_word() && c.any(&[Word::If, Word::Unless])) {
            return self.is_idle_condition();
        }
        let nation = |c: &Chunk| c.generals.is_empty() && c.nation.is_some() || self.names_own(c);
        let heads = self.chunks.get(self.range.end).is_some_and(|c| c.kind == Kind::Colon)
            && words.iter().any(nation);
        let off = self.postpones() && words.iter().filter(|c| c.is_word()).count() < FEWEST;
        !heads
            && !off
            && !self.is_dated()
            && !words.iter().any(|c| c.has(Word::Ready) || self.may_order(c))
            && !self.leads_on()
            && !self.has_number()
            && !self.denies()
            && !self.sends()
            && !self.leaves_open()
            && (words.iter().filter(|c| c.is_word_or_number()).count() >= FEWEST
                || words.iter().any(|c| self.is_foreign(c)))
    }

    /// Where troops or cards are spoken of, a number is one of them.
    fn has_number(&self) -> bool {
        let known = self.known;
        let bought = |c: &Chunk| {
            let words = [Word::Troops, Word::Recruit, Word::Pay, Word::Duel, Word::Versus];
            c.any(&words) && !c.has(Word::Filler) || full_suit(c).is_some()
        };
        let marches =
            known.awaits(DecisionKind::Movement).is_some() && !self.chunks.iter().any(bought);
        !marches && self.own.iter().any(|c| c.count().is_some_and(|n| n > 1))
    }

    /// `not by way of Meissen`, `not with Schwerin`; what is denied at length is told: `I am not going to waste my whole hand`.
    fn denies(&self) -> bool {
        let words = self.own;
        let no = |c: &Chunk| c.any(&[Word::Not, Word::No]) && !c.has(Word::Filler);
        let told = words.iter().filter(|c| c.is_word() && c.unknown).count();
        let count = words.iter().filter(|c| c.is_word_or_number()).count();
        let first = words.iter().find(|c| c.is_word());
        let theirs = words.iter().any(|c| self.is_foreign(c));
        let short = told == 0 || count < 4 || first.is_some_and(no) && !(theirs && count > 5);
        words.iter().any(no) && short && !self.buys_nothing()
    }

    /// Whether somebody may be sent somewhere.
    fn sends(&self) -> bool {
        if self.is_in_combat() {
            return false;
        }
        let words = self.own;
        let named: Vec<PieceId> =
            self.whole.iter().flat_map(|c| c.generals.iter().copied()).collect();
        let stands = |c: &Chunk| {
            let mut places = named.iter().filter_map(|piece| self.known.position(*piece));
            places.any(|city| c.cities.contains(&city))
        };
        let goal = |c: &Chunk| c.is_plain_city() && !stands(c);
        let moves = |c: &Chunk| c.is_word() && c.has(Word::Move) && !c.has(Word::Filler);
        let foreign = words.iter().find(|c| !c.generals.is_empty() || c.nation.is_some());
        let foreign = foreign.is_some_and(|c| self.is_foreign(c));
        // `…, otherwise Fritz walks as far as Prague`, `Fritz may go on to Prague`
        let begin = words.iter().position(|c| c.is_word()).unwrap_or(0);
        let small = |c: &Chunk| c.any(&[Word::And, Word::Article, Word::Title, Word::Else]);
        let first = words[begin..].iter().find(|c| !small(c) || !c.generals.is_empty());
        let theirs =
            first.is_some_and(|c| self.is_foreign(c)) || foreign && words[begin].has(Word::Else);
        if theirs {
            return false;
        }
        // `What a long way`, `up here`: without a goal nobody goes anywhere.
        let leads = |c: &Chunk| c.any(&[Word::There, Word::Steps, Word::AsFar, Word::Towards]);
        let aimless = self.only_marches() && !words.iter().any(leads);
        words.iter().any(goal) || !foreign && !aimless && words.iter().any(moves)
    }
}
