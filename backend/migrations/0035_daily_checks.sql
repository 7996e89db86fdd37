-- How long each audit chain was on a day, and the hash of its newest entry. The same stands in the log of the server that
-- made the day's check.
-- owner: access
CREATE TABLE audit_exports (
    -- YYYY-MM-DD in Lagos.
    day TEXT PRIMARY KEY,
    heads TEXT NOT NULL,
    exported_at_ms INTEGER NOT NULL
) STRICT;
-- sqlite:
CREATE TRIGGER audit_exports_stand BEFORE UPDATE ON audit_exports
BEGIN SELECT RAISE(ABORT, 'what was exported is never changed'); END;
CREATE TRIGGER audit_exports_stay BEFORE DELETE ON audit_exports
BEGIN SELECT RAISE(ABORT, 'what was exported is never removed'); END;
-- postgres:
CREATE TRIGGER audit_exports_stand BEFORE UPDATE OR DELETE ON audit_exports FOR EACH ROW EXECUTE FUNCTION refuse();
-- both:

-- What all bonuses of a day come to.
CREATE INDEX referral_rewards_by_time ON referral_rewards (rewarded_at_ms);
