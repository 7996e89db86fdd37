//! A user's plans.

mod ended;
mod late;
mod parts;
mod view;

use super::answers::{GroupPlan, Plan, PlanSubscription};
use super::coins;
use super::store::{members, products, subscriptions};
use domain_core::plans::{Kind, PlanCode};
use domain_core::status::Status;
use domain_core::validation::NoContext;
use ground::error::{ApiError, ErrorCode};
pub use late::late;
use money::rates;
pub use parts::{progress_parts, refusal};
use service::access::Session;
use service::access::users;
use service::app::AppState;
use service::http::Page;
use service::http::envelope::Place;
use service::http::valid::judge;
pub use view::{
    Viewer, at_stake, decide_termination, leaving_of, loan_part, regret_of, state_of,
    termination_of,
};

/// A page of the user's plans, newest first.
///
/// # Errors
/// The database failed.
pub async fn page(
    app: &AppState,
    session: &Session,
    kind: Option<Kind>,
    place: Place,
) -> Result<Page<PlanSubscription>, ApiError> {
    let viewer = Viewer::of(app, &session.user_id).await?;
    let kind = kind.map_or("", Kind::as_str);
    let mut connection = app.db.read().await?;
    let total = subscriptions::count_of(&mut connection, &session.user_id, kind).await?;
    let rows = subscriptions::of(
        &mut connection,
        &session.user_id,
        kind,
        place.rows,
        place.skipped(),
    )
    .await?;
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        found.push(viewer.see(&mut connection, row).await?);
    }
    drop(connection);
    for one in &mut found {
        coins::fill(app, &viewer.user.tenant_id, one).await?;
    }
    Ok(Page::new(place, total, found))
}

/// The running groups that others have invited the user to, newest first.
///
/// # Errors
/// The database failed.
pub async fn invitations(
    app: &AppState,
    session: &Session,
) -> Result<Vec<PlanSubscription>, ApiError> {
    let viewer = Viewer::of(app, &session.user_id).await?;
    let mut connection = app.db.read().await?;
    let mut found = Vec::new();
    for id in subscriptions::invitations(&mut connection, &session.user_id).await? {
        if let Some(row) = subscriptions::find(&mut connection, &id).await? {
            found.push(viewer.see(&mut connection, row).await?);
        }
    }
    Ok(found)
}

/// One of the user's plans.
///
/// # Errors
/// 404 if the user is not a member.
pub async fn find(app: &AppState, user_id: &str, id: &str) -> Result<PlanSubscription, ApiError> {
    let viewer = Viewer::of(app, user_id).await?;
    let mut connection = app.db.read().await?;
    let row = subscriptions::find(&mut connection, id).await?;
    let row = row.ok_or_else(ApiError::not_found)?;
    let mut found = viewer.see(&mut connection, row).await?;
    drop(connection);
    coins::fill(app, &viewer.user.tenant_id, &mut found).await?;
    Ok(found)
}

/// One of the user's plans, by its own reference or that of a payment for it.
///
/// # Errors
/// 404 if the user is not a member.
pub async fn with_reference(
    app: &AppState,
    user_id: &str,
    reference: &str,
) -> Result<PlanSubscription, ApiError> {
    let viewer = Viewer::of(app, user_id).await?;
    let mut connection = app.db.read().await?;
    let row = subscriptions::with_reference(&mut connection, reference).await?;
    let row = row.ok_or_else(ApiError::not_found)?;
    let mut found = viewer.see(&mut connection, row).await?;
    drop(connection);
    coins::fill(app, &viewer.user.tenant_id, &mut found).await?;
    Ok(found)
}

/// The group with a code, for a user who wants to join it.
///
/// # Errors
/// 422 for an invalid code; 404 if no running group of the brand has it.
pub async fn group_with_code(
    app: &AppState,
    session: &Session,
    code: &str,
) -> Result<GroupPlan, ApiError> {
    let form = PlanCode { code: code.into() };
    judge(&form, &NoContext {})?;
    let code = form.code.to_ascii_uppercase();
    let mut connection = app.db.read().await?;
    let row = subscriptions::with_code(&mut connection, &session.tenant_id, &code).await?;
    let row = row.filter(|row| matches!(row.status, Status::Active | Status::Initiated));
    let row = row.ok_or_else(unknown_code)?;
    let creator = users::find(&mut connection, &row.created_by).await?;
    let members = members::of(&mut connection, &row.id, row.currency).await?;
    if !members.iter().any(|one| one.user_id == row.created_by) {
        return Err(unknown_code());
    }
    let product = products::find(&mut connection, &row.tenant_id, &row.plan_id).await?;
    let product = product.ok_or_else(|| ApiError::internal("a plan without its product"))?;
    let rates = rates::all(&mut connection).await?;
    let plan = Plan::taken(product, &row, &rates)?;
    Ok(GroupPlan {
        is_flexible: plan.is_flexible,
        min_amount: plan.min_amount,
        max_amount: plan.max_amount,
        limits: plan.limits,
        message: ["Kindly confirm plan ", &row.name, "."].concat(),
        code,
        name: row.name,
        r#type: row.kind,
        base_currency: row.base_currency,
        base_currency_amount: row.base_currency_amount,
        currency: row.currency,
        amount: row.amount,
        duration: row.duration,
        duration_unit: row.duration_unit,
        created_by_name: creator.map(|user| user.name).unwrap_or_default(),
    })
}

fn unknown_code() -> ApiError {
    ApiError::new(ErrorCode::NotFound, "No plan has this code.")
}
