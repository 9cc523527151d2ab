//! Whether pictures go along with a mail, and how the picture of the theatre is shown.
//!
//! What pictures show is told in words by the rest of the mail.

use super::facts::Picture;
use super::shown::Shown;
use serde::Serialize;

/// The map of a mail.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct MapAid {
    /// Pictures go along with the mail.
    pub pictures: bool,
    /// What the picture of the theatre is about, and where it can be clicked.
    pub shown: Shown,
}

impl MapAid {
    /// How this picture is shown; `pictures` is false, for the caller to change.
    pub fn new(picture: &Picture) -> MapAid {
        MapAid { pictures: false, shown: Shown::of(picture) }
    }
}
