//! Operations that the operator performs on a user's account. Each is recorded in the audit log with the operator's
//! name.

use super::pin::By;
use super::{backoff, pin, profile};
use domain_core::money::Currency;
use domain_core::settings::branding::IdentifierType;
use domain_core::validation::{Code, is_email};
use ground::error::{ApiError, ErrorCode};
use serde_json::{Value, json};
use service::access::audit;
use service::access::users;
use service::access::users::{FirstEmail, User, plain_email};
use service::app::AppState;
use service::letters::News;
use service::settings::tenants;
use sqlx::Row;

const LAST_EVENTS: i64 = 20;

/// The operator, and the user concerned.
pub struct Case<'a> {
    pub user: User,
    /// For the audit log.
    pub by: &'a str,
}

/// The user with an identifier, or with an email address and a tenant identifier.
///
/// # Errors
/// 404; the database failed.
pub async fn find(app: &AppState, tenant: &str, who: &str) -> Result<User, ApiError> {
    let tenant = tenants::named(app, tenant, IdentifierType::Subdomain).await?;
    let tenant = tenant.ok_or_else(ApiError::not_found)?;
    let mut connection = app.db.read().await?;
    let found = if who.contains('@') {
        users::find_by_email(&mut connection, &tenant.id, &users::plain_email(who)).await?
    } else {
        let user = users::find(&mut connection, who).await?;
        user.filter(|user| user.tenant_id == tenant.id)
    };
    found.ok_or_else(ApiError::not_found)
}

/// Everything known about a user except secrets: for a screen, not for a file.
///
/// # Errors
/// The database failed.
pub async fn show(app: &AppState, user: &User) -> Result<Value, ApiError> {
    let pins = pin::states(app, &user.id).await?;
    let accounts = money::ledger::balances_of(&mut *app.db.read().await?, &user.id).await?;
    let balances: Vec<Value> = accounts
        .iter()
        .filter(|balance| balance.settled_minor != 0 || balance.reserved_minor != 0)
        .map(|balance| json!({ "currency": balance.currency, "settled": balance.settled(), "available": balance.available() }))
        .collect();
    let events = sqlx::query(
        "SELECT at_ms, event, detail FROM audit_log WHERE user_id = $1 ORDER BY at_ms DESC, number DESC LIMIT $2",
    )
    .bind(user.id.as_str())
    .bind(LAST_EVENTS)
    .fetch_all(&mut *app.db.read().await?)
    .await?;
    let mut log = Vec::new();
    for row in &events {
        let (at_ms, event): (i64, String) = (row.try_get("at_ms")?, row.try_get("event")?);
        let detail: String = row.try_get("detail")?;
        log.push([ground::clock::rfc3339(at_ms), event, detail].join(" "));
    }
    let today = app.clock.today();
    Ok(json!({
        "id": user.id,
        "name": user.name,
        "email": user.email,
        "phone": user.phone,
        "email_verified": user.verified_at_ms.is_some(),
        "restricted": user.restricted,
        "closed": user.closed_at_ms.map(ground::clock::rfc3339),
        "identity_verified": user.known.identity_verified,
        "address_verified": user.known.address_verified_at_ms.map(ground::clock::rfc3339),
        "address_pending": user.known.address_is_pending(today),
        "liveness_verified": user.known.liveness_verified_at_ms.map(ground::clock::rfc3339),
        "roles": user.roles.iter().map(|role| role.name.as_str()).collect::<Vec<_>>(),
        "pins": pins,
        "balances": balances,
        "last_events": log,
    }))
}

/// Clears the failed sign-ins and PINs that lock the user out.
///
/// # Errors
/// The database failed.
pub async fn unlock(app: &AppState, case: &Case<'_>) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    // First, because it locks the user.
    pin::forget_failures(&mut tx, &case.user.id).await?;
    backoff::forget_everywhere(&mut tx, &case.user.tenant_id, &case.user.email).await?;
    audit::append(
        &mut tx,
        app,
        &case.user.id,
        "operator_unlocked",
        &json!({ "by": case.by }),
    )
    .await?;
    Ok(tx.commit().await?)
}

