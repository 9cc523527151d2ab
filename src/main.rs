//! The command line: what can be asked for, and nothing else.

#![expect(clippy::disallowed_methods, reason = "time enters here, from the command line")]

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use feldpost::administration::founding::{self, Holder, player};
use feldpost::administration::{
    WhichPerson, find_person, list_persons, list_seats, show_game, show_person, show_seats,
};
use feldpost::atlas;
use feldpost::bot::Level;
use feldpost::campaign::{
    ChanceFrom, Clocks, Gathering, Intervention, NewGame, Players, Terms, VacantSeats,
    forget_by_operator, found_with, gather_with, give, intervene, take_away, vacant_seats,
};
use feldpost::config::Config;
use feldpost::console::{be_quiet, console, progress, say};
use feldpost::daemon::{Daemon, Stop, open_office};
use feldpost::game::{Edition, Scenario, Seat, Setup, parse_key};
use feldpost::installation;
use feldpost::logging;
use feldpost::mail::address::Address;
use feldpost::report::map::Crop;
use feldpost::report::{Templates, WhyVacant};
use feldpost::simulate;
use feldpost::site;
use feldpost::store::Store;
use feldpost::tournament::TournamentArguments;
use feldpost::trust;
use serde_json::json;
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// A referee by e-mail for the board game FRIEDRICH.
#[derive(Parser)]
#[command(version, about, propagate_version = true)]
struct Cli {
    /// Say nothing but what was asked for and what is wrong; show no progress.
    #[arg(long, short, global = true)]
    quiet: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    #[command(flatten)]
    Installation(installation::Command),
    /// Play a short game through a mailbox folder and leave all mails to look at.
    Demo {
        /// Where to put it; must not exist or be empty.
        #[arg(default_value = "demo")]
        folder: PathBuf,
    },
    /// Work as a daemon: deal with mail as it comes, until stopped.
    Serve(WorkArguments),
    /// Deal with the mail that is there, send what is due, and end.
    Once(WorkArguments),
    /// Look at the seats of games, or give one to somebody.
    #[command(subcommand)]
    Seat(SeatCommand),
    /// Look at persons, and forget them.
    #[command(subcommand)]
    Person(PersonCommand),
    /// Found games, look at them, pause, stop and extend them.
    #[command(subcommand)]
    Game(GameCommand),
    /// Look at the mails that are not sent, try them again, drop them.
    #[command(subcommand)]
    Outbox(feldpost::outbox::Command),
    /// Draw the map, of the empty board or of a game, as SVG or PNG.
    Map(MapArguments),
    /// Write a game's course as web pages, one for each action.
    Site {
        #[command(flatten)]
        pages: site::Arguments,
        #[command(flatten)]
        config: ConfigFile,
    },
    /// Speak the referee protocol, JSON Lines, on standard input and output.
    Referee,
    /// Play random legal games, and check the rules' invariants in them.
    Simulate(SimulateArguments),
    /// Let bots play against each other.
    Tournament(TournamentArguments),
    #[command(flatten)]
    Trust(trust::Command),
    /// Write man pages and completions for bash, zsh and fish: for packages.
    #[command(hide = true)]
    PackageFiles { folder: PathBuf },
}

#[derive(Args)]
struct WorkArguments {
    /// Go on although another database, or a copy of this one, has worked on the mailbox, or although
    /// this one has lost something. Say so only when the other one is ended for good.
    #[arg(long)]
    take_over: bool,
    #[command(flatten)]
    config: ConfigFile,
}

#[derive(Args)]
struct ConfigFile {
    /// The configuration file.
    #[arg(long, short, default_value = "config.toml")]
    config: PathBuf,
}

