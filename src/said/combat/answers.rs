//! Answers to a decision by cards or by a no: cards to play, discard or set aside, the end of a combat, an
//! offer declined.
//!
//! Answers that name a place or a piece are in `targets.rs`.
//!
//! What is offered is likelier than what is not; what was not offered is still read, so that the
//! rules can say why not.

use super::given_up::{is_enough, is_stop};
use crate::game::{Action, CardRef, DECKS, DecisionKind, Face, FateChoice, Nation, PieceId};
use crate::orders::fold::fold;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::finished;
use crate::said::chunks::frame::{Framed, Parsed, Problem, Scene, leftover, narrow};
use crate::said::chunks::known::Known;
use crate::said::club::words::{ClubWord, means};
use crate::said::combat::choice;
use crate::said::combat::given_up;
use crate::said::hand::cards::{self, Meant, Mention};
use crate::said::hand::counted;
use crate::said::hand::equal_cards::copies;
use crate::said::hand::just_enough::just_enough;
use crate::said::hand::outermost::{outermost, outermost_beside};
use crate::said::hand::spared::{at_an_hour, kept_behind, untouched, without_denied};
use crate::said::hand::suited::of_the_same_suit;
use crate::said::hand::whole_suit;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::words::Word;
use crate::said::{Candidate, Doubt, Request, Trouble};

