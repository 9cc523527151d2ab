//! The meanings of words, and which words have them: data per language.
//!
//! `data/<language>/words.txt` says it, in the format that `data/README.md` explains. What a
//! sentence means is not known here.

use super::phrases::{Phrases, plain_words, spelled};
use super::text::{Kind, Token};
use super::vocabulary::{self, MARKS, TEXTS};
use crate::said::Language;
use indexmap::IndexMap;
use std::sync::LazyLock;

macro_rules! meanings {
    ($($name:ident = $id:literal),* $(,)?) => {
        /// What a word or phrase can mean.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub(in crate::said) enum Word { $($name),* }

        impl Word {
            /// All of them, with their names in the data.
            const ALL: &'static [(Word, &'static str)] = &[$((Word::$name, $id)),*];
        }
    };
}

meanings! {
    Move = "move", Stay = "stay", To = "to", From = "from", Via = "via", At = "at", With = "with",
    And = "and", Or = "or", Not = "not", Then = "then", While = "while", Each = "each", Rest = "rest",
    Both = "both", Stack = "stack", Alone = "alone", Together = "together", Join = "join", Part = "part", There = "there",
    Back = "back", Pronoun = "pronoun", Recruit = "recruit", Pay = "pay", Enter = "enter",
    New = "new", Troops = "troops", Train = "train", General = "general", Card = "card",
    Deck = "deck", Reserve = "reserve", As = "as", Points = "points", Play = "play", Stop = "stop",
    Discard = "discard", Attack = "attack", Retreat = "retreat", Redistribute = "redistribute",
    Give = "give", Get = "get", Duel = "duel", Versus = "versus", AtMost = "at-most",
    AtLeast = "at-least", Lose = "lose", Win = "win", Keep = "keep", Only = "only", Any = "any",
    Ask = "ask", Enemies = "enemies", Away = "away", AttackOrder = "attack-order",
    Towards = "towards", All = "all", If = "if", Else = "else", Conquered = "conquered", Out = "out",
    For = "for", Turn = "turn", Time = "time", Heading = "heading", Ready = "ready", Wait = "wait",
    Test = "test", Cancel = "cancel", Sent = "sent", ShowOrders = "show-orders",
    Status = "status", Help = "help", WhereCan = "where-can", WhereIs = "where-is",
    Propose = "propose", Vote = "vote",
    Votes = "votes", Proposal = "proposal", ForIt = "for-it", Against = "against",
    Extend = "extend", Pause = "pause", Resume = "resume", Substitute = "substitute",
    TakeBack = "take-back", Draw = "draw", Concede = "concede", End = "end", Clocks = "clocks",
    ClockMovement = "clock-movement", ClockCombat = "clock-combat", ClockChoices = "clock-choices",
    ClockSetUp = "clock-set-up", Hours = "hours", Days = "days", Weeks = "weeks",
    Withdraw = "withdraw", Evade = "evade", Absent = "absent", Until = "until",
    Returned = "returned", Press = "press", Everybody = "everybody", Observers = "observers",
    EndPress = "end-press", OnlyTo = "only-to", Log = "log", Offensive = "offensive",
    Fate = "fate", Decline = "decline", Choose = "choose", Reconquer = "reconquer",
    SetAside = "set-aside", Double = "double", TopicMoves = "topic-moves",
    TopicRecruiting = "topic-recruiting", TopicCombat = "topic-combat", TopicDuels = "topic-duels",
    TopicAhead = "topic-ahead", TopicCards = "topic-cards", TopicNames = "topic-names",
    TopicCommands = "topic-commands", TopicToken = "topic-token", Spades = "spades",
    Clubs = "clubs", Hearts = "hearts", Diamonds = "diamonds", LetterSpades = "letter-spades",
    LetterClubs = "letter-clubs", LetterHearts = "letter-hearts",
    LetterDiamonds = "letter-diamonds", Article = "article", Greeting = "greeting",
    Closing = "closing", Filler = "filler", Title = "title", Impossible = "impossible",
    Yes = "yes", No = "no", How = "how", Steps = "steps", Everything = "everything", Capture = "capture", Unless = "unless",
    Other = "other", TheOne = "the-one", TheOnes = "the-ones", Inverted = "inverted",
    OneOf = "one-of", MyTurn = "my-turn", PassOn = "pass-on", Bot = "bot", Wish = "wish", Before = "before",
    OnTheWay = "on-the-way", InThatCase = "in-that-case", Lowest = "lowest", Highest = "highest",
    IfNeeded = "if-needed", AsFar = "as-far", AsksDeadline = "asks-deadline", Following = "following", Takes = "takes",
    Answers = "answers", Full = "full", Half = "half",
    SpokenStop = "spoken-stop", SpokenComma = "spoken-comma", Red = "red", Black = "black",
}

