-- expands

-- Members of a brand's staff who get an email each morning about what waits for them.
-- owner: desk
CREATE TABLE desk_addresses (
    tenant_id TEXT NOT NULL REFERENCES tenants (id),
    email TEXT NOT NULL,
    added_at_ms INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, email)
) STRICT;

-- The last day in Lagos, `YYYY-MM-DD`, whose email was sent.
-- owner: desk
CREATE TABLE desk_days (
    tenant_id TEXT PRIMARY KEY REFERENCES tenants (id),
    day TEXT NOT NULL
) STRICT;
-- reads: desk plan_subscriptions
-- reads: desk chat_channels
-- reads: desk chat_messages
-- reads: desk chat_reports
-- reads: desk person_settings
-- reads: desk users
-- reads: desk orders
-- reads: desk rates
-- reads: desk tenants
-- reads: desk ledger_accounts
-- reads: desk loan_policies
