//! The tables, as numbered migrations that lead from an empty file to today's schema.
//!
//! A migration that was released is never edited: a change is a new file. There is no way back
//! down; an older program refuses a newer database, and needs a backup from before the update.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::error::StoreError;

/// Marks the file as this program's, in SQLite's header ("fpst").
const APPLICATION: i64 = 0x6670_7374;

/// One step of the schema; its number is its place in [`MIGRATIONS`], from 1.
type Migration = &'static str;

/// Every step from the empty file to today's schema.
pub(super) const MIGRATIONS: &[Migration] = &[
    include_str!("migrations/0001_games.sql"),
    include_str!("migrations/0002_log.sql"),
    include_str!("migrations/0003_mail.sql"),
    include_str!("migrations/0004_held.sql"),
    include_str!("migrations/0005_mail_troubles.sql"),
    include_str!("migrations/0006_timers.sql"),
    include_str!("migrations/0007_persons.sql"),
    include_str!("migrations/0008_club.sql"),
    include_str!("migrations/0009_clocks.sql"),
    include_str!("migrations/0010_votes.sql"),
    include_str!("migrations/0011_text_of_mails.sql"),
    include_str!("migrations/0012_prompts.sql"),
    include_str!("migrations/0013_seeds.sql"),
    include_str!("migrations/0014_sending.sql"),
    include_str!("migrations/0015_retention.sql"),
    include_str!("migrations/0016_bots.sql"),
];

/// Reads which schema the file has, 0 for an empty one, without writing to it.
///
/// # Errors
///
/// The file is not SQLite's, not this program's, or of a newer version of it.
pub(super) fn identify(connection: &Connection, path: &Path) -> Result<i64, StoreError> {
    let number = |sql: &str| {
        connection
            .query_row(sql, [], |row| row.get::<_, i64>(0))
            .map_err(|error| StoreError::from_sqlite(path, "read the schema", error))
    };
    let application = number("PRAGMA application_id")?;
    let version = number("PRAGMA user_version")?;
    let known = count(MIGRATIONS);
    if application == APPLICATION && version > known {
        return Err(StoreError::NewerSchema { path: path.to_owned(), found: version, known });
    }
    let empty =
        application == 0 && version == 0 && number("SELECT count(*) FROM sqlite_schema")? == 0;
    if application == APPLICATION && version > 0 || empty {
        Ok(version)
    } else {
        Err(StoreError::ForeignDatabase { path: path.to_owned() })
    }
}

/// Whether [`migrate`] would change anything in a file of this schema.
pub(super) fn is_outdated(version: i64) -> bool {
    version < count(MIGRATIONS)
}

/// Applies what is missing, each step in a transaction of its own.
///
/// Foreign keys are not enforced meanwhile, so that a step may rebuild a table; they are checked
/// as a whole before each step is committed.
///
/// # Errors
///
/// The step that failed is undone, the earlier ones stay.
pub(super) fn migrate(
    connection: &mut Connection,
    path: &Path,
    migrations: &[Migration],
) -> Result<(), StoreError> {
    let doing = "bring the schema up to date";
    let failed = |error| StoreError::from_sqlite(path, doing, error);
    connection.pragma_update(None, "foreign_keys", false).map_err(failed)?;
    for (migration, number) in migrations.iter().zip(1_i64..) {
        let step =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        // Read under the write lock: another process may just have done the same.
        let version: i64 =
            step.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(failed)?;
        if version < number {
            step.execute_batch(migration).map_err(failed)?;
            let dangling: i64 = step
                .query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| row.get(0))
                .map_err(failed)?;
            if dangling > 0 {
                let what = format!("step {number} would leave {dangling} references to nothing");
                return Err(StoreError::Damaged { path: path.to_owned(), doing, what });
            }
            step.pragma_update(None, "user_version", number).map_err(failed)?;
            step.pragma_update(None, "application_id", APPLICATION).map_err(failed)?;
        }
        step.commit().map_err(failed)?;
    }
    connection.pragma_update(None, "foreign_keys", true).map_err(failed)
}

