-- People, known by the addresses they write from, and how they want their mail.

CREATE TABLE persons (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    name      TEXT NOT NULL,
    language  TEXT NOT NULL CHECK (length(language) > 0),
    time_zone TEXT NOT NULL CHECK (length(time_zone) > 0),
    -- What else they want, as the caller defines it.
    wishes    TEXT NOT NULL CHECK (json_valid(wishes)),
    created   TEXT NOT NULL
) STRICT;

CREATE TABLE person_addresses (
    address   TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
    person    INTEGER NOT NULL REFERENCES persons (id),
    -- When mail with a token sent to it came back from it; NULL before.
    confirmed TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX person_addresses_by_person ON person_addresses (person);
