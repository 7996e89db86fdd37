-- Until when trade signals are paid for, and which end their owner was told of.
-- owner: signals, read by access
CREATE TABLE alert_subscriptions (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    until_ms INTEGER NOT NULL,
    -- The end that was announced three days before, and the one that was announced when it came.
    announced_end_ms INTEGER,
    reached_end_ms INTEGER
) STRICT;
CREATE INDEX alert_subscriptions_by_end ON alert_subscriptions (until_ms);
