//! Words to the referee: ready, wait, test, cancel, status, help and their like.

use crate::game::{Action, DecisionKind, Nation, PieceId};
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::finished;
use crate::said::chunks::frame;
use crate::said::chunks::frame::{Framed, Parsed, Problem, Scene};
use crate::said::chunks::known::Known;
use crate::said::chunks::pieces::who;
use crate::said::chunks::sentence;
use crate::said::club::words;
use crate::said::club::words::ClubWord;
use crate::said::combat::aims;
use crate::said::hand::cards;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Cancel, Request, Topic, Trouble};

const TOPICS: [(Word, Topic); 9] = [
    (Word::TopicAhead, Topic::Ahead),
    // Polish `instrukcja` is one for a combat, or a manual.
    (Word::TopicMoves, Topic::Moves),
    (Word::TopicDuels, Topic::Duels),
    (Word::TopicRecruiting, Topic::Recruiting),
    (Word::TopicCombat, Topic::Combat),
    (Word::TopicCards, Topic::Cards),
    (Word::TopicNames, Topic::Names),
    (Word::TopicToken, Topic::Token),
    (Word::TopicCommands, Topic::Commands),
];

/// Whether these are pieces of both sides: what is said of them is said of a combat.
fn against(scene: &Scene, pieces: &[PieceId]) -> bool {
    let own = |piece: &&PieceId| scene.known.is_some_and(|known| known.is_own(piece.nation()));
    let owned = pieces.iter().filter(own).count();
    owned > 0 && owned < pieces.len()
}

/// Words that say something alone.
const COMMANDS: [Word; 7] = [
    Word::Help,
    Word::Status,
    Word::ShowOrders,
    Word::WhereCan,
    Word::WhereIs,
    Word::Cancel,
    Word::Test,
];

/// The nation of one's own that is named among these words.
fn of_nation(scene: &Scene, words: &[&Chunk]) -> Option<Nation> {
    let known = scene.known?;
    let own = |c: &&Chunk| c.generals.is_empty().then_some(c.nation?).filter(|n| known.is_own(*n));
    words.iter().find_map(own)
}

/// `Wait, scratch that: …`: whether what stands behind these words takes back what stands before them.
fn is_corrected_behind(scene: &Scene, chunks: &[Chunk]) -> bool {
    let behind = chunks.last().and_then(|last| scene.line.get(last.end..)).unwrap_or_default();
    let first = behind.split_whitespace().filter(|word| word.contains(char::is_alphanumeric));
    let first: Vec<&str> = first.take(4).collect();
    let goes_on = behind.contains(':') || behind.split_whitespace().count() > 4;
    goes_on && words::says(&first.join(" "), ClubWord::Correction)
}

/// Whether a clause asks to wait, in a phrase of several words, and says nothing else: `do nothing yet, I can't make up my
/// mind`, `keep it all on hold until I write again`. What it stands beside may be any talk that is of no combat.
fn asks_to_wait(scene: &Scene, chunks: &[Chunk]) -> bool {
    let apart = |c: &Chunk| {
        matches!(c.kind, Kind::Comma | Kind::Period | Kind::Dash | Kind::Semicolon)
            || c.is_word() && (c.has(Word::Until) || c.means(ClubWord::Until)) && !c.has(Word::Wait)
    };
    let phrase = |c: &Chunk| {
        let spoken = scene.line.get(c.start..c.end).unwrap_or_default();
        c.is_word() && c.has(Word::Wait) && spoken.split_whitespace().count() > 2
    };
    let small = [Word::Wait, Word::Filler, Word::And, Word::Article, Word::Greeting, Word::Closing];
    let fights = |c: &Chunk| c.any(&[Word::Attack, Word::Duel, Word::Play, Word::Card]);
    chunks.split(apart).any(|clause| {
        let mut words = clause.iter().filter(|c| c.is_word());
        clause.iter().any(phrase) && words.all(|c| c.any(&small) && !c.unknown)
    }) && !chunks.iter().any(|c| fights(c) && !c.has(Word::Wait))
}

