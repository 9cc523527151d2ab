//! What was said as JSON of the referee protocol.

use super::wish::Wish;
use crate::beacon::Beacon;
use crate::game::{Action, CardRef, Order, PieceId};
use crate::said::Fact;
use crate::said::club::Named;
use crate::said::club::absence::{Day, Until};
use crate::said::club::phrases::AboutChance;
use crate::said::club::press::Recipients;
use crate::said::club::votes::Wanted;
use crate::said::{Cancel, Condition, Reading, Request, Said, Withdrawn};
use serde_json::{Map, Value, json};

impl Said {
    /// The entry as the protocol's `read` gives it, without `possible` and `refusal`.
    pub fn to_json(&self) -> Value {
        let mut entry = match self.request.to_json() {
            Value::Object(entry) => entry,
            _ => Map::new(),
        };
        if let Some(nation) = self.nation {
            entry.insert("nation".into(), json!(nation));
        }
        if let Some(turn) = self.turn {
            entry.insert("turn".into(), json!(turn));
        }
        if let Some(condition) = self.condition {
            entry.insert("if".into(), condition_json(condition));
        }
        Value::Object(entry)
    }
}

impl Said {
    /// This entry, or where it says of several pieces that they stay, one for each of them.
    fn apart(&self) -> Vec<Said> {
        match &self.request {
            Request::Stay(pieces) if pieces.len() > 1 => {
                let one = |piece| Said { request: Request::Stay(vec![piece]), ..self.clone() };
                pieces.iter().copied().map(one).collect()
            }
            _ => vec![self.clone()],
        }
    }
}

impl Reading {
    /// What was said, with an entry for each piece that stays; such entries that follow each other are in
    /// the order of the pieces' names. So texts that say the same in other words give the same entries.
    pub fn apart(&self) -> Vec<Said> {
        let mut said: Vec<Said> = self.said.iter().flat_map(Said::apart).collect();
        let who = |said: &Said| match &said.request {
            Request::Stay(pieces) => pieces.first().map(|piece| piece.name()),
            _ => None,
        };
        let together = |one: &Said, other: &Said| {
            who(one).is_some()
                && who(other).is_some()
                && (one.nation, one.turn, one.condition)
                    == (other.nation, other.turn, other.condition)
        };
        for run in said.chunk_by_mut(together) {
            run.sort_by_key(who);
        }
        said
    }
}

fn names(pieces: &[PieceId]) -> Vec<&'static str> {
    let mut names: Vec<&str> = pieces.iter().map(|piece| piece.name()).collect();
    names.sort_unstable();
    names
}

fn condition_json(condition: Condition) -> Value {
    let holds = condition.holds;
    match condition.fact {
        Fact::At(piece, city) => json!({"at": city.id(), "general": piece.name(), "holds": holds}),
        Fact::Conquered(city) => json!({"conquered": city.id(), "holds": holds}),
        Fact::Out(nation) => json!({"out": nation, "holds": holds}),
    }
}

fn named(named: &Named) -> Value {
    match named {
        Named::Seat(seat) => json!({"seat": seat}),
        Named::Nation(nation) => json!({"nation": nation}),
    }
}

fn action_json(action: &Action) -> Value {
    match action {
        Action::MoveVia { pieces, via } => {
            let mut entry = json!({"do": "move", "pieces": names(pieces)});
            if let Some((to, via)) = via.split_last() {
                entry["to"] = json!(to.id());
                if !via.is_empty() {
                    entry["via"] = via.iter().map(|city| city.id()).collect();
                }
            }
            entry
        }
        action => serde_json::to_value(Order::from(action)).unwrap_or_default(),
    }
}

