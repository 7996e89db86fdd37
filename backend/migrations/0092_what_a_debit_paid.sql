-- What the company says that a debit has paid, in kobo, which may be another amount than was ordered. Of earlier debits it is
-- taken from the ledger, with which it therefore agrees.
ALTER TABLE direct_debits ADD COLUMN arrived_minor INTEGER;
UPDATE direct_debits SET arrived_minor = (
    SELECT -amount_minor FROM ledger_entries WHERE transfer_id = direct_debits.reference AND account_id = 'system:settlement:NGN'
) WHERE state = 'paid';
