//! The words for the desk: what a line of a mail asks of the club, in English, German, Spanish,
//! Italian or Polish, with or without diacritics, in any case.
//!
//! A line is a command only as a whole: whatever is left over makes it something that people
//! write in passing. What a command does is not known here.

use crate::game::Seat;
use crate::orders::fold::fold;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What can be asked for. A game that is not named is that of the mail that is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    Help,
    List,
    NewGame(String),
    Join(Joining),
    Leave(Option<String>),
    Observe(Option<String>),
    Unobserve(Option<String>),
    Observers(Option<String>),
    Settings,
    Set(Wish),
    /// A section or a number, such as `R7` or `R7.5`; all sections if empty.
    Rules(String),
    Map(Option<String>),
    Status(Option<String>),
    History(Option<String>, Option<u64>),
    /// Whether it was said twice.
    Resign {
        game: Option<String>,
        sure: bool,
    },
    TakeOver {
        game: Option<String>,
        seat: Seat,
    },
    MyData,
    ForgetMe {
        sure: bool,
    },
    /// Another address of the same person.
    AlsoAddress(String),
}

/// What somebody says who wants to play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Joining {
    pub game: Option<String>,
    /// The dearest first; one alone for `as`.
    pub prefers: Vec<Seat>,
    pub password: Option<String>,
    /// What goes into the key of all chance: from lines of their own.
    pub phrase: Vec<super::phrases::AboutChance>,
}

/// A wish about one's mails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    Language(String),
    TimeZone(String),
    Html(bool),
    Pictures(bool),
    Json(bool),
    /// On, at this hour of the reader's day; or off.
    Digest(bool, Option<u8>),
    /// A mail for every nation's action, and not only where an answer is needed.
    NewsAtOnce(bool),
    Name(String),
}

impl Command {
    /// Whether it only asks for what everybody may know.
    pub fn is_question(&self) -> bool {
        matches!(
            self,
            Command::Help
                | Command::List
                | Command::Rules(_)
                | Command::Map(_)
                | Command::Status(_)
                | Command::History(..)
                | Command::Observers(_)
        )
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Word {
    Help,
    List,
    NewGame,
    Join,
    Leave,
    Observe,
    Unobserve,
    Observers,
    Settings,
    Language,
    TimeZone,
    Text,
    Html,
    Digest,
    NewsAtOnce,
    NewsDaily,
    Pictures,
    Json,
    Name,
    Rules,
    Map,
    Status,
    History,
    Turn,
    Resign,
    TakeOver,
    MyData,
    Forget,
    AlsoAddress,
    As,
    Prefer,
    Password,
    On,
    Off,
    Filler,
    Frederick,
    Elisabeth,
    MariaTheresa,
    Pompadour,
}

#[derive(Deserialize)]
struct Row {
    meaning: Word,
    phrases: String,
}

/// The most words in one phrase.
const LONGEST: usize = 5;

static WORDS: LazyLock<BTreeMap<String, Vec<Word>>> = LazyLock::new(|| {
    let rows: Vec<Row> = crate::orders::names::rows("club/words.csv", include_str!("words.csv"));
    let mut words: BTreeMap<String, Vec<Word>> = BTreeMap::new();
    for row in rows {
        for phrase in row.phrases.split_whitespace() {
            words.entry(fold(phrase).plain).or_default().push(row.meaning);
        }
    }
    words
});

/// Whether a phrase of the desk that is no small word begins with this word, folded.
pub fn begins(word: &str) -> bool {
    let small = [
        Word::Filler,
        Word::On,
        Word::Off,
        Word::As,
        Word::Turn,
        Word::Frederick,
        Word::Elisabeth,
        Word::MariaTheresa,
        Word::Pompadour,
    ];
    let from = (std::ops::Bound::Included(word), std::ops::Bound::Unbounded);
    word.len() > 1
        && WORDS
            .range::<str, _>(from)
            .take_while(|(phrase, _)| phrase.starts_with(word))
            .any(|(_, meanings)| meanings.iter().any(|meaning| !small.contains(meaning)))
}

/// A line in words, of which the first ones are taken away as they are understood.
#[derive(Clone, Copy)]
struct Words<'a, 'b>(&'b [&'a str]);

impl<'a> Words<'a, '_> {
    /// Takes the longest phrase at the front that has this meaning.
    fn take(&mut self, word: Word) -> bool {
        for length in (1..=LONGEST.min(self.0.len())).rev() {
            let folded = fold(&self.0[..length].concat());
            let known = |key: &str| WORDS.get(key).is_some_and(|all| all.contains(&word));
            if !folded.is_empty() && (known(&folded.plain) || known(&folded.german)) {
                self.0 = &self.0[length..];
                return true;
            }
        }
        false
    }

