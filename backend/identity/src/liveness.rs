//! Liveness checks on a provider's page. The result comes from the provider, never from the browser.

use super::profile;
use crate::limits;
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use providers::liveness::LivenessStatus;
use serde_json::json;
use service::access::users;
use service::access::{Session, audit};
use service::app::AppState;
use service::http::Client;
use service::http::limits::count;
use service::settings::tenants;
use sqlx::Row;

const UNAVAILABLE: &str = "We are sorry, an error occured this time.";

/// A started check.
pub struct Check {
    pub id: String,
    pub url: String,
}

/// Starts a check.
///
/// # Errors
/// 400 without a host name to return to; 409 if a check was passed; 503 if the provider does not answer; 429.
pub async fn start(app: &AppState, session: &Session, client: &Client) -> Result<Check, ApiError> {
    let user = profile::user(app, session).await?;
    if user.known.liveness_verified_at_ms.is_some() {
        return Err(ApiError::new(
            ErrorCode::LivenessAlreadyVerified,
            "You have already passed the liveness check.",
        ));
    }
    if client.host.is_empty() {
        return Err(ApiError::malformed_address());
    }
    count(app, limits::IDENTITY_CHECKS, &session.user_id).await?;
    let now_ms = app.clock.now_ms();
    let id = app.random.id(now_ms);
    let origin = tenants::origin(app, client).await?;
    let return_to = format!("{origin}/verify/liveness?check={id}");
    let started = app.ports.liveness.start(&user.name, &return_to).await;
    let started = started.map_err(|_| ApiError::unavailable_saying(UNAVAILABLE))?;
    let mut tx = app.db.begin().await?;
    sqlx::query("INSERT INTO liveness_checks (id, user_id, reference, status, started_at_ms) VALUES ($1, $2, $3, 'pending', $4)")
        .bind(id.as_str())
        .bind(session.user_id.as_str())
        .bind(started.reference.as_str())
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
    audit::append(
        &mut tx,
        app,
        &session.user_id,
        "liveness_started",
        &json!({ "check": id }),
    )
    .await?;
    tx.commit().await?;
    Ok(Check {
        id,
        url: started.url,
    })
}

/// The status of a check: the stored result, or else the provider's current one.
///
/// # Errors
/// 404 if the user has no such check; 503 if the provider does not answer.
pub async fn status(
    app: &AppState,
    session: &Session,
    id: &str,
) -> Result<LivenessStatus, ApiError> {
    let row =
        sqlx::query("SELECT reference, status FROM liveness_checks WHERE id = $1 AND user_id = $2")
            .bind(id)
            .bind(session.user_id.as_str())
            .fetch_optional(&mut *app.db.read().await?)
            .await?;
    let row = row.ok_or_else(ApiError::not_found)?;
    let (reference, known): (String, String) = (row.try_get("reference")?, row.try_get("status")?);
    if let Some(ended) =
        LivenessStatus::named(&known).filter(|known| *known != LivenessStatus::Pending)
    {
        return Ok(ended);
    }
    let told = app.ports.liveness.status(&reference).await;
    let told = told.map_err(|_| ApiError::unavailable_saying(UNAVAILABLE))?;
    if told == LivenessStatus::Pending {
        return Ok(told);
    }
    let mut tx = app.db.begin().await?;
    let recorded = end(&mut tx, app, session, id, told).await?;
    tx.commit().await?;
    Ok(recorded)
}

/// Records the result unless a concurrent request has; returns the recorded one.
async fn end(
    tx: &mut Tx,
    app: &AppState,
    session: &Session,
    id: &str,
    status: LivenessStatus,
) -> Result<LivenessStatus, ApiError> {
    let now_ms = app.clock.now_ms();
    let ended = sqlx::query("UPDATE liveness_checks SET status = $2, ended_at_ms = $3 WHERE id = $1 AND status = 'pending'")
        .bind(id)
        .bind(status.as_str())
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
    if ended.rows_affected() == 0 {
        let row = sqlx::query("SELECT status FROM liveness_checks WHERE id = $1")
            .bind(id)
            .fetch_one(tx.connection())
            .await?;
        let recorded: String = row.try_get("status")?;
        return Ok(LivenessStatus::named(&recorded).unwrap_or(LivenessStatus::Pending));
    }
    if status == LivenessStatus::Passed {
        users::mark_seen_alive(tx, &session.user_id, now_ms).await?;
    }
    audit::append(
        tx,
        app,
        &session.user_id,
        "liveness_ended",
        &json!({ "check": id, "status": status.as_str() }),
    )
    .await?;
    Ok(status)
}
