-- Keys to a person's own account at the exchange, both sealed.
-- owner: signals
CREATE TABLE exchange_keys (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    sealed_key TEXT NOT NULL,
    sealed_secret TEXT NOT NULL,
    -- The last characters of the key, for its owner to recognise it.
    last_four TEXT NOT NULL,
    connected_at_ms INTEGER NOT NULL
) STRICT;
