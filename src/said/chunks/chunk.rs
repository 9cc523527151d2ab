//! Tokens put together to chunks: names, phrases, numbers, punctuation, each with all its senses.
//!
//! The longest name or phrase that begins at a place is taken. Where one word is both, both senses
//! stay: what it is there, the frames decide. Only what nothing has as it is written is repaired.

use super::abbreviated::{begun_short, is_begun, is_sent, joined_short, without_short};
use super::ordinal::ordinal;
use crate::game::{CityId, Nation, PieceId, Seat};
use crate::said::Language;
use crate::said::club::words::{ClubWord, Meant};
use crate::said::lexicon::names::{Named, Sure, names};
use crate::said::lexicon::text::{Kind, Token, allowed_errors};
use crate::said::lexicon::tongues::Tongues;
use crate::said::lexicon::words::{Meanings, Sense, Word, lexicon};
use crate::said::lexicon::{names, text, tongue, words};

/// A piece of a line and all that it can mean.
#[derive(Clone, Debug)]
pub(in crate::said) struct Chunk {
    /// What it looks like: a word, a number, a mark.
    pub kind: Kind,
    /// What it can mean as a word, in any language that counts.
    pub meanings: Meanings,
    /// A number in digits or in words.
    pub number: Option<u32>,
    /// An ordinal number: `6.`, `second`.
    pub ordinal: Option<u32>,
    /// Places of this name; several where it is not unique, or only begun.
    pub cities: Vec<CityId>,
    /// Generals of this name, of any nation.
    pub generals: Vec<PieceId>,
    /// The nation of this name.
    pub nation: Option<Nation>,
    /// The role of this name.
    pub seat: Option<Seat>,
    /// A word that means nothing.
    pub unknown: bool,
    /// How it was read, if it was not so written.
    pub guessed: Option<String>,
    /// Its first word as it is compared.
    pub plain: String,
    /// What that word means to the club.
    pub club: Meant,
    /// What a phrase of the club that begins with it can mean.
    pub begins: Meant,
    /// Nothing stands between it and the chunk before it.
    pub glued: bool,
    /// In the line, in bytes.
    pub start: usize,
    /// Likewise; the first byte behind it.
    pub end: usize,
}

impl Chunk {
    /// The end of a sentence at these bytes of the line.
    pub fn full_stop(start: usize, end: usize) -> Chunk {
        let glued = true;
        Chunk { plain: ".".to_owned(), glued, start, end, ..Chunk::of(Kind::Period) }
    }

    /// A city in place of these bytes of the line.
    pub fn place(city: CityId, start: usize, end: usize) -> Chunk {
        let plain = city.id().to_owned();
        let club = Meant::of_phrase(&plain);
        Chunk { cities: vec![city], plain, club, start, end, ..Chunk::of(Kind::Word) }
    }

    /// The word that stands there, with nothing that it means.
    pub fn unread(&self) -> Chunk {
        let Chunk { club, begins, start, end, glued, .. } = *self;
        let plain = self.plain.clone();
        Chunk { plain, club, begins, glued, start, end, unknown: true, ..Chunk::of(self.kind) }
    }

    /// Of this kind, with nothing that it means.
    fn of(kind: Kind) -> Chunk {
        Chunk {
            kind,
            meanings: Meanings::default(),
            number: None,
            ordinal: None,
            cities: Vec::new(),
            generals: Vec::new(),
            nation: None,
            seat: None,
            unknown: false,
            guessed: None,
            plain: String::new(),
            club: Meant::default(),
            begins: Meant::all(),
            glued: false,
            start: 0,
            end: 0,
        }
    }

    /// The same words, where they mean this and nothing else.
    pub fn meaning(&self, word: Word) -> Chunk {
        let mut meanings = Meanings::default();
        meanings.insert(word);
        Chunk { meanings, unknown: false, ..self.clone() }
    }

    /// The same words, where they name nothing.
    pub fn unnamed(&self) -> Chunk {
        let plain = self.clone();
        Chunk { generals: Vec::new(), cities: Vec::new(), nation: None, seat: None, ..plain }
    }

    /// The same place of the line, where it names whom the other chunk names.
    pub fn naming(&self, other: &Chunk) -> Chunk {
        let Chunk { generals, cities, meanings, .. } = other.clone();
        Chunk { generals, cities, meanings, ..self.clone() }
    }

    /// Whether its first word alone means this to the club.
    pub fn means(&self, word: ClubWord) -> bool {
        self.club.has(word)
    }

