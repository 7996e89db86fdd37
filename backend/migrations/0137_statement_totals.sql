-- expands

-- What is asked of statements again and again, as rows that triggers keep: so they hold whichever version of the program
-- writes a statement, and cost as much beside a million lines as beside ten.

-- postgres:
-- Nothing may be written between the sums and the triggers.
LOCK TABLE wallet_transactions IN SHARE ROW EXCLUSIVE MODE;
-- both:
-- The lines of a person's statement by Lagos day (days since 1970-01-01): how many, and their total.
-- owner: money, read by reconciliation
CREATE TABLE day_sums (
    user_id TEXT NOT NULL,
    day INTEGER NOT NULL,
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    category TEXT NOT NULL,
    status TEXT NOT NULL,
    entries INTEGER NOT NULL CHECK (entries >= 0),
    net_minor INTEGER NOT NULL,
    PRIMARY KEY (user_id, day, currency, kind, category, status)
) STRICT, WITHOUT ROWID;
INSERT INTO day_sums (user_id, day, currency, kind, category, status, entries, net_minor)
    SELECT user_id, (created_at_ms + 3600000) / 86400000, currency, kind, category, status, COUNT(*), CAST(SUM(net_minor) AS BIGINT)
    FROM wallet_transactions GROUP BY 1, 2, 3, 4, 5, 6;

-- Everybody whom a person has paid, with the first payment that did not fail, and the last one to a bank account or a
-- wallet (0 and blank without one).
-- owner: money, read by reconciliation
CREATE TABLE payees (
    user_id TEXT NOT NULL,
    payee TEXT NOT NULL,
    currency TEXT NOT NULL,
    first_at_ms INTEGER NOT NULL,
    last_at_ms INTEGER NOT NULL,
    last_id TEXT NOT NULL,
    PRIMARY KEY (user_id, payee, currency)
) STRICT, WITHOUT ROWID;
CREATE INDEX payees_by_age ON payees (user_id, currency, last_at_ms, last_id);
INSERT INTO payees (user_id, payee, currency, first_at_ms, last_at_ms, last_id)
    SELECT user_id, payee, currency, first_at_ms, CASE WHEN is_sent = 1 THEN created_at_ms ELSE 0 END,
        CASE WHEN is_sent = 1 THEN id ELSE '' END FROM (
        SELECT user_id, payee, currency, created_at_ms, id, is_sent,
            MIN(created_at_ms) OVER (PARTITION BY user_id, payee, currency) AS first_at_ms,
            ROW_NUMBER() OVER (PARTITION BY user_id, payee, currency ORDER BY is_sent DESC, created_at_ms DESC, id DESC) AS place
        FROM (SELECT *, CASE WHEN category IN ('withdraw', 'wallet-transfer') THEN 1 ELSE 0 END AS is_sent
            FROM wallet_transactions WHERE kind = 'DEBIT' AND payee IS NOT NULL AND status <> 'FAILED') kept) paid
    WHERE place = 1;

-- Settled transactions whose receipts are still to be sent.
-- owner: money
CREATE TABLE receipts_due (
    user_id TEXT NOT NULL,
    reference TEXT NOT NULL,
    settled_at_ms INTEGER NOT NULL,
    PRIMARY KEY (user_id, reference)
) STRICT;
CREATE INDEX receipts_due_by_age ON receipts_due (settled_at_ms);
INSERT INTO receipts_due (user_id, reference, settled_at_ms)
    SELECT w.user_id, w.reference, COALESCE(w.settled_at_ms, w.created_at_ms)
    FROM account_preferences p JOIN wallet_transactions w ON w.user_id = p.user_id
    WHERE w.status = 'SUCCESSFUL' AND w.owes_token = 0
    AND (COALESCE(w.settled_at_ms, w.created_at_ms) >= p.email_since_ms OR COALESCE(w.settled_at_ms, w.created_at_ms) >= p.sms_since_ms)
    AND NOT EXISTS (SELECT 1 FROM receipts_sent s WHERE s.user_id = w.user_id AND s.reference = w.reference)
    AND w.created_at_ms > (SELECT COALESCE(MAX(created_at_ms), 0) FROM wallet_transactions) - 172800000;

