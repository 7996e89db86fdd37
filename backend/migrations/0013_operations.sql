-- A key belongs to whoever comes first: the call that does what it asks for, or the person who asks what became of it
-- and is told that it never arrived. The key is unique here, whichever call it is sent to, so only one of them can.
-- owner: http
CREATE TABLE operation_keys (
    user_id TEXT NOT NULL REFERENCES users (id),
    idempotency_key TEXT NOT NULL,
    -- Nothing was done under it, and nothing will be.
    abandoned_at_ms INTEGER,
    PRIMARY KEY (user_id, idempotency_key)
) STRICT;
INSERT INTO operation_keys (user_id, idempotency_key) SELECT DISTINCT user_id, idempotency_key FROM idempotency_keys;
