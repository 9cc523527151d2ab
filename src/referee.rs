//! The referee protocol: the rules alone, as JSON Lines on standard input and output.
//!
//! One request object per line, one reply object per line, in order. No mail, no database. A line
//! that cannot be understood is answered with what is wrong with it, and changes nothing.

use crate::bot::{BotStream, Insight, Level, Memory, decide};
use crate::game::{Decision, Event, Nation, Options, Order, Seat, Setup, State, View, parse_key};
mod reading;

use crate::report::Templates;
use crate::said::Language;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::{BufRead, Write};

/// Longest request that is read, in bytes: a dumped state has about 20 kB.
const LONGEST_LINE: usize = 4 << 20;

#[derive(Deserialize)]
#[serde(tag = "cmd", rename_all = "kebab-case", deny_unknown_fields)]
enum ProtocolRequest {
    New {
        #[serde(default)]
        scenario: crate::game::Scenario,
        #[serde(default)]
        edition: crate::game::Edition,
        #[serde(default)]
        expert: bool,
        seed: String,
    },
    Dump {},
    Load {
        state: Value,
    },
    Decisions {},
    Options {},
    Act {
        nation: Nation,
        action: Value,
    },
    View {
        /// A seat, or `null` for an observer.
        seat: Option<Seat>,
    },
    /// What a bot of the program would do for this seat.
    Bot {
        seat: Seat,
        #[serde(default)]
        level: Level,
    },
    Read {
        seat: Seat,
        #[serde(default)]
        language: Language,
        text: String,
    },
}

/// One conversation by the protocol.
pub struct Session {
    state: Option<State>,
    key: [u8; 32],
    /// What everybody could have noted down since the game was begun or loaded.
    memory: Memory,
    /// Accepted actions since then.
    position: u64,
    templates: Templates,
}

#[derive(Serialize)]
struct Listed {
    ok: bool,
    options: Vec<Options>,
}

#[derive(Serialize)]
struct Viewed {
    ok: bool,
    view: View,
}

#[derive(Serialize)]
struct Happened {
    ok: bool,
    events: Vec<Event>,
}

impl Session {
    /// A conversation in which no game has been begun. Refusals are worded by the templates.
    pub fn new(templates: Templates) -> Session {
        Session { state: None, key: [0; 32], memory: Memory::default(), position: 0, templates }
    }

    /// The reply to one line, as JSON.
    pub fn respond(&mut self, line: &str) -> Vec<u8> {
        let replied = match serde_json::from_str(line) {
            Ok(request) => self.carry_out(request),
            Err(error) => Err(format!("this line is no request: {error}")),
        };
        replied.unwrap_or_else(|error| bytes(&failure(&error)).unwrap_or_default())
    }

    fn carry_out(&mut self, request: ProtocolRequest) -> Result<Vec<u8>, String> {
        // What is large is written at once, without a tree of values in between.
        match request {
            ProtocolRequest::Options {} => {
                return bytes(&Listed { ok: true, options: self.state()?.options() });
            }
            ProtocolRequest::View { seat } => {
                let state = self.state()?;
                if let Some(seat) = seat {
                    in_play(state, seat)?;
                }
                return bytes(&Viewed { ok: true, view: state.view(seat) });
            }
            ProtocolRequest::Act { nation, action } => return self.act(nation, action),
            _ => {}
        }
        bytes(&self.answer(request)?)
    }

    fn answer(&mut self, request: ProtocolRequest) -> Result<Value, String> {
        match request {
            ProtocolRequest::New { scenario, edition, expert, seed } => {
                let key = parse_key(&seed).map_err(|error| error.to_string())?;
                self.begin(State::new(Setup { scenario, edition, expert }, key), key);
                Ok(json!({"ok": true}))
            }
            ProtocolRequest::Load { state } => {
                let loaded = State::load(state).map_err(|error| error.to_string())?;
                // A bot's chance follows from the key only where the game began here.
                self.begin(loaded.state, [0; 32]);
                Ok(if loaded.notes.is_empty() {
                    json!({"ok": true})
                } else {
                    json!({"ok": true, "notes": loaded.notes})
                })
            }
            ProtocolRequest::Dump {} => Ok(json!({"ok": true, "state": self.state()?.dump()})),
            ProtocolRequest::Decisions {} => {
                let decisions: Vec<Decision> = self.state()?.decisions();
                Ok(json!({"ok": true, "decisions": decisions}))
            }
            ProtocolRequest::Bot { seat, level } => self.bot(seat, level),
            // Answered before.
            ProtocolRequest::Options {}
            | ProtocolRequest::View { .. }
            | ProtocolRequest::Act { .. } => Err(NO_GAME.to_owned()),
            ProtocolRequest::Read { seat, language, text } => {
                let state = self.state()?;
                in_play(state, seat)?;
                Ok(reading::reply(state, seat, language, &text, &self.templates))
            }
        }
    }

