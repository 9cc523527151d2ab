//! Where a group of words may end: at marks, and where another order begins without one.

use crate::game::DecisionKind;
use crate::said::army::{bought, recruit};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::frame::{Scene, first_means};
use crate::said::chunks::remark::{begins_fight, begins_reason};
use crate::said::chunks::{pieces, pronoun};
use crate::said::hand::cards;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::lexicon::{text, words};
use crate::said::march::beside;

/// A stretch of chunks between places where a group may end.
#[derive(Clone, Copy)]
pub(in crate::said) struct Segment {
    pub from: usize,
    pub to: usize,
    /// A full stop, semicolon or question mark stands before it.
    pub strong: bool,
    /// It begins with a word (mostly `and`), and no mark stands before that.
    pub joined: bool,
}

/// The stretches of a line of which groups are made.
pub(in crate::said) fn segments(scene: &Scene, chunks: &[Chunk]) -> Vec<Segment> {
    let mut found: Vec<Segment> = Vec::new();
    let (mut from, mut strong, mut joined) = (0, false, false);
    let push = |found: &mut Vec<Segment>, from: usize, to: usize, strong: bool, joined: bool| {
        let says = chunks[from..to]
            .iter()
            .any(|c| c.is_word() || c.number.is_some() || matches!(c.kind, Kind::Suit(_)));
        if says {
            found.push(Segment { from, to, strong, joined });
        }
        says
    };
    let mut at = 0;
    while at < chunks.len() {
        let chunk = &chunks[at];
        // `20.12.` is a date.
        let number = |place: Option<usize>| {
            place
                .and_then(|place| chunks.get(place))
                .is_some_and(|c| matches!(c.kind, Kind::Number(_)))
        };
        let dated = chunk.kind == Kind::Period
            && chunk.glued
            && number(at.checked_sub(1))
            && (number(Some(at + 1)) && chunks[at + 1].glued
                || at >= 3
                    && chunks[at - 1].glued
                    && chunks[at - 2].kind == Kind::Period
                    && number(Some(at - 3)));
        // `to Kamenz... or Radeberg`: one sentence still.
        let other = chunk.kind == Kind::Period
            && chunks[at + 1..].iter().find(|c| c.kind != Kind::Period).is_some_and(|c| {
                c.has(Word::Or) && c.plain.len() <= 4 && !c.any(&[Word::Not, Word::Filler])
            });
        if dated || other {
            at += 1;
            continue;
        }
        // `Friedrich to Chemnitz; stages: Deuben and Freiberg`: the way belongs to the march before it.
        let goes_on = chunks.get(at + 1).is_some_and(|next| {
            beside::list_follows(chunks, at + 1)
                && next.has(Word::Via)
                && !next.any(&[Word::To, Word::At])
                || chunk.kind == Kind::Semicolon && beside::only_via(next)
        });
        let is_strong = matches!(chunk.kind, Kind::Period | Kind::Semicolon | Kind::Question)
            && !(goes_on && chunk.kind != Kind::Question);
        // `fight against Daun: up to +5` says one thing.
        let scope = matches!(chunk.kind, Kind::Colon | Kind::Dash)
            && cards::signed(&chunks[at..]).is_some()
            && chunks[from..at].iter().any(|c| c.any(&[Word::Duel, Word::Attack, Word::Versus]))
            && chunks[from..at].iter().any(|c| !c.generals.is_empty());
        // `away 20 Dec - 3 Jan`
        let numbered =
            |place: usize| chunks.get(place).is_some_and(|c| matches!(c.kind, Kind::Number(_)));
        let span = chunk.kind == Kind::Dash
            && numbered(at + 1)
            && (at > 0 && numbered(at - 1) || at > 1 && numbered(at - 2))
            && chunks[from..at].iter().any(|c| c.has(Word::Absent));
        if scope || span {
            at += 1;
            continue;
        }
        let punctuation = is_strong
            || matches!(
                chunk.kind,
                Kind::Comma | Kind::Open | Kind::Close | Kind::Other | Kind::Colon | Kind::Equals
            )
            || chunk.kind == Kind::Dash && !chunk.glued;
        // `1. Fritz Pirna 2. Winterfeldt Dresden`
        let numbered = at > from
            && matches!(chunk.kind, Kind::Number(_))
            && chunk.ordinal.is_some()
            && chunk.end > chunk.start + 1
            && chunks.get(at + 1).is_some_and(|next| !next.generals.is_empty());
        if numbered {
            if push(&mut found, from, at, strong, joined) {
                (strong, joined) = (true, false);
            }
            from = at + 1;
        } else if punctuation {
            // A question mark belongs to what stands before it.
            let to = if chunk.kind == Kind::Question { at + 1 } else { at };
            if push(&mut found, from, to, strong, joined) {
                (strong, joined) = (false, false);
            }
            strong |= is_strong || likewise_ends(chunks, from, at);
            from = if chunk.kind == Kind::Question { at + 1 } else { at };
        } else if at > from && opens_an_order(scene, chunks, at) {
            let word = chunk.is_word() && chunk.generals.is_empty();
            if push(&mut found, from, at, strong, joined) {
                (strong, joined) = (false, word);
            }
            from = at;
        }
        at += 1;
    }
    push(&mut found, from, chunks.len(), strong, joined);
    found
}

