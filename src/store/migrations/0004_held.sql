-- What was carried out and must not show as an entry of its own: it waits here until the next
-- entry of the game takes it into its sealed part.

CREATE TABLE held (
    game   INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    sealed TEXT NOT NULL CHECK (json_valid(sealed)),
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER held_is_never_changed BEFORE UPDATE ON held
BEGIN
    SELECT RAISE(ABORT, 'what waits for the log is never changed');
END;
