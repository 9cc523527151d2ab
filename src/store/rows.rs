//! Rows of a table read as values: one way for all tables.

use rusqlite::{OptionalExtension, Params, Row};

use super::Tx;
use super::error::StoreError;

/// What a row of a table says.
pub(super) trait FromRow: Sized {
    /// The table.
    const TABLE: &'static str;
    /// Its columns, in the order in which [`FromRow::from_row`] reads them.
    const COLUMNS: &'static str;

    /// Reads a row.
    ///
    /// # Errors
    ///
    /// A column holds what cannot be there.
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self>;
}

fn statement<T: FromRow>(which: &str) -> String {
    format!("SELECT {} FROM {} {which}", T::COLUMNS, T::TABLE)
}

impl Tx<'_> {
    /// The rows of a table that `which` chooses: what stands in a statement behind the table's name.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub(super) fn rows<T: FromRow>(
        &self,
        doing: &'static str,
        which: &str,
        parameters: impl Params,
    ) -> Result<Vec<T>, StoreError> {
        self.run(doing, |connection| {
            connection
                .prepare_cached(&statement::<T>(which))?
                .query_map(parameters, T::from_row)?
                .collect()
        })
    }

    /// The first row that `which` chooses, if there is one.
    ///
    /// # Errors
    ///
    /// Only failures of the database.
    pub(super) fn row<T: FromRow>(
        &self,
        doing: &'static str,
        which: &str,
        parameters: impl Params,
    ) -> Result<Option<T>, StoreError> {
        self.run(doing, |connection| {
            connection
                .prepare_cached(&statement::<T>(which))?
                .query_row(parameters, T::from_row)
                .optional()
        })
    }
}
