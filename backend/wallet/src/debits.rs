//! Direct debits: a debit brings the missing amount of a due instalment into the wallet, and the same transaction pays
//! the instalment.
//!
//! A debit and its task are stored before the company is called. Marking it as sent locks its mandate, so a cancelled
//! mandate never debits. After a crash or a lost response, a debit marked as sent is first looked up at the company.
//! Nothing is debited twice, because the company executes a reference once.

use super::store::debits::{self, DebitRow, DebitState};
use super::store::mandates::{self, MandateRow, MandateState};
use domain_core::money::{Amount, display_in_full};
use domain_core::payment::Movement;
use domain_core::payment::order::MAY_ARRIVE_MS;
use domain_core::wallet::direct_debit::{DirectDebitInput, direct_debit};
use ground::db::Tx;
use ground::error::ApiError;
use ground::queue::{self, Effect, Kind, New, Task};
use money::ledger::SystemAccount;
use money::receive::arrivals::{self, MeantFor, Purpose};
use money::receive::sources::Missing;
use money::receive::{self, Claim, Meant, Outcome, Receipt};
use money::statement::new_reference;
use providers::mandate::{DebitOrder, DebitStatus};
use providers::push::{Notice, Urgency};
use serde_json::json;
use service::access::audit;
use service::access::users;
use service::app::AppState;
use service::push;
use tokio::task::JoinSet;

const FIRST_ASK_MS: i64 = 15_000;
const LAST_ASK_MS: i64 = 600_000;
/// The time during which a debit unknown to the company is sent again.
const SENT_FOR_MS: i64 = 24 * 60 * 60 * 1_000;
/// A server that was delayed longer than this after claiming a debit does not send it: another server may have ended
/// it. Together with the longest call it stays below the lease of a task.
const SENT_WITHIN_MS: i64 = 30_000;
const ROUND: usize = 20;
/// Counted by reason: `amount` (the company debited a different amount) or `contradicts` (a refused or cancelled debit
/// was executed after all).
const DIFFERENCES: &str = "ajo_direct_debit_differences_total";

/// Orders a debit for an instalment if the rule allows it, in the caller's transaction. The caller has locked the user.
///
/// # Errors
/// The database failed.
pub async fn order(tx: &mut Tx, app: &AppState, missing: &Missing<'_>) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let all = mandates::open(tx.connection(), missing.user_id).await?;
    let active = all.iter().find(|row| row.state == MandateState::Active);
    let (under_way, refused) =
        debits::of_instalment(tx.connection(), missing.instalment_id).await?;
    let judged = direct_debit(&DirectDebitInput {
        missing: missing.amount.into(),
        auto: missing.auto,
        active: active.is_some(),
        under_way,
        refused,
    });
    let judged = judged.map_err(|refused| ApiError::internal(format!("{refused:?}")))?;
    let (Some(amount), Some(mandate)) = (judged.amount, active) else {
        return Ok(());
    };
    let row = DebitRow {
        reference: new_reference(app.random),
        mandate_id: mandate.id.clone(),
        user_id: missing.user_id.to_owned(),
        amount,
        instalment_id: missing.instalment_id.to_owned(),
        day: missing.day.to_owned(),
        state: DebitState::Open,
        created_at_ms: now_ms,
        sent_at_ms: None,
    };
    // One a day: a debit refused today is retried tomorrow.
    if !debits::insert(tx, &row).await? {
        return Ok(());
    }
    look_soon(tx, &row, now_ms, 0).await?;
    let detail =
        json!({ "reference": row.reference, "mandate": row.mandate_id, "amount": row.amount });
    audit::append(tx, app, &row.user_id, "direct_debit_ordered", &detail).await
}

async fn look_soon(tx: &mut Tx, row: &DebitRow, now_ms: i64, wait_ms: i64) -> Result<(), ApiError> {
    let task = New {
        kind: Kind::DirectDebit,
        id: &row.reference,
        payload: "",
        subject: None,
        user_id: Some(&row.user_id),
        now_ms,
        due_at_ms: now_ms + wait_ms,
        expires_at_ms: None,
    };
    Ok(queue::enqueue(tx, &task).await?)
}

