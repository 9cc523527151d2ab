//! Cards in a group of words: value and suit in any order, letters as natives use them, Reserves.

use super::suited::{
    behind, colours, extremes, is_one_of_two, lone_values, of_one_suit, several_suits, shared,
};
use crate::game::{CardRef, Face, Nation, Suit};
use crate::said::Language;
use crate::said::chunks::chunk::Chunk;
use crate::said::chunks::known::Known;
use crate::said::lexicon::little::Little;
use crate::said::lexicon::text;
use crate::said::lexicon::text::Kind;
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::{Word, lexicon};

/// A card as it was named, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::said) struct Mention {
    /// Chunks, the last one included.
    pub from: usize,
    pub to: usize,
    /// What the writer's language says; several if its letter stands for several.
    pub suits: Vec<Suit>,
    /// What the letter is in English.
    pub others: Vec<Suit>,
    /// Its letter is none of the writer's language.
    pub english: bool,
    pub value: Option<u32>,
    pub reserve: bool,
    /// `my lowest heart`, `my highest spade`: which of the suit it is, the hand says.
    pub extreme: Option<Extreme>,
    pub deck: Option<u8>,
    pub doubled: bool,
}

/// The lowest or the highest card of a suit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::said) enum Extreme {
    Lowest,
    Highest,
}

const SUIT_WORDS: [(Word, Suit); 4] = [
    (Word::Spades, Suit::Spades),
    (Word::Clubs, Suit::Clubs),
    (Word::Hearts, Suit::Hearts),
    (Word::Diamonds, Suit::Diamonds),
];
const SUIT_LETTERS: [(Word, Suit); 4] = [
    (Word::LetterSpades, Suit::Spades),
    (Word::LetterClubs, Suit::Clubs),
    (Word::LetterHearts, Suit::Hearts),
    (Word::LetterDiamonds, Suit::Diamonds),
];

/// The suit a chunk names by a symbol or a word.
pub(in crate::said) fn full_suit(chunk: &Chunk) -> Option<Suit> {
    if let Kind::Suit(number) = chunk.kind {
        return Suit::ALL.get(usize::from(number)).copied();
    }
    SUIT_WORDS.iter().find(|(word, _)| chunk.has(*word)).map(|(_, suit)| *suit)
}

/// The suits a letter can stand for: in the text's language, and in English; and whether it is a letter
/// of English alone.
fn letter_suits(chunk: &Chunk, tongues: Tongues) -> (Vec<Suit>, Vec<Suit>, bool) {
    let of = |language: Language| -> Vec<Suit> {
        let token = text::tokens(&chunk.plain);
        let sense = lexicon(language).phrase(&token, false);
        let has = |word| sense.is_some_and(|(sense, _)| sense.meanings.has(word));
        SUIT_LETTERS.iter().filter(|(word, _)| has(*word)).map(|(_, suit)| *suit).collect()
    };
    let own = of(tongues.first());
    let english = of(Language::English);
    if own.is_empty() { (english, Vec::new(), true) } else { (own, english, false) }
}

/// Small words between a value and its suit.
fn between(chunk: &Chunk) -> bool {
    matches!(chunk.kind, Kind::Dash | Kind::Other)
        || chunk.is_word()
            && chunk.cities.is_empty()
            && chunk.generals.is_empty()
            && chunk.number.is_none()
            && full_suit(chunk).is_none()
            && Little::Between.is(&chunk.plain)
}

/// Whether a number says how many: `two cards of hearts` are two of them, and not the 2.
pub(in crate::said) fn counts_cards(chunks: &[Chunk], at: usize) -> bool {
    let noun = |c: &Chunk| c.has(Word::Card) && c.end - c.start > 4 && !c.glued;
    chunks[at].count().is_some_and(|count| count > 1) && chunks.get(at + 1).is_some_and(noun)
}

/// A number that can be a card's value.
pub(in crate::said) fn value(chunk: &Chunk) -> Option<u32> {
    // `one heart` does not say which.
    let least = if chunk.is_word() { 2 } else { 1 };
    chunk
        .count()
        .filter(|n| (least..=13).contains(n) && (chunk.ordinal.is_none() || chunk.is_word()))
}

/// What the cards are worth together that are named by a value (R10.1).
pub(in crate::said) fn worth(cards: &[Mention]) -> u32 {
    cards.iter().filter_map(|card| card.value).fold(0, u32::saturating_add)
}

