-- What is not needed any more of a mail that was sent goes step by step.

-- 0: whole; 1: without what only the sent mail needed, its picture and enclosures; 2: without its text.
ALTER TABLE outbox ADD COLUMN pruned INTEGER NOT NULL DEFAULT 0 CHECK (pruned BETWEEN 0 AND 2);

CREATE INDEX outbox_whole ON outbox (id) WHERE state = 'sent' AND pruned = 0;
CREATE INDEX outbox_with_text ON outbox (sent) WHERE state = 'sent' AND pruned = 1;
CREATE INDEX outbox_of_seat ON outbox (game, seat, id) WHERE seat IS NOT NULL;