/// `Heinrich stays, Keith too, Schwerin to Neisse`: whether the words from the first place up to the mark at the second
/// give somebody what was said before, and another's order begins behind them.
fn likewise_ends(chunks: &[Chunk], from: usize, mark: usize) -> bool {
    let words = || chunks[from..mark].iter().filter(|c| c.is_word());
    let whom = |c: &&Chunk| !c.generals.is_empty();
    let too = |c: &Chunk| Little::Too.is(&c.plain);
    let small = |c: &Chunk| c.any(&[Word::And, Word::Article, Word::Title, Word::Filler]);
    from > 0
        && words().any(|c| whom(&c))
        && words().any(too)
        && words().all(|c| whom(&c) || too(c) || small(c))
        && chunks.get(mark + 1).is_some_and(|c| whom(&c))
}

/// Whether something is said of both trains from here on: `both wagons stay`, `i due treni restano …`.
fn are_both_trains(chunks: &[Chunk]) -> bool {
    let small =
        |c: &Chunk| c.any(&[Word::Article, Word::Filler, Word::TheOnes, Word::And]) && !two(c);
    let first = chunks.iter().position(|c| !small(c)).unwrap_or(0);
    let train = chunks.iter().skip(first + 1).position(|c| !small(c)).map(|at| first + 1 + at);
    let goes = |c: &Chunk| c.any(&[Word::Stay, Word::To, Word::Move, Word::Via, Word::Join]);
    chunks.get(first).is_some_and(two)
        && train
            .is_some_and(|at| chunks[at].is_train_word() && chunks.get(at + 1).is_some_and(goes))
}

/// `both`, `the two`
fn two(chunk: &Chunk) -> bool {
    chunk.generals.is_empty() && (chunk.has(Word::Both) || chunk.count() == Some(2))
}

