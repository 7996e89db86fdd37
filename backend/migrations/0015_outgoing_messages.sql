-- Letters and text messages that are still to be sent. A row is written with what it tells of, and goes when it is sent.
-- owner: outbox
CREATE TABLE outgoing_messages (
    id TEXT PRIMARY KEY,
    channel TEXT NOT NULL CHECK (channel IN ('email', 'sms')),
    -- Address, subject and text, encrypted: they hold names, numbers and codes.
    sealed TEXT NOT NULL,
    -- The one-time code in it. Once that is used or replaced, nobody needs the message.
    code_id TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- Of these, the ones since it was last certain that the provider had not taken it.
    open_attempts INTEGER NOT NULL DEFAULT 0,
    due_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX outgoing_messages_due ON outgoing_messages (channel, due_at_ms);
CREATE INDEX outgoing_messages_by_code ON outgoing_messages (code_id);