/// All cards that a group names. `lone` numbers take the suit of the card before them: where nothing
/// but cards is awaited.
pub(in crate::said) fn mentions(chunks: &[Chunk], tongues: Tongues, lone: bool) -> Vec<Mention> {
    // `the 6. of spades`: a full stop behind a value that its suit follows makes no ordinal of it.
    let dotted = |at: usize| {
        matches!(chunks[at].kind, Kind::Number(_))
            && chunks[at].ordinal.is_some()
            && chunks[at + 1..]
                .iter()
                .take(3)
                .find(|c| !between(c))
                .is_some_and(|c| full_suit(c).is_some())
    };
    // `the 6 of spades and then the 10. Thanks`
    let ends = |at: usize| {
        let c = &chunks[at];
        let digits = if c.number > Some(9) { 2 } else { 1 };
        let joins = |c: &Chunk| c.is_word() && c.any(&[Word::Then, Word::And]);
        lone && matches!(c.kind, Kind::Number(_))
            && c.ordinal.is_some()
            && c.end - c.start == digits + 1
            && chunks[..at].iter().rev().take(2).any(joins)
    };
    let places: Vec<usize> = (0..chunks.len()).filter(|at| dotted(*at) || ends(*at)).collect();
    let mut plain;
    let mut chunks = chunks;
    if !places.is_empty() {
        plain = chunks.to_vec();
        places.into_iter().for_each(|at| plain[at].ordinal = None);
        chunks = &plain;
    }
    let mut found: Vec<Mention> = Vec::new();
    let of_card = |c: &Chunk| {
        c.number.is_some()
            || c.any(&[Word::Reserve, Word::Red, Word::Black])
            || full_suit(c).is_some()
    };
    if !chunks.iter().any(of_card) {
        return found;
    }
    let mut at = 0;
    while at < chunks.len() {
        let mention = reserve(chunks, at)
            .or_else(|| symbol_first(chunks, at, tongues))
            .or_else(|| value_first(chunks, at, tongues));
        let Some(mut mention) = mention else {
            at += 1;
            continue;
        };
        deck(chunks, &mut mention);
        at = behind(chunks, &mention, &mut found);
        // `12 and 11 of diamonds`: the value before belongs to the same suit.
        shared(chunks, &mention, &mut found);
        found.push(mention);
    }
    extremes(chunks, &mut found);
    of_one_suit(chunks, &mut found);
    several_suits(chunks, &mut found);
    // `13S 12C`: where one letter is English and none of the writer's, all of them are.
    let english = found.iter().any(|m| m.english);
    for mention in found.iter_mut().filter(|m| english && !m.others.is_empty()) {
        std::mem::swap(&mut mention.suits, &mut mention.others);
    }
    colours(chunks, lone, &mut found);
    if lone {
        lone_values(chunks, &mut found);
    }
    found.sort_by_key(|mention| mention.from);
    found
}

pub(in crate::said) fn blank(from: usize, to: usize) -> Mention {
    Mention {
        from,
        to,
        suits: Vec::new(),
        others: Vec::new(),
        english: false,
        value: None,
        reserve: false,
        extreme: None,
        deck: None,
        doubled: false,
    }
}

/// A card of which nothing but the value is said, and perhaps the suit before it.
pub(in crate::said) fn of_value(value: u32, suit: Option<Suit>) -> Mention {
    Mention { value: Some(value), suits: suit.into_iter().collect(), ..blank(0, 0) }
}

