//! The rows of `clusters` and `cluster_members`.

use domain_core::community::membership::{ClusterStatus, Membership};
use ground::db::{DbError, Tx};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// A cluster.
#[derive(Debug, Clone)]
pub struct ClusterRow {
    pub id: String,
    pub code: String,
    pub name: String,
    pub state: String,
    pub lga: String,
    pub whatsapp_link: Option<String>,
    pub support_email: Option<String>,
    pub status: ClusterStatus,
}

/// A cluster and a user's relation to it.
pub struct SeenRow {
    pub cluster: ClusterRow,
    pub members: i64,
    pub membership: Membership,
    pub muted: bool,
}

/// A cluster that a user has joined.
pub struct JoinedRow {
    pub id: String,
    pub name: String,
    pub muted: bool,
    pub unread: i64,
}

/// A member, for the operator.
pub struct MemberRow {
    pub user_id: String,
    pub name: String,
    pub email: String,
    pub membership: Membership,
    pub joined_at_ms: i64,
}

/// Clusters with their numbers of members and one user's membership; `$1` is the user.
macro_rules! select_seen {
    ($which:literal) => {
        concat!(
            "SELECT clusters.*, own.membership AS membership, COALESCE(own.muted, 0) AS muted, \
             (SELECT COUNT(*) FROM cluster_members WHERE cluster_members.cluster_id = clusters.id \
             AND cluster_members.membership = 'member') AS members FROM clusters \
             LEFT JOIN cluster_members own ON own.cluster_id = clusters.id AND own.user_id = $1 WHERE ",
            $which
        )
    };
}

/// Adds a cluster; false, without a change, if its brand has the code.
pub async fn insert(
    tx: &mut Tx,
    tenant_id: &str,
    new: &ClusterRow,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO clusters (id, tenant_id, code, name, state, lga, whatsapp_link, support_email, status, created_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (tenant_id, code) DO NOTHING",
    )
    .bind(new.id.as_str())
    .bind(tenant_id)
    .bind(new.code.as_str())
    .bind(new.name.as_str())
    .bind(new.state.as_str())
    .bind(new.lga.as_str())
    .bind(new.whatsapp_link.as_deref())
    .bind(new.support_email.as_deref())
    .bind(new.status.as_str())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Locks a brand's cluster until the transaction ends.
pub async fn lock(tx: &mut Tx, tenant_id: &str, code: &str) -> Result<Option<ClusterRow>, DbError> {
    let row = sqlx::query(
        "UPDATE clusters SET status = status WHERE tenant_id = $1 AND code = $2 RETURNING *",
    )
    .bind(tenant_id)
    .bind(code)
    .fetch_optional(tx.connection())
    .await?;
    row.as_ref().map(cluster).transpose()
}

/// Replaces all columns but identifier and code.
pub async fn update(tx: &mut Tx, given: &ClusterRow) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE clusters SET name = $2, state = $3, lga = $4, whatsapp_link = $5, support_email = $6, status = $7 WHERE id = $1",
    )
    .bind(given.id.as_str())
    .bind(given.name.as_str())
    .bind(given.state.as_str())
    .bind(given.lga.as_str())
    .bind(given.whatsapp_link.as_deref())
    .bind(given.support_email.as_deref())
    .bind(given.status.as_str())
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// The states that have open clusters.
pub async fn states(
    connection: &mut AnyConnection,
    tenant_id: &str,
) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query(
        "SELECT DISTINCT state FROM clusters WHERE tenant_id = $1 AND status = 'open' ORDER BY state",
    )
    .bind(tenant_id)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok(row.try_get("state")?)).collect()
}

/// The open clusters of a state, as seen by a user.
pub async fn in_state(
    connection: &mut AnyConnection,
    tenant_id: &str,
    user_id: &str,
    state: &str,
    limit: i64,
) -> Result<Vec<SeenRow>, DbError> {
    let rows = sqlx::query(select_seen!(
        "clusters.tenant_id = $2 AND clusters.state = $3 AND clusters.status = 'open' \
         ORDER BY clusters.lga, clusters.name, clusters.id LIMIT $4"
    ))
    .bind(user_id)
    .bind(tenant_id)
    .bind(state)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter().map(seen).collect()
}

