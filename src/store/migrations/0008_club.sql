-- The life of games by mail: letters of ours that wait for an answer, who looks on, how reliable
-- people are.

CREATE TABLE letters (
    -- Never used twice: the token of the letter is bound to it.
    id      INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 4294967295),
    address TEXT NOT NULL COLLATE NOCASE,
    kind    TEXT NOT NULL CHECK (length(kind) > 0),
    game    INTEGER REFERENCES games (id),
    -- What is done when it is answered, as the caller defines it.
    body    TEXT NOT NULL CHECK (json_valid(body)),
    written TEXT NOT NULL,
    open    INTEGER NOT NULL DEFAULT 1 CHECK (open IN (0, 1))
) STRICT;

CREATE INDEX letters_by_address ON letters (address);

CREATE TABLE observers (
    game     INTEGER NOT NULL REFERENCES games (id),
    person   INTEGER NOT NULL REFERENCES persons (id),
    address  TEXT NOT NULL COLLATE NOCASE,
    since    TEXT NOT NULL,
    -- The last entry of the log that the observer has been told of.
    reported INTEGER NOT NULL DEFAULT 0 CHECK (reported >= 0),
    PRIMARY KEY (game, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX observers_by_person ON observers (person);

CREATE TABLE person_records (
    person   INTEGER NOT NULL PRIMARY KEY REFERENCES persons (id),
    kept     INTEGER NOT NULL DEFAULT 0 CHECK (kept >= 0),
    lapsed   INTEGER NOT NULL DEFAULT 0 CHECK (lapsed >= 0),
    resigned INTEGER NOT NULL DEFAULT 0 CHECK (resigned >= 0),
    finished INTEGER NOT NULL DEFAULT 0 CHECK (finished >= 0)
) STRICT;

-- Reports that were not sent yet can be taken back: whether a mail was answered by them is looked up.
CREATE INDEX inbox_by_receipt ON inbox (receipt);
