-- Tenants, people, their sessions, codes, PINs; limits, idempotency keys, the audit log.
-- owner: settings
CREATE TABLE tenants (
    id TEXT PRIMARY KEY,
    identifier TEXT NOT NULL UNIQUE,
    domain TEXT UNIQUE,
    name TEXT NOT NULL,
    logo TEXT NOT NULL,
    banner TEXT,
    colours TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT;

-- The product's own brand, for every host that names no tenant. Its colours are the rules' defaults.
INSERT INTO tenants (id, identifier, name, logo, colours, created_at_ms)
VALUES ('0190c0de-0000-7000-8000-000000000001', 'ajo', 'Ajo', '/brands/ajo.svg', '{}', 0);

-- owner: access, read by money, identity, community
CREATE TABLE users (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    email TEXT NOT NULL,
    name TEXT NOT NULL,
    phone TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    referrer_code TEXT NOT NULL UNIQUE,
    referred_by TEXT,
    base_currency TEXT NOT NULL DEFAULT 'NGN',
    restricted INTEGER NOT NULL DEFAULT 0 CHECK (restricted IN (0, 1)),
    verified_at_ms INTEGER,
    created_at_ms INTEGER NOT NULL,
    UNIQUE (tenant_id, email)
) STRICT;

-- owner: access, read by community
CREATE TABLE profiles (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    first_name TEXT,
    last_name TEXT,
    gender TEXT,
    dob TEXT,
    image TEXT,
    about TEXT,
    address TEXT,
    landmark TEXT,
    lga TEXT,
    city TEXT,
    state TEXT,
    postal_code TEXT,
    country TEXT,
    latitude TEXT,
    longitude TEXT,
    updated_at_ms INTEGER NOT NULL
) STRICT;

-- owner: access, read by money
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    started_at_ms INTEGER NOT NULL,
    last_active_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    -- When a one-time code was entered for this session, if one was.
    code_entered_at_ms INTEGER,
    ended_at_ms INTEGER,
    end_reason TEXT,
    ip TEXT NOT NULL,
    user_agent TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id, ended_at_ms);

-- Tokens of 256 random bits, hashed.
-- owner: access
CREATE TABLE session_tokens (
    hash TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id),
    kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
    issued_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    rotated_at_ms INTEGER
) STRICT;
CREATE INDEX session_tokens_by_session ON session_tokens (session_id, kind);

-- A row is locked while a code for its address is decided on.
-- owner: identity
CREATE TABLE code_targets (
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    target TEXT NOT NULL,
    asked_at_ms INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, target)
) STRICT;

-- A code that was asked for. Nobody's address gets a row too, without a code, so that the answers are the same.
-- owner: identity
CREATE TABLE one_time_codes (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    target TEXT NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('validate', 'otp-login', 'reset')),
    user_id TEXT REFERENCES users (id),
    code_hash TEXT,
    sent_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    -- When the password was given that this code completes.
    password_given_at_ms INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    ended_at_ms INTEGER
) STRICT;
CREATE INDEX one_time_codes_by_target ON one_time_codes (tenant_id, target, sent_at_ms);

-- Failed sign-ins in a row, for an account from an address, and for an account from everywhere.
-- owner: identity
CREATE TABLE login_failures (
    subject TEXT PRIMARY KEY,
    failures INTEGER NOT NULL,
    last_at_ms INTEGER NOT NULL,
    locked_until_ms INTEGER
) STRICT;

-- owner: identity
CREATE TABLE pins (
    user_id TEXT NOT NULL REFERENCES users (id),
    currency TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pin_default', 'pin_set')),
    pin_hash TEXT,
    failures INTEGER NOT NULL DEFAULT 0,
    locked_until_ms INTEGER,
    updated_at_ms INTEGER NOT NULL,
    PRIMARY KEY (user_id, currency),
    CHECK (status <> 'pin_set' OR pin_hash IS NOT NULL)
) STRICT;

-- owner: money
CREATE TABLE pin_grants (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    action TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount_minor INTEGER NOT NULL,
    payee TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    granted_at_ms INTEGER NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    consumed_at_ms INTEGER
) STRICT;

-- owner: http
CREATE TABLE rate_limits (
    name TEXT NOT NULL,
    subject TEXT NOT NULL,
    window_start_at_ms INTEGER NOT NULL,
    hits INTEGER NOT NULL,
    PRIMARY KEY (name, subject)
) STRICT;

-- owner: http
CREATE TABLE idempotency_keys (
    user_id TEXT NOT NULL REFERENCES users (id),
    route TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    status INTEGER,
    answer TEXT,
    created_at_ms INTEGER NOT NULL,
    PRIMARY KEY (user_id, route, idempotency_key),
    CHECK ((status IS NULL) = (answer IS NULL))
) STRICT;
CREATE INDEX idempotency_keys_by_key ON idempotency_keys (user_id, idempotency_key);

-- Sixteen hash chains, so that the calls of different people seldom wait for each other.
-- owner: access
CREATE TABLE audit_heads (
    chain INTEGER PRIMARY KEY,
    length INTEGER NOT NULL,
    hash TEXT NOT NULL
) STRICT;
INSERT INTO audit_heads (chain, length, hash) VALUES
    (0, 0, ''), (1, 0, ''), (2, 0, ''), (3, 0, ''), (4, 0, ''), (5, 0, ''), (6, 0, ''), (7, 0, ''),
    (8, 0, ''), (9, 0, ''), (10, 0, ''), (11, 0, ''), (12, 0, ''), (13, 0, ''), (14, 0, ''), (15, 0, '');

-- owner: access, read by identity
CREATE TABLE audit_log (
    chain INTEGER NOT NULL,
    number INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    event TEXT NOT NULL,
    user_id TEXT NOT NULL,
    detail TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (chain, number)
) STRICT;
CREATE INDEX audit_log_by_user ON audit_log (user_id, at_ms);

-- sqlite:
CREATE TRIGGER audit_log_stands BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END;
CREATE TRIGGER audit_log_stays BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is never shortened'); END;
-- postgres:
CREATE TRIGGER audit_log_stands BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse();
