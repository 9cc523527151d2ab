//! The commands, with the program as it is installed.

use crate::recorded_game;
use feldpost::game::Scenario;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn feldpost(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_feldpost"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

/// What a command that must succeed says.
fn said(folder: &Path, arguments: &[&str]) -> String {
    let output = feldpost(folder, arguments);
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {out}{error}");
    out
}

/// What a command that must fail says.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = feldpost(folder, arguments);
    assert!(!output.status.success(), "{arguments:?}: {}", text(&output.stdout));
    text(&output.stderr)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn verify_needs_nothing_but_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let log = recorded_game("war-in-the-west-anniversary.jsonl");
    fs::write(path.join("game.jsonl"), &log).expect("written");
    let told = said(path, &["verify", "game.jsonl"]);
    assert!(told.contains("the log holds") && told.contains("Nothing proves"), "{told}");
    let hash = told.split_whitespace().find(|word| word.len() == 65).expect("the last hash");
    let number = told.split("Entries 1 to ").nth(1).and_then(|rest| rest.split(',').next());
    let head = format!("{}:{}", number.expect("a number"), hash.trim_end_matches('.'));
    let told = said(path, &["verify", "game.jsonl", "--head", &head]);
    assert!(told.contains("every shuffle, draw, order and combat is confirmed"), "{told}");
    assert!(told.contains("The entry that was given is in it"), "{told}");

    let hash = hash.trim_end_matches('.');
    let error = refused(path, &["verify", "game.jsonl", "--head", &format!("5:{hash}")]);
    assert!(error.contains("entry 5 has the hash"), "{error}");
    let error = refused(path, &["verify", "game.jsonl", "--head", &format!("999:{hash}")]);
    assert!(error.contains("is missing"), "{error}");
    assert!(refused(path, &["verify", "game.jsonl", "--head", hash]).contains("NUMBER:HASH"));
    let changed = log.replacen("\"cards\":[\"", "\"cards\":[\"R\",\"", 1);
    fs::write(path.join("changed.jsonl"), changed).expect("written");
    let error = refused(path, &["verify", "changed.jsonl"]);
    assert!(error.contains("entry ") && error.contains("sealed part"), "{error}");
    assert!(refused(path, &["verify", "none.jsonl"]).contains("cannot be read"));
    assert_eq!(fs::read_dir(path).expect("the folder").count(), 2, "nothing was written");
}

#[test]
fn simulated_games_can_be_recorded_and_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let west = ["--scenario", "war-in-the-west", "--games", "2", "--record", "logs"];
    said(path, &[&["simulate"], &west[..]].concat());
    for name in ["logs/game0.jsonl", "logs/game1.jsonl"] {
        assert!(said(path, &["verify", name]).contains("the log holds"));
    }
    let again = refused(path, &[&["simulate"], &west[..]].concat());
    assert!(again.contains("cannot be written"), "{again}");
}

#[test]
fn every_scenario_is_founded_by_its_name_and_a_game_of_it_is_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("config.toml"), FOLDERS).expect("written");
    for name in Scenario::all().map(Scenario::name) {
        let game = name.replace("-", "");
        let new = ["game", "new", &game, "--scenario", name, "--bots"];
        said(path, &[&new[..], &["--player", "frederick=ada@club.test"]].concat());
        let one = ["simulate", "--scenario", name, "--games", "1", "--record", name];
        said(path, &one);
        let log = format!("{name}/game0.jsonl");
        assert!(said(path, &["verify", &log]).contains("the log holds"), "{name}");
    }
    let listed = said(path, &["game", "list"]);
    let games = Scenario::all().map(|scenario| scenario.name().replace("-", ""));
    assert!(games.into_iter().all(|game| listed.contains(&game)), "{listed}");
    let unknown = refused(path, &["game", "new", "a", "--scenario", "waterloo"]);
    assert!(Scenario::all().all(|scenario| unknown.contains(scenario.name())), "{unknown}");
}

