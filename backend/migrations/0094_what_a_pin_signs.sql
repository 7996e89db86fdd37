-- The digest of the body that a PIN authorises. Grants of before authorise nothing: they last for two minutes.
ALTER TABLE pin_grants ADD COLUMN body_hash TEXT NOT NULL DEFAULT '';
-- Whether a PIN was entered for a plan that waits for money. Bank transfers begin only such plans.
ALTER TABLE plan_subscriptions ADD COLUMN is_authorised INTEGER NOT NULL DEFAULT 0;
