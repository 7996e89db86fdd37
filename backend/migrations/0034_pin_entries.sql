-- Counts up whenever a PIN is set or taken away. What was compared stands while it is the same: the hash alone does not say
-- so, because a right entry renews a hash that was made with other parameters or another secret.
ALTER TABLE pins ADD COLUMN times_set INTEGER NOT NULL DEFAULT 0;