#[test]
fn an_organiser_gathers_begins_exports_and_replays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("config.toml"), FOLDERS).expect("written");
    let new = |name: &str, more: &[&str]| -> Vec<String> {
        let west = ["game", "new", name, "--scenario", "war-in-the-west"];
        west.iter().chain(more).map(|word| (*word).to_owned()).collect()
    };
    let any = ["--player", "any=ada@club.test", "--player", "any=dan@club.test"];
    let seated = ["--player", "frederick=ada@club.test", "--player", "pompadour=dan@club.test"];
    let call = |arguments: Vec<String>| {
        feldpost(path, &arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    for wrong in [
        new("a", &any),
        new("a", &[&any[..], &["--phrases"]].concat()),
        new("a", &[&any[..], &["--raffle"]].concat()),
        new("a", &[&seated[..], &["--phrases", "--raffle"]].concat()),
        new("a", &[&any[..2], &["--phrases", "--raffle"]].concat()),
    ] {
        assert!(!call(wrong.clone()).status.success(), "{wrong:?}");
    }
    assert!(call(new("minden", &[&any[..], &["--phrases", "--raffle"]].concat())).status.success());
    assert!(said(path, &["game", "list"]).contains("gathering"));
    let hash = "1a1294e66804330eafef4ca80f9b00736a757e173aa647b9d7c8435b802082f5";
    let told = said(path, &["phrase", "A", " rainy  night", "in Potsdam"]);
    assert!(told.contains("phrase A rainy night in Potsdam\n") && told.contains(hash), "{told}");
    assert!(said(path, &["phrase"]).contains("phrase "));
    assert!(refused(path, &["phrase", "short"]).contains("20 to 200 characters"));
    said(path, &["once"]);
    let first = said(path, &["export", "minden"]);
    assert_eq!(first.lines().count(), 2);
    assert!(said(path, &["begin", "minden"]).contains("minden begins"));
    assert!(refused(path, &["begin", "minden"]).contains("waits for phrases"));
    assert!(call(new("krefeld", &seated)).status.success());

    said(path, &["export", "minden", "minden.jsonl"]);
    let told = said(path, &["verify", "minden.jsonl"]);
    assert!(told.contains("in play") && told.contains("0 that only their players knew"), "{told}");
    assert!(refused(path, &["export", "minden", "minden.jsonl"]).contains("cannot be written"));
    assert!(refused(path, &["export", "kolin"]).contains("no game named kolin"));
    let story = said(path, &["log", "minden"]);
    assert!(story.contains("The game begins") && story.contains("no phrase"), "{story}");
    let rows = said(path, &["log", "minden", "--format", "csv"]);
    assert!(rows.starts_with("entry,time,turn,kind") && rows.lines().count() == 4, "{rows}");
    let rows = said(path, &["log", "minden", "--format", "jsonl", "--turn", "4"]);
    assert_eq!(rows, "");
    let replayed = said(path, &["replay", "--all"]);
    assert!(replayed.contains("minden: every order") && replayed.contains("krefeld"), "{replayed}");
    assert!(!said(path, &["replay", "krefeld"]).contains("minden"));
    assert!(refused(path, &["replay", "kolin"]).contains("no game named kolin is in play"));
    assert!(!feldpost(path, &["replay"]).status.success());
}

#[test]
fn what_is_wrong_with_a_log_is_said_from_which_entry_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("config.toml"), FOLDERS).expect("written");
    for name in ["minden", "krefeld"] {
        let players = ["frederick=ada@club.test", "pompadour=dan@club.test"];
        let mut new = vec!["game", "new", name, "--scenario", "war-in-the-west"];
        new.extend(players.iter().flat_map(|player| ["--player", player]));
        said(path, &new);
    }
    assert!(said(path, &["backup", "sound.db"]).contains("holds all that was stored"));

    let database = rusqlite::Connection::open(path.join("feldpost.db")).expect("the database");
    database
        .execute_batch(
            "DROP TRIGGER log_is_never_changed;
             UPDATE log SET public = replace(public, 'classic', 'anniversary')
             WHERE game = (SELECT id FROM games WHERE name = 'krefeld');
             CREATE TRIGGER log_is_never_changed BEFORE UPDATE ON log
             BEGIN SELECT RAISE(ABORT, 'the log is append-only: an entry is never changed'); END;",
        )
        .expect("somebody with the file can do this");
    drop(database);

    let examined = feldpost(path, &["doctor"]);
    let output = text(&examined.stdout);
    assert!(!examined.status.success() && output.contains("krefeld"), "{output}");
    assert!(output.contains("entry 1"), "{output}");
    let backup = feldpost(path, &["backup", "broken.db"]);
    let output = text(&backup.stdout);
    assert!(!backup.status.success() && output.contains("krefeld, from entry 1 on"), "{output}");
    assert!(!output.contains("minden,"), "{output}");
    fs::remove_file(path.join("feldpost.db")).expect("removed");
    let restored = feldpost(path, &["restore", "broken.db"]);
    let output = text(&restored.stdout) + &text(&restored.stderr);
    assert!(!restored.status.success() && output.contains("entry 1"), "{output}");
    let _ = fs::remove_file(path.join("feldpost.db"));
    assert!(said(path, &["restore", "sound.db"]).contains("is restored"));
    assert!(said(path, &["doctor"]).contains("follows from its log"));
}

