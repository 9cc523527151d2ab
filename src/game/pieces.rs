//! The pieces (R1.7): generals and supply trains, and sets of them.

use super::board::{CityId, board, rows};
use super::nation::Nation;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::LazyLock;

/// A piece, by its place in the table of pieces: nation by nation, generals by rank, then trains.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PieceId(pub u8);

/// Number of pieces of the standard game.
pub const PIECES: usize = 35;

/// General or supply train.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Leads troops, conquers and fights.
    General,
    /// A supply train: neither conquers nor fights (R5.8, R9).
    Train,
}

/// What does not change about a piece.
#[derive(Debug)]
pub struct Piece {
    /// Whose it is; that does not change when another seat plays the nation.
    pub nation: Nation,
    /// What it can do.
    pub kind: Kind,
    /// Rank number: the lowest in a stack is the supreme commander (R4.3).
    pub rank: u8,
    /// Generals' names are unique; trains are `Train 1` and `Train 2` of their nation.
    pub name: String,
    /// Where it is set up.
    pub start: CityId,
}

#[derive(Deserialize)]
struct PieceRow {
    nation: Nation,
    name: String,
    kind: Kind,
    rank: u8,
    start: CityId,
}

static TABLE: LazyLock<Vec<Piece>> = LazyLock::new(|| match load() {
    Ok(table) => table,
    // Compiled in: a wrong file is a defect of the program.
    Err(fault) => panic!("the data file of pieces is inconsistent: {fault}"),
});

fn load() -> Result<Vec<Piece>, String> {
    let table: Vec<Piece> = rows::<PieceRow>("pieces.csv", include_str!("data/pieces.csv"))?
        .into_iter()
        .map(|PieceRow { nation, name, kind, rank, start }| Piece {
            nation,
            kind,
            rank,
            name,
            start,
        })
        .collect();
    let key = |piece: &Piece| (piece.nation, piece.kind == Kind::Train, piece.rank);
    if table.len() != PIECES || !table.is_sorted_by(|a, b| key(a) < key(b)) {
        return Err(format!("pieces.csv: {PIECES} pieces by nation, kind and rank expected"));
    }
    // A start that is no city of the board has been refused with its row.
    if table.iter().any(|piece| board().info(piece.start).name.is_empty()) {
        return Err("pieces.csv: a piece starts in a city without a name".into());
    }
    Ok(table)
}

/// All pieces of the standard game.
pub fn all_pieces() -> impl Iterator<Item = PieceId> {
    (0..PIECES as u8).map(PieceId)
}

/// The generals that Cards of Fate and scenarios name, in the order of the table.
pub mod named {
    use super::PieceId;

    /// Friedrich, of Prussia.
    pub const FRIEDRICH: PieceId = PieceId(0);
    /// Heinrich, of Prussia.
    pub const HEINRICH: PieceId = PieceId(2);
    /// Seydlitz, of Prussia.
    pub const SEYDLITZ: PieceId = PieceId(5);
    /// Lehwaldt, of Prussia.
    pub const LEHWALDT: PieceId = PieceId(7);
    /// The first supply train of Prussia.
    pub const PRUSSIAN_TRAIN_1: PieceId = PieceId(8);
    /// Cumberland, of Hanover.
    pub const CUMBERLAND: PieceId = PieceId(11);
    /// Saltikov, of Russia.
    pub const SALTIKOV: PieceId = PieceId(13);
    /// Fermor, of Russia.
    pub const FERMOR: PieceId = PieceId(14);
    /// Apraxin, of Russia.
    pub const APRAXIN: PieceId = PieceId(15);
    /// Tottleben, of Russia.
    pub const TOTTLEBEN: PieceId = PieceId(16);
    /// Ehrensvärd, of Sweden.
    pub const EHRENSVAERD: PieceId = PieceId(19);
    /// Daun, of Austria.
    pub const DAUN: PieceId = PieceId(21);
    /// Karl, of Austria.
    pub const KARL: PieceId = PieceId(23);
    /// Laudon, of Austria.
    pub const LAUDON: PieceId = PieceId(24);
    /// Hildburghausen, of the Imperial Army.
    pub const HILDBURGHAUSEN: PieceId = PieceId(28);
    /// Richelieu, of France.
    pub const RICHELIEU: PieceId = PieceId(30);
    /// Soubise, of France.
    pub const SOUBISE: PieceId = PieceId(31);
    /// Chevert, of France.
    pub const CHEVERT: PieceId = PieceId(32);
}

