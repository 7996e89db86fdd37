-- Clusters: groups of members of one place, each with a conversation.
-- owner: community
CREATE TABLE clusters (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    -- In upper case, as it is looked up.
    code TEXT NOT NULL,
    name TEXT NOT NULL,
    state TEXT NOT NULL,
    lga TEXT NOT NULL,
    whatsapp_link TEXT,
    support_email TEXT,
    -- open, closed
    status TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    UNIQUE (tenant_id, code)
) STRICT;
CREATE INDEX clusters_by_state ON clusters (tenant_id, state);

-- Who leaves has no row; who was removed keeps one, which keeps them from joining again.
-- owner: community, read by access
CREATE TABLE cluster_members (
    cluster_id TEXT NOT NULL REFERENCES clusters (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    -- member, removed
    membership TEXT NOT NULL,
    muted INTEGER NOT NULL DEFAULT 0,
    joined_at_ms INTEGER NOT NULL,
    PRIMARY KEY (cluster_id, user_id)
) STRICT;
CREATE INDEX cluster_members_by_user ON cluster_members (user_id, joined_at_ms);

-- When the operator removed a message. Its text and files are gone.
ALTER TABLE chat_messages ADD COLUMN removed_at_ms INTEGER;

-- What members reported to the operator, once each.
-- owner: community
CREATE TABLE chat_reports (
    message_id TEXT NOT NULL REFERENCES chat_messages (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    -- scam, abuse, spam, other
    reason TEXT NOT NULL,
    reported_at_ms INTEGER NOT NULL,
    PRIMARY KEY (message_id, user_id)
) STRICT;
