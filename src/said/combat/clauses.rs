//! The terms of a combat instruction as clauses, and how they end.

use crate::duel::{Terms, Then};
use crate::game::{DecisionKind, Face};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::Scene;
use crate::said::chunks::known::Known;
use crate::said::hand::cards::{self, full_suit};
use crate::said::hand::values::{Valued, valued};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::lexicon::{text, words};

/// What says how far a fight goes.
pub(in crate::said) const LIMITS: [Word; 12] = [
    Word::AtMost,
    Word::AtLeast,
    Word::Keep,
    Word::Ask,
    Word::Lose,
    Word::Win,
    Word::Points,
    Word::Any,
    Word::Each,
    Word::All,
    Word::Not,
    Word::If,
];

/// So many small words may stand between a no and what it denies.
const MOST_BETWEEN: usize = 5;

/// Where the terms begin: behind the first colon, else at the first word of a term.
pub(in crate::said) fn terms_start(chunks: &[Chunk], mentions: &[cards::Mention]) -> usize {
    let term = |at: usize, c: &Chunk| {
        mentions.iter().any(|m| m.from == at)
            || c.any(&[Word::Ask, Word::Keep, Word::Reserve, Word::Lose, Word::Win])
                && c.generals.is_empty()
            || c.any(&[Word::AtMost, Word::Any]) && !c.any(&[Word::To, Word::Filler, Word::All])
            || c.has(Word::Play) && !c.any(&[Word::Move, Word::Filler])
            || c.has(Word::Stop) && !c.any(&[Word::Attack, Word::Duel, Word::To, Word::For])
    };
    // `give up to 12 points, then …`, `two cards at most`
    let unit = |c: &Chunk| c.any(&[Word::Points, Word::Card]) && c.generals.is_empty();
    let counted = chunks.windows(2).position(|pair| pair[0].count().is_some() && unit(&pair[1]));
    let limits = [Word::AtMost, Word::AtLeast, Word::To];
    let limit = |c: &&Chunk| c.any(&limits) && c.is_word() && c.cities.is_empty();
    let counted =
        counted.map(|at| at - chunks[..at].iter().rev().take(2).take_while(limit).count());
    // `une carte au plus`
    let one = |three: &[Chunk]| {
        three[0].has(Word::Article) && unit(&three[1]) && three[2].has(Word::AtMost)
    };
    let single = chunks.windows(3).position(one);
    let counted = counted.into_iter().chain(single).min();
    let first = chunks.iter().enumerate().position(|(at, c)| term(at, c));
    let mut first = match (first, counted) {
        (Some(first), Some(counted)) => Some(first.min(counted)),
        (first, counted) => first.or(counted),
    };
    // `bis zu 2 verlieren`: the number of a loss stands before it.
    if let Some(at) = first.as_mut().filter(|at| chunks[**at].any(&[Word::Lose, Word::Win])) {
        while *at > 0
            && chunks[*at - 1].is_word_or_number()
            && (chunks[*at - 1].count().is_some() || chunks[*at - 1].has(Word::AtMost))
        {
            *at -= 1;
        }
    }
    // `against Daun 6, then the 7 of spades`
    let card = |c: &Chunk| c.generals.is_empty() && matches!(c.count(), Some(2..=13));
    if let Some(at) = first.as_mut().filter(|at| **at > 1) {
        let before = &chunks[..*at];
        let joins =
            |c: &&Chunk| c.any(&[Word::Then, Word::And, Word::Article]) || c.kind == Kind::Comma;
        let small = before.iter().rev().take_while(joins).count();
        let then = before[before.len() - small..].iter().any(|c| c.has(Word::Then));
        if then && before[..before.len() - small].last().is_some_and(card) {
            *at -= small + 1;
        }
    }
    // `fight Browne without the Reserve`: the no belongs to the term behind it.
    if let Some(at) = first.as_mut().filter(|at| **at > 0) {
        let no = |c: &Chunk| {
            c.is_word()
                && c.generals.is_empty()
                && (c.any(&[Word::Not, Word::Decline, Word::No]) || Little::Denial.is(&c.plain))
                && !c.has(Word::And)
        };
        // `non deve giocare il 7`
        let verb = |c: &Chunk| c.is_word() && c.has(Word::Filler) && c.generals.is_empty();
        let between = usize::from(*at > 1 && verb(&chunks[*at - 1]) && no(&chunks[*at - 2]));
        *at -= usize::from(no(&chunks[*at - 1])) + 2 * between;
        // `contra Browne no quiero que se gaste la reserva`: what stands between is read as part of it.
        let small = |c: &&Chunk| {
            let names = !c.generals.is_empty() || !c.cities.is_empty() || c.nation.is_some();
            let words = [Word::Filler, Word::Pronoun, Word::Article, Word::Pay, Word::Wish];
            c.is_word() && !names && (c.any(&words) || c.unknown) && !no(c)
        };
        let apart = chunks[..*at].iter().rev().take(MOST_BETWEEN).take_while(small).count();
        let denied = chunks[..*at - apart].last().is_some_and(no) && between == 0;
        *at -= if denied { apart + 1 } else { 0 };
    }
    // `all my diamonds but the 12`
    if let Some(at) = first.as_mut().filter(|at| mentions.iter().any(|m| m.from == **at)) {
        let small = |c: &&Chunk| c.is_word() && Little::Definite.is(&c.plain);
        let articles = chunks[..*at].iter().rev().take_while(small).count();
        let all = |c: &Chunk| {
            c.any(&[Word::All, Word::Any, Word::Each, Word::Only])
                && c.generals.is_empty()
                && c.is_word()
        };
        if chunks[..*at - articles].last().is_some_and(all) {
            *at -= articles + 1;
        }
    }
    // Names that stand behind a term are none of the scope, but a colon settles it.
    let colon = chunks.iter().position(|c| c.kind == Kind::Colon);
    // `play the 11 of hearts, but no more: if that's not enough, I retreat`: what stands before it are terms already.
    let played =
        |at: usize| chunks[at].has(Word::Play) && !chunks[at].any(&[Word::Move, Word::Filler]);
    match (colon, first) {
        (Some(colon), Some(first))
            if first < colon
                && played(first)
                && mentions.iter().any(|m| m.from > first && m.to < colon && m.value.is_some()) =>
        {
            first
        }
        (Some(colon), _) => colon + 1,
        (None, Some(first)) => first,
        (None, None) => chunks.len(),
    }
}

