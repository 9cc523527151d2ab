//! The referee protocol: the rules alone, as JSON Lines on standard input and output.
//!
//! One request object per line, one reply object per line, in order. No mail, no database. A line
//! that cannot be understood is answered with what is wrong with it, and changes nothing.

use crate::game::{Decision, Nation, Options, Order, Seat, Setup, State, parse_key};
mod reading;

use crate::report::Templates;
use crate::said::Language;
use serde::Deserialize;
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
    templates: Templates,
}

impl Session {
    /// A conversation in which no game has been begun. Refusals are worded by the templates.
    pub fn new(templates: Templates) -> Session {
        Session { state: None, templates }
    }

    /// The reply to one line.
    pub fn respond(&mut self, line: &str) -> Value {
        match serde_json::from_str(line) {
            Ok(request) => self.carry_out(request).unwrap_or_else(|error| failure(&error)),
            Err(error) => failure(&format!("this line is no request: {error}")),
        }
    }

    fn carry_out(&mut self, request: ProtocolRequest) -> Result<Value, String> {
        match request {
            ProtocolRequest::New { scenario, edition, expert, seed } => {
                let key = parse_key(&seed).map_err(|error| error.to_string())?;
                self.state = Some(State::new(Setup { scenario, edition, expert }, key));
                Ok(json!({"ok": true}))
            }
            ProtocolRequest::Load { state } => {
                let loaded = State::load(state).map_err(|error| error.to_string())?;
                self.state = Some(loaded.state);
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
            ProtocolRequest::Options {} => {
                let options: Vec<Options> = self.state()?.options();
                Ok(json!({"ok": true, "options": options}))
            }
            ProtocolRequest::Act { nation, action } => self.act(nation, action),
            ProtocolRequest::View { seat } => {
                let state = self.state()?;
                if let Some(seat) = seat {
                    in_play(state, seat)?;
                }
                Ok(json!({"ok": true, "view": state.view(seat)}))
            }
            ProtocolRequest::Read { seat, language, text } => {
                let state = self.state()?;
                in_play(state, seat)?;
                Ok(reading::reply(state, seat, language, &text, &self.templates))
            }
        }
    }

    fn act(&mut self, nation: Nation, action: Value) -> Result<Value, String> {
        let order: Order = serde_json::from_value(action)
            .map_err(|error| format!("this action cannot be understood: {error}"))?;
        let state = self.state.as_mut().ok_or(NO_GAME)?;
        let outcome =
            order.resolve(nation).map_err(Into::into).and_then(|action| state.act(nation, &action));
        Ok(match outcome {
            Ok(events) => json!({"ok": true, "events": events}),
            Err(refusal) => json!({
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
            }),
        })
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
            failure(&format!("this line is longer than {LONGEST_LINE} bytes"))
        } else {
            match std::str::from_utf8(&line) {
                Ok(text) if text.trim().is_empty() => continue,
                Ok(text) => session.respond(text),
                Err(error) => failure(&format!("this line is not UTF-8: {error}")),
            }
        };
        writeln!(output, "{reply}")?;
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
