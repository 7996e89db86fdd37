-- The view that is shown first, beside the currency.
ALTER TABLE active_accounts ADD COLUMN account TEXT NOT NULL DEFAULT 'home';