fn reserve(chunks: &[Chunk], at: usize) -> Option<Mention> {
    let chunk = &chunks[at];
    if !chunk.has(Word::Reserve) {
        return None;
    }
    // `R/2`: of the second deck, as canonical orders say it.
    let deck = chunks
        .get(at + 1)
        .filter(|next| next.kind == Kind::Slash)
        .and_then(|_| chunks.get(at + 2))
        .and_then(|next| next.number)
        .and_then(|number| u8::try_from(number).ok());
    let glued = deck.is_some()
        || chunks.get(at + 1).is_some_and(|next| next.glued && value(next).is_some());
    // `discard R`, `R, 7D`, `R=7`, `R (7)`, `R 7`: the letter alone is a Reserve where it ends or where its
    // value follows.
    let kept = at > 0 && chunks[at - 1].has(Word::Keep);
    let alone = kept
        || chunks.get(at + 1).is_none_or(|next| {
            let parts = [Kind::Comma, Kind::Semicolon, Kind::Equals, Kind::Open, Kind::Colon];
            parts.contains(&next.kind)
                || next.any(&[
                    Word::As,
                    Word::Then,
                    Word::Stop,
                    Word::Reserve,
                    Word::Discard,
                    Word::SetAside,
                ])
                || value(next).is_some()
        });
    if chunk.plain.len() == 1 && !glued && !alone {
        return None;
    }
    let end = if deck.is_some() { at + 2 } else { at };
    let mut mention = Mention { reserve: true, deck, ..blank(at, end) };
    let mut ahead = end + 1;
    let mut as_said = false;
    while let Some(next) = chunks.get(ahead) {
        // `la reserva con un 10`: the article counts nothing.
        let article = next.has(Word::Article)
            && chunks
                .get(ahead + 1)
                .is_some_and(|behind| behind.number.is_some() || behind.has(Word::As));
        let number = value(next).or(next.number.filter(|_| as_said)).filter(|_| !article);
        if let Some(number) = number {
            // `reserve, then the 9 of spades`, `R 2S`: that number is a card's.
            let letter = |c: &Chunk| {
                c.glued && c.is_word() && c.plain.len() <= 2 && !c.any(&[Word::As, Word::Then])
            };
            let suited = chunks.get(ahead + 1).is_some_and(|c| full_suit(c).is_some() || letter(c))
                || chunks.get(ahead + 1).is_some_and(between)
                    && chunks.get(ahead + 2).is_some_and(|c| full_suit(c).is_some());
            let own = chunk.plain.len() == 1 && ahead == at + 1 && next.glued;
            if !suited || as_said || own {
                mention.value = Some(number);
                mention.to = ahead + suit_behind(chunks, ahead + 1);
            }
            break;
        }
        let comma = next.kind == Kind::Comma
            && chunks.get(ahead + 1).is_some_and(|behind| behind.has(Word::As));
        as_said |= next.has(Word::As) && !next.has(Word::And);
        // `recruit for R: 2 Fermor`
        let colon = next.kind == Kind::Colon && chunk.plain.len() > 1;
        // `I use the Reserve and call it a 6`
        let called = next.has(Word::And)
            && chunks[ahead + 1..]
                .iter()
                .take(4)
                .take_while(|c| c.is_word() && c.number.is_none())
                .any(|c| c.has(Word::As) && c.end - c.start > 3);
        // `The Reserve ... let us say it counts 9`
        let pause = matches!(next.kind, Kind::Period | Kind::Other)
            && chunks[ahead + 1..].iter().take(3).any(|c| c.is_word() && c.has(Word::As))
            && chunk.plain.len() > 1;
        let passes = comma
            || pause
            || called
            || colon
            || matches!(next.kind, Kind::Open | Kind::Dash | Kind::Equals)
            || next.any(&[Word::As, Word::Filler, Word::Article, Word::For, Word::With, Word::To])
                && !next.any(&[Word::And, Word::Then, Word::Stop]);
        // `die Reserve als Pik vier`: the suit before its value.
        let led = as_said
            && full_suit(next).is_some()
            && chunks.get(ahead + 1).is_some_and(|behind| value(behind).is_some());
        // `Reserve - I declare it a ten`
        let spoken = chunk.plain.len() > 1
            && next.number.is_none()
            && (next.kind == Kind::Comma && chunks.get(ahead + 1).is_some_and(Chunk::is_word)
                || next.is_word()
                    && next.generals.is_empty()
                    && full_suit(next).is_none()
                    && (next.unknown
                        || next.any(&[
                            Word::Pronoun,
                            Word::Play,
                            Word::Move,
                            Word::At,
                            Word::Enter,
                        ]))
                    && !next.any(&[Word::And, Word::Then, Word::Stop, Word::Or, Word::Not]));
        if !(passes || spoken || led) || ahead > at + 9 {
            break;
        }
        ahead += 1;
    }
    // `the Reserve at its full value`
    let full = |c: &Chunk| c.has(Word::Highest) && c.end - c.start > 8;
    let behind = chunks[end + 1..].iter().take(3).take_while(|c| c.is_word());
    if let (None, Some(place)) = (mention.value, behind.clone().position(full))
        && !behind.take(place).any(|c| c.any(&[Word::Not, Word::And, Word::Then, Word::AtMost]))
    {
        (mention.value, mention.to) = (Some(10), end + 1 + place);
    }
    if mention.value.is_some() && chunks.get(mention.to + 1).is_some_and(|c| c.kind == Kind::Close)
    {
        mention.to += 1;
    }
    Some(mention)
}

