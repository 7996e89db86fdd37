-- Conversations: channels, who is in them, and what is said there.
-- owner: community
CREATE TABLE chat_channels (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    -- support
    kind TEXT NOT NULL,
    -- Whose it is: of a support channel, the person.
    subject TEXT NOT NULL,
    -- Messages so far: the newest one's number.
    length INTEGER NOT NULL DEFAULT 0,
    last_at_ms INTEGER NOT NULL,
    UNIQUE (kind, subject)
) STRICT;
CREATE INDEX chat_channels_by_time ON chat_channels (tenant_id, kind, last_at_ms);

-- owner: community
CREATE TABLE chat_members (
    channel_id TEXT NOT NULL REFERENCES chat_channels (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    -- The newest message that the member has seen.
    read_number INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (channel_id, user_id)
) STRICT;
CREATE INDEX chat_members_by_user ON chat_members (user_id);

-- owner: community
CREATE TABLE chat_messages (
    id TEXT PRIMARY KEY,
    channel_id TEXT NOT NULL REFERENCES chat_channels (id),
    -- From 1, without a gap.
    number INTEGER NOT NULL,
    -- Null: who runs the product.
    user_id TEXT REFERENCES users (id),
    -- The sender's own name for it: sent twice, it is said once.
    client_id TEXT,
    -- The text, encrypted: people write what is nobody else's business.
    sealed TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    UNIQUE (channel_id, number),
    UNIQUE (channel_id, user_id, client_id)
) STRICT;

-- Files that go with messages: pictures drawn anew, documents as they came; all encrypted.
-- owner: community
CREATE TABLE chat_attachments (
    id TEXT PRIMARY KEY,
    channel_id TEXT NOT NULL REFERENCES chat_channels (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    -- Null until the message is sent; those that never are are swept away.
    message_id TEXT REFERENCES chat_messages (id),
    -- image, pdf
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    sealed BLOB NOT NULL,
    sealed_thumb BLOB,
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX chat_attachments_by_user ON chat_attachments (user_id);
CREATE INDEX chat_attachments_by_message ON chat_attachments (message_id);
-- sqlite:

-- What another process of this machine has to say to open sockets; the server takes it from here.
-- owner: broadcast
CREATE TABLE realtime_notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    notice TEXT NOT NULL
) STRICT;
