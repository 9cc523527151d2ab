-- A game that is gathered anew gets another seed, right after the commitment to it was written into its log. At any
-- other time a game keeps its seed.

DROP TRIGGER games_keep_name_and_seed;

CREATE TRIGGER games_keep_their_name BEFORE UPDATE OF id, name ON games
WHEN NEW.id <> OLD.id OR NEW.name <> OLD.name
BEGIN
    SELECT RAISE(ABORT, 'a game keeps its name and its seed');
END;

CREATE TRIGGER games_keep_their_seed BEFORE UPDATE OF seed ON games
WHEN NEW.seed <> OLD.seed AND NOT EXISTS (
    SELECT 1 FROM log
    WHERE game = OLD.id AND number > 1
      AND number = (SELECT max(number) FROM log WHERE game = OLD.id)
      AND json_extract(public, '$.seed_commitment') IS NOT NULL
)
BEGIN
    SELECT RAISE(ABORT, 'a game keeps its name and its seed');
END;
