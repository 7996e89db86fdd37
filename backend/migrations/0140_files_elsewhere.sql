-- expands

-- Where a file is if not in its row: a kind of place and a key, such as folder/chat/…. Its row then holds only the key id
-- that its bytes begin with.
ALTER TABLE chat_attachments ADD COLUMN sealed_at TEXT;
ALTER TABLE chat_attachments ADD COLUMN sealed_thumb_at TEXT;

-- A file that no row names any more is removed by a task, whichever version of the program changes the row.
-- sqlite:
CREATE TRIGGER chat_attachments_deleted AFTER DELETE ON chat_attachments
BEGIN
    INSERT INTO queue (kind, id, payload, due_at_ms, created_at_ms)
        SELECT 'file', place, '', 0, CAST(strftime('%s', 'now') AS INTEGER) * 1000
        FROM (SELECT OLD.sealed_at AS place UNION SELECT OLD.sealed_thumb_at) WHERE place IS NOT NULL;
END;
CREATE TRIGGER chat_attachments_placed AFTER UPDATE OF sealed_at, sealed_thumb_at ON chat_attachments
BEGIN
    INSERT INTO queue (kind, id, payload, due_at_ms, created_at_ms)
        SELECT 'file', place, '', 0, CAST(strftime('%s', 'now') AS INTEGER) * 1000
        FROM (SELECT OLD.sealed_at AS place UNION SELECT OLD.sealed_thumb_at) WHERE place IS NOT NULL
        AND place <> COALESCE(NEW.sealed_at, '') AND place <> COALESCE(NEW.sealed_thumb_at, '');
END;
-- postgres:
CREATE FUNCTION queue_unnamed_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO queue (kind, id, payload, due_at_ms, created_at_ms)
        SELECT 'file', place, '', 0, CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)
        FROM (SELECT OLD.sealed_at AS place UNION SELECT OLD.sealed_thumb_at) places WHERE place IS NOT NULL
        AND (TG_OP = 'DELETE' OR (place <> COALESCE(NEW.sealed_at, '') AND place <> COALESCE(NEW.sealed_thumb_at, '')));
    RETURN NULL;
END $$;
CREATE TRIGGER chat_attachments_deleted AFTER DELETE ON chat_attachments
FOR EACH ROW EXECUTE FUNCTION queue_unnamed_files();
CREATE TRIGGER chat_attachments_placed AFTER UPDATE OF sealed_at, sealed_thumb_at ON chat_attachments
FOR EACH ROW EXECUTE FUNCTION queue_unnamed_files();
