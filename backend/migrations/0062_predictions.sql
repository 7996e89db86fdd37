-- The predictions that subscribers are shown: one row.
-- owner: signals
CREATE TABLE predictions (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- The four groups, as JSON.
    signals TEXT NOT NULL,
    -- What the provider answered when it was last asked: the same answer again does not undo what came since.
    asked TEXT,
    -- When the sender made them: an older notice does not undo a newer one.
    made_at_ms INTEGER NOT NULL
) STRICT;
