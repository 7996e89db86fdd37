-- When the owner closed the account. Nobody signs in to a closed one.
ALTER TABLE users ADD COLUMN closed_at_ms INTEGER;

-- A closed wallet takes no money, so it is empty.
ALTER TABLE ledger_accounts ADD COLUMN closed_at_ms INTEGER CHECK (closed_at_ms IS NULL OR (settled_minor = 0 AND reserved_minor = 0));
