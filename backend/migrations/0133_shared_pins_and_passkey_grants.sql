-- expands

-- The passkey that authorised the payment in place of the PIN; null for the PIN.
ALTER TABLE pin_grants ADD COLUMN passkey_id TEXT;

-- Whether it is the naira PIN, with which it is changed and removed.
ALTER TABLE pins ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