/// Reads a group as a word to the referee.
pub(in crate::said) fn frame(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let words: Vec<&Chunk> = chunks.iter().filter(|c| c.is_word()).collect();
    let unknown = words.iter().filter(|c| c.unknown).count();
    if words.is_empty() || words.len() > 16 {
        return None;
    }
    // A mistyped word is a command only where little else stands.
    let guessing = scene.has_words_up_to(3);
    let words: Vec<&Chunk> = words
        .into_iter()
        .filter(|c| guessing || c.guessed.is_none() || !c.any(&COMMANDS))
        .collect();
    if words.is_empty() {
        return None;
    }
    // `Hiermit erkläre ich meine Bewegungen für abgeschlossen`
    if let Some(nation) = super::concluded::concludes(scene, chunks) {
        return Some(Ok(Parsed::one(nation.or(scene.nation()), Request::Ready)));
    }
    let has = |word| words.iter().any(|c: &&Chunk| c.has(word));
    let question = chunks.iter().any(|c| c.kind == Kind::Question);
    let done = |request| {
        let mut parsed = Parsed::one(None, request);
        parsed.cost = unknown as u32;
        Some(Ok(parsed))
    };
    let numbers = chunks.iter().any(|c| matches!(c.kind, Kind::Number(_) | Kind::Suit(_)));
    let pieces: Vec<PieceId> = pieces(scene, chunks);
    let names = !pieces.is_empty()
        || words
            .iter()
            .any(|c| !c.cities.is_empty() && c.meanings.is_empty() && c.nation.is_none())
        // `si ritira a Wałcz`: behind a preposition a city is one, whatever else it means.
        || chunks.windows(2).any(|pair| {
            pair[0].any(&[Word::To, Word::From, Word::Via]) && !pair[1].cities.is_empty()
        });
    // `Train 2 follows them as far as it can` asks nothing: the question has its mark, or begins so.
    let begins = words.iter().find(|c| !c.any(&[Word::Filler, Word::Greeting, Word::And]));
    let asks = question
        || begins.is_some_and(|c| c.has(Word::WhereCan))
        || !chunks.iter().any(|c| {
            matches!(c.kind, Kind::Comma | Kind::Period) || c.any(&[Word::Join, Word::AsFar])
        });
    if has(Word::WhereCan) && !pieces.is_empty() && unknown <= 2 && asks {
        return done(Request::WhereCan(pieces));
    }
    // `Where is Laudon? Schwerin attacks Daun` asks, and orders something else.
    let only_asks = || {
        sentence::sentences(chunks).all(|range| {
            let sentence = &chunks[range];
            sentence.iter().any(|c| c.has(Word::WhereIs)) || !sentence.iter().any(Chunk::is_word)
        })
    };
    if question && has(Word::WhereIs) && !pieces.is_empty() && unknown <= 1 && only_asks() {
        return done(Request::WhereIs(pieces));
    }
    // `How are we doing? Send me the position` asks, and wishes something else.
    let goes_on = sentence::sentences(chunks)
        .filter(|range| chunks[range.clone()].iter().any(Chunk::is_word))
        .count()
        > 1;
    let asks_how = question && !goes_on && words.iter().take(2).any(|c| c.has(Word::How));
    if !names && (has(Word::Help) || asks_how) && unknown <= 5 {
        let topic = TOPICS
            .into_iter()
            .find(|(word, _)| words.iter().any(|c| c.has(*word) && !c.has(Word::Help)));
        let verbs = [
            (Word::Recruit, Topic::Recruiting),
            (Word::Duel, Topic::Duels),
            (Word::Retreat, Topic::Combat),
            (Word::Move, Topic::Moves),
        ];
        let verb = |(word, _): &(Word, Topic)| {
            words.iter().any(|c| c.has(*word) && !c.any(&[Word::Help, Word::Filler, Word::To]))
        };
        // `Ich komme nicht klar, bitte Hilfe`: with what, is not said.
        let apart = chunks.iter().any(|c| matches!(c.kind, Kind::Comma | Kind::Period));
        let topic = topic.or_else(|| verbs.into_iter().find(verb).filter(|_| !apart));
        if asks_how && !has(Word::Help) && topic.is_none() {
            return status_or_nothing(&words, unknown);
        }
        let first = words.iter().find(|c| !c.any(&[Word::Filler, Word::Greeting]))?;
        // `My son dreams of Vienna, I explained to him that …` asks for none.
        let short = words.len() <= 6 && scene.has_words_up_to(10);
        let told = words.iter().take_while(|c| !c.has(Word::Help)).any(|c| c.has(Word::Pronoun));
        let first = first.has(Word::Help) && !(told && !scene.has_words_up_to(10));
        let said = first || question || short;
        if said {
            return done(Request::Help(topic.map(|(_, topic)| topic)));
        }
    }
    // `Dokąd on może dojść?`, of whom was spoken before
    if let [only] = scene.last[..]
        && has(Word::WhereCan)
        && question
        && pieces.is_empty()
        && !names
        && words.iter().any(|c| c.any(&[Word::Pronoun, Word::Article]))
    {
        return done(Request::WhereCan(vec![only]));
    }
    if has(Word::WhereCan) && pieces.is_empty() && unknown <= 1 && !names {
        return done(Request::Help(Some(Topic::Moves)));
    }
    // In a combat whoever retires gives it up.
    let fighting = scene.known.is_some_and(|known| known.awaits(DecisionKind::Play).is_some());
    let gives_up = fighting && scene.heading.is_none() && words.len() <= 2;
    let retires = |c: &Chunk| gives_up && c.any(&[Word::Retreat, Word::Evade]);
    let cancels =
        words.iter().find(|c| c.has(Word::Cancel) && !c.any(&[Word::Back]) && !retires(c));
    if let Some(verb) = cancels
        && !has(Word::Duel)
        && !has(Word::Proposal)
        && !has(Word::Not)
        && !numbers
        && unknown <= 2
        && !chunks.iter().any(|c| c.any(&[Word::Spades, Word::Clubs, Word::Hearts, Word::Diamonds]))
    {
        if against(scene, &pieces) {
            return Some(Err(Problem::new(Trouble::MissingTerms, scene.words(chunks))));
        }
        // `Forget what I said about Daun`, of an enemy: how he is to be fought.
        let foreign = |piece: &PieceId| scene.known.is_some_and(|k| !k.is_own(piece.nation()));
        if !pieces.is_empty() && pieces.iter().all(foreign) && !has_place(chunks) {
            return Some(Ok(aims::no_longer_against(scene, &pieces)));
        }
        let rest: Vec<&&Chunk> = words.iter().filter(|c| c.start != verb.start).collect();
        // `never mind the question`: it is the question that does not matter.
        let question = |c: &&&Chunk| c.means(ClubWord::QuestionLabel);
        if rest.iter().any(question) && !rest.iter().any(|c| c.any(&[Word::Heading, Word::Move])) {
            return (!has(Word::Ready)).then(|| Ok(Parsed::default()));
        }
        // In a combat whoever withdraws gives it up.
        let fights = scene.known.is_some_and(|known| known.awaits(DecisionKind::Play).is_some())
            && verb.any(&[Word::Retreat, Word::Evade]);
        // `Fermor goes along like I said. Never mind the cards`: of another sentence, or of the cards.
        let between = |c: &Chunk| {
            let ends = |mark: &&Chunk| mark.kind == Kind::Period;
            let (from, to) = (c.start.min(verb.start), c.start.max(verb.start));
            chunks.iter().filter(ends).any(|mark| (from..to).contains(&mark.start))
        };
        let apart = has(Word::Card) || chunks.iter().any(|c| !c.generals.is_empty() && between(c));
        if !pieces.is_empty() && apart {
            return None;
        }
        if !pieces.is_empty() && !has_place(chunks) && !fights {
            let also = rest
                .iter()
                .any(|c| c.any(&[Word::Sent, Word::Heading, Word::Filler, Word::For, Word::From]));
            let first = words.iter().find(|c| !c.has(Word::Filler)).map(|c| c.start);
            // `cancel the recruits for Friedrich` leaves his march.
            let buys = rest.iter().any(|c| c.has(Word::Recruit) && c.generals.is_empty());
            if !buys && (also || rest.len() == pieces.len() || Some(verb.start) == first) {
                return done(Request::Cancel(Cancel::Pieces(pieces)));
            }
        } else if let Some(nation) = of_nation(scene, &words)
            && (rest.iter().any(|c| c.any(&[Word::Sent, Word::For, Word::Heading]))
                || verb.end - verb.start > 15)
            && !chunks.iter().any(|c| c.is_plain_city() && c.nation.is_none())
        {
            // `delete what you have noted for Hanover`
            let request = Request::Cancel(Cancel::All);
            return Some(Ok(Parsed { cost: unknown as u32, ..Parsed::one(Some(nation), request) }));
        } else if !names {
            let silent = |c: &&&Chunk| {
                c.any(&[
                    Word::Sent,
                    Word::All,
                    Word::Filler,
                    Word::Heading,
                    Word::Article,
                    Word::Time,
                    Word::Then,
                    Word::Closing,
                    Word::Move,
                    Word::Any,
                    Word::And,
                    Word::ShowOrders,
                    Word::Ready,
                    Word::Both,
                    Word::Each,
                    Word::From,
                    Word::At,
                    Word::Pronoun,
                ])
            };
            // `please delete it` stands at the foot of many a mail.
            let short = scene.has_words_up_to(5) || verb.end - verb.start > 20;
            let sent = rest.iter().any(|c| c.has(Word::Sent));
            // `Colonel Ruiz (retired)`: what stands in brackets behind words takes nothing back.
            let before = scene.line.get(..verb.start).unwrap_or_default().trim_end();
            if rest.is_empty() && before.ends_with('(') && before.len() > 1 {
                return None;
            }
            if rest.iter().all(silent) && (short || sent) || sent && unknown == 0 {
                return done(Request::Cancel(Cancel::All));
            }
        }
    }
    if names {
        return None;
    }
    // `N'attendez plus d'ordres de ma part`
    let wait = words.iter().position(|c| c.has(Word::Wait));
    let denied = wait.is_some_and(|at| {
        let before = words[at.saturating_sub(2)..at].iter();
        before.rev().any(|c| c.has(Word::Not) && !c.any(&[Word::Filler, Word::Ready, Word::And]))
    });
    let waits = wait.is_some()
        && !denied
        && !words::says(&scene.words(chunks), ClubWord::Abstain)
        && !is_corrected_behind(scene, chunks);
    // `For Hanover, while I think about it:` heads what follows.
    let heads = scene.line.trim_end().ends_with(':');
    if waits && !numbers && unknown <= 2 && !question && !heads {
        // `I have waited for this attack for weeks` is talk; `don't close my turn yet` is none, although it
        // names the turn.
        let phrase = words.iter().any(|c| c.has(Word::Wait) && c.end - c.start >= 9);
        let talk = |c: &&Chunk| {
            c.any(&[Word::Attack, Word::Days, Word::Weeks]) || c.has(Word::Turn) && !phrase
        };
        // `all others hold`
        let others = words.iter().any(|c| c.any(&[Word::Rest, Word::Everybody, Word::Both]));
        let others = others && !words.iter().any(|c| c.has(Word::Wait) && !c.has(Word::Stay));
        // `Wagons hold`: of trains it is said that they stay.
        let train = |c: &&Chunk| c.is_train_word();
        let others = others || words.iter().any(train) && words.iter().any(|c| c.has(Word::Stay));
        // `Pour les trains je dois encore réfléchir`
        let others = others || words[0].has(Word::For) && words.iter().any(train);
        // `the Russians can wait`
        let own = |nation| scene.known.is_none_or(|known| known.is_own(nation));
        let others = others || words.iter().any(|c| c.nation.is_some_and(|nation| !own(nation)));
        let strong = words.len() <= 8 && unknown == 0 && !words.iter().any(talk) && !others;
        if strong {
            return done(Request::Wait);
        }
    }
    if !numbers && !question && !heads && unknown <= 5 && asks_to_wait(scene, chunks) {
        return done(Request::Wait);
    }
    if has(Word::Test) && words.len() <= 4 && unknown == 0 && !numbers {
        let rest = words.iter().all(|c| {
            c.any(&[
                Word::Test,
                Word::Filler,
                Word::Article,
                Word::Only,
                Word::Alone,
                Word::For,
                Word::To,
                Word::Sent,
                Word::Heading,
            ])
        });
        if rest {
            return done(Request::Test);
        }
    }
    // `carry out my orders`
    let orders = |c: &&&Chunk| c.any(&[Word::ShowOrders, Word::Heading, Word::Sent]);
    let carries_out = !question
        && words.iter().any(|c| c.has(Word::Ready) && !orders(&c))
        && words.iter().any(|c| orders(&c));
    // `Enclosed my orders:` and `My orders stand` ask for none.
    let stands = words.iter().any(|c| c.has(Word::Stay) && !c.has(Word::ShowOrders));
    let heads = chunks.last().is_some_and(|c| c.kind == Kind::Colon)
        || scene.line.trim_end().ends_with(':');
    // `my orders are not final yet`
    // `Don't carry out my orders yet`
    let no = |c: &Chunk| c.any(&[Word::Not, Word::Wait]) && !c.has(Word::ShowOrders);
    let denied = !question && words.iter().any(|c| no(c));
    let heads = heads || denied;
    let show = !carries_out && !stands && !heads && words.iter().any(|c| c.has(Word::ShowOrders));
    let long = words.iter().any(|c| c.has(Word::ShowOrders) && c.end - c.start > 10);
    // `could we have a longer deadline?` wishes for one.
    let aside = [ClubWord::Condition, ClubWord::Postpone];
    let conditional = || aside.iter().any(|word| words::says(scene.line, *word));
    // `By when do I have to move?`, `How long have I got to send my orders?`
    if has(Word::AsksDeadline) && unknown <= 3 && !conditional() {
        return done(Request::Deadline);
    }
    if show
        && !numbers
        && unknown <= 2
        && (question || long || words.len() == 1 && !chunks.iter().any(|c| c.kind == Kind::Colon))
    {
        return done(Request::ShowOrders);
    }
    // `It is my turn` tells, `is it my turn?` asks.
    let tells = has(Word::MyTurn) && !question;
    // `SITUATION: Saxony is wide open.`
    let heads = words.iter().filter(|c| c.has(Word::Status)).any(|c| {
        let behind = scene.line.get(c.end..).and_then(|rest| rest.trim_start().strip_prefix(':'));
        behind.is_some_and(|rest| rest.split_whitespace().count() > 1)
    });
    if has(Word::Status)
        && !tells
        && !heads
        && !has(Word::Train)
        && !numbers
        && unknown <= 3
        && !conditional()
        && !prolongs(&words)
    {
        let long = words.iter().any(|c| c.has(Word::Status) && c.end - c.start > 12);
        let asks = question
            || long
            || words.len() <= 2 && unknown == 0
            || words.iter().any(|c| c.any(&[Word::Give, Word::Move])) && unknown <= 2;
        let short = words.len() <= 6
            && unknown <= 1
            && words[0].has(Word::Status)
            && !chunks.iter().any(|c| c.kind == Kind::Comma);
        if asks || short {
            return done(Request::Status(None));
        }
    }
    ready(scene, chunks, &words, unknown, numbers)
}

