-- What providers took back of money that they had confirmed, and what the wallet could not give: it is owed, and collected
-- from what arrives.
-- owner: wallet, read by money, reconciliation
CREATE TABLE reversals (
    reference TEXT PRIMARY KEY REFERENCES ledger_transfers (id),
    original TEXT NOT NULL REFERENCES ledger_transfers (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    currency TEXT NOT NULL,
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    owed_minor INTEGER NOT NULL CHECK (owed_minor BETWEEN 0 AND amount_minor),
    collected_minor INTEGER NOT NULL DEFAULT 0 CHECK (collected_minor BETWEEN 0 AND owed_minor),
    -- Who decided it by hand, and why; blank if the provider said so.
    decided_by TEXT NOT NULL,
    why TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX reversals_by_original ON reversals (original);
CREATE INDEX reversals_owed ON reversals (user_id) WHERE owed_minor > collected_minor;
-- When a payment came back that its provider had made, and the transfer that gave it back.
ALTER TABLE orders ADD COLUMN returned_by TEXT;
INSERT INTO ledger_accounts (id, owner_kind, owner, currency, may_be_negative, created_at_ms)
    SELECT 'system:owed:' || currency.code, 'system', 'owed', currency.code, 1, 0
    FROM (SELECT 'NGN' AS code UNION ALL SELECT 'USD' UNION ALL SELECT 'GBP' UNION ALL SELECT 'BTC'
        UNION ALL SELECT 'ETH' UNION ALL SELECT 'USDT') currency
    WHERE 1 = 1 ON CONFLICT DO NOTHING;
-- What the cardholder's bank took back of the sandbox's payments.
ALTER TABLE sandbox_card_payments ADD COLUMN is_taken_back INTEGER NOT NULL DEFAULT 0;
