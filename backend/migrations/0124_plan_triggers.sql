-- expands

-- The kind of a line's transfer, and whether a plan took its money.
-- reads: money ledger_transfers

-- What pays into a member's savings by itself when other money moves: the change of payments, a share of what arrives.
-- owner: plans
CREATE TABLE plan_triggers (
    id TEXT PRIMARY KEY,
    member_id TEXT NOT NULL REFERENCES plan_members (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    kind TEXT NOT NULL CHECK (kind IN ('round_up', 'salary')),
    -- The step that payments are rounded up to, or the least amount that is shared.
    figure_minor INTEGER NOT NULL CHECK (figure_minor > 0),
    -- The share in percent, as decimal text; null for change.
    percent TEXT,
    -- Lines of the statement up to here were seen.
    seen_ms INTEGER NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX plan_triggers_of_member ON plan_triggers (member_id, kind);
CREATE INDEX plan_triggers_by_user ON plan_triggers (user_id, id);

-- The lines of the statement that a trigger has counted, each once, as long as the trigger may read them again.
-- owner: plans
CREATE TABLE plan_triggered (
    trigger_id TEXT NOT NULL REFERENCES plan_triggers (id),
    transaction_id TEXT NOT NULL,
    -- The time of the line.
    line_at_ms INTEGER NOT NULL,
    PRIMARY KEY (trigger_id, transaction_id)
) STRICT;
