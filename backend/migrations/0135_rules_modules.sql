-- expands

-- The modules of the rules that have decided here, for repeating their decisions: one for each version.
-- owner: rules
CREATE TABLE rules_modules (
    version TEXT PRIMARY KEY,
    sha256 TEXT NOT NULL,
    module BLOB NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT;
