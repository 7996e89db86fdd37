-- What the register said of the person when the number was proven: names and day of birth sealed, the phone as a keyed hash.
-- Null for what was proven before this was kept; it matches nobody until its owner signs up with the number once more.
ALTER TABLE national_numbers ADD COLUMN registered TEXT;
ALTER TABLE national_numbers ADD COLUMN phone_hash TEXT;
CREATE INDEX national_numbers_by_phone ON national_numbers (tenant_id, phone_hash);