    /// Whether a phrase of the club with this meaning may begin with it: most words begin none, and comparing
    /// phrases costs time.
    pub fn begins(&self, word: ClubWord) -> bool {
        self.begins.has(word)
    }

    /// Whether it is a word for a train, written out: no `T` of `T1`, and no other short form, which may mean something else.
    pub fn is_train_word(&self) -> bool {
        self.has(Word::Train) && self.end - self.start > 3
    }

    /// Whether it can mean this.
    pub fn has(&self, word: Word) -> bool {
        self.meanings.has(word)
    }

    /// Whether it can mean one of these.
    pub fn any(&self, words: &[Word]) -> bool {
        self.meanings.any(words)
    }

    /// Whether it is made of letters.
    pub fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }

    /// Whether it is a mark between clauses: no word, number, suit or quotation mark.
    pub fn is_mark(&self) -> bool {
        !self.is_word()
            && self.number.is_none()
            && !matches!(self.kind, Kind::Suit(_) | Kind::Other)
    }

    /// Whether it is the mark before a question: `¿`.
    pub fn opens_question(&self) -> bool {
        self.kind == Kind::Question && !self.plain.is_empty()
    }

    /// Whether it says something, and is no mark.
    pub fn is_word_or_number(&self) -> bool {
        self.is_word() || self.number.is_some()
    }

    /// A number, in digits or in words; an article is none.
    pub fn count(&self) -> Option<u32> {
        self.number.filter(|_| !self.has(Word::Article))
    }

    /// Whether it names a city and no general; it may be a word or a nation besides.
    pub fn is_plain_city(&self) -> bool {
        !self.cities.is_empty() && self.generals.is_empty()
    }
}

/// What the whole text allows for repairs: each costs time.
pub(in crate::said) struct Repairs {
    left: usize,
    /// The line that is read has names with capital letters.
    capitals: bool,
}

impl Repairs {
    /// Enough for a long mail with many mistakes.
    pub fn new() -> Repairs {
        Repairs { left: 150, capitals: false }
    }

    /// Nothing is repaired.
    pub fn none() -> Repairs {
        Repairs { left: 0, capitals: false }
    }
}

/// Words of the sender's own names, and abbreviations explained in the line.
pub(in crate::said) struct Own<'a> {
    /// They are chatter, unless a general is called so, too.
    pub names: &'a [String],
    /// In small letters, each with the cities that it stands for.
    pub explained: Vec<(String, Vec<CityId>)>,
}

/// The chunks of a line.
pub(in crate::said) fn chunks(
    tokens: &[Token],
    tongues: Tongues,
    own: &Own,
    repairs: &mut Repairs,
) -> Vec<Chunk> {
    let tokens = &without_short(tokens)[..];
    repairs.capitals = tokens.iter().skip(1).any(|token| token.kind == Kind::Word && token.capital);
    let mut chunks: Vec<Chunk> = Vec::new();
    // Second halves of parted words: where, how long.
    let mut halves: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let token = &tokens[at];
        if let Some((_, used)) = halves.iter().find(|(place, _)| *place == at) {
            let mut chunk = plain_chunk(token, &tokens[at + used - 1]);
            chunk.meanings.insert(Word::Filler);
            chunks.push(chunk);
            at += used;
            continue;
        }
        if token.kind != Kind::Word {
            let mut chunk = plain_chunk(token, token);
            if let Kind::Number(number) = token.kind {
                chunk.number = Some(number);
                at = ordinal(&mut chunk, tokens, at, tongues);
            } else {
                at += 1;
            }
            // `K. to Zittau`, but `A. Keith to Zittau` is a list.
            let goes = |sense: &Sense| sense.meanings.any(&[Word::To, Word::Via, Word::Stay]);
            let is_initial = chunks.len() == 1
                && chunks[0].plain.len() == 1
                && lexicon(tongues.first())
                    .phrase(&tokens[at.min(tokens.len())..], false)
                    .is_some_and(|(sense, _)| goes(&sense));
            // Of an abbreviation: `Winterf.`, `nr.`
            let abbreviated = token.kind == Kind::Period
                && token.glued
                && tokens.get(at).is_some()
                && chunks.last().is_some_and(|last| {
                    let next = tokens.get(at).map(|next| next.kind);
                    let ends = next != Some(Kind::Word);
                    let begun = is_begun(last) || last.guessed.is_some() && ends;
                    begun || is_initial || is_sent(last, next)
                });
            if !abbreviated {
                chunks.push(chunk);
            }
            continue;
        }
        // `Pozdrawiam, Irena` names no city that has a letter more.
        let signs = matches!(chunks.as_slice(), [.., farewell, comma]
            if farewell.has(Word::Closing) && comma.kind == Kind::Comma);
        let mut none = Repairs::none();
        let repairs = if signs && tokens.len() - at <= NAMES { &mut none } else { &mut *repairs };
        let (mut chunk, used) = word(&tokens[at..], tongues, own, repairs);
        if let Some((sense, place, length)) =
            tongues.all.iter().take(2).find_map(|l| lexicon(*l).parted(&tokens[at..]))
            && (chunk.cities.is_empty() && chunk.generals.is_empty() || chunk.guessed.is_some())
            && place >= used
        {
            // `greifen sie Schwerin an` is no Greifenberg.
            if chunk.guessed.take().is_some() {
                chunk = plain_chunk(token, &tokens[at + used - 1]);
            }
            chunk.meanings.add(sense.meanings);
            chunk.unknown = false;
            halves.push((at + place, length));
        }
        chunks.push(chunk);
        at += used;
    }
    joined_short(tokens, &mut chunks);
    chunks
}