/// Whether a group begins as an instruction does, so that it is one with a mistake if it cannot be read:
/// `duel Keith …`, `duel vs Daun …`, `attack order`.
pub(in crate::said) fn opens(chunks: &[Chunk]) -> bool {
    let mut words = chunks.iter().filter(|c| c.is_word());
    match (words.next(), words.next()) {
        (Some(duel), Some(whom))
            if duel.has(Word::Duel) && !duel.any(&[Word::Attack, Word::Stop]) =>
        {
            let names = !whom.generals.is_empty() || !whom.cities.is_empty();
            names || whom.nation.is_some() || whom.has(Word::Versus)
        }
        (Some(order), Some(_)) => order.has(Word::AttackOrder) && order.end - order.start > 8,
        (Some(only), None) => only.has(Word::AttackOrder) && only.end - only.start > 8,
        _ => false,
    }
}

/// Whether anything is said of how to fight.
pub(in crate::said) fn says_terms(scene: &Scene, chunks: &[Chunk]) -> bool {
    let ends = chunks.iter().any(|c| c.has(Word::Ask))
        || chunks.iter().any(|c| {
            c.has(Word::Stop)
                && !c.any(&[Word::Filler, Word::Attack, Word::Duel, Word::To, Word::For])
        });
    let limits = chunks.iter().any(|c| {
        c.any(&[
            Word::Keep,
            Word::Any,
            Word::AtMost,
            Word::Reserve,
            Word::Lose,
            Word::Win,
            Word::Points,
        ]) && !c.any(&[Word::To, Word::Filler, Word::For, Word::All])
    });
    let cards = !cards::mentions(chunks, scene.tongues, false).is_empty();
    // `hasta 3 cartas`
    let counted = chunks.windows(3).any(|c| {
        c[0].any(&[Word::AtMost, Word::AtLeast])
            && c[1].count().is_some()
            && c[2].any(&[Word::Card, Word::Points])
    });
    // `Keith vs Daun: never the 11`
    let colon = chunks.iter().position(|c| c.kind == Kind::Colon);
    let valued = colon.and_then(|at| valued(&chunks[at + 1..]));
    let valued = valued.is_some_and(|(_, how)| how != Valued::Unclear);
    ends || limits || cards || counted || valued || cards::signed(chunks).is_some()
}

