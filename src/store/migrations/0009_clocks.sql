-- Clocks of open decisions, games whose clocks stand still, deadlines that passed without an
-- answer, announced absences, and seats without a player.

CREATE TABLE clocks (
    game     INTEGER NOT NULL,
    -- Names the decision.
    key      TEXT NOT NULL CHECK (length(key) > 0),
    seat     TEXT NOT NULL,
    since    TEXT NOT NULL,
    -- Seconds that are given, extensions among them.
    span     INTEGER NOT NULL CHECK (span >= 0),
    due      TEXT NOT NULL,
    -- The end of the grace, once the deadline has passed.
    grace    TEXT,
    -- Mail to the seat came back while this clock ran: counted once.
    bounced  INTEGER NOT NULL DEFAULT 0 CHECK (bounced IN (0, 1)),
    PRIMARY KEY (game, key),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE standstills (
    game  INTEGER NOT NULL PRIMARY KEY REFERENCES games (id),
    since TEXT NOT NULL
) STRICT;

CREATE TABLE lapses (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    game       INTEGER NOT NULL,
    seat       TEXT NOT NULL,
    generation INTEGER NOT NULL CHECK (generation BETWEEN 0 AND 4294967295),
    address    TEXT NOT NULL COLLATE NOCASE,
    -- Names what was going on: more lapses in it count as one.
    during     TEXT NOT NULL,
    -- No answer has come since.
    in_a_row   INTEGER NOT NULL DEFAULT 1 CHECK (in_a_row IN (0, 1)),
    noted      TEXT NOT NULL,
    UNIQUE (game, seat, generation, during),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT;

CREATE INDEX lapses_by_address ON lapses (address);

CREATE TABLE absences (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    address   TEXT NOT NULL COLLATE NOCASE,
    -- From the one point in time to the other, which is no part of it any more.
    starts    TEXT NOT NULL,
    ends      TEXT NOT NULL CHECK (ends >= starts),
    announced TEXT NOT NULL
) STRICT;

CREATE INDEX absences_by_address ON absences (address);

CREATE TABLE vacancies (
    game  INTEGER NOT NULL,
    seat  TEXT NOT NULL,
    since TEXT NOT NULL,
    why   TEXT NOT NULL CHECK (length(why) > 0),
    PRIMARY KEY (game, seat),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT, WITHOUT ROWID;