/// Whoever signs has no more names, with a full stop behind them.
const NAMES: usize = 3;

fn plain_chunk(first: &Token, last: &Token) -> Chunk {
    // Phrases are made of words alone.
    let word = first.kind == Kind::Word;
    let begins = if word { Meant::of_phrases_from(&first.strict) } else { Meant::default() };
    Chunk {
        plain: first.plain.clone(),
        club: Meant::of_phrase(&first.plain),
        begins,
        glued: first.glued,
        start: first.start,
        end: last.end,
        ..Chunk::of(first.kind)
    }
}

/// The chunk of words that begins here, and how many tokens it takes.
fn word(tokens: &[Token], tongues: Tongues, own: &Own, repairs: &mut Repairs) -> (Chunk, usize) {
    let first = &tokens[0];
    let mut chunk = plain_chunk(first, first);
    if let Some((_, cities)) = own.explained.iter().find(|(word, _)| *word == first.plain) {
        chunk.cities.clone_from(cities);
        return (chunk, 1);
    }
    let named = names().longest(tokens).map(|(named, sure, used)| {
        // `nach Frankfurt oder nach …`, `a Wittenberg e il treno`: no part of the name.
        let last = &tokens[used - 1];
        let joins =
            used > 1 && !last.capital && tokens.get(used).is_some_and(|t| t.kind == Kind::Word);
        let word = lexicon(tongues.first()).phrase(&tokens[used - 1..used], false);
        let is_word =
            joins && word.is_some_and(|(sense, _)| sense.meanings.any(&[Word::And, Word::Or]));
        let shorter = is_word.then(|| names().longest(&tokens[..used - 1])).flatten();
        shorter.filter(|(.., length)| length + 1 == used).unwrap_or((named, sure, used))
    });
    let phrase = phrase(tokens, tongues);
    // `Apr. > Lötzen` is no month, but `To Dahme` names nobody.
    let marked = tokens.get(1).is_some_and(|next| next.kind != Kind::Word);
    let marked = marked || first.plain.len() > 2 || phrase.is_none();
    if let (None, true, Some(begun)) = (&named, marked, begun_short(tokens)) {
        guess(&mut chunk, begun);
        return (chunk, 1);
    }
    let name_length = named.as_ref().map_or(0, |(.., used)| *used);
    let phrase_length = phrase.as_ref().map_or(0, |(_, used, _)| *used);
    if let Some((named, sure, used)) = named
        && used >= phrase_length
    {
        let known = phrase.as_ref().is_some_and(|(_, length, _)| *length == used);
        // Spelt like a word, it is the word rather than a short name without a capital, an alias that is short
        // or has none, or a case of a name that has none.
        let listed = lexicon(tongues.first()).lists(&first.plain) && used == 1;
        let dubious = known
            && match sure {
                Sure::Own => listed && !first.capital && first.plain.len() < 5,
                Sure::Alias => listed && (!first.capital || first.plain.len() < 5),
                // `na drezno przez riese`: a German giant stands in no Polish line.
                Sure::Form => !first.capital && !declines_strangely(&phrase, tongues),
            };
        let dubious =
            dubious && (named.generals.is_empty() || sure == Sure::Form && !first.capital);
        // `dà un'occhiata` is no Daun.
        let joined = || tokens[..used].iter().map(|token| token.plain.as_str()).collect::<String>();
        let parted = used > 1
            && !first.capital
            && lexicon(tongues.first()).lists(&first.plain)
            && named.generals.iter().any(|one| text::fold(one.name()).0 == joined());
        // `w Olsztynie` is no Wolsztyn: a preposition stands before another city.
        let led = used == 2 && !first.capital && tokens[1].capital && first.plain.len() <= 2 && {
            let behind = names().longest(&tokens[1..2]);
            behind.is_some_and(|(other, ..)| !other.cities.is_empty())
        };
        let dubious = dubious || parted || led;
        let nation_only = named.cities.is_empty() && named.generals.is_empty();
        if !dubious || nation_only {
            chunk.end = tokens[used - 1].end;
            take(&mut chunk, named);
            // Wałcz is a city, whatever begins so in a language that nobody here writes.
            // `No, Springe.` is no verb: it would say whom it sends.
            let ends = tokens.get(used).is_none_or(|next| next.kind != Kind::Word);
            let verb = |sense: &Sense| sense.meanings.has(Word::Move) && first.capital && ends;
            if let Some((sense, length, language)) = phrase
                && length == used
                && !(sure == Sure::Own && !chunk.cities.is_empty() && verb(&sense))
                && (sure != Sure::Own
                    || chunk.cities.is_empty()
                    || tongues.all[..2].contains(&language)
                    // `Lacy goes to Tabor` is no Polish train.
                    || lexicon(language).lists(&first.plain) && !first.capital)
            {
                add(&mut chunk, sense);
            }
            return (chunk, used);
        }
    }
    if let Some((sense, used, _)) = phrase
        && used >= name_length.min(used)
    {
        chunk.end = tokens[used - 1].end;
        add(&mut chunk, sense);
        return (chunk, used);
    }
    if let Some((suit, number)) = compound(&first.plain) {
        add(&mut chunk, suit);
        chunk.number = Some(number);
        return (chunk, 1);
    }
    repaired(&mut chunk, tokens, tongues, own, repairs);
    (chunk, 1)
}

