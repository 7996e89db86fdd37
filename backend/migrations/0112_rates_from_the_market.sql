-- expands
-- Whether a rate came from the market, and the buy rate of one that waits: naira and pounds are released by a person.
ALTER TABLE rates ADD COLUMN from_market INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rates ADD COLUMN jump_buy_rate TEXT;
-- The percentage by which a rate of money may differ from the one in use without waiting for a person.
ALTER TABLE rate_policies ADD COLUMN jump_percent TEXT NOT NULL DEFAULT '10';
-- reads: money tenants