/// Takes the end from a clause that says more: `… then stop`.
pub(in crate::said) fn end(
    clause: &[Chunk],
    terms: &mut Terms,
    ended: &mut bool,
    mentions: &[cards::Mention],
) {
    let covered = |at: usize| mentions.iter().any(|m| m.from <= at && at <= m.to);
    for (at, chunk) in clause.iter().enumerate().filter(|(at, _)| !covered(*at)) {
        let last = at + 3 >= clause.len();
        // `… and then the end`
        let then = clause[..at].iter().rev().take(2).any(|c| c.has(Word::Then));
        let over = chunk.any(&[Word::Ready, Word::End]) && !chunk.has(Word::Filler) && then;
        if over && last {
            (terms.then, *ended) = (Then::Stop, true);
        } else if chunk.has(Word::Ask) && !denies_asking(clause) {
            (terms.then, *ended) = (Then::Ask, true);
        } else if chunk.has(Word::Stop)
            && last
            && !chunk.any(&[Word::Then, Word::Play, Word::Filler])
        {
            (terms.then, *ended) = (Then::Stop, true);
        }
    }
}

/// Whether points or cards are counted in these words: `15 points`, `no more than two cards`.
fn measures(chunks: &[Chunk]) -> bool {
    let counted = |pair: &[Chunk]| pair[0].count().is_some() && unit(&pair[1]);
    let ends = |c: &Chunk| matches!(c.kind, Kind::Comma | Kind::Semicolon | Kind::Period);
    let length = chunks.iter().position(ends).unwrap_or(chunks.len());
    chunks[..length].windows(2).any(counted)
}

fn unit(chunk: &Chunk) -> bool {
    chunk.any(&[Word::Points, Word::Card]) && chunk.generals.is_empty()
}

