-- What came in, what goes out, and what a player has sent but not yet carried out.

CREATE TABLE drafts (
    game       INTEGER NOT NULL,
    seat       TEXT NOT NULL,
    key        TEXT NOT NULL CHECK (length(key) > 0),
    body       TEXT NOT NULL CHECK (json_valid(body)),
    message_id TEXT,
    received   TEXT NOT NULL,
    PRIMARY KEY (game, seat, key),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT;

CREATE TABLE outbox (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    message_key   TEXT NOT NULL UNIQUE CHECK (length(message_key) > 0),
    game          INTEGER REFERENCES games (id),
    seat          TEXT,
    generation    INTEGER CHECK (generation BETWEEN 0 AND 4294967295),
    kind          TEXT NOT NULL CHECK (length(kind) > 0),
    recipient     TEXT NOT NULL COLLATE NOCASE CHECK (length(recipient) > 0),
    payload       TEXT NOT NULL CHECK (json_valid(payload)),
    state         TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'dead')),
    attempts      INTEGER NOT NULL CHECK (attempts BETWEEN 0 AND 4294967295),
    created       TEXT NOT NULL,
    not_before    TEXT NOT NULL,
    first_failure TEXT,
    sent          TEXT,
    last_error    TEXT
) STRICT;

-- Only what is still to be sent is ever searched, and that is little.
CREATE INDEX outbox_queued_by_recipient ON outbox (recipient, id) WHERE state = 'queued';
CREATE INDEX outbox_queued_by_time ON outbox (not_before) WHERE state = 'queued';
CREATE INDEX outbox_dead ON outbox (id) WHERE state = 'dead';

CREATE TABLE inbox (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    sha256       BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
    message_id   TEXT,
    from_address TEXT NOT NULL COLLATE NOCASE,
    received     TEXT NOT NULL,
    outcome      TEXT NOT NULL,
    game         INTEGER REFERENCES games (id),
    seat         TEXT,
    receipt      INTEGER REFERENCES outbox (id)
) STRICT;

CREATE UNIQUE INDEX inbox_by_message_id ON inbox (message_id, from_address)
    WHERE message_id IS NOT NULL;
CREATE INDEX inbox_by_game ON inbox (game, id) WHERE game IS NOT NULL;

CREATE TABLE notices (
    address TEXT NOT NULL COLLATE NOCASE,
    kind    TEXT NOT NULL,
    day     TEXT NOT NULL,
    count   INTEGER NOT NULL CHECK (count BETWEEN 1 AND 4294967295),
    PRIMARY KEY (address, kind, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX notices_by_day ON notices (day);
