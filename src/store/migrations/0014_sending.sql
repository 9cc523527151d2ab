-- What is sent first, and what has been handed over.

-- 0: it asks for something or answers, 1: news, 2: press.
ALTER TABLE outbox ADD COLUMN rank INTEGER NOT NULL DEFAULT 0 CHECK (rank BETWEEN 0 AND 2);
-- When it was first given to the transport, which may have taken it: from then on its bytes stay.
ALTER TABLE outbox ADD COLUMN handed TEXT;
-- What keeps it is about this mail alone: later ones to the recipient do not wait for it.
ALTER TABLE outbox ADD COLUMN alone INTEGER NOT NULL DEFAULT 0 CHECK (alone IN (0, 1));
-- It has waited so long that its recipient counts as out of reach; that is told once.
ALTER TABLE outbox ADD COLUMN unreachable INTEGER NOT NULL DEFAULT 0
    CHECK (unreachable IN (0, 1));

UPDATE outbox SET rank = 2 WHERE kind = 'press';

CREATE INDEX outbox_queued_by_rank ON outbox (rank, id) WHERE state = 'queued';
CREATE INDEX outbox_sent ON outbox (sent) WHERE state = 'sent';
