-- expands

-- Passkeys of users: public keys that an authenticator signs with (WebAuthn), each for one host.
-- owner: identity
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    -- The host that it was made for.
    relying_party TEXT NOT NULL,
    -- The authenticator's name for it, in Base64.
    credential_id TEXT NOT NULL,
    -- The public key and the facts of the registration, as JSON.
    credential TEXT NOT NULL,
    -- The authenticator's count of signatures; 0 if it does not count.
    counter INTEGER NOT NULL,
    name TEXT NOT NULL,
    added_at_ms INTEGER NOT NULL,
    used_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (relying_party, credential_id);
CREATE INDEX passkeys_by_user ON passkeys (user_id, added_at_ms);

-- Challenges that await an authenticator's signature, each for one use within minutes.
-- owner: identity
CREATE TABLE passkey_challenges (
    -- Of the token that the browser holds.
    hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL CHECK (purpose IN ('add', 'sign_in', 'prove', 'pay')),
    -- Null for a sign-in.
    session_id TEXT REFERENCES sessions (id),
    relying_party TEXT NOT NULL,
    -- What the signature is compared with.
    state TEXT NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    used_at_ms INTEGER
) STRICT;
CREATE INDEX passkey_challenges_by_age ON passkey_challenges (expires_at_ms);

-- The limits up to which a passkey authorises a payment in place of the PIN, in kobo.
-- owner: identity
CREATE TABLE passkey_limits (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    limit_minor INTEGER NOT NULL CHECK (limit_minor > 0),
    set_at_ms INTEGER NOT NULL
) STRICT;
