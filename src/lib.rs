//! `feldpost` referees the board game FRIEDRICH by e-mail.
//!
//! A mail takes one way through the program. Each step gets a value from the one before it and knows nothing
//! else of it:
//!
//! ```text
//! IMAP or Maildir ─► intake ─► hear ──────► plan ────────► carry out ──► tell ─────────► SMTP or Maildir
//!   bytes            letter    what is      what would     rules, log,   notices         bytes
//!                    clean     said         change, what   one SQLite    become mails,
//!                    text                   it lacks       transaction   one reader each
//! ```
//!
//! [`mail`] has the first step and the last, [`said`] reads, [`campaign`] plans, carries out and tells, [`game`] has
//! the rules, [`store`] keeps everything, [`report`] words and draws it. `ARCHITECTURE.md` states the invariants and
//! where each of them is tested; `examples/` has four short programs.
//!
//! # One order mail
//!
//! Prussia's first mail, from the bytes to the board, without a mailbox, a database or a clock:
//!
//! ```
//! use feldpost::game::{Action, DecisionKind, Nation, Setup, State, named};
//! use feldpost::mail::intake::{Limits, OwnAddresses, read as take_in};
//! use feldpost::orders::template;
//! use feldpost::said::{Context, Request, read};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//!
//! // A new game of the kind that is played if nothing else is said. All chance in it follows from the key.
//! let mut state = State::new(Setup::default(), [1; 32]);
//!
//! // Reading asks the position only what the writer's seat may know.
//! fn said(state: &State, nation: Nation, text: &str) -> Vec<Request> {
//!     let mut decisions = state.decisions();
//!     decisions.retain(|decision| decision.nation == nation);
//!     let seat = Some(state.seat_of(nation));
//!     let context = Context { state: Some(state), seat, decisions: &decisions, ..Context::default() };
//!     read(text, &context).said.into_iter().map(|said| said.request).collect()
//! }
//!
//! // Set-up: everybody sends the template back as it is.
//! while let Some(&decision) = state.decisions().iter().find(|open| open.kind == DecisionKind::Allot) {
//!     let text = template(&state, decision.seat, decision);
//!     for request in said(&state, decision.nation, &text) {
//!         if let Request::Act(action) = request {
//!             state.act(decision.nation, &action)?;
//!         }
//!     }
//! }
//!
//! // A mail as a phone sends it: what is quoted of ours is left out.
//! let bytes = b"From: Ada <ada@example.org>\r\nTo: judge@example.org\r\nSubject: Re: your move\r\n\r\n\
//!     Friedrich to Dresden\r\nthat is all\r\n\r\n\
//!     On Sun, Nov 22, 2026 at 10:12 AM The judge <judge@example.org> wrote:\r\n> Prussia: your move\r\n";
//! let own = OwnAddresses::new("judge@example.org".parse()?);
//! let letter = take_in(bytes, &Limits::default(), &own);
//! assert_eq!(letter.text.trim(), "Friedrich to Dresden\nthat is all");
//!
//! // What it says: a march, of which only the goal is named, and that no more is to come.
//! let requests = said(&state, Nation::Prussia, &letter.text);
//! let [Request::Act(march), Request::Ready] = &requests[..] else { panic!("{requests:?}") };
//! assert!(matches!(march, Action::MoveVia { .. }));
//!
//! // What comes of it: events, each of which says who may see it. A refused action changes nothing.
//! let events = state.act(Nation::Prussia, march)?;
//! state.act(Nation::Prussia, &Action::EndMovement)?;
//! assert!(!events.is_empty());
//! assert_eq!(state.city_of(named::FRIEDRICH).map(|city| city.id()), Some("dresden"));
//! # Ok(())
//! # }
//! ```

#![warn(missing_docs)]

pub mod accounts;
pub mod administration;
pub mod atlas;
pub mod audit;
pub mod beacon;
pub mod bot;
pub mod campaign;
pub mod chance;
pub mod characters;
pub mod config;
pub mod console;
pub mod daemon;
pub mod demo;
pub mod doctor;
pub mod duel;
pub mod game;
pub mod installation;
pub mod logging;
pub mod login;
pub mod mail;
pub mod orders;
pub mod outbox;
pub mod phrase;
pub mod referee;
pub mod report;
pub mod said;
pub mod setup;
pub mod simulate;
pub mod site;
pub mod store;
pub mod tournament;
pub mod trust;