/// Marks the user's address as verified.
///
/// # Errors
/// 422 without an address; 409 if it has changed since it was shown; the database failed.
pub async fn verify_address(app: &AppState, case: &Case<'_>) -> Result<(), ApiError> {
    if case.user.profile.address.is_none() {
        return Err(ApiError::new(
            ErrorCode::AddressMissing,
            "The profile has no address.",
        ));
    }
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    users::lock_settings(&mut tx, &case.user.id, now_ms).await?;
    let current = users::find(tx.connection(), &case.user.id).await?;
    let current = current.ok_or_else(ApiError::not_found)?;
    if !profile::is_same_address(&current.profile, &case.user.profile) {
        return Err(ApiError::new(
            ErrorCode::AddressChanged,
            "The person has just entered another address.",
        ));
    }
    users::set_address_verification(&mut tx, &case.user.id, Some(now_ms), None, now_ms).await?;
    audit::append(
        &mut tx,
        app,
        &case.user.id,
        "address_verified",
        &json!({ "by": case.by }),
    )
    .await?;
    Ok(tx.commit().await?)
}

/// Restricts the user from sending money, or lifts the restriction.
///
/// # Errors
/// The database failed.
pub async fn restrict(app: &AppState, case: &Case<'_>, restricted: bool) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    users::lock(&mut tx, &case.user.id).await?;
    // Locked: no payment that read the user as unrestricted is still in progress.
    users::lock_settings(&mut tx, &case.user.id, app.clock.now_ms()).await?;
    users::set_restricted(&mut tx, &case.user.id, restricted).await?;
    let event = if restricted {
        "operator_restricted"
    } else {
        "operator_lifted"
    };
    audit::append(
        &mut tx,
        app,
        &case.user.id,
        event,
        &json!({ "by": case.by }),
    )
    .await?;
    Ok(tx.commit().await?)
}

/// Removes a PIN and ends the user's sessions. The user is notified, and sets a new PIN with a fresh code or the
/// password.
///
/// # Errors
/// 409 without a PIN; the database failed.
pub async fn reset_pin(
    app: &AppState,
    case: &Case<'_>,
    currency: Currency,
) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    let by = By::Operator(case.by);
    pin::reset(&mut tx, app, &case.user.id, currency, by).await?;
    service::letters::tell(&mut tx, app, &case.user, News::PinReset(currency)).await?;
    Ok(tx.commit().await?)
}

/// Gives an email address to a user who signed up without one, so that they can set a password and reset a PIN. Phone
/// and address are both notified.
///
/// # Errors
/// 409 if there is one already, or another account has it; 422 for an invalid address; the database failed.
pub async fn set_email(app: &AppState, case: &Case<'_>, email: &str) -> Result<(), ApiError> {
    let email = plain_email(email);
    if !is_email(&email) {
        return Err(ApiError::refused_field(
            "email",
            Code::Email,
            "That is not an email address.",
        ));
    }
    let has_address = || {
        ApiError::new(
            ErrorCode::HasAddress,
            "The user already has an email address.",
        )
    };
    if !case.user.email.is_empty() {
        return Err(has_address());
    }
    let mut tx = app.db.begin().await?;
    service::letters::tell(&mut tx, app, &case.user, News::EmailAdded).await?;
    match users::set_first_email(&mut tx, &case.user, &email).await? {
        FirstEmail::Set => {}
        FirstEmail::Taken => {
            return Err(ApiError::new(
                ErrorCode::AddressTaken,
                "Another account has this address.",
            ));
        }
        FirstEmail::NotFirst => return Err(has_address()),
    }
    let user = User {
        email,
        ..case.user.clone()
    };
    service::letters::tell(&mut tx, app, &user, News::EmailAdded).await?;
    audit::append(
        &mut tx,
        app,
        &case.user.id,
        "email_added",
        &json!({ "by": case.by }),
    )
    .await?;
    Ok(tx.commit().await?)
}
