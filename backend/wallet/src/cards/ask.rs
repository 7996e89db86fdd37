//! Status requests to the card company about a checkout: when the browser returns, after a notice, and periodically.

use super::CardCheckout;
use super::settle::settle;
use crate::reversals::{self, Reversal};
use crate::store::cards::{self, CheckoutRow, CheckoutState};
use axum::http::HeaderMap;
use ground::db::{DbError, Tx};
use ground::error::ApiError;
use ground::queue::{self, Effect, Kind, New, Task};
use money::statement::{self, Transaction};
use providers::card::{
    CardNotice, CardPayment, CardStatus, CardUnavailable, NoticeError, is_identifier,
};
use service::app::AppState;
use service::http::body::wrong;
use tokio::task::JoinSet;

/// The job asks within seconds at first, later every ten minutes, for a day. After that it stops at the first definite
/// response (paid, declined, or no payment); until then it continues at growing intervals.
const FIRST_ASK_MS: i64 = 15_000;
const LAST_ASK_MS: i64 = 600_000;
const ASKED_FOR_MS: i64 = 24 * 60 * 60 * 1_000;
/// A second payment usually follows soon: a paid checkout is checked again at this age, and at the end of its day.
const PAID_TWICE_MS: i64 = 15 * 60 * 1_000;
/// After the day a task waits for a fraction of its age, at most this long.
const OLD_ASK_MS: i64 = 6 * 60 * 60 * 1_000;
const PART_OF_AGE: i64 = 24;
/// Small, because each task is leased for a minute during the request.
const ROUND: usize = 20;
/// Counted by reason: `signature` (an unknown sender or another secret) or `malformed`.
const REFUSED: &str = "ajo_card_notices_refused_total";
const UNANSWERED: &str =
    "The card company does not answer. If you paid, the money arrives automatically.";

/// Schedules the first status request for a new checkout.
pub(super) async fn first_ask(tx: &mut Tx, row: &CheckoutRow, now_ms: i64) -> Result<(), DbError> {
    let look = New {
        kind: Kind::Card,
        id: &row.tx_ref,
        payload: "",
        subject: None,
        user_id: Some(&row.user_id),
        now_ms,
        due_at_ms: now_ms + FIRST_ASK_MS,
        // There may be a payment, so the task never expires.
        expires_at_ms: None,
    };
    queue::enqueue(tx, &look).await
}

/// The state of one of the user's own checkouts, without asking the company.
///
/// # Errors
/// 404 if it is another user's.
pub async fn state_of(
    app: &AppState,
    user_id: &str,
    tx_ref: &str,
) -> Result<CardCheckout, ApiError> {
    let mut connection = app.db.read().await?;
    let row = cards::find(&mut connection, tx_ref).await?;
    let row = row
        .filter(|row| row.user_id == user_id)
        .ok_or_else(ApiError::not_found)?;
    let payments = cards::payments(&mut connection, tx_ref).await?;
    let mut transaction = None;
    if let Some(reference) = payments.iter().find_map(|one| one.reference.as_deref()) {
        let line = statement::find(&mut connection, user_id, reference).await?;
        transaction = line.as_ref().map(Transaction::from);
    }
    Ok(CardCheckout::of(row, transaction))
}

/// Asks the company about one of the user's checkouts. The page's report is trusted only for the payment's identifier,
/// which is looked up as well.
///
/// # Errors
/// 404 if it is another user's; 503 if the company does not respond.
pub async fn confirm(
    app: &AppState,
    user_id: &str,
    tx_ref: &str,
    payment_id: Option<&str>,
) -> Result<CardCheckout, ApiError> {
    let known = state_of(app, user_id, tx_ref).await?;
    let named = payment_id.filter(|id| is_identifier(id));
    let is_known = match named {
        Some(id) => cards::payment(&mut *app.db.read().await?, id)
            .await?
            .is_some(),
        None => true,
    };
    if known.state == CheckoutState::Paid && is_known {
        return Ok(known);
    }
    let mut asked = ask(app, tx_ref, named).await;
    if named.is_some() && matches!(asked, Ok(CardStatus::Untouched)) {
        asked = ask(app, tx_ref, None).await;
    }
    let status = asked.map_err(|_| ApiError::unavailable_saying(UNANSWERED))?;
    follow(app, tx_ref, status).await?;
    state_of(app, user_id, tx_ref).await
}