-- sqlite:
CREATE TRIGGER wallet_transactions_added AFTER INSERT ON wallet_transactions
BEGIN
    INSERT INTO day_sums (user_id, day, currency, kind, category, status, entries, net_minor)
        VALUES (NEW.user_id, (NEW.created_at_ms + 3600000) / 86400000, NEW.currency, NEW.kind, NEW.category, NEW.status, 1, NEW.net_minor)
        ON CONFLICT (user_id, day, currency, kind, category, status)
        DO UPDATE SET entries = entries + 1, net_minor = net_minor + excluded.net_minor;
    INSERT INTO payees (user_id, payee, currency, first_at_ms, last_at_ms, last_id)
        SELECT NEW.user_id, NEW.payee, NEW.currency, NEW.created_at_ms,
            CASE WHEN NEW.category IN ('withdraw', 'wallet-transfer') THEN NEW.created_at_ms ELSE 0 END,
            CASE WHEN NEW.category IN ('withdraw', 'wallet-transfer') THEN NEW.id ELSE '' END
        WHERE NEW.kind = 'DEBIT' AND NEW.payee IS NOT NULL AND NEW.status <> 'FAILED'
        ON CONFLICT (user_id, payee, currency) DO UPDATE SET
            first_at_ms = CASE WHEN excluded.first_at_ms < first_at_ms THEN excluded.first_at_ms ELSE first_at_ms END,
            last_at_ms = CASE WHEN (excluded.last_at_ms, excluded.last_id) > (last_at_ms, last_id) THEN excluded.last_at_ms ELSE last_at_ms END,
            last_id = CASE WHEN (excluded.last_at_ms, excluded.last_id) > (last_at_ms, last_id) THEN excluded.last_id ELSE last_id END;
    INSERT INTO receipts_due (user_id, reference, settled_at_ms)
        SELECT user_id, NEW.reference, NEW.created_at_ms FROM account_preferences
        WHERE user_id = NEW.user_id AND NEW.status = 'SUCCESSFUL' AND NEW.owes_token = 0
        AND (email_since_ms <= NEW.created_at_ms OR sms_since_ms <= NEW.created_at_ms);
END;
CREATE TRIGGER wallet_transactions_settled AFTER UPDATE OF status, owes_token ON wallet_transactions
WHEN NEW.status <> OLD.status OR NEW.owes_token <> OLD.owes_token
BEGIN
    UPDATE day_sums SET entries = entries - 1, net_minor = net_minor - OLD.net_minor
        WHERE user_id = OLD.user_id AND day = (OLD.created_at_ms + 3600000) / 86400000 AND currency = OLD.currency
        AND kind = OLD.kind AND category = OLD.category AND status = OLD.status;
    INSERT INTO day_sums (user_id, day, currency, kind, category, status, entries, net_minor)
        VALUES (NEW.user_id, (NEW.created_at_ms + 3600000) / 86400000, NEW.currency, NEW.kind, NEW.category, NEW.status, 1, NEW.net_minor)
        ON CONFLICT (user_id, day, currency, kind, category, status)
        DO UPDATE SET entries = entries + 1, net_minor = net_minor + excluded.net_minor;
    DELETE FROM payees WHERE user_id = NEW.user_id AND payee = NEW.payee AND currency = NEW.currency AND NEW.status = 'FAILED';
    INSERT INTO payees (user_id, payee, currency, first_at_ms, last_at_ms, last_id)
        SELECT user_id, payee, currency, MIN(created_at_ms),
            MAX(CASE WHEN category IN ('withdraw', 'wallet-transfer') THEN created_at_ms ELSE 0 END),
            COALESCE((SELECT id FROM wallet_transactions WHERE user_id = NEW.user_id AND payee = NEW.payee AND currency = NEW.currency AND kind = 'DEBIT' AND status <> 'FAILED'
                AND category IN ('withdraw', 'wallet-transfer') ORDER BY created_at_ms DESC, id DESC LIMIT 1), '')
        FROM wallet_transactions WHERE user_id = NEW.user_id AND payee = NEW.payee AND currency = NEW.currency AND kind = 'DEBIT' AND status <> 'FAILED' AND NEW.status = 'FAILED'
        GROUP BY user_id, payee, currency;
    DELETE FROM receipts_due WHERE user_id = NEW.user_id AND reference = NEW.reference;
    INSERT INTO receipts_due (user_id, reference, settled_at_ms)
        SELECT user_id, NEW.reference, COALESCE(NEW.settled_at_ms, NEW.created_at_ms) FROM account_preferences
        WHERE user_id = NEW.user_id AND NEW.status = 'SUCCESSFUL' AND NEW.owes_token = 0
        AND (email_since_ms <= COALESCE(NEW.settled_at_ms, NEW.created_at_ms)
            OR sms_since_ms <= COALESCE(NEW.settled_at_ms, NEW.created_at_ms));
