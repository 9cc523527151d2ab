-- The sealed log, and the snapshots that spare replaying it from its first entry.

-- WITHOUT ROWID, so that no row can be replaced by way of a hidden row number.
CREATE TABLE log (
    game          INTEGER NOT NULL REFERENCES games (id),
    number        INTEGER NOT NULL CHECK (number >= 1),
    hash          BLOB NOT NULL CHECK (length(hash) = 32),
    previous      BLOB NOT NULL CHECK (length(previous) = 32),
    time          TEXT NOT NULL,
    kind          TEXT NOT NULL CHECK (length(kind) > 0),
    rules_version TEXT NOT NULL CHECK (length(rules_version) > 0),
    commitment    BLOB CHECK (length(commitment) = 32),
    nonce         BLOB CHECK (length(nonce) = 32),
    public        TEXT NOT NULL,
    sealed        TEXT,
    PRIMARY KEY (game, number),
    CHECK ((commitment IS NULL) = (nonce IS NULL) AND (nonce IS NULL) = (sealed IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TRIGGER log_is_never_changed BEFORE UPDATE ON log
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only: an entry is never changed');
END;

CREATE TRIGGER log_is_never_deleted BEFORE DELETE ON log
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only: an entry is never deleted');
END;

-- Also what keeps INSERT OR REPLACE away, which fires no trigger for the row it removes.
CREATE TRIGGER log_grows_at_its_end BEFORE INSERT ON log
WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM log WHERE game = NEW.game)
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only: it grows at its end');
END;

CREATE TRIGGER log_is_one_chain BEFORE INSERT ON log
WHEN EXISTS (SELECT 1 FROM log WHERE game = NEW.game AND number = NEW.number - 1
             AND hash <> NEW.previous)
BEGIN
    SELECT RAISE(ABORT, 'the log is one chain: an entry continues the one before it');
END;

CREATE TABLE snapshots (
    game  INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (game, entry),
    FOREIGN KEY (game, entry) REFERENCES log (game, number)
) STRICT;
