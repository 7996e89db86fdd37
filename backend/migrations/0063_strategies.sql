-- Strategies: when their owners would buy. Figures are decimal text, as they were entered.
-- owner: signals
CREATE TABLE strategies (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    percent_change_1h TEXT NOT NULL,
    percent_change_24h TEXT NOT NULL,
    percent_change_7d TEXT NOT NULL,
    percent_change_30d TEXT NOT NULL,
    max_supply TEXT NOT NULL,
    circulating_supply TEXT NOT NULL,
    market_cap TEXT NOT NULL,
    price TEXT NOT NULL,
    is_active INTEGER NOT NULL DEFAULT 0,
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX strategies_by_user ON strategies (user_id, created_at_ms);
