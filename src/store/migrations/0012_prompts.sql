-- What a mail to a seat asked for, so that a reply can be matched with it without reading its key.

-- The last entry of the game's log when the mail was written.
ALTER TABLE outbox ADD COLUMN entry INTEGER CHECK (entry >= 0);
-- The number of the prompt, counted for each seat from 1; only mails that ask for something have one.
ALTER TABLE outbox ADD COLUMN number INTEGER CHECK (number >= 1);
-- What it asked for: JSON of the caller's.
ALTER TABLE outbox ADD COLUMN asked TEXT CHECK (asked IS NULL OR json_valid(asked));

CREATE INDEX outbox_prompts ON outbox (game, seat, number) WHERE number IS NOT NULL;
