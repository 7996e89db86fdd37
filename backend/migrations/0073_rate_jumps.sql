-- A rate that the market told, too far from the one in use to be believed at once: it waits until it is told again.
ALTER TABLE rates ADD COLUMN jump_rate TEXT;
ALTER TABLE rates ADD COLUMN jump_at_ms INTEGER;