/// Reads a group as cards that are played, discarded or set aside, or as the end of a combat.
pub(in crate::said) fn cards(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    let play = known.awaits(DecisionKind::Play);
    let discard = known.awaits(DecisionKind::Discard);
    let offensive = known.awaits(DecisionKind::OffensiveOption);
    let fate = known.awaits(DecisionKind::Fate);
    if scene.heading.is_some_and(|nation| known.only_decision().is_none_or(|d| d.nation != nation))
    {
        return None;
    }
    if play.is_some() && is_of_another_combat(known, chunks) {
        return None;
    }
    if let Some(framed) = given_up::frame(scene, chunks) {
        return Some(framed);
    }
    // `After the combat Daun 8, Laudon 9` shares out troops (R6.4).
    let shared =
        |pair: &[Chunk]| !pair[0].generals.is_empty() && matches!(pair[1].kind, Kind::Number(_));
    if chunks.windows(2).filter(|pair| shared(pair)).count() > 1 {
        return None;
    }
    let verb_discard = chunks.iter().any(|c| c.has(Word::Discard));
    let verb_play = chunks.iter().any(|c| c.has(Word::Play));
    let lone = play.is_some() || discard.is_some();
    if lone && let Some((from, to)) = cards::no_card(chunks, scene.tongues) {
        return Some(Err(Problem::new(Trouble::UnknownCard, scene.words(&chunks[from..=to]))));
    }
    let choice = play.map(|n| (known, n, DecisionKind::Play));
    let choice = choice.or(discard.map(|n| (known, n, DecisionKind::Discard)));
    if let Some(several) = choice.and_then(|c| whole_suit::one_of_several(scene, c, chunks)) {
        return Some(Err(several));
    }
    let mut mentions = cards::mentions(chunks, scene.tongues, lone);
    if discard.is_some()
        && let Some(only) = all_but_one(scene, chunks, &mentions)
    {
        return Some(Ok(only));
    }
    if known.awaits(DecisionKind::Attack).is_some() && verb_play {
        mentions = of_the_same_suit(scene, chunks, mentions);
    }
    if let Some(nation) = play {
        let answers = || known.legal_answers(nation, DecisionKind::Play);
        mentions.extend(outermost_beside(chunks, &mentions, answers));
        mentions.sort_by_key(|mention| mention.from);
        mentions = whole_suit::in_their_order(scene.line, (known, nation), chunks, mentions);
    }
    if mentions.len() > 1 {
        mentions.retain(|mention| !of_those(scene, chunks, mention));
    }
    // `the joker (the Reserve) as a 10`
    if let [first, second] = mentions.as_slice()
        && first.reserve
        && second.reserve
        && first.value.is_none()
        && !chunks[first.to..=second.from].iter().any(|c| c.any(&[Word::And, Word::Then]))
    {
        mentions[0] = Mention { from: first.from, ..second.clone() };
        mentions.truncate(1);
    }
    // `I give this battle up, a pity for the spades`: a suit without a value is no card beside a stop.
    let stopped = chunks.iter().enumerate().any(|(at, c)| is_stop(chunks, at, c));
    if play.is_some()
        && stopped
        && chunks.iter().any(Chunk::is_mark)
        && mentions.iter().all(|m| m.value.is_none() && !m.reserve)
        && !verb_play
        && !chunks.iter().any(|c| c.any(&[Word::Lowest, Word::Highest, Word::Not]))
    {
        return None;
    }
    let named = mentions.len();
    if lone && let Some(problem) = without_denied(scene, chunks, &mut mentions) {
        return Some(Err(problem));
    }
    let others = mentions.len() < named;
    // `I'll answer at 7`
    if others && mentions.is_empty() {
        return None;
    }
    let mut kept = kept_behind(chunks, &mut mentions);
    kept.extend(untouched(chunks, &mut mentions));
    mentions.retain(|mention| !is_missing(chunks, mention));
    // `… the Reserve I don't touch`, behind something else
    if play.is_some() && mentions.is_empty() && !kept.is_empty() && chunks[0].start > 0 {
        return Some(Ok(Parsed::default()));
    }
    if mentions.is_empty() {
        return which_card(
            scene,
            chunks,
            play.map(|n| (n, DecisionKind::Play, verb_play))
                .or(discard.map(|n| (n, DecisionKind::Discard, verb_discard))),
        );
    }
    if play.is_some() {
        counted::settle(chunks, &mut mentions);
    }
    if lone
        && !others
        && let Some(number) = idle_number(scene, chunks, &mentions)
    {
        return number;
    }
    let recruits =
        chunks.iter().any(|c| c.has(Word::Recruit) && !c.any(&[Word::Play, Word::Discard]));
    if recruits && play.is_none() && discard.is_none() {
        return None;
    }
    let covered =
        |at: usize| kept.contains(&at) || mentions.iter().any(|m| m.from <= at && at <= m.to);
    if chunks.iter().enumerate().any(|(at, c)| {
        !covered(at)
            && (c.any(&[Word::Duel, Word::AtMost])
                && !c.any(&[
                    Word::Filler,
                    Word::Play,
                    Word::Move,
                    Word::Attack,
                    Word::Lose,
                    Word::To,
                    Word::At,
                    Word::Stop,
                    Word::Only,
                    Word::As,
                ])
                || !c.cities.is_empty() && c.meanings.is_empty() && c.generals.is_empty())
    }) {
        return None;
    }
    // A condition that nobody can see on the map: without it the cards would be others.
    let condition =
        |at: usize| chunks[at].has(Word::If) && !chunks[at].has(Word::Filler) && !covered(at);
    if lone && (0..chunks.len()).any(condition) {
        return Some(Err(Problem::new(Trouble::UnknownCondition, scene.words(chunks))));
    }
    let double = chunks.iter().any(|c| c.has(Word::Double));
    let asked_for_cards =
        play.is_some() || discard.is_some() || offensive.is_some() || fate.is_some();
    let plain_verb =
        chunks.iter().find(|c| c.is_word() && !c.any(&[Word::Filler])).is_some_and(|c| {
            c.any(&[Word::Play, Word::Discard]) && !c.any(&[Word::Pay, Word::Recruit, Word::Give])
        });
    let moving = known.awaits(DecisionKind::Movement).is_some();
    let outside = (verb_discard || verb_play) && (plain_verb || !moving);
    // `I add a troop to Lehwaldt for the 10 of hearts`: where no card is awaited, that pays for it.
    let buys = chunks.iter().enumerate().any(|(at, c)| {
        !covered(at)
            && c.any(&[Word::Troops, Word::Pay])
            && !c.any(&[Word::For, Word::Filler, Word::Card])
    });
    if !asked_for_cards && (!outside || buys) {
        return None;
    }
    let or = chunks.iter().enumerate().any(|(at, c)| {
        !covered(at) && c.has(Word::Or) && !c.any(&[Word::Filler, Word::As, Word::At])
    });
    let first_stop =
        chunks.iter().enumerate().position(|(at, c)| !covered(at) && is_stop(chunks, at, c));
    let own_words = [Word::Discard, Word::Play, Word::Card, Word::Duel, Word::Decline];
    let read = |at: usize| {
        covered(at) || first_stop.is_some_and(|stop| at >= stop) || chunks[at].any(&own_words)
    };
    // A card cannot be taken back: of a sentence that is hardly understood none is played.
    if lone && chunks.iter().enumerate().filter(|(at, c)| c.unknown && !read(*at)).count() > 3 {
        return Some(Err(Problem::new(Trouble::UnknownWords, scene.words(chunks))));
    }
    let cost = match leftover(chunks, read) {
        Some(cost) => cost,
        None if or => 0,
        None => return Some(Err(Problem::new(Trouble::UnknownWords, scene.words(chunks)))),
    };
    // `10D and nien`: what is joined to a card is another one, and it is not known which.
    let joined = |at: usize| chunks[at].has(Word::And) && !covered(at) && at + 2 == chunks.len();
    if let Some(at) = (0..chunks.len()).find(|at| joined(*at))
        && chunks[at + 1].unknown
        && !covered(at + 1)
    {
        let words = scene.words(&chunks[at + 1..]);
        return Some(Err(Problem::new(Trouble::UnknownWords, words)));
    }
    if let Some(mention) = mentions.iter().find(|m| m.deck.is_some_and(|deck| !is_deck(deck))) {
        let words = scene.words(&chunks[mention.from..=mention.to]);
        return Some(Err(Problem::new(Trouble::UnknownCard, words)));
    }
    // `two hearts please` of somebody who holds two: a card, or so many?
    if let ([mention], Some(nation)) = (mentions.as_slice(), play.or(discard))
        && let (Some(count @ 2..=3), [suit]) = (mention.value, mention.suits.as_slice())
        && chunks[mention.from].is_word()
        && mention.to == mention.from + 1
        && chunks[mention.to].plain.ends_with('s')
        && scene.tongues.first() == crate::said::Language::English
    {
        let held: Vec<Candidate> = known
            .hand(nation)
            .iter()
            .filter(|card| matches!(card.face, Face::Suited(own, _) if own == *suit))
            .map(|card| Candidate::Card(CardRef { face: card.face, deck: None }))
            .collect();
        if held.len() >= count as usize {
            let words = scene.words(chunks);
            return Some(Err(Problem::Question { doubt: Doubt::Card, words, candidates: held }));
        }
    }
    // `the lowest or else the club`
    let extreme = chunks.iter().any(|c| c.any(&[Word::Lowest, Word::Highest]));
    if or && lone && extreme && mentions.len() == 1 {
        return Some(Err(Problem::new(Trouble::UnknownWords, scene.words(chunks))));
    }
    if or && mentions.len() > 1 {
        return Some(Err(Problem::Question {
            doubt: Doubt::Card,
            words: scene.words(chunks),
            candidates: (mentions.iter())
                .flat_map(|m| m.card(scene.known, play.or(discard)).all())
                .map(Candidate::Card)
                .collect(),
        }));
    }
    let mut parsed = Parsed { cost, ..Parsed::default() };
    let asked = match (play, discard, offensive, fate) {
        (Some(nation), ..) => (Some(nation), DecisionKind::Play),
        (_, Some(nation), ..) => (Some(nation), DecisionKind::Discard),
        (_, _, Some(nation), _) => (Some(nation), DecisionKind::OffensiveOption),
        (_, _, _, Some(nation)) => (Some(nation), DecisionKind::Fate),
        _ if verb_discard && !verb_play => (scene.nation(), DecisionKind::Discard),
        _ => (scene.nation(), DecisionKind::Play),
    };
    for mention in &mentions {
        match one(known, mention, asked, double && mentions.len() == 1, scene, chunks) {
            Ok(action) => {
                // `the king of hearts, so the 13`: said twice, and held once.
                let again =
                    parsed.said.iter().any(|(_, said)| *said == Request::Act(action.clone()));
                let held = asked.0.map_or(0, |nation| {
                    let hand = known.hand(nation).iter();
                    hand.filter(|card| plays(&action, card.face)).count()
                });
                if again && held == 1 {
                    continue;
                }
                let times = match (&action, asked) {
                    (Action::Play { card, value: None }, (Some(nation), DecisionKind::Play)) => {
                        copies(chunks, &mentions, mention, *card, Some((known, nation)))
                    }
                    _ => Some(1),
                };
                // `two fives` of somebody who has one
                let Some(times) = times else {
                    return Some(Err(Problem::new(Trouble::UnknownCard, scene.words(chunks))));
                };
                let said = (asked.0, Request::Act(action));
                parsed.said.extend(std::iter::repeat_n(said, times));
            }
            Err(problem) => {
                let number = choice::instead_of_a_card(scene, chunks, mention)
                    .filter(|_| mentions.len() == 1 && lone);
                return Some(match number {
                    Some(number) => Ok(Parsed::one(None, Request::Choice(number))),
                    None => Err(problem),
                });
            }
        }
    }
    if asked.1 == DecisionKind::Play && first_stop.is_some_and(|at| at > mentions[0].from) {
        parsed.said.push((asked.0, Request::Act(Action::Stop)));
    }
    Some(Ok(parsed))
}

