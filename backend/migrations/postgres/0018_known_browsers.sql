-- 0: the person's password was set since, in another browser.
ALTER TABLE person_browsers ADD COLUMN is_known BIGINT NOT NULL DEFAULT 1;