    fn skip_fillers(&mut self) {
        while self.take(Word::Filler) {}
    }

    fn next(&mut self) -> Option<&'a str> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// Everything that is left, as it was written.
    fn rest(&mut self) -> String {
        let text = self.0.join(" ");
        self.0 = &[];
        text
    }

    /// The name of a game, if a word is left that can be one.
    fn game(&mut self) -> Option<String> {
        self.skip_fillers();
        let bare = self.0.first()?.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        is_game_name(&bare).then(|| {
            self.0 = &self.0[1..];
            bare
        })
    }

    fn seat(&mut self) -> Option<Seat> {
        let seats = [
            (Word::Frederick, Seat::Frederick),
            (Word::Elisabeth, Seat::Elisabeth),
            (Word::MariaTheresa, Seat::MariaTheresa),
            (Word::Pompadour, Seat::Pompadour),
        ];
        seats.into_iter().find_map(|(word, seat)| self.take(word).then_some(seat))
    }

    /// `on` or `off`; nothing means on.
    fn switch(&mut self) -> bool {
        let off = self.take(Word::Off);
        self.take(Word::On);
        !off
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The commands in the lines of a mail, and the lines that are none.
pub fn read(text: &str) -> (Vec<Command>, Vec<String>) {
    let (mut commands, mut others) = (Vec::new(), Vec::new());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match command(line) {
            Some(command) => commands.push(command),
            None => others.push(line.to_owned()),
        }
    }
    (commands, others)
}

/// The command that a line is, if it is one as a whole.
pub fn command(line: &str) -> Option<Command> {
    let line = line.trim().trim_start_matches(['-', '*', '•', '>']).trim();
    let line = line.trim_end_matches(['.', '!', '?', ',', ';']);
    if line.chars().count() > 200 {
        return None;
    }
    // Joined words are apart for the words: `time-zone: Europe/Berlin`.
    let mut spaced = line.replacen('=', " ", 1);
    if let Some(at) = spaced.find(':')
        && !spaced[..at].ends_with(|c: char| c.is_ascii_digit())
    {
        spaced.replace_range(at..=at, " ");
    }
    let all: Vec<&str> = spaced.split_whitespace().collect();
    let whole = |mut words: Words<'_, '_>| {
        let command = head(&mut words)?;
        words.skip_fillers();
        words.is_empty().then_some(command)
    };
    // `my data` is one thing, and `please list` another.
    let mut polite = Words(&all);
    polite.skip_fillers();
    whole(Words(&all)).or_else(|| whole(polite))
}

fn head(words: &mut Words<'_, '_>) -> Option<Command> {
    use Word as W;
    // Longer phrases first where one begins like another.
    let alone = |words: &Words<'_, '_>| words.is_empty();
    if words.take(W::MyData) {
        return Some(Command::MyData);
    }
    if words.take(W::Forget) {
        return Some(Command::ForgetMe { sure: words.take(W::On) });
    }
    if words.take(W::TakeOver) {
        let first = words.seat();
        let game = words.game();
        let _ = words.take(W::As);
        let seat = first.or_else(|| words.seat())?;
        return Some(Command::TakeOver { game, seat });
    }
    if words.take(W::NewGame) {
        return words.game().map(Command::NewGame);
    }
    if words.take(W::Join) {
        return join(words).map(Command::Join);
    }
    if words.take(W::Unobserve) {
        return Some(Command::Unobserve(words.game()));
    }
    if words.take(W::Observers) {
        return Some(Command::Observers(words.game()));
    }
    if words.take(W::Observe) {
        return Some(Command::Observe(words.game()));
    }
    if words.take(W::Resign) {
        let sure = words.take(W::On);
        let game = words.game();
        return Some(Command::Resign { game, sure: sure || words.take(W::On) });
    }
    if words.take(W::Leave) {
        return Some(Command::Leave(words.game()));
    }
    if words.take(W::History) {
        let mut turn = turn(words);
        let game = if turn.is_none() { words.game() } else { None };
        turn = turn.or_else(|| self::turn(words));
        let game = game.or_else(|| words.game());
        return Some(Command::History(game, turn));
    }
    if words.take(W::Rules) {
        return rules(words).map(Command::Rules);
    }
    if words.take(W::Settings) {
        return Some(Command::Settings);
    }
    if words.take(W::Help) {
        return alone(words).then_some(Command::Help);
    }
    if words.take(W::List) {
        return Some(Command::List);
    }
    if words.take(W::Status) {
        return Some(Command::Status(words.game()));
    }
    if words.take(W::Map) {
        return Some(Command::Map(words.game()));
    }
    if words.take(W::AlsoAddress) {
        let address = words.next().filter(|word| word.contains('@'))?;
        let address = address.trim_matches(|c: char| "<>()[]\"',;".contains(c));
        return Some(Command::AlsoAddress(address.to_owned()));
    }
    wish(words).map(Command::Set)
}

fn turn(words: &mut Words<'_, '_>) -> Option<u64> {
    words.skip_fillers();
    if !words.take(Word::Turn) {
        return None;
    }
    words.next()?.parse().ok()
}

/// `R7`, `7.5`, `R 7`, or nothing for all.
fn rules(words: &mut Words<'_, '_>) -> Option<String> {
    let text = words.rest().to_uppercase().replace([' ', 'R'], "");
    let number = |part: &str| part.is_empty() || part.parse::<u8>().is_ok();
    let shaped = text.split('.').count() <= 2 && text.split('.').all(number);
    shaped.then(|| if text.is_empty() { text } else { format!("R{}", text.trim_end_matches('.')) })
}

/// What stands behind `join`.
fn join(words: &mut Words<'_, '_>) -> Option<Joining> {
    let mut joining = Joining::default();
    let named = !starts_option(words);
    if named {
        joining.game = words.game();
    }
    loop {
        if words.take(Word::Password) {
            joining.password = Some(words.next()?.to_owned());
        } else if words.take(Word::As) || words.take(Word::Prefer) {
            // `join rossbach as Frederick, Pompadour`
            joining.prefers.push(words.seat()?);
            while let Some(seat) = words.seat() {
                joining.prefers.push(seat);
            }
        } else {
            break;
        }
    }
    let mut once = Vec::new();
    joining.prefers.retain(|seat| !once.contains(seat) && (once.push(*seat), true).1);
    Some(joining)
}

fn starts_option(words: &Words<'_, '_>) -> bool {
    let mut ahead = *words;
    ahead.take(Word::Password) || ahead.take(Word::As) || ahead.take(Word::Prefer)
}

/// Whether an hour follows, `18` or `18:00`.
fn hour(words: &mut Words<'_, '_>) -> Option<u8> {
    words.skip_fillers();
    let first = words.0.first()?.split([':', '.', 'h']).next()?;
    let hour = first.parse().ok().filter(|hour| *hour < 24)?;
    words.next();
    Some(hour)
}

fn wish(words: &mut Words<'_, '_>) -> Option<Wish> {
    use Word as W;
    if words.take(W::Language) {
        words.skip_fillers();
        return words.next().map(|word| Wish::Language(word.to_lowercase()));
    }
    if words.take(W::TimeZone) {
        words.skip_fillers();
        return (!words.is_empty()).then(|| Wish::TimeZone(words.rest().replace(' ', "_")));
    }
    if words.take(W::Text) {
        return Some(Wish::Html(!words.switch()));
    }
    if words.take(W::Html) {
        return Some(Wish::Html(words.switch()));
    }
    if words.take(W::Digest) {
        let on = words.switch();
        return Some(Wish::Digest(on, hour(words)));
    }
    if words.take(W::NewsAtOnce) {
        return Some(Wish::NewsAtOnce(words.switch()));
    }
    if words.take(W::NewsDaily) {
        return Some(Wish::Digest(true, hour(words)));
    }
    if words.take(W::Pictures) {
        return Some(Wish::Pictures(words.switch()));
    }
    if words.take(W::Json) {
        return Some(Wish::Json(words.switch()));
    }
    if words.take(W::Name) {
        let name = words.rest();
        let fits = (1..=40).contains(&name.chars().count());
        let plain = !name.contains(['@', '<', '>']) && !name.chars().any(char::is_control);
        return (fits && plain).then_some(Wish::Name(name));
    }
    None
}

/// Whether a game can bear this name: small letters and digits, at most 32.
fn is_game_name(name: &str) -> bool {
    (1..=32).contains(&name.len())
        && name.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn join_of(game: &str, prefers: &[Seat], password: Option<&str>) -> Option<Command> {
        Some(Command::Join(Joining {
            game: (!game.is_empty()).then(|| game.to_owned()),
            prefers: prefers.to_vec(),
            password: password.map(str::to_owned),
            phrase: Vec::new(),
        }))
    }

    #[test]
    fn joining_is_understood_with_role_preferences_and_password() {
        use Seat::*;
        assert_eq!(command("join rossbach"), join_of("rossbach", &[], None));
        assert_eq!(command(" Join Rossbach! "), join_of("rossbach", &[], None));
        assert_eq!(command("please join the game rossbach"), join_of("rossbach", &[], None));
        assert_eq!(command("join"), join_of("", &[], None));
        assert_eq!(command("join rossbach as Frederick"), join_of("rossbach", &[Frederick], None));
        assert_eq!(
            command("join rossbach prefer Maria Theresa, Pompadour password Geh/Heim"),
            join_of("rossbach", &[MariaTheresa, Pompadour], Some("Geh/Heim"))
        );
        assert_eq!(
            command("beitreten rossbach als Friedrich, Friedrich"),
            join_of("rossbach", &[Frederick], None)
        );
        assert_eq!(command("dołączam rossbach"), join_of("rossbach", &[], None));
    }

    #[test]
    fn every_command_has_its_words() {
        let game = || Some("rossbach".to_owned());
        for (line, expected) in [
            ("help", Command::Help),
            ("Hilfe", Command::Help),
            ("list", Command::List),
            ("list games", Command::List),
            ("new game rossbach", Command::NewGame("rossbach".into())),
            ("Neues Spiel Rossbach", Command::NewGame("rossbach".into())),
            ("observe rossbach", Command::Observe(game())),
            ("unobserve", Command::Unobserve(None)),
            ("stop watching rossbach", Command::Unobserve(game())),
            ("observers", Command::Observers(None)),
            ("settings", Command::Settings),
            ("rules R7", Command::Rules("R7".into())),
            ("rule 7.5", Command::Rules("R7.5".into())),
            ("Regeln", Command::Rules(String::new())),
            ("map rossbach", Command::Map(game())),
            ("status rossbach", Command::Status(game())),
            ("history rossbach turn 7", Command::History(game(), Some(7))),
            ("history turn 7", Command::History(None, Some(7))),
            ("history", Command::History(None, None)),
            ("resign", Command::Resign { game: None, sure: false }),
            ("resign yes", Command::Resign { game: None, sure: true }),
            (
                "take over rossbach Pompadour",
                Command::TakeOver { game: game(), seat: Seat::Pompadour },
            ),
            (
                "take over rossbach as maria-theresa",
                Command::TakeOver { game: game(), seat: Seat::MariaTheresa },
            ),
            ("my data", Command::MyData),
            ("meine Daten", Command::MyData),
            ("forget me", Command::ForgetMe { sure: false }),
            ("forget me yes", Command::ForgetMe { sure: true }),
            ("olvídame sí", Command::ForgetMe { sure: true }),
            ("leave rossbach", Command::Leave(game())),
            ("also ada@elsewhere.test", Command::AlsoAddress("ada@elsewhere.test".into())),
        ] {
            assert_eq!(command(line), Some(expected), "{line}");
        }
    }

    #[test]
    fn the_words_of_the_spanish_and_italian_help_are_understood() {
        use Seat::*;
        let game = || Some("rossbach".to_owned());
        for (lines, expected) in [
            (["ayuda", "aiuto"], Command::Help),
            (["partidas", "partite"], Command::List),
            (
                ["nueva partida rossbach", "nuova partita rossbach"],
                Command::NewGame("rossbach".into()),
            ),
            (["observar rossbach", "osservare rossbach"], Command::Observe(game())),
            (["dejar de observar rossbach", "non osservare rossbach"], Command::Unobserve(game())),
            (
                ["relevar rossbach Elizabeth", "subentrare rossbach Elisabetta"],
                Command::TakeOver { game: game(), seat: Elisabeth },
            ),
            (["abandonar partida rossbach", "lasciare partita rossbach"], Command::Leave(game())),
            (
                ["dimito sí rossbach", "mi dimetto sì rossbach"],
                Command::Resign { game: game(), sure: true },
            ),
            (["estado rossbach", "stato rossbach"], Command::Status(game())),
            (["mapa rossbach", "mappa rossbach"], Command::Map(game())),
            (
                ["historia rossbach turno 7", "storia rossbach turno 7"],
                Command::History(game(), Some(7)),
            ),
            (["reglas R7", "regole R7"], Command::Rules("R7".into())),
            (["ajustes", "impostazioni"], Command::Settings),
            (["mis datos", "i miei dati"], Command::MyData),
            (["olvídame sí", "dimenticami sì"], Command::ForgetMe { sure: true }),
            (
                ["también ada@example.org", "anche ada@example.org"],
                Command::AlsoAddress("ada@example.org".into()),
            ),
            (["idioma it", "lingua it"], Command::Set(Wish::Language("it".into()))),
            (
                ["zona horaria Europe/Rome", "fuso orario Europe/Rome"],
                Command::Set(Wish::TimeZone("Europe/Rome".into())),
            ),
            (["solo texto", "solo testo"], Command::Set(Wish::Html(false))),
            (["resumen 18:00", "riassunto 18:00"], Command::Set(Wish::Digest(true, Some(18)))),
            (["resumen no", "riassunto no"], Command::Set(Wish::Digest(false, None))),
            (["imágenes no", "immagini no"], Command::Set(Wish::Pictures(false))),
            (["nombre Ada", "nome Ada"], Command::Set(Wish::Name("Ada".into()))),
        ] {
            for line in lines {
                assert_eq!(command(line).as_ref(), Some(&expected), "{line}");
            }
        }
        for line in ["unirme a rossbach", "partecipare a rossbach"] {
            assert_eq!(command(line), join_of("rossbach", &[], None), "{line}");
        }
        for line in [
            "unirme a rossbach prefiero Pompadour, Federico contraseña x",
            "partecipare a rossbach preferisco Pompadour, Federico password x",
        ] {
            let expected = join_of("rossbach", &[Pompadour, Frederick], Some("x"));
            assert_eq!(command(line), expected, "{line}");
        }
        for line in ["unirme como Federico", "partecipare come Federico"] {
            assert_eq!(command(line), join_of("", &[Frederick], None), "{line}");
        }
    }

    #[test]
    fn wishes_are_understood() {
        for (line, wish) in [
            ("language de", Wish::Language("de".into())),
            ("Sprache: Deutsch", Wish::Language("deutsch".into())),
            ("timezone Europe/Berlin", Wish::TimeZone("Europe/Berlin".into())),
            ("time zone: America/New York", Wish::TimeZone("America/New_York".into())),
            ("text", Wish::Html(false)),
            ("html", Wish::Html(true)),
            ("html off", Wish::Html(false)),
            ("digest on", Wish::Digest(true, None)),
            ("digest on 18:00", Wish::Digest(true, Some(18))),
            ("digest off", Wish::Digest(false, None)),
            ("news at once", Wish::NewsAtOnce(true)),
            ("news at once off", Wish::NewsAtOnce(false)),
            ("Neuigkeiten sofort", Wish::NewsAtOnce(true)),
            ("news daily", Wish::Digest(true, None)),
            ("news daily 08:00", Wish::Digest(true, Some(8))),
            ("pictures off", Wish::Pictures(false)),
            ("Bilder an", Wish::Pictures(true)),
            ("json on", Wish::Json(true)),
            ("name: Käthe von B.", Wish::Name("Käthe von B".into())),
        ] {
            assert_eq!(command(line), Some(Command::Set(wish)), "{line}");
        }
    }

    #[test]
    fn what_people_write_in_passing_is_no_command() {
        for line in [
            "Join us for a beer on Friday",
            "How do I join?",
            "the rules are hard",
            "history repeats itself, they say",
            "help me please, I am lost",
            "my settings are all wrong and so is the map",
            "Daun to Zittau",
            "ready",
            "status of things",
            "name your price, ada@club.test",
            "resigned to my fate",
            "Friedrich + Winterfeldt: Riesa, Meissen, Dresden",
            "Hello",
            "",
            "list everything I did wrong",
        ] {
            assert_eq!(command(line), None, "{line}");
        }
    }

    #[test]
    fn no_word_of_the_desk_is_an_order_on_a_line_of_its_own() {
        use crate::orders::lexicon::lexicon;
        // `help` and `status` are the same in both, and each place has its own way with them.
        let shared = [Word::Help, Word::Status];
        let arguments = [
            Word::As,
            Word::On,
            Word::Off,
            Word::Filler,
            Word::Turn,
            Word::Frederick,
            Word::Elisabeth,
            Word::MariaTheresa,
            Word::Pompadour,
            Word::Prefer,
            Word::Password,
        ];
        let mut orders = Vec::new();
        for (phrase, meanings) in WORDS.iter() {
            if meanings.iter().all(|word| shared.contains(word) || arguments.contains(word)) {
                continue;
            }
            if lexicon().begins_an_order(&fold(phrase)) {
                orders.push(phrase);
            }
        }
        assert!(orders.is_empty(), "these are orders too: {orders:?}");
    }
}