/// Handles the company's notice about a debit by asking for its status now. This includes refused and cancelled debits,
/// which may have been executed after all.
///
/// # Errors
/// The database failed.
pub async fn notice(app: &AppState, reference: &str) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    debits::lock(&mut tx, reference).await?;
    match debits::find(tx.connection(), reference).await? {
        Some(row) if matches!(row.state, DebitState::Refused | DebitState::CalledOff) => {
            // Its earlier task has ended, or is restarted.
            queue::done(&mut tx, Kind::DirectDebit, reference).await?;
            look_soon(&mut tx, &row, now_ms, 0).await?;
        }
        _ => queue::reschedule(&mut tx, Kind::DirectDebit, reference, now_ms).await?,
    }
    Ok(tx.commit().await?)
}

/// Sends and follows up due debits, concurrently.
///
/// # Errors
/// The database failed.
pub async fn work_due(app: &AppState) -> Result<(), ApiError> {
    let claimed = queue::claim_due(&app.db, Kind::DirectDebit, app.clock.now_ms(), ROUND).await?;
    let mut working = JoinSet::new();
    for task in claimed {
        let app = app.clone();
        working.spawn(async move { work(&app, &task).await });
    }
    while let Some(done) = working.join_next().await {
        match done {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                let code = error.code();
                tracing::warn!(code, "a direct debit is left to the next round");
            }
            Err(_) => tracing::error!("a direct debit panicked"),
        }
    }
    Ok(())
}

async fn work(app: &AppState, task: &Task) -> Result<(), ApiError> {
    let mut connection = app.db.read().await?;
    let row = debits::find(&mut connection, &task.id).await?;
    let row = row.ok_or_else(|| ApiError::internal("a task for a missing debit"))?;
    let mandate = mandates::find(&mut connection, &row.mandate_id).await?;
    let mandate = mandate.ok_or_else(|| ApiError::internal("a debit without a mandate"))?;
    drop(connection);
    let status = match row.state {
        DebitState::Open => carry_on(app, &row, &mandate).await,
        DebitState::Refused | DebitState::CalledOff => {
            match app.ports.mandates.debit_status(&row.reference).await {
                Ok(DebitStatus::Absent) => return forget(app, task).await,
                known => Ok(Next::of(known.ok())),
            }
        }
        DebitState::Paid => return forget(app, task).await,
    };
    match status? {
        Next::Known(DebitStatus::Paid(amount)) => book(app, &row, amount).await,
        Next::Known(DebitStatus::Refused) if row.state != DebitState::Open => {
            forget(app, task).await
        }
        Next::Known(DebitStatus::Refused) => refuse(app, &row, task).await,
        Next::NotWanted => call_off(app, &row, task).await,
        Next::Known(DebitStatus::Processing | DebitStatus::Absent) | Next::Unknown => {
            let now_ms = app.clock.now_ms();
            let wait_ms = queue::backoff_ms(FIRST_ASK_MS, task.attempts, LAST_ASK_MS);
            let mut tx = app.db.begin().await?;
            queue::put_off(&mut tx, task, now_ms + wait_ms, Effect::Unknown).await?;
            Ok(tx.commit().await?)
        }
    }
}

/// The status of a debit after asking the company.
enum Next {
    Known(DebitStatus),
    /// The company did not respond.
    Unknown,
    /// The instalment needs no payment any more, and the company has no order.
    NotWanted,
}

impl Next {
    fn of(answer: Option<DebitStatus>) -> Self {
        answer.map_or(Self::Unknown, Self::Known)
    }
}

