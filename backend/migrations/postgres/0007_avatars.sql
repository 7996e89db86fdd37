-- People's pictures, written anew by the server.
CREATE TABLE avatars (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    -- What its address ends with: nobody guesses it.
    name TEXT NOT NULL UNIQUE,
    jpeg BYTEA NOT NULL,
    updated_at_ms BIGINT NOT NULL
);
