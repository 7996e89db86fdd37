-- Signatures of earlier exports by the secret that replaced the one they were signed with.
-- owner: access
CREATE TABLE audit_signatures (
    day TEXT NOT NULL REFERENCES audit_exports (day),
    signature TEXT NOT NULL,
    signed_at_ms INTEGER NOT NULL,
    PRIMARY KEY (day, signature)
) STRICT;
