//! Payments at once: the facts are read in one statement, the rules decide, and one statement writes.
//!
//! The writes hold only if what was read still holds: the key is unused, the payer's facts have the same version, the
//! grant is unused and its session open, the balance suffices, the account is open. Otherwise nothing is written, and the
//! payment takes the path of [`execute`], which locks before it reads: it also words every refusal. So a payment that
//! meets another one of the same user is never starved, and no check exists on one path only.

use super::execute::{self, execute, execute_entered};
use super::grant::Authorised;
use super::terms::{Facts, Payment, Terms};
use super::{Call, Payer, To, agreement, alerts, caution, grant, hooks, ledger, statement};
use crate::limits::MONEY;
use crate::statement::new_reference;
use caution::Recipient;
use ground::db::{Found, Reads, Refused, Writes};
use ground::decided::Decided;
use ground::error::ApiError;
use service::access::{audit, users};
use service::combiner::{self, Unit};
use service::http::idempotency::{Answer, claim_finished, used_reads, was_used};
use service::http::limits::check;

/// A payment between wallets whose facts can all be read in advance.
pub trait AtOnce: Payment {
    /// The recipient for the cap.
    fn named(&self) -> Recipient;

    /// Adds the reads of [`AtOnce::terms_of`], and of the reach of whoever is paid.
    fn reads(&self, tenant_id: &str, reads: &mut Reads);

    /// The terms by what was found.
    ///
    /// # Errors
    /// See [`Payment::terms`].
    fn terms_of(&self, found: &Found, facts: &Facts) -> Result<Terms<Self::Detail>, ApiError>;
}

/// A decided payment.
struct Decision {
    answer: Answer,
    unit: Unit,
}

/// Executes the payment at once if nothing stands in the way, and otherwise by [`execute`].
///
/// # Errors
/// See [`execute`].
pub async fn execute_at_once<P: AtOnce>(call: Call<'_>, payment: &P) -> Result<Answer, ApiError> {
    let app = call.app;
    let Ok(found) = read(call, payment).await else {
        app.metrics.refused(LOCKED, "failed");
        return execute(call, payment).await;
    };
    if was_used(&found) {
        return execute(call, payment).await;
    }
    let entered = call.compare(payment.currency()).await?;
    let call = Call {
        entered: entered.as_deref(),
        ..call
    };
    let why = match decide(call, payment, &found) {
        Ok(Some(decision)) => {
            app.pause.pass().await;
            match combiner::write(app, decision.unit).await {
                Ok(()) => return Ok(decision.answer),
                Err(Refused::Stale(_)) => "changed",
                // If the outcome is unknown, the key tells it.
                Err(Refused::Failed(_)) => "failed",
            }
        }
        Ok(None) => "composed",
        Err(_) => "refused",
    };
    app.metrics.refused(LOCKED, why);
    execute_entered(call, payment).await
}

/// The counter of transfers that took the longer path, by reason.
const LOCKED: &str = "ajo_transfers_locked_total";

/// Reads the facts.
async fn read<P: AtOnce>(call: Call<'_>, payment: &P) -> Result<Found, ApiError> {
    let Call {
        app,
        session,
        user_id,
        operation,
        ..
    } = call;
    let (now_ms, currency) = (app.clock.now_ms(), payment.currency());
    let mut reads = Reads::default();
    users::version_reads(&mut reads, user_id);
    used_reads(&mut reads, user_id, &operation.key);
    grant::reads(
        &mut reads,
        user_id,
        call.grant,
        P::KIND.action(),
        operation,
        now_ms,
    );
    Payer::reads(&mut reads, user_id, currency, payment.quote_id(), now_ms);
    let recipient = payment.named();
    caution::reads(&mut reads, user_id, currency, &recipient.name, now_ms);
    payment.reads(&session.tenant_id, &mut reads);
    Ok(reads.fetch(&mut *app.db.read().await?).await?)
}

/// Decides on the facts; `None` if the payment takes a transaction.
fn decide<P: AtOnce>(
    call: Call<'_>,
    payment: &P,
    found: &Found,
) -> Result<Option<Decision>, ApiError> {
    let Call {
        app,
        user_id,
        operation,
        ..
    } = call;
    let (now_ms, currency) = (app.clock.now_ms(), payment.currency());
    let (payer, rates) = Payer::found(found, user_id, currency)?;
    agreement::may_pay(payment, &payer)?;
    if hooks::concern(&payer) {
        return Ok(None);
    }
    // This one is not among them yet.
    check(app, MONEY, payer.operations_in_a_minute + 1)?;
    let decided = Decided::default();
    let recipient = payment.named();
    let dealings = caution::found(found, currency)?;
    let who = Some(&recipient);
    let cap = caution::judge(&decided, currency, who, &rates, dealings, now_ms)?;
    let facts = Facts {
        payer,
        rates,
        cap: cap.map(|cap| cap.amount),
        recipient: Some(recipient.name),
        reference: new_reference(app.random),
        decided: decided.clone(),
        now_ms,
    };
    let terms = payment.terms_of(found, &facts)?;
    let To::Wallet {
        user_id: payee_id, ..
    } = &terms.payee.to
    else {
        return Ok(None);
    };
    if !terms.price.fee.is_zero() {
        // The account of the fees is everybody's.
        return Ok(None);
    }

    let mut proof = Writes::default();
    let authorised = match call.entered {
        Some(entered) => {
            entered.hold_in(&mut proof, now_ms);
            Some(Authorised::Pin)
        }
        None => grant::consume_in(&mut proof, found, now_ms)?,
    };
    agreement::is_agreed(
        payment,
        &facts,
        &terms,
        authorised.as_ref(),
        &operation.body,
    )?;
    let transfer = execute::new_transfer(P::KIND, &facts, &terms)?;
    let debit = execute::debit(app, P::KIND, &facts, &terms)?;
    let credit = execute::credit(app, &facts, &debit, payee_id);
    let answer = execute::answer_of(&debit)?;
    // In the order in which `execute` locks.
    let mut writes = Writes::default();
    claim_finished(&mut writes, user_id, operation, &answer, now_ms);
    if !users::raise_version(&mut writes, found, user_id, now_ms)? {
        return Ok(None);
    }
    writes.extend(&proof);
    ledger::post_at_once(&mut writes, transfer, decided.take(), now_ms)?;
    statement::write(&mut writes, &debit)?;
    statement::write(&mut writes, &credit)?;
    if !alerts::credited_in(&mut writes, app, &credit, found)? {
        return Ok(None);
    }
    let event = audit::Event {
        user_id: user_id.to_owned(),
        event: P::KIND.as_str(),
        detail: execute::detail(&debit, decided.digest()),
        at_ms: now_ms,
    };
    let users = vec![user_id.to_owned(), payee_id.clone()];
    let announcing = app.clone();
    Ok(Some(Decision {
        answer,
        unit: Unit {
            writes,
            event,
            users,
            then: Box::new(move || alerts::announce_now(&announcing, &credit)),
        },
    }))
}
