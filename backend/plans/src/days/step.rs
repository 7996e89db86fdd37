//! A member's part of the daily work.

use super::store::{self, ToDo};
use crate::booking;
use crate::found::Found;
use crate::held;
use crate::loans;
use crate::notices;
use crate::store::instalments::{self, InstalmentRow};
use crate::store::members::{self, MemberRow};
use crate::store::subscriptions::{self, SubscriptionRow};
use crate::subscriptions::{refusal, state_of};
use domain_core::calendar::Date;
use domain_core::calendar::day_in_words;
use domain_core::money::Amount;
use domain_core::money::display_in_full;
use domain_core::plans::Kind;
use domain_core::plans::collect::{CollectInput, Collection, collect};
use domain_core::plans::instalment::InstalmentStatus;
use domain_core::plans::progress::Instalment;
use domain_core::plans::reminder::{ReminderInput, ReminderKind, reminder};
use domain_core::status::Status;
use ground::db::Tx;
use ground::error::ApiError;
use money::receive::sources::{self, Missing};
use money::{Kind as PaymentKind, accounts};
use service::access::switches;
use service::access::users;
use service::app::AppState;

/// Processes a member's day once, in one transaction.
pub async fn step(app: &AppState, one: &ToDo, day: Date, today: Date) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    users::lock_settings(&mut tx, &one.user_id, now_ms).await?;
    subscriptions::lock(&mut tx, &one.subscription_id).await?;
    let row = subscriptions::find(tx.connection(), &one.subscription_id).await?;
    let row = row.filter(|row| row.status == Status::Active);
    let (Some(row), true) = (row, store::note(&mut tx, &one.id, day).await?) else {
        return Ok(());
    };
    let all = members::of(tx.connection(), &row.id, row.currency).await?;
    let Some(member) = all.iter().find(|member| member.id == one.id) else {
        return Ok(());
    };
    match row.kind {
        Kind::Savings => savings(&mut tx, app, &row, &all, member, day, today).await?,
        Kind::Loan => loan(&mut tx, app, &row, member, day, today).await?,
        // Their orders have their own job.
        Kind::Coins => {}
    }
    app.pause.pass().await;
    Ok(tx.commit().await?)
}

async fn savings(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    all: &[MemberRow],
    member: &MemberRow,
    day: Date,
    today: Date,
) -> Result<(), ApiError> {
    let mut parts = instalments::of_member(tx.connection(), &member.id, row.currency).await?;
    mark(tx, &mut parts, day).await?;
    // Nothing is owed after the payout.
    if member.ends_on.is_some_and(|end| end <= day) {
        return complete(tx, app, row, all, member).await;
    }
    let auto = collected(tx, app, row, member, &parts, day).await?;
    if day == today {
        let parts = instalments::of_member(tx.connection(), &member.id, row.currency).await?;
        for one in parts.iter().filter(|one| one.due_on <= day) {
            debit(tx, app, member, one, one.owed(), auto, day).await?;
        }
        remind(tx, app, row, member, &parts, day, auto).await?;
    }
    Ok(())
}

/// Processes a day of a loan: marks due instalments, collects them, charges late ones, and sends reminders.
async fn loan(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    member: &MemberRow,
    day: Date,
    today: Date,
) -> Result<(), ApiError> {
    let mut parts = instalments::of_member(tx.connection(), &member.id, row.currency).await?;
    mark(tx, &mut parts, day).await?;
    let (auto, collection) = due_of(tx, row, member, &parts, day).await?;
    loans::overdue::take(tx, app, row, collection.total, None).await?;
    if day == today {
        loans::overdue::charge_late(tx, app, row, member, day).await?;
        let parts = instalments::of_member(tx.connection(), &member.id, row.currency).await?;
        // One debit for all: incoming money pays the oldest instalment first.
        let oldest = parts.iter().find(|one| !one.owed().is_zero());
        if let Some(oldest) = oldest {
            debit(tx, app, member, oldest, collection.missing, auto, day).await?;
        }
        remind(tx, app, row, member, &parts, day, auto).await?;
    }
    Ok(())
}

/// Orders a direct debit of the amount missing in the wallet.
async fn debit(
    tx: &mut Tx,
    app: &AppState,
    member: &MemberRow,
    instalment: &InstalmentRow,
    amount: Amount,
    auto: bool,
    day: Date,
) -> Result<(), ApiError> {
    let missing = Missing {
        user_id: &member.user_id,
        instalment_id: &instalment.id,
        amount,
        auto,
        day: &day.text(),
    };
    sources::debit(tx, app, &missing).await
}

/// Marks the instalments that have become due.
async fn mark(tx: &mut Tx, parts: &mut [InstalmentRow], day: Date) -> Result<(), ApiError> {
    for one in parts {
        let state = state_of(one, one.paid, day)?;
        if state != one.status {
            store::mark(tx, &one.id, state.as_str()).await?;
            one.status = state;
        }
    }
    Ok(())
}

