//! A member's month with its decisions and its seal, for the check of the account in the member's browser.

use crate::reconciliation::decisions;
use crate::reconciliation::seals::{self, PublicKey, Seal, Sealed};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain_core::calendar::Instant;
use domain_core::catalogue::rules_version;
use domain_core::wallet::month;
use domain_core::wallet::statement::whole_month;
use ground::clock::{lagos_date, rfc3339};
use ground::error::{ApiError, Fails, code};
use money::statement;
use serde::{Deserialize, Serialize};
use service::access::Session;
use service::app::AppState;
use service::http::{Query, download};
use sqlx::Row;
use utoipa::IntoParams;

/// The month to check.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Chosen {
    /// A month in Lagos.
    #[param(example = "2026-11", required)]
    #[serde(default)]
    month: String,
}

/// The last line of a month.
#[derive(Serialize)]
struct Closing {
    seal: Seal,
    /// The month of the member's first transaction; null without one.
    since: Option<String>,
    /// When records of decisions began: every decided transaction since then has one.
    records_since: String,
    /// Whether the seals of the month have been made: what is not sealed then came afterwards.
    is_over: bool,
}

/// A member's month: a line of JSON for each transaction, oldest first, with the rules that decided on it; then a line with
/// the `seal` of these lines and the month of the first transaction, `since`. Without that line the answer is incomplete.
///
/// Facts about others are withheld: such rules have neither an input nor an output. The seal of a month that is not over
/// covers the lines older than five minutes, the first of them.
#[utoipa::path(get, path = "/decisions", operation_id = "decisions", tag = "rules", security(("bearer" = [])), params(Chosen),
    responses((status = 200, description = "Lines of JSON.", content((String = "application/x-ndjson"))),
    Fails<(code::Refused, code::Unavailable)>))]
pub async fn of_month(
    State(app): State<AppState>,
    session: Session,
    Query(Chosen { month }): Query<Chosen>,
) -> Result<Response, ApiError> {
    let now = Instant(app.clock.now_ms());
    let period =
        whole_month(&month, now).map_err(|violation| ApiError::refused(vec![violation]))?;
    let slot = download::slot(&app, &session.user_id).await?;
    let mut connection = app.db.read().await?;
    let oldest = statement::oldest_ms(&mut connection, &session.user_id).await?;
    let records_since = rfc3339(decisions::since_ms(&mut connection).await?);
    drop(connection);
    let since = oldest.map(|at_ms| month::key(lagos_date(at_ms)));
    let Sealed {
        lines,
        seal,
        is_over,
    } = seals::of_month(&app, &session.user_id, &period).await?;
    let closing = serde_json::to_string(&Closing {
        seal,
        since,
        records_since,
        is_over,
    })
    .map_err(ApiError::internal)?;
    let lines = lines.into_iter().map(|line| line.text);
    let lines: Vec<String> = lines.chain([closing, String::new()]).collect();
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, slot.answer(lines.join("\n").into_bytes())).into_response())
}

/// Everything that a check of an account needs: the versions of the rules, and the keys of the seals.
#[derive(Serialize)]
pub struct Known {
    /// The current version.
    rules: &'static str,
    /// The archive: each module is at `/media/rules/VERSION.wasm`.
    modules: Vec<Module>,
    keys: Vec<PublicKey>,
}

/// A module of the archive.
#[derive(Serialize)]
struct Module {
    version: String,
    sha256: String,
}

/// The versions of the rules, and the keys of the seals. They are public.
///
/// # Errors
/// The database failed.
pub async fn known(State(app): State<AppState>) -> Result<Json<Known>, ApiError> {
    let keys = seals::keys(&app).await?;
    let rows = sqlx::query("SELECT version, sha256 FROM rules_modules ORDER BY at_ms, version")
        .fetch_all(&mut *app.db.read().await?)
        .await?;
    let module = |row: &sqlx::any::AnyRow| {
        Ok(Module {
            version: row.try_get("version")?,
            sha256: row.try_get("sha256")?,
        })
    };
    let modules = rows.iter().map(module).collect::<Result<_, sqlx::Error>>();
    Ok(Json(Known {
        rules: rules_version(),
        modules: modules.map_err(ApiError::internal)?,
        keys,
    }))
}
