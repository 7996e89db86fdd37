-- A text sealed with the server's secret: a server with another one does not start on this database.
-- owner: access
CREATE TABLE secret_canary (
    id INTEGER PRIMARY KEY,
    sealed TEXT NOT NULL,
    sealed_at_ms INTEGER NOT NULL
) STRICT;
