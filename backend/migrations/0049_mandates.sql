-- Direct debits that people have authorised at their bank. What authorises a debit stays with the company: it is asked
-- for by the reference.
-- owner: wallet
CREATE TABLE mandates (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    -- The company's.
    reference TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('pending', 'waiting', 'active', 'cancelled', 'expired')),
    -- As the company names it; null until it is known.
    bank TEXT,
    created_at_ms INTEGER NOT NULL,
    active_at_ms INTEGER,
    ended_at_ms INTEGER
) STRICT;
CREATE INDEX mandates_by_user ON mandates (user_id, created_at_ms);

-- Mandates of the sandbox's company.
-- owner: providers
CREATE TABLE sandbox_mandates (
    reference TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    return_to TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('untouched', 'waiting', 'active', 'ended')),
    created_at_ms INTEGER NOT NULL
) STRICT;
