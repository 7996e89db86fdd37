-- expands
-- reads: push wallets
-- reads: identity sessions

-- Raised by each payment and by each change that takes the user's lock: what was read before a payment still holds at its
-- write if the version is the same.
ALTER TABLE person_settings ADD COLUMN version INTEGER NOT NULL DEFAULT 0;

-- postgres:
-- Ends a statement whose parts found something else than was read before.
CREATE FUNCTION refuse_unless_all(name TEXT, wanted BIGINT, changed BIGINT) RETURNS BIGINT LANGUAGE plpgsql AS $$
BEGIN
    IF wanted <> changed THEN
        RAISE EXCEPTION USING ERRCODE = 'AJ001', MESSAGE = name;
    END IF;
    RETURN changed;
END $$;
