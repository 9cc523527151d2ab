//! What was agreed for a game: kept with it as JSON, and in the first entry of its log.
//!
//! Clocks are defined and checked in `clocks`, press and votes in `talk`, the pace in `campaign::pace`, what the rules
//! need in [`crate::game`]; the rest stands here. What the form of a new game makes of it is `club::desk`'s.

pub(super) mod clocks;
pub(super) mod talk;

use crate::bot::Level;
use crate::campaign::office::CampaignError;
use crate::campaign::pace::Pace;
use crate::campaign::settings::clocks::Clocks;
use crate::campaign::settings::talk::{PressRule, VoteSettings};
use crate::game::Setup;
use crate::store::Game;
use serde::{Deserialize, Serialize};

/// The settings of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// Scenario, edition and options: all that the rules need besides chance.
    pub setup: Setup,
    /// Who may play.
    #[serde(default)]
    pub membership: Membership,
    /// How fast the program itself acts; the installation's pace if none was agreed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<Pace>,
    /// What players may say to one another.
    #[serde(default)]
    pub press: PressRule,
    /// Players know one another by their roles only.
    #[serde(default)]
    pub anonymous: bool,
    /// How long a vote lasts.
    #[serde(default)]
    pub votes: VoteSettings,
    /// When answers are due; nothing is if none were agreed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// Which seats the program plays.
    #[serde(default)]
    pub company: Company,
}

impl Settings {
    /// The usual settings for a game of this kind.
    pub fn new(setup: Setup) -> Settings {
        Settings {
            setup,
            membership: Membership::default(),
            pace: None,
            press: PressRule::default(),
            anonymous: false,
            votes: VoteSettings::default(),
            clocks: None,
            company: Company::default(),
        }
    }

    /// Those of a game.
    ///
    /// # Errors
    ///
    /// They cannot be read.
    pub fn of(game: &Game) -> Result<Settings, CampaignError> {
        serde_json::from_str(&game.settings).map_err(|error| CampaignError::BrokenGame {
            game: game.name.clone(),
            reason: format!("its settings cannot be read: {error}"),
        })
    }

    /// The settings as the store keeps them: JSON.
    pub fn text(&self) -> String {
        // Names and small numbers, which JSON can always hold.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Which seats the program plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Company {
    /// How many places they take when the game begins.
    pub bots: Bots,
    /// How well those play that fill a table up or take a vacant seat.
    pub level: Level,
    /// What plays a seat that loses its player.
    pub vacant: VacantSeats,
}

/// How many places of a game that gathers are left to bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Bots {
    /// All seats are for people.
    #[default]
    None,
    /// All seats but those of the founder and of people who are invited.
    Fill,
    /// So many of the seats, at least 1.
    Number(u8),
}

/// What plays a vacant seat until somebody takes it over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VacantSeats {
    /// Holds the position and does only what the rules compel (docs/caretaker.md).
    #[default]
    Caretaker,
    /// Plays to win, at the level that was agreed.
    Bot,
}

impl Pace {
    /// The pace of a game: its own, where it has a sound one, else this.
    pub(crate) fn of_game(self, game: &Game) -> Result<Pace, CampaignError> {
        let own = Settings::of(game)?.pace.filter(|own| own.fault().is_none());
        Ok(own.unwrap_or(self))
    }
}

/// Who may play, what a game waits for before it begins, and how long it is kept after its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Membership {
    /// Anybody may join; otherwise only who is invited.
    pub open: bool,
    /// The password for joining, as `desk::new_game` keeps it; `None` if none is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// The least percentage of decisions answered in time; 0 for anybody.
    pub reliability: u32,
    /// Roles are raffled among the players; otherwise who comes first chooses.
    pub raffle: bool,
    /// The most seats that one person may hold: 1 to 4.
    pub seats_per_person: u8,
    /// Days that a full game waits for hashes before it does without those that have not come, and as many again
    /// in which the phrases must be opened.
    pub phrase_days: u32,
    /// Whether a round of the public beacon goes into all chance.
    pub beacon: BeaconUse,
    /// Days from the end of the game until nothing but its log is kept.
    pub archive_days: u32,
    /// The number of the person who founded it by mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub founder: Option<i64>,
}

/// Whether a game uses the public beacon.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum BeaconUse {
    #[default]
    No,
    /// The beacon, besides the players' phrases.
    Yes,
    /// Only the beacon, in place of phrases.
    Only,
}

impl BeaconUse {
    /// Whether the players are asked for phrases.
    pub fn phrases(self) -> bool {
        self != BeaconUse::Only
    }

    /// Whether a round is awaited.
    pub fn beacon(self) -> bool {
        self != BeaconUse::No
    }
}

impl Default for Membership {
    fn default() -> Membership {
        Membership {
            open: true,
            password: None,
            reliability: 0,
            raffle: true,
            seats_per_person: 1,
            phrase_days: 7,
            beacon: BeaconUse::No,
            archive_days: 30,
            founder: None,
        }
    }
}
