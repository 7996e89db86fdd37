//! Overdue loans: collection as money arrives, to which the borrower agreed with the terms, and charges for late
//! instalments.

use super::notices::{self, Event};
use super::repay;
use crate::store::instalments::{self, InstalmentRow};
use crate::store::members::MemberRow;
use crate::store::subscriptions::SubscriptionRow;
use crate::store::{loans, subscriptions};
use crate::subscriptions::{progress_parts, refusal};
use domain_core::calendar::Date;
use domain_core::money::{Amount, Percent};
use domain_core::plans::collect::{CollectInput, collect};
use domain_core::plans::instalment::InstalmentStatus;
use domain_core::plans::late_charge::{LateChargeInput, charge};
use ground::db::Tx;
use ground::error::ApiError;
use money::accounts;
use service::access::users;
use service::app::AppState;

/// The number of borrowers in a round.
const PORTION: i64 = 200;

/// Locks a borrower's loans that are collected from the wallet. The caller has locked the borrower.
///
/// # Errors
/// The database failed.
pub async fn lock(tx: &mut Tx, user_id: &str) -> Result<(), ApiError> {
    for id in loans::collectable(tx.connection(), user_id).await? {
        subscriptions::lock(tx, &id).await?;
    }
    Ok(())
}

/// Collects what is overdue or due today of a borrower's loans, as far as the wallet covers it, earliest payout first.
/// The caller has locked the borrower and the loans.
///
/// # Errors
/// The database failed.
pub async fn collect_from(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    linked_to: Option<&str>,
) -> Result<bool, ApiError> {
    let user = users::find(tx.connection(), user_id).await?;
    if user.is_none_or(|user| user.restricted) {
        return Ok(false);
    }
    let mut has_collected = false;
    for id in loans::collectable(tx.connection(), user_id).await? {
        let Some(row) = subscriptions::find(tx.connection(), &id).await? else {
            continue;
        };
        let wallet = accounts::find(tx.connection(), user_id, row.currency).await?;
        let Some(wallet) = wallet else { continue };
        let parts = instalments::of_subscription(tx.connection(), &id, row.currency).await?;
        let parts: Vec<&InstalmentRow> = parts.iter().collect();
        let input = CollectInput {
            instalments: progress_parts(&parts),
            available: wallet.available.into(),
            today: app.clock.today(),
            auto: true,
            currency: Some(row.currency.into()),
        };
        tx.decided().forget();
        let found = tx.decided().ask("instalment.collect", collect, &input);
        let total = found.map_err(refusal)?.total;
        has_collected |= take(tx, app, &row, total, linked_to).await?;
    }
    Ok(has_collected)
}

/// Collects an amount that the wallet covers, and notifies the borrower. Returns whether anything was owed.
///
/// # Errors
/// The database failed.
pub async fn take(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    amount: Amount,
    linked_to: Option<&str>,
) -> Result<bool, ApiError> {
    if amount.is_zero() {
        return Ok(false);
    }
    let taken = repay::collect(tx, app, &row.id, amount, linked_to).await?;
    if taken.is_zero() {
        return Ok(false);
    }
    notices::tell(tx, app, row, Event::Collected(taken)).await?;
    Ok(true)
}

/// Collects from wallets that have received money, however it came. Returns the number of borrowers.
///
/// # Errors
/// The database failed.
pub async fn collect_due(app: &AppState) -> Result<usize, ApiError> {
    let today = app.clock.today();
    let owing = loans::owing(&mut *app.db.read().await?, today, PORTION).await?;
    let mut count = 0;
    for user_id in owing {
        match collect_of(app, &user_id).await {
            Ok(has_collected) => count += usize::from(has_collected),
            // The other borrowers do not wait for it.
            Err(error) => {
                let code = error.code();
                tracing::error!(code, user_id, "overdue payments could not be collected");
            }
        }
    }
    Ok(count)
}

async fn collect_of(app: &AppState, user_id: &str) -> Result<bool, ApiError> {
    let mut tx = app.db.begin().await?;
    users::lock_settings(&mut tx, user_id, app.clock.now_ms()).await?;
    lock(&mut tx, user_id).await?;
    let has_collected = collect_from(&mut tx, app, user_id, None).await?;
    app.pause.pass().await;
    tx.commit().await?;
    Ok(has_collected)
}

/// Charges instalments that have become late enough by the plan's terms, once each, and notifies the borrower.
///
/// # Errors
/// The database failed.
pub async fn charge_late(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    member: &MemberRow,
    today: Date,
) -> Result<(), ApiError> {
    if !row.late.charges() {
        return Ok(());
    }
    let mut parts = instalments::of_member(tx.connection(), &member.id, row.currency).await?;
    let read = |text: &str| Percent::parse(text).unwrap_or(Percent::ZERO);
    for late in parts.clone() {
        let is_charged = |one: &InstalmentRow| one.charged_for.as_deref() == Some(&late.id);
        if late.charged_for.is_some() || parts.iter().any(is_charged) {
            continue;
        }
        let charges = parts.iter().filter(|one| one.charged_for.is_some());
        let mut charged = charges.map(|one| one.amount);
        let charged =
            charged.try_fold(Amount::zero(row.currency), |sum, one| sum.checked_add(&one));
        let found = charge(&LateChargeInput {
            percent: read(&row.late.percent),
            ceiling: read(&row.late.ceiling),
            after_days: row.late.after_days,
            principal: row.amount.into(),
            charged: charged.unwrap_or(row.amount).into(),
            unpaid: late.owed().into(),
            due_at: late.due_on,
            today,
            currency: Some(row.currency.into()),
        });
        let amount = found.map_err(refusal)?.charge;
        if amount.is_zero() {
            continue;
        }
        let number = parts.iter().map(|one| one.number).max().unwrap_or_default();
        let added = InstalmentRow {
            id: app.random.id(app.clock.now_ms()),
            member_id: member.id.clone(),
            number: number + 1,
            amount,
            interest: amount,
            paid: Amount::zero(row.currency),
            status: InstalmentStatus::Due,
            due_on: today,
            payer: None,
            reminded_on: None,
            charged_for: Some(late.id.clone()),
        };
        instalments::insert(tx, &added, app.clock.now_ms()).await?;
        notices::tell(tx, app, row, Event::Charged(amount, late.due_on)).await?;
        parts.push(added);
    }
    Ok(())
}
