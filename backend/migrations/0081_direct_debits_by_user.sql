-- Whether a person was told today that a debit was refused.
CREATE INDEX direct_debits_by_user ON direct_debits (user_id, day);