/// The cluster with a code, as seen by a user.
pub async fn with_code(
    connection: &mut AnyConnection,
    tenant_id: &str,
    user_id: &str,
    code: &str,
) -> Result<Option<SeenRow>, DbError> {
    let row = sqlx::query(select_seen!(
        "clusters.tenant_id = $2 AND clusters.code = $3"
    ))
    .bind(user_id)
    .bind(tenant_id)
    .bind(code)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(seen).transpose()
}

/// A brand's clusters, without a user's membership.
pub async fn all(connection: &mut AnyConnection, tenant_id: &str) -> Result<Vec<SeenRow>, DbError> {
    let rows = sqlx::query(select_seen!(
        "clusters.tenant_id = $2 ORDER BY clusters.state, clusters.lga, clusters.name, clusters.id"
    ))
    .bind("")
    .bind(tenant_id)
    .fetch_all(connection)
    .await?;
    rows.iter().map(seen).collect()
}

/// The clusters of which a user is a member, in the order of joining.
pub async fn of_member(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Vec<SeenRow>, DbError> {
    let rows = sqlx::query(select_seen!(
        "own.membership = 'member' ORDER BY own.joined_at_ms, clusters.id"
    ))
    .bind(user_id)
    .fetch_all(connection)
    .await?;
    rows.iter().map(seen).collect()
}

/// The clusters of a user with their numbers of unread messages.
pub async fn joined_by(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Vec<JoinedRow>, DbError> {
    let rows = sqlx::query(
        "SELECT clusters.id, clusters.name, cluster_members.muted, \
         COALESCE(chat_channels.length, 0) - COALESCE(chat_members.read_number, 0) AS unread FROM cluster_members \
         JOIN clusters ON clusters.id = cluster_members.cluster_id \
         LEFT JOIN chat_channels ON chat_channels.kind = 'cluster' AND chat_channels.subject = clusters.id \
         LEFT JOIN chat_members ON chat_members.channel_id = chat_channels.id AND chat_members.user_id = cluster_members.user_id \
         WHERE cluster_members.user_id = $1 AND cluster_members.membership = 'member' \
         ORDER BY cluster_members.joined_at_ms, clusters.id",
    )
    .bind(user_id)
    .fetch_all(connection)
    .await?;
    let joined = |row: &AnyRow| -> Result<JoinedRow, DbError> {
        let muted: i64 = row.try_get("muted")?;
        Ok(JoinedRow {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            muted: muted != 0,
            unread: row.try_get("unread")?,
        })
    };
    rows.iter().map(joined).collect()
}

pub async fn is_member(
    connection: &mut AnyConnection,
    tenant_id: &str,
    cluster_id: &str,
    user_id: &str,
) -> Result<bool, DbError> {
    let row = sqlx::query(
        "SELECT 1 AS there FROM cluster_members JOIN clusters ON clusters.id = cluster_members.cluster_id \
         WHERE cluster_id = $1 AND user_id = $2 AND membership = 'member' AND tenant_id = $3",
    )
    .bind(cluster_id)
    .bind(user_id)
    .bind(tenant_id)
    .fetch_optional(connection)
    .await?;
    Ok(row.is_some())
}

/// Locks a membership until the transaction ends; returns the cluster's status, or `None` if there is no such member.
pub async fn hold_member(
    tx: &mut Tx,
    tenant_id: &str,
    cluster_id: &str,
    user_id: &str,
) -> Result<Option<ClusterStatus>, DbError> {
    let done = sqlx::query(
        "UPDATE cluster_members SET muted = muted WHERE cluster_id = $1 AND user_id = $2 AND membership = 'member'",
    )
    .bind(cluster_id)
    .bind(user_id)
    .execute(tx.connection())
    .await?;
    if done.rows_affected() == 0 {
        return Ok(None);
    }
    let row = sqlx::query("SELECT status FROM clusters WHERE id = $1 AND tenant_id = $2")
        .bind(cluster_id)
        .bind(tenant_id)
        .fetch_optional(tx.connection())
        .await?;
    row.as_ref().map(status).transpose()
}

/// The number of a user's clusters.
pub async fn count_joined(connection: &mut AnyConnection, user_id: &str) -> Result<i64, DbError> {
    let row = sqlx::query("SELECT COUNT(*) AS joined FROM cluster_members WHERE user_id = $1 AND membership = 'member'")
        .bind(user_id)
        .fetch_one(connection)
        .await?;
    Ok(row.try_get("joined")?)
}

/// Adds a member without a row.
pub async fn add_member(
    tx: &mut Tx,
    cluster_id: &str,
    user_id: &str,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO cluster_members (cluster_id, user_id, membership, joined_at_ms) VALUES ($1, $2, 'member', $3)",
    )
    .bind(cluster_id)
    .bind(user_id)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Deletes a membership; false if there was none.
pub async fn delete_member(
    tx: &mut Tx,
    cluster_id: &str,
    user_id: &str,
    membership: Membership,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "DELETE FROM cluster_members WHERE cluster_id = $1 AND user_id = $2 AND membership = $3",
    )
    .bind(cluster_id)
    .bind(user_id)
    .bind(membership.as_str())
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Bars a member; false if the user is not one.
pub async fn bar_member(tx: &mut Tx, cluster_id: &str, user_id: &str) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE cluster_members SET membership = 'removed' WHERE cluster_id = $1 AND user_id = $2 AND membership = 'member'",
    )
    .bind(cluster_id)
    .bind(user_id)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Mutes or unmutes a cluster for a member; false if the user is not one.
pub async fn set_muted(
    tx: &mut Tx,
    cluster_id: &str,
    user_id: &str,
    muted: bool,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "UPDATE cluster_members SET muted = $3 WHERE cluster_id = $1 AND user_id = $2 AND membership = 'member'",
    )
    .bind(cluster_id)
    .bind(user_id)
    .bind(i64::from(muted))
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Current and removed members, in the order of joining.
pub async fn members(
    connection: &mut AnyConnection,
    cluster_id: &str,
) -> Result<Vec<MemberRow>, DbError> {
    let rows = sqlx::query(
        "SELECT cluster_members.*, users.name, users.email FROM cluster_members JOIN users ON users.id = cluster_members.user_id \
         WHERE cluster_id = $1 ORDER BY joined_at_ms, user_id",
    )
    .bind(cluster_id)
    .fetch_all(connection)
    .await?;
    let member = |row: &AnyRow| -> Result<MemberRow, DbError> {
        Ok(MemberRow {
            user_id: row.try_get("user_id")?,
            name: row.try_get("name")?,
            email: row.try_get("email")?,
            membership: membership(row)?,
            joined_at_ms: row.try_get("joined_at_ms")?,
        })
    };
    rows.iter().map(member).collect()
}

fn status(row: &AnyRow) -> Result<ClusterStatus, DbError> {
    let status: String = row.try_get("status")?;
    // An invalid status counts as closed.
    Ok(ClusterStatus::named(&status).unwrap_or(ClusterStatus::Closed))
}

fn membership(row: &AnyRow) -> Result<Membership, DbError> {
    let membership: Option<String> = row.try_get("membership")?;
    let named = membership.as_deref().and_then(Membership::named);
    Ok(named.unwrap_or(Membership::None))
}

fn cluster(row: &AnyRow) -> Result<ClusterRow, DbError> {
    Ok(ClusterRow {
        id: row.try_get("id")?,
        code: row.try_get("code")?,
        name: row.try_get("name")?,
        state: row.try_get("state")?,
        lga: row.try_get("lga")?,
        whatsapp_link: row.try_get("whatsapp_link")?,
        support_email: row.try_get("support_email")?,
        status: status(row)?,
    })
}

fn seen(row: &AnyRow) -> Result<SeenRow, DbError> {
    let muted: i64 = row.try_get("muted")?;
    Ok(SeenRow {
        cluster: cluster(row)?,
        members: row.try_get("members")?,
        membership: membership(row)?,
        muted: muted != 0,
    })
}
