-- When a code sent to the phone number confirmed it; null for a number that was only typed. Users who signed up with a BVN
-- or NIN entered a code sent to that phone.
ALTER TABLE users ADD COLUMN phone_verified_at_ms INTEGER;
UPDATE users SET phone_verified_at_ms = created_at_ms WHERE phone <> '' AND email = '-' || id;