/// `Keith against Daun: first the 12`, while others fight: whether a pair is named here of which neither takes part in the
/// combat that is fought.
fn is_of_another_combat(known: &Known, chunks: &[Chunk]) -> bool {
    let Some(combat) = &known.view.combat else { return false };
    let apart = |own: bool| {
        let mut named = chunks
            .iter()
            .flat_map(|c| &c.generals)
            .filter(|piece| known.is_own(piece.nation()) == own)
            .peekable();
        let fights = |piece: &PieceId| {
            known.position(*piece).is_some_and(|city| [combat.from, combat.to].contains(&city))
        };
        named.peek().is_some() && !named.any(fights)
    };
    apart(true) && apart(false)
}

/// `Some(None)` if the only numbers have no suit and are no cards but a time, a house, minutes (`I'll answer at 7`,
/// `12 rue des Lilas`). In doubt they are none: a card that was played cannot be taken back.
fn idle_number(scene: &Scene, chunks: &[Chunk], mentions: &[Mention]) -> Option<Framed> {
    let bare = |m: &Mention| m.suits.is_empty() && !m.reserve && m.extreme.is_none();
    let [first, ..] = mentions else { return None };
    if !mentions.iter().all(bare) {
        return None;
    }
    let before = first.from.checked_sub(1).map(|at| &chunks[at]);
    let led = before.is_some_and(|c| {
        c.is_word()
            && c.any(&[Word::At, Word::Until, Word::To, Word::Via, Word::Absent])
            && !c.any(&[Word::Play, Word::Discard, Word::With, Word::For, Word::Article])
    });
    // `Lindenstr. 7`
    let said = scene.line.get(..chunks[first.from].start).unwrap_or_default();
    let mut said = said.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let hour = at_an_hour(scene, &chunks[first.from]);
    let of_them = of_those(scene, chunks, first);
    let street = said
        .any(|word| means(word, ClubWord::Street) || Little::StreetEnding.ends(&fold(word).plain));
    if led || hour || street || of_them {
        return Some(None);
    }
    let denied = chunks.iter().any(|c| c.has(Word::Not) || Little::Denial.is(&c.plain));
    let says = chunks.iter().any(|c| c.any(&[Word::Play, Word::Discard, Word::Card]));
    // `er tre de còri`: of few words one may be a suit that is not known.
    let short = scene.has_words_up_to(4);
    let odd = |c: &&Chunk| c.unknown || !short && c.guessed.is_some();
    let unknown = chunks.iter().filter(odd).count();
    // `die 8 weg` throws it away; `Via Verdi 7` in a combat does not.
    let discards = scene.known.is_some_and(|k| k.awaits(DecisionKind::Discard).is_some());
    let absent = |c: &Chunk| c.has(Word::Absent) && !(discards && c.has(Word::Discard));
    let strange = unknown > usize::from(says || short) || chunks.iter().any(absent);
    (denied || strange).then_some(None)
}