impl PieceId {
    /// Index into arrays over all pieces.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What does not change about the piece.
    pub fn info(self) -> &'static Piece {
        &TABLE[self.index()]
    }

    /// Its nation, by the fixed order of the table: cheaper than [`PieceId::info`].
    pub const fn nation(self) -> Nation {
        match self.0 {
            0..=9 => Nation::Prussia,
            10..=12 => Nation::Hanover,
            13..=18 => Nation::Russia,
            19..=20 => Nation::Sweden,
            21..=27 => Nation::Austria,
            28..=29 => Nation::ImperialArmy,
            _ => Nation::France,
        }
    }

    /// Whether it is a general, by the fixed order of the table.
    pub const fn is_general(self) -> bool {
        PieceSet::TRAINS.0 & (1 << self.0) == 0
    }

    /// The piece of a nation with this very name; `None` if it has none.
    pub fn from_name(nation: Nation, name: &str) -> Option<PieceId> {
        all_pieces().find(|piece| piece.nation() == nation && piece.info().name == name)
    }

    /// The piece of a nation with the same name, if it has one; otherwise this piece.
    pub(super) fn namesake_of(self, nation: Nation) -> PieceId {
        PieceId::from_name(nation, self.name()).unwrap_or(self)
    }

    /// Name as in the data files.
    pub fn name(self) -> &'static str {
        &self.info().name
    }
}

impl std::fmt::Display for PieceId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for PieceId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// By the name alone: every general has one of his own, and of the trains with the same name it is
/// the first in the table. Who reads events or orders knows the nation.
impl<'de> Deserialize<'de> for PieceId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PieceId, D::Error> {
        let name = std::borrow::Cow::<'_, str>::deserialize(deserializer)?;
        all_pieces().find(|piece| piece.name() == name).ok_or_else(|| {
            let shown: String = name.chars().take(60).collect();
            serde::de::Error::custom(format!("there is no piece `{shown}`"))
        })
    }
}

/// A set of pieces: a stack, the pieces of a nation.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct PieceSet(u64);

impl PieceSet {
    /// No piece.
    pub const EMPTY: PieceSet = PieceSet(0);
    /// All supply trains.
    pub const TRAINS: PieceSet = PieceSet(
        1 << 8
            | 1 << 9
            | 1 << 12
            | 1 << 17
            | 1 << 18
            | 1 << 20
            | 1 << 26
            | 1 << 27
            | 1 << 29
            | 1 << 33
            | 1 << 34,
    );

    /// All pieces of a nation.
    pub const fn of(nation: Nation) -> PieceSet {
        let (first, after) = match nation {
            Nation::Prussia => (0, 10),
            Nation::Hanover => (10, 13),
            Nation::Russia => (13, 19),
            Nation::Sweden => (19, 21),
            Nation::Austria => (21, 28),
            Nation::ImperialArmy => (28, 30),
            Nation::France => (30, 35),
        };
        PieceSet((1 << after) - (1 << first))
    }

    /// The generals of a nation.
    pub const fn generals_of(nation: Nation) -> PieceSet {
        PieceSet(PieceSet::of(nation).0 & !PieceSet::TRAINS.0)
    }

    /// The set of one piece.
    pub const fn one(piece: PieceId) -> PieceSet {
        PieceSet(1 << piece.0)
    }

    /// Adds a piece.
    pub fn insert(&mut self, piece: PieceId) {
        self.0 |= 1 << piece.0;
    }

    /// Puts the piece in if it belongs there: without a branch, for scans over all pieces.
    pub(super) fn insert_if(&mut self, belongs: bool, piece: PieceId) {
        self.0 |= u64::from(belongs) << piece.0;
    }

