//! The club's own words, in all languages at once: what begins a wish, consent, the calendar, what binds
//! an order.
//!
//! They stand in `data/<language>/words.txt`, in the lines that begin with `club`. A phrase is compared
//! without case, accents, spaces and hyphens, with umlauts dropped or written out. They are apart from
//! the words of orders, and never make a line an order.

use crate::game::{Scenario, ScenarioName};
use crate::orders::fold::fold;
use crate::said::lexicon::text::LONGEST_LINE;
use crate::said::lexicon::vocabulary::{self, CLUB, FORM, ZONE};
use indexmap::IndexMap;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hasher};
use std::ops::Bound;
use std::sync::LazyLock;

macro_rules! club_words {
    ($($name:ident = $id:literal),* $(,)?) => {
        /// What a phrase of the club can mean.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(in crate::said) enum ClubWord { $($name),* }

        impl ClubWord {
            /// All of them, with their names in the data.
            const ALL: &'static [(ClubWord, &'static str)] = &[$((ClubWord::$name, $id)),*];
        }
    };
}

club_words! {
    Help = "help", List = "list", NewGame = "new-game", Join = "join", Leave = "leave",
    Observe = "observe", Unobserve = "unobserve", Observers = "observers", Settings = "settings",
    Language = "language", TimeZone = "time-zone", Text = "text", Html = "html", Digest = "digest",
    NewsAtOnce = "news-at-once", NewsDaily = "news-daily", Pictures = "pictures", Json = "json",
    Name = "name", Rules = "rules", Map = "map", Status = "status", History = "history",
    Turn = "turn", Resign = "resign", TakeOver = "take-over", MyData = "my-data",
    Forget = "forget", AlsoAddress = "also-address", As = "as", Prefer = "prefer",
    Password = "password", On = "on", Off = "off", Filler = "filler", Frederick = "frederick",
    Elisabeth = "elisabeth", MariaTheresa = "maria-theresa", Pompadour = "pompadour",
    Phrase = "phrase", Without = "without", Make = "make", Hash = "hash", Beacon = "beacon",
    Address = "address", New = "new", Log = "log", Polite = "polite", Found = "found",
    Yes = "yes", YesAlone = "yes-alone", Behind = "behind", No = "no", Stop = "stop", Not = "not",
    Harmless = "harmless", NotMe = "not-me", Greeting = "greeting", IDo = "i-do",
    BehindNo = "behind-no", Past = "past", From = "from", Until = "until", Day = "unit-day",
    Week = "unit-week", Month = "unit-month", Today = "today", Tomorrow = "tomorrow",
    AfterTomorrow = "after-tomorrow", Christmas = "christmas",
    NewYear = "new-year", Return = "return", Next = "next", Weekend = "weekend", Around = "around",
    Monday = "monday", Tuesday = "tuesday", Wednesday = "wednesday", Thursday = "thursday",
    Friday = "friday", Saturday = "saturday", Sunday = "sunday", January = "january",
    February = "february", March = "march", April = "april", May = "may", June = "june",
    July = "july", August = "august", September = "september", October = "october",
    November = "november", December = "december", Small = "small", Correction = "correction",
    Except = "except", Never = "never", Perhaps = "perhaps", Halfway = "halfway", Later = "later",
    Goal = "goal", Musing = "musing", Bygone = "bygone", Lose = "lose", InCase = "in-case", Street = "street", NoPictures = "no-pictures", OnlyIf = "only-if",
    Apology = "apology", Regret = "regret", InLanguage = "in-language", LanguageName = "language-name", Company = "company",
    Condition = "condition", Asking = "asking", Agree = "agree", Disagree = "disagree", Please = "please", Unfinished = "unfinished", Farewell = "farewell", ForNow = "for-now", PhaseEnd = "phase-end",
    Tell = "tell", InsteadOf = "instead-of", But = "but", Considered = "considered", ThoughtOf = "thought-of", Weighs = "weighs", Spurned = "spurned", Supposing = "supposing", Would = "would", Minus = "minus", Conclusion = "conclusion", Flourish = "flourish", Relative = "relative", Since = "since", Occupied = "occupied", NoLonger = "no-longer", IfPossible = "if-possible", IfImpossible = "if-impossible", AtTheHour = "at-the-hour", LastTurn = "last-turn", Purpose = "purpose", Consequence = "consequence", Therefore = "therefore", Once = "once", Starts = "starts", UntilClear = "until-clear", Hold = "hold", Below = "below", Whereabouts = "whereabouts", Meanwhile = "meanwhile", HasLeft = "has-left", IsThere = "is-there", GoesFirst = "goes-first", After = "after", ThatCombat = "that-combat", Upward = "upward", Evenly = "evenly", PurposeBegin = "purpose-begin", PurposeTo = "purpose-to", PurposeEnd = "purpose-end", States = "states", LastOne = "last-one", UpToThere = "up-to-there", WhereStands = "where-stands", LiesNear = "lies-near", ForInstance = "for-instance", Anew = "anew", CloserTo = "closer-to", SoThatHe = "so-that-he", LeftOver = "left-over", KeepsCard = "keeps-card", ScoreBefore = "score-before", ScoreBehind = "score-behind", AheadOf = "ahead-of", InOrder = "in-order", Somebody = "somebody", Whichever = "whichever", Anywhere = "anywhere", UntilKnown = "until-known", Total = "total", BadIdea = "bad-idea",
    Instead = "instead", PlainNo = "plain-no", Reason = "reason", Because = "because", GiveUp = "give-up",
    Abstain = "abstain", Looking = "looking", TooFar = "too-far", Rather = "rather", Better = "better", Than = "than", AsBefore = "as-before", TooLittle = "too-little", GetsAhead = "gets-ahead", ThatSuffices = "that-suffices", PutOff = "put-off", Needed = "needed", Reversed = "reversed", LetsHim = "lets-him", PaidWith = "paid-with",
    Contact = "contact", QuestionLabel = "question-label", Interrogative = "interrogative", Wrote = "wrote",
    AbsenceNoun = "absence-noun", CallOff = "call-off", Announced = "announced", AfterAll = "after-all",
    AtHome = "at-home", NotAway = "not-away", Own = "own", IAm = "i-am", HeIs = "he-is", NoChoice = "no-choice", Why = "why", Speaks = "speaks",
    ToReferee = "to-referee", OwnOrders = "own-orders", Postpone = "postpone", That = "that", GoAhead = "go-ahead", TheSame = "the-same",
    Compass = "compass", Lets = "lets", IKnow = "i-know", TwoOthers = "two-others", NotEvenHe = "not-even-he", HasNothing = "has-nothing", MakesDo = "makes-do", SoThat = "so-that", You = "you", NextTurn = "next-turn", InWake = "in-wake", Beats = "beats", Anybody = "anybody",
    NothingBought = "nothing-bought", Further = "further", OrderNoun = "order-noun", Holds = "holds", NotEither = "not-either", Besides = "besides", CalledOff = "called-off", Waits = "waits", Starves = "starves", Regardless = "regardless", Seems = "seems", InPassing = "in-passing", Exchange = "exchange", Shall = "shall", Wanted = "wanted", LeftOpen = "left-open", GetsNothing = "gets-nothing", MoreToCome = "more-to-come", HoldsBack = "holds-back", NoSuchPlace = "no-such-place", BeforeThat = "before-that", ForTheMoment = "for-the-moment", GivesWay = "gives-way", AndDay = "and-day", TakesPlace = "takes-place", DoubtsIt = "doubts-it", SameCards = "same-cards", OnlyHolds = "only-holds", PlaysCard = "plays-card", Pity = "pity", MonthEnd = "month-end", Undecided = "undecided", WritesLater = "writes-later", Saying = "saying", Road = "road", IfSo = "if-so", Neither = "neither", Cleft = "cleft", Aside = "aside", BehindThem = "behind-them", Concluded = "concluded", ChangedMind = "changed-mind", Former = "former", Latter = "latter", Adds = "adds", Renounces = "renounces", Unless = "unless", Unsure = "unsure", Granted = "granted", InOrderTo = "in-order-to", Arrived = "arrived", DoesSo = "does-so", HeAlone = "he-alone", FromWhere = "from-where", PhaseNoun = "phase-noun", MoreOrders = "more-orders", GivesOrders = "gives-orders",
    OverThere = "over-there", AWeek = "a-week", ADay = "a-day",
    Respectively = "respectively",
}

