-- A game that is gathered anew gets another seed, but only before anything follows from it: a game that has been
-- played has a snapshot.

DROP TRIGGER games_keep_name_and_seed;

CREATE TRIGGER games_keep_their_name BEFORE UPDATE OF id, name ON games
WHEN NEW.id <> OLD.id OR NEW.name <> OLD.name
BEGIN
    SELECT RAISE(ABORT, 'a game keeps its name and its seed');
END;

CREATE TRIGGER games_keep_their_seed BEFORE UPDATE OF seed ON games
WHEN NEW.seed <> OLD.seed AND EXISTS (SELECT 1 FROM snapshots WHERE game = OLD.id)
BEGIN
    SELECT RAISE(ABORT, 'a game keeps its name and its seed');
END;