/// A set of meanings.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::said) struct Meanings([u64; 3]);

impl std::fmt::Debug for Meanings {
    /// Their names, as the data have them.
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let all = Word::ALL.iter().filter(|(word, _)| self.has(*word)).map(|(_, name)| name);
        f.debug_set().entries(all).finish()
    }
}

impl Meanings {
    /// Adds one meaning.
    pub fn insert(&mut self, word: Word) {
        self.0[word as usize / 64] |= 1 << (word as usize % 64);
    }

    /// Whether this one is among them.
    pub fn has(self, word: Word) -> bool {
        self.0[word as usize / 64] >> (word as usize % 64) & 1 == 1
    }

    /// Whether one of these is.
    pub fn any(self, words: &[Word]) -> bool {
        words.iter().any(|word| self.has(*word))
    }

    /// Whether it means nothing.
    pub fn is_empty(self) -> bool {
        self.0 == [0; 3]
    }

    /// All that the other has, too.
    pub fn add(&mut self, other: Meanings) {
        for (own, more) in self.0.iter_mut().zip(other.0) {
            *own |= more;
        }
    }
}

/// What a phrase means.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in crate::said) struct Sense {
    /// As a word.
    pub meanings: Meanings,
    /// As a number in words: `three`.
    pub number: Option<u32>,
    /// As a place in an order: `third`.
    pub ordinal: Option<u32>,
}

impl Sense {
    /// What another phrase of the same spelling means; the first number stays.
    pub fn add(&mut self, other: Sense) {
        self.meanings.add(other.meanings);
        self.number = self.number.or(other.number);
        self.ordinal = self.ordinal.or(other.ordinal);
    }
}

/// A word whose second half stands later in the sentence: `lege … ab`.
struct Parted {
    first: Vec<String>,
    /// Any word that begins so.
    prefix: bool,
    last: Vec<String>,
    sense: Sense,
}

/// The parted words that begin with one word, in their order.
#[derive(Default)]
struct PartedWords {
    all: Vec<Parted>,
    /// Which of them have this first word in their second half.
    by_last: IndexMap<String, Vec<usize>>,
}

/// The words of one language.
pub(in crate::said) struct Lexicon {
    phrases: Phrases,
    /// What all words that begin so mean.
    stems: IndexMap<String, Sense>,
    /// The stems of which a mistyped word may be one, in their order.
    long_stems: Vec<String>,
    /// By their first word, stems by their first three letters.
    parted: IndexMap<String, PartedWords>,
    /// Words that stand alone, with the letters that occur in them.
    single: Vec<(String, u32)>,
}

/// No ending is longer than so many letters.
const LONGEST_ENDING: usize = 7;
/// No stem is shorter.
const SHORTEST_STEM: usize = 2;
/// In a shorter one no letters are swapped.
const SHORTEST_MISTYPED: usize = 5;