#[derive(Subcommand)]
enum SeatCommand {
    /// List the seats of all games that are not over.
    List(ConfigFile),
    /// Show who holds the seats, and which mail to them did not arrive.
    Show {
        /// The game.
        game: String,
        #[command(flatten)]
        config: ConfigFile,
    },
    /// Take a seat from its player; the others are told that somebody is sought.
    Vacate {
        /// The game.
        game: String,
        /// The seat: frederick, elisabeth, maria-theresa or pompadour.
        seat: String,
        /// The other players have agreed on it; otherwise the player wished it.
        #[arg(long)]
        voted: bool,
        #[command(flatten)]
        config: ConfigFile,
    },
    /// Give a seat to another player: the address is asked by the next `once` or `serve`, and the
    /// seat changes hands when it answers yes. Whoever holds it is told before and after.
    Give {
        /// The game.
        game: String,
        /// The seat: frederick, elisabeth, maria-theresa or pompadour.
        seat: String,
        /// `ada@example.org` or `"Ada <ada@example.org>"`
        address: Address,
        #[command(flatten)]
        config: ConfigFile,
    },
}

#[derive(Subcommand)]
enum PersonCommand {
    /// List all persons.
    List(ConfigFile),
    /// Show the addresses, seats and counts of a person.
    Show {
        /// The person's number, as `feldpost person list` shows it, or an address of theirs.
        person: WhichPerson,
        #[command(flatten)]
        config: ConfigFile,
    },
    /// Remove all that is stored about a person but the logs of games; seats are given up.
    Forget {
        /// The person's number, as `feldpost person list` shows it, or an address of theirs.
        person: WhichPerson,
        #[command(flatten)]
        config: ConfigFile,
    },
}

#[derive(Args)]
struct OneGame {
    /// The game.
    game: String,
    #[command(flatten)]
    config: ConfigFile,
}

#[derive(Subcommand)]
enum GameCommand {
    /// Found a game; its players are written to by the next `once` or `serve`.
    #[command(group = clap::ArgGroup::new("chance").args(["phrases", "beacon"]).multiple(true))]
    New {
        /// 1 to 32 of the letters a to z and the digits.
        name: String,
        /// Who plays: a seat (frederick, elisabeth, maria-theresa, pompadour) and an address,
        /// `frederick=ada@example.org` or `"frederick=Ada <ada@example.org>"`; once per seat.
        /// With `--raffle` the seat is `any`. `elisabeth=bot` has the program play the seat, `bot:cadet`,
        /// `bot:officer` (as `bot`) or `bot:general` how well.
        #[arg(long = "player", value_name = "SEAT=ADDRESS", required = true, value_parser = player)]
        players: Vec<(Option<Seat>, Holder)>,
        /// Have the program play all seats that are given to nobody: `cadet`, `officer` or `general`.
        #[arg(long, value_name = "LEVEL", num_args = 0..=1, default_missing_value = "officer")]
        bots: Option<Level>,
        /// Have a bot play a seat that becomes vacant, until somebody takes it over, in place of the caretaker who only
        /// does what he must.
        #[arg(long, value_name = "LEVEL", num_args = 0..=1, default_missing_value = "officer")]
        vacant_seats_to_bots: Option<Level>,
        #[arg(long, value_name = "SCENARIO", value_parser = scenario(), default_value = Scenario::default().name())]
        scenario: Scenario,
        #[arg(long, value_enum, default_value_t = EditionName::Classic)]
        edition: EditionName,
        /// The expert game.
        #[arg(long)]
        expert: bool,
        /// 64 hex digits that decide all chance, for a game that is to be repeated. Whoever knows
        /// them knows all cards.
        #[arg(long)]
        seed: Option<String>,
        /// Ask each player for a phrase that goes into all chance, before the game begins.
        #[arg(long)]
        phrases: bool,
        /// Have a round of the public beacon (drand's quicknet) go into all chance, in place of phrases or besides
        /// them.
        #[arg(long)]
        beacon: bool,
        /// Raffle the seats among the players when all chance is fixed.
        #[arg(long, requires = "chance")]
        raffle: bool,
        /// Deadlines: `default`, or a setting such as "movement 4 days", "weekends off",
        /// "zone Europe/Berlin"; may be given several times. Without it nothing is due.
        #[arg(long = "clock", value_name = "SETTING")]
        clocks: Vec<String>,
        #[command(flatten)]
        config: ConfigFile,
    },
    /// List all games.
    List(ConfigFile),
    /// Show how a game stands: nothing that a player may not know.
    Show(OneGame),
    /// Let nothing be carried out, and no clock run, until it is resumed.
    Pause(OneGame),
    /// Let a paused game go on.
    Resume(OneGame),
    /// End a game without a winner.
    Stop(OneGame),
    /// Move all deadlines of a game.
    Extend {
        /// The game.
        game: String,
        /// Hours.
        #[arg(long, default_value_t = 24, value_parser = hours)]
        hours: u32,
        #[command(flatten)]
        config: ConfigFile,
    },
}

