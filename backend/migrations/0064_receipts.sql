-- What a person calls the account, and since when receipts are sent: null is off.
-- owner: money
CREATE TABLE account_preferences (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    account_name TEXT NOT NULL DEFAULT '',
    email_since_ms INTEGER,
    sms_since_ms INTEGER
) STRICT;

-- Receipts that were sent, each once.
-- owner: money
CREATE TABLE receipts_sent (
    user_id TEXT NOT NULL,
    reference TEXT NOT NULL,
    sent_at_ms INTEGER NOT NULL,
    PRIMARY KEY (user_id, reference)
) STRICT;
CREATE INDEX receipts_sent_by_age ON receipts_sent (sent_at_ms);