/// Whether another order may begin here, without punctuation: `and Fermor …`, `/ lehwaldt …`, `then
/// I stop`.
fn opens_an_order(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    let chunk = &chunks[at];
    // `e con Saltikov vado a …`
    let and_with = chunk.has(Word::With)
        && chunk.plain.len() < chunk.end - chunk.start
        && first_means(scene, chunk, Word::And);
    // `Chevert soll doch stehenbleiben und Richelieu …`: nothing has ended before a word that only contrasts.
    let contrasts = chunk.has(Word::While)
        && (!chunks.get(at + 1).is_some_and(|next| next.has(Word::Stay))
            || ends_an_order(chunks, at));
    let joins = chunk.any(&[Word::And, Word::Then])
        || contrasts
        || and_with
        || chunk.kind == Kind::Slash
        || chunk.kind == Kind::Plus && chunks[at - 1].is_plain_city();
    let moves = scene.known.is_some_and(|known| known.awaits(DecisionKind::Movement).is_some());
    if moves && begins_reason(chunks, at) {
        return true;
    }
    // `… e basta`, `… and that's it`
    let all = |word| chunk.any(&[Word::Ready, Word::Stop]) && first_means(scene, chunk, word);
    if chunk.plain.len() < chunk.end - chunk.start && (all(Word::And) || all(Word::Then)) {
        return true;
    }
    if moves && at > 0 && ends_an_order(chunks, at) && begins_march(scene, chunks, at) {
        return true;
    }
    // `karl lauban lacy kolin`
    let goes = |c: &Chunk| {
        c.is_plain_city() && c.meanings.is_empty()
            || c.any(&[Word::To, Word::Stay, Word::Via, Word::Move])
            || c.kind == Kind::Arrow
    };
    // `… brodnicy fermor z saltykowem do zlotowa`, `… tabor dwa do ciechanowa`
    let along = matches!(&chunks[at + 1..], [with, whom, ..]
        if (with.any(&[Word::With, Word::And]) || with.kind == Kind::Plus) && !whom.generals.is_empty());
    let train = chunk.is_train_word();
    let counted = train && chunks.get(at + 1).is_some_and(|c| c.count().is_some());
    let behind = at + 1 + if along { 2 } else { usize::from(counted) };
    if moves
        && chunks[at - 1].is_plain_city()
        && (!chunk.generals.is_empty() || train)
        && chunk.guessed.is_none()
        && chunks.get(behind).is_some_and(goes)
    {
        return true;
    }
    let fights = at + 1 < chunks.len() && begins_fight(scene, chunks, at + 1);
    let said = &chunks[at - 1];
    if fights && (joins || chunk.has(Word::To))
        || said.is_plain_city() && begins_fight(scene, chunks, at)
    {
        return true;
    }
    // `Soubise 7 Chevert 6 ready`; `il 4 via` throws the 4 away.
    let passed = [Word::Filler, Word::Not, Word::To, Word::At, Word::Discard];
    let ends = chunk.has(Word::Ready) && !chunk.any(&passed);
    let last = chunks[at + 1..].iter().all(|c| !c.is_word() && c.number.is_none());
    if ends
        && last
        && (matches!(said.kind, Kind::Number(_))
            || (said.is_plain_city() || said.has(Word::Stay)) && is_known(scene, chunk))
    {
        return true;
    }
    if !joins {
        return false;
    }
    // `I'm done, and by the way I'm away till Sunday`
    let strictly = |c: &Chunk, word| c.has(word) && !c.any(&[Word::Filler, Word::At, Word::Stay]);
    if chunk.has(Word::And)
        && strictly(said, Word::Ready)
        && chunks[at + 1..].iter().any(|c| c.has(Word::Absent) && !c.has(Word::Filler))
    {
        return true;
    }
    if moves && (recruit::marches_on(scene, chunks, at) || bought::pays_apart(scene, chunks, at)) {
        return true;
    }
    // `Soubise 6 and the remaining 6 to Chevert`
    let passed = |c: &Chunk| {
        c.any(&[Word::Article, Word::Filler, Word::Rest, Word::Troops, Word::TheOnes])
            && c.generals.is_empty()
            && c.count().is_none()
    };
    let words = &chunks[at + 1..];
    let number = words.iter().position(|c| !passed(c)).unwrap_or(0);
    let behind = words.get(number + 1..).unwrap_or_default();
    let to = behind.iter().position(|c| !passed(c)).unwrap_or(behind.len());
    if chunk.has(Word::And)
        && words.get(number).is_some_and(|c| c.count().is_some())
        && behind.get(to).is_some_and(|c| c.any(&[Word::To, Word::For, Word::Give]))
        && behind.get(to + 1).is_some_and(|c| !c.generals.is_empty())
    {
        return true;
    }
    // `train 1 to Siegen and the other goes up to Fulda`, `… and the other train stays`
    let other = chunks.get(at + 1).is_some_and(|c| c.has(Word::Other) && c.cities.is_empty());
    let verb = at + 2 + usize::from(chunks.get(at + 2).is_some_and(Chunk::is_train_word));
    let verb = chunks.get(verb);
    if chunk.any(&[Word::And, Word::While])
        && moves
        && other
        && chunks[..at].iter().any(|c| c.has(Word::Train))
        && verb.is_some_and(|c| {
            c.any(&[Word::To, Word::Via, Word::Stay, Word::Move])
                && !c.any(&[Word::Train, Word::General])
        })
    {
        return true;
    }
    // `the second train to Warsaw and the first to Świecie`
    if chunk.any(&[Word::And, Word::While])
        && moves
        && chunks[..at].iter().any(Chunk::is_train_word)
        && at + 1 < chunks.len()
        && pronoun::ordinal_train(chunks, at + 1).is_some()
    {
        return true;
    }
    // `train 1 to Brüx and the one at Prag stays`
    let behind = chunks.get(at + 4);
    let goes = |c: &Chunk| c.any(&[Word::To, Word::Via, Word::Stay, Word::Move]);
    if chunk.any(&[Word::And, Word::While])
        && moves
        && at + 1 < chunks.len()
        && pronoun::is_circumscribed(chunks, at + 1)
        && behind.is_some_and(|c| goes(c) && c.generals.is_empty() || c.kind == Kind::Arrow)
    {
        return true;
    }
    // `Lehwaldt to Orneta and both wagons stay`
    if chunk.any(&[Word::And, Word::While]) && moves && are_both_trains(&chunks[at + 1..]) {
        return true;
    }
    // `Friedrich to Meissen and behind him train 1`
    if chunk.has(Word::And) && moves && beside::comes_behind(scene, chunks, at + 1) {
        return true;
    }
    let article = |c: &&Chunk| c.any(&[Word::Article, Word::Filler, Word::TheOne]);
    let articles = chunks[at + 1..].iter().take(2).take_while(article).count();
    if (at + 1..=at + 1 + articles)
        .any(|at| at < chunks.len() && pronoun::is_second_train(chunks, at))
    {
        return true;
    }
    let mut ahead = at + 1;
    while chunks.get(ahead).is_some_and(|c| {
        c.any(&[
            Word::Filler,
            Word::Title,
            Word::Article,
            Word::Then,
            Word::And,
            Word::Heading,
            Word::Pronoun,
        ]) && c.generals.is_empty()
            && c.cities.is_empty()
            && c.count().is_none()
            || c.ordinal.is_some()
                && (c.number.is_none() || chunks.get(ahead + 1).is_some_and(|n| n.has(Word::Train)))
            || c.nation.is_some() && c.generals.is_empty()
    }) {
        ahead += 1;
    }
    let Some(next) = chunks.get(ahead) else { return false };
    // `and to Dresden Winterfeldt`
    if next.has(Word::To)
        && chunks.get(ahead + 1).is_some_and(Chunk::is_plain_city)
        && ahead + 2 < chunks.len()
        && pieces::who(scene, chunks, ahead + 2, Some(true)).is_some()
    {
        return true;
    }
    // Whether a piece with the Spanish `a` before it goes somewhere: `… y a Lacy a Kolin`
    let goal_before = chunks[..at]
        .iter()
        .rev()
        .take(3)
        .any(|c| c.is_plain_city() || c.has(Word::Stay) && c.generals.is_empty());
    let sent = |at: usize| {
        let whom = chunks.get(at).filter(|c| goal_before && c.has(Word::To) && c.plain.len() <= 2);
        let who = whom.and_then(|_| pieces::who(scene, chunks, at + 1, Some(true)));
        who.is_some_and(|who| {
            let goes = |c: &Chunk| c.any(&[Word::To, Word::Via, Word::Stay]) || c.is_plain_city();
            // `… y a Schwerin a Oels`: the general has the name of a city.
            let behind = chunks.get(who.to + 1);
            let led = behind.is_some_and(|c| c.has(Word::To) && !c.is_plain_city())
                && chunks.get(who.to + 2).is_some_and(Chunk::is_plain_city);
            (chunks[at + 1].cities.is_empty() || led) && behind.is_some_and(goes)
        })
    };
    // `… and I send Keith to Glatz`
    let sends = chunk.has(Word::And)
        && moves
        && (sent(ahead)
            || next.any(&[Word::Move, Word::Get])
                && !next.any(&[Word::To, Word::At, Word::Via, Word::With])
                && (sent(ahead + 1)
                    || next_is_train(scene, chunks, ahead + 1)
                    || beside::next_is_piece(scene, chunks, ahead + 1)));
    // `I leave Fermor in Człuchów and with Saltikov I go to …`
    let stayed = chunks[..at].iter().any(|c| c.has(Word::Stay) && c.generals.is_empty());
    let with = (next.has(Word::With) || and_with)
        && stayed
        && chunks[at + 1..].iter().any(|c| c.has(Word::Move))
        && (ahead..ahead + 2).any(|ahead| pieces::who(scene, chunks, ahead, Some(true)).is_some());
    // `… and leave Seydlitz where he is`
    let leaves = next.has(Word::Part)
        && chunk.has(Word::And)
        && moves
        && pieces::who(scene, chunks, ahead + 1, Some(true)).is_some();
    // `the train to Celle and I vote for the extension`
    let votes = chunk.has(Word::And)
        && moves
        && (next.any(&[Word::Vote, Word::ForIt, Word::Against])
            || next.has(Word::Propose) && next.plain.len() > 4)
        && !next.any(&[Word::To, Word::At, Word::Move, Word::Versus])
        && next.end - next.start > 3;
    pieces::who(scene, chunks, ahead, Some(true)).is_some()
        || votes
        || leaves
        || sends
        || with && moves
        || next.any(&[
            Word::Ready,
            Word::Stop,
            Word::Recruit,
            Word::Pay,
            Word::Absent,
            Word::Stay,
            Word::Cancel,
        ]) && !next.any(&[Word::To, Word::At])
}

