-- A debit that was not sent any more, because nothing could be paid with it.
-- owner: wallet, read by reconciliation
CREATE TABLE direct_debits_new (
    -- Ours: the company's order and the transfer in the ledger have it too.
    reference TEXT PRIMARY KEY,
    mandate_id TEXT NOT NULL REFERENCES mandates (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    -- Naira. What arrived may be another amount: the ledger has it.
    amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
    instalment_id TEXT NOT NULL,
    -- In Lagos, `YYYY-MM-DD`.
    day TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'paid', 'refused', 'called_off')),
    created_at_ms INTEGER NOT NULL,
    -- When it was given to the company first, noted before the call: whether it arrived, only the company knows.
    sent_at_ms INTEGER,
    ended_at_ms INTEGER,
    UNIQUE (instalment_id, day)
) STRICT;
INSERT INTO direct_debits_new (reference, mandate_id, user_id, amount_minor, instalment_id, day, state, created_at_ms, sent_at_ms, ended_at_ms)
    SELECT reference, mandate_id, user_id, amount_minor, instalment_id, day, state, created_at_ms, sent_at_ms, ended_at_ms FROM direct_debits;
DROP TABLE direct_debits;
ALTER TABLE direct_debits_new RENAME TO direct_debits;
CREATE UNIQUE INDEX direct_debits_one_open ON direct_debits (instalment_id) WHERE state = 'open';
CREATE INDEX direct_debits_by_user ON direct_debits (user_id, day);
