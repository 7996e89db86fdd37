-- expands

-- The currency of a plan's pots: savings may be held in another currency than they are paid in.
ALTER TABLE plans ADD COLUMN pot_currency TEXT NOT NULL DEFAULT 'NGN';
ALTER TABLE plan_subscriptions ADD COLUMN pot_currency TEXT NOT NULL DEFAULT 'NGN';
-- The amount that reached a pot in another currency than the payment's; null otherwise.
ALTER TABLE plan_payments ADD COLUMN pot_minor INTEGER;
-- Whether a member's due instalments of savings are collected from the wallet; null: by the account's switch.
ALTER TABLE plan_members ADD COLUMN collects INTEGER;
-- When a member left a group that continued.
ALTER TABLE plan_members ADD COLUMN left_at_ms INTEGER;
