-- Brands' pictures, drawn anew by the server.
-- owner: settings
CREATE TABLE brand_pictures (
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    -- logo, banner, icon-192, icon-512, icon-maskable-512, icon-touch-180
    kind TEXT NOT NULL,
    -- Of the bytes: what the address ends with.
    hash TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (tenant_id, kind)
) STRICT;
