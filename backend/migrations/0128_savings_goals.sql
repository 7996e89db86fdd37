-- expands

-- The purpose of savings, and the amount to reach in the currency of the payments; null without one.
ALTER TABLE plan_subscriptions ADD COLUMN goal TEXT;
ALTER TABLE plan_subscriptions ADD COLUMN goal_minor INTEGER;