/// How many chunks from here name the suit that a Reserve stands for: `R7D`, `R as 7 of diamonds`.
fn suit_behind(chunks: &[Chunk], at: usize) -> usize {
    let values = |place: usize| chunks.get(place).is_some_and(|c| value(c).is_some());
    let letter = |c: &Chunk| c.glued && c.is_word() && c.plain.len() == 1;
    match (chunks.get(at), chunks.get(at + 1)) {
        (Some(suit), _) if full_suit(suit).is_some() || letter(suit) => {
            usize::from(!values(at + 1))
        }
        (Some(small), Some(suit)) if between(small) && full_suit(suit).is_some() => {
            if values(at + 2) { 0 } else { 2 }
        }
        _ => 0,
    }
}

/// `♠10`, `hearts 7`, `P10`, `Herz-6`.
fn symbol_first(chunks: &[Chunk], at: usize, tongues: Tongues) -> Option<Mention> {
    let chunk = &chunks[at];
    let next = chunks.get(at + 1)?;
    // `un valore di 6`: a word that joins others is no suit's letter, unless it is written as one.
    let joins = [Word::From, Word::To, Word::At, Word::With, Word::For, Word::And];
    let (suits, others, english) = match full_suit(chunk) {
        Some(suit) => (vec![suit], Vec::new(), false),
        None if chunk.plain.len() > 1 && !next.glued && chunk.any(&joins) => return None,
        None => {
            let letter = chunk.is_word() && chunk.plain.len() <= 3;
            let near = next.glued || chunk.plain.len() >= 2 || chunk.end > chunk.start;
            if !letter || !near || value(next).is_none() || !(next.glued || chunk.unknown) {
                let two = letter && chunk.plain.len() == 2 && value(next).is_some();
                if !two {
                    return None;
                }
            }
            let (own, others, english) = letter_suits(chunk, tongues);
            if own.is_empty() {
                return None;
            }
            (own, others, english)
        }
    };
    // `hearts, first the 13 and then the 11`: the suit of all that follows.
    let of_all = full_suit(chunk).is_some()
        && chunk.is_word()
        && !chunks[..at].iter().rev().take(3).any(|c| c.any(&[Word::Both, Word::All]))
        && at.checked_sub(1).and_then(|before| chunks.get(before)).is_none_or(|before| {
            value(before).is_none() && !between(before) && !before.any(&[Word::And, Word::Or])
        });
    let mut ahead = at + 1;
    while chunks.get(ahead).is_some_and(|c| {
        matches!(c.kind, Kind::Dash | Kind::Colon)
            || c.has(Word::Article) && c.count().is_none()
            || of_all
                && (c.kind == Kind::Comma
                    || c.is_word() && value(c).is_none() && c.any(&[Word::Then, Word::Filler]))
    }) && ahead < at + if of_all { 5 } else { 3 }
    {
        ahead += 1;
    }
    // `hearts: first the 9, then the 7`: a suit that begins a list, and small words before its first value.
    let begins = full_suit(chunk).is_some()
        && chunks[..at].iter().all(|c| !c.is_word() || c.any(&[Word::From, Word::Filler]));
    let small = |c: &Chunk| {
        matches!(c.kind, Kind::Colon | Kind::Comma)
            || c.is_word()
                && c.count().is_none()
                && full_suit(c).is_none()
                && c.any(&[Word::Then, Word::Filler, Word::Article, Word::Pronoun])
                && !c.any(&[Word::Not, Word::Or, Word::If, Word::Stop])
    };
    if begins {
        let passed = chunks[ahead..].iter().take(3).take_while(|c| small(c)).count();
        let behind = |place: usize| chunks.get(place).is_some_and(|c| full_suit(c).is_some());
        let other = behind(ahead + passed + 1)
            || chunks.get(ahead + passed + 1).is_some_and(between) && behind(ahead + passed + 2);
        ahead += if other { 0 } else { passed };
    }
    // `♥11. Du bist dran`: the full stop ends a sentence.
    let number = value(&Chunk { ordinal: None, ..chunks.get(ahead)?.clone() })?;
    // `9 hearts, 7 hearts`: the suit belongs to the number before it.
    let suited_itself = full_suit(chunk).is_some()
        && chunks.get(ahead + 1).is_some_and(|c| full_suit(c).is_some())
        && !chunks.get(ahead + 2).is_some_and(|c| value(c).is_some());
    if suited_itself {
        return None;
    }
    Some(Mention { suits, others, english, value: Some(number), ..blank(at, ahead) })
}

