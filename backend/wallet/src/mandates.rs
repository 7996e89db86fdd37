//! Direct debit mandates: authorised at the bank, cancelled here.
//!
//! Reports from the browser and notices only trigger a status request to the company. Cancelling takes effect here at
//! once, and at the company as soon as it responds, even if the mandate becomes active in between.

use super::debits;
use super::store::mandates::{self, MandateRow, MandateState};
use axum::http::HeaderMap;
use ground::clock::rfc3339;
use ground::db::{DbError, Tx};
use ground::error::{ApiError, ErrorCode};
use ground::queue::{self, Effect, Kind, New, Task};
use providers::mandate::{MandateNotice, MandateNoticeError, MandateStatus, Payer};
use serde::Serialize;
use serde_json::json;
use service::access::users::{self, User};
use service::access::{Session, audit};
use service::app::AppState;
use service::http::Client;
use service::http::body::wrong;
use service::settings::tenants;
use sqlx::AnyConnection;
use tokio::task::JoinSet;
use utoipa::ToSchema;

const FIRST_ASK_MS: i64 = 15_000;
const LAST_ASK_MS: i64 = 600_000;
/// Banks confirm within three working days.
const ASKED_FOR_MS: i64 = 7 * 24 * 60 * 60 * 1_000;
const ROUND: usize = 20;
/// Counted by reason: `signature` or `malformed`.
const REFUSED: &str = "ajo_mandate_notices_refused_total";
/// Followed by the mandate's id.
const RETURN_PATH: &str = "/settings?mandate=";
const CLOSED: &str = "Direct debits are not available here yet.";
const UNANSWERED: &str = "The bank's page cannot be opened now. Please try again in a moment.";

/// A mandate as shown to the user.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Mandate {
    pub id: String,
    pub state: MandateState,
    /// The bank's name, once it is known.
    #[schema(required)]
    pub bank: Option<String>,
    /// RFC 3339.
    pub created_at: String,
}

impl From<&MandateRow> for Mandate {
    fn from(row: &MandateRow) -> Self {
        Self {
            id: row.id.clone(),
            state: row.state,
            bank: row.bank.clone(),
            created_at: rfc3339(row.created_at_ms),
        }
    }
}

/// Starts a mandate. Returns the address of the bank's page.
///
/// # Errors
/// 409 without an email address, which the company requires; 503 if no company is configured, or it does not respond.
pub async fn start(
    app: &AppState,
    client: &Client,
    session: &Session,
    person: &User,
) -> Result<String, ApiError> {
    if !app.ports.mandates.is_open() {
        return Err(ApiError::unavailable_saying(CLOSED));
    }
    if person.email.is_empty() {
        return Err(ApiError::new(
            ErrorCode::NoAddress,
            "The bank's page needs an email address, and your account has none.",
        ));
    }
    let id = app.random.id(app.clock.now_ms());
    let payer = Payer {
        name: person.name.clone(),
        email: person.email.clone(),
        return_to: [&tenants::origin(app, client).await?, RETURN_PATH, &id].concat(),
    };
    let started = app.ports.mandates.start(&payer).await;
    let started = started.map_err(|_| ApiError::unavailable_saying(UNANSWERED))?;
    app.pause.pass().await;
    let now_ms = app.clock.now_ms();
    let row = MandateRow {
        id,
        user_id: person.id.clone(),
        reference: started.reference,
        state: MandateState::Pending,
        bank: None,
        created_at_ms: now_ms,
    };
    let mut tx = app.db.begin().await?;
    // Closing an account cancels its mandates, so none is added afterwards. The user never sees the page of this one.
    users::lock_settings(&mut tx, &person.id, now_ms).await?;
    session.expect_open(&mut tx).await?;
    mandates::insert(&mut tx, &row).await?;
    look_soon(&mut tx, &row, now_ms, FIRST_ASK_MS).await?;
    let detail = json!({ "mandate": row.id });
    audit::append(&mut tx, app, &person.id, "mandate_started", &detail).await?;
    tx.commit().await?;
    Ok(started.url)
}

/// The user's mandates that have not ended.
///
/// # Errors
/// The database failed.
pub async fn of(app: &AppState, user_id: &str) -> Result<Vec<Mandate>, ApiError> {
    let rows = mandates::open(&mut *app.db.read().await?, user_id).await?;
    Ok(rows.iter().map(Mandate::from).collect())
}

/// Cancels a mandate.
///
/// # Errors
/// 404 if it has ended, or is another user's.
pub async fn cancel(app: &AppState, user_id: &str, id: &str) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    if !mandates::cancel(&mut tx, user_id, id, now_ms).await? {
        return Err(ApiError::not_found());
    }
    let row = mandates::find(tx.connection(), id).await?;
    let row = row.ok_or_else(ApiError::not_found)?;
    look_soon(&mut tx, &row, now_ms, 0).await?;
    audit::append(
        &mut tx,
        app,
        user_id,
        "mandate_cancelled",
        &json!({ "mandate": id }),
    )
    .await?;
    Ok(tx.commit().await?)
}

/// Cancels all mandates of a user, in the caller's transaction.
///
/// # Errors
/// The database failed.
pub async fn cancel_all(tx: &mut Tx, app: &AppState, user_id: &str) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    for row in mandates::open(tx.connection(), user_id).await? {
        if mandates::cancel(tx, user_id, &row.id, now_ms).await? {
            look_soon(tx, &row, now_ms, 0).await?;
            let detail = json!({ "mandate": row.id });
            audit::append(tx, app, user_id, "mandate_cancelled", &detail).await?;
        }
    }
    Ok(())
}