/// `How is the game going?`
fn status_or_nothing(words: &[&Chunk], unknown: usize) -> Framed {
    let asks = words.iter().any(|c| c.has(Word::Status)) && unknown <= 2;
    (asks && !prolongs(words)).then(|| Ok(Parsed::one(None, Request::Status(None))))
}

/// `I'd like to move that we extend the deadline by that`: whoever wants more time does not ask how much there is.
fn prolongs(words: &[&Chunk]) -> bool {
    let extends = words.iter().any(|c| c.has(Word::Extend) && !c.has(Word::Status));
    extends && words.iter().any(|c| c.any(&[Word::Wish, Word::Propose]))
}

/// The own nation that is said to have finished. `Finished, over to Sweden` says who comes next.
fn finished(known: &Known, words: &[&Chunk]) -> Option<Nation> {
    let next = |at: usize| at > 0 && words[at - 1].has(Word::To) && !words[at - 1].has(Word::For);
    let own = |at: &usize| words[*at].nation.is_some_and(|nation| known.is_own(nation));
    (0..words.len()).find(|at| own(at) && !next(*at)).and_then(|at| words[at].nation)
}

fn ready(
    scene: &Scene,
    chunks: &[Chunk],
    words: &[&Chunk],
    unknown: usize,
    numbers: bool,
) -> Framed {
    // `Ready?` asks, and `I withdraw all orders that I sent` ends nothing.
    let takes_back =
        |c: &Chunk| c.any(&[Word::Cancel, Word::Withdraw]) && !c.any(&[Word::Ready, Word::Filler]);
    if chunks.iter().any(|c| c.kind == Kind::Question || takes_back(c)) {
        return None;
    }
    // `Please carry out the following: …` leads in what comes.
    let leads_in = |c: &Chunk| {
        c.kind == Kind::Colon
            || scene.line.get(c.end..).is_some_and(|behind| behind.trim_start().starts_with(':'))
    };
    if words.len() > 1 && chunks.last().is_some_and(leads_in) {
        return None;
    }
    if let [word] = words
        && word.meanings.is_empty()
        && finished::is_ready_mistyped(&word.plain, scene.tongues)
    {
        return Some(Ok(Parsed::one(scene.nation(), Request::Ready)));
    }
    if !numbers && super::go_ahead::goes_ahead(scene, words) {
        return Some(Ok(Parsed::one(scene.nation(), Request::Ready)));
    }
    // `That is then all for Prussia`
    let everything = words.len() > 1
        && !words[0].has(Word::Closing)
        && words.iter().any(|c| c.has(Word::Everything))
        // `That was a weekend!`
        && !words.iter().any(|c| c.has(Word::Article) && !c.has(Word::Everything))
        && words.iter().all(|c| {
            c.nation.is_some()
                || !c.unknown
                    && c.guessed.is_none()
                    && c.any(&[
                        Word::Everything,
                        Word::Filler,
                        Word::Then,
                        Word::For,
                        Word::From,
                        Word::With,
                        Word::Time,
                        Word::Turn,
                        Word::Pronoun,
                        Word::Closing,
                        Word::And,
                        Word::While,
                        Word::Ready,
                        Word::Article,
                        Word::At,
                        Word::Heading,
                        Word::TopicMoves,
                    ])
        });
    // `Vi dico dopo se è tutto`
    let open = |c: &&&Chunk| c.has(Word::Everything) && finished::hangs(scene, c.start);
    let everything = everything && words.iter().find(open).is_none();
    if everything && !numbers && scene.known?.awaits(DecisionKind::Play).is_none() {
        let known = scene.known?;
        let own = finished(known, words).or(scene.nation());
        return Some(Ok(Parsed::one(own, Request::Ready)));
    }
    // What names cards is for other frames.
    if scene.known?.awaits(DecisionKind::Play).is_some()
        && !cards::mentions(chunks, scene.tongues, false).is_empty()
    {
        return None;
    }
    let says: Vec<&&Chunk> = words.iter().filter(|c| c.has(Word::Ready)).collect();
    let strongest = says.iter().map(|c| c.end - c.start).max()?;
    if numbers || words.len() > 14 {
        return None;
    }
    // `Thanks for everything`
    let leads = [Word::For, Word::From, Word::To, Word::At, Word::With, Word::As];
    let behind = words.get(1).is_some_and(|c| c.any(&leads) && !c.has(Word::Ready));
    if words[0].has(Word::Closing) && strongest <= 12 && behind {
        return None;
    }
    let known = scene.known?;
    // Where cards are awaited, `enough` and `pass` end the combat.
    if known.awaits(DecisionKind::Play).is_some() && scene.heading.is_none() {
        // `Gram dalej`: whoever plays on says not with what.
        if words.iter().any(|c| c.any(&[Word::Stop, Word::Play]) && !c.has(Word::Filler)) {
            return None;
        }
        // `9 of spades, 8 of spades, end`
        let behind = chunks.first().is_some_and(|c| c.start > 0);
        let ends = |c: &&Chunk| {
            // `10 of spades and that's it`
            let and = || c.has(Word::Ready) && frame::first_means(scene, c, Word::And);
            c.any(&[Word::End, Word::Attack, Word::Duel])
                || behind && (c.has(Word::Everything) || and())
        };
        // `That was a fine card` praises one.
        let praises = words.iter().any(|c| c.has(Word::Card));
        // `This war will never end`, `That's the end of Austria`
        let never = words
            .iter()
            .any(|c| Little::Never.is(&c.plain) || c.has(Word::Not) && !c.has(Word::Ready));
        let says_so = !never && !finished::of_another(scene, chunks);
        let asks = scene.line.ends_with('?');
        if words.iter().any(ends) && !praises && !asks && unknown == 0 && says_so {
            let nation = known.awaits(DecisionKind::Play)?;
            return Some(Ok(Parsed::one(Some(nation), Request::Act(Action::Stop))));
        }
    }
    let bad = |c: &&&Chunk| {
        !c.any(&[Word::Ready])
            && (c.unknown
                || !c.any(&[
                    Word::Filler,
                    Word::Article,
                    Word::Time,
                    Word::Then,
                    Word::And,
                    Word::Closing,
                    Word::Greeting,
                    Word::For,
                    Word::From,
                    Word::To,
                    Word::With,
                    Word::At,
                    Word::Move,
                    Word::Turn,
                    Word::ClockMovement,
                    Word::TopicMoves,
                    Word::All,
                    Word::Heading,
                    Word::Sent,
                    Word::Pronoun,
                    Word::New,
                    Word::Stop,
                    Word::While,
                    Word::End,
                    Word::Attack,
                    Word::Alone,
                    Word::Only,
                    Word::Both,
                    Word::Back,
                    Word::Yes,
                    Word::ShowOrders,
                    Word::TopicCommands,
                    Word::Via,
                    Word::Recruit,
                    Word::Play,
                    Word::TheOnes,
                ]) && c.nation.is_none())
    };
    let strange = words.iter().filter(bad).count();
    let negated =
        words.iter().any(|c| c.has(Word::Not) && !c.any(&[Word::Ready, Word::Filler, Word::And]));
    if negated {
        let before = words.iter().position(|c| c.has(Word::Not) && !c.has(Word::Ready));
        let after = words.iter().rposition(|c| c.has(Word::Ready));
        return if before < after && strange == 0 {
            Some(Ok(Parsed::one(None, Request::Wait)))
        } else {
            None
        };
    }
    // `ya` in the midst of other words is none.
    if strongest <= 2 && words.iter().any(|c| !c.any(&[Word::Ready, Word::Filler])) {
        return None;
    }
    let allowed = if strongest > 9 { 1 + words.len() / 5 } else { 0 };
    if strange > allowed || unknown > allowed {
        return None;
    }
    if finished::of_another(scene, chunks) {
        return None;
    }
    let nation = finished(known, words).or(scene.nation());
    let mut parsed = Parsed::one(nation, Request::Ready);
    parsed.cost = strange as u32;
    Some(Ok(parsed))
}

