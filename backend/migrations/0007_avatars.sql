-- People's pictures, written anew by the server.
-- owner: identity
CREATE TABLE avatars (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    -- What its address ends with: nobody guesses it.
    name TEXT NOT NULL UNIQUE,
    jpeg BLOB NOT NULL,
    updated_at_ms INTEGER NOT NULL
) STRICT;