/// The number of a user's mandates that have not ended.
///
/// # Errors
/// The database failed.
pub async fn count_open(connection: &mut AnyConnection, user_id: &str) -> Result<usize, DbError> {
    Ok(mandates::open(connection, user_id).await?.len())
}

/// Processes a notice: the company is asked for the status soon after.
///
/// # Errors
/// 404 if no company is configured; 401 for an unknown sender; 422 for an unreadable body.
pub async fn take(app: &AppState, headers: &HeaderMap, bytes: &[u8]) -> Result<(), ApiError> {
    let refused = match app.ports.mandates.notice(headers, bytes) {
        Ok(Some(MandateNotice::Mandate(reference))) => return notice(app, &reference).await,
        Ok(Some(MandateNotice::Debit(reference))) => return debits::notice(app, &reference).await,
        Ok(None) => return Ok(()),
        Err(MandateNoticeError::NotTaken) => return Err(ApiError::not_found()),
        Err(refused) => refused,
    };
    let (reason, error) = match refused {
        MandateNoticeError::Malformed => ("malformed", wrong("body", "is no notice.")),
        MandateNoticeError::NotSigned | MandateNoticeError::NotTaken => {
            ("signature", ApiError::unauthenticated())
        }
    };
    tracing::warn!(reason, "a notice about a mandate was refused");
    app.metrics.refused(REFUSED, reason);
    Err(error)
}

/// Schedules an immediate status request for a mandate.
///
/// # Errors
/// The database failed.
pub async fn notice(app: &AppState, reference: &str) -> Result<(), ApiError> {
    let row = mandates::by_reference(&mut *app.db.read().await?, reference).await?;
    let Some(row) = row else { return Ok(()) };
    let mut tx = app.db.begin().await?;
    look_soon(&mut tx, &row, app.clock.now_ms(), 0).await?;
    Ok(tx.commit().await?)
}

/// Schedules the next status request for a mandate.
async fn look_soon(
    tx: &mut Tx,
    row: &MandateRow,
    now_ms: i64,
    wait_ms: i64,
) -> Result<(), DbError> {
    queue::done(tx, Kind::Mandate, &row.id).await?;
    let look = New {
        kind: Kind::Mandate,
        id: &row.id,
        payload: "",
        subject: None,
        user_id: Some(&row.user_id),
        now_ms,
        due_at_ms: now_ms + wait_ms,
        expires_at_ms: Some(now_ms + ASKED_FOR_MS),
    };
    queue::enqueue(tx, &look).await
}

/// Requests the status of due mandates, concurrently.
///
/// # Errors
/// The database failed.
pub async fn ask_due(app: &AppState) -> Result<(), ApiError> {
    let claimed = queue::claim_due(&app.db, Kind::Mandate, app.clock.now_ms(), ROUND).await?;
    let mut asking = JoinSet::new();
    for task in claimed {
        let app = app.clone();
        asking.spawn(async move { look(&app, &task).await });
    }
    while let Some(done) = asking.join_next().await {
        match done {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                let code = error.code();
                tracing::warn!(code, "a mandate is left to the next round");
            }
            Err(_) => tracing::error!("asking about a mandate panicked"),
        }
    }
    Ok(())
}

async fn look(app: &AppState, task: &Task) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let is_over = task.expires_at_ms.is_some_and(|at_ms| at_ms <= now_ms);
    let row = mandates::find(&mut *app.db.read().await?, &task.id).await?;
    let is_done = match &row {
        Some(row) => follow(app, row, is_over).await?,
        None => true,
    };
    let mut tx = app.db.begin().await?;
    if is_done || is_over {
        // Unless the mandate was cancelled during the request.
        let now = mandates::find(tx.connection(), &task.id).await?;
        let state = |row: &Option<MandateRow>| row.as_ref().map(|row| row.state);
        if state(&now) != Some(MandateState::Cancelled)
            || state(&row) == Some(MandateState::Cancelled)
        {
            queue::done(&mut tx, Kind::Mandate, &task.id).await?;
        }
    } else {
        let due_at_ms = now_ms + queue::backoff_ms(FIRST_ASK_MS, task.attempts, LAST_ASK_MS);
        queue::put_off(&mut tx, task, due_at_ms, Effect::None).await?;
    }
    Ok(tx.commit().await?)
}

/// Requests and applies the status of a mandate. Returns whether the task is complete.
async fn follow(app: &AppState, row: &MandateRow, is_over: bool) -> Result<bool, ApiError> {
    let status = app.ports.mandates.status(&row.reference).await;
    if row.state == MandateState::Cancelled {
        // A cancelled mandate can still become active until the bank has authorised it.
        return Ok(match status {
            Ok(MandateStatus::Absent) => row.bank.is_some(),
            Ok(MandateStatus::Waiting | MandateStatus::Active { .. }) => {
                app.ports.mandates.end(&row.reference).await.is_ok()
            }
            Err(_) => false,
        });
    }
    let (state, bank) = match &status {
        Ok(MandateStatus::Active { bank }) => (MandateState::Active, bank.as_deref()),
        Ok(MandateStatus::Waiting) => (MandateState::Waiting, None),
        Ok(MandateStatus::Absent) if is_over => (MandateState::Expired, None),
        Ok(MandateStatus::Absent) | Err(_) => return Ok(false),
    };
    let mut tx = app.db.begin().await?;
    let changed = mandates::advance(&mut tx, &row.id, state, bank, app.clock.now_ms()).await?;
    if changed && state == MandateState::Active {
        let detail = json!({ "mandate": row.id });
        audit::append(&mut tx, app, &row.user_id, "mandate_active", &detail).await?;
    }
    tx.commit().await?;
    Ok(state == MandateState::Active)
}
