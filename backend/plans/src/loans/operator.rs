//! The operator's actions on loans: deciding on pending ones, setting limits, and classifying loans as bad.

use super::decision::judge;
use super::notices;
use super::payout;
use super::policy::usual_policy;
use crate::products::WALLET;
use crate::store::instalments;
pub use crate::store::loans::ListedLoan;
use crate::store::loans::{self, Change, Policy};
use crate::store::subscriptions::{self, SubscriptionRow};
use domain_core::money::{Amount, AmountText};
use domain_core::plans::Kind;
use domain_core::plans::decide::may_be_bad;
use domain_core::plans::instalment::InstalmentStatus;
use domain_core::settings::branding::IdentifierType;
use domain_core::status::Status;
use domain_core::validation::Code;
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use serde_json::json;
use service::access::{audit, users};
use service::app::AppState;
use service::settings::tenants::{self, Tenant};

/// Finds a brand by its identifier.
///
/// # Errors
/// 404 for an unknown one.
pub async fn brand(app: &AppState, identifier: &str) -> Result<Tenant, ApiError> {
    let tenant = tenants::named(app, identifier, IdentifierType::Subdomain).await?;
    tenant.ok_or_else(|| ApiError::new(ErrorCode::NotFound, "there is no such brand"))
}

/// A brand's loans in a state, oldest first.
///
/// # Errors
/// 404 for an unknown brand.
pub async fn list(
    app: &AppState,
    tenant: &str,
    status: Status,
) -> Result<Vec<ListedLoan>, ApiError> {
    let tenant = brand(app, tenant).await?;
    let mut connection = app.db.read().await?;
    Ok(loans::in_state(&mut connection, &tenant.id, status.as_str()).await?)
}

/// A loan of the brand, read after locking its borrower.
async fn held(
    tx: &mut Tx,
    app: &AppState,
    tenant_id: &str,
    reference: &str,
) -> Result<SubscriptionRow, ApiError> {
    let missing = || ApiError::new(ErrorCode::NotFound, "there is no such loan");
    let found = subscriptions::with_reference(tx.connection(), reference).await?;
    let found = found.filter(|row| row.kind == Kind::Loan && row.tenant_id == tenant_id);
    let found = found.ok_or_else(missing)?;
    users::lock_settings(tx, &found.created_by, app.clock.now_ms()).await?;
    subscriptions::lock(tx, &found.id).await?;
    let row = subscriptions::find(tx.connection(), &found.id).await?;
    row.ok_or_else(missing)
}

fn conflict(message: &str) -> ApiError {
    ApiError::refused_field("reference", Code::NotAllowed, message.to_owned())
}

fn waits(row: &SubscriptionRow) -> Result<(), ApiError> {
    match row.status {
        Status::Initiated => Ok(()),
        other => Err(conflict(&format!(
            "this loan is {}, and does not wait for a decision",
            other.as_str()
        ))),
    }
}

/// Pays out a pending loan, unless the limits forbid it.
///
/// # Errors
/// 404; 422 for a loan that is not pending, and for one that the facts forbid.
pub async fn approve(
    app: &AppState,
    tenant: &str,
    reference: &str,
    by: &str,
) -> Result<(), ApiError> {
    let tenant = brand(app, tenant).await?;
    let mut tx = app.db.begin().await?;
    let row = held(&mut tx, app, &tenant.id, reference).await?;
    waits(&row)?;
    let user = users::find(tx.connection(), &row.created_by).await?;
    let user = user.ok_or_else(|| ApiError::internal("a loan without its borrower"))?;
    let judged = judge(&mut tx, app, &row, &user).await?;
    if let Some(reasons) = judged.forbids() {
        return Err(conflict(&format!(
            "this loan cannot be approved: {reasons}"
        )));
    }
    let change = Change {
        decision: Some(judged.text()),
        decided_by: Some(by),
        ..Change::default()
    };
    let stays = (Status::Initiated, Status::Initiated);
    loans::change(&mut tx, &row.id, stays, &change, app.clock.now_ms()).await?;
    payout::pay_out(&mut tx, app, &row).await?;
    let detail = json!({ "by": by, "reference": row.reference, "amount": row.amount });
    audit::append(&mut tx, app, &row.created_by, "loan_approved", &detail).await?;
    Ok(tx.commit().await?)
}

