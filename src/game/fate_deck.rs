//! The Cards of Fate themselves (R11.1): what the 18 cards are and what their texts are called.
//!
//! What the texts do is in [`super::fate`].

use super::cards::Suit;
use super::nation::Nation;
use super::pieces::{PieceId, PieceSet, named};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The six strokes of fate (R11.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stroke {
    /// Russia leaves.
    Elisabeth,
    /// Sweden leaves.
    Sweden,
    /// The first of it and [`Stroke::America`] cuts the draws of Austria and France; the second makes France leave.
    India,
    /// See [`Stroke::India`].
    America,
    /// Cuts the draws of Prussia by two, as [`Stroke::Poems`] does.
    LordBute,
    /// See [`Stroke::LordBute`].
    Poems,
}

impl Stroke {
    /// All six, in the order of the unshuffled deck.
    pub const ALL: [Stroke; 6] = [
        Stroke::Elisabeth,
        Stroke::Sweden,
        Stroke::India,
        Stroke::America,
        Stroke::LordBute,
        Stroke::Poems,
    ];

    /// Stable name of the card.
    pub const fn id(self) -> &'static str {
        match self {
            Stroke::Elisabeth => "elisabeth",
            Stroke::Sweden => "sweden",
            Stroke::India => "india",
            Stroke::America => "america",
            Stroke::LordBute => "lord-bute",
            Stroke::Poems => "poems",
        }
    }
}

/// A Card of Fate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FateCard {
    /// Numbered 1 to 12, with four texts.
    Numbered(u8),
    Stroke(Stroke),
}

/// All 18 cards in a fixed order: the order before the shuffle (R1.9).
pub fn sorted_fate_deck() -> Vec<FateCard> {
    (1..=12).map(FateCard::Numbered).chain(Stroke::ALL.map(FateCard::Stroke)).collect()
}

/// Which text of a numbered card is in force (R11.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FateInForce {
    /// The number of the card, 1 to 12.
    pub card: u8,
    /// The suit of the text.
    pub suit: Suit,
}

/// What a numbered card's text does. The names are those of the data file; the cards that carry
/// them stand behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FateText {
    /// No effect.
    None,
    /// 1 clubs
    RussianGains,
    /// 1 hearts
    AustriaRussiaExchange,
    /// 1 diamonds
    TottlebenGains,
    /// 2 clubs
    FermorAtKuestrin,
    /// 2 hearts
    ApraxinLoses,
    /// 2 diamonds
    SaltikovSlow,
    /// 3 clubs
    LowCardsOnly,
    /// 3 hearts
    SoubiseAvoidsSuit,
    /// 3 diamonds, classic
    NobodyAtHalle,
    /// 3 diamonds, anniversary
    NobodyIntoHalle,
    /// 4 spades
    FranceFirstCard,
    /// 4 hearts
    FranceRedraws,
    /// 4 diamonds
    CumberlandMayNotAttack,
    /// 5 spades
    SoubiseMayNotAttack,
    /// 5 hearts
    RichelieuSlow,
    /// 5 diamonds
    ChevertStays,
    /// 6 spades
    LaudonMoves,
    /// 6 clubs
    DaunGains,
    /// 6 diamonds
    AustriaFlips,
    /// 7 spades
    FriedrichMayNotAttack,
    /// 7 hearts
    FriedrichNoTroops,
    /// 7 diamonds
    FriedrichMustLead,
    /// 8 spades
    PrussianGains,
    /// 8 clubs
    DaunWithdrawal,
    /// 8 diamonds, classic
    KarlLoses,
    /// 8 diamonds, anniversary
    FriedrichAttacksStronger,
    /// 9 spades
    RussiansFar,
    /// 9 clubs
    FriedrichFast,
    /// 9 diamonds
    PrussiaAustriaSwap,
    /// 10 spades
    ReinforcedMayNotAttack,
    /// 10 clubs
    PrussianLoses,
    /// 10 hearts
    FriedrichFirstCardZero,
    /// 11 spades
    ElevenDoubled,
    /// 11 clubs
    HanoverianGains,
    /// 11 hearts
    HeinrichProtects,
    /// 12 spades
    DaunSlow,
    /// 12 clubs
    EhrensvaerdFar,
    /// 12 hearts
    HildburghausenWest,
}