impl Lexicon {
    fn read(file: &str, text: &str) -> Lexicon {
        let mut lexicon = Lexicon {
            phrases: Phrases::default(),
            stems: IndexMap::new(),
            long_stems: Vec::new(),
            parted: IndexMap::new(),
            single: Vec::new(),
        };
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            // Words of other kinds are read elsewhere.
            let other = MARKS.iter().any(|mark| line.starts_with(mark));
            if line.is_empty() || line.starts_with('#') || other {
                continue;
            }
            let (Some((name, forms)), at) = (line.split_once(':'), number + 1) else {
                // Compiled in: a wrong file is a defect of the program.
                panic!("{file}:{}: a line without a meaning", number + 1);
            };
            let sense = match sense(name.trim()) {
                Some(sense) => sense,
                None => panic!("{file}:{at}: there is no meaning `{name}`"),
            };
            for form in forms.split(',') {
                lexicon.add(form, sense);
            }
        }
        lexicon.phrases.finish();
        let alone = lexicon.phrases.single().filter(|word| word.len() >= 3);
        lexicon.single = alone.map(|word| (word.to_owned(), super::names::letters(word))).collect();
        lexicon.single.sort_unstable();
        let long = |stem: &&String| stem.chars().count() >= SHORTEST_MISTYPED;
        lexicon.long_stems = lexicon.stems.keys().filter(long).cloned().collect();
        lexicon.long_stems.sort_unstable();
        lexicon
    }

    /// Adds a form: a phrase, a stem `march*`, or a word in two halves `lege … ab`.
    fn add(&mut self, form: &str, sense: Sense) {
        if !form.contains(['*', '…']) {
            return self.phrases.add(form, sense);
        }
        for form in vocabulary::forms(form) {
            let words: Vec<String> = plain_words(&form).collect();
            match (form.split_once('…'), words.as_slice()) {
                (Some((first, last)), _) => self.add_parted(first, last, sense),
                (None, [stem]) if form.ends_with('*') => {
                    self.stems.entry(stem.clone()).or_default().add(sense);
                }
                (None, _) => self.phrases.add(&form, sense),
            }
        }
    }

    fn add_parted(&mut self, first: &str, last: &str, sense: Sense) {
        let prefix = first.trim_end().ends_with('*');
        let [first, last]: [Vec<String>; 2] = [first, last].map(|half| plain_words(half).collect());
        let Some(key) = first.first() else { return };
        let key = if prefix { key.chars().take(3).collect() } else { key.clone() };
        let known = self.parted.entry(key).or_default();
        let same = |known: &&mut Parted| known.first == first && known.last == last;
        match known.all.iter_mut().find(same) {
            Some(known) => known.sense.add(sense),
            None => {
                let behind = last.first().cloned().unwrap_or_default();
                known.by_last.entry(behind).or_default().push(known.all.len());
                known.all.push(Parted { first, prefix, last, sense });
            }
        }
    }

    /// The longest phrase that begins at this place, with the number of its tokens. Dashes may stand
    /// between its words.
    ///
    /// Short stems count only in the language of the text.
    pub fn phrase(&self, tokens: &[Token], foreign: bool) -> Option<(Sense, usize)> {
        let first = tokens.first().filter(|token| token.kind == Kind::Word)?;
        if let Some(found) = self.phrases.longest(tokens) {
            return Some(found);
        }
        if let Some(mut sense) = self.phrases.alone(&first.plain) {
            self.add_stem(&first.plain, &mut sense, foreign);
            return Some((sense, 1));
        }
        let mut sense = Sense::default();
        self.add_stem(&first.plain, &mut sense, foreign);
        (sense != Sense::default()).then_some((sense, 1))
    }

    /// Whether some phrase has this word, as it is.
    pub fn knows(&self, word: &str) -> bool {
        self.phrases.knows(word)
    }

    /// Whether this word alone stands here as it is, not by its stem.
    pub fn lists(&self, word: &str) -> bool {
        self.phrases.alone(word).is_some()
    }

    fn add_stem(&self, word: &str, sense: &mut Sense, foreign: bool) {
        let longest = word.len();
        for (at, _) in word.char_indices().skip(SHORTEST_STEM).chain([(longest, ' ')]) {
            let allowed = match at {
                0..=4 if foreign => continue,
                0..=2 => 2,
                3 => 3,
                4 => 5,
                _ => LONGEST_ENDING,
            };
            if longest - at <= allowed
                && let Some(found) = self.stems.get(&word[..at])
            {
                sense.add(*found);
            }
        }
    }

    /// What a word means whose second half stands later: the sense, and where that half begins and
    /// how long it is, counted in tokens from here.
    pub fn parted(&self, tokens: &[Token]) -> Option<(Sense, usize, usize)> {
        let first = tokens.first().filter(|token| token.kind == Kind::Word)?;
        let start: String = first.plain.chars().take(3).collect();
        let keys = [Some(first.plain.as_str()), (start != first.plain).then_some(start.as_str())];
        let begins = |parted: &Parted| match parted.first.as_slice() {
            [only] if parted.prefix => first.plain.starts_with(only.as_str()),
            words => fits(words, tokens).is_some(),
        };
        keys.into_iter().flatten().filter_map(|key| self.parted.get(key)).find_map(|known| {
            // Those whose second half stands within reach: which it is, where, and how long.
            let mut found: Vec<(usize, usize, usize)> = Vec::new();
            for (at, token) in tokens.iter().take(REACH).enumerate().skip(1) {
                let dated =
                    token.kind == Kind::Period && matches!(tokens[at - 1].kind, Kind::Number(_));
                if matches!(token.kind, Kind::Semicolon | Kind::Period) && !dated {
                    break;
                }
                let halves = spelled(token).and_then(|word| known.by_last.get(word.as_ref()));
                // Polish `jak Soubise jest w Münden, to Cumberland stoi`: no condition reaches over its clause.
                let clause = !tokens[..at].iter().any(|token| token.kind == Kind::Comma);
                let fitting = |place: &usize| {
                    let parted = &known.all[*place];
                    let near = clause || !parted.sense.meanings.has(Word::If);
                    Some((*place, at, fits(&parted.last, &tokens[at..]).filter(|_| near)?))
                };
                found.extend(halves.into_iter().flatten().filter_map(fitting));
            }
            found.sort_unstable();
            let (place, at, used) =
                found.into_iter().find(|(place, ..)| begins(&known.all[*place]))?;
            Some((known.all[place].sense, at, used))
        })
    }

    /// What a mistyped word may mean, by a stem in which two letters are swapped: `finsihed` by `finish`.
    pub fn near_stem(&self, word: &str) -> Option<Sense> {
        let letters: Vec<char> = word.chars().collect();
        self.long_stems.iter().find_map(|stem| {
            let length = stem.chars().count();
            if letters.len() < length || letters.len() > length + 4 {
                return None;
            }
            let begin: String = letters[..length].iter().collect();
            (strsim::osa_distance(stem, &begin) == 1 && same_letters(stem, &begin))
                .then(|| self.stems.get(stem).copied())?
        })
    }

    /// All words that stand alone and their letters, for repairs.
    pub fn single_words(&self) -> impl Iterator<Item = (&str, u32)> {
        self.single.iter().map(|(word, letters)| (word.as_str(), *letters))
    }
}

