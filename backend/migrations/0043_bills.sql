-- The token of a prepaid meter and its units: they belong to the payer's transaction, and may come after it is settled.
ALTER TABLE wallet_transactions ADD COLUMN token TEXT;
ALTER TABLE wallet_transactions ADD COLUMN units TEXT;
-- The provider has delivered, and still owes the token.
ALTER TABLE wallet_transactions ADD COLUMN owes_token INTEGER NOT NULL DEFAULT 0;

-- How often the sandbox provider was asked what became of a bill.
ALTER TABLE sandbox_bills ADD COLUMN questions INTEGER NOT NULL DEFAULT 0;

-- Smart cards and meters that the provider knows, as a person was told. A purchase names one by its code, once.
-- owner: bills
CREATE TABLE bill_validations (
    code_hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL CHECK (kind IN ('cable', 'power')),
    service TEXT NOT NULL,
    customer TEXT NOT NULL,
    name TEXT NOT NULL,
    -- The least amount for this meter, in kobo, if the provider names one.
    minimum_minor INTEGER,
    expires_at_ms INTEGER NOT NULL,
    used_at_ms INTEGER
) STRICT;
CREATE INDEX bill_validations_by_age ON bill_validations (expires_at_ms);

-- Whom a person paid bills for, and what they bought last: what is offered for the next purchase.
-- owner: bills
CREATE TABLE bill_customers (
    user_id TEXT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL CHECK (kind IN ('airtime', 'data', 'cable', 'power')),
    service TEXT NOT NULL,
    customer TEXT NOT NULL,
    -- As the provider names the customer; null for phones.
    name TEXT,
    package TEXT,
    amount_minor INTEGER NOT NULL,
    phone TEXT,
    paid_at_ms INTEGER NOT NULL,
    PRIMARY KEY (user_id, kind, service, customer)
) STRICT;