/// `of the four I drew, …`: how many cards there were to choose from.
fn of_those(scene: &Scene, chunks: &[Chunk], mention: &Mention) -> bool {
    let from = |c: &Chunk| c.any(&[Word::From, Word::At, Word::Via]) && c.number.is_none();
    scene.known.is_some_and(|known| known.awaits(DecisionKind::Discard).is_some())
        && mention.suits.is_empty()
        && matches!(mention.value, Some(3..=5))
        && (chunks[..=mention.from].iter().rev().take(3).any(from)
            || mention.from > 0 && chunks[mention.from - 1].any(&[Word::Rest, Word::Other]))
        && !chunks[..mention.from].iter().any(|c| c.any(&[Word::Discard, Word::Play]))
}

/// `I keep the 4 of spades, the 8 of clubs and the 6 of hearts, the other one goes`: the only one that is not kept.
fn all_but_one(scene: &Scene, chunks: &[Chunk], mentions: &[Mention]) -> Option<Parsed> {
    let known = scene.known?;
    let nation = known.awaits(DecisionKind::Discard)?;
    let [first, .., last] = mentions else { return None };
    let keeps = |c: &Chunk| c.has(Word::Keep) && !c.any(&[Word::Not, Word::Discard]);
    let before = &chunks[..first.from];
    if !before.iter().any(keeps)
        || before.iter().any(|c| c.any(&[Word::Discard, Word::Not]) && !c.has(Word::Keep))
        || chunks[last.to + 1..].iter().any(keeps)
    {
        return None;
    }
    let mut kept = Vec::new();
    for mention in mentions {
        let Meant::Card(card) = mention.card(Some(known), Some(nation)) else { return None };
        kept.push(card.face);
    }
    let left = known.legal_answers(nation, DecisionKind::Discard).into_iter();
    let left = left.filter_map(|action| match action {
        Action::Discard { card } if !kept.contains(&card.face) => Some(card.face),
        _ => None,
    });
    let [face] = left.collect::<Vec<_>>().try_into().ok()?;
    let card = CardRef { face, deck: None };
    Some(Parsed::one(Some(nation), Request::Act(Action::Discard { card })))
}

