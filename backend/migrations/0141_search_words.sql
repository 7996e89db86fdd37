-- expands

-- People with so long a statement that a search looks their entries up by words, once they have searched. Entries before
-- this place are indexed.
-- owner: money
CREATE TABLE searched_people (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    until_ms INTEGER NOT NULL,
    until_id TEXT NOT NULL
) STRICT;

-- The words of their entries: lower case, of three characters or more. Words with a beginning are a range, in the order of
-- bytes, which is SQLite's own.
-- sqlite:
-- owner: money
CREATE TABLE search_words (
    user_id TEXT NOT NULL,
    word TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    line_id TEXT NOT NULL,
    PRIMARY KEY (user_id, word, at_ms, line_id)
) STRICT, WITHOUT ROWID;
-- postgres:
-- owner: money
CREATE TABLE search_words (
    user_id TEXT NOT NULL,
    word TEXT COLLATE "C" NOT NULL,
    at_ms BIGINT NOT NULL,
    line_id TEXT NOT NULL,
    PRIMARY KEY (user_id, word, at_ms, line_id)
);