fn count(migrations: &[Migration]) -> i64 {
    // A list in the source never comes near the limit.
    i64::try_from(migrations.len()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(connection: &Connection) -> i64 {
        connection.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
    }

    fn migrated_to(steps: usize) -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, Path::new("test"), &MIGRATIONS[..steps]).unwrap();
        connection
    }

    #[test]
    fn every_earlier_schema_becomes_todays() {
        let tables = |connection: &Connection| -> Vec<String> {
            connection
                .prepare("SELECT name || coalesce(sql, '') FROM sqlite_schema ORDER BY name")
                .unwrap()
                .query_map([], |row| row.get(0))
                .unwrap()
                .map(Result::unwrap)
                .collect()
        };
        let today = tables(&migrated_to(MIGRATIONS.len()));
        for steps in 0..MIGRATIONS.len() {
            let mut connection = migrated_to(steps);
            assert_eq!(version(&connection), count(&MIGRATIONS[..steps]));
            migrate(&mut connection, Path::new("test"), MIGRATIONS).unwrap();
            assert_eq!(tables(&connection), today, "from schema {steps}");
            assert_eq!(version(&connection), count(MIGRATIONS));
        }
    }

    #[test]
    fn lines_of_mails_that_were_kept_once_are_removed() {
        let mut connection = migrated_to(10);
        let insert = "INSERT INTO inbox (sha256, message_id, from_address, received, outcome)
                      VALUES (?1, ?2, 'ann@example.org', '2026-03-01T12:00:00Z', ?3)";
        let kept = "orders kept; refused (R4.2): \"to the \"old\" mill\"; left open (x): \"y\"";
        connection.execute(insert, ([1_u8; 32], "1@example.org", kept)).unwrap();
        connection.execute(insert, ([2_u8; 32], "2@example.org", "orders carried out")).unwrap();
        migrate(&mut connection, Path::new("test"), MIGRATIONS).unwrap();
        let outcomes: Vec<String> = connection
            .prepare("SELECT outcome FROM inbox ORDER BY id")
            .unwrap()
            .query_map([], |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert_eq!(outcomes, ["orders kept; refused (R4.2)", "orders carried out"]);
        let untidy = "SELECT count(*) FROM meta WHERE key = 'must be tidied'";
        assert_eq!(connection.query_row(untidy, [], |row| row.get::<_, i64>(0)).unwrap(), 1);
    }

    #[test]
    fn migrating_again_changes_nothing() {
        let mut connection = migrated_to(MIGRATIONS.len());
        connection.execute("INSERT INTO meta VALUES ('key', x'01')", []).unwrap();
        migrate(&mut connection, Path::new("test"), MIGRATIONS).unwrap();
        let kept: i64 =
            connection.query_row("SELECT count(*) FROM meta", [], |row| row.get(0)).unwrap();
        assert_eq!(kept, 1);
    }

    #[test]
    fn a_step_that_fails_leaves_nothing_behind() {
        let mut connection = migrated_to(1);
        let steps =
            [MIGRATIONS[0], "CREATE TABLE half (a INTEGER); CREATE TABLE meta (b INTEGER);"];
        assert!(migrate(&mut connection, Path::new("test"), &steps).is_err());
        assert_eq!(version(&connection), 1);
        assert!(connection.prepare("SELECT * FROM half").is_err());
    }

    #[test]
    fn a_step_may_not_leave_a_dangling_reference() {
        let mut connection = migrated_to(1);
        let steps = [
            MIGRATIONS[0],
            "INSERT INTO seats VALUES (7, 'prussia', NULL, 'Ann', 'en', 0, 'open', 0);",
        ];
        let error = migrate(&mut connection, Path::new("test"), &steps).unwrap_err();
        assert!(
            error.to_string().contains("step 2 would leave 1 references to nothing"),
            "{error}"
        );
        assert_eq!(version(&connection), 1);
    }

    #[test]
    fn another_programs_database_is_refused() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE songs (title TEXT)").unwrap();
        let error = identify(&connection, Path::new("songs.db")).unwrap_err();
        assert!(matches!(error, StoreError::ForeignDatabase { .. }), "{error}");
    }
}