#[derive(Args)]
struct MapArguments {
    /// The game; without one, the board as it is set up.
    game: Option<String>,
    /// As this seat knows it, once the game is over; `observer` is what everybody may know.
    #[arg(long, default_value = "observer", value_parser = reader)]
    seat: Onlooker,
    /// What to show; the whole board, if nothing is said.
    #[arg(long, value_enum, default_value_t = CropName::Whole)]
    crop: CropName,
    /// The file, `.svg` or `.png`.
    #[arg(long, short, default_value = "map.png")]
    output: PathBuf,
    #[command(flatten)]
    config: ConfigFile,
}

/// Whose map it is: a seat's, or everybody's.
#[derive(Clone, Copy)]
struct Onlooker(Option<Seat>);

#[derive(Clone, Copy, ValueEnum)]
enum CropName {
    /// The theatre of the last actions.
    Auto,
    Whole,
    /// The whole board, small.
    Overview,
    West,
    Centre,
    East,
}

impl From<CropName> for Crop {
    fn from(name: CropName) -> Crop {
        match name {
            CropName::Auto => Crop::Auto,
            CropName::Whole => Crop::Whole,
            CropName::Overview => Crop::Overview,
            CropName::West => Crop::West,
            CropName::Centre => Crop::Centre,
            CropName::East => Crop::East,
        }
    }
}

/// `frederick`, or `observer`
fn reader(text: &str) -> Result<Onlooker, String> {
    match text {
        "observer" => Ok(Onlooker(None)),
        text => Seat::from_id(text).map(|seat| Onlooker(Some(seat))).ok_or_else(|| {
            format!(
                "there is no seat {text}: write {} or observer",
                Seat::ALL.map(Seat::id).join(", ")
            )
        }),
    }
}

#[derive(Args)]
struct SimulateArguments {
    /// How many games.
    #[arg(long, default_value_t = 1000, value_parser = whole_number)]
    games: u64,
    /// Decides everything that happens in them.
    #[arg(long, default_value_t = 1, value_parser = whole_number)]
    seed: u64,
    /// Only this scenario; otherwise all of them in turns.
    #[arg(long, value_name = "SCENARIO", value_parser = scenario())]
    scenario: Option<Scenario>,
    /// Only this edition; otherwise both.
    #[arg(long, value_enum)]
    edition: Option<EditionName>,
    /// Only with, or only without, the expert game; otherwise both.
    #[arg(long)]
    expert: Option<bool>,
    /// Check invariants after every action; slower.
    #[arg(long)]
    check: bool,
    /// As JSON, for scripts.
    #[arg(long, conflicts_with = "record")]
    json: bool,
    /// Write the log of each game into this folder instead, to try `verify` on.
    #[arg(long, value_name = "FOLDER", conflicts_with = "check")]
    record: Option<PathBuf>,
}

/// A scenario as the command line has it: whichever the rules know, by its name.
fn scenario() -> impl TypedValueParser<Value = Scenario> {
    let known = |scenario: Scenario| {
        let name = scenario.name_in("en");
        let about = if name.about.is_empty() { &name.title } else { &name.about };
        PossibleValue::new(scenario.name()).help(about.as_str())
    };
    PossibleValuesParser::new(Scenario::all().map(known))
        .map(|name| Scenario::of_name(&name).unwrap_or_default())
}

#[derive(Clone, Copy, ValueEnum)]
enum EditionName {
    Classic,
    Anniversary,
}

