-- What the sandbox providers remember. Empty where real providers are configured.
-- owner: providers
CREATE TABLE sandbox_behaviours (
    port TEXT PRIMARY KEY,
    outcome TEXT NOT NULL,
    delay_ms INTEGER NOT NULL,
    times_left INTEGER
) STRICT;

-- owner: providers
CREATE TABLE sandbox_messages (
    id TEXT PRIMARY KEY,
    channel TEXT NOT NULL,
    receiver TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    code TEXT,
    sent_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX sandbox_messages_by_receiver ON sandbox_messages (receiver, id);

-- owner: providers
CREATE TABLE sandbox_accounts (
    reference TEXT PRIMARY KEY,
    account_number TEXT NOT NULL UNIQUE,
    account_name TEXT NOT NULL,
    currency TEXT NOT NULL,
    email TEXT NOT NULL
) STRICT;

-- owner: providers
CREATE TABLE sandbox_payouts (
    reference TEXT PRIMARY KEY,
    currency TEXT NOT NULL,
    amount TEXT NOT NULL,
    bank_code TEXT NOT NULL,
    account_number TEXT NOT NULL,
    account_name TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('paid', 'refused')),
    created_at_ms INTEGER NOT NULL
) STRICT;
