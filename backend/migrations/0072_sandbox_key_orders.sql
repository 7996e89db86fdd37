-- Orders that the sandbox's exchange received with a person's own key. Figures are in hundred-millionths: of the coin, and of
-- USDT.
-- owner: providers
CREATE TABLE sandbox_key_orders (
    id TEXT PRIMARY KEY,
    -- A digest of the key.
    account TEXT NOT NULL,
    pair TEXT NOT NULL,
    quantity_units INTEGER NOT NULL,
    limit_units INTEGER NOT NULL,
    bought_units INTEGER NOT NULL,
    cost_units INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('over', 'refused')),
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX sandbox_key_orders_by_account ON sandbox_key_orders (account);
