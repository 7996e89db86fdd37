-- Counts the changes of a plan's terms: whoever takes the plan names the version that they have seen.
ALTER TABLE plans ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