impl Request {
    /// Its members, `do` first.
    pub fn to_json(&self) -> Value {
        let game = |what: &str, game: &Option<String>| json!({"do": what, "game": game});
        match self {
            Request::Act(action) => action_json(action),
            // `stay` alone is the protocol's end of withdrawals; with pieces it is no action.
            Request::Stay(pieces) => json!({"do": "stay", "pieces": names(pieces)}),
            Request::Choice(number) => json!({"do": "choice", "number": number}),
            Request::Ready => json!({"do": "ready"}),
            Request::Wait => json!({"do": "wait"}),
            Request::Test => json!({"do": "test"}),
            Request::Cancel(Cancel::All) => json!({"do": "cancel"}),
            Request::Cancel(Cancel::Pieces(pieces)) => {
                json!({"do": "cancel", "pieces": names(pieces)})
            }
            Request::Cancel(Cancel::Purchase { pieces, cards }) => {
                let cards: Vec<String> = cards.iter().map(CardRef::to_string).collect();
                json!({"do": "cancel", "purchases": true, "pieces": names(pieces), "cards": cards})
            }
            Request::Cancel(Cancel::Purchases | Cancel::AnyPurchases) => {
                json!({"do": "cancel", "purchases": true})
            }
            Request::ShowOrders => json!({"do": "orders"}),
            Request::WhereCan(pieces) => json!({"do": "where-can", "pieces": names(pieces)}),
            Request::Deadline => json!({"do": "deadline"}),
            Request::WhereIs(pieces) => json!({"do": "where-is", "pieces": names(pieces)}),
            Request::Instruct(instruction) => json!({"do": "instruct", "instruction": instruction}),
            Request::Revoke(Withdrawn::All) => json!({"do": "withdraw-instruction"}),
            Request::Revoke(Withdrawn::Key(key)) => {
                json!({"do": "withdraw-instruction", "key": key})
            }
            Request::Votes => json!({"do": "votes"}),
            Request::Propose(wanted) => propose(wanted),
            Request::Vote { yes, number } => json!({"do": "vote", "number": number, "yes": yes}),
            Request::WithdrawProposal(number) => {
                json!({"do": "withdraw-proposal", "number": number})
            }
            Request::Absent(absent) => {
                let until = match absent.to {
                    Until::Day(last) => json!({"until": day(last)}),
                    Until::Before(back) => json!({"back": day(back)}),
                    Until::Days(days) => json!({"days": days}),
                };
                let mut entry = json!({"do": "absent", "from": absent.from.map(day)});
                if let (Value::Object(entry), Value::Object(mut until)) = (&mut entry, until) {
                    entry.append(&mut until);
                }
                entry
            }
            Request::Back(_) => json!({"do": "back"}),
            Request::Press(press) => {
                let to = match &press.to {
                    Recipients::All => json!("all"),
                    Recipients::Observers => json!("observers"),
                    Recipients::Unclear => json!(null),
                    Recipients::Named(all) => all.iter().map(named).collect(),
                };
                json!({"do": "press", "to": to, "text": press.text.trim()})
            }
            Request::Log => json!({"do": "log"}),
            Request::Address(address) => json!({"do": "address", "address": address}),
            Request::Chance(about) => chance(about),
            Request::Help(topic) => json!({"do": "help", "topic": topic.map(|topic| topic.id())}),
            Request::Status(name) => game("status", name),
            Request::ListGames => json!({"do": "list"}),
            Request::NewGame(name) => json!({"do": "new-game", "game": name}),
            Request::Join(joining) => json!({
                "do": "join", "game": joining.game, "prefers": joining.prefers,
                "password": joining.password, "phrase": joining.phrase.iter().find_map(AboutChance::text),
            }),
            Request::Leave(name) => game("leave", name),
            Request::Observe(name) => game("observe", name),
            Request::Unobserve(name) => game("unobserve", name),
            Request::Observers(name) => game("observers", name),
            Request::Settings => json!({"do": "settings"}),
            Request::Set(wish) => set(wish),
            Request::Rules(section) => json!({"do": "rules", "section": section}),
            Request::Map(name) => game("map", name),
            Request::History { game, turn } => {
                json!({"do": "history", "game": game, "of-turn": turn})
            }
            Request::Resign { game, sure } => json!({"do": "resign", "game": game, "sure": sure}),
            Request::TakeOver { game, seat } => {
                json!({"do": "take-over", "game": game, "seat": seat})
            }
            Request::MyData => json!({"do": "my-data"}),
            Request::ForgetMe { sure } => json!({"do": "forget-me", "sure": sure}),
            Request::AlsoAddress(address) => json!({"do": "also-address", "address": address}),
            Request::Yes(roles) if roles.is_empty() => json!({"do": "yes"}),
            Request::Yes(roles) => json!({"do": "yes", "prefers": roles}),
            Request::No => json!({"do": "no"}),
            Request::Entry { key, value } => json!({"do": "entry", "key": key, "value": value}),
        }
    }
}

