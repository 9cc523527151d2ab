//! The referee protocol, spoken with the built program as another program would.

use feldpost::game::Scenario;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Referee {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Referee {
    fn start() -> Referee {
        let mut child = Command::new(env!("CARGO_BIN_EXE_feldpost"))
            .arg("referee")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("its input");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        Referee { child, input, output }
    }

    /// One line in, one line out.
    fn say(&mut self, line: &[u8]) -> Value {
        self.input.write_all(line).expect("written");
        self.input.write_all(b"\n").expect("written");
        let mut reply = String::new();
        self.output.read_line(&mut reply).expect("a reply");
        serde_json::from_str(&reply).expect("JSON")
    }

    fn ask(&mut self, request: Value) -> Value {
        self.say(request.to_string().as_bytes())
    }

    fn act(&mut self, nation: &str, action: Value) -> Value {
        self.ask(json!({"cmd": "act", "nation": nation, "action": action}))
    }

    fn new_game(&mut self, scenario: &str) {
        let reply = self.ask(json!({
            "cmd": "new", "scenario": scenario, "edition": "classic", "expert": false,
            "seed": "07".repeat(32),
        }));
        assert_eq!(reply, json!({"ok": true}));
    }

    fn allot(&mut self) {
        for (nation, troops) in [
            (
                "prussia",
                json!({"Friedrich": 4, "Winterfeldt": 4, "Heinrich": 4, "Schwerin": 4,
                "Keith": 4, "Seydlitz": 4, "Dohna": 4, "Lehwaldt": 4}),
            ),
            ("hanover", json!({"Ferdinand": 6, "Cumberland": 6})),
            ("russia", json!({"Saltikov": 4, "Fermor": 4, "Apraxin": 4, "Tottleben": 4})),
            ("austria", json!({"Daun": 6, "Browne": 6, "Karl": 6, "Laudon": 6, "Lacy": 6})),
            ("france", json!({"Richelieu": 7, "Soubise": 5, "Chevert": 8})),
        ] {
            let reply = self.act(nation, json!({"do": "allot", "troops": troops}));
            assert_eq!(reply["ok"], true, "{reply}");
        }
    }
}

impl Drop for Referee {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_game_is_begun_allotted_and_moved() {
    let mut referee = Referee::start();
    referee.new_game("standard");
    let reply = referee.ask(json!({"cmd": "decisions"}));
    let kinds: Vec<_> =
        reply["decisions"].as_array().expect("list").iter().map(|d| &d["kind"]).collect();
    assert_eq!(kinds, ["allot"; 5]);
    referee.allot();
    let reply = referee.ask(json!({"cmd": "decisions"}));
    assert_eq!(
        reply["decisions"],
        json!([{"nation": "prussia", "seat": "frederick", "kind": "movement"}])
    );
    let reply = referee.act(
        "prussia",
        json!({"do": "move", "pieces": ["Heinrich"], "path": ["bernau", "eberswalde"]}),
    );
    assert_eq!(reply["events"][0]["event"], "moved");
    let options = referee.ask(json!({"cmd": "options"}));
    let moves = options["options"][0]["movement"]["moves"].as_array().expect("moves").clone();
    assert!(!moves.iter().any(|entry| entry["pieces"][0] == "Heinrich"), "he has moved");
    let reply = referee.act("prussia", json!({"do": "end-movement"}));
    assert_eq!(reply["ok"], true);
    let reply = referee.ask(json!({"cmd": "decisions"}));
    assert_eq!(reply["decisions"][0]["nation"], "hanover");
}

#[test]
fn what_is_dumped_is_loaded_also_after_it_was_edited() {
    let mut referee = Referee::start();
    referee.new_game("standard");
    referee.allot();
    let dump = referee.ask(json!({"cmd": "dump"}))["state"].clone();
    assert_eq!(referee.ask(json!({"cmd": "load", "state": dump})), json!({"ok": true}));
    assert_eq!(referee.ask(json!({"cmd": "dump"}))["state"], dump);

    let mut edited = dump.clone();
    edited["turn"] = json!(3);
    edited["nation"] = json!("austria");
    let card = edited["draw_pile"].as_array_mut().expect("pile").remove(0);
    edited["hands"]["austria"] = json!([card]);
    assert_eq!(referee.ask(json!({"cmd": "load", "state": edited})), json!({"ok": true}));
    let reply = referee.ask(json!({"cmd": "decisions"}));
    assert_eq!(reply["decisions"][0]["nation"], "austria");

    let after = referee.ask(json!({"cmd": "dump"}))["state"].clone();
    for (pointer, value, named) in [
        ("/pieces/0/city", json!("atlantis"), "atlantis"),
        ("/pieces/0/troops", json!(9), "Friedrich"),
        ("/pieces/2/city", json!("alfeld"), "alfeld"),
        ("/hands/prussia/0", json!("10X"), "10X"),
        ("/turn", json!(0), "turn"),
        ("/phase", json!("nonsense"), "nonsense"),
        ("/unopened_decks", json!([2, 2]), "unopened_decks"),
        ("/phase", json!("combat"), "no combat is due"),
    ] {
        let mut broken = dump.clone();
        *broken.pointer_mut(pointer).expect(pointer) = value;
        let reply = referee.ask(json!({"cmd": "load", "state": broken}));
        assert_eq!(reply["ok"], false, "{pointer}");
        assert!(reply["error"].as_str().expect("text").contains(named), "{pointer}: {reply}");
        // Whatever was refused, the game goes on where it was.
        assert_eq!(referee.ask(json!({"cmd": "dump"}))["state"], after);
    }
}

#[test]
fn a_refusal_names_the_rule_gives_a_reason_and_changes_nothing() {
    let mut referee = Referee::start();
    referee.new_game("standard");
    referee.allot();
    let before = referee.ask(json!({"cmd": "dump"}));
    for (action, rule) in [
        (json!({"do": "move", "pieces": ["Heinrich"], "path": ["dresden"]}), "R4.1"),
        (json!({"do": "move", "pieces": ["Daun"], "path": ["dresden"]}), "R1.7"),
        (json!({"do": "move", "pieces": ["Heinrich"], "path": ["atlantis"]}), "R1.4"),
        (json!({"do": "stop"}), "R2.2"),
        (json!({"do": "recruit", "pay": [], "troops": {}}), "R10.2"),
    ] {
        let reply = referee.act("prussia", action);
        assert_eq!(reply["ok"], false);
        assert_eq!(reply["refusal"]["rule"], rule, "{reply}");
        assert!(reply["refusal"]["reason"].as_str().expect("a sentence").len() > 10, "{reply}");
    }
    assert_eq!(referee.ask(json!({"cmd": "dump"})), before);
}

#[test]
fn lines_that_are_no_requests_are_answered_and_change_nothing() {
    let mut referee = Referee::start();
    for line in [
        &b"garbage"[..],
        b"{}",
        b"[]",
        b"null",
        b"{\"cmd\":\"fly\"}",
        b"{\"cmd\":\"dump\",\"more\":1}",
        b"{\"cmd\":\"new\",\"seed\":\"12\"}",
        b"{\"cmd\":\"view\",\"seat\":\"napoleon\"}",
        b"\xff\xfe",
        b"{\"cmd\":\"act\",\"nation\":\"poland\",\"action\":{\"do\":\"stop\"}}",
        b"{\"cmd\":\"decisions\"}",
    ] {
        let reply = referee.say(line);
        assert_eq!(reply["ok"], false);
        assert!(!reply["error"].as_str().expect("what is wrong").is_empty());
    }
    let deep = "[".repeat(100_000);
    assert_eq!(referee.say(deep.as_bytes())["ok"], false);
    referee.new_game("war-in-the-west");
    let reply = referee.act("prussia", json!({"do": "fly"}));
    assert!(reply["error"].as_str().expect("text").contains("fly"), "{reply}");
}

#[test]
fn views_hold_the_own_hand_and_nobody_elses() {
    let mut referee = Referee::start();
    referee.new_game("standard");
    referee.allot();
    for (seat, own) in [
        (json!("frederick"), vec!["prussia", "hanover"]),
        (json!("pompadour"), vec!["france"]),
        (Value::Null, vec![]),
    ] {
        let view = referee.ask(json!({"cmd": "view", "seat": seat}))["view"].clone();
        for nation in view["nations"].as_array().expect("nations") {
            let is_own = own.contains(&nation["nation"].as_str().expect("name"));
            assert_eq!(nation.get("hand").is_some(), is_own, "{seat}: {nation}");
        }
        for piece in view["pieces"].as_array().expect("pieces") {
            let is_own = own.contains(&piece["nation"].as_str().expect("name"));
            let general = piece["general"] == true;
            assert_eq!(piece.get("troops").is_some(), is_own && general, "{seat}: {piece}");
        }
    }
    referee.new_game("austrian-theatre");
    assert_eq!(referee.ask(json!({"cmd": "view", "seat": "pompadour"}))["ok"], false);
}

#[test]
fn whole_games_are_played_by_what_options_lists() {
    for scenario in Scenario::all().map(Scenario::name) {
        let mut referee = Referee::start();
        referee.new_game(scenario);
        let mut steps = 0;
        loop {
            let reply = referee.ask(json!({"cmd": "options"}));
            let option = reply["options"][0].clone();
            let nation = option["nation"].as_str().expect("a nation").to_owned();
            let action = match option["kind"].as_str().expect("a kind") {
                "game-over" => break,
                "allot" => allotment(&option["allot"]),
                "movement" => json!({"do": "end-movement"}),
                _ => option["actions"][0].clone(),
            };
            let reply = referee.act(&nation, action.clone());
            assert_eq!(reply["ok"], true, "{scenario}: {action}: {reply}");
            steps += 1;
            assert!(steps < 2000, "{scenario} does not end");
        }
    }
}

/// Troops for each general, as even as can be.
fn allotment(options: &Value) -> Value {
    let generals = options["generals"].as_array().expect("generals");
    let troops = options["troops"].as_u64().expect("troops");
    let (count, mut troops_of) = (generals.len() as u64, serde_json::Map::new());
    for (index, general) in generals.iter().enumerate() {
        let share = troops / count + u64::from((index as u64) < troops % count);
        troops_of.insert(general.as_str().expect("a name").into(), json!(share));
    }
    json!({"do": "allot", "troops": troops_of})
}

#[test]
fn a_bot_of_ones_own_joins_a_game_as_a_program() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bot.py");
    let text = std::fs::read_to_string(example).expect("the example");
    assert!(text.lines().count() <= 60);
    let played = Command::new("python3")
        .args([example, env!("CARGO_BIN_EXE_feldpost"), "frederick", "3", "cadet"])
        .output()
        .expect("Python is there");
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let outcome: Value = serde_json::from_slice(&played.stdout).expect("the outcome");
    assert!(outcome["turn"].as_u64().is_some_and(|turn| turn > 1), "{outcome}");
}

#[test]
fn bots_of_the_program_answer_for_a_seat_and_change_nothing() {
    let mut referee = Referee::start();
    referee.new_game("standard");
    let before = referee.ask(json!({"cmd": "dump"}));
    let asked = json!({"cmd": "bot", "seat": "frederick", "level": "general"});
    let answer = referee.ask(asked.clone());
    assert_eq!(answer, referee.ask(asked));
    assert_eq!(before, referee.ask(json!({"cmd": "dump"})));
    let nation = answer["nation"].as_str().expect("a nation");
    for action in answer["actions"].as_array().expect("actions") {
        assert_eq!(referee.act(nation, action.clone())["ok"], true);
    }
    let unknown = referee.ask(json!({"cmd": "bot", "seat": "frederick", "level": "marshal"}));
    assert!(unknown["error"].as_str().is_some_and(|error| error.contains("marshal")), "{unknown}");
}