/// The first and the last chunk of a number with a suit that is no card: `14D`, `1 of spades`.
pub(in crate::said) fn no_card(chunks: &[Chunk], tongues: Tongues) -> Option<(usize, usize)> {
    (0..chunks.len().saturating_sub(1)).find_map(|at| {
        // `one heart`, `a heart`: any of the suit.
        let any = chunks[at].is_word();
        let number = chunks[at].number.filter(|n| (14..100).contains(n) || *n < 2 && !any);
        let next = &chunks[at + 1];
        let letter =
            next.glued && next.plain.len() == 1 && !letter_suits(next, tongues).0.is_empty();
        let behind = between(next) && chunks.get(at + 2).is_some_and(|c| full_suit(c).is_some());
        if letter || full_suit(next).is_some() {
            number.map(|_| (at, at + 1))
        } else {
            number.filter(|_| behind).map(|_| (at, at + 2))
        }
    })
}

/// `10 of spades`, `10♠`, `6P`.
fn value_first(chunks: &[Chunk], at: usize, tongues: Tongues) -> Option<Mention> {
    let chunk = &chunks[at];
    if let (Some(suit), Some(number)) = (full_suit(chunk), value(chunk)) {
        return Some(Mention { suits: vec![suit], value: Some(number), ..blank(at, at) });
    }
    if let Some(suit) = full_suit(chunk) {
        // A suit alone.
        return Some(Mention { suits: vec![suit], ..blank(at, at) });
    }
    let number = value(chunk)?;
    if is_one_of_two(chunks, at) {
        return None;
    }
    let mut ahead = at + 1;
    while chunks.get(ahead).is_some_and(between) && ahead < at + 4 {
        ahead += 1;
    }
    // `3 d corazones`, `the 3 o hearts`
    let shortened =
        chunks.get(at + 1).is_some_and(|c| c.is_word() && c.plain.len() == 1 && !c.glued)
            && chunks.get(at + 2).is_some_and(|c| full_suit(c).is_some());
    if shortened {
        ahead = at + 2;
    }
    let next = chunks.get(ahead)?;
    if counts_cards(chunks, at) {
        return None;
    }
    if let Some(suit) = full_suit(next) {
        return Some(Mention { suits: vec![suit], value: Some(number), ..blank(at, ahead) });
    }
    let letter = next.is_word() && next.plain.len() <= 3 && ahead == at + 1;
    let alone = next.plain.len() == 1 && next.unknown
        || next.plain.len() <= 2 && next.any(&SUIT_LETTERS.map(|(word, _)| word));
    if letter && (next.glued || alone && chunks.get(ahead + 1).is_none_or(|c| !c.is_word())) {
        let (suits, others, english) = letter_suits(next, tongues);
        if !suits.is_empty() {
            return Some(Mention {
                suits,
                others,
                english,
                value: Some(number),
                ..blank(at, ahead)
            });
        }
    }
    None
}