/// Whether a train is named from here on by its number: `the 2nd train`.
fn next_is_train(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    let passed = |c: &&Chunk| {
        c.any(&[Word::Filler, Word::Article]) && c.generals.is_empty() || c.ordinal.is_some()
    };
    let at = at + chunks[at..].iter().take(2).take_while(passed).count();
    pieces::who(scene, chunks, at, Some(true)).is_some_and(|who| who.train)
}

/// Whether the chunk before this one can end a march or a stay.
fn ends_an_order(chunks: &[Chunk], at: usize) -> bool {
    let before = &chunks[at - 1];
    // `…, leave Seydlitz where he is`: whoever is left is named behind it.
    let stays = before.is_word()
        && before.has(Word::Stay)
        && !before.has(Word::Part)
        && before.generals.is_empty();
    (before.is_plain_city() && before.meanings.is_empty() || stays)
        && chunks[..at - 1].iter().any(|c| !c.generals.is_empty() || c.has(Word::Train))
}

/// Whether pieces are named from here on and then go somewhere, or stay: `soubise to hersfeld richelieu and
/// chevert go to soest train 2 stays`.
fn begins_march(scene: &Scene, chunks: &[Chunk], at: usize) -> bool {
    let mut next = at;
    let mut named = false;
    while let Some(who) = pieces::who(scene, chunks, next, Some(true)) {
        if chunks[next..=who.to].iter().any(|c| c.guessed.is_some()) {
            return false;
        }
        named = true;
        next = who.to + 1;
        let joined = chunks.get(next).is_some_and(|c| {
            c.kind == Kind::Plus || c.is_word() && c.has(Word::And) && c.generals.is_empty()
        });
        if !joined {
            break;
        }
        next += 1;
    }
    named
        && chunks.get(next).is_some_and(|c| {
            c.kind == Kind::Arrow
                || c.is_word()
                    && c.generals.is_empty()
                    && (c.is_plain_city() && c.meanings.is_empty()
                        || c.any(&[Word::To, Word::Stay, Word::Via, Word::Move]))
        })
}

/// Whether a word is one of the text's own language or of the reader's.
fn is_known(scene: &Scene, chunk: &Chunk) -> bool {
    let token = text::tokens(&chunk.plain);
    let tongues = &scene.tongues.all[..2];
    tongues.iter().any(|tongue| words::lexicon(*tongue).phrase(&token, false).is_some())
}
