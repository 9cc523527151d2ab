//! What a log says of its own end is checked: a vote or the organiser's word must stand before it,
//! and decide just that; the file ends with the end of a line.

use crate::{forged, recorded_game};
use feldpost::audit::{Fault, VerifyError, verify};
use feldpost::store::{Entry, LogFile, LogFileError, SealedParts};
use serde_json::{Value, json};

/// A recorded game that is cut off in the middle, and the seed that its end revealed.
fn cut() -> (LogFile, Value) {
    let text = recorded_game("war-in-the-west-anniversary.jsonl");
    let mut file = LogFile::parse(&text).expect("a log");
    let seed = file.entries.last().expect("the end").public["seed"].clone();
    file.entries.truncate(file.entries.len() / 2);
    (file, seed)
}

/// A game of two that is closed: with these club events, and by this word with these winners.
fn closed(events: &[Value], by: &str, winners: Value) -> LogFile {
    let (mut file, seed) = cut();
    let last = file.entries.last().expect("an action").clone();
    let state = last.opening.as_ref().expect("sealed").sealed["state"].clone();
    for event in events {
        let mut event = event.clone();
        event["event"] = json!("club");
        let public = json!({ "event": event });
        let (kind, opening) = ("club".to_owned(), None);
        file.entries.push(Entry { kind, public, opening, ..last.clone() });
    }
    let public = json!({"by": by, "winners": winners, "seed": seed});
    let mut opening = last.opening.clone().expect("sealed");
    opening.sealed = json!({ "state": state });
    file.entries.push(Entry {
        kind: "closed".into(),
        public,
        opening: Some(opening),
        ..last.clone()
    });
    file
}

fn opened(proposal: Value) -> Value {
    json!({"what": "vote-opened", "number": 1, "by": "frederick", "proposal": proposal})
}

fn carried(proposal: Value, yes: Value, no: Value) -> Value {
    json!({
        "what": "vote-decided", "number": 1, "by": "frederick", "proposal": proposal,
        "result": "carried", "yes": yes, "no": no,
    })
}

/// What is wrong with the last entry, in the whole log and in the public one alike.
fn fault(file: &LogFile) -> Fault {
    let mut faults = Vec::new();
    let whole = forged(file);
    let mut public = LogFile::parse(&whole).expect("a log");
    public.sealed_parts = SealedParts::Withheld;
    public.entries.iter_mut().for_each(|entry| entry.opening = None);
    for text in [whole, public.to_text().expect("a file")] {
        match verify(&text, &[]) {
            Err(VerifyError::Difference { difference, .. }) => faults.push(difference.fault),
            other => panic!("no difference is found: {other:?}"),
        }
    }
    assert_eq!(faults[0], faults[1]);
    faults.remove(0)
}

#[test]
fn a_game_that_was_closed_as_it_was_decided_is_confirmed() {
    let (draw, both) = (json!({"propose": "draw"}), json!(["frederick", "pompadour"]));
    let end = json!({"propose": "end", "winners": ["pompadour"]});
    for (events, by, winners) in [
        (vec![opened(draw.clone()), carried(draw, both.clone(), json!([]))], "vote", json!([])),
        (
            vec![opened(end.clone()), carried(end.clone(), both, json!([]))],
            "vote",
            json!(["pompadour"]),
        ),
        // One of two concedes; the other is not asked.
        (
            vec![opened(end.clone()), carried(end, json!(["frederick"]), json!([]))],
            "vote",
            json!(["pompadour"]),
        ),
        (vec![json!({"what": "stopped"})], "organiser", json!([])),
    ] {
        let text = forged(&closed(&events, by, winners));
        let verified = verify(&text, &[]).unwrap_or_else(|error| panic!("{events:?}: {error}"));
        assert!(verified.replayed);
    }
}

#[test]
fn a_game_that_nobody_decided_to_close_is_found() {
    assert!(matches!(fault(&closed(&[], "vote", json!([]))), Fault::Undecided));
    assert!(matches!(fault(&closed(&[], "organiser", json!([]))), Fault::Undecided));
    // A vote on something else, one that was rejected, and the word of somebody else.
    let (draw, pause) = (json!({"propose": "draw"}), json!({"propose": "pause"}));
    let both = json!(["frederick", "pompadour"]);
    let votes = [opened(pause.clone()), carried(pause, both.clone(), json!([]))];
    assert!(matches!(fault(&closed(&votes, "vote", json!([]))), Fault::Undecided));
    let mut rejected = carried(draw.clone(), json!(["frederick"]), json!(["pompadour"]));
    rejected["result"] = json!("rejected");
    let votes = [opened(draw.clone()), rejected];
    assert!(matches!(fault(&closed(&votes, "vote", json!([]))), Fault::Undecided));
    let votes = [opened(draw.clone()), carried(draw, both, json!([]))];
    assert!(matches!(fault(&closed(&votes, "organiser", json!([]))), Fault::Undecided));
    let stopped = [json!({"what": "stopped"})];
    assert!(matches!(fault(&closed(&stopped, "vote", json!([]))), Fault::Undecided));
}

