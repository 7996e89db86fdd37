//! Finding, joining, muting and leaving clusters.

use super::answers::ClusterAnswer;
use super::store;
use crate::chat::{members, store as chat};
use domain_core::community::cluster::plain_code;
use domain_core::community::membership::{ClusterAction, ClusterInput, Membership, refusal};
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use serde_json::json;
use service::access::users::{self, User};
use service::access::{Session, audit};
use service::app::AppState;

/// The most clusters in one response.
const MOST_LISTED: i64 = 200;

/// The states that have open clusters.
///
/// # Errors
/// The database failed.
pub async fn states(app: &AppState, session: &Session) -> Result<Vec<String>, ApiError> {
    Ok(store::states(&mut *app.db.read().await?, &session.tenant_id).await?)
}

/// The open clusters of a state.
///
/// # Errors
/// The database failed.
pub async fn in_state(
    app: &AppState,
    session: &Session,
    state: &str,
) -> Result<Vec<ClusterAnswer>, ApiError> {
    let mut connection = app.db.read().await?;
    let (tenant_id, user_id) = (&session.tenant_id, &session.user_id);
    let joined = store::count_joined(&mut connection, user_id).await?;
    let rows = store::in_state(&mut connection, tenant_id, user_id, state, MOST_LISTED).await?;
    let answer = |row| ClusterAnswer::of(row, joined);
    Ok(rows.into_iter().map(answer).collect())
}

/// The cluster with a code, open or not.
///
/// # Errors
/// 404; the database failed.
pub async fn with_code(
    app: &AppState,
    session: &Session,
    code: &str,
) -> Result<ClusterAnswer, ApiError> {
    let mut connection = app.db.read().await?;
    let (tenant_id, user_id) = (&session.tenant_id, &session.user_id);
    let row = store::with_code(&mut connection, tenant_id, user_id, &plain_code(code)).await?;
    let row = row.ok_or_else(unknown_code)?;
    let joined = store::count_joined(&mut connection, user_id).await?;
    Ok(ClusterAnswer::of(row, joined))
}

/// The user's clusters, in the order of joining.
///
/// # Errors
/// The database failed.
pub async fn own(app: &AppState, session: &Session) -> Result<Vec<ClusterAnswer>, ApiError> {
    let rows = store::of_member(&mut *app.db.read().await?, &session.user_id).await?;
    let joined = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let answer = |row| ClusterAnswer::of(row, joined);
    Ok(rows.into_iter().map(answer).collect())
}

fn unknown_code() -> ApiError {
    ApiError::new(ErrorCode::NotFound, "No cluster has this code.")
}

/// Joins the cluster with a code; no effect for members.
///
/// # Errors
/// 404; 409 if the rules refuse it; the database failed.
pub async fn join(
    app: &AppState,
    session: &Session,
    code: &str,
) -> Result<ClusterAnswer, ApiError> {
    let (tenant_id, user_id) = (&session.tenant_id, &session.user_id);
    let (code, now_ms) = (plain_code(code), app.clock.now_ms());
    let mut tx = app.db.begin().await?;
    // Locked, so that the counts of the user's clusters and the cluster's members stay correct.
    users::lock_settings(&mut tx, user_id, now_ms).await?;
    let cluster = store::lock(&mut tx, tenant_id, &code).await?;
    let cluster = cluster.ok_or_else(unknown_code)?;
    let found = store::with_code(tx.connection(), tenant_id, user_id, &code).await?;
    let found = found.ok_or_else(unknown_code)?;
    if found.membership != Membership::Member {
        let input = ClusterInput {
            status: cluster.status,
            membership: found.membership,
            members: found.members,
            joined: store::count_joined(tx.connection(), user_id).await?,
        };
        if let Some(reason) = refusal(&input, ClusterAction::Join) {
            return Err(ApiError::new(ErrorCode::CannotJoin, reason));
        }
        store::add_member(&mut tx, &cluster.id, user_id, now_ms).await?;
        // Earlier messages do not count as unread.
        let address = super::of(tenant_id, &cluster.id);
        if let Some(channel) = chat::find_channel(tx.connection(), &address).await? {
            chat::mark_read(&mut tx, &channel.id, user_id, i64::MAX).await?;
        }
        let detail = json!({ "cluster": cluster.id });
        audit::append(&mut tx, app, user_id, "cluster_joined", &detail).await?;
    }
    let found = store::with_code(tx.connection(), tenant_id, user_id, &code).await?;
    let found = found.ok_or_else(unknown_code)?;
    let joined = store::count_joined(tx.connection(), user_id).await?;
    tx.commit().await?;
    Ok(ClusterAnswer::of(found, joined))
}

/// Leaves a cluster: the user's sockets lose its channel.
///
/// # Errors
/// 404 unless the user is a member; the database failed.
pub async fn leave(app: &AppState, session: &Session, id: &str) -> Result<(), ApiError> {
    let user_id = &session.user_id;
    let mut tx = app.db.begin().await?;
    if !store::delete_member(&mut tx, id, user_id, Membership::Member).await? {
        return Err(members::no_channel());
    }
    let channel = super::of(&session.tenant_id, id).realtime_name();
    app.realtime.end_channel(&mut tx, user_id, &channel).await?;
    let detail = json!({ "cluster": id });
    audit::append(&mut tx, app, user_id, "cluster_left", &detail).await?;
    tx.commit().await?;
    Ok(())
}

/// Leaves every cluster, in the caller's transaction.
///
/// # Errors
/// The database failed.
pub async fn leave_all(tx: &mut Tx, app: &AppState, user: &User) -> Result<(), ApiError> {
    for joined in store::joined_by(tx.connection(), &user.id).await? {
        if !store::delete_member(tx, &joined.id, &user.id, Membership::Member).await? {
            continue;
        }
        let channel = super::of(&user.tenant_id, &joined.id).realtime_name();
        app.realtime.end_channel(tx, &user.id, &channel).await?;
        let detail = json!({ "cluster": joined.id });
        audit::append(tx, app, &user.id, "cluster_left", &detail).await?;
    }
    Ok(())
}

/// Mutes or unmutes a cluster for the user.
///
/// # Errors
/// 404 unless the user is a member; the database failed.
pub async fn mute(
    app: &AppState,
    session: &Session,
    id: &str,
    muted: bool,
) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    if !store::set_muted(&mut tx, id, &session.user_id, muted).await? {
        return Err(members::no_channel());
    }
    tx.commit().await?;
    Ok(())
}
