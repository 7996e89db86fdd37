-- Debits by mandate: each brings the missing part of an instalment into the wallet, from where it goes on to the plan.
-- owner: wallet, read by reconciliation
CREATE TABLE direct_debits (
    -- Ours: the company's order and the transfer in the ledger have it too.
    reference TEXT PRIMARY KEY,
    mandate_id TEXT NOT NULL REFERENCES mandates (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    -- Naira. What arrived may be another amount: the ledger has it.
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    instalment_id TEXT NOT NULL,
    -- In Lagos, `YYYY-MM-DD`.
    day TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'paid', 'refused')),
    created_at_ms INTEGER NOT NULL,
    -- When it was given to the company first, noted before the call: whether it arrived, only the company knows.
    sent_at_ms INTEGER,
    ended_at_ms INTEGER,
    UNIQUE (instalment_id, day)
) STRICT;
CREATE UNIQUE INDEX direct_debits_one_open ON direct_debits (instalment_id) WHERE state = 'open';

-- Debits of the sandbox's company.
-- owner: providers
CREATE TABLE sandbox_debits (
    reference TEXT PRIMARY KEY,
    mandate_reference TEXT NOT NULL REFERENCES sandbox_mandates (reference),
    amount_minor INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('processing', 'paid', 'refused')),
    created_at_ms INTEGER NOT NULL
) STRICT;