/// The names of a new game's settings and of their values in the form, by what people call them, folded.
static FORMS: LazyLock<BTreeMap<String, &'static str>> = LazyLock::new(|| {
    let named = vocabulary::lines(FORM).filter_map(|(_, line)| line.split_once(':'));
    let named = named
        .flat_map(|(name, forms)| forms.split(',').map(move |form| (form, name)))
        .chain(Scenario::all().flat_map(names_of));
    let folded = named.flat_map(|(form, name)| {
        let form = fold(form);
        [(form.plain, name), (form.german, name)]
    });
    folded.collect()
});

/// What a scenario is called in all languages, with its name.
fn names_of(scenario: Scenario) -> impl Iterator<Item = (&'static str, &'static str)> {
    let forms = |(_, names): (_, &'static ScenarioName)| {
        names.also.iter().chain([&names.choice]).map(String::as_str)
    };
    scenario.names().flat_map(forms).map(move |form| (form, scenario.name()))
}

/// The name of a setting of a new game, or of what can stand there, as the form has it in English: `movement`
/// for `Bewegung`, `yes` for `tak`, `days` for `giorni`. `None` for what is called so in no language.
pub fn form_word(text: &str) -> Option<&'static str> {
    FORMS.get(&fold(text).plain).copied()
}

/// The names of time zones by those of places in them, folded.
static ZONES: LazyLock<BTreeMap<String, &'static str>> = LazyLock::new(|| {
    let lines = vocabulary::lines(ZONE).filter_map(|(_, line)| line.split_once(':'));
    let named = lines.flat_map(|(zone, places)| {
        places
            .split(',')
            .map(fold)
            .flat_map(move |place| [(place.plain, zone), (place.german, zone)])
    });
    named.collect()
});

