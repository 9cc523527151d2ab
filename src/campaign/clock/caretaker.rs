//! The caretaker: what is done for a seat whose player does not answer in time. The policy is the
//! same for everybody, and published word for word in `docs/caretaker.md`.
//!
//! Pure: the same position gives the same answer. It never looks at what the player has sent, and
//! decides no rule; it picks among what the rules allow.

use crate::game::{
    Action, Card, CardRef, CityId, Decision, DecisionKind, Face, FateChoice, PieceSet, State,
    Troops,
};

/// The caretaker's answer to an open decision; `None` if nothing is awaited.
pub(crate) fn action(state: &State, decision: Decision) -> Option<Action> {
    let Decision { nation, kind, .. } = decision;
    let legal = state.legal_actions(nation, kind);
    match kind {
        DecisionKind::Allot => Some(Action::Allot { troops: evenly(state, decision) }),
        DecisionKind::Movement => Some(Action::EndMovement),
        DecisionKind::OffensiveOption => Some(Action::OffensiveOption { card: None }),
        DecisionKind::DaunWithdrawal => Some(Action::Stay),
        // In the order in which they were fixed, which everybody has been told.
        DecisionKind::Attack => legal.into_iter().next(),
        DecisionKind::Discard => smallest(legal, |action| match action {
            Action::Discard { card } => Some(card_size(*card)),
            _ => None,
        }),
        // Only what is compelled: of the cards that may be played, the smallest.
        DecisionKind::Play if legal.contains(&Action::Stop) => Some(Action::Stop),
        DecisionKind::Play => smallest(legal, |action| match action {
            Action::Play { card, value } => Some((value.is_some(), *value, card_size(*card))),
            _ => None,
        }),
        DecisionKind::Retreat => smallest(legal, |action| match action {
            Action::Retreat { to } => Some(to.id()),
            _ => None,
        }),
        DecisionKind::Fate => smallest(legal, |action| match action {
            Action::Fate { choice } => Some(choice_size(*choice)),
            _ => None,
        }),
        DecisionKind::Reconquest => smallest(legal, |action| match action {
            Action::Reconquest { cities } => {
                let mut names: Vec<&str> = cities.iter().copied().map(CityId::id).collect();
                names.sort_unstable();
                Some(names)
            }
            _ => None,
        }),
        DecisionKind::GameOver => None,
    }
}

/// The first action in the order of what `size` says of each.
fn smallest<T: Ord>(legal: Vec<Action>, size: impl Fn(&Action) -> Option<T>) -> Option<Action> {
    let sized = legal.into_iter().filter_map(|action| Some((size(&action)?, action)));
    sized.min_by(|(one, _), (other, _)| one.cmp(other)).map(|(_, action)| action)
}

/// What cards are sorted by: value, then suit, then deck; a Reserve comes last.
fn card_size(card: CardRef) -> (bool, u8, Option<crate::game::Suit>, Option<u8>) {
    match card.face {
        Face::Suited(suit, value) => (false, value, Some(suit), card.deck),
        Face::Reserve => (true, 0, None, card.deck),
    }
}

/// Declining comes first, then the general lowest in rank, then cities by name, then cards.
fn choice_size(choice: FateChoice) -> (u8, usize, &'static str, Option<Card>) {
    match choice {
        FateChoice::Decline => (0, 0, "", None),
        FateChoice::General(general) => (1, usize::MAX - general.index(), "", None),
        FateChoice::City(city) => (2, 0, city.id(), None),
        FateChoice::Card(card) => {
            let deck = card.deck.unwrap_or_default();
            (3, 0, "", Some(Card { face: card.face, deck }))
        }
    }
}

