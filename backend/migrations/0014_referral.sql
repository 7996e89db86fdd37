-- Recommending: what was earned for which friend, which payments of friends are still to be looked at, whose browser is whose.

-- Codes are kept as they are looked up, however they were typed.
UPDATE users SET referred_by = NULLIF(UPPER(TRIM(referred_by)), '') WHERE referred_by IS NOT NULL;
UPDATE sign_ups SET referred_by = NULLIF(UPPER(TRIM(referred_by)), '') WHERE referred_by IS NOT NULL;
CREATE INDEX users_by_referrer ON users (tenant_id, referred_by) WHERE referred_by IS NOT NULL;

-- The browsers that somebody signed in with, by the hash of a cookie.
-- owner: identity, read by community
CREATE TABLE person_browsers (
    browser_hash TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    first_seen_at_ms INTEGER NOT NULL,
    PRIMARY KEY (browser_hash, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX person_browsers_by_user ON person_browsers (user_id);

-- Written in the transaction of the payment, looked at afterwards.
-- owner: community
CREATE TABLE referral_claims (
    friend_id TEXT NOT NULL REFERENCES users (id),
    payment_reference TEXT NOT NULL,
    due_at_ms INTEGER NOT NULL,
    PRIMARY KEY (friend_id, payment_reference)
) STRICT;
CREATE INDEX referral_claims_due ON referral_claims (due_at_ms);

-- Who looks at a claim takes its turn first: one at a time, on all servers, so that what was counted stays true.
-- owner: community
CREATE TABLE referral_turns (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    turns INTEGER NOT NULL
) STRICT;
INSERT INTO referral_turns (id, turns) VALUES (1, 0);

-- A friend earns one bonus: the key says so.
-- owner: community, read by access, reconciliation
CREATE TABLE referral_rewards (
    friend_id TEXT PRIMARY KEY REFERENCES users (id),
    referrer_id TEXT NOT NULL REFERENCES users (id),
    payment_reference TEXT NOT NULL,
    -- Of the bonus.
    reference TEXT NOT NULL UNIQUE REFERENCES ledger_transfers (id),
    rewarded_at_ms INTEGER NOT NULL,
    CHECK (friend_id <> referrer_id)
) STRICT;
CREATE INDEX referral_rewards_by_referrer ON referral_rewards (referrer_id, rewarded_at_ms);
