//! What was agreed for a game: kept with it as JSON, and in the first entry of its log.
//!
//! Each part is defined, read and checked in the file that carries it out.

use super::clock::Clocks;
use super::press::PressRule;
use super::votes::VoteSettings;
use super::{CampaignError, Pace};
use crate::game::Setup;
use crate::store::Game;
use serde::{Deserialize, Serialize};

/// The settings of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Settings {
    pub setup: Setup,
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
}

impl Settings {
    /// With everything but the game itself as it usually is.
    pub fn new(setup: Setup) -> Settings {
        Settings {
            setup,
            pace: None,
            press: PressRule::default(),
            anonymous: false,
            votes: VoteSettings::default(),
            clocks: None,
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

    /// As the store keeps them.
    pub fn text(&self) -> String {
        // Names and small numbers, which JSON can always hold.
        serde_json::to_string(self).unwrap_or_default()
    }
}