fn take(chunk: &mut Chunk, named: Named) {
    chunk.cities = named.cities;
    chunk.generals = named.generals;
    chunk.nation = named.nation;
    chunk.seat = named.seat;
}

fn add(chunk: &mut Chunk, sense: Sense) {
    chunk.meanings.add(sense.meanings);
    chunk.number = chunk.number.or(sense.number);
    chunk.ordinal = chunk.ordinal.or(sense.ordinal);
}

/// Whether a word is one only in a language that neither the writer nor his text has, in Polish, which declines all names.
fn declines_strangely(phrase: &Option<(Sense, usize, Language)>, tongues: Tongues) -> bool {
    let strange = |(.., language): &(Sense, usize, Language)| !tongues.all[..2].contains(language);
    tongues.first() == Language::Polish && phrase.as_ref().is_some_and(strange)
}

/// The longest phrase: of the first language that knows the word; a longer one of another counts
/// before it, in the languages further off only if the line ends with it.
fn phrase(tokens: &[Token], tongues: Tongues) -> Option<(Sense, usize, Language)> {
    let mut best: Option<(Sense, usize, Language)> = None;
    let mut settled = false;
    for (rank, language) in tongues.all.into_iter().enumerate() {
        let Some((sense, used)) = lexicon(language).phrase(tokens, rank > 0) else { continue };
        let longer = match &best {
            None => true,
            Some((_, known, _)) if settled => used > *known && used == tokens.len(),
            Some((_, known, _)) => used > *known && used > 1 && (rank < 3 || used == tokens.len()),
        };
        if longer {
            best = Some((sense, used, language));
        }
        settled |= rank >= 1;
    }
    best
}

/// `Herzsieben`: a suit and a value in one word.
fn compound(word: &str) -> Option<(Sense, u32)> {
    let german = lexicon(Language::German);
    (3..word.len()).filter(|at| word.is_char_boundary(*at)).find_map(|at| {
        let (suit, value) = word.split_at(at);
        let of = |part: &str| {
            let token = text::tokens(part);
            german.lists(part).then(|| german.phrase(&token, false)).flatten()
        };
        let (suit, _) = of(suit)?;
        let suits = [Word::Spades, Word::Clubs, Word::Hearts, Word::Diamonds];
        let (value, _) = of(value)?;
        let number = value.number.filter(|_| !value.meanings.has(Word::Article))?;
        suit.meanings.any(&suits).then_some((suit, number))
    })
}

