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
    /// Russia leaves, and Prussia loses Lehwaldt, or a general of its choice in the anniversary edition.
    Elisabeth,
    /// Sweden leaves, and Prussia loses a general of its choice, but never Friedrich.
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
    /// A stroke of fate, with one text (R11.2).
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

/// What a numbered card's text does: at once, or through the whole next turn (R11.7). The names are those of the data
/// file; the number and suit of the card that carries each come first. Rulings: R11.8.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FateText {
    /// Nothing happens: so with 1, 2 and 3 spades, 4 and 5 clubs, and others.
    None,
    /// 1 clubs: a Russian general of Russia's choice gains a troop.
    RussianGains,
    /// 1 hearts: Austria and Russia may exchange a card, if both name one.
    AustriaRussiaExchange,
    /// 1 diamonds: Tottleben gains a troop.
    TottlebenGains,
    /// 2 clubs: Fermor may not move if he stands in Küstrin or beside it when the phase begins.
    FermorAtKuestrin,
    /// 2 hearts: Apraxin loses a troop, but not his last (R11.10).
    ApraxinLoses,
    /// 2 diamonds: Saltikov, and a stack with him, goes one city less.
    SaltikovSlow,
    /// 3 clubs: between Prussia and France no card counts 10 or more.
    LowCardsOnly,
    /// 3 hearts: Soubise may not attack with the suit with which Hildburghausen did.
    SoubiseAvoidsSuit,
    /// 3 diamonds, classic: nobody may have to attack from or into Halle; trains are safe there.
    NobodyAtHalle,
    /// 3 diamonds, anniversary: nobody may have to attack into Halle.
    NobodyIntoHalle,
    /// 4 spades: the first card that France plays in combats of the turn counts 1 more.
    FranceFirstCard,
    /// 4 hearts: France may discard a card and draw another at once.
    FranceRedraws,
    /// 4 diamonds: Cumberland may not attack (R11.9) and eliminates no train.
    CumberlandMayNotAttack,
    /// 5 spades: Soubise may not attack (R11.9) and eliminates no train.
    SoubiseMayNotAttack,
    /// 5 hearts: Richelieu, and a stack with him, goes one city less.
    RichelieuSlow,
    /// 5 diamonds: however his stack is split, Chevert is not left alone.
    ChevertStays,
    /// 6 spades: Austria may move Laudon one city at once; he conquers nothing.
    LaudonMoves,
    /// 6 clubs: Daun gains a troop.
    DaunGains,
    /// 6 diamonds: Austria may turn a Prussian stack in Austria or Saxony face down.
    AustriaFlips,
    /// 7 spades: Friedrich may not attack (R11.9) and eliminates no train.
    FriedrichMayNotAttack,
    /// 7 hearts: Friedrich, and a stack with him, receives no new troops.
    FriedrichNoTroops,
    /// 7 diamonds: once, where Friedrich fights, Prussia has to reach a score above 0 if it can.
    FriedrichMustLead,
    /// 8 spades: a Prussian general of Prussia's choice gains a troop.
    PrussianGains,
    /// 8 clubs: Prussians whom Daun attacks may go one city away before the combat.
    DaunWithdrawal,
    /// 8 diamonds, classic: Karl loses a troop, but not his last (R11.10).
    KarlLoses,
    /// 8 diamonds, anniversary: when Friedrich attacks, Prussia's first card counts 5 more, once.
    FriedrichAttacksStronger,
    /// 9 spades: Russian generals five or six cities from their nearest train are turned face down.
    RussiansFar,
    /// 9 clubs: Friedrich, and a stack with him, goes one city more.
    FriedrichFast,
    /// 9 diamonds: Prussia may give Austria a card and draw one of Austria's by chance.
    PrussiaAustriaSwap,
    /// 10 spades: Prussians who receive troops may not attack (R11.11).
    ReinforcedMayNotAttack,
    /// 10 clubs: a Prussian general of Prussia's choice loses a troop, but not a last one.
    PrussianLoses,
    /// 10 hearts: when Friedrich is attacked for the first time, Prussia's first card counts 0.
    FriedrichFirstCardZero,
    /// 11 spades: Prussia may once count an 11 of spades double.
    ElevenDoubled,
    /// 11 clubs: a Hanoverian general of Hanover's choice gains a troop.
    HanoverianGains,
    /// 11 hearts: Heinrich protects objectives up to four cities away.
    HeinrichProtects,
    /// 12 spades: Daun, and a stack with him, goes one city less.
    DaunSlow,
    /// 12 clubs: Ehrensvärd is turned face down if he is five or six cities from his train.
    EhrensvaerdFar,
    /// 12 hearts: if Hildburghausen has lost a combat this turn, Prussia may move him two cities westwards.
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