/// Asks the company about a user's checkouts for these targets, and credits paid ones. Returns whether a payment is
/// being processed.
///
/// # Errors
/// 503 if the company does not respond; the database failed.
pub async fn is_paying(app: &AppState, user_id: &str, ids: &[String]) -> Result<bool, ApiError> {
    let unpaid = cards::unpaid_for_more(&mut *app.db.read().await?, user_id).await?;
    let is_meant = |row: &CheckoutRow| {
        row.meant_for
            .as_ref()
            .is_some_and(|for_| ids.contains(&for_.id))
    };
    let mut is_paying = false;
    for row in unpaid.iter().filter(|row| is_meant(row)) {
        let status = ask(app, &row.tx_ref, None).await;
        let status = status.map_err(|_| ApiError::unavailable_saying(UNANSWERED))?;
        is_paying |= status == CardStatus::Pending;
        follow(app, &row.tx_ref, status).await?;
    }
    Ok(is_paying)
}

/// Processes a notice: the company is asked soon after. Notices about other subjects are accepted without effect.
///
/// # Errors
/// 404 if no secret is configured; 401 for a sender without it; 422 for an unreadable body.
pub async fn take(app: &AppState, headers: &HeaderMap, bytes: &[u8]) -> Result<(), ApiError> {
    let named = match app.ports.cards.notice(headers, bytes) {
        Ok(named) => named,
        Err(NoticeError::NotTaken) => return Err(ApiError::not_found()),
        Err(refused) => {
            let (reason, error) = match refused {
                NoticeError::Malformed => ("malformed", wrong("body", "is no notice.")),
                NoticeError::NotSigned | NoticeError::NotTaken => {
                    ("signature", ApiError::unauthenticated())
                }
            };
            tracing::warn!(reason, "a card notice was refused");
            app.metrics.refused(REFUSED, reason);
            return Err(error);
        }
    };
    match named {
        Some(named) => notice(app, &named).await,
        None => Ok(()),
    }
}

/// Schedules a status request for the payment named in a notice. A repeated notice changes nothing.
///
/// # Errors
/// The database failed.
pub async fn notice(app: &AppState, named: &CardNotice) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let payment_id = named.payment_id.as_deref().unwrap_or_default();
    let mut connection = app.db.read().await?;
    let known = cards::payment(&mut connection, payment_id).await?;
    if known.is_some() && !named.takes_back {
        return Ok(());
    }
    let tx_ref = known.map_or_else(|| named.tx_ref.clone(), |known| known.tx_ref);
    let id = [&tx_ref, "/", payment_id].concat();
    let Some(row) = cards::find(&mut connection, &tx_ref).await? else {
        tracing::info!("a card notice about a checkout that is not ours");
        return Ok(());
    };
    drop(connection);
    let look = New {
        kind: Kind::Card,
        id: &id,
        payload: payment_id,
        subject: None,
        user_id: Some(&row.user_id),
        now_ms,
        due_at_ms: now_ms,
        // There may be a payment, so the task never expires.
        expires_at_ms: None,
    };
    let mut tx = app.db.begin().await?;
    match queue::enqueue(&mut tx, &look).await {
        Ok(()) => Ok(tx.commit().await?),
        // Commits, so that the concurrent insertion is durable: SQLite commits several transactions together.
        Err(DbError::Duplicate) => Ok(tx.commit().await?),
        Err(error) => Err(error.into()),
    }
}

/// Requests the status of due checkouts, concurrently. Returns the number of paid ones.
///
/// # Errors
/// The database failed.
pub async fn ask_due(app: &AppState) -> Result<usize, ApiError> {
    let claimed = queue::claim_due(&app.db, Kind::Card, app.clock.now_ms(), ROUND).await?;
    let mut asking = JoinSet::new();
    for task in claimed {
        let app = app.clone();
        asking.spawn(async move { look(&app, &task).await });
    }
    let mut paid = 0;
    while let Some(asked) = asking.join_next().await {
        match asked {
            Ok(Ok(is_paid)) => paid += usize::from(is_paid),
            Ok(Err(error)) => {
                let code = error.code();
                tracing::warn!(code, "a checkout is left to the next round");
            }
            Err(_) => tracing::error!("asking about a checkout panicked"),
        }
    }
    Ok(paid)
}

