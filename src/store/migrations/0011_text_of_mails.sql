-- A mail is known again by its Message-ID only if its text is the same: broken mail programs give
-- all their mails the same Message-ID.

ALTER TABLE inbox ADD COLUMN text_sha256 BLOB CHECK (length(text_sha256) = 32);

DROP INDEX inbox_by_message_id;
CREATE UNIQUE INDEX inbox_by_message_id ON inbox (message_id, from_address, text_sha256)
    WHERE message_id IS NOT NULL;

-- What became of a mail is kept without the lines of the mail, as the documents promise.
INSERT OR REPLACE INTO meta (key, value)
    SELECT 'must be tidied', x'31' WHERE EXISTS (SELECT 1 FROM inbox WHERE instr(outcome, ': "') > 0);
UPDATE inbox SET outcome = substr(outcome, 1, instr(outcome, ': "') - 1)
    WHERE instr(outcome, ': "') > 0;
