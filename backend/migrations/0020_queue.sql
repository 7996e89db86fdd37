-- Deferred work of every kind in one table, in place of the tables that messages, push messages and referral claims had.
-- owner: queue
CREATE TABLE queue (
    -- As backend/src/queue names it.
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    -- What the kind needs to know, encrypted where it is a secret.
    payload TEXT NOT NULL,
    -- What the task is about, by an id or hash that nothing else has: a one-time code, a browser.
    subject TEXT,
    user_id TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- Of these, the ones since it was last certain that an attempt had no effect.
    unconfirmed_attempts INTEGER NOT NULL DEFAULT 0,
    due_at_ms INTEGER NOT NULL,
    -- When the work is no longer worth doing; null: never.
    expires_at_ms INTEGER,
    created_at_ms INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT;
CREATE INDEX queue_due ON queue (kind, due_at_ms);
CREATE INDEX queue_by_subject ON queue (subject) WHERE subject IS NOT NULL;

INSERT INTO queue (kind, id, payload, subject, attempts, unconfirmed_attempts, due_at_ms, expires_at_ms, created_at_ms)
    SELECT channel, id, sealed, code_id, attempts, open_attempts, due_at_ms, expires_at_ms, due_at_ms FROM outgoing_messages;
DROP TABLE outgoing_messages;

INSERT INTO queue (kind, id, payload, subject, user_id, attempts, unconfirmed_attempts, due_at_ms, expires_at_ms, created_at_ms)
    SELECT 'push', notice_id || '/' || endpoint_hash,
-- sqlite:
        json_object('sealed', sealed, 'title', title, 'body', body, 'link', link, 'urgency', urgency),
-- postgres:
        CAST(json_build_object('sealed', sealed, 'title', title, 'body', body, 'link', link, 'urgency', urgency) AS TEXT),
-- both:
        endpoint_hash, user_id, attempts, attempts, due_at_ms, expires_at_ms, due_at_ms FROM push_messages;
DROP TABLE push_messages;

INSERT INTO queue (kind, id, payload, user_id, due_at_ms, created_at_ms)
    SELECT 'referral', payment_reference, '', friend_id, due_at_ms, due_at_ms FROM referral_claims;
DROP TABLE referral_claims;
