-- Orders as the sandbox's exchange knows them. Quantities are in hundred-millionths: of the coin, and of USDT.
-- owner: providers
CREATE TABLE sandbox_exchange_orders (
    id TEXT PRIMARY KEY,
    pair TEXT NOT NULL,
    side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
    quantity_units INTEGER NOT NULL,
    quote_units INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('filled', 'refused')),
    created_at_ms INTEGER NOT NULL
) STRICT;
