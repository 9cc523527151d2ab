//! The course of the demonstration game: every mail is read as a player's order text, carried out
//! by the rules, and everything the demonstration is meant to show really happens in it.
//!
//! Deliberately without mailboxes, receipts and a database, but for one test of the demonstration itself.

use feldpost::game::{
    Action, Decision, DecisionKind, Event, Face, FlipCause, Nation, Reason, Refusal, Seat, Setup,
    State,
};
use feldpost::said::{self, Context, Request};
use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use sha2::Sha256;
use std::collections::BTreeSet;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Course {
    seed: String,
    mail: Vec<Mail>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mail {
    seat: Seat,
    text: String,
    comment: Option<String>,
}

/// What is wrong with a mail.
#[derive(Debug)]
enum Mistake {
    NotUnderstood(String),
    Refused(Refusal),
}

/// A step of the game: an action with the state it met and what came of it.
struct Step {
    before: State,
    nation: Nation,
    action: Action,
    events: Vec<Event>,
}

struct Played {
    course: Course,
    /// By mail: what is wrong with it, if it was written with a mistake.
    mistakes: Vec<Option<Mistake>>,
    steps: Vec<Step>,
    end: State,
}

static PLAYED: LazyLock<Played> = LazyLock::new(|| {
    let course: Course = toml::from_str(include_str!("../../src/demo/course.toml")).unwrap();
    let mut state = State::new(Setup::default(), key_of(&course.seed));
    let (mut steps, mut mistakes) = (Vec::new(), Vec::new());
    for mail in &course.mail {
        match answer(&state, mail) {
            Ok(done) => {
                let last: &Step = done.last().expect("a mail without a mistake does something");
                state = last.before.clone();
                state.act(last.nation, &last.action).unwrap();
                steps.extend(done);
                mistakes.push(None);
            }
            Err(mistake) => mistakes.push(Some(mistake)),
        }
    }
    Played { course, mistakes, steps, end: state }
});

/// The key of a game without phrases under this seed, as the games in play get it.
fn key_of(seed: &str) -> [u8; 32] {
    let digit = |byte: &u8| (*byte as char).to_digit(16).unwrap() as u8;
    let seed: Vec<u8> =
        seed.as_bytes().chunks(2).map(|pair| 16 * digit(&pair[0]) + digit(&pair[1])).collect();
    assert_eq!(seed.len(), 32, "a seed has 32 bytes");
    let mut mac = Hmac::<Sha256>::new_from_slice(&seed).unwrap();
    mac.update(b"feldpost game key 1\n");
    mac.finalize().into_bytes().into()
}

/// Carries out a mail wholly, or not at all because of its first mistake.
fn answer(state: &State, mail: &Mail) -> Result<Vec<Step>, Mistake> {
    let decisions: Vec<Decision> =
        state.decisions().into_iter().filter(|decision| decision.seat == mail.seat).collect();
    assert!(!decisions.is_empty(), "nothing is asked of {:?}:{}", mail.seat, mail.text);
    let context = Context {
        state: Some(state),
        seat: Some(mail.seat),
        decisions: &decisions,
        ..Context::default()
    };
    let reading = said::read(&mail.text, &context);
    if let Some(line) = reading.in_doubt().next() {
        return Err(Mistake::NotUnderstood(line.text.clone()));
    }
    let mut work = state.clone();
    let mut steps = Vec::new();
    let mut ready = false;
    for said in reading.said {
        let nation = said.nation.unwrap_or(decisions[0].nation);
        match said.request {
            Request::Act(action) => act(&mut work, nation, action, &mut steps)?,
            Request::Ready => ready = true,
            Request::Stay(_) => {}
            other => panic!("no order of the game: {other:?}"),
        }
    }
    let movement = decisions.iter().find(|decision| decision.kind == DecisionKind::Movement);
    assert_eq!(
        movement.is_some(),
        ready,
        "movement mails say `ready`, others do not: {}",
        mail.text
    );
    if let Some(movement) = movement {
        act(&mut work, movement.nation, Action::EndMovement, &mut steps)?;
    }
    Ok(steps)
}

fn act(
    state: &mut State,
    nation: Nation,
    action: Action,
    steps: &mut Vec<Step>,
) -> Result<(), Mistake> {
    let before = state.clone();
    let events = state.act(nation, &action).map_err(Mistake::Refused)?;
    steps.push(Step { before, nation, action, events });
    Ok(())
}

fn events() -> impl Iterator<Item = &'static Event> {
    PLAYED.steps.iter().flat_map(|step| &step.events)
}

