-- expands
-- owner: access
-- The time at which a passkey was last used in a session: it proves its owner for a while, as a code does.
ALTER TABLE sessions ADD COLUMN passkey_used_at_ms INTEGER;
