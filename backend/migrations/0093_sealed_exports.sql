-- Signed with the server's secret: a row that was added by hand does not make the day's check look done. Blank in earlier rows.
ALTER TABLE audit_exports ADD COLUMN signature TEXT NOT NULL DEFAULT '';
