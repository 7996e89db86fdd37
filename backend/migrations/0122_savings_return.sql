-- expands

-- A year's return on savings, in percent as decimal text; none by default.
ALTER TABLE plans ADD COLUMN return_rate TEXT NOT NULL DEFAULT '0';
ALTER TABLE plan_subscriptions ADD COLUMN return_rate TEXT NOT NULL DEFAULT '0';

-- What returns cost the house.
INSERT INTO ledger_accounts (id, owner_kind, owner, currency, may_be_negative, created_at_ms)
    SELECT 'system:returns:' || currency.code, 'system', 'returns', currency.code, 1, 0
    FROM (SELECT 'NGN' AS code UNION ALL SELECT 'USD' UNION ALL SELECT 'GBP' UNION ALL SELECT 'BTC'
        UNION ALL SELECT 'ETH' UNION ALL SELECT 'USDT') currency
    WHERE 1 = 1 ON CONFLICT DO NOTHING;
