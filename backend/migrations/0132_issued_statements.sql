-- expands

-- Monthly statements that were issued: what those who check one by its code may see. The file is not kept.
-- owner: wallet
CREATE TABLE issued_statements (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    -- Of the code, which has 80 random bits.
    code_hash TEXT NOT NULL UNIQUE,
    currency TEXT NOT NULL,
    -- As in 2026-11.
    month TEXT NOT NULL,
    first_day TEXT NOT NULL,
    last_day TEXT NOT NULL,
    -- The holder's name, shortened.
    holder TEXT NOT NULL,
    opening_minor INTEGER NOT NULL,
    closing_minor INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    -- Of the file.
    sha256 TEXT NOT NULL,
    issued_at_ms INTEGER NOT NULL,
    valid_until TEXT NOT NULL,
    expires_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX issued_statements_by_user ON issued_statements (user_id, id);
CREATE INDEX issued_statements_by_expiry ON issued_statements (expires_at_ms);
