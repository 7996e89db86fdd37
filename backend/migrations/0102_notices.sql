-- expands
-- The inbox: everything that a user is told anywhere is here first, for 90 days.
-- owner: inbox
CREATE TABLE notices (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    -- A path of the app.
    link TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    read_at_ms INTEGER
) STRICT;
CREATE INDEX notices_by_user ON notices (user_id, created_at_ms);
CREATE INDEX notices_by_age ON notices (created_at_ms);
CREATE INDEX unread_notices ON notices (user_id) WHERE read_at_ms IS NULL;
