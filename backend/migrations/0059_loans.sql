-- reads: plans clusters

-- How much a tenant lends: to one person, and altogether.
-- owner: plans, read by access
CREATE TABLE loan_policies (
    tenant_id TEXT PRIMARY KEY REFERENCES tenants (id),
    person_limit_minor INTEGER NOT NULL CHECK (person_limit_minor >= 0),
    lending_limit_minor INTEGER NOT NULL CHECK (lending_limit_minor >= 0)
) STRICT;

-- Interest that is not charged, because the loan was paid off before its period began. It is no part of the amount any more.
ALTER TABLE plan_instalments ADD COLUMN waived_minor INTEGER NOT NULL DEFAULT 0;

-- A set of coins that is being sold: what it will be then, and what ending it early costs.
ALTER TABLE plan_subscriptions ADD COLUMN closing TEXT CHECK (closing IN ('COMPLETED', 'TERMINATED'));
ALTER TABLE plan_subscriptions ADD COLUMN closing_penalty_minor INTEGER NOT NULL DEFAULT 0;

-- Orders for coins of sets. The identifier is ours, and the exchange's name for the order; the transfer in the ledger that pays
-- for a purchase has it too. Quantities are in hundred-millionths: of the coin, and of what it is quoted in.
-- owner: plans, read by reconciliation
CREATE TABLE plan_coin_orders (
    id TEXT PRIMARY KEY,
    coin_id TEXT NOT NULL REFERENCES plan_coins (id),
    side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
    -- Of a purchase what it may spend, of a sale what it sells.
    size_units INTEGER NOT NULL CHECK (size_units > 0),
    state TEXT NOT NULL CHECK (state IN ('open', 'filled', 'refused')),
    -- How often it was placed, and when last: none before the first time.
    times_placed INTEGER NOT NULL DEFAULT 0,
    placed_at_ms INTEGER,
    -- Nobody else asks about it before.
    held_until_ms INTEGER NOT NULL,
    quantity_units INTEGER NOT NULL DEFAULT 0,
    quote_units INTEGER NOT NULL DEFAULT 0,
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX plan_coin_orders_open ON plan_coin_orders (coin_id) WHERE state = 'open';
CREATE INDEX plan_coin_orders_due ON plan_coin_orders (held_until_ms) WHERE state = 'open';
CREATE INDEX plan_coin_orders_by_coin ON plan_coin_orders (coin_id);
