-- Where coins go and come from: the custodian, the exchange, the tenant's own coins, and what a sale earns.
INSERT INTO ledger_accounts (id, owner_kind, owner, currency, may_be_negative, created_at_ms)
    SELECT 'system:' || account.name || ':' || currency.code, 'system', account.name, currency.code, 1, 0
    FROM (SELECT 'custody' AS name UNION ALL SELECT 'exchange' UNION ALL SELECT 'spread' UNION ALL SELECT 'coin_inventory') account
    CROSS JOIN (SELECT 'NGN' AS code UNION ALL SELECT 'USD' UNION ALL SELECT 'GBP' UNION ALL SELECT 'BTC'
        UNION ALL SELECT 'ETH' UNION ALL SELECT 'USDT') currency
    WHERE 1 = 1 ON CONFLICT DO NOTHING;

-- How a tenant uses exchange rates: how long one is used, and what the house keeps of a coin's worth, in percent.
-- owner: money
CREATE TABLE rate_policies (
    tenant_id TEXT PRIMARY KEY,
    valid_hours INTEGER NOT NULL CHECK (valid_hours > 0),
    coin_spread TEXT NOT NULL
) STRICT;

-- Addresses that people's coins arrive at. `reference` is ours: the custodian knows the address by it.
-- owner: wallet, read by reconciliation
CREATE TABLE coin_addresses (
    reference TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    coin TEXT NOT NULL,
    network TEXT NOT NULL,
    address TEXT NOT NULL UNIQUE,
    created_at_ms INTEGER NOT NULL,
    UNIQUE (user_id, coin, network)
) STRICT;

-- Coins that arrived and were credited, each once, by the custodian's own name for the payment.
-- owner: wallet, read by reconciliation
CREATE TABLE coin_deposits (
    provider_reference TEXT PRIMARY KEY,
    address_reference TEXT NOT NULL REFERENCES coin_addresses (reference),
    coin TEXT NOT NULL,
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    user_id TEXT NOT NULL,
    reference TEXT NOT NULL UNIQUE,
    credited_at_ms INTEGER NOT NULL
) STRICT;
