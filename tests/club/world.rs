//! The club's world: a mailbox folder, the daemon, a clock that jumps from event to event, and
//! people who read their newest mails and answer when it suits them.

use crate::checks::{self, Happened, Watch};
use crate::habits::{self, Whim};
use crate::people::{self, GAMES, Habit, PEOPLE};
use chrono::{DateTime, DurationRound, NaiveDate, TimeDelta, TimeZone, Utc};
use feldpost::config::Config;
use feldpost::daemon::Daemon;
use feldpost::game::Seat;
use feldpost::store::{StoreError, Tx};
use mail_parser::MessageParser;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

const JUDGE: &str = "judge@club.test";
/// The daemon looks at least so often.
const LOOKS: TimeDelta = TimeDelta::hours(11);
/// Nobody is to find more mails of the referee's in a day than this.
const MOST_IN_A_DAY: usize = 30;

/// How the subjects of reminders begin, in the languages of the club.
const REMINDERS: [&str; 5] =
    ["a reminder", "Erinnerung", "un recordatorio", "un promemoria", "przypomnienie"];

/// What becomes of mails that have no effect on any game.
const HARMLESS: [&str; 5] =
    ["not your seat", "without a token", "desk", "too many questions", "too many letters"];

/// A mail that somebody got.
#[derive(Clone, Default)]
pub struct Got {
    pub subject: String,
    pub text: String,
    pub html: String,
    pub reply_to: String,
    pub id: String,
    pub answers: String,
}

/// What is planned for later.
pub enum Plan {
    /// Answers whatever is awaited in a game.
    Play { who: usize, game: usize },
    /// Writes about a game, in reply to its newest mail.
    Reply { who: usize, game: usize, text: String },
    /// Writes to the referee out of the blue, and answers each answer with the next text.
    Talk { who: usize, texts: Vec<String> },
    /// Tries what is not allowed.
    Mischief,
}

/// What must come of a mail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expect {
    /// One answer, to whom it is from.
    Answer,
    /// One answer at most, and no effect on any game.
    NoEffect,
    /// No answer.
    Silence,
}

struct Posted {
    who: usize,
    id: String,
    expect: Expect,
    text: String,
}

pub struct World {
    folder: TempDir,
    daemon: Daemon,
    pub now: DateTime<Utc>,
    pub whim: Whim,
    pub games: Vec<Watch>,
    plans: BTreeMap<(DateTime<Utc>, u64), Plan>,
    posted: Vec<Posted>,
    numbers: u64,
    /// Who is about to answer in which game, and how often in vain.
    busy: BTreeMap<(usize, usize), u64>,
    vain: BTreeMap<(usize, usize), u64>,
    /// The newest mail of each game with which one can answer.
    pub newest: BTreeMap<(usize, usize), Got>,
    /// Texts that are to follow the answer to a mail.
    dialogues: BTreeMap<String, Vec<String>>,
    ids: BTreeSet<String>,
    per_day: BTreeMap<(usize, NaiveDate), usize>,
    /// From when to when somebody is away, or mail to somebody comes back.
    pub away: BTreeMap<usize, (DateTime<Utc>, DateTime<Utc>)>,
    pub happened: Vec<Happened>,
    pub mails: usize,
    pub reminders: usize,
    pub outcomes: BTreeMap<&'static str, usize>,
}

