-- expands
-- reads: reconciliation users

-- The seals of members' months: a digest of the lines with their decisions, which covers the seal before, and its signature.
-- owner: reconciliation
CREATE TABLE decision_seals (
    user_id TEXT NOT NULL REFERENCES users (id),
    month TEXT NOT NULL,
    lines INTEGER NOT NULL CHECK (lines > 0),
    previous TEXT NOT NULL,
    digest TEXT NOT NULL,
    signature TEXT NOT NULL,
    key_id TEXT NOT NULL,
    sealed_at_ms INTEGER NOT NULL,
    PRIMARY KEY (user_id, month)
) STRICT;

-- The public keys of signatures, for seals that were made before the secret was changed.
-- owner: reconciliation
CREATE TABLE decision_keys (
    id TEXT PRIMARY KEY,
    public_key TEXT NOT NULL,
    since_ms INTEGER NOT NULL
) STRICT;

-- How far the sealing of a month has come: the members up to this one are done.
-- owner: reconciliation
CREATE TABLE sealed_months (
    month TEXT PRIMARY KEY,
    last_user_id TEXT NOT NULL,
    done_at_ms INTEGER
) STRICT;

-- sqlite:
CREATE TRIGGER decision_seals_stand BEFORE UPDATE ON decision_seals
BEGIN SELECT RAISE(ABORT, 'a seal is never changed'); END;
CREATE TRIGGER decision_seals_stay BEFORE DELETE ON decision_seals
BEGIN SELECT RAISE(ABORT, 'a seal is never removed'); END;
CREATE TRIGGER decision_keys_stand BEFORE UPDATE ON decision_keys
BEGIN SELECT RAISE(ABORT, 'a key of seals is never changed'); END;
CREATE TRIGGER decision_keys_stay BEFORE DELETE ON decision_keys
BEGIN SELECT RAISE(ABORT, 'a key of seals is never removed'); END;
-- postgres:
CREATE TRIGGER decision_seals_stand BEFORE UPDATE OR DELETE ON decision_seals FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER decision_keys_stand BEFORE UPDATE OR DELETE ON decision_keys FOR EACH ROW EXECUTE FUNCTION refuse();