END;
-- postgres:
CREATE FUNCTION keep_statement_totals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE settled_ms BIGINT := COALESCE(NEW.settled_at_ms, NEW.created_at_ms);
BEGIN
    IF TG_OP = 'UPDATE' THEN
        UPDATE day_sums SET entries = entries - 1, net_minor = net_minor - OLD.net_minor
            WHERE user_id = OLD.user_id AND day = (OLD.created_at_ms + 3600000) / 86400000 AND currency = OLD.currency
            AND kind = OLD.kind AND category = OLD.category AND status = OLD.status;
        DELETE FROM receipts_due WHERE user_id = NEW.user_id AND reference = NEW.reference;
    END IF;
    INSERT INTO day_sums AS kept (user_id, day, currency, kind, category, status, entries, net_minor)
        VALUES (NEW.user_id, (NEW.created_at_ms + 3600000) / 86400000, NEW.currency, NEW.kind, NEW.category, NEW.status, 1, NEW.net_minor)
        ON CONFLICT (user_id, day, currency, kind, category, status)
        DO UPDATE SET entries = kept.entries + 1, net_minor = kept.net_minor + excluded.net_minor;
    IF NEW.kind = 'DEBIT' AND NEW.payee IS NOT NULL THEN
        IF TG_OP = 'INSERT' AND NEW.status <> 'FAILED' THEN
            INSERT INTO payees AS kept (user_id, payee, currency, first_at_ms, last_at_ms, last_id)
                VALUES (NEW.user_id, NEW.payee, NEW.currency, NEW.created_at_ms,
                    CASE WHEN NEW.category IN ('withdraw', 'wallet-transfer') THEN NEW.created_at_ms ELSE 0 END,
                    CASE WHEN NEW.category IN ('withdraw', 'wallet-transfer') THEN NEW.id ELSE '' END)
                ON CONFLICT (user_id, payee, currency) DO UPDATE SET
                    first_at_ms = CASE WHEN excluded.first_at_ms < kept.first_at_ms THEN excluded.first_at_ms ELSE kept.first_at_ms END,
                    last_at_ms = CASE WHEN (excluded.last_at_ms, excluded.last_id) > (kept.last_at_ms, kept.last_id) THEN excluded.last_at_ms ELSE kept.last_at_ms END,
                    last_id = CASE WHEN (excluded.last_at_ms, excluded.last_id) > (kept.last_at_ms, kept.last_id) THEN excluded.last_id ELSE kept.last_id END;
        ELSIF TG_OP = 'UPDATE' AND NEW.status = 'FAILED' THEN
            DELETE FROM payees WHERE user_id = NEW.user_id AND payee = NEW.payee AND currency = NEW.currency;
            INSERT INTO payees (user_id, payee, currency, first_at_ms, last_at_ms, last_id)
                SELECT user_id, payee, currency, MIN(created_at_ms),
                    MAX(CASE WHEN category IN ('withdraw', 'wallet-transfer') THEN created_at_ms ELSE 0 END),
                    COALESCE((SELECT id FROM wallet_transactions WHERE user_id = NEW.user_id AND payee = NEW.payee AND currency = NEW.currency AND kind = 'DEBIT' AND status <> 'FAILED'
                        AND category IN ('withdraw', 'wallet-transfer') ORDER BY created_at_ms DESC, id DESC LIMIT 1), '')
                FROM wallet_transactions WHERE user_id = NEW.user_id AND payee = NEW.payee AND currency = NEW.currency AND kind = 'DEBIT' AND status <> 'FAILED'
                GROUP BY user_id, payee, currency;
        END IF;
    END IF;
    IF NEW.status = 'SUCCESSFUL' AND NEW.owes_token = 0 THEN
        INSERT INTO receipts_due (user_id, reference, settled_at_ms)
            SELECT user_id, NEW.reference, settled_ms FROM account_preferences
            WHERE user_id = NEW.user_id AND (email_since_ms <= settled_ms OR sms_since_ms <= settled_ms);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER wallet_transactions_added AFTER INSERT ON wallet_transactions
FOR EACH ROW EXECUTE FUNCTION keep_statement_totals();
CREATE TRIGGER wallet_transactions_settled AFTER UPDATE OF status, owes_token ON wallet_transactions
FOR EACH ROW WHEN (NEW.status <> OLD.status OR NEW.owes_token <> OLD.owes_token) EXECUTE FUNCTION keep_statement_totals();