/// Sends a debit. One that was already sent is sent again only if the company does not know it.
async fn carry_on(app: &AppState, row: &DebitRow, mandate: &MandateRow) -> Result<Next, ApiError> {
    let port = &app.ports.mandates;
    let begun_at_ms = app.clock.now_ms();
    if row.sent_at_ms.is_some() {
        match port.debit_status(&row.reference).await {
            Ok(DebitStatus::Absent) => {}
            known => return Ok(Next::of(known.ok())),
        }
    }
    // Nothing has been debited. A recently sent order may still be delayed by a proxy: the company is asked for a while
    // longer, even if the debit is no longer needed.
    let may_arrive = row
        .sent_at_ms
        .is_some_and(|sent_at_ms| begun_at_ms - sent_at_ms < MAY_ARRIVE_MS);
    let given_up = |next| if may_arrive { Next::Unknown } else { next };
    let is_old = begun_at_ms - row.created_at_ms > SENT_FOR_MS;
    app.pause.pass().await;
    if is_old {
        return Ok(given_up(Next::Known(DebitStatus::Refused)));
    }
    match note_sent(app, row).await? {
        Noted::Sent => {}
        Noted::Taken => return Ok(given_up(Next::Known(DebitStatus::Refused))),
        Noted::NotWanted => return Ok(given_up(Next::NotWanted)),
    }
    if app.clock.now_ms() - begun_at_ms > SENT_WITHIN_MS {
        return Ok(Next::Unknown);
    }
    let order = DebitOrder {
        reference: row.reference.clone(),
        mandate: mandate.reference.clone(),
        amount: row.amount,
    };
    Ok(Next::of(port.debit(&order).await.ok()))
}

enum Noted {
    Sent,
    /// The user has cancelled the mandate, or the debit has ended.
    Taken,
    /// The instalment is paid, or its plan has ended.
    NotWanted,
}

/// Marks a debit as sent, unless the instalment needs no payment any more.
async fn note_sent(app: &AppState, row: &DebitRow) -> Result<Noted, ApiError> {
    let meant_for = meant_for(row);
    let mut tx = app.db.begin().await?;
    receive::hold(&mut tx, app, &row.user_id, Meant::For(&meant_for)).await?;
    if !arrivals::is_wanted(&mut tx, &row.user_id, &meant_for).await? {
        return Ok(Noted::NotWanted);
    }
    let is_sent = mandates::hold_active(&mut tx, &row.mandate_id).await?
        && debits::note_sent(&mut tx, &row.reference, app.clock.now_ms()).await?;
    tx.commit().await?;
    Ok(if is_sent { Noted::Sent } else { Noted::Taken })
}

fn meant_for(row: &DebitRow) -> MeantFor {
    MeantFor {
        purpose: Purpose::Instalment,
        id: row.instalment_id.clone(),
    }
}

/// Ends a debit that the company does not have. The user is not notified: nothing is due any more.
async fn call_off(app: &AppState, row: &DebitRow, task: &Task) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    users::lock_settings(&mut tx, &row.user_id, now_ms).await?;
    debits::lock(&mut tx, &row.reference).await?;
    if !queue::done_as_claimed(&mut tx, task, now_ms).await? {
        // The company has sent a notice meanwhile: the debit is looked up again.
        return Ok(());
    }
    if debits::end(&mut tx, &row.reference, DebitState::CalledOff, now_ms).await? {
        let detail = json!({ "reference": row.reference });
        audit::append(
            &mut tx,
            app,
            &row.user_id,
            "direct_debit_called_off",
            &detail,
        )
        .await?;
    }
    Ok(tx.commit().await?)
}

async fn forget(app: &AppState, task: &Task) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    queue::done(&mut tx, task.kind, &task.id).await?;
    Ok(tx.commit().await?)
}

/// An executed debit.
struct DebitReceipt<'a> {
    row: &'a DebitRow,
    amount: Amount,
    meant_for: MeantFor,
}

/// Whether the debit had been refused or cancelled before it was executed.
struct Contradicts(bool);

