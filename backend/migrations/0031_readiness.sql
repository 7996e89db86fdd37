-- One row, written to find out whether the database takes writes.
-- owner: db
CREATE TABLE readiness (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    proven_at_ms INTEGER NOT NULL
) STRICT;
