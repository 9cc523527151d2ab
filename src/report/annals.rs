//! The sentences of a campaign's history beside those for events and orders.
//!
//! What each is told of is a part of the log, which is JSON.

/// A sentence of a campaign's history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistorySentence {
    /// Above the whole.
    Heading,
    Founded,
    Committed,
    BeaconAwaited,
    GatheredAnew,
    Begun,
    TakenBack,
    Closed,
    Ended,
    /// A mail that came.
    Mail,
    /// An entry of the log of a kind that this version does not know.
    Other,
}

impl HistorySentence {
    pub const ALL: [HistorySentence; 11] = [
        HistorySentence::Heading,
        HistorySentence::Founded,
        HistorySentence::Committed,
        HistorySentence::BeaconAwaited,
        HistorySentence::GatheredAnew,
        HistorySentence::Begun,
        HistorySentence::TakenBack,
        HistorySentence::Closed,
        HistorySentence::Ended,
        HistorySentence::Mail,
        HistorySentence::Other,
    ];

    /// The name of its macro in the templates.
    pub const fn id(self) -> &'static str {
        match self {
            HistorySentence::Heading => "heading",
            HistorySentence::Founded => "founded",
            HistorySentence::Committed => "committed",
            HistorySentence::BeaconAwaited => "beacon_awaited",
            HistorySentence::GatheredAnew => "gathered_anew",
            HistorySentence::Begun => "begun",
            HistorySentence::TakenBack => "taken_back",
            HistorySentence::Closed => "closed",
            HistorySentence::Ended => "ended",
            HistorySentence::Mail => "mail",
            HistorySentence::Other => "other",
        }
    }
}
