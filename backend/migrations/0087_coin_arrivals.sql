-- Coins on their way: seen at an address, and not credited yet.
-- owner: wallet
CREATE TABLE coin_arrivals (
    provider_reference TEXT NOT NULL,
    address_reference TEXT NOT NULL REFERENCES coin_addresses (reference),
    user_id TEXT NOT NULL,
    coin TEXT NOT NULL,
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    -- How many blocks have confirmed it; null where the custodian does not count them.
    confirmations INTEGER,
    seen_at_ms INTEGER NOT NULL,
    PRIMARY KEY (address_reference, provider_reference)
) STRICT;
CREATE INDEX coin_arrivals_by_user ON coin_arrivals (user_id);
