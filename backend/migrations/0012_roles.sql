-- What people may do for a brand.
-- owner: access
CREATE TABLE roles (
    id TEXT PRIMARY KEY,
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    name TEXT NOT NULL,
    UNIQUE (tenant_id, name)
) STRICT;

-- owner: access
CREATE TABLE role_permissions (
    role_id TEXT NOT NULL REFERENCES roles (id),
    permission TEXT NOT NULL,
    PRIMARY KEY (role_id, permission)
) STRICT;

-- owner: access
CREATE TABLE user_roles (
    user_id TEXT NOT NULL REFERENCES users (id),
    role_id TEXT NOT NULL REFERENCES roles (id),
    granted_at_ms INTEGER NOT NULL,
    PRIMARY KEY (user_id, role_id)
) STRICT;

-- What a person set for the account, one text a name.
-- owner: identity, read by access
CREATE TABLE account_settings (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    updated_at_ms INTEGER NOT NULL,
    UNIQUE (user_id, name)
) STRICT;
