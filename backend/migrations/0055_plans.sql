-- What an account is for: a wallet, what a member has put into a plan, what is owed of a loan. A pot belongs to a membership,
-- a loan's account to its subscription; both have the owner's identifier.
ALTER TABLE ledger_accounts ADD COLUMN purpose TEXT NOT NULL DEFAULT 'wallet' CHECK (purpose IN ('wallet', 'pot', 'loan'));

INSERT INTO ledger_accounts (id, owner_kind, owner, currency, may_be_negative, created_at_ms)
    SELECT 'system:' || account.name || ':' || currency.code, 'system', account.name, currency.code, 1, 0
    FROM (SELECT 'interest' AS name UNION ALL SELECT 'penalties') account
    CROSS JOIN (SELECT 'NGN' AS code UNION ALL SELECT 'USD' UNION ALL SELECT 'GBP' UNION ALL SELECT 'BTC'
        UNION ALL SELECT 'ETH' UNION ALL SELECT 'USDT') currency
    WHERE 1 = 1 ON CONFLICT DO NOTHING;

-- Names of members, and what is in pots.
-- reads: plans users
-- reads: plans ledger_accounts

-- What the operator offers. Limits are in the plan's own currency, the request fee is in naira.
-- owner: plans
CREATE TABLE plans (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    -- The operator's name for it, and the card company's.
    reference TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('savings', 'loan', 'coins')),
    name TEXT NOT NULL,
    is_active INTEGER NOT NULL,
    base_currency TEXT NOT NULL,
    min_amount_minor INTEGER NOT NULL CHECK (min_amount_minor > 0),
    max_amount_minor INTEGER,
    duration INTEGER NOT NULL CHECK (duration > 0),
    duration_unit TEXT NOT NULL CHECK (duration_unit IN ('day', 'week', 'month')),
    is_flexible INTEGER NOT NULL,
    is_group INTEGER NOT NULL,
    -- In percent, as decimal text.
    opt_out_penalty TEXT NOT NULL,
    take_profit TEXT,
    wait INTEGER,
    wait_unit TEXT CHECK (wait_unit IN ('day', 'week', 'month')),
    request_fee_minor INTEGER,
    -- Lists, as JSON.
    risk_type TEXT NOT NULL,
    coin_types TEXT NOT NULL,
    description TEXT NOT NULL,
    how_to_buy TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    UNIQUE (tenant_id, reference)
) STRICT;

-- A plan that somebody has taken, with its terms as they were then.
-- owner: plans, read by wallet, reconciliation, access
CREATE TABLE plan_subscriptions (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    plan_id TEXT NOT NULL REFERENCES plans (id),
    kind TEXT NOT NULL CHECK (kind IN ('savings', 'loan', 'coins')),
    created_by TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    currency TEXT NOT NULL,
    -- Of one instalment; of a loan its principal.
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    base_currency TEXT NOT NULL,
    base_currency_amount_minor INTEGER NOT NULL,
    -- What one unit of the base currency was worth, as decimal text.
    rate TEXT NOT NULL,
    comment TEXT,
    funding_source TEXT NOT NULL CHECK (funding_source IN ('card', 'wallet', 'bank')),
    duration INTEGER NOT NULL,
    duration_unit TEXT NOT NULL,
    is_flexible INTEGER NOT NULL,
    is_group INTEGER NOT NULL,
    opt_out_penalty TEXT NOT NULL,
    take_profit TEXT,
    wait INTEGER,
    wait_unit TEXT,
    fee_minor INTEGER,
    reference TEXT NOT NULL UNIQUE,
    -- Of a group: what people join it by.
    code TEXT UNIQUE,
    -- Days in Lagos, `YYYY-MM-DD`: none before the first money has arrived.
    starts_on TEXT,
    ends_on TEXT,
    -- Of a loan: the cluster, where the borrower was, and what was decided, as JSON.
    cluster_id TEXT,
    latitude TEXT,
    longitude TEXT,
    decision TEXT,
    decided_by TEXT,
    created_at_ms INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL,
    ended_at_ms INTEGER
) STRICT;
CREATE INDEX plan_subscriptions_by_creator ON plan_subscriptions (created_by, kind, created_at_ms);
CREATE INDEX plan_subscriptions_by_status ON plan_subscriptions (status, kind);

