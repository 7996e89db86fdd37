-- expands

-- Days of the ledger that are over are closed once their records agree: so a day's check reads a day.

CREATE INDEX ledger_transfers_by_settlement ON ledger_transfers (settled_at_ms);
CREATE INDEX ledger_transfers_by_cause ON ledger_transfers (linked_to) WHERE linked_to IS NOT NULL;
CREATE INDEX wallet_transactions_by_transfer ON wallet_transactions (ledger_transfer_id);
CREATE INDEX orders_returned ON orders (returned_by) WHERE returned_by IS NOT NULL;
CREATE INDEX bank_credits_by_time ON bank_credits (received_at_ms);
CREATE INDEX bank_credits_by_transfer ON bank_credits (reference);
CREATE INDEX card_payments_by_time ON card_payments (received_at_ms);
CREATE INDEX coin_deposits_by_time ON coin_deposits (credited_at_ms);
CREATE INDEX plan_payments_by_member ON plan_payments (member_id);
CREATE INDEX plan_payments_by_instalment ON plan_payments (instalment_id);

-- A closed Lagos day (days since 1970-01-01): its lines are the entries of the transfers that were settled on it, and the
-- balance of each account that they changed. `link` is a digest of the link before, the day, the number of lines and their
-- digest; `signature` is the link under the server's secret.
-- owner: ledger
CREATE TABLE closed_days (
    day INTEGER PRIMARY KEY,
    lines INTEGER NOT NULL CHECK (lines > 0),
    digest TEXT NOT NULL,
    link TEXT NOT NULL,
    signature TEXT NOT NULL,
    closed_at_ms INTEGER NOT NULL
) STRICT;

-- The settled balance of an account at the end of a day on which it changed.
-- owner: ledger
CREATE TABLE closed_balances (
    account_id TEXT NOT NULL REFERENCES ledger_accounts (id),
    day INTEGER NOT NULL,
    settled_minor INTEGER NOT NULL,
    PRIMARY KEY (account_id, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX closed_balances_by_day ON closed_balances (day);

-- The outcome of the check of each day, `2026-11-20`.
-- owner: reconciliation
CREATE TABLE daily_checks (
    day TEXT PRIMARY KEY,
    findings INTEGER NOT NULL,
    made_at_ms INTEGER NOT NULL
) STRICT;

-- The audit log names the link of each day.
CREATE INDEX audit_log_closed_days ON audit_log (number) WHERE event = 'ledger_day_closed';

-- sqlite:
CREATE TRIGGER closed_days_stand BEFORE UPDATE ON closed_days
WHEN NEW.day <> OLD.day OR NEW.lines <> OLD.lines OR NEW.digest <> OLD.digest OR NEW.link <> OLD.link
    OR NEW.closed_at_ms <> OLD.closed_at_ms
BEGIN SELECT RAISE(ABORT, 'a closed day is only signed anew'); END;
CREATE TRIGGER closed_days_stay BEFORE DELETE ON closed_days
BEGIN SELECT RAISE(ABORT, 'a closed day is never removed'); END;
CREATE TRIGGER closed_balances_stand BEFORE UPDATE ON closed_balances
BEGIN SELECT RAISE(ABORT, 'the balance of a closed day is never changed'); END;
CREATE TRIGGER closed_balances_stay BEFORE DELETE ON closed_balances
BEGIN SELECT RAISE(ABORT, 'the balance of a closed day is never removed'); END;
-- postgres:
CREATE TRIGGER closed_days_stand BEFORE UPDATE ON closed_days FOR EACH ROW
WHEN (NEW.day <> OLD.day OR NEW.lines <> OLD.lines OR NEW.digest <> OLD.digest OR NEW.link <> OLD.link
    OR NEW.closed_at_ms <> OLD.closed_at_ms)
EXECUTE FUNCTION refuse();
CREATE TRIGGER closed_days_stay BEFORE DELETE ON closed_days FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER closed_balances_stand BEFORE UPDATE OR DELETE ON closed_balances FOR EACH ROW EXECUTE FUNCTION refuse();