/// The troops divided as evenly as possible; what is over goes to the highest in rank.
fn evenly(state: &State, decision: Decision) -> Troops {
    let generals: Vec<_> = state.on_map(PieceSet::generals_of(decision.nation)).iter().collect();
    let troops = usize::from(state.rules().troops[decision.nation.index()]);
    let count = generals.len().max(1);
    let share = |place: usize| troops / count + usize::from(place < troops % count);
    let number = |place| u8::try_from(share(place)).unwrap_or(u8::MAX);
    generals.iter().enumerate().map(|(place, general)| (*general, number(place))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Edition, Nation, Phase, Scenario, Setup};

    /// Plays a game by the caretaker alone, until it is over.
    fn play(setup: Setup, key: [u8; 32]) -> (State, Vec<(Nation, Action)>) {
        let mut state = State::new(setup, key);
        let mut actions = Vec::new();
        for _ in 0..20_000 {
            if state.phase() == Phase::GameOver {
                return (state, actions);
            }
            let decision = *state.decisions().first().expect("something is awaited");
            let action = action(&state, decision).expect("an answer");
            state.act(decision.nation, &action).unwrap_or_else(|refusal| {
                panic!("{:?} in turn {}: {action:?}: {refusal:?}", decision, state.turn())
            });
            actions.push((decision.nation, action));
        }
        panic!("the game does not end");
    }

    #[test]
    fn alone_it_plays_every_scenario_to_its_end_and_always_alike() {
        for scenario in Scenario::all() {
            for edition in [Edition::Classic, Edition::Anniversary] {
                for expert in [false, true] {
                    for seed in 0..8 {
                        let setup = Setup { scenario, edition, expert };
                        let (state, actions) = play(setup, [seed; 32]);
                        let (again, same) = play(setup, [seed; 32]);
                        assert!(state == again && actions == same, "{setup:?} {seed}");
                    }
                }
            }
        }
    }

    /// Random positions of whole games: whatever is asked there has an answer that the rules take.
    #[test]
    fn it_answers_everything_that_random_games_ask() {
        let mut asked = std::collections::BTreeSet::new();
        for game in 0..60 {
            let edition = if game % 3 == 1 { Edition::Anniversary } else { Edition::Classic };
            let setup = Setup { expert: game % 2 == 1, edition, ..Setup::default() };
            let key = [game as u8; 32];
            let start = State::new(setup, key);
            let actions = crate::simulate::recorded_game_from(start.clone(), 5, game);
            let mut state = start;
            for (nation, done) in actions {
                for decision in state.decisions() {
                    let Some(answer) = action(&state, decision) else { continue };
                    let mut trial = state.clone();
                    let taken = trial.act(decision.nation, &answer);
                    assert!(taken.is_ok(), "{decision:?}: {answer:?}: {taken:?}");
                    asked.insert(decision.kind);
                }
                state.act(nation, &done).expect("recorded");
            }
        }
        for kind in [
            DecisionKind::Allot,
            DecisionKind::Discard,
            DecisionKind::OffensiveOption,
            DecisionKind::Movement,
            DecisionKind::Attack,
            DecisionKind::Play,
            DecisionKind::Retreat,
            DecisionKind::Fate,
        ] {
            assert!(asked.contains(&kind), "{kind:?} was never asked");
        }
    }

    #[test]
    fn troops_are_divided_evenly_and_what_is_over_goes_to_the_highest() {
        let state = State::new(Setup::default(), [1; 32]);
        let decision = state.decisions().into_iter().find(|d| d.nation == Nation::France);
        let troops = evenly(&state, decision.expect("France allots"));
        let counts: Vec<u8> = troops.iter().map(|(_, count)| *count).collect();
        assert_eq!(counts, [7, 7, 6]);
    }

    #[test]
    fn the_smallest_card_has_the_lowest_value_and_no_reserve() {
        let card = |text: &str| Action::Discard { card: text.parse().expect("a card") };
        let cards = ["R/1", "9S/1", "3D/1", "3C/2", "3C/1"].map(card).to_vec();
        let first = smallest(cards, |action| match action {
            Action::Discard { card } => Some(card_size(*card)),
            _ => None,
        });
        assert_eq!(first, Some(card("3C/1")));
    }

    #[test]
    fn of_fate_it_declines_what_it_may_and_else_takes_the_lowest_in_rank() {
        let general = |name| {
            let piece = crate::game::PieceId::from_name(Nation::Prussia, name).expect("a general");
            FateChoice::General(piece)
        };
        assert!(choice_size(FateChoice::Decline) < choice_size(general("Lehwaldt")));
        assert!(choice_size(general("Lehwaldt")) < choice_size(general("Winterfeldt")));
    }
}
