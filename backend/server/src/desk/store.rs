//! Rows that wait, and the addresses and days of the emails about them.

use super::Kind;
use domain_core::money::{Amount, Currency};
use ground::db::{DbError, Tx, columns};
use sqlx::{AnyConnection, Row};

/// A kind of thing that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    pub kind: Kind,
    pub count: i64,
    /// The time since which the oldest one waits; a rate that was never set has none.
    pub oldest_at_ms: Option<i64>,
}

/// The number of things that have waited since before an instant, and the oldest of them.
pub async fn waiting(
    connection: &mut AnyConnection,
    kind: Kind,
    tenant_id: &str,
    before_ms: i64,
) -> Result<Waiting, DbError> {
    let statement = match kind {
        Kind::Loans => {
            "SELECT COUNT(*) AS count, MIN(created_at_ms) AS oldest_at_ms FROM plan_subscriptions \
             WHERE kind = 'loan' AND status = 'INITIATED' AND ($1 = '' OR tenant_id = $1) AND created_at_ms <= $2"
        }
        Kind::Conversations => {
            "SELECT COUNT(*) AS count, MIN(c.last_at_ms) AS oldest_at_ms FROM chat_channels c JOIN chat_messages m \
             ON m.channel_id = c.id AND m.number = c.length AND m.user_id IS NOT NULL \
             WHERE c.kind = 'support' AND ($1 = '' OR c.tenant_id = $1) AND c.last_at_ms <= $2"
        }
        Kind::Addresses => {
            "SELECT COUNT(*) AS count, MIN(p.updated_at_ms) AS oldest_at_ms FROM person_settings p JOIN users u ON u.id = p.user_id \
             WHERE p.address_pending_until IS NOT NULL AND p.address_verified_at_ms IS NULL \
             AND ($1 = '' OR u.tenant_id = $1) AND p.updated_at_ms <= $2"
        }
        Kind::Reports => {
            "SELECT COUNT(*) AS count, MIN(r.reported_at_ms) AS oldest_at_ms FROM chat_reports r JOIN chat_messages m \
             ON m.id = r.message_id AND m.removed_at_ms IS NULL JOIN chat_channels c ON c.id = m.channel_id \
             WHERE ($1 = '' OR c.tenant_id = $1) AND r.reported_at_ms <= $2"
        }
        Kind::Orders => {
            "SELECT COUNT(*) AS count, MIN(created_at_ms) AS oldest_at_ms FROM orders \
             WHERE $1 = $1 AND state = 'open' AND created_at_ms <= $2"
        }
        Kind::Rates => {
            "SELECT COUNT(*) AS count, NULLIF(MIN(r.updated_at_ms), 0) AS oldest_at_ms FROM rates r \
             WHERE r.currency <> 'USD' AND r.updated_at_ms <= $2 AND EXISTS (SELECT 1 FROM tenants t \
             WHERE ($1 = '' OR t.id = $1) AND ',' || t.currencies || ',' LIKE '%,' || r.currency || ',%')"
        }
    };
    let row = sqlx::query(statement)
        .bind(tenant_id)
        .bind(before_ms)
        .fetch_one(connection)
        .await?;
    Ok(Waiting {
        kind,
        count: row.try_get("count")?,
        oldest_at_ms: row.try_get("oldest_at_ms")?,
    })
}

/// Debts of the installation to its users in a currency, and what a brand has lent in naira.
pub struct Float {
    /// In wallets.
    pub wallets: Amount,
    /// In savings and coin sets.
    pub pots: Amount,
    /// Principal not yet repaid.
    pub lent: Amount,
}

/// The sums of the ledger in naira, of all brands.
pub async fn float(connection: &mut AnyConnection) -> Result<Float, DbError> {
    let row = sqlx::query(
        "SELECT CAST(COALESCE(SUM(CASE WHEN purpose = 'wallet' THEN settled_minor ELSE 0 END), 0) AS BIGINT) AS wallets_minor, \
         CAST(COALESCE(SUM(CASE WHEN purpose = 'pot' THEN settled_minor ELSE 0 END), 0) AS BIGINT) AS pots_minor, \
         CAST(COALESCE(SUM(CASE WHEN purpose = 'loan' THEN -settled_minor ELSE 0 END), 0) AS BIGINT) AS lent_minor \
         FROM ledger_accounts WHERE owner_kind <> 'system' AND currency = 'NGN'",
    )
    .fetch_one(connection)
    .await?;
    let amount = |column| columns::amount(&row, column, Currency::Ngn);
    Ok(Float {
        wallets: amount("wallets_minor")?,
        pots: amount("pots_minor")?,
        lent: amount("lent_minor")?,
    })
}

/// The addresses of a brand's staff, in alphabetical order.
pub async fn addresses(
    connection: &mut AnyConnection,
    tenant_id: &str,
) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query("SELECT email FROM desk_addresses WHERE tenant_id = $1 ORDER BY email")
        .bind(tenant_id)
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| Ok(row.try_get("email")?)).collect()
}

/// Adds or removes an address.
pub async fn set_address(
    tx: &mut Tx,
    tenant_id: &str,
    email: &str,
    is_told: bool,
    now_ms: i64,
) -> Result<(), DbError> {
    let query = match is_told {
        true => sqlx::query(
            "INSERT INTO desk_addresses (tenant_id, email, added_at_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        )
        .bind(tenant_id)
        .bind(email)
        .bind(now_ms),
        false => sqlx::query("DELETE FROM desk_addresses WHERE tenant_id = $1 AND email = $2")
            .bind(tenant_id)
            .bind(email),
    };
    query.execute(tx.connection()).await?;
    Ok(())
}

/// The brands with staff who have not been told on a day.
pub async fn untold(connection: &mut AnyConnection, day: &str) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query(
        "SELECT DISTINCT a.tenant_id FROM desk_addresses a LEFT JOIN desk_days d ON d.tenant_id = a.tenant_id \
         WHERE d.day IS NULL OR d.day < $1 ORDER BY a.tenant_id",
    )
    .bind(day)
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| Ok(row.try_get("tenant_id")?))
        .collect()
}

/// Notes that a brand's staff are told on a day; false if they already are.
pub async fn note(tx: &mut Tx, tenant_id: &str, day: &str) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO desk_days (tenant_id, day) VALUES ($1, $2) ON CONFLICT (tenant_id) DO UPDATE SET day = excluded.day \
         WHERE desk_days.day < excluded.day",
    )
    .bind(tenant_id)
    .bind(day)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}