impl From<EditionName> for Edition {
    fn from(name: EditionName) -> Edition {
        match name {
            EditionName::Classic => Edition::Classic,
            EditionName::Anniversary => Edition::Anniversary,
        }
    }
}

/// `12`
fn whole_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "write a whole number in digits, such as 12".to_owned())
}

/// `36`
fn hours(text: &str) -> Result<u32, String> {
    let hours = text.parse().ok().filter(|hours| (1..=8760).contains(hours));
    hours.ok_or_else(|| "write the hours in digits, from 1 to 8760, such as 36".to_owned())
}

/// The clocks as they were given, `None` if none were.
fn clocks(given: &[String]) -> Result<Option<Clocks>, Box<dyn Error>> {
    if given.is_empty() || given == ["none"] {
        return Ok(None);
    }
    let mut clocks = Clocks::default();
    for setting in given.iter().filter(|setting| *setting != "default") {
        clocks.set(setting)?;
    }
    Ok(Some(clocks))
}

fn main() -> ExitCode {
    let Cli { quiet, command } = Cli::parse();
    if quiet {
        be_quiet();
    }
    // `demo` prints by itself what happens: only warnings are logged beside that.
    logging::begin(if matches!(command, Command::Demo { .. }) { "warn" } else { "info" });
    // What these two say on standard error is kept in logs, where no address and no token may stand.
    let is_logged = matches!(command, Command::Serve(_) | Command::Once(_));
    match run(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let text = error.to_string();
            let text = if is_logged { logging::discreet(&text) } else { text };
            // Perhaps nobody reads it any more: there is nowhere else to say so.
            let _ = writeln!(io::stderr(), "feldpost: {text}");
            ExitCode::from(installation::exit_code(&*error))
        }
    }
}

