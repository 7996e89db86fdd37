-- The name of the file that came with an email.
ALTER TABLE sandbox_messages ADD COLUMN attachment TEXT;
