-- Prices that a tester has set, in place of those that the sandbox's market makes up.
-- owner: providers
CREATE TABLE sandbox_prices (
    pair TEXT PRIMARY KEY,
    price TEXT NOT NULL
) STRICT;

-- Coins as the sandbox's custodian knows them: what was sent, and what arrived.
-- owner: providers
CREATE TABLE sandbox_coin_sends (
    reference TEXT PRIMARY KEY,
    coin TEXT NOT NULL,
    network TEXT NOT NULL,
    address TEXT NOT NULL,
    amount TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('broadcast', 'refused')),
    created_at_ms INTEGER NOT NULL
) STRICT;

-- owner: providers
CREATE TABLE sandbox_coin_deposits (
    id TEXT PRIMARY KEY,
    reference TEXT NOT NULL,
    coin TEXT NOT NULL,
    amount TEXT NOT NULL,
    confirmations INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX sandbox_coin_deposits_by_reference ON sandbox_coin_deposits (reference, id);
