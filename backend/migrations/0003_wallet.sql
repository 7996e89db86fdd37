-- Wallets and what people do with them. Money itself is in the ledger; these rows say whose it is and what it was for.
-- A wallet's identifier is its ledger account's. `wallet_number` is what others send to.
-- owner: money, read by community
CREATE TABLE wallets (
    id TEXT PRIMARY KEY REFERENCES ledger_accounts (id),
    user_id TEXT NOT NULL,
    currency TEXT NOT NULL,
    wallet_number TEXT NOT NULL UNIQUE CHECK (length(wallet_number) = 10),
    address TEXT,
    created_at_ms INTEGER NOT NULL,
    UNIQUE (user_id, currency)
) STRICT;

-- owner: money
CREATE TABLE active_accounts (
    user_id TEXT PRIMARY KEY,
    currency TEXT NOT NULL
) STRICT;

-- Units of the currency for one US dollar, as decimal text.
-- owner: money
CREATE TABLE rates (
    currency TEXT PRIMARY KEY,
    sell_rate TEXT NOT NULL,
    buy_rate TEXT NOT NULL,
    updated_at_ms INTEGER NOT NULL
) STRICT;
INSERT INTO rates (currency, sell_rate, buy_rate, updated_at_ms) VALUES
    ('NGN', '1500', '1480', 0), ('USD', '1', '1', 0), ('GBP', '0.79', '0.78', 0),
    ('BTC', '0.0000105', '0.0000104', 0), ('ETH', '0.00033', '0.00032', 0), ('USDT', '1', '1', 0);

-- Bank accounts whose credits belong to a wallet.
-- owner: wallet
CREATE TABLE virtual_accounts (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    currency TEXT NOT NULL,
    account_number TEXT NOT NULL UNIQUE,
    bank_name TEXT NOT NULL,
    account_name TEXT NOT NULL,
    reference TEXT NOT NULL UNIQUE,
    routing_number TEXT,
    swift_code TEXT,
    created_at_ms INTEGER NOT NULL,
    UNIQUE (user_id, currency)
) STRICT;

-- A person's statement. Both sides of a wallet transfer share the reference.
-- owner: money, read by community, reconciliation
CREATE TABLE wallet_transactions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    reference TEXT NOT NULL,
    ledger_transfer_id TEXT NOT NULL REFERENCES ledger_transfers (id),
    category TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('CREDIT', 'DEBIT')),
    status TEXT NOT NULL CHECK (status IN ('PROCESSING', 'SUCCESSFUL', 'FAILED')),
    currency TEXT NOT NULL,
    gross_minor INTEGER NOT NULL CHECK (gross_minor >= 0),
    charge_minor INTEGER NOT NULL CHECK (charge_minor >= 0),
    net_minor INTEGER NOT NULL CHECK (net_minor >= 0),
    description TEXT NOT NULL,
    counterparty_name TEXT,
    counterparty_account_number TEXT,
    counterparty_bank_name TEXT,
    counterparty_wallet_number TEXT,
    comment TEXT,
    created_at_ms INTEGER NOT NULL,
    settled_at_ms INTEGER,
    UNIQUE (user_id, reference)
) STRICT;
CREATE INDEX wallet_transactions_by_age ON wallet_transactions (user_id, created_at_ms);

-- What a bank reported as received, once each.
-- owner: wallet, read by reconciliation
CREATE TABLE bank_credits (
    provider_reference TEXT PRIMARY KEY,
    account_number TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    user_id TEXT NOT NULL,
    reference TEXT NOT NULL,
    received_at_ms INTEGER NOT NULL
) STRICT;

-- Money on its way to a bank: written before the bank is asked, settled when the bank has said what became of it.
-- owner: money
CREATE TABLE payouts (
    reference TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    ledger_transfer_id TEXT NOT NULL UNIQUE REFERENCES ledger_transfers (id),
    bank_code TEXT NOT NULL,
    bank_name TEXT NOT NULL,
    account_number TEXT NOT NULL,
    account_name TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    description TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'paid', 'refused')),
    route TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at_ms INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL,
    settled_at_ms INTEGER
) STRICT;
CREATE INDEX payouts_due ON payouts (due_at_ms) WHERE state = 'open';

-- owner: wallet, read by community
CREATE TABLE beneficiaries (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    bank_code TEXT NOT NULL,
    bank_name TEXT NOT NULL,
    account_number TEXT NOT NULL,
    account_name TEXT NOT NULL,
    is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
    created_at_ms INTEGER NOT NULL,
    UNIQUE (user_id, bank_code, account_number)
) STRICT;

-- What a person was shown before confirming.
-- owner: money
CREATE TABLE transfer_quotes (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount_minor INTEGER NOT NULL,
    fee_minor INTEGER NOT NULL,
    total_minor INTEGER NOT NULL,
    payee TEXT NOT NULL,
    document TEXT NOT NULL,
    expires_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX transfer_quotes_by_age ON transfer_quotes (expires_at_ms);
