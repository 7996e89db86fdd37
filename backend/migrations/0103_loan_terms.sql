-- expands

-- The charge for an instalment that is paid late: in percent of what is unpaid of it, once, after some days; all charges together
-- within a ceiling, in percent of the loan. None by default. Percentages are decimal text.
ALTER TABLE plans ADD COLUMN late_percent TEXT NOT NULL DEFAULT '0';
ALTER TABLE plans ADD COLUMN late_ceiling TEXT NOT NULL DEFAULT '0';
ALTER TABLE plans ADD COLUMN late_after_days INTEGER NOT NULL DEFAULT 0;
ALTER TABLE plan_subscriptions ADD COLUMN late_percent TEXT NOT NULL DEFAULT '0';
ALTER TABLE plan_subscriptions ADD COLUMN late_ceiling TEXT NOT NULL DEFAULT '0';
ALTER TABLE plan_subscriptions ADD COLUMN late_after_days INTEGER NOT NULL DEFAULT 0;

-- Whether due payments are collected from the wallet, to which whoever took the plan has agreed.
ALTER TABLE plan_subscriptions ADD COLUMN collects INTEGER NOT NULL DEFAULT 0;
-- The payout of a loan.
ALTER TABLE plan_subscriptions ADD COLUMN paid_out_at_ms INTEGER;
-- The place of a loan request: `NG` and a state, or `other`. Exact locations are not read any more; the daily job of plans
-- deletes those that the previous version has stored.
ALTER TABLE plan_subscriptions ADD COLUMN country TEXT CHECK (country IN ('NG', 'other'));
ALTER TABLE plan_subscriptions ADD COLUMN state TEXT;

-- A charge is an instalment of its own, all of it interest; it names the one that was late.
ALTER TABLE plan_instalments ADD COLUMN charged_for TEXT REFERENCES plan_instalments (id);
CREATE UNIQUE INDEX plan_instalments_charged_for ON plan_instalments (charged_for);
