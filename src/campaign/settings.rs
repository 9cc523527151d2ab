//! What was agreed for a game: kept with it as JSON, and in the first entry of its log.
//!
//! Each part is defined, read and checked in the file that carries it out.

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
    pub setup: Setup,
    #[serde(default)]
    pub membership: Membership,
    /// The installation's, if none was agreed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<Pace>,
    /// What players may say to one another.
    #[serde(default)]
    pub press: PressRule,
    /// Players know one another by their roles only.
    #[serde(default)]
    pub anonymous: bool,
    #[serde(default)]
    pub votes: VoteSettings,
    /// Nothing is due if none were agreed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
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
    pub bots: Bots,
    /// How well those play that fill a table up or take a vacant seat.
    pub level: Level,
    pub vacant: VacantSeats,
}

/// How many places of a game that gathers are left to bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Bots {
    #[default]
    None,
    /// All seats but those of the founder and of people who are invited.
    Fill,
    Number(u8),
}

/// What plays a vacant seat until somebody takes it over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VacantSeats {
    #[default]
    Caretaker,
    Bot,
}

impl Pace {
    /// The pace of a game: its own, where it has a sound one, else this.
    pub(crate) fn of_game(self, game: &Game) -> Result<Pace, CampaignError> {
        let own = Settings::of(game)?.pace.filter(|own| own.fault().is_none());
        Ok(own.unwrap_or(self))
    }
}

/// Who may play, and what becomes of the game before and after.
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
    pub seats_per_person: u8,
    /// Days after which a full game does without the hashes that have not come, and days in which the
    /// phrases must be opened then.
    pub phrase_days: u32,
    /// Whether a round of the public beacon goes into all chance.
    pub beacon: BeaconUse,
    /// Days after its end after which only the log is kept.
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
