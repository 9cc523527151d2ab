//! Who is spoken to: the referee, or somebody else at the table.

use crate::game::{DecisionKind, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::corrected::{Corrected, said as phrase_at};
use crate::said::chunks::known::Known;
use crate::said::chunks::sentence::sentences;
use crate::said::club::press::Recipients;
use crate::said::club::words::{ClubWord, means};
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::table::talk::{passed_on, player};
use crate::said::{Context, Press, Request, Said};

/// Whether a line speaks to the referee again, or goes over to orders: `Ref, my plan is this: …`, `Now to my orders`.
pub(in crate::said) fn turns_to_us(line: &str) -> bool {
    let head = line.split([',', ':', '!', ';', '.', '—', '–']).next().unwrap_or_default();
    let head = head.trim();
    head.split_whitespace().count() <= 6
        && (means(head, ClubWord::ToReferee) || means(head, ClubWord::OwnOrders))
}

/// `Tell everybody that the Swedes march on Berlin`, `Tell Frederick I'm sorry`: for whom it is, and where its words begin,
/// in bytes. A line that goes on with pieces of the writer's own is not all for the other's eyes ([`orders_behind`]).
pub(in crate::said) fn told_that(
    line: &str,
    chunks: &[Chunk],
    context: &Context<'_>,
) -> Option<(Recipients, Option<usize>)> {
    let told = told_directly(chunks, context).or_else(|| told_behind_that(line, chunks, context));
    told.filter(|_| own_behind(chunks, context).is_none())
}

/// Where the orders begin that stand behind what somebody is told, in bytes: `Tell Frederick I'm sorry. Ferdinand to Celle.`
pub(in crate::said) fn orders_behind(
    line: &str,
    chunks: &[Chunk],
    context: &Context<'_>,
) -> Option<usize> {
    told_directly(chunks, context).or_else(|| told_behind_that(line, chunks, context))?;
    own_behind(chunks, context)
}

/// Where the second sentence begins, in bytes, if a piece of the writer's own is named behind the first.
fn own_behind(chunks: &[Chunk], context: &Context<'_>) -> Option<usize> {
    let own = |c: &Chunk| {
        let mine = |piece: &PieceId| {
            context.state.is_some_and(|state| context.seat == Some(state.seat_of(piece.nation())))
        };
        c.generals.iter().any(mine) || c.is_train_word()
    };
    let first = chunks.iter().position(|c| c.kind == Kind::Period)?;
    let second = chunks[first..].iter().find(|c| c.kind != Kind::Period)?;
    chunks[first..].iter().any(own).then_some(second.start)
}

/// `Tell Frederick I'm sorry`, `Sag Pompadour, es tut mir leid`: the words begin behind a name that stands beside the verb.
fn told_directly(chunks: &[Chunk], context: &Context<'_>) -> Option<(Recipients, Option<usize>)> {
    let small =
        |c: &Chunk| c.is_word() && c.any(&[Word::Filler, Word::Greeting, Word::And, Word::Closing]);
    let verb = chunks.iter().take(4).position(|c| c.has(Word::PassOn))?;
    let begins = chunks[..verb].iter().all(|c| small(c) || c.kind == Kind::Comma);
    let whom = chunks.iter().enumerate().skip(verb + 1).take(2).find(|(_, c)| {
        let player = player(c, context.players).is_some();
        player || c.seat.is_some() && c.generals.is_empty()
    });
    let (whom, _) = whom.filter(|_| begins)?;
    let next = chunks.get(whom + 1)?;
    let comma = usize::from(next.kind == Kind::Comma);
    let words = chunks.get(whom + 1 + comma..).filter(|words| words.len() > 1)?;
    let that = words[0].means(ClubWord::That);
    let speaks = comma == 1 || next.is_word() && next.has(Word::Pronoun) || i_am(next);
    let marked = chunks.iter().any(|c| matches!(c.kind, Kind::Colon | Kind::Question));
    if that || !speaks || marked || !words[0].is_word() {
        return None;
    }
    Some((passed_on(&chunks[..=whom], None, context)?, Some(words[0].start)))
}

/// `I`, `I'm`, `we'll`: who tells somebody something begins so.
fn i_am(chunk: &Chunk) -> bool {
    chunk.is_word()
        && (chunk.means(ClubWord::IDo)
            || matches!(chunk.plain.as_str(), "i" | "im" | "ill" | "we" | "were" | "well"))
}

fn told_behind_that(
    line: &str,
    chunks: &[Chunk],
    context: &Context<'_>,
) -> Option<(Recipients, Option<usize>)> {
    let that = chunks.iter().take(10).position(|c| c.is_word() && c.means(ClubWord::That))?;
    let marks = |c: &Chunk| matches!(c.kind, Kind::Period | Kind::Colon | Kind::Question);
    if that == 0 || chunks[..that].iter().any(marks) || chunks.len() < that + 3 {
        return None;
    }
    let to = passed_on(&chunks[..that], None, context)?;
    // Of `que sí` the yes belongs to the message.
    let from = chunks[that].start;
    let length = line.get(from..)?.find(|c: char| !c.is_alphanumeric())?;
    Some((to, Some(from + length)))
}

/// Words that speak to another player and order nothing: `Ben, what's the story with Lehwaldt?`, `yo @ada …`. They are
/// passed on to nobody, for nobody asked for it; the writer is told how to.
pub(in crate::said) fn to_another(
    line: &str,
    chunks: &[Chunk],
    context: &Context<'_>,
) -> Option<Press> {
    let seat = context.seat?;
    let other = |c: &Chunk| {
        player(c, context.players).is_some_and(|seats| !seats.contains(&seat))
            || c.seat.is_some_and(|named| named != seat) && c.generals.is_empty()
    };
    let speaks = sentences(chunks).any(|range| {
        let sentence = &chunks[range];
        let polite = |c: &Chunk| {
            c.is_word() && c.any(&[Word::Greeting, Word::Filler, Word::And]) && !other(c)
                || c.kind == Kind::Comma
        };
        let marked = |c: &Chunk| line.get(..c.start).is_some_and(|before| before.ends_with('@'));
        let Some(at) = sentence.iter().take(4).position(&other) else { return false };
        let greeted = sentence[..at].iter().any(|c| c.is_word() && c.has(Word::Greeting));
        let called =
            sentence.get(at + 1).is_some_and(|c| matches!(c.kind, Kind::Comma | Kind::Dash));
        let before = sentence[..at].iter().all(|c| polite(c) || marked(c) || c.kind == Kind::Other);
        let alone = at == 1 && !sentence[0].is_word_or_number() || at == 0;
        let words = sentence[at + 1..].iter().filter(|c| c.is_word()).count();
        words >= 3
            && (marked(&sentence[at]) && at <= 3
                || before && greeted
                || (before || alone) && called)
    });
    speaks.then(|| unsent(line))
}

/// Where a sentence begins that tells a player something (`and tell Elisabeth from me: well done at Grünberg`, `Sag dem
/// Preußen, dass ich komme`, `Di' agli altri che mi dispiace`): none of it is an order.
pub(in crate::said) fn told(
    chunks: &[Chunk],
    context: &Context,
    known: Option<&Known>,
) -> Option<usize> {
    let own = |nation| known.is_some_and(|known| known.is_own(nation));
    let whom = |c: &Chunk| {
        let seat = c.seat.is_some_and(|seat| Some(seat) != context.seat);
        let general = c.generals.iter().any(|piece| own(piece.nation()));
        c.generals.is_empty() && (player(c, context.players).is_some() || c.seat.is_some())
            || seat && !general
    };
    // `Sag den anderen, dass …`, `tell the Prussian`; of `let the Prussians come` and `let all stay` nobody is told.
    let others = |at: usize| {
        let foreign = |c: &Chunk| c.nation.is_some_and(|nation| !own(nation));
        let all = |c: &Chunk| c.any(&[Word::Everybody, Word::Observers]);
        let named = chunks[at + 1..].iter().take(3).position(|c| foreign(c) || all(c));
        let behind = named.and_then(|named| chunks.get(at + named + 2));
        let parted =
            |c: &Chunk| matches!(c.kind, Kind::Comma | Kind::Colon) || c.means(ClubWord::That);
        // `Bitte sagt den anderen Bescheid` tells them nothing but what the referee tells them anyway.
        let words = named.map_or(0, |named| {
            chunks[at + named + 2..]
                .iter()
                .take_while(|c| c.kind != Kind::Period)
                .filter(|c| c.is_word())
                .count()
        });
        words > 1 && (chunks[at].plain.len() > 3 || behind.is_some_and(parted))
    };
    let joins = |c: &Chunk| c.any(&[Word::And, Word::Then, Word::Filler]) || !c.is_word();
    // `und sag Ada, …` is one phrase.
    let begins = |at: usize| at == 0 || joins(&chunks[at - 1]) || chunks[at].has(Word::As);
    let tells = |at: usize| {
        let c = &chunks[at];
        // Italian `di'` is `from`, too: `Di' a Federico che …`
        let says = !c.has(Word::From)
            || (at == 0 || !chunks[at - 1].is_word())
                && chunks
                    .get(at + 1)
                    .is_some_and(|next| next.any(&[Word::To, Word::At, Word::Everybody]));
        c.has(Word::PassOn) && says && !c.any(&[Word::Move, Word::Give, Word::To, Word::Play])
    };
    // `… . Message to Ada: no deal`
    let message = |at: usize| {
        let ends = at > 0 && chunks[at - 1].kind == Kind::Period;
        let colon = chunks[at..].iter().take(6).position(|c| c.kind == Kind::Colon);
        ends && chunks[at].has(Word::Press)
            && colon.is_some_and(|colon| chunks[at..at + colon].iter().any(whom))
    };
    (0..chunks.len()).find(|at| {
        let named = chunks[at + 1..].iter().take(3).any(whom);
        // `Please tell the others I am sorry` is one phrase.
        let all = chunks[*at].has(Word::Press) && chunks[*at].has(Word::Everybody);
        let all = all && chunks[*at].end - chunks[*at].start > 9 && begins(*at);
        message(*at) || all || tells(*at) && begins(*at) && (named || others(*at))
    })
}

/// Words to somebody that are passed on to nobody; the writer is told how to.
pub(in crate::said) fn unsent(words: &str) -> Press {
    Press {
        heading: words.chars().take(80).collect(),
        to: Recipients::Unclear,
        text: words.to_owned(),
        to_the_end: false,
    }
}

/// Takes the players' names for what they are, in any case, where a general's name was made of them: `Powiedz Danowi, że …`
/// is not said to Daun.
pub(in crate::said) fn not_repaired(chunks: &mut [Chunk], context: &Context<'_>) {
    for chunk in chunks.iter_mut().filter(|c| c.guessed.is_some()) {
        let as_written = chunk.unread();
        if player(&as_written, context.players).is_some() {
            *chunk = as_written;
        }
    }
}

/// Press as what a line says.
pub(in crate::said) fn said(line: usize, press: Press) -> Said {
    let request = Request::Press(press);
    Said { line, nation: None, turn: None, headed: false, condition: None, request }
}

/// Whether words to another player order nothing: they name no piece of the writer's, and say nothing of an end; or they
/// ask him something, and name no place.
pub(in crate::said) fn only_talks(known: &Known, chunks: &[Chunk]) -> bool {
    // `I pass. Ben, enjoy it while it lasts`, in a combat
    let fighting = known.awaits(DecisionKind::Play).is_some();
    let ends = |c: &Chunk| {
        c.has(Word::Stop) && !c.has(Word::Filler) && !Little::Particle.is(&c.plain)
            || matches!(c.kind, Kind::Suit(_))
    };
    let own = |c: &Chunk| {
        c.generals.iter().any(|piece| known.is_own(piece.nation()))
            || c.is_train_word()
            || c.has(Word::Ready)
            || fighting && ends(c)
    };
    let asks = chunks
        .windows(2)
        .any(|pair| pair[0].kind == Kind::Comma && pair[1].means(ClubWord::Interrogative));
    let goal = |c: &Chunk| c.is_plain_city() && c.meanings.is_empty();
    !chunks.iter().any(own) || asks && !chunks.iter().any(goal)
}

/// The line without a sentence behind its orders that speaks to players of another nation: `Move done. And you Prussians had
/// better watch Berlin`.
pub(in crate::said) fn without_taunt(
    line: &str,
    chunks: &[Chunk],
    known: &Known,
) -> Option<Corrected> {
    let range = sentences(chunks).filter(|range| range.start > 0).find(|range| {
        let sentence = &chunks[range.clone()];
        let you = |at: &usize| phrase_at(line, sentence, *at, ClubWord::You).is_some();
        let Some(you) = (0..sentence.len().min(3)).find(you) else { return false };
        let foreign = |c: &Chunk| c.nation.is_some_and(|nation| !known.is_own(nation));
        let own = |c: &Chunk| {
            c.generals.iter().any(|piece| known.is_own(piece.nation()))
                || c.is_train_word()
                || matches!(c.kind, Kind::Suit(_) | Kind::Number(_))
                || c.any(&[Word::If, Word::Press, Word::Vote, Word::Propose])
                    && !c.has(Word::Filler)
        };
        sentence[you..].iter().take(5).any(foreign) && !sentence.iter().any(own)
    })?;
    Some(Corrected::without(line, chunks, range))
}
