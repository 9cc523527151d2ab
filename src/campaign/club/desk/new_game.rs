//! `new game NAME`: a form with all settings goes out, and the answer to it founds the game.
//!
//! The form is a list of parts, each with its lines and its reader, so that whoever adds settings adds
//! a part. A line that is wrong is named with what could stand there; what was right in an answer is
//! kept, and only the wrong lines need be sent again.

use crate::audit::seed::{self, commitment};
use crate::campaign::club::desk::{Work, reading, terms_of_play};
use crate::campaign::office::CampaignError;
use crate::campaign::post::correspondent::{Correspondent, DESK, Proof};
use crate::campaign::post::key::MailKey;
use crate::campaign::seats::gathering::{Announcement, announce};
use crate::campaign::settings::clocks::Clocks;
use crate::campaign::settings::{BeaconUse, Bots, Settings};
use crate::campaign::table::company::is_taken;
use crate::game::{Edition, Scenario, Seat, Setup};
use crate::mail::address::Address;
use crate::mail::token::is_game_name;
use crate::report::{FormFault, FormLine, FormValue, GameSettings, LifeNote, NoNewGame};
use crate::said::{Asked, Reading, Request, form_word};
use crate::store::LetterKind;
use crate::store::{Digest, Game, Letter, Person};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Games that one address can found on one day.
const GAMES_PER_DAY: u32 = 3;
/// Addresses that can be invited to one game: each gets a mail.
const MOST_INVITED: usize = 12;
/// Shown in place of a password.
const SET: &str = "(set)";
const NONE: &str = "none";

/// A form that is being filled in.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Form {
    /// The name that the game will have.
    pub game: String,
    /// As far as they are filled in, with the usual values elsewhere.
    pub settings: Settings,
    /// Addresses as they were written.
    pub invited: Vec<String>,
    /// The language in which the form was sent.
    #[serde(default)]
    pub language: String,
}

/// How many places are left to bots: at least one person founds the game.
fn places_for_bots(settings: &Settings, invited: usize) -> Bots {
    let seats = settings.setup.rules().seats().len();
    let number = match settings.company.bots {
        Bots::None => 0,
        Bots::Fill => seats.saturating_sub(1 + invited),
        Bots::Number(number) => usize::from(number).min(seats - 1),
    };
    // Three at most, since a person founds the game: every number fits.
    if number == 0 { Bots::None } else { Bots::Number(u8::try_from(number).unwrap_or(1)) }
}

/// What is wrong with a value: a code that the templates know, and what could stand there.
pub(crate) struct Wrong {
    /// The code, such as `not-one-of`.
    pub why: &'static str,
    /// Empty where anything of a kind could stand.
    pub known: Vec<FormValue>,
}

impl Wrong {
    /// For a value that can only be one of these words.
    pub(crate) fn not_one_of(known: &[&str]) -> Wrong {
        Wrong { why: "not-one-of", known: known.iter().map(|&word| word.into()).collect() }
    }

    fn no_number(least: u32, most: u32) -> Wrong {
        Wrong { why: "no-number", known: vec![least.to_string().into(), most.to_string().into()] }
    }
}

/// A part of the form.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    /// Its lines: keys, which the templates explain, and values.
    pub lines: fn(&Form) -> Vec<(&'static str, FormValue)>,
    /// Takes a value. False if the key is another part's.
    pub read: fn(&mut Form, key: &str, value: &str) -> Result<bool, Wrong>,
}

/// All parts, in the order in which they stand in the form.
const PARTS: &[Part] = &[
    Part { lines: lines_of_setup, read: read_setup },
    Part { lines: lines_of_membership, read: read_membership },
    terms_of_play::PARTS[0],
    terms_of_play::PARTS[1],
    terms_of_play::PARTS[2],
];

impl Form {
    /// A game without a name, with these clocks and everything else as it usually is.
    pub(crate) fn with_clocks(clocks: Clocks) -> Form {
        let settings = Settings { clocks: Some(clocks), ..Settings::new(Setup::default()) };
        Form { game: String::new(), settings, invited: Vec::new(), language: String::new() }
    }
}

const EDITIONS: [&str; 2] = ["classic", "anniversary"];

const fn name_of_edition(edition: Edition) -> &'static str {
    match edition {
        Edition::Classic => "classic",
        Edition::Anniversary => "anniversary",
    }
}