/// `I have no heart`: a suit of which there is no card.
fn is_missing(chunks: &[Chunk], mention: &Mention) -> bool {
    let no = |c: &Chunk| c.any(&[Word::Not, Word::Decline]) || Little::Denial.is(&c.plain);
    mention.value.is_none()
        && !mention.reserve
        && mention.extreme.is_none()
        && mention.from > 0
        && no(&chunks[mention.from - 1])
}

/// Whether there is a deck with this number (R3.1).
fn is_deck(deck: u8) -> bool {
    (1..=DECKS).contains(&deck)
}

/// Whether this plays a card with this face.
fn plays(action: &Action, face: Face) -> bool {
    matches!(action, Action::Play { card, .. } if card.face == face)
}

/// A card is to be played or discarded, but it is not said which: that is asked.
fn which_card(
    scene: &Scene,
    chunks: &[Chunk],
    asked: Option<(Nation, DecisionKind, bool)>,
) -> Framed {
    let (nation, kind, verb) = asked?;
    let not = chunks
        .iter()
        .any(|c| c.any(&[Word::Not, Word::Stop, Word::Decline]) && !c.has(Word::Filler));
    let one = |c: &Chunk| c.number == Some(1) || c.any(&[Word::Article]);
    let extreme = |c: &Chunk| c.any(&[Word::Lowest, Word::Highest]);
    let card = chunks.iter().any(|c| c.any(&[Word::Card, Word::Any]) || one(c) || extreme(c));
    let strange = chunks.iter().any(|c| !c.cities.is_empty() || !c.generals.is_empty());
    let phrase = |c: &Chunk| c.end - c.start > c.plain.len() + 1;
    if verb && chunks.len() == 1 && !phrase(&chunks[0]) {
        return Some(Err(Problem::new(Trouble::MissingCard, scene.words(chunks))));
    }
    let any = chunks.iter().any(|c| c.has(Word::Any));
    let words = chunks.iter().filter(|c| c.is_word()).count();
    // `the lowest`, `the big one`, and no more than that
    let bare = matches!(kind, DecisionKind::Play | DecisionKind::Discard)
        && words <= 5
        && chunks.iter().any(extreme)
        && !chunks.iter().any(|c| c.unknown);
    let enough = (0..chunks.len()).any(|at| is_enough(chunks, at));
    let not = not && !enough;
    let verb = verb
        || bare
        || enough && words <= 12
        || any && chunks.len() <= 5 && chunks.iter().any(|c| c.has(Word::Card));
    // `I play on`
    let on = [Word::Play, Word::Filler, Word::Then, Word::Ready, Word::New, Word::Pronoun];
    let goes_on = kind == DecisionKind::Play
        && chunks.iter().all(|c| !c.is_word() || c.any(&on))
        && chunks.iter().filter(|c| c.is_word()).count() <= 4;
    if !verb
        || !(card || goes_on)
        || not
        || strange
        || chunks.iter().filter(|c| c.unknown).count() > 2
    {
        return None;
    }
    let answers = scene.known?.legal_answers(nation, kind);
    if (kind == DecisionKind::Discard || bare)
        && let Some(card) = outermost(chunks, &answers)
    {
        return Some(Ok(Parsed::one(Some(nation), Request::Act(card))));
    }
    let candidates: Vec<Candidate> = answers
        .iter()
        .filter(|action| !matches!(action, Action::Stop))
        .take(12)
        .cloned()
        .map(Candidate::Order)
        .collect();
    (candidates.len() > 1).then(|| {
        Err(Problem::Question { doubt: Doubt::Card, words: scene.words(chunks), candidates })
    })
}

