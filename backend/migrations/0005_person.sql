-- Proving who one is: codes that go to phones, national numbers, verifications, settings.

-- Codes may be for a phone or a national number now: the table is made anew, for what it checks.
-- owner: identity
CREATE TABLE one_time_codes_new (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    target TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('validate', 'otp-login', 'reset', 'identity', 'phone')),
    user_id TEXT REFERENCES users (id),
    code_hash TEXT,
    sent_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    -- When the password was given that this code completes.
    password_given_at_ms INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    ended_at_ms INTEGER
) STRICT;
INSERT INTO one_time_codes_new
    SELECT id, tenant_id, target, purpose, user_id, code_hash, sent_at_ms, expires_at_ms, password_given_at_ms, attempts, ended_at_ms
    FROM one_time_codes;
DROP TABLE one_time_codes;
ALTER TABLE one_time_codes_new RENAME TO one_time_codes;
CREATE INDEX one_time_codes_by_target ON one_time_codes (tenant_id, target, sent_at_ms);

-- A BVN or NIN that was proven to be the person's. The number itself is encrypted; it is found by a keyed hash.
-- owner: identity, read by access
CREATE TABLE national_numbers (
    user_id TEXT NOT NULL REFERENCES users (id),
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    kind TEXT NOT NULL CHECK (kind IN ('bvn', 'nin')),
    lookup_hash TEXT NOT NULL,
    sealed TEXT NOT NULL,
    last_digits TEXT NOT NULL,
    verified_at_ms INTEGER NOT NULL,
    PRIMARY KEY (user_id, kind),
    UNIQUE (tenant_id, kind, lookup_hash)
) STRICT;

-- What is known of a person beside the profile: verifications, and settings that devices share.
-- owner: access
CREATE TABLE person_settings (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    address_verified_at_ms INTEGER,
    -- Until when a verification of the address is under way: YYYY-MM-DD in Lagos.
    address_pending_until TEXT,
    liveness_verified_at_ms INTEGER,
    fcm_token TEXT,
    -- Everything else that a device keeps: a JSON object of texts.
    options TEXT NOT NULL DEFAULT '{}',
    updated_at_ms INTEGER NOT NULL
) STRICT;

-- Looks into the camera that were started, and how they ended.
-- owner: identity
CREATE TABLE liveness_checks (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    -- The provider's name for it.
    reference TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL CHECK (status IN ('pending', 'passed', 'failed')),
    started_at_ms INTEGER NOT NULL,
    ended_at_ms INTEGER
) STRICT;
CREATE INDEX liveness_checks_by_user ON liveness_checks (user_id, started_at_ms);

-- The same on the sandbox provider's side.
-- owner: providers
CREATE TABLE sandbox_liveness (
    reference TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'passed', 'failed')),
    started_at_ms INTEGER NOT NULL
) STRICT;