impl Receipt for DebitReceipt<'_> {
    const MOVEMENT: Movement = Movement::DirectDebit;
    const SOURCE: &'static str = "direct_debit";
    const FROM: SystemAccount = SystemAccount::Settlement;
    type Note = Contradicts;
    type Known = ();

    fn user_id(&self) -> &str {
        &self.row.user_id
    }

    fn amount(&self) -> Amount {
        self.amount
    }

    fn meant(&self) -> Meant<'_> {
        Meant::For(&self.meant_for)
    }

    fn reference(&self) -> Option<&str> {
        Some(&self.row.reference)
    }

    async fn claim(
        &self,
        tx: &mut Tx,
        app: &AppState,
        reference: &str,
    ) -> Result<Claim<Contradicts, ()>, ApiError> {
        debits::lock(tx, reference).await?;
        queue::done(tx, Kind::DirectDebit, reference).await?;
        let before = debits::find(tx.connection(), reference).await?;
        let was_over = before.is_some_and(|before| {
            matches!(before.state, DebitState::Refused | DebitState::CalledOff)
        });
        let now_ms = app.clock.now_ms();
        match debits::pay(tx, reference, &self.amount, now_ms).await? {
            true => Ok(Claim::New(Contradicts(was_over))),
            false => Ok(Claim::Known(())),
        }
    }

    async fn effects(
        &self,
        tx: &mut Tx,
        app: &AppState,
        contradicts: &Contradicts,
    ) -> Result<(), ApiError> {
        if !contradicts.0 {
            return Ok(());
        }
        let detail = json!({ "reference": self.row.reference, "amount": self.amount });
        let action = "direct_debit_paid_after_refusal";
        audit::append(tx, app, &self.row.user_id, action, &detail).await
    }
}

/// Credits a debit once, and pays the instalment with it.
async fn book(app: &AppState, row: &DebitRow, amount: Amount) -> Result<(), ApiError> {
    if amount.currency() != row.amount.currency() {
        return Err(ApiError::internal("a debit that is not in naira"));
    }
    let receipt = DebitReceipt {
        row,
        amount,
        meant_for: meant_for(row),
    };
    let Contradicts(contradicts) = match receive::credit(app, &receipt).await? {
        Outcome::Credited(_, note) => note,
        Outcome::Known(()) => return Ok(()),
        Outcome::Refused(refused) => return Err(refused),
    };
    let reference = row.reference.as_str();
    if contradicts {
        tracing::error!(reference, "a direct debit that was given up has been made");
        app.metrics.refused(DIFFERENCES, "contradicts");
    }
    if amount != row.amount {
        tracing::error!(reference, "a direct debit differs from what was ordered");
        app.metrics.refused(DIFFERENCES, "amount");
    }
    Ok(())
}

/// Ends a refused debit. The user is notified once a day, however many debits are refused.
async fn refuse(app: &AppState, row: &DebitRow, task: &Task) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    users::lock_settings(&mut tx, &row.user_id, now_ms).await?;
    debits::lock(&mut tx, &row.reference).await?;
    let was_notified = debits::is_one_refused(tx.connection(), &row.user_id, &row.day).await?;
    if !queue::done_as_claimed(&mut tx, task, now_ms).await? {
        // See [`call_off`].
        return Ok(());
    }
    if debits::end(&mut tx, &row.reference, DebitState::Refused, now_ms).await? {
        let detail = json!({ "reference": row.reference });
        audit::append(&mut tx, app, &row.user_id, "direct_debit_refused", &detail).await?;
        if !was_notified {
            let body = "Your bank didn't pay a direct debit. The instalment is still due.";
            let notice = Notice::new("Direct debit", body, "/settings/saving", Urgency::Normal);
            let in_full = format!(
                "Your bank didn't pay a direct debit of {}. The instalment that it was for is still due: pay it in the app.",
                display_in_full(&row.amount)
            );
            push::tell_of_service(&mut tx, app, &row.user_id, &notice, &in_full).await?;
        }
    }
    Ok(tx.commit().await?)
}
