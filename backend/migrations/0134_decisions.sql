-- expands

-- The rules that decided on the transfer, with their inputs and answers, as JSON; null if it follows another one, or
-- moves what a provider reports. It holds no data that says who somebody is.
ALTER TABLE ledger_transfers ADD COLUMN decided TEXT;

-- sqlite:
CREATE TRIGGER ledger_transfers_keep_decisions BEFORE UPDATE OF decided ON ledger_transfers
WHEN NEW.decided IS NOT OLD.decided
BEGIN SELECT RAISE(ABORT, 'the decision about a transfer is never changed'); END;
-- postgres:
CREATE TRIGGER ledger_transfers_keep_decisions BEFORE UPDATE OF decided ON ledger_transfers FOR EACH ROW
WHEN (NEW.decided IS DISTINCT FROM OLD.decided) EXECUTE FUNCTION refuse();
