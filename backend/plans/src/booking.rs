//! Transfers between wallets and pots, with their records. The caller has locked the wallet's owner and the plan.

use super::found::Found;
use super::held;
use super::savings::begin_member;
use super::savings::earned::earned;
use super::store::instalments;
use super::store::members::MemberRow;
use super::store::payments::{self, PaymentRow};
use super::store::subscriptions::SubscriptionRow;
use super::subscriptions::{refusal, state_of};
use domain_core::money::Amount;
use domain_core::payment::Movement;
use domain_core::plans::payout::{PartInput, Payout, PayoutInput, part, payout};
use domain_core::status::Status;
use ground::db::Tx;
use ground::error::ApiError;
use money::Kind;
use money::book::Booking;
use money::ledger::{self, SystemAccount};
use money::statement::Counterparty;
use service::app::AppState;

/// A payment for an instalment.
pub struct Part<'a> {
    pub found: &'a Found,
    pub payer_id: &'a str,
    /// The ledger transfer.
    pub reference: &'a str,
    pub amount: Amount,
    /// The amount that reaches a pot in another currency.
    pub converted: Option<Amount>,
    /// For a loan's instalment: the interest contained in the amount.
    pub interest: Amount,
}

/// Records a payment of an instalment. The first payment of an invited member makes them join, so only they can make
/// it.
///
/// # Errors
/// The database failed.
pub async fn note(
    tx: &mut Tx,
    app: &AppState,
    part: &Part<'_>,
    now_ms: i64,
) -> Result<(), ApiError> {
    let Found {
        subscription,
        member,
        instalment,
    } = part.found;
    let today = app.clock.today();
    let too_much = || ApiError::internal("more was paid than an amount can be");
    let paid = instalment
        .paid
        .checked_add(&part.amount)
        .ok_or_else(too_much)?;
    if member.status == Status::Pending {
        if part.payer_id != member.user_id {
            return Err(ApiError::internal("somebody else begins a member's part"));
        }
        begin_member(tx, app, subscription, member).await?;
    }
    let parts = instalments::of_member(tx.connection(), &member.id, subscription.currency).await?;
    let now = parts.iter().find(|one| one.id == instalment.id);
    let state = state_of(now.unwrap_or(instalment), paid, today)?;
    let other = (part.payer_id != member.user_id).then_some(part.payer_id);
    instalments::pay(tx, &instalment.id, &part.amount, state, other, now_ms).await?;
    let row = PaymentRow {
        id: app.random.id(now_ms),
        reference: part.reference,
        subscription_id: &subscription.id,
        member_id: Some(&member.id),
        instalment_id: Some(&instalment.id),
        payer_id: part.payer_id,
        amount: part.amount,
        converted: part.converted,
        interest: part.interest,
    };
    Ok(payments::insert(tx, &row, now_ms).await?)
}

/// The plan as counterparty on statements.
fn counterparty(subscription: &SubscriptionRow) -> Counterparty {
    Counterparty {
        name: subscription.name.clone(),
        account_number: Some(subscription.reference.clone()),
        bank_name: None,
        wallet_number: None,
    }
}

/// Moves money from a member's wallet to the pot without a PIN: an incoming payment for the plan, or a collected
/// instalment. The statement names the plan.
///
/// # Errors
/// The wallet has too little; the database failed.
pub async fn pay_in(
    tx: &mut Tx,
    app: &AppState,
    found: &Found,
    amount: Amount,
    kind: Kind,
    linked_to: Option<&str>,
) -> Result<(), ApiError> {
    let Found {
        subscription,
        member,
        ..
    } = found;
    let input = PartInput {
        owed: found.owed().into(),
        amount: amount.into(),
        currency: Some(amount.currency().into()),
    };
    let taken = tx.decided().ask("instalment.part", part, &input);
    let amount = taken.map_err(refusal)?.paid;
    let pot = held::Pot::of(subscription);
    let converted = pot.price(tx.connection(), app, amount).await?;
    if let Some(priced) = &converted {
        priced.decide(&tx.decided());
    }
    held::lock(tx, converted.as_ref()).await?;
    let booking = Booking::of(tx, app, kind.movement(), &member.user_id, amount.currency()).await?;
    let booking = booking
        .following(linked_to)
        .from_wallet(amount)
        .described(subscription.name.clone())
        .with(counterparty(subscription));
    let booking = match &converted {
        None => booking.to(member.id.as_str(), amount),
        Some(priced) => booking
            .to(SystemAccount::Exchange, amount)
            .commented(held::said(priced)),
    };
    let reference = booking.book(tx, app).await?.reference;
    if let Some(priced) = &converted {
        held::credit(tx, app, priced, &member.id, &reference).await?;
    }
    let part = Part {
        found,
        payer_id: &member.user_id,
        reference: &reference,
        amount,
        converted: held::received(converted.as_ref()),
        interest: Amount::zero(amount.currency()),
    };
    note(tx, app, &part, app.clock.now_ms()).await
}

/// Pays a pot out to its member's wallet, less a penalty and with its return, and returns what arrives there. An empty
/// pot moves nothing.
///
/// # Errors
/// The wallet cannot hold it; the database failed.
pub async fn pay_out(
    tx: &mut Tx,
    app: &AppState,
    subscription: &SubscriptionRow,
    member: &MemberRow,
    penalty: Amount,
    ended_by_other: bool,
) -> Result<Amount, ApiError> {
    let currency = subscription.pot_currency;
    // Read again: the pot is locked with its plan, but may have grown since the member was read.
    let pot = ledger::balance(tx.connection(), &member.id).await?;
    let pot = pot.map_or_else(|| Amount::zero(currency), |pot| pot.settled());
    if pot.is_zero() {
        tx.decided().forget();
        return Ok(pot);
    }
    let input = PayoutInput {
        pot: pot.into(),
        penalty: penalty.into(),
        currency: Some(currency.into()),
    };
    let parts = tx.decided().ask("plan.payout", payout, &input);
    let Payout { penalty, rest } = parts.map_err(refusal)?;
    let booking = Booking::of(tx, app, Movement::PlanPayout, &member.user_id, currency).await?;
    let booking = booking
        .from(member.id.as_str(), pot)
        .to_wallet(rest)
        .to(SystemAccount::Penalties, penalty)
        .described(subscription.name.clone())
        .with(counterparty(subscription));
    let reference = booking.book(tx, app).await?.reference;
    let today = app.clock.today();
    let (decided, end) = (tx.decided(), (today, ended_by_other));
    let found = earned(tx.connection(), &decided, subscription, member, end).await?;
    let found = found.map(|(found, _)| found.paid);
    let Some(returned) = found.filter(|returned| !returned.is_zero()) else {
        decided.forget();
        return Ok(rest);
    };
    let booking = Booking::of(tx, app, Movement::PlanReturn, &member.user_id, currency).await?;
    let booking = booking
        .following(Some(&reference))
        .from(SystemAccount::Returns, returned)
        .to_wallet(returned)
        .commented(format!(
            "The return on {}: {}% a year, simple, by the day.",
            subscription.name, subscription.return_rate
        ))
        .with(counterparty(subscription));
    booking.book(tx, app).await?;
    let all = rest.checked_add(&returned);
    all.ok_or_else(|| ApiError::internal("more than an amount holds"))
}
