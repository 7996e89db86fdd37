-- Questions about card payments end with an answer, also those that were queued while they still expired.
UPDATE queue SET expires_at_ms = NULL WHERE kind = 'card';
