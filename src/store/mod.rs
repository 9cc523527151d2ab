//! SQLite: games, the sealed log, inbox and outbox.