-- A person in a plan. A plan that is no group has one. The pot has the same identifier.
-- owner: plans, read by wallet, reconciliation
CREATE TABLE plan_members (
    id TEXT PRIMARY KEY,
    subscription_id TEXT NOT NULL REFERENCES plan_subscriptions (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    status TEXT NOT NULL CHECK (status IN ('PENDING', 'ACTIVE', 'COMPLETED', 'TERMINATED')),
    joined_at_ms INTEGER NOT NULL,
    -- The person's own end, `YYYY-MM-DD`, and the last day whose work is done: none before the first money has arrived.
    ends_on TEXT,
    day_done TEXT,
    UNIQUE (subscription_id, user_id)
) STRICT;
CREATE INDEX plan_members_by_user ON plan_members (user_id, joined_at_ms);

-- owner: plans, read by wallet, reconciliation
CREATE TABLE plan_instalments (
    id TEXT PRIMARY KEY,
    member_id TEXT NOT NULL REFERENCES plan_members (id),
    number INTEGER NOT NULL,
    -- Principal and interest together.
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    interest_minor INTEGER NOT NULL DEFAULT 0,
    paid_minor INTEGER NOT NULL DEFAULT 0 CHECK (paid_minor >= 0 AND paid_minor <= amount_minor),
    status TEXT NOT NULL CHECK (status IN ('PENDING', 'DUE', 'PAID')),
    due_on TEXT NOT NULL,
    paid_at_ms INTEGER,
    -- Who paid last, if it was somebody else.
    payer_id TEXT REFERENCES users (id),
    -- The day of the last reminder.
    reminded_on TEXT,
    UNIQUE (member_id, number)
) STRICT;

-- What was paid for plans: a row for each instalment that a transfer pays, and one without an instalment for a fee.
-- owner: plans, read by reconciliation
CREATE TABLE plan_payments (
    id TEXT PRIMARY KEY,
    transfer_id TEXT NOT NULL REFERENCES ledger_transfers (id),
    subscription_id TEXT NOT NULL REFERENCES plan_subscriptions (id),
    member_id TEXT REFERENCES plan_members (id),
    instalment_id TEXT REFERENCES plan_instalments (id),
    payer_id TEXT NOT NULL REFERENCES users (id),
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    -- Of a loan's instalment: the interest in the amount.
    interest_minor INTEGER NOT NULL DEFAULT 0,
    paid_at_ms INTEGER NOT NULL,
    UNIQUE (transfer_id, instalment_id)
) STRICT;
CREATE INDEX plan_payments_by_subscription ON plan_payments (subscription_id);

-- The rows of a set of coins.
-- owner: plans, read by reconciliation
CREATE TABLE plan_coins (
    id TEXT PRIMARY KEY,
    subscription_id TEXT NOT NULL REFERENCES plan_subscriptions (id),
    member_id TEXT NOT NULL REFERENCES plan_members (id),
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    coin TEXT NOT NULL,
    amount_minor INTEGER NOT NULL,
    status TEXT NOT NULL,
    -- Quantities and prices, as decimal text.
    amount_bought TEXT,
    price_bought TEXT,
    amount_sold TEXT,
    price_sold TEXT,
    UNIQUE (subscription_id, position)
) STRICT;

-- When a person last reminded a member.
-- owner: plans
CREATE TABLE plan_nudges (
    member_id TEXT NOT NULL REFERENCES plan_members (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    nudged_on TEXT NOT NULL,
    PRIMARY KEY (member_id, user_id)
) STRICT;

-- The daily job: a row for each day. Whoever holds it works until the hold runs out.
-- owner: plans
CREATE TABLE plan_days (
    day TEXT PRIMARY KEY,
    held_until_ms INTEGER NOT NULL,
    finished_at_ms INTEGER
) STRICT;

-- People who were asked to join a group before they had an account.
-- owner: plans
CREATE TABLE plan_invitations (
    id TEXT PRIMARY KEY,
    subscription_id TEXT NOT NULL REFERENCES plan_subscriptions (id),
    invited_by TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT NOT NULL,
    amount_minor INTEGER NOT NULL,
    invited_at_ms INTEGER NOT NULL,
    UNIQUE (subscription_id, email)
) STRICT;

-- What a checkout's money is meant for beyond the wallet: `savings`, `instalment` or `loan_fee`, and which one.
ALTER TABLE card_checkouts ADD COLUMN meant_for TEXT;
ALTER TABLE card_checkouts ADD COLUMN meant_for_id TEXT;
