-- People who came from Google, by Google's own name for them.
-- owner: identity
CREATE TABLE google_accounts (
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    subject TEXT NOT NULL,
    user_id TEXT NOT NULL UNIQUE REFERENCES users (id),
    linked_at_ms INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, subject)
) STRICT;

-- Codes that a browser brings back from another site and exchanges for a session: once, within a minute, and only the
-- browser that asked.
-- owner: identity
CREATE TABLE exchange_codes (
    code_hash TEXT PRIMARY KEY,
    browser_hash TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    expires_at_ms INTEGER NOT NULL
) STRICT;

-- Codes of the sandbox's OpenID provider.
-- owner: providers
CREATE TABLE sandbox_google_codes (
    code_hash TEXT PRIMARY KEY,
    detail TEXT NOT NULL,
    expires_at_ms INTEGER NOT NULL
) STRICT;