impl World {
    /// A club whose people's chance follows from a number.
    pub fn new(seed: u64) -> World {
        // In memory, where there is such a place: nothing here has to survive.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let folder = folder.expect("a temporary folder");
        let path = folder.path().join("config.toml");
        // The world looks seldom: that is no outage.
        let text = format!(
            "address = \"{JUDGE}\"\npictures = false\n[mailbox]\nkind = \"maildir\"\npath = \"judge\"\n\
             [transport]\nkind = \"maildir\"\npath = \"players\"\n\
             [limits]\noutage_minutes = 1440\nmail_bytes = 100000\n"
        );
        fs::write(&path, text).expect("the configuration is written");
        fs::create_dir_all(folder.path().join("judge/new")).expect("the mailbox");
        let config = Config::read(&path).expect("the configuration is right");
        let daemon = Daemon::open(&config).expect("the daemon opens");
        World {
            folder,
            daemon,
            now: Utc.with_ymd_and_hms(2026, 1, 5, 9, 0, 0).unwrap(),
            // No seed may give xorshift nothing to begin with.
            whim: Whim::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1),
            games: Vec::new(),
            plans: BTreeMap::new(),
            posted: Vec::new(),
            numbers: 0,
            busy: BTreeMap::new(),
            vain: BTreeMap::new(),
            newest: BTreeMap::new(),
            dialogues: BTreeMap::new(),
            ids: BTreeSet::new(),
            per_day: BTreeMap::new(),
            away: BTreeMap::new(),
            happened: Vec::new(),
            mails: 0,
            reminders: 0,
            outcomes: BTreeMap::new(),
        }
    }

    pub fn plan(&mut self, wait: TimeDelta, plan: Plan) {
        self.numbers += 1;
        self.plans.insert((self.now + wait, self.numbers), plan);
    }

    /// Puts a mail into the referee's mailbox.
    pub fn post(&mut self, who: usize, header: &str, text: &str, expect: Expect) -> String {
        self.numbers += 1;
        let number = self.numbers;
        let id = format!("{number}@home.test");
        let kind = match header.contains("Content-Type") {
            true => "",
            false => "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n",
        };
        let mail =
            format!("{header}Message-ID: <{id}>\r\n{kind}\r\n{}\r\n", text.replace('\n', "\r\n"));
        let path = self.folder.path().join(format!("judge/new/{number:08}.home"));
        fs::write(path, mail).expect("the mail is dropped");
        let text = text.chars().take(400).collect();
        self.posted.push(Posted { who, id: id.clone(), expect, text });
        id
    }

    fn write(&mut self, who: usize, text: &str) -> String {
        let person = &PEOPLE[who];
        let header = format!(
            "From: {} <{}>\r\nTo: {JUDGE}\r\nSubject: To the referee\r\n",
            person.name, person.address
        );
        self.post(who, &header, text, Expect::Answer)
    }

    /// A reply as a mail program makes it.
    pub fn reply(&mut self, who: usize, to: &Got, text: &str, kind: Option<&str>) -> String {
        let header = reply_header(PEOPLE[who].address, to, kind);
        self.post(who, &header, text, Expect::Answer)
    }

    /// Lives until then, or until all games are over.
    pub fn live(&mut self, until: DateTime<Utc>) {
        while self.now < until {
            let timers = |tx: &Tx<'_>| -> Result<_, StoreError> {
                Ok(tx.next_due()?.into_iter().chain(tx.next_timer()?).min())
            };
            let due = self.daemon.store.transaction(timers).expect("the database");
            let plan = self.plans.first_key_value().map(|((time, _), _)| *time);
            // What was written at once is read at the next look.
            let mail = (!self.posted.is_empty()).then(|| self.now + TimeDelta::minutes(5));
            let next =
                mail.into_iter().chain(due).chain(plan).chain([self.now + LOOKS, until]).min();
            let next = next.expect("a time").max(self.now + TimeDelta::minutes(1));
            let minute = TimeDelta::minutes(1);
            let whole = next.duration_trunc(minute).expect("a minute");
            self.now = if whole < next { whole + minute } else { whole };
            while let Some(entry) = self.plans.first_entry().filter(|plan| plan.key().0 <= self.now)
            {
                let plan = entry.remove();
                self.carry_out(plan);
            }
            self.round();
            if self.games.len() == GAMES.len() && self.are_over() {
                return;
            }
        }
    }

    pub fn are_over(&self) -> bool {
        self.games.iter().all(|game| ["ended", "archived"].contains(&game.status.as_str()))
    }

    fn carry_out(&mut self, plan: Plan) {
        match plan {
            Plan::Play { who, game } => self.play(who, game),
            Plan::Reply { who, game, text } => {
                if let Some(to) = self.newest.get(&(who, game)).cloned() {
                    self.reply(who, &to, &text, None);
                }
            }
            Plan::Talk { who, mut texts } => {
                let first = texts.remove(0);
                let id = self.write(who, &first);
                self.dialogues.insert(id, texts);
            }
            Plan::Mischief => crate::mischief::try_something(self),
        }
    }

    /// Answers what is awaited, if it still is.
    fn play(&mut self, who: usize, game: usize) {
        self.busy.remove(&(who, game));
        let watch = &self.games[game];
        let Some(seat) = watch.seat_of(PEOPLE[who].address) else { return };
        let Some(state) = watch.state().filter(|_| watch.status == "playing") else { return };
        let attempt = self.vain.entry((who, game)).or_default();
        *attempt += 1;
        let attempt = *attempt;
        let Some(orders) = habits::orders_of(state, seat, self.numbers + attempt) else { return };
        assert!(attempt < 30, "{} is stuck in {}:\n{orders}", PEOPLE[who].name, watch.name);
        let to = self.newest.get(&(who, game)).cloned();
        let name = PEOPLE[who].name;
        let to =
            to.unwrap_or_else(|| panic!("{name} never got a mail to answer in {}", watch.name));
        let mut text = habits::in_own_way(&mut self.whim, who, &orders, &to.text);
        if PEOPLE[who].habit == Habit::Rubbish && self.whim.percent(30) {
            let (kind, nonsense) = habits::rubbish(&mut self.whim);
            self.reply(who, &to, &nonsense, Some(kind));
        }
        if orders.starts_with("for prussia") && self.whim.percent(15) {
            text = format!("for hanover\nready\n\n{text}");
        }
        if self.whim.percent(3) && orders.ends_with("ready") {
            let nation = orders.lines().next().unwrap_or_default().replace("for ", "");
            text = format!("duel {nation}: any cards, at most 2 cards, then stop\n{text}");
        }
        self.reply(who, &to, &text, None);
    }

    fn round(&mut self) {
        let round = self.daemon.round(self.now).expect("a round");
        assert_eq!((round.failed, round.ticked.failed), (0, 0), "{}: {round:?}", self.now);
        let dead = self.daemon.store.transaction(|tx| tx.dead_mails(3)).expect("the database");
        let errors: Vec<_> = dead.iter().map(|mail| (&mail.kind, &mail.last_error)).collect();
        assert!(dead.is_empty() && round.dispatched.postponed == 0, "not sent: {errors:?}");
        let posted = std::mem::take(&mut self.posted);
        assert_eq!(round.received.len(), posted.len(), "every mail is dealt with at once");
        for (received, posted) in round.received.iter().zip(&posted) {
            *self.outcomes.entry(received.outcome).or_default() += 1;
            let (outcome, text) = (received.outcome, &posted.text);
            let harmless = match posted.expect {
                Expect::Answer => true,
                Expect::NoEffect => HARMLESS.contains(&outcome),
                Expect::Silence => ["automatic mail", "delivery report"].contains(&outcome),
            };
            assert!(harmless, "{outcome}, of:\n{text}");
        }
        let before: Vec<u64> = self.games.iter().map(|game| game.entries).collect();
        self.follow();
        self.deliver(&posted);
        checks::nothing_is_overdue(&mut self.daemon.store, self.now);
        for (game, before) in before.into_iter().enumerate() {
            if self.games[game].entries > before {
                self.vain.retain(|(_, of), _| *of != game);
            }
        }
        self.wake();
    }

    /// Reads what is new in the logs.
    fn follow(&mut self) {
        let games = &mut self.games;
        let follow = |tx: &Tx<'_>| -> Result<_, StoreError> {
            for game in tx.games()? {
                if !games.iter().any(|watch| watch.name == game.name) {
                    let plan = GAMES.iter().find(|plan| plan.name == game.name);
                    games.push(Watch::new(&game, plan.is_some_and(|plan| plan.anonymous)));
                }
            }
            let mut happened = Vec::new();
            for (number, watch) in games.iter_mut().enumerate() {
                happened.extend(watch.follow(tx, number)?);
            }
            Ok(happened)
        };
        let happened = self.daemon.store.transaction(follow).expect("the database");
        for one in happened {
            crate::politics::react(self, &one);
            self.happened.push(one);
        }
    }

    /// Everybody gets the mails that were sent, and each mail its answer.
    fn deliver(&mut self, posted: &[Posted]) {
        let mut answers: BTreeMap<String, Vec<(usize, Got)>> = BTreeMap::new();
        for (who, person) in PEOPLE.iter().enumerate() {
            let folder = self.folder.path().join("players").join(person.address).join("new");
            let mut files: Vec<PathBuf> = fs::read_dir(folder)
                .map(|files| files.map(|file| file.expect("a file").path()).collect())
                .unwrap_or_default();
            files.sort();
            for file in files {
                let raw = fs::read(&file).expect("a mail");
                fs::remove_file(&file).expect("it is taken away");
                let got = read(&raw);
                self.mails += 1;
                assert!(self.ids.insert(got.id.clone()), "sent twice: {}", got.subject);
                *self.per_day.entry((who, self.now.date_naive())).or_default() += 1;
                let is_reminder = REMINDERS.iter().any(|word| got.subject.contains(word));
                self.reminders += usize::from(is_reminder);
                answers.entry(got.answers.clone()).or_default().push((who, got.clone()));
                self.examine(who, &got, &String::from_utf8_lossy(&raw));
                if self.bounces(who, &got) {
                    continue;
                }
                if let Some(game) = self.game_of(&got).filter(|_| got.reply_to.contains('+')) {
                    self.newest.insert((who, game), got);
                }
            }
        }
        for posted in posted {
            let got = answers.remove(&posted.id).unwrap_or_default();
            let to_sender = got.iter().filter(|(who, _)| *who == posted.who).count();
            let subjects: Vec<&str> = got.iter().map(|(_, got)| got.subject.as_str()).collect();
            let right = match posted.expect {
                Expect::Answer => to_sender == 1 && got.len() == 1,
                Expect::NoEffect => got.len() <= 1,
                Expect::Silence => got.is_empty(),
            };
            let name = PEOPLE[posted.who].name;
            assert!(right, "{name} wrote:\n{}\nand {:?}: {subjects:?}", posted.text, posted.expect);
            if let Some(mut texts) = self.dialogues.remove(&posted.id)
                && !texts.is_empty()
                && let Some((who, to)) = got.into_iter().next()
            {
                let text = texts.remove(0);
                let id = self.reply(who, &to, &text, None);
                self.dialogues.insert(id, texts);
            }
        }
    }

    fn game_of(&self, got: &Got) -> Option<usize> {
        let name = got.subject.split_whitespace().next()?;
        self.games.iter().position(|game| game.name == name)
    }

    fn examine(&mut self, who: usize, got: &Got, raw: &str) {
        if let Some(game) = self.game_of(got) {
            self.games[game].examine(who, &got.text, &got.html, raw);
        }
        for (number, other) in PEOPLE.iter().enumerate().filter(|(number, _)| *number != who) {
            let tells = got.text.contains(other.address) || raw.contains(other.address);
            assert!(!tells, "the address of {} goes to {}:\n{raw}", PEOPLE[number].name, who);
        }
    }

    /// Whether mail to somebody comes back now; then a report of it does.
    fn bounces(&mut self, who: usize, got: &Got) -> bool {
        let now = self.now;
        let Some((from, to)) = self.away.get(&who) else { return false };
        if PEOPLE[who].habit != Habit::Bouncing || now < *from || now >= *to {
            return false;
        }
        let header = format!(
            "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.club.test\r\nTo: {JUDGE}\r\n\
             Subject: Undelivered Mail Returned to Sender\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\r\n"
        );
        let text = format!(
            "--b\nContent-Type: text/plain\n\nSorry.\n\n--b\n\
             Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.club.test\n\n\
             Final-Recipient: rfc822; {}\nAction: failed\nStatus: 5.1.1\n\
             Diagnostic-Code: smtp; 550 5.1.1 mailbox full\n\n--b\n\
             Content-Type: text/rfc822-headers\n\nMessage-ID: <{}>\nSubject: it\n\n--b--",
            PEOPLE[who].address, got.id
        );
        self.post(who, &header, &text, Expect::Silence);
        true
    }

    /// Whoever is awaited plans to answer.
    fn wake(&mut self) {
        let mut awaited: BTreeSet<(usize, usize)> = BTreeSet::new();
        for (game, watch) in self.games.iter().enumerate() {
            if watch.status != "playing" {
                continue;
            }
            let Some(state) = watch.state() else { continue };
            for decision in state.decisions() {
                let holder = watch.holders.get(&decision.seat).cloned().flatten();
                let who = holder.and_then(|holder| people::with_address(&holder));
                awaited.extend(who.map(|who| (who, game)));
            }
        }
        for (who, game) in awaited {
            let habit = PEOPLE[who].habit;
            if self.busy.contains_key(&(who, game)) {
                continue;
            }
            let mut wait = self.whim.delay(habit);
            if let Some((from, to)) = self.away.get(&who).copied()
                && from <= self.now + wait
                && self.now < to
            {
                if habit == Habit::Vanishing {
                    continue;
                }
                wait += to - self.now;
            }
            self.busy.insert((who, game), self.numbers);
            self.plan(wait, Plan::Play { who, game });
        }
    }

    /// The seat's holder, as the number of a person.
    pub fn holders(&self, game: usize) -> Vec<(Seat, usize)> {
        let holders = self.games[game].holders.iter();
        let who = |holder: &Option<String>| people::with_address(holder.as_deref()?);
        holders.filter_map(|(seat, holder)| Some((*seat, who(holder)?))).collect()
    }

    /// What must be so in the end. Returns the most mails that anybody got on one day.
    pub fn close(&mut self) -> usize {
        checks::all_is_sound(&mut self.daemon.store, &self.games);
        let most = self.per_day.iter().map(|(day, count)| Reverse((*count, *day))).min();
        let Some(Reverse((most, (who, day)))) = most else { panic!("there were no mails") };
        let name = PEOPLE[who].name;
        assert!(most <= MOST_IN_A_DAY, "{name} got {most} mails on {day}");
        most
    }
}

/// The header of a reply from this address.
pub fn reply_header(from: &str, to: &Got, kind: Option<&str>) -> String {
    let kind = kind.map(|kind| format!("Content-Type: {kind}\r\n")).unwrap_or_default();
    format!(
        "From: <{from}>\r\nTo: <{}>\r\nSubject: Re: {}\r\nIn-Reply-To: <{id}>\r\n\
         References: <{id}>\r\n{kind}",
        to.reply_to,
        to.subject,
        id = to.id
    )
}

fn read(raw: &[u8]) -> Got {
    let mail = MessageParser::default().parse(raw).expect("a mail");
    let address = mail.reply_to().and_then(|to| to.first()).and_then(|to| to.address());
    Got {
        subject: mail.subject().unwrap_or_default().to_owned(),
        text: mail.body_text(0).unwrap_or_default().into_owned(),
        html: mail.body_html(0).unwrap_or_default().into_owned(),
        reply_to: address.unwrap_or_default().to_owned(),
        id: mail.message_id().unwrap_or_default().to_owned(),
        answers: mail.in_reply_to().as_text().unwrap_or_default().to_owned(),
    }
}
