-- A payment counts its payer's calls of the last minute and sums up what they sent within a day. With these indexes it does
-- so without reading the rows themselves.
DROP INDEX operations_by_age;
CREATE INDEX operations_by_age ON operations (user_id, created_at_ms, abandoned_at_ms);
DROP INDEX wallet_transactions_by_age;
CREATE INDEX wallet_transactions_by_age ON wallet_transactions (user_id, created_at_ms, currency, payee, status, gross_minor);
DROP INDEX wallet_transactions_by_payee;
CREATE INDEX wallet_transactions_by_payee ON wallet_transactions (user_id, payee, created_at_ms, currency, status, gross_minor);