/// Declines a pending loan and refunds the fee.
///
/// # Errors
/// 404; 422 for a loan that is not pending, and without a reason.
pub async fn decline(
    app: &AppState,
    tenant: &str,
    reference: &str,
    why: &str,
    by: &str,
) -> Result<(), ApiError> {
    if why.trim().is_empty() {
        let message = "Enter what the borrower is told.";
        return Err(ApiError::refused_field("why", Code::Required, message));
    }
    let tenant = brand(app, tenant).await?;
    let mut tx = app.db.begin().await?;
    let row = held(&mut tx, app, &tenant.id, reference).await?;
    waits(&row)?;
    payout::decline(&mut tx, app, &row, why, Some(by)).await?;
    let detail = json!({ "by": by, "reference": row.reference, "why": why });
    audit::append(&mut tx, app, &row.created_by, "loan_declined", &detail).await?;
    Ok(tx.commit().await?)
}

/// Classifies a loan as bad if its oldest unpaid instalment has long been due. The debt remains.
///
/// # Errors
/// 404; 422 for a loan that is not running, or not overdue long enough.
pub async fn bad(app: &AppState, tenant: &str, reference: &str, by: &str) -> Result<(), ApiError> {
    let tenant = brand(app, tenant).await?;
    let mut tx = app.db.begin().await?;
    let row = held(&mut tx, app, &tenant.id, reference).await?;
    let parts = instalments::of_subscription(tx.connection(), &row.id, row.currency).await?;
    let unpaid = parts
        .iter()
        .filter(|one| one.status != InstalmentStatus::Paid);
    let oldest = unpaid.map(|one| one.due_on).min();
    if !oldest.is_some_and(|due_at| may_be_bad(due_at, app.clock.today())) {
        return Err(conflict(
            "a loan is bad once an instalment has been due for 90 days",
        ));
    }
    let change = Change {
        decided_by: Some(by),
        comment: Some("This loan is long overdue. Please repay it, or write to us."),
        ..Change::default()
    };
    let is_bad = (Status::Active, Status::Bad);
    if !loans::change(&mut tx, &row.id, is_bad, &change, app.clock.now_ms()).await? {
        return Err(conflict(&format!("this loan is {}", row.status.as_str())));
    }
    notices::tell(&mut tx, app, &row, notices::Event::Bad).await?;
    let detail = json!({ "by": by, "reference": row.reference });
    audit::append(&mut tx, app, &row.created_by, "loan_bad", &detail).await?;
    Ok(tx.commit().await?)
}

/// Terms to set; omitted ones stay unchanged. Amounts are in naira.
#[derive(Debug, Clone, Default)]
pub struct NewPolicy<'a> {
    pub person: Option<&'a str>,
    pub lending: Option<&'a str>,
    pub first: Option<&'a str>,
    pub growth_percent: Option<u32>,
    pub income_percent: Option<u32>,
    pub least_age_days: Option<u32>,
    pub least_held_days: Option<u32>,
    pub pause_days: Option<u32>,
}

/// Sets a brand's terms for lending.
///
/// # Errors
/// 404; 422 for invalid amounts.
pub async fn set_policy(
    app: &AppState,
    tenant: &str,
    new: &NewPolicy<'_>,
    by: &str,
) -> Result<Policy, ApiError> {
    let tenant = brand(app, tenant).await?;
    let read = |field, text: Option<&str>, known: Amount| match text {
        None => Ok(known),
        Some(text) => AmountText::from(text.trim())
            .amount(field, WALLET)
            .map_err(|violation| ApiError::refused(vec![violation])),
    };
    let mut tx = app.db.begin().await?;
    let known = loans::lock_policy(&mut tx, &tenant.id, usual_policy(), WALLET).await?;
    let policy = Policy {
        person_limit: read("person", new.person, known.person_limit)?,
        lending_limit: read("lending", new.lending, known.lending_limit)?,
        first_limit: read("first", new.first, known.first_limit)?,
        growth_percent: new.growth_percent.unwrap_or(known.growth_percent),
        income_percent: new.income_percent.unwrap_or(known.income_percent),
        least_age_days: new.least_age_days.map_or(known.least_age_days, i64::from),
        least_held_days: new.least_held_days.map_or(known.least_held_days, i64::from),
        pause_days: new.pause_days.map_or(known.pause_days, i64::from),
    };
    loans::set_policy(&mut tx, &tenant.id, policy).await?;
    let detail = json!({
        "by": by, "tenant": tenant.identifier, "person_limit": policy.person_limit, "lending_limit": policy.lending_limit,
        "first_limit": policy.first_limit, "growth_percent": policy.growth_percent, "income_percent": policy.income_percent,
        "least_age_days": policy.least_age_days, "least_held_days": policy.least_held_days, "pause_days": policy.pause_days,
    });
    audit::append(&mut tx, app, audit::NOBODY, "loan_policy_set", &detail).await?;
    tx.commit().await?;
    Ok(policy)
}