/// What a word may have been meant to be: a beginning, a name or a word with typing errors.
fn repaired(
    chunk: &mut Chunk,
    tokens: &[Token],
    tongues: Tongues,
    own: &Own,
    repairs: &mut Repairs,
) {
    let word = tokens[0].plain.as_str();
    let length = word.chars().count();
    let mine = |name: &String| {
        let (plain, _) = text::fold(name);
        plain == word
    };
    if own.names.iter().any(mine) {
        chunk.meanings.insert(Word::Filler);
        return;
    }
    // One letter stays unknown: beside a number it is taken for a suit later, in `cards.rs`.
    chunk.unknown = true;
    // `perché` is no `purché`.
    let common = tongues.all.iter().take(2).any(|language| tongue::is_common(word, *language));
    if !(3..=30).contains(&length) || repairs.left == 0 || common {
        return;
    }
    repairs.left -= 1;
    // `Ja mei. Soubise …`: behind the end of a sentence stands a capital letter, and three letters are no city then.
    // `Gra na czas. …`, `en el bus. …`: without a capital letter a short word is no name.
    let dotted = tokens.get(1).is_some_and(|next| next.kind == Kind::Period && next.glued)
        && (length >= 4 || !tokens.get(2).is_some_and(|next| next.capital))
        && (tokens[0].capital || !repairs.capitals && length >= 4);
    if length >= 4 || dotted {
        let mut begun = names().beginning(word);
        begun.nation = None;
        if !begun.generals.is_empty() && begun.generals.len() <= 2 {
            begun.cities.clear();
        }
        let few = begun.cities.len() + begun.generals.len() <= 2;
        let small = repairs.capitals && !tokens[0].capital;
        let written_so = dotted || length >= 7 && !small || length >= 5 && tokens[0].capital;
        if !begun.is_empty() && few && (written_so || !small && !begun.generals.is_empty()) {
            return guess(chunk, begun);
        }
    }
    // `Obiad na stole`, `Das hat gesessen`: of one who writes capitals a word without
    // one is no name, unless it is long and hardly differs.
    let is_name = tokens[0].capital || !repairs.capitals;
    let near_name = names()
        .nearest(word, allowed_errors(length))
        .filter(|(_, errors)| is_name || length >= 8 && *errors == 1);
    // `Director` is not `direct`: two errors do not make a word that only fills.
    // `Basia` at the foot of a mail is no `basta`: a name ends nothing.
    let signs = tokens.len() == 1 && tokens[0].capital;
    let is_foot = |found: &str, sense: &Sense| {
        let other = found.len() == word.len() && !words::same_letters(found, word);
        signs && other && sense.meanings.has(Word::Ready)
    };
    let near_word = nearest_word(word, length, tongues)
        .filter(|(_, errors, sense)| *errors < 2 || !sense.meanings.has(Word::Filler))
        .filter(|(found, _, sense)| !is_foot(found, sense));
    let name_errors = near_name.as_ref().map_or(usize::MAX, |(_, errors)| *errors);
    match near_word {
        Some((found, errors, sense))
            if errors < name_errors
                || errors == name_errors && words::same_letters(&found, word) =>
        {
            add(chunk, sense);
            chunk.unknown = false;
            chunk.guessed = Some(found);
        }
        Some((_, errors, sense)) if errors == name_errors => {
            // As near to a word as to a name: what it is, its place in the sentence says.
            add(chunk, sense);
            if let Some((named, _)) = near_name {
                guess(chunk, named);
            }
        }
        _ => {
            if let Some((named, _)) = near_name {
                guess(chunk, named);
            } else if let Some(sense) = lexicon(tongues.first()).near_stem(word) {
                add(chunk, sense);
                chunk.unknown = false;
                chunk.guessed = Some(word.to_owned());
            }
        }
    }
}

/// Reads a chunk as this name, which was not so written.
pub(in crate::said) fn guess(chunk: &mut Chunk, named: Named) {
    let name = match (named.generals.first(), named.cities.first()) {
        (Some(general), _) => general.name().to_owned(),
        (None, Some(city)) => crate::orders::write_city(*city),
        _ => return,
    };
    chunk.unknown = false;
    chunk.guessed = Some(name);
    take(chunk, named);
}

