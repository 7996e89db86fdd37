-- One key, one operation, whichever call it was sent to; a key that was given up before any call used it names no route.
-- owner: http, read by money
CREATE TABLE operations (
    user_id TEXT NOT NULL REFERENCES users (id),
    idempotency_key TEXT NOT NULL,
    route TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    status INTEGER,
    answer TEXT,
    created_at_ms INTEGER NOT NULL,
    -- Nothing was done under it, and nothing will be.
    abandoned_at_ms INTEGER,
    PRIMARY KEY (user_id, idempotency_key),
    CHECK ((status IS NULL) = (answer IS NULL))
) STRICT;
CREATE INDEX operations_by_age ON operations (user_id, created_at_ms);
INSERT INTO operations (user_id, idempotency_key, route, body_hash, status, answer, created_at_ms)
    SELECT user_id, idempotency_key, route, body_hash, status, answer, created_at_ms FROM idempotency_keys used
    WHERE NOT EXISTS (SELECT 1 FROM idempotency_keys later WHERE later.user_id = used.user_id
        AND later.idempotency_key = used.idempotency_key AND (later.created_at_ms > used.created_at_ms
        OR (later.created_at_ms = used.created_at_ms AND later.route > used.route)));
INSERT INTO operations (user_id, idempotency_key, route, body_hash, created_at_ms, abandoned_at_ms)
    SELECT user_id, idempotency_key, '', '', abandoned_at_ms, abandoned_at_ms FROM operation_keys
    WHERE abandoned_at_ms IS NOT NULL ON CONFLICT (user_id, idempotency_key) DO NOTHING;
DROP TABLE idempotency_keys;
DROP TABLE operation_keys;

-- Whom a debit went to, as quotes, authorisations and caps name them; null where no cap counts it.
ALTER TABLE wallet_transactions ADD COLUMN payee TEXT;
UPDATE wallet_transactions SET payee = 'wallet:' || counterparty_wallet_number
    WHERE kind = 'DEBIT' AND category = 'wallet-transfer';
UPDATE wallet_transactions SET payee = (SELECT 'bank:' || payouts.bank_code || ':' || payouts.account_number FROM payouts
    WHERE payouts.reference = wallet_transactions.reference) WHERE kind = 'DEBIT' AND category = 'withdraw';
DROP INDEX wallet_transactions_by_payee;
CREATE INDEX wallet_transactions_by_payee ON wallet_transactions (user_id, payee, created_at_ms);

-- What a provider is asked to do with money that is reserved for it: written before it is asked, settled when it has said
-- what became of it.
-- owner: money, read by reconciliation
CREATE TABLE orders (
    reference TEXT PRIMARY KEY REFERENCES ledger_transfers (id),
    user_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    -- What the provider is told besides, as JSON.
    payload TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'done', 'refused')),
    idempotency_key TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    settled_at_ms INTEGER
) STRICT;
INSERT INTO orders (reference, user_id, kind, currency, amount_minor, payload, state, idempotency_key, created_at_ms, settled_at_ms)
    SELECT ledger_transfer_id, user_id, 'withdrawal', currency, amount_minor,
-- sqlite:
        json_object('bank_code', bank_code, 'account_number', account_number, 'account_name', account_name,
            'narration', description),
-- postgres:
        CAST(json_build_object('bank_code', bank_code, 'account_number', account_number, 'account_name', account_name,
            'narration', description) AS TEXT),
-- both:
        CASE state WHEN 'paid' THEN 'done' ELSE state END, idempotency_key, created_at_ms, settled_at_ms
    FROM payouts;
INSERT INTO queue (kind, id, payload, user_id, attempts, unconfirmed_attempts, due_at_ms, created_at_ms)
    SELECT 'order', ledger_transfer_id, '', user_id, attempts, attempts, due_at_ms, created_at_ms FROM payouts WHERE state = 'open';
DROP TABLE payouts;

-- The system's accounts, in every currency.
INSERT INTO ledger_accounts (id, owner_kind, owner, currency, may_be_negative, created_at_ms)
    SELECT 'system:' || account.name || ':' || currency.code, 'system', account.name, currency.code, 1, 0
    FROM (SELECT 'settlement' AS name UNION ALL SELECT 'fees' UNION ALL SELECT 'referral' UNION ALL SELECT 'bills') account
    CROSS JOIN (SELECT 'NGN' AS code UNION ALL SELECT 'USD' UNION ALL SELECT 'GBP' UNION ALL SELECT 'BTC'
        UNION ALL SELECT 'ETH' UNION ALL SELECT 'USDT') currency
    WHERE 1 = 1 ON CONFLICT DO NOTHING;

-- Bills as the sandbox provider knows them.
-- owner: providers
CREATE TABLE sandbox_bills (
    reference TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    service TEXT NOT NULL,
    customer TEXT NOT NULL,
    amount TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('delivered', 'refused')),
    created_at_ms INTEGER NOT NULL
) STRICT;