/// The clauses of terms: between marks, and from each `then` or `and` on that begins the end or another term.
pub(in crate::said) fn clauses(chunks: &[Chunk]) -> Vec<&[Chunk]> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, chunk) in chunks.iter().enumerate() {
        // `9, 7 and 5 of hearts`
        let number =
            |place: usize| chunks.get(place).is_some_and(|c| matches!(c.kind, Kind::Number(_)));
        let listed = chunk.kind == Kind::Comma
            && at > 0
            && number(at - 1)
            && number(at + 1)
            && chunks.get(at + 2).is_some_and(|c| c.any(&[Word::And]))
            && number(at + 3);
        let stops = !listed
            && matches!(chunk.kind, Kind::Comma | Kind::Semicolon | Kind::Period | Kind::Colon)
            && !chunks
                .get(at + 1)
                .is_some_and(|next| next.any(&[Word::If, Word::Only]) && !next.has(Word::AtMost));
        let then = at > start
            && chunk.any(&[Word::Then, Word::And])
            && (chunks[at + 1..]
                .iter()
                .take(4)
                .take_while(|c| !matches!(c.kind, Kind::Semicolon | Kind::Period))
                .any(|c| c.any(&[Word::Stop, Word::Ask]))
                || chunks[at + 1..].iter().take(2).any(|c| c.has(Word::Keep)))
            && !chunks[at + 1..].iter().take(2).any(|c| c.count().is_some())
            // `höchstens zwei Karten und Pik 13 behalten`: the verb of the second term stands behind its card.
            || at > start
                && chunk.has(Word::And)
                && measures(&chunks[start..at])
                && chunks[at + 1..]
                    .iter()
                    .take(5)
                    .take_while(|c| !c.is_mark())
                    .any(|c| c.has(Word::Keep) || Little::Denial.is(&c.plain))
            // `at most three cards and no more than 20 points`
            || at > start
                && chunk.any(&[Word::And, Word::AtMost])
                && measures(&chunks[start..at])
                && measures(&chunks[at + 1..chunks.len().min(at + 6)])
            || at > start
                && chunk.has(Word::And)
                && chunks[start..at].iter().any(|c| c.has(Word::AtMost))
                && chunks[start..at].iter().any(|c| c.count().is_some())
                && chunks[at + 1..].iter().take(2).any(|c| c.any(&[Word::AtMost, Word::Lose]))
            // `hang on to the 13 of spades and play a single card at most`, `keep the 11 and lose at most two`
            || at > start
                && chunk.has(Word::And)
                && chunks[start..at].iter().any(|c| c.has(Word::Keep))
                && {
                    let near = &chunks[at + 1..chunks.len().min(at + 7)];
                    let near = near.split(Chunk::is_mark).next().unwrap_or_default();
                    let says = |word| near.iter().any(|c| c.has(word));
                    says(Word::AtMost) && (measures(near) || says(Word::Lose))
                        || says(Word::Lose) && says(Word::Troops)
                }
            // `keep the 11 of diamonds and don't use the Reserve`
            || at > start
                && chunk.has(Word::And)
                && chunks.get(at + 1).is_some_and(|c| {
                    c.any(&[Word::Not, Word::Decline, Word::No]) || Little::Denial.is(&c.plain)
                })
                && chunks[at..].iter().take(5).any(|c| c.has(Word::Reserve) && c.plain.len() > 1)
            // `no Reserve and at most two cards`
            || at > start
                && chunk.any(&[Word::And, Word::AtMost])
                && chunks[start..at].iter().any(|c| c.has(Word::Reserve) && c.plain.len() > 1)
                && !chunks[start..at].iter().any(|c| c.count().is_some())
                && measures(&chunks[at + 1..chunks.len().min(at + 6)])
            || at > start
                && chunk.any(&[Word::And, Word::With, Word::Not])
                && chunk.generals.is_empty()
                && chunks[start..at].iter().any(|c| c.count().is_some())
                && chunks[at..].iter().take(4).any(|c| c.has(Word::Reserve) && c.plain.len() > 1)
                && !chunks[start..at].iter().any(|c| c.has(Word::Reserve))
                // `keep the 12 and the Reserve`, wherever the verb stands, but `at most two cards and the
                // Reserve I keep`
                && (measures(&chunks[start..at])
                    || !chunks[start..]
                        .iter()
                        .take_while(|c| {
                            !matches!(c.kind, Kind::Comma | Kind::Semicolon | Kind::Period)
                        })
                        .any(|c| c.has(Word::Keep)));
        if stops || then {
            if at > start {
                found.push(&chunks[start..at]);
            }
            start = if stops { at + 1 } else { at };
        }
    }
    if start < chunks.len() {
        found.push(&chunks[start..]);
    }
    found.retain(|clause| {
        clause.iter().any(|c| c.is_word() || c.number.is_some() || !matches!(c.kind, Kind::Other))
    });
    found
}

/// `without asking me`, `don't ask me anything`
pub(in crate::said) fn denies_asking(clause: &[Chunk]) -> bool {
    let asks = |c: &Chunk| c.has(Word::Ask) && !c.has(Word::Not);
    let Some(at) = clause.iter().position(asks) else { return false };
    let no = |c: &Chunk| c.has(Word::Not) && c.count().is_none() || Little::Denial.is(&c.plain);
    // `if that's not enough ask me`
    let small = |c: &Chunk| {
        c.is_word() && !(c.has(Word::Stop) && !c.any(&[Word::Pronoun, Word::To, Word::Filler]))
    };
    let near = clause[..at].iter().rev().take(3);
    // `if they do not suffice, ask me` denies the condition.
    let bound = |c: &&Chunk| !(c.is_word() && c.any(&[Word::If, Word::Unless]));
    let before = near.take_while(bound).find(|c| no(c) || !small(c));
    let within = at.saturating_sub(4);
    let before = before.filter(|_| clause[within..at].iter().all(|c| bound(&c)));
    before.into_iter().chain(clause.get(at + 1)).any(no)
}

