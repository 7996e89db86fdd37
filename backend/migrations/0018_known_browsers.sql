-- 0: the person's password was set since, in another browser; or it may have been, before this was written down.
ALTER TABLE person_browsers ADD COLUMN is_known INTEGER NOT NULL DEFAULT 0;