fn lines_of_setup(draft: &Form) -> Vec<(&'static str, FormValue)> {
    let Setup { scenario, edition, expert } = draft.settings.setup;
    vec![
        ("scenario", scenario.into()),
        ("edition", name_of_edition(edition).into()),
        ("expert", yes_or_no(expert)),
    ]
}

fn read_setup(draft: &mut Form, key: &str, value: &str) -> Result<bool, Wrong> {
    let setup = &mut draft.settings.setup;
    match key {
        "scenario" => {
            setup.scenario = Scenario::called(value).ok_or_else(|| Wrong {
                why: "not-one-of",
                known: Scenario::all().map(FormValue::from).collect(),
            })?;
        }
        "edition" => {
            setup.edition = match value {
                "classic" => Edition::Classic,
                "anniversary" => Edition::Anniversary,
                _ => return Err(Wrong::not_one_of(&EDITIONS)),
            }
        }
        "expert" => setup.expert = switch(value)?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn lines_of_membership(draft: &Form) -> Vec<(&'static str, FormValue)> {
    let terms = &draft.settings.membership;
    let password = if terms.password.is_some() { SET } else { NONE };
    let beacon = match terms.beacon {
        BeaconUse::No => "no",
        BeaconUse::Yes => "yes",
        BeaconUse::Only => "only",
    };
    let invited = if draft.invited.is_empty() { NONE.to_owned() } else { draft.invited.join(", ") };
    vec![
        ("joining", if terms.open { "open" } else { "invited" }.into()),
        ("password", password.into()),
        ("invitations", FormValue::from(invited)),
        ("reliability", terms.reliability.to_string().into()),
        ("roles", if terms.raffle { "raffle" } else { "choice" }.into()),
        ("seats-per-person", terms.seats_per_person.to_string().into()),
        ("phrase-days", terms.phrase_days.to_string().into()),
        ("beacon", beacon.into()),
    ]
}

fn read_membership(draft: &mut Form, key: &str, value: &str) -> Result<bool, Wrong> {
    let terms = &mut draft.settings.membership;
    match key {
        "joining" => match value {
            "open" => terms.open = true,
            "invited" | "invitation" | "invitations" => terms.open = false,
            _ => return Err(Wrong::not_one_of(&["open", "invited"])),
        },
        "password" if value == SET => {}
        "password" if value == NONE || value.is_empty() => terms.password = None,
        "password" => terms.password = hashed(value),
        "invitations" => draft.invited = addresses(value)?,
        "reliability" => terms.reliability = number(value.trim_end_matches(['%', ' ']), 0, 100)?,
        "roles" => match value {
            "raffle" => terms.raffle = true,
            "choice" => terms.raffle = false,
            _ => return Err(Wrong::not_one_of(&["raffle", "choice"])),
        },
        "seats-per-person" => {
            terms.seats_per_person = u8::try_from(number(value, 1, 4)?).unwrap_or(1);
        }
        "phrase-days" => terms.phrase_days = number(value, 1, 60)?,
        "beacon" if value == "only" => terms.beacon = BeaconUse::Only,
        "beacon" => {
            let wanted = switch(value).map_err(|_| Wrong::not_one_of(&["no", "yes", "only"]))?;
            terms.beacon = if wanted { BeaconUse::Yes } else { BeaconUse::No };
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn yes_or_no(flag: bool) -> FormValue {
    if flag { "yes" } else { "no" }.into()
}

/// `yes` or `no`, for all parts.
pub(crate) fn switch(value: &str) -> Result<bool, Wrong> {
    match value {
        "yes" | "on" => Ok(true),
        "no" | "off" | "none" => Ok(false),
        _ => Err(Wrong::not_one_of(&["yes", "no"])),
    }
}

/// A whole number within bounds, for all parts.
pub(crate) fn number(value: &str, least: u32, most: u32) -> Result<u32, Wrong> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| Wrong::no_number(least, most))
}

fn addresses(value: &str) -> Result<Vec<String>, Wrong> {
    let separators = |c: char| c.is_whitespace() || ",;<>".contains(c);
    let mut found: Vec<String> = Vec::new();
    for word in value.split(separators).filter(|word| !word.is_empty() && *word != NONE) {
        match word.trim_start_matches("mailto:").parse::<Address>() {
            Ok(address) if !found.contains(&address.mailbox()) => found.push(address.mailbox()),
            Ok(_) => {}
            Err(_) => return Err(Wrong { why: "no-address", known: vec![word.into()] }),
        }
    }
    if found.len() > MOST_INVITED {
        return Err(Wrong {
            why: "too-many-invited",
            known: vec![MOST_INVITED.to_string().into()],
        });
    }
    Ok(found)
}

/// A password as it is kept: random salt and the hash of both.
fn hashed(password: &str) -> Option<String> {
    let salt = seed::random_bytes().ok()?;
    let hash = Digest::of(&[b"feldpost joining password 1\n", &salt, password.as_bytes()]);
    Some(format!("{} {hash}", Digest(salt)))
}

/// Whether this is the password that was kept.
pub(crate) fn is_password(kept: &str, password: &str) -> bool {
    let Some((salt, hash)) = kept.split_once(' ') else { return false };
    let Ok(salt) = salt.parse::<Digest>() else { return false };
    let domain: &[u8] = b"feldpost joining password 1\n";
    // The form has made what was kept lower case.
    let password = password.to_lowercase();
    Digest::of(&[domain, &salt.0, password.as_bytes()]).to_string() == hash
}

/// A value, in words that the parts of the form understand.
fn in_english(key: &str, value: &str) -> String {
    let word = form_word(value);
    match (key, word) {
        ("password", Some("set")) => SET.to_owned(),
        // What else stands there is somebody's own.
        ("password" | "invitations" | "zone", word) if word != Some("none") => value.to_owned(),
        (_, Some(word)) => word.to_owned(),
        (_, None) => {
            let words = value.split_whitespace().map(|word| match form_word(word) {
                Some(unit @ ("days" | "hours")) => unit,
                _ => word,
            });
            words.collect::<Vec<_>>().join(" ")
        }
    }
}

/// A form's lines as they are now.
fn lines(draft: &Form) -> Vec<FormLine> {
    let all = PARTS.iter().flat_map(|part| (part.lines)(draft));
    all.map(|(key, value)| FormLine { key, value }).collect()
}

/// What everybody may know of a game's settings: not who is invited.
pub(crate) fn facts(game: &str, settings: &Settings) -> GameSettings {
    let all = Form::with_clocks(Clocks::default());
    let draft = Form { game: game.to_owned(), settings: settings.clone(), ..all };
    let mut lines = lines(&draft);
    lines.retain(|line| line.key != "invitations");
    GameSettings { game: game.to_owned(), setup: settings.setup, lines }
}

/// What came of reading an answer to the form.
struct Filled {
    faults: Vec<FormFault>,
    /// Something was set, or it was said that all is well as it is.
    go: bool,
}

fn read_answer(draft: &mut Form, reading: &Reading) -> Filled {
    let mut filled = Filled { faults: Vec::new(), go: false };
    for said in &reading.said {
        let (key, value) = match &said.request {
            Request::Yes(_) | Request::Ready => {
                filled.go = true;
                continue;
            }
            // `new game wagram` in the answer is another name for the game.
            Request::NewGame(name) => {
                draft.game.clone_from(name);
                continue;
            }
            Request::Entry { key, value } => (key, value),
            _ => continue,
        };
        let key = match form_word(key) {
            Some(key) => key.to_owned(),
            None => key.to_lowercase().replace([' ', '_'], "-"),
        };
        let value = in_english(&key, &value.to_lowercase());
        let mut fault = Wrong { why: "unknown-key", known: Vec::new() };
        let mut taken = false;
        for part in PARTS {
            match (part.read)(draft, &key, &value) {
                Ok(true) => taken = true,
                Ok(false) => {}
                Err(wrong) => fault = wrong,
            }
        }
        filled.go |= taken;
        if !taken {
            let Wrong { why, known } = fault;
            let line = reading.line(said.line).to_owned();
            filled.faults.push(FormFault { line, why, known });
        }
    }
    filled
}

impl Work<'_> {
    /// Sends the form of a new game.
    pub(crate) fn form(&mut self, name: &str) -> Result<LifeNote, CampaignError> {
        if let Some(why) = self.name_fault(name)? {
            return Ok(LifeNote::NoNewGame { game: name.to_owned(), why });
        }
        // A game without clocks needs somebody to look after it: the form proposes clocks.
        let language = self.caller.reader().language;
        let clocks = Clocks::default();
        let draft = Form { game: name.to_owned(), language, ..Form::with_clocks(clocks) };
        let body = serde_json::to_string(&draft).unwrap_or_default();
        let address = self.caller.address.mailbox();
        let number = self.tx.write_letter(&address, LetterKind::Form, None, &body, self.now)?;
        self.proof = Some(Proof::Letter(number));
        let (game, lines) = (draft.game.clone(), lines(&draft));
        Ok(LifeNote::Form { game, lines, faults: Vec::new(), first: true })
    }

    fn name_fault(&self, name: &str) -> Result<Option<NoNewGame>, CampaignError> {
        if !is_game_name(name) || name == DESK {
            return Ok(Some(NoNewGame::Name));
        }
        Ok(self.tx.game_by_name(name)?.map(|_| NoNewGame::Taken))
    }

    /// Reads the answer to a form, and founds the game if it is right.
    pub(crate) fn fill(
        &mut self,
        letter: &Letter,
        text: &str,
    ) -> Result<Vec<LifeNote>, CampaignError> {
        let Ok(mut draft) = serde_json::from_str::<Form>(&letter.body) else {
            return Ok(vec![LifeNote::Void {}]);
        };
        let reading = reading::read(&self.caller, text, Asked::Form);
        let Filled { faults, go } = read_answer(&mut draft, &reading);
        if reading.is_test() {
            // Told and not kept, whatever it says.
            self.proof = Some(Proof::Letter(letter.id));
            let (game, lines) = (draft.game.clone(), lines(&draft));
            let line = reading.lines.first().map(|line| line.text.clone()).unwrap_or_default();
            let form = LifeNote::Form { game, lines, faults, first: false };
            return Ok(vec![LifeNote::OnlyATest { line }, form]);
        }
        self.caller.confirm(self.tx, self.now)?;
        let game = draft.game.clone();
        if let Some(why) = self.name_fault(&game)? {
            let body = serde_json::to_string(&draft).unwrap_or_default();
            self.tx.rewrite_letter(letter.id, &body)?;
            self.proof = Some(Proof::Letter(letter.id));
            return Ok(vec![LifeNote::NoNewGame { game, why }]);
        }
        if !go || !faults.is_empty() {
            let body = serde_json::to_string(&draft).unwrap_or_default();
            self.tx.rewrite_letter(letter.id, &body)?;
            self.proof = Some(Proof::Letter(letter.id));
            let lines = lines(&draft);
            return Ok(vec![LifeNote::Form { game, lines, faults, first: false }]);
        }
        let address = self.caller.address.mailbox();
        if self.tx.count_notice(&address, "new game", self.now)? > GAMES_PER_DAY {
            let why = NoNewGame::TooMany;
            return Ok(vec![LifeNote::NoNewGame { game, why }]);
        }
        self.tx.close_letter(letter.id)?;
        let founder = self.caller.confirm(self.tx, self.now)?;
        self.found(draft, &founder).map(|note| vec![note])
    }

    fn found(&mut self, draft: Form, founder: &Person) -> Result<LifeNote, CampaignError> {
        let Form { game: name, mut settings, invited, .. } = draft;
        settings.company.bots = places_for_bots(&settings, invited.len());
        settings.membership.founder = Some(founder.id.0);
        let seed = seed::random_bytes()?;
        let shown = facts(&name, &settings);
        let language = founder.language.clone();
        let new = Announcement { name, settings, seed, language };
        let game = announce(self.tx, &new, self.now)?;
        tracing::info!(game = game.name, "a game is announced");
        let mut sent = 0;
        for address in &invited {
            let Ok(address) = address.parse::<Address>() else { continue };
            if !self.office.own.contains(&address) {
                self.invite(&game, &address, &founder.name, &shown)?;
                sent += 1;
            }
        }
        self.game = Some(game.name.clone());
        Ok(LifeNote::Founded {
            game: game.name,
            settings: shown,
            seed_commitment: commitment(&seed).to_string(),
            invited: sent,
        })
    }

    fn invite(
        &mut self,
        game: &Game,
        to: &Address,
        by: &str,
        settings: &GameSettings,
    ) -> Result<(), CampaignError> {
        let tx = self.tx;
        // People mostly speak the language of whoever invites them.
        let to = Correspondent::stranger(tx, to, &self.caller.reader().language)?;
        let (kind, body) = (LetterKind::Invitation, json!({ "language": to.language }).to_string());
        let number = tx.write_letter(&to.address, kind, Some(game.id), &body, self.now)?;
        let free: Vec<_> = tx.seats(game.id)?.into_iter().filter(|seat| !is_taken(seat)).collect();
        let invitation = LifeNote::Invitation {
            game: game.name.clone(),
            by: by.to_owned(),
            settings: settings.clone(),
            free: free.len(),
            roles: free.iter().filter_map(|seat| Seat::from_id(&seat.seat)).collect(),
        };
        let to = to.proving(Proof::Letter(number));
        let key = MailKey::Invitation { game: game.name.clone(), letter: number };
        self.note_apart(to, key, Some(game.name.clone()), invitation);
        Ok(())
    }
}

/// A value as the form has it in English.
#[cfg(test)]
pub(crate) fn canonical(value: &FormValue) -> String {
    match value {
        FormValue::Word { word } => word.clone(),
        FormValue::Scenario { scenario } => scenario.name().to_owned(),
        FormValue::Days { count } => format!("{count} days"),
        FormValue::Hours { count } => format!("{count} hours"),
        FormValue::Lapses { in_a_row, all } => format!("{in_a_row} in a row, {all} in all"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::said::Context;

    fn read_answer(draft: &mut Form, text: &str) -> Filled {
        let context = Context { asked: Asked::Form, ..Context::default() };
        super::read_answer(draft, &crate::said::read(text, &context))
    }

    fn draft() -> Form {
        let settings = Settings::new(Setup::default());
        Form { game: "rossbach".into(), settings, ..Form::with_clocks(Clocks::default()) }
    }

    #[test]
    fn the_form_reads_what_it_writes() {
        let mut other = draft();
        let text = "scenario: three-player\nedition = anniversary\nExpert: yes\njoining: invited\n\
                    password: geheim\ninvitations: ada@club.test, <ben@club.test>\n\
                    reliability: 80%\nroles: choice\nseats per person: 2\nphrase-days: 3\nbeacon: only";
        let filled = read_answer(&mut other, text);
        assert!(filled.go && filled.faults.is_empty());
        let written: String = lines(&other)
            .iter()
            .map(|line| {
                format!("# what this is about\n{}: {}  # so\n", line.key, canonical(&line.value))
            })
            .collect();
        let mut again = draft();
        again.settings.membership.password = other.settings.membership.password.clone();
        assert!(read_answer(&mut again, &written).faults.is_empty(), "{written}");
        assert_eq!(again, other);
        assert_eq!(again.invited, ["ada@club.test", "ben@club.test"]);
        assert_eq!(again.settings.membership.reliability, 80);
        assert_eq!(again.settings.membership.beacon, BeaconUse::Only);
    }

    #[test]
    fn every_wrong_line_is_named_and_the_right_ones_stay() {
        let mut draft = draft();
        let text = "Hello judge\nscenario: waterloo\nreliability: 120\nexpert: yes\n\
                    colour: blue\ninvitations: ada@club.test nobody\nroles: dice";
        let filled = read_answer(&mut draft, text);
        let faults: Vec<_> = filled.faults.iter().map(|fault| fault.why).collect();
        assert_eq!(faults, ["not-one-of", "no-number", "unknown-key", "no-address", "not-one-of"]);
        assert!(draft.settings.setup.expert && draft.invited.is_empty());
    }

    #[test]
    fn nothing_said_founds_nothing() {
        for text in ["", "Hello there", "what is this?", "# scenario: standard"] {
            assert!(!read_answer(&mut draft(), text).go, "{text}");
        }
        for text in ["found", "OK!", "ja", "Fundar", "fondare.", "scenario: standard"] {
            assert!(read_answer(&mut draft(), text).go, "{text}");
        }
    }

    #[test]
    fn passwords_are_kept_as_hashes() {
        let kept = hashed("geheim").expect("random salt");
        assert!(!kept.contains("geheim") && hashed("geheim").expect("salt") != kept);
        assert!(is_password(&kept, "Geheim") && !is_password(&kept, "geheimer"));
        assert!(!is_password("nonsense", "geheim"));
    }

    #[test]
    fn who_is_invited_is_not_public() {
        let facts = facts("rossbach", &Settings::new(Setup::default()));
        assert!(facts.lines.iter().all(|line| line.key != "invitations"));
        assert!(facts.lines.iter().any(|line| line.key == "reliability"));
    }
}