/// `don't pass any more`, `nicht mehr automatisch passen`: no end, but the contrary.
pub(in crate::said) fn denies_stopping(clause: &[Chunk]) -> bool {
    let suffices = |c: &Chunk| Little::Suffices.is(&c.plain);
    let stops = |c: &Chunk| {
        c.has(Word::Stop) && !c.any(&[Word::Filler, Word::Not, Word::Then]) && !suffices(c)
    };
    let Some(at) = clause.iter().position(stops) else { return false };
    let no = |c: &Chunk| {
        c.count().is_none()
            && (c.any(&[Word::Not, Word::Decline]) || Little::Never.is(&c.plain))
            && !c.has(Word::Keep)
    };
    let apart = [Word::Win, Word::Lose, Word::Card, Word::Play, Word::And, Word::Then, Word::If];
    // `if that is not enough, give up`
    let other = |c: &Chunk| !c.is_word() || c.any(&apart) || suffices(c);
    let mut before = clause[..at].iter().rev().take(4);
    let denied = before.find(|c| no(c) || other(c) || c.count().is_some());
    denied.is_some_and(no) && !clause[..at].iter().any(|c| c.has(Word::If))
}

/// Where a number with a letter on it stands that is no suit: `10Q` among cards.
pub(in crate::said) fn no_card(clause: &[Chunk], mentions: &[cards::Mention]) -> Option<usize> {
    let covered = |at: usize| mentions.iter().any(|m| m.from <= at && at <= m.to);
    let pairs = clause.windows(2).enumerate();
    let mut odd = pairs.filter(|(at, pair)| {
        !covered(*at) && pair[0].count().is_some() && pair[1].glued && pair[1].plain.len() == 1
    });
    odd.next().map(|(at, _)| at)
}

/// Whether a phrase for the end begins with a negation: `no cards`, `keine Karten`.
pub(in crate::said) fn begins_with_no(scene: &Scene, chunk: &Chunk) -> bool {
    let first = text::tokens(&chunk.plain);
    let sense = words::lexicon(scene.tongues.first()).phrase(&first, false);
    sense.is_some_and(|(sense, _)| {
        sense.meanings.any(&[Word::Decline, Word::Not]) && !sense.meanings.has(Word::Stop)
    })
}

/// `… the 9 of hearts and then scarper`: what follows in words that nobody knows may be the end of the combat.
pub(in crate::said) fn unread_sequel(chunks: &[Chunk]) -> Option<&[Chunk]> {
    let then = chunks.iter().rposition(|c| c.is_word() && c.has(Word::Then))?;
    let words = chunks[then + 1..].iter().take_while(|c| c.is_word()).count();
    let behind = &chunks[then + 1..then + 1 + words];
    let small = [Word::Filler, Word::Article, Word::Pronoun];
    let strange =
        behind.iter().any(|c| c.unknown) && behind.iter().all(|c| c.unknown || c.any(&small));
    strange.then(|| &chunks[then..then + 1 + words])
}

/// The numbers before a card whose suit they share: `the 6, then the 7 of spades`.
pub(in crate::said) fn counted_before(clause: &[Chunk], first: usize) -> Vec<u32> {
    let counts = [Word::Card, Word::Points, Word::Troops, Word::AtMost, Word::AtLeast];
    if clause[..first].iter().any(|c| c.any(&counts)) {
        return Vec::new();
    }
    let of_the_suit = |at: &usize| {
        let next = clause[at + 1..first].iter().find(|c| !c.has(Word::Article));
        matches!(clause[*at].count(), Some(2..=13))
            && clause[*at].generals.is_empty()
            && next.is_some_and(|c| c.any(&[Word::Then, Word::And]))
    };
    let places = (0..first.saturating_sub(1)).filter(of_the_suit);
    places.filter_map(|at| clause[at].count()).collect()
}