/// What a card that is named comes to as the answer to a decision of this kind.
fn one(
    known: &Known,
    mention: &Mention,
    (nation, kind): (Option<Nation>, DecisionKind),
    double: bool,
    scene: &Scene,
    chunks: &[Chunk],
) -> Result<Action, Problem> {
    let words = || scene.words(&chunks[mention.from..=mention.to]);
    let legal = nation.map_or(Vec::new(), |nation| known.legal_answers(nation, kind));
    let enough =
        (kind == DecisionKind::Play).then(|| just_enough(scene, chunks, mention, &legal)).flatten();
    let card = match (enough, mention.card(Some(known), nation)) {
        (Some(card), _) => card?,
        (None, Meant::Card(card)) => card,
        (None, Meant::Several(all)) => {
            // Those that may be played or discarded now are likelier.
            let allowed = |card: &CardRef| {
                legal.iter().any(|action| match action {
                    Action::Play { card: other, .. } | Action::Discard { card: other } => {
                        other.face == card.face
                    }
                    Action::OffensiveOption { card: Some(other) } => other.face == card.face,
                    Action::Fate { choice: FateChoice::Card(other) } => other.face == card.face,
                    _ => false,
                })
            };
            let mut fitting = all.clone();
            narrow(&mut fitting, |card| allowed(&card));
            match fitting.as_slice() {
                [only] => *only,
                [] => return Err(Problem::new(Trouble::UnknownCard, words())),
                several => {
                    return Err(Problem::Question {
                        doubt: Doubt::Card,
                        words: words(),
                        candidates: several.iter().copied().map(Candidate::Card).collect(),
                    });
                }
            }
        }
    };
    Ok(match kind {
        DecisionKind::Discard => Action::Discard { card },
        DecisionKind::OffensiveOption => Action::OffensiveOption { card: Some(card) },
        DecisionKind::Fate => Action::Fate { choice: FateChoice::Card(card) },
        _ => {
            let value = match card.face {
                Face::Reserve => match mention.value.and_then(|value| u8::try_from(value).ok()) {
                    Some(value) => Some(value),
                    None => {
                        return Err(Problem::Question {
                            doubt: Doubt::Card,
                            words: words(),
                            candidates: [5, 10].map(|value| as_worth(card, value)).to_vec(),
                        });
                    }
                },
                Face::Suited(_, value) if mention.doubled || double => Some(2 * value),
                Face::Suited(..) => None,
            };
            Action::Play { card, value }
        }
    })
}