/// What is said of chance; `null` where something was called a hash or the beacon's and is none.
fn chance(about: &AboutChance) -> Value {
    match about {
        AboutChance::Phrase(_) | AboutChance::Without => {
            json!({"do": "phrase", "phrase": about.text()})
        }
        AboutChance::Make => json!({"do": "phrase", "phrase": null}),
        AboutChance::Hash(hash) => json!({"do": "hash", "hash": hash}),
        AboutChance::NotAHash => json!({"do": "hash", "hash": null}),
        AboutChance::Beacon(Beacon { round, signature }) => {
            json!({"do": "beacon", "value": format!("{round} {signature}")})
        }
        AboutChance::NotABeacon => json!({"do": "beacon", "value": null}),
    }
}

fn propose(wanted: &Wanted) -> Value {
    let what = |what: &str| json!({"do": "propose", "what": what});
    match wanted {
        Wanted::Extend { hours, seat } => json!({
            "do": "propose", "what": "extend", "hours": hours, "for": seat.as_ref().map(named),
        }),
        Wanted::Pause => what("pause"),
        Wanted::Resume => what("resume"),
        Wanted::Substitute { seat } => {
            json!({"do": "propose", "what": "substitute", "for": named(seat)})
        }
        Wanted::Bot { seat } => json!({"do": "propose", "what": "bot", "for": named(seat)}),
        Wanted::TakeBack { seat } => {
            json!({"do": "propose", "what": "take-back", "for": seat.as_ref().map(named)})
        }
        Wanted::Draw => what("draw"),
        Wanted::Concede => what("concede"),
        Wanted::End { winners } => json!({
            "do": "propose", "what": "end", "winners": winners.iter().map(named).collect::<Value>(),
        }),
        Wanted::Clocks { kind, hours } => {
            json!({"do": "propose", "what": "clocks", "kind": kind, "hours": hours})
        }
    }
}

fn set(wish: &Wish) -> Value {
    let what = |what: &str, value: Value| json!({"do": "set", "what": what, "value": value});
    match wish {
        Wish::Language(language) => what("language", json!(language)),
        Wish::TimeZone(zone) => what("time-zone", json!(zone)),
        Wish::Html(on) => what("html", json!(on)),
        Wish::Pictures(on) => what("pictures", json!(on)),
        Wish::Json(on) => what("json", json!(on)),
        Wish::Digest(on, hour) => {
            json!({"do": "set", "what": "digest", "value": on, "hour": hour})
        }
        Wish::NewsAtOnce(on) => what("news-at-once", json!(on)),
        Wish::Name(name) => what("name", json!(name)),
    }
}

fn day(day: Day) -> Value {
    match day {
        Day::Date { year: Some(year), month, day } => {
            json!(format!("{year:04}-{month:02}-{day:02}"))
        }
        Day::Date { year: None, month, day } => json!(format!("{month:02}-{day:02}")),
        Day::Ahead(days) => json!({"days-ahead": days}),
        Day::Weekday(day) => json!({"weekday": day}),
        Day::NextWeek => json!({"week": "next"}),
        Day::NextWeekday(day) => json!({"week": "next", "weekday": day}),
        Day::OfMonth(day) => json!({"of-month": day}),
    }
}
