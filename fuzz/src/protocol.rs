//! Any lines to the referee.
//!
//! The first byte names the position that is loaded first. Three short forms lead farther than lines made up
//! byte by byte: `!12` submits the twelfth of the actions that are offered, `*officer` what a bot of that level
//! would do, and `~/pieces/3/city "berlin"` changes that member of the position and loads it again.

use super::positions::position;
use feldpost::game::{DecisionKind, Seat, State};
use feldpost::referee::Session;
use feldpost::report::Templates;
use serde_json::{Value, json};
use std::sync::LazyLock;

/// Lines of one conversation; more take too long.
const LINES: usize = 16;

static TEMPLATES: LazyLock<Templates> =
    LazyLock::new(|| Templates::new(None).expect("the program's own templates"));

/// Each line is answered by one object; only an accepted `new`, `load` or `act` changes the position; and every
/// position that comes up can be shown to everybody, loaded again, and played on, also by a bot.
pub fn check(data: &[u8]) {
    let Some((place, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let mut talk = Talk { session: Session::new(TEMPLATES.clone()) };
    talk.ask(&json!({"cmd": "load", "state": position(*place).dump()}).to_string());
    let mut before = talk.dump();
    for line in text.lines().filter(|line| !line.trim().is_empty()).take(LINES) {
        let may_change = talk.line(line, &before);
        let after = talk.dump();
        if after != before {
            assert!(may_change, "the position has changed");
            talk.look_around(&after);
        }
        before = after;
    }
    talk.let_a_bot_play("officer");
}

struct Talk {
    session: Session,
}

impl Talk {
    fn ask(&mut self, request: &str) -> Value {
        let reply = self.session.respond(request);
        assert!(!reply.contains(&b'\n'), "a reply is one line");
        let reply: Value = serde_json::from_slice(&reply).expect("a reply is JSON");
        assert!(reply["ok"].is_boolean(), "{reply}");
        reply
    }

    fn dump(&mut self) -> Value {
        self.ask(r#"{"cmd":"dump"}"#)["state"].take()
    }

    /// Says one line or what a short form stands for; whether the position may have changed.
    fn line(&mut self, line: &str, position: &Value) -> bool {
        if let Some(number) = line.strip_prefix('!') {
            let number: usize = number.trim().parse().unwrap_or(0);
            return self.submit_offered(number);
        }
        if let Some(level) = line.strip_prefix('*') {
            return self.let_a_bot_play(level.trim());
        }
        if let Some((place, value)) = line.strip_prefix('~').and_then(|edit| edit.split_once(' ')) {
            let (mut state, value) = (position.clone(), serde_json::from_str(value));
            if let (Some(member), Ok(value)) = (state.pointer_mut(place), value) {
                *member = value;
            }
            return self.accepted(&json!({"cmd": "load", "state": state}).to_string());
        }
        let reply = self.ask(line);
        let said: Value = serde_json::from_str(line).unwrap_or_default();
        reply["ok"] == true && ["new", "load", "act"].iter().any(|word| said["cmd"] == **word)
    }

    fn accepted(&mut self, request: &str) -> bool {
        self.ask(request)["ok"] == true
    }

    /// Submits one of the actions that are offered, which must be accepted; whether there was any.
    fn submit_offered(&mut self, number: usize) -> bool {
        let options = self.ask(r#"{"cmd":"options"}"#)["options"].take();
        let mut offered: Vec<(Value, Value)> = Vec::new();
        for option in options.as_array().into_iter().flatten() {
            let nation = &option["nation"];
            let mut add = |action: Value| offered.push((nation.clone(), action));
            option["actions"].as_array().into_iter().flatten().cloned().for_each(&mut add);
            if option["kind"] == "movement" {
                add(json!({"do": "end-movement"}));
            }
            for group in option["movement"]["moves"].as_array().into_iter().flatten() {
                for to in group["to"].as_array().into_iter().flatten() {
                    add(json!({"do": "move", "pieces": group["pieces"], "via": [to]}));
                }
            }
        }
        if offered.is_empty() {
            return false;
        }
        let (nation, action) = &offered[number % offered.len()];
        let reply =
            self.ask(&json!({"cmd": "act", "nation": nation, "action": action}).to_string());
        assert_eq!(reply["ok"], true, "{nation} {action} was offered: {reply}");
        true
    }

    /// Has a bot play for the first seat of which something is awaited; whether it did anything.
    fn let_a_bot_play(&mut self, level: &str) -> bool {
        let decisions = self.ask(r#"{"cmd":"decisions"}"#)["decisions"].take();
        if decisions[0]["kind"] == "game-over" {
            return false;
        }
        let seat = &decisions[0]["seat"];
        let answer = self.ask(&json!({"cmd": "bot", "seat": seat, "level": level}).to_string());
        let Some(actions) = answer["actions"].as_array() else { return false };
        assert!(!actions.is_empty(), "something is awaited, and the bot does nothing");
        for action in actions {
            let nation = &answer["nation"];
            let request = json!({"cmd": "act", "nation": nation, "action": action}).to_string();
            let reply = self.ask(&request);
            assert_eq!(reply["ok"], true, "{nation} {action} of a bot: {reply}");
        }
        true
    }

    /// Looks at a position from all sides; what is shown must be the same when it is loaded again.
    fn look_around(&mut self, position: &Value) {
        let loaded = State::load(position.clone());
        let loaded = loaded.unwrap_or_else(|fault| panic!("a dump is not accepted: {fault}"));
        assert!(loaded.notes.is_empty(), "{:?}", loaded.notes);
        let state = loaded.state;
        assert_eq!(state.dump(), *position, "a dump is loaded as another position");
        self.ask(r#"{"cmd":"view","seat":null}"#);
        for seat in Seat::ALL {
            self.ask(&json!({"cmd": "view", "seat": seat}).to_string());
            state.knowledge(state.rules().seat_of_role(seat));
        }
        let decisions = state.decisions();
        assert!(!decisions.is_empty(), "nothing is awaited");
        self.ask(r#"{"cmd":"options"}"#);
        for decision in decisions {
            let kind = decision.kind;
            if matches!(kind, DecisionKind::Allot | DecisionKind::Movement | DecisionKind::GameOver)
            {
                continue;
            }
            let legal = state.legal_actions(decision.nation, kind);
            for action in legal.iter().take(2).chain(legal.last()) {
                let tried = state.clone().act(decision.nation, action);
                assert!(tried.is_ok(), "{action:?} is legal, but refused: {tried:?}");
            }
        }
    }
}