/// Requests the status of a checkout. Returns whether it was paid now.
async fn look(app: &AppState, task: &Task) -> Result<bool, ApiError> {
    let tx_ref = task.id.split('/').next().unwrap_or_default();
    let payment_id = Some(task.payload.as_str()).filter(|id| !id.is_empty());
    let before = known_payments(app, tx_ref).await?;
    let status = ask(app, tx_ref, payment_id).await;
    let is_paid = matches!(status, Ok(CardStatus::Paid(_)));
    // Another attempt at the same checkout is another payment.
    let is_final = payment_id.is_some()
        && matches!(status, Ok(CardStatus::Declined | CardStatus::TakenBack(_)));
    let is_answered = matches!(
        status,
        Ok(CardStatus::Untouched | CardStatus::Declined | CardStatus::TakenBack(_))
    );
    let was_paid = matches!(status, Ok(CardStatus::Paid(_) | CardStatus::TakenBack(_)));
    if let Ok(status) = status {
        follow(app, tx_ref, status).await?;
    }
    // A checkout can be paid again, even after a reversal: it is checked until the end of its day.
    let has_all = payment_id.is_some() || !was_paid || all_payments(app, tx_ref).await?;
    let now_ms = app.clock.now_ms();
    let age_ms = now_ms - task.created_at_ms;
    let is_old = age_ms >= ASKED_FOR_MS;
    let is_over = is_old && is_answered;
    let is_done = is_paid && has_all && (is_old || payment_id.is_some());
    let mut tx = app.db.begin().await?;
    if is_done || is_final || is_over {
        // The checkout is locked first, as in crediting.
        if is_over && payment_id.is_none() {
            cards::set_state(&mut tx, tx_ref, CheckoutState::Expired, now_ms).await?;
        }
        queue::done(&mut tx, Kind::Card, &task.id).await?;
    } else {
        let wait_ms = match is_old {
            true => (age_ms / PART_OF_AGE).clamp(LAST_ASK_MS, OLD_ASK_MS),
            false if is_paid && has_all => match age_ms < PAID_TWICE_MS {
                true => PAID_TWICE_MS - age_ms,
                false => ASKED_FOR_MS - age_ms,
            },
            false => queue::backoff_ms(FIRST_ASK_MS, task.attempts, LAST_ASK_MS),
        };
        queue::put_off(&mut tx, task, now_ms + wait_ms, Effect::None).await?;
    }
    tx.commit().await?;
    Ok(known_payments(app, tx_ref).await? > before)
}

async fn known_payments(app: &AppState, tx_ref: &str) -> Result<usize, ApiError> {
    let payments = cards::payments(&mut *app.db.read().await?, tx_ref).await?;
    Ok(payments.len())
}

async fn ask(
    app: &AppState,
    tx_ref: &str,
    payment_id: Option<&str>,
) -> Result<CardStatus, CardUnavailable> {
    app.ports.cards.verify(tx_ref, payment_id).await
}

/// Applies the company's response.
async fn follow(app: &AppState, tx_ref: &str, status: CardStatus) -> Result<(), ApiError> {
    match status {
        CardStatus::Paid(payment) => settle(app, tx_ref, &payment).await,
        CardStatus::TakenBack(payment) => taken_back(app, &payment).await,
        CardStatus::Declined => {
            let mut tx = app.db.begin().await?;
            let now_ms = app.clock.now_ms();
            cards::set_state(&mut tx, tx_ref, CheckoutState::Declined, now_ms).await?;
            Ok(tx.commit().await?)
        }
        CardStatus::Untouched | CardStatus::Pending => Ok(()),
    }
}

/// Credits all payments of a checkout. Returns false if the company did not list them.
async fn all_payments(app: &AppState, tx_ref: &str) -> Result<bool, ApiError> {
    let Ok(payments) = app.ports.cards.payments(tx_ref).await else {
        return Ok(false);
    };
    for payment in &payments {
        settle(app, tx_ref, payment).await?;
    }
    Ok(true)
}

/// Books the reversal of a payment, if it was credited.
async fn taken_back(app: &AppState, payment: &CardPayment) -> Result<(), ApiError> {
    let mut connection = app.db.read().await?;
    let Some(known) = cards::payment(&mut connection, &payment.id).await? else {
        return Ok(());
    };
    let checkout = cards::find(&mut connection, &known.tx_ref).await?;
    drop(connection);
    let Some((original, checkout)) = known.reference.zip(checkout) else {
        let tx_ref = known.tx_ref;
        tracing::error!(tx_ref, "a card payment that is held was taken back");
        return Ok(());
    };
    let reversal = Reversal {
        user_id: &checkout.user_id,
        original: &original,
        total: payment.amount,
        by: "",
        why: "",
    };
    reversals::book(app, reversal).await.map(|_| ())
}
