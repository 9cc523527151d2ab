//! A bot's order that the bot did not choose is found, and so is one that is said to be somebody else's.

use super::*;
use crate::audit::{BotFault, Fault, VerifyError, export, verify};
use crate::bot::Level;
use crate::campaign::{BotSeat, Intervention, NewGame, NewPlayer, Terms, found_with, intervene};
use crate::game::{Action, Scenario, Seat, Setup};
use crate::mail::intake::{Limits, OwnAddresses};
use crate::report::Templates;
use crate::store::Store;

/// A game of one person against a bot, `befall`, in which the bot's first order is what `order` makes of its choice;
/// stopped by its organiser, so that its log is open.
fn checked(
    order: impl Fn(&mut Progress<'_>, &Office, DateTime<Utc>),
) -> Result<usize, VerifyError> {
    let mut store = Store::in_memory().expect("a database");
    let own = OwnAddresses::new("judge@club.test".parse().expect("an address"));
    let templates = Templates::new(None).expect("templates");
    let office = Office::open(&mut store, own, "judge".into(), Limits::default(), templates);
    let (office, now) = (office.expect("an office"), DateTime::UNIX_EPOCH);
    let setup = Setup { scenario: Scenario::WAR_IN_THE_WEST, ..Setup::default() };
    let ada = "ada@club.test".parse().expect("an address");
    let players = vec![NewPlayer { seat: Seat::Frederick, address: ada }];
    let new = NewGame { name: "minden".into(), setup, players, seed: Some([1; 32]) };
    let bots = vec![BotSeat { seat: Some(Seat::Pompadour), level: Level::Cadet }];
    let terms = Terms { bots, ..Terms::default() };
    found_with(&mut store, &office, &new, terms, now).expect("founded");
    store
        .transaction(|tx| -> Result<_, CampaignError> {
            let game = tx.game_by_name("minden")?.expect("the game");
            let mut progress = Progress::load(tx, game)?;
            order(&mut progress, &office, now);
            progress.save()
        })
        .expect("carried out");
    intervene(&mut store, &office, "minden", Intervention::Stop, now).expect("stopped");
    let file = store.transaction(|tx| export(tx, &tx.game_by_name("minden")?.expect("it"), None));
    let text = file.expect("exported").to_text().expect("a file");
    verify(&text, &[]).map(|verified| verified.bot_choices.0)
}

/// Gives France's troops otherwise than the bot would.
fn other_troops(progress: &mut Progress<'_>, cause: &Cause, now: DateTime<Utc>) {
    let (decision, _) = next(progress).expect("the database").expect("the bot allots");
    let action = caretaker::action(&progress.state, decision).expect("an answer");
    let Action::Allot { mut troops } = action else { panic!("{action:?}") };
    // As uneven as may be: no bot divides so.
    let all: u8 = troops.iter().map(|(_, troops)| *troops).sum();
    let most = crate::game::GENERAL_MAXIMUM - 1;
    let mut left = all - u8::try_from(troops.len()).expect("few");
    for (_, troops) in troops.iter_mut().rev() {
        let more = left.min(most);
        *troops = 1 + more;
        left -= more;
    }
    let done = progress.act(decision.nation, &Action::Allot { troops }, cause, now);
    done.expect("stored").expect("the rules allow it");
}

fn fault(checked: Result<usize, VerifyError>) -> BotFault {
    match checked {
        Err(VerifyError::Difference { difference, .. }) => match difference.fault {
            Fault::Bot(fault) => fault,
            other => panic!("{other}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_a_bot_chose_is_chosen_again() {
    let choices = checked(|progress, office, now| decide(progress, office, now).expect("decided"));
    assert_eq!(choices, Ok(1));
}

#[test]
fn an_order_that_the_bot_did_not_choose_is_found() {
    let found = fault(checked(|progress, _, now| {
        let position = progress.head.number;
        other_troops(progress, &Cause::Bot { level: Level::Cadet, position }, now);
    }));
    let BotFault::Choice { seat, level, expected, found } = found else { panic!("{found:?}") };
    assert_eq!((seat, level), (Seat::Pompadour, Level::Cadet));
    assert!(expected != found && expected.contains("allot"), "{expected} {found}");
}

#[test]
fn an_order_in_a_bots_name_or_for_a_bot_by_somebody_else_is_found() {
    let other = |level, position: u64| {
        fault(checked(move |progress, _, now| {
            other_troops(progress, &Cause::Bot { level, position }, now);
        }))
    };
    assert!(matches!(other(Level::General, 1), BotFault::Level { .. }));
    assert!(matches!(other(Level::Cadet, 9), BotFault::Position { position: 9, .. }));
    let mail = Cause::Mail { message_id: None, sha256: "0".repeat(64) };
    let found = fault(checked(|progress, _, now| other_troops(progress, &mail, now)));
    assert_eq!(found, BotFault::NotByTheBot { seat: Seat::Pompadour });
    let found = fault(checked(|progress, _, now| {
        let cause = Cause::Bot { level: Level::Cadet, position: progress.head.number };
        let decisions = progress.state.decisions();
        let own = decisions.into_iter().find(|d| d.seat == Seat::Frederick).expect("a decision");
        let action = caretaker::action(&progress.state, own).expect("an answer");
        progress.act(own.nation, &action, &cause, now).expect("stored").expect("allowed");
    }));
    assert_eq!(found, BotFault::NoBot { seat: Seat::Frederick });
}
