-- The reasons for caution are those of the rules, which have grown: the money of a loan is one.
-- owner: access, read by money
CREATE TABLE cautions_new (
    user_id TEXT NOT NULL REFERENCES users (id),
    reason TEXT NOT NULL,
    since_ms INTEGER NOT NULL,
    PRIMARY KEY (user_id, reason)
) STRICT;
INSERT INTO cautions_new (user_id, reason, since_ms) SELECT user_id, reason, since_ms FROM cautions;
DROP TABLE cautions;
ALTER TABLE cautions_new RENAME TO cautions;