fn run(command: Command) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Installation(command) => installation::run(command),
        Command::Demo { folder } => Ok(feldpost::demo::run(&folder, &mut console())?),
        Command::Serve(file) => serve(&file),
        Command::Once(file) => once(&file),
        Command::Seat(SeatCommand::Show { game, config }) => {
            let mut store = Store::open(&Config::read(&config.config)?.database)?;
            Ok(show_seats(&mut store, &game, &mut console())?)
        }
        Command::Seat(SeatCommand::Vacate { game, seat, voted, config }) => {
            let (mut store, office) = open_office(&Config::read(&config.config)?)?;
            let why = if voted { WhyVacant::Voted } else { WhyVacant::Resigned };
            take_away(&mut store, &office, &game, &seat, why, chrono::Utc::now())?;
            let sentence = format_args!(
                "{seat} in {game} is vacant. Give it to somebody with `feldpost seat give`."
            );
            Ok(say(None, sentence)?)
        }
        Command::Seat(SeatCommand::Give { game, seat, address, config }) => {
            let (mut store, office) = open_office(&Config::read(&config.config)?)?;
            give(&mut store, &office, &game, &seat, &address, chrono::Utc::now())?;
            let sentence = format_args!(
                "{address} is asked whether to play {seat} in {game}, by the next `feldpost once` or \
                 `feldpost serve`. Nothing changes until that address answers yes; then the seat \
                 changes hands at once. `feldpost game show {game}` shows how it stands."
            );
            Ok(say(None, sentence)?)
        }
        Command::Seat(SeatCommand::List(file)) => {
            let mut store = Store::open(&Config::read(&file.config)?.database)?;
            Ok(list_seats(&mut store, &mut console())?)
        }
        Command::Person(command) => person(command),
        Command::Game(GameCommand::Show(one)) => {
            let mut store = Store::open(&Config::read(&one.config.config)?.database)?;
            Ok(show_game(&mut store, &one.game, &mut console())?)
        }
        Command::Game(GameCommand::Pause(one)) => act(&one.game, &one.config, Intervention::Pause),
        Command::Game(GameCommand::Resume(one)) => {
            act(&one.game, &one.config, Intervention::Resume)
        }
        Command::Game(GameCommand::Stop(one)) => act(&one.game, &one.config, Intervention::Stop),
        Command::Game(GameCommand::Extend { game, hours, config }) => {
            act(&game, &config, Intervention::Extend(hours))
        }
        Command::Game(GameCommand::New {
            name,
            players,
            bots,
            vacant_seats_to_bots,
            scenario,
            edition,
            expert,
            seed,
            phrases,
            beacon,
            raffle,
            clocks,
            config,
        }) => {
            let setup = Setup { scenario, edition: edition.into(), expert };
            let seed = seed.as_deref().map(parse_key).transpose()?;
            let clocks = self::clocks(&clocks)?;
            let (mut store, office) = open_office(&Config::read(&config.config)?)?;
            let bots = founding::bots(&players, &setup.rules().seats(), bots, raffle);
            let vacant = vacant_seats_to_bots.map_or(VacantSeats::Caretaker, |_| VacantSeats::Bot);
            let level = vacant_seats_to_bots.unwrap_or_default();
            let terms = Terms { clocks, bots, vacant, level };
            let (players, now) = (founding::players(players, raffle)?, chrono::Utc::now());
            let chance = match (phrases, beacon) {
                (true, true) => Some(ChanceFrom::Both),
                (false, true) => Some(ChanceFrom::Beacon),
                (true, false) => Some(ChanceFrom::Phrases),
                (false, false) => None,
            };
            match (players, chance) {
                (Players::Seated(players), None) => {
                    let new = NewGame { name: name.clone(), setup, players, seed };
                    found_with(&mut store, &office, &new, terms, now)?;
                }
                (players, chance) => {
                    let chance = chance.unwrap_or(ChanceFrom::Phrases);
                    let new = Gathering { name: name.clone(), setup, players, chance, seed };
                    gather_with(&mut store, &office, &new, terms, now)?;
                }
            }
            let sentence = format_args!(
                "{name} is founded. Its players are written to by the next `feldpost once` or \
                 `feldpost serve`."
            );
            Ok(say(None, sentence)?)
        }
        Command::Game(GameCommand::List(file)) => {
            let (mut store, _) = open_office(&Config::read(&file.config)?)?;
            let games = store.transaction(|tx| tx.games())?;
            if games.is_empty() {
                writeln!(console(), "There is no game yet: found one with `feldpost game new`.")?;
            }
            let vacant = store.transaction(vacant_seats)?;
            for game in games {
                writeln!(
                    console(),
                    "{:32}  {:8}  since {}",
                    game.name,
                    game.status,
                    game.created.date_naive()
                )?;
                for (_, seat, since) in vacant.iter().filter(|(name, ..)| *name == game.name) {
                    writeln!(
                        console(),
                        "    the seat {seat} is vacant since {}",
                        since.date_naive()
                    )?;
                }
            }
            Ok(())
        }
        Command::Map(arguments) => draw_map(&arguments),
        Command::Site { pages, config } => {
            let (mut store, office) = open_office(&Config::read(&config.config)?)?;
            let working = progress("writing pages", None);
            let (written, first) = site::carry_out(&mut store, &office.templates, &pages)?;
            drop(working);
            let site::Written { pages: count, pictures, bytes } = written;
            let told = pages.json.then(
                || json!({ "pages": count, "pictures": pictures, "bytes": bytes, "first": first }),
            );
            let (kilobytes, first) = (bytes.div_ceil(1000), first.display());
            let sentence = format_args!(
                "{count} pages with {pictures} pictures, {kilobytes} kB. Begin with {first}."
            );
            Ok(say(told, sentence)?)
        }
        Command::Referee => {
            let (input, output) = (std::io::stdin().lock(), console());
            Ok(feldpost::referee::serve(input, output, Templates::new(None)?)?)
        }
        Command::Simulate(arguments) => simulate(&arguments),
        Command::Tournament(arguments) => arguments.run(&mut console()),
        Command::Outbox(command) => {
            feldpost::outbox::run(command, chrono::Utc::now(), &mut console())
        }
        Command::Trust(command) => trust::run(command, &mut console()),
        Command::PackageFiles { folder } => Ok(package_files(&folder)?),
    }
}

