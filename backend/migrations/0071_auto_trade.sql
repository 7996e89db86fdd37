-- The coin that automatic trading buys by a strategy; blank: none.
ALTER TABLE strategies ADD COLUMN coin TEXT NOT NULL DEFAULT '';

-- Whether a key may trade, as the exchange last said it. Keys from before are asked about within a day.
ALTER TABLE exchange_keys ADD COLUMN trades INTEGER NOT NULL DEFAULT 0;

-- Automatic trading: its switch, and its caps in USDT.
-- owner: signals
CREATE TABLE auto_trade (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    is_on INTEGER NOT NULL DEFAULT 0,
    per_trade_minor INTEGER,
    per_day_minor INTEGER,
    updated_at_ms INTEGER NOT NULL
) STRICT;

-- What was new in predictions: one coin each.
-- owner: signals
CREATE TABLE trade_signals (
    id TEXT PRIMARY KEY,
    coin TEXT NOT NULL,
    percent_change_24h TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX trade_signals_by_time ON trade_signals (at_ms);

-- What became of a signal for a user: an order with the user's own key, or why there is none. Figures are in
-- hundred-millionths: of the coin, and of USDT.
-- owner: signals
CREATE TABLE trade_orders (
    -- The order's name at the exchange too.
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    signal_id TEXT NOT NULL,
    signal_at_ms INTEGER NOT NULL,
    strategy_id TEXT,
    coin TEXT NOT NULL,
    -- The Lagos day whose cap it counts for.
    day TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT NOT NULL,
    message TEXT NOT NULL,
    quantity_units INTEGER NOT NULL DEFAULT 0,
    limit_units INTEGER NOT NULL DEFAULT 0,
    -- The most that it may cost.
    notional_units INTEGER NOT NULL DEFAULT 0,
    -- What counts for the day: the most that it may cost until it is over, then what it has cost.
    spent_units INTEGER NOT NULL DEFAULT 0,
    bought_units INTEGER NOT NULL DEFAULT 0,
    -- When the key was connected that it was sent with.
    key_at_ms INTEGER,
    sent_at_ms INTEGER,
    created_at_ms INTEGER NOT NULL,
    ended_at_ms INTEGER,
    UNIQUE (user_id, signal_id)
) STRICT;
CREATE INDEX trade_orders_by_user ON trade_orders (user_id, created_at_ms, id);
CREATE INDEX trade_orders_by_day ON trade_orders (user_id, day);
CREATE INDEX trade_orders_refused ON trade_orders (created_at_ms) WHERE status = 'refused';

-- What was in a user's account at the exchange when it was last asked.
-- owner: signals
CREATE TABLE exchange_balances (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    -- When the key was connected that it was asked with.
    key_at_ms INTEGER NOT NULL,
    -- As JSON.
    balances TEXT NOT NULL,
    asked_at_ms INTEGER NOT NULL
) STRICT;