/// Reads a group without cards as the end of a combat, or as no to what is offered.
pub(in crate::said) fn refusal(scene: &Scene, chunks: &[Chunk]) -> Framed {
    let known = scene.known?;
    if chunks.iter().any(|c| !c.cities.is_empty() && c.meanings.is_empty()) {
        return None;
    }
    if (0..chunks.len()).any(|at| is_enough(chunks, at)) {
        return None;
    }
    // `Hanover, turn 3: … Cumberland halts`, in a combat of Prussia's
    let other = |nation| known.only_decision().is_none_or(|decision| decision.nation != nation);
    if scene.heading.is_some_and(other) {
        return None;
    }
    let content = chunks.iter().filter(|c| c.is_word()).count();
    let unknown = chunks.iter().filter(|c| c.unknown).count();
    let says_stop =
        chunks.iter().enumerate().any(|(at, c)| is_stop(chunks, at, c) || c.has(Word::Stop));
    let says_no = chunks.iter().any(|c| c.any(&[Word::Decline, Word::No, Word::Stop, Word::Not]));
    let parsed = |nation, action| {
        let mut parsed = Parsed::one(Some(nation), Request::Act(action));
        parsed.cost = unknown as u32;
        Some(Ok(parsed))
    };
    if unknown * 2 > content + 1 || content > 16 {
        return None;
    }
    let named = cards::mentions(chunks, scene.tongues, false);
    // `Daun concedes, both hearts stay in my hand`: what is kept is not played.
    let keeps = chunks.iter().any(|c| c.any(&[Word::Keep, Word::Stay]) && !c.has(Word::Stop));
    let kept = |mention: &Mention| keeps && mention.value.is_none() && !mention.reserve;
    if !named.iter().all(|mention| is_missing(chunks, mention) || kept(mention)) {
        return None;
    }
    // `a draw then`, at 0: who does not play then has one (R7.5).
    let even = known.view.combat.as_ref().is_some_and(|combat| combat.score == 0);
    if let Some(nation) = known.awaits(DecisionKind::Play).filter(|_| even && content <= 5)
        && chunks.iter().any(|c| c.has(Word::Draw))
        && !chunks.iter().any(|c| c.kind == Kind::Question || c.any(&[Word::Not, Word::Propose]))
    {
        return parsed(nation, Action::Stop);
    }
    // `Friedrich withdraws`
    let own = |c: &Chunk| c.generals.iter().any(|piece| known.is_own(piece.nation()));
    let withdraws = |c: &Chunk| c.any(&[Word::Retreat, Word::Evade, Word::Withdraw]);
    if let Some(nation) = known.awaits(DecisionKind::Play).filter(|_| scene.heading.is_none())
        && chunks.iter().any(own)
        && chunks.iter().any(withdraws)
        && !chunks.iter().any(|c| c.has(Word::Not) || c.kind == text::Kind::Question)
    {
        return parsed(nation, Action::Stop);
    }
    // `Retreat.`, `none, thanks`
    let whole = scene.has_words_up_to(3);
    let question = chunks.iter().any(|c| c.kind == text::Kind::Question);
    let denied = |c: &Chunk| c.has(Word::Not) && !c.any(&[Word::Decline, Word::No]);
    // `Echo una carta`: a word that throws a card, too, ends nothing.
    let retires = |c: &Chunk| {
        c.any(&[Word::Retreat, Word::Evade]) && !c.any(&[Word::Play, Word::Discard])
            || c.has(Word::Decline) && c.plain.len() > 3
    };
    if let Some(nation) = known.awaits(DecisionKind::Play).filter(|_| scene.heading.is_none())
        && whole
        && !question
        && unknown == 0
        && chunks.iter().filter(|c| c.is_word()).take(1).any(retires)
        && !chunks.iter().any(denied)
        && !chunks.iter().any(|c| !c.generals.is_empty())
    {
        return parsed(nation, Action::Stop);
    }
    if let Some(nation) = known.awaits(DecisionKind::Play) {
        // `if that is not enough` ends nothing.
        let condition =
            chunks.iter().any(|c| c.any(&[Word::If, Word::Else]) && c.generals.is_empty());
        let first = chunks.iter().find(|c| c.is_word() && !c.any(&[Word::And, Word::Then]));
        if condition
            && (unknown > 0 || first.is_some_and(|c| c.any(&[Word::If, Word::Else])))
            && !chunks.iter().any(|c| c.has(Word::Ready))
        {
            return None;
        }
        // `No hay quien juegue`: one word that stops is wanted where others are strange.
        let strange = unknown > 1 && !chunks.iter().any(|c| c.has(Word::Stop));
        if finished::somebody_else_stops(known, chunks) {
            return None;
        }
        if says_stop && !strange && finished::stops_something_else(scene, chunks) {
            return Some(Err(Problem::new(Trouble::UnknownWords, scene.words(chunks))));
        }
        return if says_stop && !strange { parsed(nation, Action::Stop) } else { None };
    }
    let verb = chunks.iter().find(|c| c.is_word() && !c.any(&[Word::Filler, Word::Greeting]));
    if let Some(nation) = known.awaits(DecisionKind::OffensiveOption)
        && (says_no
            || chunks.iter().any(|c| c.has(Word::Offensive))
                && verb.is_some_and(|c| c.any(&[Word::Decline, Word::Withdraw])))
    {
        return parsed(nation, Action::OffensiveOption { card: None });
    }
    if let Some(nation) = known.awaits(DecisionKind::Fate)
        && says_no
    {
        return parsed(nation, Action::Fate { choice: FateChoice::Decline });
    }
    if let Some(nation) = known.awaits(DecisionKind::DaunWithdrawal)
        && (says_no || chunks.iter().any(|c| c.has(Word::Stay)))
    {
        return parsed(nation, Action::Stay);
    }
    // `decline offensive option`, `decline Card of Fate`, whatever is asked.
    if verb.is_some_and(|c| c.has(Word::Decline)) && unknown == 0 {
        if chunks.iter().any(|c| c.has(Word::Offensive)) {
            return parsed(scene.nation()?, Action::OffensiveOption { card: None });
        }
        if chunks.iter().any(|c| c.has(Word::Fate)) {
            return parsed(scene.nation()?, Action::Fate { choice: FateChoice::Decline });
        }
    }
    // Between combats of one's own a later duel may be meant.
    if known.awaits(DecisionKind::Attack).is_some() && says_stop && content <= 3 && unknown == 0 {
        return parsed(known.awaits(DecisionKind::Attack)?, Action::Stop);
    }
    None
}

/// A Reserve with its value (R3.3).
fn as_worth(card: CardRef, value: u8) -> Candidate {
    Candidate::Order(Action::Play { card, value: Some(value) })
}
