-- expands
-- The first prediction of each day for a coin in a group, and its outcome once the day is over.
-- owner: signals
CREATE TABLE prediction_outcomes (
    id TEXT PRIMARY KEY,
    list TEXT NOT NULL,
    symbol TEXT NOT NULL,
    percent TEXT NOT NULL,
    made_at_ms INTEGER NOT NULL,
    ends_at_ms INTEGER NOT NULL,
    -- The market's prices in USDT, as decimal text.
    price_then TEXT,
    price_at_end TEXT,
    -- The actual change in percent.
    actual TEXT,
    outcome TEXT NOT NULL CHECK (outcome IN ('open', 'hit', 'missed', 'unknown'))
) STRICT;
CREATE INDEX open_prediction_outcomes ON prediction_outcomes (ends_at_ms) WHERE outcome = 'open';
CREATE INDEX prediction_outcomes_by_time ON prediction_outcomes (made_at_ms);

-- The times without current predictions, which extend the subscriptions that they touch.
-- owner: signals
CREATE TABLE signal_gaps (
    since_ms INTEGER PRIMARY KEY,
    -- Null while it lasts.
    until_ms INTEGER,
    -- When every subscription was extended.
    done_at_ms INTEGER
) STRICT;
CREATE INDEX open_signal_gaps ON signal_gaps (since_ms) WHERE done_at_ms IS NULL;

-- When the paid period began, null if it is not known; and the last gap that extended it, by how many days.
ALTER TABLE alert_subscriptions ADD COLUMN began_ms INTEGER;
ALTER TABLE alert_subscriptions ADD COLUMN gap_since_ms INTEGER;
ALTER TABLE alert_subscriptions ADD COLUMN gap_days INTEGER NOT NULL DEFAULT 0;
