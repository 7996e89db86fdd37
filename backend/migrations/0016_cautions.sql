-- What changed about an account that makes less leave its wallets for a day, and when it last did.
-- owner: access, read by money
CREATE TABLE cautions (
    user_id TEXT NOT NULL REFERENCES users (id),
    reason TEXT NOT NULL CHECK (reason IN ('new_device', 'password', 'pin', 'phone')),
    since_ms INTEGER NOT NULL,
    PRIMARY KEY (user_id, reason)
) STRICT;

-- Since when somebody has been paid, and how much of late.
CREATE INDEX payouts_by_payee ON payouts (user_id, bank_code, account_number);
CREATE INDEX wallet_transactions_by_payee ON wallet_transactions (user_id, counterparty_wallet_number);
