-- expands
-- reads: wallet plan_coins
-- The exchange's share of each trade, in percent, in what a coin set is worth.
ALTER TABLE rate_policies ADD COLUMN exchange_fee TEXT NOT NULL DEFAULT '0.1';