    fn begin(&mut self, state: State, key: [u8; 32]) {
        self.state = Some(state);
        self.key = key;
        self.memory = Memory::default();
        self.position = 0;
    }

    fn act(&mut self, nation: Nation, action: Value) -> Result<Vec<u8>, String> {
        let order: Order = serde_json::from_value(action)
            .map_err(|error| format!("this action cannot be understood: {error}"))?;
        let state = self.state.as_mut().ok_or(NO_GAME)?;
        let outcome =
            order.resolve(nation).map_err(Into::into).and_then(|action| state.act(nation, &action));
        match outcome {
            Ok(events) => {
                self.position += 1;
                events.iter().for_each(|event| self.memory.note(event));
                bytes(&Happened { ok: true, events })
            }
            Err(refusal) => bytes(&json!({
                "ok": false,
                "refusal": {
                    "rule": refusal.rule,
                    "reason": self
                        .templates
                        .refusal(&refusal)
                        .unwrap_or_else(|_| refusal.reason.code().to_owned()),
                    "code": refusal.reason.code(),
                    "details": refusal.reason,
                }
            })),
        }
    }

    /// The actions of a bot, which the asker may submit one after another; none if nothing is awaited of
    /// the seat.
    fn bot(&self, seat: Seat, level: Level) -> Result<Value, String> {
        let state = self.state()?;
        in_play(state, seat)?;
        let insight = Insight { knowledge: state.knowledge(seat), memory: self.memory.clone() };
        let mut stream = BotStream::new(&self.key, seat, self.position);
        let answer = decide(&insight, level, &mut stream);
        let nation = answer.as_ref().map(|answer| answer.nation);
        let actions = answer.map_or(Vec::new(), |answer| answer.actions);
        let orders: Vec<Order> = actions.iter().map(Order::from).collect();
        Ok(json!({"ok": true, "nation": nation, "actions": orders}))
    }

    fn state(&self) -> Result<&State, String> {
        self.state.as_ref().ok_or_else(|| NO_GAME.to_owned())
    }
}

fn in_play(state: &State, seat: Seat) -> Result<(), String> {
    if state.rules().seats().contains(&state.rules().seat_of_role(seat)) {
        return Ok(());
    }
    Err(format!("there is no seat {seat} in this scenario"))
}

const NO_GAME: &str = "no game has been begun: send \"new\" or \"load\" first";

fn bytes(reply: &impl Serialize) -> Result<Vec<u8>, String> {
    serde_json::to_vec(reply).map_err(|error| error.to_string())
}

fn failure(error: &str) -> Value {
    json!({"ok": false, "error": error})
}

/// Answers line by line until the input ends.
///
/// # Errors
///
/// Only those of reading and writing.
pub fn serve(
    mut input: impl BufRead,
    mut output: impl Write,
    templates: Templates,
) -> std::io::Result<()> {
    let mut session = Session::new(templates);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = std::io::Read::take(&mut input, LONGEST_LINE as u64 + 1)
            .read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        let reply = if line.len() > LONGEST_LINE && line.last() != Some(&b'\n') {
            skip_line(&mut input)?;
            bytes(&failure(&format!("this line is longer than {LONGEST_LINE} bytes")))
        } else {
            match std::str::from_utf8(&line) {
                Ok(text) if text.trim().is_empty() => continue,
                Ok(text) => Ok(session.respond(text)),
                Err(error) => bytes(&failure(&format!("this line is not UTF-8: {error}"))),
            }
        };
        // The whole line in one write: a serializer writes token by token, and each would go out by itself.
        let mut reply = reply.map_err(std::io::Error::other)?;
        reply.push(b'\n');
        output.write_all(&reply)?;
        output.flush()?;
    }
}

/// Reads on to the end of a line that is too long.
fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        match buffer.iter().position(|byte| *byte == b'\n') {
            Some(end) => {
                input.consume(end + 1);
                return Ok(());
            }
            None => {
                let length = buffer.len();
                input.consume(length);
            }
        }
    }
}
