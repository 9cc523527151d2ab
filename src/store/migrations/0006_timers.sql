-- What is to be done by itself at a certain time: an answer by instruction, orders that wait for
-- second thoughts. A timer that has fired is gone.

CREATE TABLE timers (
    game INTEGER NOT NULL REFERENCES games (id),
    due  TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (length(kind) > 0),
    key  TEXT NOT NULL CHECK (length(key) > 0),
    PRIMARY KEY (game, kind, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX timers_by_due ON timers (due);