fn package_files(folder: &std::path::Path) -> io::Result<()> {
    let man = folder.join("man");
    std::fs::create_dir_all(&man)?;
    clap_mangen::generate_to(Cli::command(), &man)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        clap_complete::generate_to(shell, &mut Cli::command(), "feldpost", folder)?;
    }
    Ok(())
}

/// Does something to a game; its players are told by the next look at the outbox.
fn act(game: &str, file: &ConfigFile, what: Intervention) -> Result<(), Box<dyn Error>> {
    let (mut store, office) = open_office(&Config::read(&file.config)?)?;
    intervene(&mut store, &office, game, what, chrono::Utc::now())?;
    Ok(say(None, "Done. The players are told by the next `feldpost once` or `feldpost serve`.")?)
}

fn person(command: PersonCommand) -> Result<(), Box<dyn Error>> {
    let out = &mut console();
    match command {
        PersonCommand::List(file) => {
            let mut store = Store::open(&Config::read(&file.config)?.database)?;
            Ok(list_persons(&mut store, out)?)
        }
        PersonCommand::Show { person, config } => {
            let mut store = Store::open(&Config::read(&config.config)?.database)?;
            let number = find_person(&mut store, &person)?;
            Ok(show_person(&mut store, number, out)?)
        }
        PersonCommand::Forget { person, config } => {
            let (mut store, office) = open_office(&Config::read(&config.config)?)?;
            let number = find_person(&mut store, &person)?;
            forget_by_operator(&mut store, &office, number, chrono::Utc::now())?;
            Ok(say(None, format_args!("Person {number} is forgotten."))?)
        }
    }
}

fn draw_map(arguments: &MapArguments) -> Result<(), Box<dyn Error>> {
    let MapArguments { game, seat: Onlooker(seat), crop, output, config } = arguments;
    let picture = match game {
        Some(game) => {
            let mut store = Store::open(&Config::read(&config.config)?.database)?;
            atlas::of_game(&mut store, game, *seat)?
        }
        None => atlas::empty_board(),
    };
    atlas::write(&picture, (*crop).into(), output)?;
    Ok(say(None, format_args!("{} is drawn.", output.display()))?)
}

fn once(arguments: &WorkArguments) -> Result<(), Box<dyn Error>> {
    let mut daemon = Daemon::open(&Config::read(&arguments.config.config)?)?;
    if arguments.take_over {
        daemon.take_over();
    }
    let round = daemon.round(chrono::Utc::now())?;
    let sentence = format_args!(
        "{} mails dealt with, {} sent, {} to be tried again, {} given up.",
        round.received.len(),
        round.dispatched.sent,
        round.dispatched.postponed,
        round.dispatched.dead
    );
    say(None, sentence)?;
    match round.failed {
        0 => Ok(()),
        failed => Err(format!("{failed} mails could not be dealt with; see above").into()),
    }
}

fn serve(arguments: &WorkArguments) -> Result<(), Box<dyn Error>> {
    let config = Config::read(&arguments.config.config)?;
    let stop = Stop::new();
    stop.on_signals()?;
    let mut daemon = Daemon::open(&config)?;
    if arguments.take_over {
        daemon.take_over();
    }
    tracing::info!(database = %config.database.display(), "at work");
    Ok(daemon.serve(Duration::from_secs(config.poll_seconds), &stop)?)
}

fn simulate(arguments: &SimulateArguments) -> Result<(), Box<dyn Error>> {
    let setups = simulate::Options::setups(
        arguments.scenario,
        arguments.edition.map(Into::into),
        arguments.expert,
    );
    let SimulateArguments { games, seed, check, .. } = *arguments;
    let options = simulate::Options { games, seed, setups, check };
    if let Some(folder) = &arguments.record {
        return trust::record_games(&options, folder);
    }
    let working = progress("playing", Some(games));
    let report = simulate::simulate(&options, &mut |done| working.set_position(done));
    drop(working);
    if arguments.json {
        say(Some(report.as_json()), "")?;
    } else {
        writeln!(console(), "{report}")?;
    }
    match report.faults.len() {
        0 => Ok(()),
        faults => Err(format!("{faults} games ended in a fault").into()),
    }
}
