-- When the exchange was last asked what a key permits.
ALTER TABLE exchange_keys ADD COLUMN checked_at_ms INTEGER NOT NULL DEFAULT 0;
