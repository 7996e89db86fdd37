-- The summary of accounts tells what is in pots and owed of loans.
-- reads: wallet ledger_accounts

-- Whose day is to be done.
CREATE INDEX plan_members_by_day ON plan_members (status, day_done, id);