/// Whether two words differ by the order of their letters alone.
pub(in crate::said) fn same_letters(one: &str, other: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(one) == sorted(other)
}

/// So many tokens lie at most between the halves of a word.
const REACH: usize = 16;

fn fits(words: &[impl AsRef<str>], tokens: &[Token]) -> Option<usize> {
    let mut at = 0;
    for (place, word) in words.iter().enumerate() {
        if place > 0 && tokens.get(at).is_some_and(|token| token.kind == Kind::Dash) {
            at += 1;
        }
        let token = tokens.get(at)?;
        if spelled(token).is_none_or(|spelled| spelled != word.as_ref()) {
            return None;
        }
        at += 1;
    }
    Some(at)
}

fn sense(name: &str) -> Option<Sense> {
    let mut sense = Sense::default();
    if let Some(number) = name.strip_prefix("nth ") {
        sense.ordinal = Some(number.trim().parse().ok()?);
    } else if let Some(number) = name.strip_prefix("n ") {
        sense.number = Some(number.trim().parse().ok()?);
    } else {
        let (word, _) = Word::ALL.iter().find(|(_, id)| *id == name)?;
        sense.meanings.insert(*word);
        if *word == Word::Article {
            sense.number = Some(1);
        }
    }
    Some(sense)
}

/// The words of a language.
pub(in crate::said) fn lexicon(language: Language) -> &'static Lexicon {
    static ALL: LazyLock<Vec<Lexicon>> =
        LazyLock::new(|| TEXTS.into_iter().map(|(file, text)| Lexicon::read(file, text)).collect());
    &ALL[language as usize]
}
