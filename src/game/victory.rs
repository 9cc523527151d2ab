//! The end of the game (R12, R14.1, R14.2) and the end of each turn (R2.3).

use super::board::{Home, board};
use super::event::Event;
use super::fate_deck::Stroke;
use super::nation::{Nation, Seat, Side};
use super::outcome::{Ending, Outcome};
use super::state::{Offensive, Phase, State};

/// The first turn at whose end a Card of Fate is drawn (R2.3).
pub const FIRST_FATE_TURN: u16 = 6;

impl State {
    /// R11.5: whether objectives of the 1st order suffice for the nation.
    pub fn has_eased_victory(&self, nation: Nation) -> bool {
        self.rules.eased_victory
            && match nation {
                Nation::Sweden => self.has_left(Nation::Russia),
                Nation::Austria | Nation::ImperialArmy => {
                    self.seat_of(Nation::ImperialArmy) != Seat::MariaTheresa
                }
                _ => false,
            }
    }

    /// Whether the nation needs its objectives of this order (R1.3, R11.5).
    pub(super) fn needs(&self, nation: Nation, order: u8) -> bool {
        order == 1 || !self.has_eased_victory(nation)
    }

    /// Whether an attacking nation controls all it needs (R1.3), with the four that Austria may
    /// count under the offensive option (R13.7).
    pub fn controls_all_it_needs(&self, nation: Nation) -> bool {
        if !self.in_play(nation) {
            return false;
        }
        self.objectives_to_take(nation) == 0
    }

    /// How many objectives the nation has still to take before it controls all it needs: without the four that Austria
    /// may count under the offensive option (R13.7), of which the one in Saxony is none.
    pub fn objectives_to_take(&self, nation: Nation) -> usize {
        let missing = self.objectives_missing(nation);
        if nation != Nation::Austria || !self.offensive_option_was_chosen() {
            return missing;
        }
        let least = usize::from(!self.austria_holds_one_in_saxony());
        missing.saturating_sub(4).max(least)
    }

    /// Whether Prussia can win by its objectives in Bohemia, as far as has been decided (R13.3, R13.6, R14.2).
    pub fn prussia_can_win_in_bohemia(&self) -> bool {
        self.rules.bohemia_is_open()
            || (self.offensive_option_was_chosen() && !self.offensive_option_failed())
    }

    /// R13.7: at least one objective in Saxony is really conquered.
    fn austria_holds_one_in_saxony(&self) -> bool {
        self.conquered().any(|(city, nation)| {
            nation == Nation::Austria && board().info(city).home == Home::Saxony
        })
    }

    fn offensive_option_was_chosen(&self) -> bool {
        matches!(self.offensive, Offensive::Chosen | Offensive::Taken)
    }

    /// The end of a turn (R2.3, R12).
    pub(super) fn end_turn(&mut self, events: &mut Vec<Event>) {
        if self.check_victory(false, events) {
            return;
        }
        self.set_aside_for_absent(events);
        if self.turn >= FIRST_FATE_TURN {
            self.draw_fate(events);
        } else {
            self.next_turn(events);
        }
    }

    /// After the Card of Fate has been carried out (R12.2).
    pub(super) fn after_fate(&mut self, events: &mut Vec<Event>) {
        if !self.check_victory(true, events) {
            self.next_turn(events);
        }
    }

    /// R12.1 and R12.2: whether somebody has won now; then the game is over.
    fn check_victory(&mut self, after_fate: bool, events: &mut Vec<Event>) -> bool {
        let Some((ending, nations)) = self.victors(after_fate) else { return false };
        self.end_game(ending, nations, events);
        true
    }

    /// Who has won now, and how, if anybody has (R12.1, R12.2).
    pub(super) fn victors(&self, after_fate: bool) -> Option<(Ending, Vec<Nation>)> {
        let attackers: Vec<Nation> = self
            .rules
            .nations
            .iter()
            .copied()
            .filter(|nation| nation.side() == Side::Attacker)
            .filter(|nation| self.controls_all_it_needs(*nation))
            .collect();
        let prussia =
            self.rules.prussia_wins_at_end_of_turn && self.objectives_missing(Nation::Prussia) == 0;
        let outlasted = after_fate && self.rules.must_leave.iter().all(|n| self.has_left(*n));
        let prussian_side = || -> Vec<Nation> {
            let nations = self.rules.nations.iter().copied();
            nations.filter(|nation| nation.side() == Side::Prussian).collect()
        };
        if !attackers.is_empty() {
            // In the Austrian theatre both sides can be done in the same turn: all of them win.
            let mut nations = attackers;
            if prussia {
                nations.insert(0, Nation::Prussia);
            }
            Some((Ending::Objectives, nations))
        } else if prussia {
            Some((Ending::Bohemia, vec![Nation::Prussia]))
        } else if outlasted {
            Some((Ending::Outlasted, prussian_side()))
        } else {
            None
        }
    }

    /// R13.4: with the offensive option Prussia wins at once.
    pub(super) fn check_offensive_victory(&mut self, events: &mut Vec<Event>) {
        let open = self.offensive_option_was_chosen() && !self.offensive_option_failed();
        if open && self.objectives_missing(Nation::Prussia) == 0 {
            self.end_game(Ending::Bohemia, vec![Nation::Prussia], events);
        }
    }

    fn end_game(&mut self, ending: Ending, nations: Vec<Nation>, events: &mut Vec<Event>) {
        let mut winners: Vec<Seat> = nations.iter().map(|nation| self.seat_of(*nation)).collect();
        winners.sort_unstable();
        winners.dedup();
        let outcome = Outcome { ending, nations, winners, turn: self.turn };
        self.phase = Phase::GameOver;
        self.combats.clear();
        self.combat = None;
        self.retreat = None;
        self.fate_pending = None;
        self.marked.fill(false);
        self.outcome = Some(outcome.clone());
        events.push(Event::GameEnded { outcome });
    }

    /// Whether the offensive option has failed (R13.6).
    pub(super) fn offensive_option_failed(&self) -> bool {
        self.offensive == Offensive::Taken
            && self.strokes.iter().any(|s| matches!(s, Stroke::LordBute | Stroke::Poems))
    }
}
