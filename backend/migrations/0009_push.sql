-- Web Push: the browsers that can be told something, and what they are still to be told.

-- One for each browser. The subscription is encrypted: its address and keys are secrets of that browser.
-- owner: push
CREATE TABLE push_subscriptions (
    -- SHA-256 of the address.
    endpoint_hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    session_id TEXT NOT NULL REFERENCES sessions (id),
    sealed TEXT NOT NULL,
    saved_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id, saved_at_ms);
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session_id);

-- Messages that are still to be sent. Each has the subscription as it was, so that who is signed out can be told so.
-- owner: push
CREATE TABLE push_messages (
    notice_id TEXT NOT NULL,
    endpoint_hash TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    sealed TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    link TEXT NOT NULL,
    urgency TEXT NOT NULL CHECK (urgency IN ('normal', 'high')),
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    PRIMARY KEY (notice_id, endpoint_hash)
) STRICT;
CREATE INDEX push_messages_due ON push_messages (due_at_ms);
CREATE INDEX push_messages_by_endpoint ON push_messages (endpoint_hash);

-- Texts of any form that nothing was ever sent to.
ALTER TABLE person_settings DROP COLUMN fcm_token;

-- owner: providers
CREATE TABLE sandbox_pushes (
    id TEXT PRIMARY KEY,
    endpoint TEXT NOT NULL,
    payload TEXT NOT NULL,
    urgency TEXT NOT NULL,
    ttl_seconds INTEGER NOT NULL,
    sent_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX sandbox_pushes_by_time ON sandbox_pushes (sent_at_ms, id);