/// The configuration of a club that needs no server.
const FOLDERS: &str = "address = \"judge@club.test\"\npictures = false\n\
                       [mailbox]\nkind = \"maildir\"\npath = \"judge\"\n\
                       [transport]\nkind = \"maildir\"\npath = \"players\"\n";

/// A club with a game of two.
fn club(path: &Path) {
    fs::write(path.join("config.toml"), FOLDERS).expect("written");
    let players = ["frederick=ada@club.test", "pompadour=dan@club.test"];
    let mut new = vec!["game", "new", "minden", "--scenario", "war-in-the-west"];
    new.extend(players.iter().flat_map(|player| ["--player", player]));
    said(path, &new);
}

#[test]
fn no_command_minds_that_nobody_reads_what_it_prints() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    club(path);
    let commands: [&[&str]; 21] = [
        &["doctor"],
        &["--help"],
        &["game", "list"],
        &["game", "show", "minden"],
        &["seat", "list"],
        &["seat", "show", "minden"],
        &["person", "list"],
        &["once"],
        &["log", "minden"],
        &["export", "minden"],
        &["export", "minden", "minden.jsonl"],
        &["verify", "minden.jsonl"],
        &["replay", "--all"],
        &["backup", "copy.db"],
        &["map", "--output", "map.svg"],
        &["game", "pause", "minden"],
        &["game", "resume", "minden"],
        &["seat", "give", "minden", "pompadour", "eve@club.test"],
        &["simulate", "--games", "1", "--scenario", "war-in-the-west"],
        &["referee"],
        &["game", "stop", "minden"],
    ];
    for arguments in commands {
        // As behind a pager that was quit: both outputs lead to nobody.
        let [out, error] = [(); 2].map(|()| {
            let (reader, writer) = std::io::pipe().expect("a pipe");
            drop(reader);
            writer
        });
        let mut command = Command::new(env!("CARGO_BIN_EXE_feldpost"));
        command.args(arguments).current_dir(path).stdin(Stdio::null());
        let status = command.stdout(out).stderr(error).status().expect("the program runs");
        assert!(status.success(), "{arguments:?}: {status}");
    }
    // What they were to do is done.
    assert!(path.join("copy.db").exists() && path.join("map.svg").exists());
    assert!(said(path, &["game", "list"]).contains("ended"));
}

#[test]
fn misspelt_arguments_say_what_is_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    club(path);
    let cases: [(&[&str], &str); 16] = [
        (&["person", "show", "someone@example.org"], "nobody is known with the address"),
        (&["person", "show", "Ada"], "`feldpost person list` shows it, or an address"),
        (&["person", "forget", "4711"], "no person number 4711"),
        (&["game", "show", "mindne"], "`feldpost game list` names them"),
        (&["seat", "show", "mindne"], "`feldpost game list` names them"),
        (&["seat", "give", "minden", "fredrick", "a@b.test"], "`feldpost seat show` names them"),
        (&["seat", "give", "minden", "frederick", "ada"], "write it like name@example.org"),
        (&["game", "extend", "minden", "--hours", "two"], "write the hours in digits"),
        (&["game", "new", "kolin", "--player", "ada@club.test"], "SEAT=ADDRESS"),
        (&["game", "new", "kolin", "--player", "fritz=ada@club.test"], "the seats are"),
        (&["log", "minden", "--turn", "first"], "the number of a turn"),
        (&["log", "minden", "--format", "html"], "text"),
        (&["simulate", "--games", "many"], "a whole number in digits"),
        (&["map", "--seat", "fritz"], "observer"),
        (&["map", "--output", "map.jpg"], ".svg or .png"),
        (&["doctr"], "doctor"),
    ];
    for (arguments, wanted) in cases {
        let error = refused(path, arguments);
        assert!(error.contains(wanted), "{arguments:?}: {error}");
        assert!(!error.contains("invalid digit"), "{arguments:?}: {error}");
    }
}
