-- The ledger: accounts, transfers, entries. Amounts are minor units.
-- `settled_minor` is what posted entries add up to; `reserved_minor` is what pending transfers hold back.
-- owner: ledger, read by money, reconciliation
CREATE TABLE ledger_accounts (
    id TEXT PRIMARY KEY,
    owner_kind TEXT NOT NULL CHECK (owner_kind IN ('user', 'system')),
    owner TEXT NOT NULL,
    currency TEXT NOT NULL CHECK (currency IN ('NGN', 'USD', 'GBP', 'BTC', 'ETH', 'USDT')),
    may_be_negative INTEGER NOT NULL CHECK (may_be_negative IN (0, 1)),
    settled_minor INTEGER NOT NULL DEFAULT 0,
    reserved_minor INTEGER NOT NULL DEFAULT 0 CHECK (reserved_minor >= 0),
    created_at_ms INTEGER NOT NULL,
    UNIQUE (owner, owner_kind, currency),
    CHECK (may_be_negative = 1 OR settled_minor - reserved_minor >= 0)
) STRICT;

-- owner: ledger, read by reconciliation
CREATE TABLE ledger_transfers (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    currency TEXT NOT NULL,
    linked_to TEXT REFERENCES ledger_transfers (id),
    state TEXT NOT NULL CHECK (state IN ('pending', 'posted', 'voided')),
    created_at_ms INTEGER NOT NULL,
    settled_at_ms INTEGER
) STRICT;

-- owner: ledger, read by reconciliation
CREATE TABLE ledger_entries (
    transfer_id TEXT NOT NULL REFERENCES ledger_transfers (id),
    account_id TEXT NOT NULL REFERENCES ledger_accounts (id),
    amount_minor INTEGER NOT NULL CHECK (amount_minor <> 0),
    PRIMARY KEY (transfer_id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ledger_entries_by_account ON ledger_entries (account_id);

-- sqlite:
CREATE TRIGGER ledger_entries_stand BEFORE UPDATE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'ledger entries are never changed'); END;
CREATE TRIGGER ledger_entries_stay BEFORE DELETE ON ledger_entries
BEGIN SELECT RAISE(ABORT, 'ledger entries are never removed'); END;
CREATE TRIGGER ledger_transfers_stay BEFORE DELETE ON ledger_transfers
BEGIN SELECT RAISE(ABORT, 'ledger transfers are never removed'); END;
CREATE TRIGGER ledger_transfers_settle_once BEFORE UPDATE ON ledger_transfers
WHEN OLD.state <> 'pending' OR NEW.state = 'pending' OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind
    OR NEW.currency <> OLD.currency OR NEW.created_at_ms <> OLD.created_at_ms OR NEW.linked_to IS NOT OLD.linked_to
BEGIN SELECT RAISE(ABORT, 'a pending transfer is posted or voided once, nothing else changes'); END;
CREATE TRIGGER ledger_accounts_stay BEFORE DELETE ON ledger_accounts
BEGIN SELECT RAISE(ABORT, 'ledger accounts are never removed'); END;
-- postgres:
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% rows are never changed or removed that way', TG_TABLE_NAME; END $$;
CREATE TRIGGER ledger_entries_stand BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER ledger_transfers_stay BEFORE DELETE ON ledger_transfers FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER ledger_transfers_settle_once BEFORE UPDATE ON ledger_transfers FOR EACH ROW
WHEN (OLD.state <> 'pending' OR NEW.state = 'pending' OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind
    OR NEW.currency <> OLD.currency OR NEW.created_at_ms <> OLD.created_at_ms OR NEW.linked_to IS DISTINCT FROM OLD.linked_to)
EXECUTE FUNCTION refuse();
CREATE TRIGGER ledger_accounts_stay BEFORE DELETE ON ledger_accounts FOR EACH ROW EXECUTE FUNCTION refuse();