/// The name of the time zone of a place, if it is not the zone's own.
pub(in crate::said) fn zone_of(place: &str) -> Option<&'static str> {
    let folded = fold(place);
    ZONES.get(&folded.plain).or_else(|| ZONES.get(&folded.german)).copied()
}

/// The most words in one phrase.
pub(in crate::said) const LONGEST: usize = 5;

/// The folded phrases of all languages with their meanings.
static PHRASES: LazyLock<BTreeMap<String, Vec<ClubWord>>> = LazyLock::new(|| {
    let mut phrases: BTreeMap<String, Vec<ClubWord>> = BTreeMap::new();
    let other = include_str!("../data/other/words.txt").lines();
    let other = other.filter_map(|line| Some(("other/words.txt", line.trim().strip_prefix(CLUB)?)));
    for (file, line) in vocabulary::lines(CLUB).chain(other) {
        {
            let meaning = |name: &str| ClubWord::ALL.iter().find(|(_, id)| *id == name);
            let Some(((word, _), forms)) =
                line.split_once(':').and_then(|(name, forms)| Some((meaning(name)?, forms)))
            else {
                // Compiled in: a wrong file is a defect of the program.
                panic!("{file}: `{line}` has no meaning of the club");
            };
            for form in vocabulary::forms(forms).map(|form| fold(&form)) {
                for key in [form.plain, form.german] {
                    let meanings = phrases.entry(key).or_default();
                    if !meanings.contains(word) {
                        meanings.push(*word);
                    }
                }
            }
        }
    }
    phrases
});

/// Whether a phrase has this meaning.
pub(in crate::said) fn means(phrase: &str, word: ClubWord) -> bool {
    Meant::of_phrase(phrase).has(word)
}

/// Whether the text says this.
pub(in crate::said) fn says(text: &str, word: ClubWord) -> bool {
    SAID.with_borrow_mut(|memo| memo.of(text, all_said)).has(word)
}

