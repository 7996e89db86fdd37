//! What becomes of a payout. An unknown outcome is asked for until it is known; the bank is never asked for the same
//! money under another reference, and money is never given back on a guess.

use super::store::payouts::{self as rows, Ending, PayoutRow};
use super::store::transactions;
use super::transaction::Status;
use super::withdrawals;
use crate::app::AppState;
use crate::community::referral;
use crate::db::Tx;
use crate::error::ApiError;
use crate::http::idempotency::{self, Operation};
use crate::ledger;
use crate::outbound::bank::{Payout, PayoutOutcome};

/// For so long a new payout belongs to the call that made it; longer than the port's time-out.
pub const HELD_MS: i64 = 60_000;
/// Then the reconcile job asks: soon at first, at most every ten minutes.
const FIRST_ASK_MS: i64 = 2_000;
const LAST_ASK_MS: i64 = 600_000;
/// Payouts that one round looks at.
const ROUND: i64 = 50;

const REFUSED: &str =
    "The bank could not complete this transfer. The money is back in your wallet.";

/// Asks the bank to pay, and settles its answer. What goes wrong on the way is left to the reconcile job.
pub async fn send(app: &AppState, payout: &PayoutRow) {
    let outcome = app.ports.bank.pay_out(&request(payout)).await;
    follow(app, payout, outcome).await;
}

/// Asks the bank what became of the payouts that are due; answers how many were settled.
///
/// # Errors
/// The database's.
pub async fn reconcile(app: &AppState) -> Result<usize, ApiError> {
    let now_ms = app.clock.now_ms();
    let due = rows::due(&mut *app.db.read().await?, now_ms, ROUND).await?;
    let mut settled = 0;
    for reference in due {
        let mut tx = app.db.begin().await?;
        let claimed = rows::claim(&mut tx, &reference, now_ms, now_ms + HELD_MS).await?;
        tx.commit().await?;
        let Some(payout) = claimed else { continue };
        let outcome = match app.ports.bank.payout_status(&payout.reference).await {
            // It never arrived. Under the same reference the bank pays it once, however often it is asked.
            PayoutOutcome::NotFound => app.ports.bank.pay_out(&request(&payout)).await,
            known => known,
        };
        settled += usize::from(follow(app, &payout, outcome).await);
    }
    Ok(settled)
}

/// Settles a payout that the bank has told us about by itself.
///
/// # Errors
/// 404 for a reference that is not, or no longer, open.
pub async fn notice(
    app: &AppState,
    reference: &str,
    outcome: PayoutOutcome,
) -> Result<(), ApiError> {
    let payout = rows::open(&mut *app.db.read().await?, reference)
        .await?
        .ok_or_else(ApiError::not_found)?;
    follow(app, &payout, outcome).await;
    Ok(())
}

fn request(payout: &PayoutRow) -> Payout {
    Payout {
        reference: payout.reference.clone(),
        bank_code: payout.bank_code.clone(),
        account_number: payout.account_number.clone(),
        account_name: payout.account_name.clone(),
        amount: payout.amount,
        narration: payout.description.clone(),
    }
}

/// Whether the payout is settled now.
async fn follow(app: &AppState, payout: &PayoutRow, outcome: PayoutOutcome) -> bool {
    let done = match outcome {
        PayoutOutcome::Paid => settle(app, payout, Ending::Paid).await,
        PayoutOutcome::Refused => settle(app, payout, Ending::Refused).await,
        PayoutOutcome::Pending | PayoutOutcome::Unknown | PayoutOutcome::NotFound => {
            put_off(app, payout).await.map(|()| false)
        }
    };
    done.unwrap_or_else(|error| {
        tracing::warn!(
            reference = payout.reference,
            code = error.code(),
            "a payout is left to the reconcile job"
        );
        false
    })
}

async fn put_off(app: &AppState, payout: &PayoutRow) -> Result<(), ApiError> {
    let doubled = FIRST_ASK_MS.saturating_mul(1 << payout.attempts.clamp(0, 20));
    let due_at_ms = app.clock.now_ms() + doubled.min(LAST_ASK_MS);
    let mut tx = app.db.begin().await?;
    rows::put_off(&mut tx, &payout.reference, due_at_ms).await?;
    Ok(tx.commit().await?)
}

async fn settle(app: &AppState, payout: &PayoutRow, ending: Ending) -> Result<bool, ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    if !rows::end(&mut tx, &payout.reference, ending, now_ms).await? {
        return Ok(false);
    }
    let (status, comment) = match ending {
        Ending::Paid => (Status::Successful, None),
        Ending::Refused => (Status::Failed, Some(REFUSED)),
    };
    let moved = match ending {
        Ending::Paid => ledger::post(&mut tx, &payout.ledger_transfer_id, now_ms).await,
        Ending::Refused => ledger::void(&mut tx, &payout.ledger_transfer_id, now_ms).await,
    };
    moved.map_err(ApiError::internal)?;
    transactions::settle(
        &mut tx,
        &payout.user_id,
        &payout.reference,
        status,
        comment,
        now_ms,
    )
    .await?;
    store_answer(&mut tx, payout).await?;
    referral::settled(&mut tx, app, &payout.reference).await?;
    tx.commit().await?;
    Ok(true)
}

/// Replays of the call that asked for the payout are answered with how it ended.
async fn store_answer(tx: &mut Tx, payout: &PayoutRow) -> Result<(), ApiError> {
    let row = transactions::find(tx.connection(), &payout.user_id, &payout.reference).await?;
    let row = row.ok_or_else(|| ApiError::internal("a payout without its statement"))?;
    let operation = Operation {
        route: payout.route.clone(),
        key: payout.idempotency_key.clone(),
        body_hash: String::new(),
    };
    idempotency::finish(
        tx,
        &payout.user_id,
        &operation,
        &withdrawals::answer_of(&row)?,
    )
    .await
}