#[test]
fn other_winners_than_were_decided_are_found() {
    let both = json!(["frederick", "pompadour"]);
    let end = json!({"propose": "end", "winners": ["pompadour"]});
    let votes = [opened(end.clone()), carried(end, both.clone(), json!([]))];
    let wrong = fault(&closed(&votes, "vote", json!(["frederick"])));
    assert_eq!(
        wrong.to_string(),
        "says that frederick won, but what was decided before it is that pompadour did"
    );
    let draw = json!({"propose": "draw"});
    let votes = [opened(draw.clone()), carried(draw, both, json!([]))];
    let wrong = fault(&closed(&votes, "vote", json!(["frederick"])));
    assert!(matches!(wrong, Fault::OtherWinners { .. }), "{wrong}");
    let stopped = [json!({"what": "stopped"})];
    let wrong = fault(&closed(&stopped, "organiser", json!(["pompadour"])));
    assert!(matches!(wrong, Fault::OtherWinners { .. }), "{wrong}");
}

#[test]
fn a_vote_that_its_ballots_do_not_carry_is_found() {
    let draw = json!({"propose": "draw"});
    let one = json!(["frederick"]);
    for votes in [
        vec![opened(draw.clone()), carried(draw.clone(), one.clone(), json!([]))],
        vec![opened(draw.clone()), carried(draw.clone(), one, json!(["pompadour"]))],
        vec![opened(draw.clone()), carried(draw.clone(), json!([]), json!([]))],
        // Nobody opened it, or it was about something else.
        vec![carried(draw.clone(), json!(["frederick", "pompadour"]), json!([]))],
        vec![
            opened(json!({"propose": "end", "winners": ["frederick"]})),
            carried(draw.clone(), json!(["frederick", "pompadour"]), json!([])),
        ],
    ] {
        let wrong = fault(&closed(&votes, "vote", json!([])));
        assert!(matches!(wrong, Fault::NotCarried { number: 1 }), "{wrong}");
    }
    // Nobody may say alone that he himself has won.
    let mine = json!({"propose": "end", "winners": ["frederick"]});
    let votes = [opened(mine.clone()), carried(mine, json!(["frederick"]), json!([]))];
    let wrong = fault(&closed(&votes, "vote", json!(["frederick"])));
    assert!(matches!(wrong, Fault::NotCarried { .. }), "{wrong}");
    // Whose seat is vacant has no ballot, and a substitute has one again.
    let vacant = json!({"what": "seat-vacant", "seat": "pompadour", "why": "lapses"});
    let votes = [
        vacant.clone(),
        opened(draw.clone()),
        carried(draw.clone(), json!(["frederick"]), json!([])),
    ];
    assert!(verify(&forged(&closed(&votes, "vote", json!([]))), &[]).is_ok());
    let votes = [
        vacant,
        json!({"what": "substitute", "seat": "pompadour"}),
        opened(draw.clone()),
        carried(draw, json!(["frederick"]), json!([])),
    ];
    assert!(matches!(fault(&closed(&votes, "vote", json!([]))), Fault::NotCarried { .. }));
}

#[test]
fn a_game_that_goes_on_behind_its_end_is_found() {
    let (draw, both) = (json!({"propose": "draw"}), json!(["frederick", "pompadour"]));
    let votes = [opened(draw.clone()), carried(draw, both, json!([]))];
    let mut file = closed(&votes, "vote", json!([]));
    let action = file.entries[5].clone();
    assert_eq!(action.kind, "action");
    let end = file.entries.len() - 1;
    file.entries.insert(end, action);
    assert_eq!(fault(&file), Fault::GoesOn);
}

#[test]
fn a_missing_last_line_end_is_found() {
    let text = recorded_game("war-in-the-west-anniversary.jsonl");
    let line = text.lines().count();
    let told = verify(text.trim_end(), &[]);
    assert_eq!(told, Err(VerifyError::File(LogFileError::LineEnd { line })));
    // On the way by mail line ends become CR LF, which changes no line.
    assert!(verify(&text.replace('\n', "\r\n"), &[]).is_ok());
}