    /// Whether the piece is in the set.
    pub const fn contains(self, piece: PieceId) -> bool {
        self.0 & (1 << piece.0) != 0
    }

    /// Whether all pieces of the other set are in this one.
    pub const fn contains_all(self, other: PieceSet) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether some piece is in both sets.
    pub const fn intersects(self, other: PieceSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The pieces that are in both sets.
    pub const fn and(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 & other.0)
    }

    /// The pieces that are in either set.
    pub const fn or(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 | other.0)
    }

    /// The pieces of this set that are not in the other.
    pub const fn without(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 & !other.0)
    }

    /// How many pieces there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no piece.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The piece first in the table: of a stack, its supreme commander (R4.3). `None` of an empty set.
    pub const fn first(self) -> Option<PieceId> {
        if self.0 == 0 { None } else { Some(PieceId(self.0.trailing_zeros() as u8)) }
    }

    /// In the order of the table: generals of one nation come by rank.
    pub fn iter(self) -> Iter {
        Iter(self.0)
    }
}

/// Iterator over a [`PieceSet`].
#[derive(Clone)]
pub struct Iter(u64);

impl Iterator for Iter {
    type Item = PieceId;

    fn next(&mut self) -> Option<PieceId> {
        let piece = PieceSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(piece)
    }
}

impl DoubleEndedIterator for Iter {
    fn next_back(&mut self) -> Option<PieceId> {
        if self.0 == 0 {
            return None;
        }
        let last = 63 - self.0.leading_zeros() as u8;
        self.0 &= !(1 << last);
        Some(PieceId(last))
    }
}

impl IntoIterator for PieceSet {
    type Item = PieceId;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<PieceId> for PieceSet {
    fn from_iter<I: IntoIterator<Item = PieceId>>(pieces: I) -> PieceSet {
        let mut set = PieceSet::EMPTY;
        for piece in pieces {
            set.insert(piece);
        }
        set
    }
}

impl std::fmt::Debug for PieceSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(PieceId::name)).finish()
    }
}

impl Serialize for PieceSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Pieces are read by name, as a [`PieceId`] is.
impl<'de> Deserialize<'de> for PieceSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PieceSet, D::Error> {
        Ok(Vec::<PieceId>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r1_7_the_fixed_order_of_the_table_agrees_with_the_data_file() {
        for piece in all_pieces() {
            assert_eq!(piece.nation(), piece.info().nation);
            assert_eq!(piece.is_general(), piece.info().kind == Kind::General);
            assert!(PieceSet::of(piece.nation()).contains(piece));
        }
        use named::*;
        let names = [
            (FRIEDRICH, "Friedrich"),
            (HEINRICH, "Heinrich"),
            (SEYDLITZ, "Seydlitz"),
            (LEHWALDT, "Lehwaldt"),
            (PRUSSIAN_TRAIN_1, "Train 1"),
            (CUMBERLAND, "Cumberland"),
            (SALTIKOV, "Saltikov"),
            (FERMOR, "Fermor"),
            (APRAXIN, "Apraxin"),
            (TOTTLEBEN, "Tottleben"),
            (EHRENSVAERD, "Ehrensvärd"),
            (DAUN, "Daun"),
            (KARL, "Karl"),
            (LAUDON, "Laudon"),
            (HILDBURGHAUSEN, "Hildburghausen"),
            (RICHELIEU, "Richelieu"),
            (SOUBISE, "Soubise"),
            (CHEVERT, "Chevert"),
        ];
        for (piece, name) in names {
            assert_eq!(piece.name(), name);
        }
    }

    #[test]
    fn sets_iterate_by_rank_from_both_ends() {
        let set: PieceSet = [PieceId(7), PieceId(0), PieceId(3)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [PieceId(0), PieceId(3), PieceId(7)]);
        assert_eq!(set.iter().next_back(), Some(PieceId(7)));
        assert_eq!((set.len(), set.first()), (3, Some(PieceId(0))));
    }
}
