//! The first half of a payment: the facts, the terms, and the check that they are what was shown and authorised. A quote is
//! this half, rolled back.

use super::book::minor;
use super::caution;
use super::grant::{self, Authorised};
use super::limits::MONEY;
use super::quote::{self, Breakdown, Quote, QuoteRow, form_hash};
use super::restriction::{owing, restricted};
use super::statement::new_reference;
use super::terms::{Facts, Payment, Terms};
use super::{Call, Payer, Price};
use domain_core::payment::Capped;
use ground::clock::rfc3339;
use ground::db::Tx;
use ground::error::ApiError;
use serde_json::{Value, json};
use service::app::AppState;
use service::http::limits::check;

/// Reads the terms of a call, and checks that they are what was shown and authorised. The grant is used up. The payer is
/// locked, and the call's key claimed.
///
/// # Errors
/// 403 without a grant for exactly this; 404 and 409 by the quote; the errors of [`Payment::terms`].
pub async fn agree<P: Payment>(
    tx: &mut Tx,
    call: Call<'_>,
    payment: &P,
) -> Result<(Facts, Terms<P::Detail>), ApiError> {
    let Call {
        app,
        user_id,
        operation,
        grant,
        ..
    } = call;
    let now_ms = app.clock.now_ms();
    let action = P::KIND.action();
    let authorised = match call.entered {
        Some(entered) => {
            entered.hold(tx, app).await?;
            Some(Authorised::Pin)
        }
        None => grant::consume(tx, app, user_id, grant, action, operation).await?,
    };
    let facts = facts(tx, app, user_id, payment, now_ms).await?;
    check(app, MONEY, facts.payer.operations_in_a_minute)?;
    let terms = payment.terms(tx, app, &facts).await?;
    is_agreed(
        payment,
        &facts,
        &terms,
        authorised.as_ref(),
        &operation.body,
    )?;
    Ok((facts, terms))
}

/// Checks that the terms are what was shown and authorised.
///
/// # Errors
/// 403 without a grant for exactly this; 404 and 409 by the quote.
pub(super) fn is_agreed<P: Payment>(
    payment: &P,
    facts: &Facts,
    terms: &Terms<P::Detail>,
    authorised: Option<&Authorised>,
    body: &Value,
) -> Result<(), ApiError> {
    let Terms { payee, price, .. } = terms;
    if payment.quote_id().is_some() {
        let quoted = facts.payer.quote.as_ref();
        quote::check_unchanged(quoted, payee, price, body, facts.now_ms)?;
    }
    let currency = price.amount.currency().as_str();
    grant::check(authorised, currency, minor(&price.amount)?, &payee.name)
}

/// Checks that the payer may pay at all.
///
/// # Errors
/// 403 for restricted users, and while something is owed.
pub(super) fn may_pay<P: Payment>(payment: &P, payer: &Payer) -> Result<(), ApiError> {
    if payer.is_restricted {
        return Err(restricted());
    }
    if payer.owes && payment.draws_on_wallet() && P::KIND.waits_for_debts() {
        return Err(owing());
    }
    Ok(())
}

/// Quotes a payment and stores the quote: the first half of a payment, rolled back. `asked` is the form, which the payment
/// must be sent with; null if payee and price say all of it. Its digest is kept.
///
/// # Errors
/// 403 for restricted users; the errors of [`Payment::terms`].
pub async fn quote<P: Payment>(
    app: &AppState,
    user_id: &str,
    payment: &P,
    asked: &Value,
) -> Result<(Quote, Terms<P::Detail>), ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    let mark = tx.mark().await?;
    let facts = facts(&mut tx, app, user_id, payment, now_ms).await?;
    let terms = payment.terms(&mut tx, app, &facts).await?;
    let decided = tx.decided().take();
    // Releases the rows that the terms have locked.
    tx.back_to(mark).await?;
    let Breakdown {
        lines,
        payout_note,
        rate_note,
        recipient,
        kept,
    } = payment.breakdown(&terms);
    let Price { amount, fee, total } = terms.price;
    for one in [amount, total] {
        minor(&one)?;
    }
    let valid_ms = payment.quote_ms(&terms);
    let expires_at_ms = now_ms + valid_ms;
    let shown = Quote {
        id: app.random.id(now_ms),
        currency: amount.currency(),
        amount,
        fee,
        total,
        lines,
        payout_note,
        rate_note,
        payee: terms.payee.name.clone(),
        recipient,
        expires_at: rfc3339(expires_at_ms),
        expires_in_seconds: valid_ms / 1_000,
    };
    let row = QuoteRow {
        id: shown.id.clone(),
        amount,
        fee,
        total,
        payee: shown.payee.clone(),
        document: json!({ "shown": shown, "bank": kept, "form_hash": form_hash(asked), "decided": decided }),
        expires_at_ms,
    };
    quote::insert(tx.connection(), user_id, &row).await?;
    tx.commit().await?;
    Ok((shown, terms))
}

/// Reads the facts for validation.
async fn facts<P: Payment>(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    payment: &P,
    now_ms: i64,
) -> Result<Facts, ApiError> {
    let (payer, rates) =
        Payer::read(tx, user_id, payment.currency(), payment.quote_id(), now_ms).await?;
    may_pay(payment, &payer)?;
    let recipient = match P::KIND.capped() {
        Capped::Always | Capped::ToOthers => payment.recipient(tx, &payer).await?,
        Capped::Never => None,
    };
    let is_capped = match P::KIND.capped() {
        Capped::Always => true,
        Capped::ToOthers => recipient.is_some(),
        Capped::Never => false,
    };
    let cap = if is_capped {
        let (known, decided) = ((payer.user_id.as_str(), payer.currency()), tx.decided());
        let (connection, recipient) = (tx.connection(), recipient.as_ref());
        caution::of(connection, &decided, known, recipient, &rates, now_ms).await?
    } else {
        None
    };
    Ok(Facts {
        payer,
        rates,
        cap: cap.map(|cap| cap.amount),
        recipient: recipient.map(|recipient| recipient.name),
        reference: new_reference(app.random),
        decided: tx.decided(),
        now_ms,
    })
}