/// `/2`, `from the first deck`, `doubled`.
fn deck(chunks: &[Chunk], mention: &mut Mention) {
    let at = mention.to + 1;
    if chunks.get(at).is_some_and(|c| c.kind == Kind::Slash)
        && let Some(number) = chunks.get(at + 1).and_then(|c| c.number)
    {
        mention.deck = u8::try_from(number).ok();
        mention.to = at + 1;
    }
    // `10D (deck 2)`
    let at = at + usize::from(chunks.get(at).is_some_and(|c| c.kind == Kind::Open));
    for ahead in at..(at + 5).min(chunks.len()) {
        if chunks[ahead].has(Word::Deck) {
            let before =
                (at..ahead).rev().find_map(|place| chunks[place].ordinal.or(chunks[place].count()));
            let behind = || chunks.get(ahead + 1).and_then(|c| c.count());
            if let Some(number) = before.or_else(behind) {
                mention.deck = u8::try_from(number).ok();
                mention.to = ahead + usize::from(before.is_none());
                let closed = chunks.get(mention.to + 1).is_some_and(|c| c.kind == Kind::Close);
                mention.to += usize::from(closed);
            }
            break;
        }
        if !chunks[ahead].is_word() {
            break;
        }
    }
    if chunks.get(mention.to + 1).is_some_and(|c| c.has(Word::Double)) {
        mention.doubled = true;
        mention.to += 1;
    }
    // `= 22`, `as 22`, `x2`, of a doubled card
    let number = chunks.get(mention.to + 2).and_then(|c| c.count());
    if let (Some(next), Some(number), Some(own), false) =
        (chunks.get(mention.to + 1), number, mention.value, mention.reserve)
    {
        let twice = number == 2 * own;
        let times = next.plain == "x" && number == 2;
        let same = next.kind == Kind::Equals && number == own;
        if times || same || twice && (next.kind == Kind::Equals || next.has(Word::As)) {
            mention.doubled = twice || times;
            mention.to += 2;
        }
    }
}

/// What a mention comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::said) enum Meant {
    Card(CardRef),
    /// Several cards are meant equally.
    Several(Vec<CardRef>),
}

impl Meant {
    /// Every card that may be meant.
    pub fn all(self) -> Vec<CardRef> {
        match self {
            Meant::Card(card) => vec![card],
            Meant::Several(all) => all,
        }
    }
}

impl Mention {
    /// The card, or those that may be meant: first by the hand, then by the writer's language.
    pub fn card(&self, known: Option<&Known>, nation: Option<Nation>) -> Meant {
        let deck = self.deck;
        let of = |face| CardRef { face, deck };
        if self.reserve {
            return Meant::Card(of(Face::Reserve));
        }
        let hand = match (known, nation) {
            (Some(known), Some(nation)) => known.hand(nation),
            _ => &[],
        };
        let all: Vec<Suit> = if self.suits.is_empty() {
            Suit::ALL.to_vec()
        } else {
            self.suits.iter().chain(&self.others).copied().collect()
        };
        let value = self.value.and_then(|value| u8::try_from(value).ok());
        let mut held: Vec<CardRef> = Vec::new();
        for suit in &all {
            for card in hand {
                if let Face::Suited(own, number) = card.face
                    && own == *suit
                    && value.is_none_or(|value| value == number)
                    && !held.contains(&of(card.face))
                {
                    held.push(of(card.face));
                }
            }
        }
        if let Some(extreme) = self.extreme {
            let worth = |card: &CardRef| match card.face {
                Face::Suited(_, value) => value,
                Face::Reserve => 0,
            };
            let one = match extreme {
                Extreme::Lowest => held.iter().min_by_key(|card| worth(card)),
                Extreme::Highest => held.iter().max_by_key(|card| worth(card)),
            };
            if let (Some(card), [_]) = (one, self.suits.as_slice()) {
                return Meant::Card(*card);
            }
        }
        let preferred: Vec<CardRef> = held
            .iter()
            .copied()
            .filter(|card| matches!(card.face, Face::Suited(suit, _) if self.suits.contains(&suit)))
            .collect();
        match (preferred.as_slice(), held.as_slice()) {
            ([only], _) => return Meant::Card(*only),
            ([], [only]) => return Meant::Card(*only),
            ([_, _, ..], _) => return Meant::Several(preferred),
            ([], [_, _, ..]) => return Meant::Several(held),
            ([], []) => {}
        }
        match (self.suits.as_slice(), value) {
            ([suit], Some(value)) => Meant::Card(of(Face::Suited(*suit, value))),
            (suits, Some(value)) => {
                Meant::Several(suits.iter().map(|suit| of(Face::Suited(*suit, value))).collect())
            }
            _ => Meant::Several(Vec::new()),
        }
    }
}

/// Where the sign of a number stands, if there is one: `up to +5` speaks of the score and of no number of
/// cards.
pub(in crate::said) fn signed(chunks: &[Chunk]) -> Option<usize> {
    let sign = |c: &Chunk| matches!(c.kind, Kind::Plus | Kind::Dash) && !c.glued;
    chunks
        .windows(2)
        .position(|pair| sign(&pair[0]) && matches!(pair[1].kind, Kind::Number(_)) && pair[1].glued)
}
