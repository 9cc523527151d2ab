-- Mail to a seat that did not arrive, changes of address that wait for consent, and what failed,
-- for the operator's daily note.

CREATE TABLE bounces (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    game       INTEGER NOT NULL,
    seat       TEXT NOT NULL,
    generation INTEGER NOT NULL CHECK (generation BETWEEN 0 AND 4294967295),
    address    TEXT NOT NULL COLLATE NOCASE,
    permanent  INTEGER NOT NULL CHECK (permanent IN (0, 1)),
    status     TEXT NOT NULL,
    diagnostic TEXT NOT NULL,
    noted      TEXT NOT NULL,
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT;

CREATE INDEX bounces_by_seat ON bounces (game, seat, id);

CREATE TABLE address_changes (
    -- Never used twice: the tokens of the two challenges are bound to it.
    id          INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 4294967295),
    game        INTEGER NOT NULL,
    seat        TEXT NOT NULL,
    generation  INTEGER NOT NULL CHECK (generation BETWEEN 0 AND 4294967295),
    old_address TEXT NOT NULL COLLATE NOCASE,
    new_address TEXT NOT NULL COLLATE NOCASE,
    requested   TEXT NOT NULL,
    old_agreed  INTEGER NOT NULL DEFAULT 0 CHECK (old_agreed IN (0, 1)),
    new_agreed  INTEGER NOT NULL DEFAULT 0 CHECK (new_agreed IN (0, 1)),
    state       TEXT NOT NULL CHECK (state IN ('pending', 'done', 'withdrawn')),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT;

CREATE UNIQUE INDEX address_changes_pending ON address_changes (game, seat)
    WHERE state = 'pending';

CREATE TABLE failures (
    day        TEXT NOT NULL,
    what       TEXT NOT NULL CHECK (length(what) > 0),
    count      INTEGER NOT NULL CHECK (count BETWEEN 1 AND 4294967295),
    first      TEXT NOT NULL,
    last_error TEXT NOT NULL,
    told       INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
    PRIMARY KEY (day, what)
) STRICT, WITHOUT ROWID;