impl FateText {
    /// The pieces that the text speaks of: those it helps or hinders while it is in force, or that
    /// it may change at once.
    pub fn pieces(self) -> PieceSet {
        use FateText::*;
        let one = |general: PieceId| PieceSet::one(general);
        match self {
            RussianGains | RussiansFar => PieceSet::generals_of(Nation::Russia),
            TottlebenGains => one(named::TOTTLEBEN),
            FermorAtKuestrin => one(named::FERMOR),
            ApraxinLoses => one(named::APRAXIN),
            SaltikovSlow => one(named::SALTIKOV),
            LowCardsOnly => {
                PieceSet::generals_of(Nation::Prussia).or(PieceSet::generals_of(Nation::France))
            }
            SoubiseAvoidsSuit => one(named::SOUBISE).or(one(named::HILDBURGHAUSEN)),
            FranceFirstCard => PieceSet::generals_of(Nation::France),
            CumberlandMayNotAttack => one(named::CUMBERLAND),
            SoubiseMayNotAttack => one(named::SOUBISE),
            RichelieuSlow => one(named::RICHELIEU),
            ChevertStays => one(named::CHEVERT),
            LaudonMoves => one(named::LAUDON),
            DaunGains | DaunSlow => one(named::DAUN),
            DaunWithdrawal => one(named::DAUN).or(PieceSet::generals_of(Nation::Prussia)),
            KarlLoses => one(named::KARL),
            FriedrichMayNotAttack
            | FriedrichNoTroops
            | FriedrichMustLead
            | FriedrichFast
            | FriedrichFirstCardZero
            | FriedrichAttacksStronger => one(named::FRIEDRICH),
            AustriaFlips
            | PrussianGains
            | PrussianLoses
            | ReinforcedMayNotAttack
            | ElevenDoubled => PieceSet::generals_of(Nation::Prussia),
            HanoverianGains => PieceSet::generals_of(Nation::Hanover),
            HeinrichProtects => one(named::HEINRICH),
            EhrensvaerdFar => one(named::EHRENSVAERD),
            HildburghausenWest => one(named::HILDBURGHAUSEN),
            NobodyAtHalle
            | NobodyIntoHalle
            | AustriaRussiaExchange
            | FranceRedraws
            | PrussiaAustriaSwap
            | None => PieceSet::EMPTY,
        }
    }
}

impl fmt::Display for FateCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FateCard::Numbered(number) => write!(f, "{number}"),
            FateCard::Stroke(stroke) => f.write_str(stroke.id()),
        }
    }
}

/// Why a text is not a Card of Fate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a Card of Fate: write 1 to 12 or the name of a stroke such as `lord-bute`")]
pub struct NotAFateCard(String);

impl FromStr for FateCard {
    type Err = NotAFateCard;

    fn from_str(text: &str) -> Result<FateCard, NotAFateCard> {
        if let Some(stroke) = Stroke::ALL.into_iter().find(|stroke| stroke.id() == text) {
            return Ok(FateCard::Stroke(stroke));
        }
        match text.parse() {
            Ok(number @ 1..=12) => Ok(FateCard::Numbered(number)),
            _ => Err(NotAFateCard(text.chars().take(40).collect())),
        }
    }
}

impl Serialize for FateCard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for FateCard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FateCard, D::Error> {
        let text = std::borrow::Cow::<'_, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The numbered card in force as the protocol writes it: `{"card":"8","suit":"spades"}`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct InForce {
    card: String,
    suit: Suit,
}

impl Serialize for FateInForce {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        InForce { card: self.card.to_string(), suit: self.suit }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for FateInForce {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FateInForce, D::Error> {
        let InForce { card, suit } = InForce::deserialize(deserializer)?;
        match card.parse() {
            Ok(card @ 1..=12) => Ok(FateInForce { card, suit }),
            _ => Err(serde::de::Error::custom("a numbered Card of Fate is `1` to `12`")),
        }
    }
}
