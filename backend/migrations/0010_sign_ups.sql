-- What browsers filled in for addresses that are not proven yet. It counts for the browser that filled it in.
-- owner: access
CREATE TABLE sign_ups (
    browser_hash TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    email TEXT NOT NULL,
    name TEXT NOT NULL,
    phone TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    referred_by TEXT,
    created_at_ms INTEGER NOT NULL
) STRICT;

-- What was authorised ends with the session that asked.
ALTER TABLE pin_grants ADD COLUMN session_id TEXT NOT NULL DEFAULT '';