fn has_place(chunks: &[Chunk]) -> bool {
    chunks.iter().any(|c| c.is_plain_city() && c.meanings.is_empty())
}

fn pieces(scene: &Scene, chunks: &[Chunk]) -> Vec<PieceId> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < chunks.len() {
        match who(scene, chunks, at, Some(true)) {
            Some(named) => {
                if let [piece] = named.pieces.as_slice()
                    && !found.contains(piece)
                {
                    found.push(*piece);
                }
                at = named.to + 1;
            }
            None => at += 1,
        }
    }
    found
}

/// The problem of a group that nothing else can read.
pub(in crate::said) fn unknown(scene: &Scene, chunks: &[Chunk]) -> Problem {
    // `Keith`: what he is to do is missing.
    let alone = chunks.iter().all(|c| !c.generals.is_empty() || !c.is_word());
    if alone {
        return Problem::new(Trouble::MissingCity, scene.words(chunks));
    }
    // `10D`, `10D and then I stop`: no card is awaited.
    let cards = cards::mentions(chunks, scene.tongues, false);
    if cards.iter().any(|m| m.from == 0 && m.value.is_some()) {
        return Problem::new(Trouble::NothingAwaited, scene.words(chunks));
    }
    let condition = chunks.iter().any(|c| c.any(&[Word::If, Word::Else]) && !c.has(Word::Filler));
    // `If it comes to a fight, I play at most …`: of a combat, and what can be said of one is told.
    let fights = chunks.iter().any(|c| c.any(&[Word::Duel, Word::Attack]) && !c.has(Word::Filler));
    let limits =
        chunks.iter().any(|c| c.has(Word::AtMost) || c.has(Word::Reserve) && c.plain.len() > 1);
    let trouble = match condition {
        true if limits && (fights || !cards.is_empty()) => Trouble::NoSuchTerm,
        true => Trouble::UnknownCondition,
        false => Trouble::Unknown,
    };
    Problem::new(trouble, scene.words(chunks))
}
