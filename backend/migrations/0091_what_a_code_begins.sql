-- What a code begins: a sign-up, a sign-in, or the account that an agent opens (the agent's id). Blank: nothing of these.
ALTER TABLE one_time_codes ADD COLUMN begins TEXT NOT NULL DEFAULT '';