/// The due amounts that the wallet covers, and whether automatic collection applies to the member.
async fn due_of(
    tx: &mut Tx,
    row: &SubscriptionRow,
    member: &MemberRow,
    parts: &[InstalmentRow],
    day: Date,
) -> Result<(bool, Collection), ApiError> {
    let is_on = match member.collects {
        Some(collects) => collects,
        None if row.collects => true,
        None => switches::is_on(tx.connection(), &member.user_id, "auto_save").await?,
    };
    let user = users::find(tx.connection(), &member.user_id).await?;
    let auto = is_on && user.is_some_and(|user| !user.restricted);
    let wallet = accounts::find(tx.connection(), &member.user_id, row.currency).await?;
    let available = wallet.map_or_else(|| Amount::zero(row.currency), |wallet| wallet.available);
    let instalment = |one: &InstalmentRow| Instalment {
        due_at: one.due_on,
        amount: one.amount.into(),
        paid: one.paid.into(),
    };
    let input = CollectInput {
        instalments: parts.iter().map(instalment).collect(),
        available: available.into(),
        today: day,
        auto,
        currency: Some(row.currency.into()),
    };
    let collection = tx.decided().ask("instalment.collect", collect, &input);
    Ok((auto, collection.map_err(refusal)?))
}

/// Collects due instalments of savings. Returns whether automatic collection applies to the member.
async fn collected(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    member: &MemberRow,
    parts: &[InstalmentRow],
    day: Date,
) -> Result<bool, ApiError> {
    let (auto, collection) = due_of(tx, row, member, parts, day).await?;
    // Without a current rate, nothing is collected: it stays due.
    let pot = held::Pot::of(row);
    if pot.unavailable(tx.connection(), app).await?.is_some() {
        return Ok(auto);
    }
    for debit in collection.debits {
        let instalment = parts.iter().find(|one| one.number == debit.number);
        let found = Found {
            subscription: row.clone(),
            member: member.clone(),
            instalment: instalment.ok_or_else(ApiError::not_found)?.clone(),
        };
        let kind = PaymentKind::SavingsPayment;
        booking::pay_in(tx, app, &found, debit.amount, kind, None).await?;
    }
    Ok(auto)
}

/// Reminds the member of the first instalment that calls for it today. One that will be collected is announced as that, so
/// that the wallet can be filled.
async fn remind(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    member: &MemberRow,
    parts: &[InstalmentRow],
    day: Date,
    auto: bool,
) -> Result<(), ApiError> {
    let mut told = false;
    for one in parts {
        if one.status == InstalmentStatus::Paid || one.charged_for.is_some() {
            continue;
        }
        let due = reminder(&ReminderInput {
            status: one.status,
            due_at: one.due_on,
            today: day,
            last: one.reminded_on,
        });
        let Some(kind) = due.kind.filter(|_| due.remind) else {
            continue;
        };
        store::reminded(tx, &one.id, day).await?;
        if told {
            continue;
        }
        told = true;
        let left = one.amount.checked_sub(&one.paid).unwrap_or(one.amount);
        let (left, due) = (display_in_full(&left), day_in_words(one.due_on));
        let of = notices::named(row, &member.user_id);
        let (when, in_full) = match kind {
            ReminderKind::Upcoming if auto => (
                "will be collected from your wallet soon",
                format!(
                    "{left} for {of} will be collected from your wallet on {due}. Please keep enough in it."
                ),
            ),
            ReminderKind::Upcoming => (
                "will be due soon",
                format!("{left} for {of} will be due on {due}."),
            ),
            ReminderKind::Due => (
                "is due today",
                format!("{left} for {of} is due today, {due}."),
            ),
            ReminderKind::Overdue => (
                "is overdue",
                format!(
                    "{left} for {of} was due on {due} and is overdue. Pay it in the app, or write to us."
                ),
            ),
        };
        let kind = match row.kind {
            Kind::Loan => "loan",
            Kind::Savings | Kind::Coins => "savings",
        };
        let short = format!("An instalment of your {kind} {when}.");
        notices::tell(tx, app, row, &member.user_id, (&short, &in_full)).await?;
    }
    Ok(())
}

/// Pays the pot out. The plan ends with its last member.
async fn complete(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    all: &[MemberRow],
    member: &MemberRow,
) -> Result<(), ApiError> {
    let none = Amount::zero(row.pot_currency);
    let paid_out = booking::pay_out(tx, app, row, member, none, false).await?;
    members::set_status(tx, &member.id, Status::Completed).await?;
    let of = notices::named(row, &member.user_id);
    let (short, in_full) = match paid_out.is_zero() {
        true => (
            "Your savings have reached their end.",
            format!("The time for {of} is over. Nothing had been paid in."),
        ),
        false => (
            "Your savings have reached their end. The money is in your wallet.",
            format!(
                "The time for {of} is over. {} is in your wallet.",
                display_in_full(&paid_out)
            ),
        ),
    };
    notices::tell(tx, app, row, &member.user_id, (short, &in_full)).await?;
    let mut others = all.iter().filter(|one| one.id != member.id);
    if others.any(|one| one.status == Status::Active) {
        return Ok(());
    }
    // Nobody can join a completed plan.
    for one in all.iter().filter(|one| one.status == Status::Pending) {
        members::set_status(tx, &one.id, Status::Terminated).await?;
    }
    let now_ms = app.clock.now_ms();
    subscriptions::set_status(tx, &row.id, Status::Completed, true, now_ms).await?;
    Ok(())
}