/// All that a text says, in phrases of any length.
fn all_said(text: &str) -> Meant {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    // Most words begin no phrase, and joining words costs time.
    let begins = |at: &usize| Meant::of_phrases_from(words[*at]).0 != [0; PLACES];
    let phrases = (0..words.len()).filter(begins).flat_map(|at| {
        let words = &words;
        (1..=LONGEST.min(words.len() - at)).map(move |length| words[at..at + length].concat())
    });
    phrases.flat_map(|phrase| meanings(&phrase).collect::<Vec<ClubWord>>()).collect()
}

/// The phrases that begin like this, folded, with their meanings.
fn phrases_from(first: &str) -> impl Iterator<Item = (&'static str, &'static [ClubWord])> {
    let from = (Bound::Included(first), Bound::Unbounded);
    PHRASES
        .range::<str, _>(from)
        .map(|(phrase, meanings)| (phrase.as_str(), meanings.as_slice()))
        .take_while(move |(phrase, _)| phrase.starts_with(first))
}

/// How many words of bits hold all meanings.
const PLACES: usize = ClubWord::ALL.len().div_ceil(64);

/// A set of meanings.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in crate::said) struct Meant([u64; PLACES]);

impl Meant {
    /// All there are.
    pub fn all() -> Meant {
        Meant([u64::MAX; PLACES])
    }

    /// What a phrase means.
    pub fn of_phrase(phrase: &str) -> Meant {
        MEANT.with_borrow_mut(|memo| memo.of(phrase, |phrase| meanings(phrase).collect()))
    }

    /// What the phrases mean that begin with this word.
    pub fn of_phrases_from(word: &str) -> Meant {
        if word.is_empty() {
            return Meant::all();
        }
        BEGUN.with_borrow_mut(|memo| {
            memo.of(word, |word| {
                let folded = fold(word);
                let begun = [folded.plain.as_str(), folded.german.as_str()].map(|first| {
                    phrases_from(first).flat_map(|(_, meanings)| meanings.iter().copied()).collect()
                });
                let [plain, german]: [Meant; 2] = begun;
                Meant(std::array::from_fn(|place| plain.0[place] | german.0[place]))
            })
        })
    }

    /// Whether it is among them.
    pub fn has(self, word: ClubWord) -> bool {
        let (place, bit) = (word as usize / 64, word as usize % 64);
        self.0[place] >> bit & 1 == 1
    }
}

impl FromIterator<ClubWord> for Meant {
    fn from_iter<I: IntoIterator<Item = ClubWord>>(words: I) -> Meant {
        let mut meant = Meant::default();
        for word in words {
            meant.0[word as usize / 64] |= 1 << (word as usize % 64);
        }
        meant
    }
}

/// What texts were found to say. The same words, the same line and its sentences are asked about dozens of times
/// while they are read. Each text has one place, by its hash, that it takes from whoever was there.
struct Memo {
    places: Vec<(String, Meant)>,
    /// Longer texts, in bytes, are not remembered.
    longest: usize,
}

impl Memo {
    fn new(places: usize, longest: usize) -> Memo {
        Memo { places: vec![Default::default(); places], longest }
    }

    fn of(&mut self, text: &str, find: impl FnOnce(&str) -> Meant) -> Meant {
        if text.is_empty() || text.len() > self.longest {
            return find(text);
        }
        let mut hasher = DefaultHasher::new();
        hasher.write(text.as_bytes());
        let place = hasher.finish() as usize % self.places.len();
        let (known, meant) = &mut self.places[place];
        if known != text {
            *meant = find(text);
            text.clone_into(known);
        }
        *meant
    }
}

thread_local! {
    static SAID: RefCell<Memo> = RefCell::new(Memo::new(64, LONGEST_LINE));
    static MEANT: RefCell<Memo> = RefCell::new(Memo::new(2048, 100));
    static BEGUN: RefCell<Memo> = RefCell::new(Memo::new(1024, 100));
}

