-- What the players decide by votes, and what they say to one another.

CREATE TABLE votes (
    game     INTEGER NOT NULL,
    -- Counted from 1 in each game.
    number   INTEGER NOT NULL CHECK (number >= 1),
    proposal TEXT NOT NULL CHECK (json_valid(proposal)),
    proposer TEXT NOT NULL,
    opened   TEXT NOT NULL,
    expires  TEXT NOT NULL,
    state    TEXT NOT NULL CHECK (length(state) > 0),
    PRIMARY KEY (game, number),
    FOREIGN KEY (game, proposer) REFERENCES seats (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE ballots (
    game       INTEGER NOT NULL,
    vote       INTEGER NOT NULL,
    seat       TEXT NOT NULL,
    -- Who held the seat: the ballot of who holds it no longer does not count.
    generation INTEGER NOT NULL CHECK (generation BETWEEN 0 AND 4294967295),
    yes        INTEGER NOT NULL CHECK (yes IN (0, 1)),
    PRIMARY KEY (game, vote, seat),
    FOREIGN KEY (game, vote) REFERENCES votes (game, number),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE press (
    game       INTEGER NOT NULL,
    -- Counted from 1 in each game.
    number     INTEGER NOT NULL CHECK (number >= 1),
    from_seat  TEXT NOT NULL,
    recipients TEXT NOT NULL CHECK (json_valid(recipients)),
    text       TEXT NOT NULL,
    received   TEXT NOT NULL,
    delivered  INTEGER NOT NULL DEFAULT 0 CHECK (delivered IN (0, 1)),
    PRIMARY KEY (game, number),
    FOREIGN KEY (game, from_seat) REFERENCES seats (game, seat)
) STRICT, WITHOUT ROWID;
