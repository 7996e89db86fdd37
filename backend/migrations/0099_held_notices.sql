-- expands
-- Notices that were not sent by text message or WhatsApp because there were too many: one message tells how many.
-- owner: push
CREATE TABLE held_notices (
    user_id TEXT NOT NULL REFERENCES users (id),
    channel TEXT NOT NULL,
    notices INTEGER NOT NULL,
    since_at_ms INTEGER NOT NULL,
    due_at_ms INTEGER NOT NULL,
    PRIMARY KEY (user_id, channel)
) STRICT;
CREATE INDEX held_notices_by_due ON held_notices (due_at_ms);
-- How many notices a brand pays for a day, by text message and WhatsApp; without a row, the usual number.
-- owner: outbox, read by push
CREATE TABLE text_budgets (
    tenant_id TEXT PRIMARY KEY REFERENCES tenants (id),
    texts_a_day INTEGER NOT NULL,
    set_by TEXT NOT NULL,
    set_at_ms INTEGER NOT NULL
) STRICT;
