-- Games, their seats, and what belongs to the installation as a whole.
-- Every time is text, RFC 3339 in UTC with whole seconds, so that it sorts as it reads.

CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value BLOB NOT NULL
) STRICT;

CREATE TABLE games (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    name     TEXT NOT NULL UNIQUE
             CHECK (length(name) BETWEEN 1 AND 32 AND name NOT GLOB '*[^a-z0-9]*'),
    status   TEXT NOT NULL CHECK (length(status) > 0),
    settings TEXT NOT NULL CHECK (json_valid(settings)),
    seed     BLOB NOT NULL CHECK (length(seed) = 32),
    created  TEXT NOT NULL,
    ended    TEXT
) STRICT;

CREATE INDEX games_by_status ON games (status);

-- The log's chain hangs on the name, and the players were mailed a commitment to the seed.
CREATE TRIGGER games_keep_name_and_seed BEFORE UPDATE OF id, name, seed ON games
WHEN NEW.id <> OLD.id OR NEW.name <> OLD.name OR NEW.seed <> OLD.seed
BEGIN
    SELECT RAISE(ABORT, 'a game keeps its name and its seed');
END;

CREATE TABLE seats (
    game         INTEGER NOT NULL REFERENCES games (id),
    seat         TEXT NOT NULL CHECK (length(seat) > 0),
    address      TEXT COLLATE NOCASE,
    display_name TEXT NOT NULL,
    language     TEXT NOT NULL,
    generation   INTEGER NOT NULL CHECK (generation BETWEEN 0 AND 4294967295),
    status       TEXT NOT NULL CHECK (length(status) > 0),
    -- The last entry of the log that the seat has been told of.
    reported     INTEGER NOT NULL DEFAULT 0 CHECK (reported >= 0),
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_address ON seats (address);

-- A token of an earlier generation must never become valid again.
CREATE TRIGGER seats_never_go_back BEFORE UPDATE OF generation ON seats
WHEN NEW.generation < OLD.generation
BEGIN
    SELECT RAISE(ABORT, 'the generation of a seat never goes back');
END;
