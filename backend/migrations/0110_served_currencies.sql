-- expands
-- The currencies that a brand serves, apart from coins (rule: `wallet::served`).
ALTER TABLE tenants ADD COLUMN currencies TEXT NOT NULL DEFAULT 'NGN,USD';
