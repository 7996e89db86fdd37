-- Notices go to the channels that a user has switched on.
-- reads: push account_settings

-- The Telegram chat that a user is notified in.
-- owner: push
CREATE TABLE telegram_chats (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    chat_id TEXT NOT NULL,
    linked_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX telegram_chats_by_chat ON telegram_chats (chat_id);

-- The single-use tokens that link a chat. Only a hash is kept.
-- owner: push
CREATE TABLE telegram_links (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    token_hash TEXT NOT NULL UNIQUE,
    expires_at_ms INTEGER NOT NULL
) STRICT;