/// The events of each nation's action, from its beginning to the next one's.
fn actions_of_nations() -> Vec<Vec<&'static Event>> {
    let mut actions: Vec<Vec<&Event>> = vec![Vec::new()];
    for event in events() {
        if matches!(event, Event::ActionBegan { .. }) {
            actions.push(Vec::new());
        }
        actions.last_mut().unwrap().push(event);
    }
    actions
}

#[test]
fn every_mail_has_a_comment_and_only_two_have_a_mistake() {
    let Played { course, mistakes, .. } = &*PLAYED;
    for mail in &course.mail {
        let comment = mail.comment.as_deref().unwrap_or_default();
        assert!(!comment.is_empty() && !comment.contains('\n'), "{}", mail.text);
    }
    let made: Vec<_> = mistakes.iter().flatten().collect();
    let [Mistake::Refused(refusal), Mistake::NotUnderstood(line)] = made.as_slice() else {
        panic!("one march too far, then one line nobody can read: {made:?}");
    };
    assert!(
        matches!(refusal.reason, Reason::TooFar { .. } | Reason::NoRoute { .. }),
        "{refusal:?}"
    );
    assert!(line.starts_with("Soubise"), "{line}");
    for (place, _) in mistakes.iter().enumerate().filter(|(_, mistake)| mistake.is_some()) {
        assert!(mistakes[place + 1].is_none(), "the next mail puts it right");
        assert_eq!(course.mail[place].seat, course.mail[place + 1].seat);
    }
}

#[test]
fn r1_7_all_nations_with_a_choice_allot_their_troops() {
    let allotted: BTreeSet<Nation> = PLAYED
        .steps
        .iter()
        .filter(|step| matches!(step.action, Action::Allot { .. }))
        .map(|step| step.nation)
        .collect();
    use Nation::*;
    assert_eq!(allotted, BTreeSet::from([Prussia, Hanover, Russia, Austria, France]));
}

#[test]
fn r2_1_it_is_two_full_turns_and_ends_before_prussia_moves_in_the_third() {
    let began = events().filter_map(|event| match event {
        Event::ActionBegan { nation } => Some(*nation),
        _ => None,
    });
    let two_turns = Nation::ALL.into_iter().chain(Nation::ALL).chain([Nation::Prussia]);
    assert!(began.eq(two_turns));
    assert_eq!(PLAYED.end.turn(), 3);
    assert!(PLAYED.end.awaits(Nation::Prussia, DecisionKind::Movement));
}

#[test]
fn r3_1_france_discards_in_each_turn() {
    let discarded = events().filter(
        |event| matches!(event, Event::Discarded { nation, .. } if *nation == Nation::France),
    );
    assert_eq!(discarded.count(), 2);
}

#[test]
fn r3_3_a_reserve_is_played_with_a_declared_value() {
    assert!(PLAYED.steps.iter().any(|step| {
        matches!(step.action, Action::Play { card, value: Some(1..=10) } if card.face == Face::Reserve)
    }));
}

#[test]
fn r4_4_a_stack_is_split_and_r4_5_a_stack_is_joined() {
    let split = |step: &Step| match &step.action {
        Action::Move { pieces, .. } | Action::MoveVia { pieces, .. } => step
            .before
            .city_of(pieces[0])
            .is_some_and(|city| step.before.stack_at(city).len() > pieces.len()),
        _ => false,
    };
    assert!(PLAYED.steps.iter().any(split));
    assert!(events().any(|event| matches!(event, Event::Joined { .. })));
}