/// `Daun via Trübau to Hohenmauth. If Friedrich attacks, two cards at most`: whether a sentence before the last sends one's own
/// somewhere and says nothing of a combat, though no such city is known.
pub(in crate::said) fn marches_first(chunks: &[Chunk], known: &Known) -> bool {
    let Some(end) = chunks.iter().rposition(|c| c.kind == Kind::Period) else { return false };
    let fights = [Word::Duel, Word::Versus, Word::Attack, Word::Card, Word::Play, Word::Points];
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let enemy = |c: &Chunk| !c.generals.is_empty() && !own(c);
    let leads = |c: &Chunk| c.any(&[Word::To, Word::Via, Word::Towards]) && c.generals.is_empty();
    chunks[..end].split(|c| c.kind == Kind::Period).any(|sentence| {
        end + 1 < chunks.len()
            && sentence.iter().any(own)
            && !sentence.iter().any(enemy)
            && sentence.iter().any(|c| leads(c) && !c.has(Word::Filler))
            && !sentence.iter().any(|c| c.any(&fights) || matches!(c.kind, Kind::Suit(_)))
    })
}

/// Whether it is said how a general of one's own is to fight: `when Dohna is attacked, the 6 and then the 9`.
pub(in crate::said) fn tells_how_to_fight(scene: &Scene, group: &[Chunk]) -> bool {
    let Some(known) = scene.known else { return false };
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let fights = |c: &Chunk| {
        c.any(&[Word::Attack, Word::Duel, Word::Versus])
            && !c.any(&[Word::With, Word::From, Word::Filler])
            && c.generals.is_empty()
    };
    let terms = [Word::Card, Word::Lowest, Word::Highest, Word::Any, Word::AtMost, Word::Ask];
    let how = |c: &Chunk| {
        c.any(&terms) && !c.any(&[Word::Filler, Word::All, Word::For, Word::To])
            || c.has(Word::Reserve) && c.plain.len() > 1
            || c.has(Word::Stop) && !c.any(&[Word::Filler, Word::Attack, Word::Duel])
            || matches!(c.kind, Kind::Suit(_) | Kind::Number(2..=13))
    };
    let asks = group.iter().any(|c| c.kind == Kind::Question);
    // `… quit if I'd need more than two`
    let quits = |c: &Chunk| c.has(Word::Stop) && !c.any(&[Word::Filler, Word::Stay]);
    let limited = group.iter().any(|c| c.any(&[Word::If, Word::Unless]))
        && group
            .iter()
            .any(|c| c.count().is_some() && !c.has(Word::Article) || !c.generals.is_empty())
        && group.iter().any(quits);
    if limited && !asks && known.awaits(DecisionKind::Movement).is_some() {
        return true;
    }
    // `Then Daun sees to Keith with the 11 of hearts`: who, whom, and a card that he holds.
    let held = |nation| {
        known.hand(nation).iter().any(|card| match card.face {
            Face::Suited(suit, value) => {
                group.iter().any(|c| full_suit(c) == Some(suit))
                    && group.iter().any(|c| c.count() == Some(u32::from(value)))
            }
            Face::Reserve => false,
        })
    };
    // `in all Russian fights don't lose more than 2 troops`
    let lost = |at: usize| {
        group[at].has(Word::Lose) && group[at..].iter().take(5).any(|c| c.has(Word::Troops))
    };
    let in_all = group.iter().any(|c| c.has(Word::Duel) && !c.has(Word::Filler));
    if !asks && in_all && (0..group.len()).any(lost) && group.iter().any(|c| c.count().is_some()) {
        return true;
    }
    let who = group.iter().find(|c| own(c)).and_then(|c| c.generals.first());
    let whom = group.iter().any(|c| !c.generals.is_empty() && !own(c));
    if whom && !asks && who.is_some_and(|piece| held(piece.nation())) {
        return true;
    }
    let begins = group.iter().any(|c| c.any(&[Word::If, Word::Not, Word::Inverted]));
    let against = |c: &Chunk| c.has(Word::Versus) && !c.has(Word::With);
    let enemy = group.iter().any(|c| !c.generals.is_empty()) && group.iter().any(against);
    let concerns = group.iter().any(own) || enemy;
    !asks && begins && concerns && group.iter().any(fights) && group.iter().any(how)
}
