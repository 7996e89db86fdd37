-- Checkouts at the card company: what was asked for, and what became of it.
-- owner: wallet, read by reconciliation
CREATE TABLE card_checkouts (
    -- Ours; the company knows the checkout by it.
    tx_ref TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    purpose TEXT NOT NULL CHECK (purpose IN ('fund')),
    currency TEXT NOT NULL,
    -- What arrives in the wallet, and what the card is charged.
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    charged_minor INTEGER NOT NULL CHECK (charged_minor >= amount_minor),
    -- Null until the company has answered.
    checkout_url TEXT,
    state TEXT NOT NULL CHECK (state IN ('open', 'declined', 'paid', 'held', 'expired')),
    created_at_ms INTEGER NOT NULL,
    ended_at_ms INTEGER
) STRICT;
CREATE INDEX card_checkouts_by_user ON card_checkouts (user_id, created_at_ms);

-- Payments that the company has confirmed, each once. A checkout may be paid twice.
-- owner: wallet, read by reconciliation
CREATE TABLE card_payments (
    -- The company's own identifier.
    provider_reference TEXT PRIMARY KEY,
    tx_ref TEXT NOT NULL REFERENCES card_checkouts (tx_ref),
    currency TEXT NOT NULL,
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    -- The transaction's; null while the payment is held, because the wallet cannot take it.
    reference TEXT UNIQUE,
    -- What it differs in from what was asked for; null where it is exactly that.
    difference TEXT CHECK (difference IN ('less', 'more', 'currency', 'again')),
    received_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX card_payments_by_checkout ON card_payments (tx_ref, received_at_ms);

-- The system's accounts for card payments, in every currency.
INSERT INTO ledger_accounts (id, owner_kind, owner, currency, may_be_negative, created_at_ms)
    SELECT 'system:' || account.name || ':' || currency.code, 'system', account.name, currency.code, 1, 0
    FROM (SELECT 'card' AS name UNION ALL SELECT 'surcharge') account
    CROSS JOIN (SELECT 'NGN' AS code UNION ALL SELECT 'USD' UNION ALL SELECT 'GBP' UNION ALL SELECT 'BTC'
        UNION ALL SELECT 'ETH' UNION ALL SELECT 'USDT') currency
    WHERE 1 = 1 ON CONFLICT DO NOTHING;

-- Checkouts of the sandbox's card company.
-- owner: providers
CREATE TABLE sandbox_checkouts (
    tx_ref TEXT PRIMARY KEY,
    currency TEXT NOT NULL,
    amount TEXT NOT NULL,
    name TEXT NOT NULL,
    return_to TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT;

-- What was paid, or declined, at them.
-- owner: providers
CREATE TABLE sandbox_card_payments (
    id TEXT PRIMARY KEY,
    tx_ref TEXT NOT NULL REFERENCES sandbox_checkouts (tx_ref),
    amount TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('successful', 'failed')),
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX sandbox_card_payments_by_checkout ON sandbox_card_payments (tx_ref, created_at_ms);