/// One of the nearest words of the text's language, the number of errors, and what all of these words mean. In
/// short words only letters that changed places are mended.
fn nearest_word(word: &str, length: usize, tongues: Tongues) -> Option<(String, usize, Sense)> {
    let limit = match length {
        0..=2 => return None,
        3..=7 => 1,
        _ => 2,
    };
    let first = word.chars().next();
    let own = lexicon(tongues.first());
    let seen = names::letters(word);
    let mut best: Vec<&str> = Vec::new();
    let mut errors = limit;
    for (known, letters) in own.single_words() {
        if known.len().abs_diff(word.len()) > errors
            || (letters ^ seen).count_ones() > 2 * errors as u32
        {
            continue;
        }
        let distance = strsim::osa_distance(known, word);
        if distance > errors || distance == 0 {
            continue;
        }
        // A short word with another letter is another word.
        let swapped = words::same_letters(known, word);
        if !swapped && (length < 5 || known.chars().next() != first) {
            continue;
        }
        if distance < errors {
            best.clear();
            errors = distance;
        }
        best.push(known);
    }
    // Letters that changed places are the likeliest.
    if best.iter().any(|known| words::same_letters(known, word)) {
        best.retain(|known| words::same_letters(known, word));
    }
    let one = (*best.first()?).to_owned();
    let mut sense = Sense::default();
    for known in best {
        let token = text::tokens(known);
        if let Some((found, _)) = own.phrase(&token, false) {
            sense.add(found);
        }
    }
    // A short word is mended only if it joins others: `udn`, `mti`; `busy` is not `buys`.
    let joins = [
        Word::And,
        Word::With,
        Word::To,
        Word::From,
        Word::Via,
        Word::At,
        Word::Then,
        Word::For,
        Word::Filler,
    ];
    if length <= 4 && !sense.meanings.any(&joins) {
        return None;
    }
    // `Warthe` is no `warte`, `cuidando` no `cuando`: what makes an order wait for something is never a guess, but of letters
    // that changed places.
    let swapped = words::same_letters(&one, word);
    if !swapped && sense.meanings.any(&NEVER_GUESSED) {
        return None;
    }
    // Nor does another letter end anything: `Lisa` is no `lista`.
    let replaced = !swapped && one.chars().count() == length;
    if replaced && sense.meanings.any(&[Word::Ready, Word::Stop]) {
        return None;
    }
    Some((one, errors, sense))
}

/// What makes an order wait, or takes it back, is no guess.
const NEVER_GUESSED: [Word; 6] =
    [Word::If, Word::Wait, Word::Cancel, Word::TakeBack, Word::Concede, Word::Help];

/// Repaired words that are told: what was made of them ends, spends or names something.
const TOLD: [Word; 11] = [
    Word::Ready,
    Word::Discard,
    Word::Recruit,
    Word::Retreat,
    Word::Train,
    Word::Reserve,
    Word::Not,
    Word::Spades,
    Word::Clubs,
    Word::Hearts,
    Word::Diamonds,
];

/// What was repaired: the words as they were written, and what they were taken for.
pub(in crate::said) fn guesses(line: &str, chunks: &[Chunk]) -> Vec<(String, String)> {
    chunks
        .iter()
        // Other words that were mended say nothing of what was understood.
        .filter(|c| {
            let names = !c.generals.is_empty() || !c.cities.is_empty() || c.nation.is_some();
            names || c.number.is_some() || c.any(&TOLD) && !c.has(Word::Filler)
        })
        .filter_map(|chunk| {
            let guess = chunk.guessed.clone()?;
            Some((line.get(chunk.start..chunk.end)?.to_owned(), guess))
        })
        .collect()
}

/// The chunks without explanations of abbreviations: `KW = Königs Wusterhausen`.
pub(in crate::said) fn unexplained(mut chunks: Vec<Chunk>) -> Vec<Chunk> {
    while let Some(at) = chunks.iter().position(|c| c.kind == Kind::Equals)
        && at > 0
    {
        let end = (at + 2).min(chunks.len());
        // `18 points = 2 troops` is a sum: what it comes to is said.
        let sum = at > 1 && chunks[at - 1].has(Word::Points) && chunks[at - 2].count().is_some();
        if sum {
            chunks.drain(at - 2..=at);
            continue;
        }
        chunks.drain(at - 1..end);
    }
    chunks
}