/// Whether a phrase with this meaning may begin with this word: most do not, and joining words costs time.
pub(in crate::said) fn begins(first: &str, word: ClubWord) -> bool {
    Meant::of_phrases_from(first).has(word)
}

/// The same phrases where nothing is asked but whether there is such a one: that is asked most.
static WHOLE: LazyLock<IndexMap<&'static str, &'static [ClubWord]>> = LazyLock::new(|| {
    PHRASES.iter().map(|(phrase, meanings)| (phrase.as_str(), meanings.as_slice())).collect()
});

/// All that a phrase can mean.
pub(in crate::said) fn meanings(phrase: &str) -> impl Iterator<Item = ClubWord> {
    let folded = fold(phrase);
    let both = [folded.plain, folded.german];
    let found = both.iter().filter(|key| !key.is_empty()).find_map(|key| WHOLE.get(key.as_str()));
    found.into_iter().flat_map(|meanings| meanings.iter().copied())
}

/// Whether one of the words is `not` or means it.
pub(in crate::said) fn denies(words: &str) -> bool {
    words.split(|c: char| !c.is_alphanumeric()).any(|word| means(word, ClubWord::Not))
}

/// All phrases with this meaning, folded.
pub(in crate::said) fn phrases(word: ClubWord) -> impl Iterator<Item = &'static str> {
    let of = PHRASES.iter().filter(move |(_, meanings)| meanings.contains(&word));
    of.map(|(phrase, _)| phrase.as_str())
}

/// Whether a phrase begins with this word, folded, and has a meaning for which `begins` holds.
pub(in crate::said) fn may_begin(word: &str, begins: impl Fn(ClubWord) -> bool) -> bool {
    let begins = |(_, meanings): (&str, &[ClubWord])| meanings.iter().any(|word| begins(*word));
    word.len() > 1 && phrases_from(word).any(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_the_form_has_two_meanings() {
        let mut known: BTreeMap<String, &str> = BTreeMap::new();
        let scenarios = Scenario::all().flat_map(names_of).map(|(form, name)| (name, form));
        let lines = vocabulary::lines(FORM).map(|(_, line)| line);
        let lines = lines.map(|line| line.split_once(':').expect("a name and forms"));
        for (name, forms) in lines.chain(scenarios) {
            for form in forms.split(',').map(|form| fold(form).plain) {
                let first = known.entry(form.clone()).or_insert(name);
                assert_eq!(*first, name, "{form}");
            }
        }
        assert_eq!(form_word("Plätze je Person"), Some("seats-per-person"));
        assert_eq!(form_word("giorni"), Some("days"));
        assert_eq!(form_word("rossbach"), None);
    }

    #[test]
    fn every_zone_is_one() {
        for (place, zone) in ZONES.iter() {
            assert!(zone.parse::<chrono_tz::Tz>().is_ok(), "{place}: {zone}");
        }
        assert_eq!(zone_of("Wien"), Some("Europe/Vienna"));
        assert_eq!(zone_of("New York"), Some("America/New_York"));
        assert_eq!(zone_of("Rossbach"), None);
    }

    #[test]
    fn words_are_known_in_any_case_and_spelling() {
        for (phrase, word) in [
            ("ÜBERNEHME", ClubWord::TakeOver),
            ("uebernehme", ClubWord::TakeOver),
            ("ubernehme", ClubWord::TakeOver),
            ("time zone", ClubWord::TimeZone),
            ("Time-Zone", ClubWord::TimeZone),
            ("да", ClubWord::Yes),
            ("Środę", ClubWord::Wednesday),
        ] {
            assert!(means(phrase, word), "{phrase}");
        }
        assert!(!means("", ClubWord::Yes) && !means("rossbach", ClubWord::Join));
        for (place, (word, id)) in ClubWord::ALL.iter().enumerate() {
            assert!(phrases(*word).next().is_some(), "{id} has no phrase in any language");
            assert!(
                place == *word as usize && place < 64 * PLACES,
                "{id} has a place of its own in a set"
            );
        }
    }
}
