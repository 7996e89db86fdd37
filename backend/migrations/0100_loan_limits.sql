-- expands
-- A lender's terms for a borrower's limit (rule `loan.limit`): the limit of a first loan, in kobo; the shares of a loan
-- repaid on time and of the money received, in percent; the least age of an account and the least days of a loan. The last
-- one is the days after a refusal in which the answers to the loan questions stay.
ALTER TABLE loan_policies ADD COLUMN first_limit_minor INTEGER NOT NULL DEFAULT 2000000;
ALTER TABLE loan_policies ADD COLUMN growth_percent INTEGER NOT NULL DEFAULT 150;
ALTER TABLE loan_policies ADD COLUMN income_percent INTEGER NOT NULL DEFAULT 50;
ALTER TABLE loan_policies ADD COLUMN least_age_days INTEGER NOT NULL DEFAULT 30;
ALTER TABLE loan_policies ADD COLUMN least_held_days INTEGER NOT NULL DEFAULT 14;
ALTER TABLE loan_policies ADD COLUMN pause_days INTEGER NOT NULL DEFAULT 30;
