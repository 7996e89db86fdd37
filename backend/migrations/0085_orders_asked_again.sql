-- When the provider was last asked to execute an order: one without an idempotency key is asked again only when that request
-- can no longer arrive.
ALTER TABLE orders ADD COLUMN asked_at_ms INTEGER NOT NULL DEFAULT 0;
UPDATE orders SET asked_at_ms = created_at_ms;