#[test]
fn r5_2_some_marches_conquer_and_r5_6_some_only_mark() {
    let conquered = |event: &Event| matches!(event, Event::Conquered { retroactively: false, .. });
    assert!(events().any(conquered));
    assert!(events().any(|event| matches!(event, Event::MarkLifted { .. })));
}

#[test]
fn r5_6_an_objective_is_marked_its_protector_driven_away_and_then_it_is_conquered() {
    let complete = |action: &Vec<&Event>| {
        let driven = action.iter().position(|event| matches!(event, Event::Retreated { .. }));
        let taken = action.iter().enumerate().find_map(|(place, event)| match event {
            Event::Conquered { city, retroactively: true, .. } => Some((place, *city)),
            _ => None,
        });
        taken.is_some_and(|(conquered, objective)| {
            let marked = action.iter().position(
                |event| matches!(event, Event::Marked { city, .. } if *city == objective),
            );
            marked.is_some() && marked < driven && driven < Some(conquered)
        })
    };
    assert!(actions_of_nations().iter().any(complete));
}

#[test]
fn r6_4_troops_are_redistributed_within_a_stack() {
    assert!(events().any(|event| matches!(event, Event::Redistributed { .. })));
}

#[test]
fn r7_3_at_least_three_combats_in_two_theatres_with_several_changes_of_the_right_to_play() {
    let mut theatres = BTreeSet::new();
    let mut contested = 0;
    let (mut turns, mut last) = (0, None);
    for event in events() {
        match event {
            Event::CombatBegan { attacker, defender, right, .. } => {
                let western = [attacker.nation, defender.nation].contains(&Nation::France);
                theatres.insert(western);
                (turns, last) = (0, Some(*right));
            }
            Event::CardPlayed { right, .. } => {
                turns += u32::from(last.replace(*right) != Some(*right));
            }
            Event::CombatLost { .. } => contested += u32::from(turns >= 4),
            _ => {}
        }
    }
    assert!(contested >= 3, "only {contested} combats go back and forth");
    assert_eq!(theatres.len(), 2, "in the west and in the east");
}

#[test]
fn r8_2_a_winner_chooses_among_equally_far_cities() {
    let choices = PLAYED.steps.iter().filter(|step| {
        matches!(step.action, Action::Retreat { .. })
            && step.before.legal_actions(step.nation, DecisionKind::Retreat).len() > 1
    });
    assert!(choices.count() >= 1);
}

#[test]
fn r9_3_a_general_is_turned_face_down_for_lack_of_supply() {
    let flipped =
        |event: &Event| matches!(event, Event::FlippedDown { cause: FlipCause::Supply, .. });
    assert!(events().any(flipped));
}

#[test]
fn r9_7_a_train_is_captured_and_r10_4_re_enters_for_cards() {
    let captured: Vec<_> = events()
        .filter_map(|event| match event {
            Event::TrainEliminated { train, .. } => Some(*train),
            _ => None,
        })
        .collect();
    assert!(!captured.is_empty());
    let back = |event: &Event| match event {
        Event::Recruited { cards, trains, troops, .. } => {
            *troops > 0
                && !cards.is_empty()
                && trains.iter().any(|entered| captured.contains(&entered.piece))
        }
        _ => false,
    };
    assert!(events().any(back));
}

#[test]
fn the_demonstration_names_five_mails_and_writes_the_pages_of_what_was_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("demo");
    let mut said = Vec::new();
    feldpost::demo::run(&place, &mut said).expect("played");
    let said = String::from_utf8(said).expect("text");
    let mails: Vec<&str> = said.lines().filter(|line| line.trim().ends_with(".eml")).collect();
    assert_eq!(mails.len(), 5, "{said}");
    for file in mails {
        let mail = std::fs::read(file.trim()).expect("a mail");
        let mail = mail_parser::MessageParser::default().parse(&mail[..]).expect("a mail");
        let subject = mail.subject().expect("a subject");
        assert!(said.contains(subject) && mail.body_html(0).is_some(), "{subject}");
    }
    let page = place.join("site").join("index.html");
    assert!(said.contains(&page.display().to_string()), "{said}");
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("rossbach"));
    assert!(!said.contains(" INFO ") && !said.contains("feldpost::"), "{said}");
}
