-- expands
-- A brand's spread on conversions between wallets, in percent, and the hour in Lagos at which its rates are set each day.
ALTER TABLE rate_policies ADD COLUMN exchange_spread TEXT NOT NULL DEFAULT '1';
ALTER TABLE rate_policies ADD COLUMN set_hour INTEGER NOT NULL DEFAULT 9;
