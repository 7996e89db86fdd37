//! The calls of this area: extract, one service call, wrap.

mod loans;
mod savings;

use super::answers::{GroupPlan, LatePlan, Plan, PlanKind, PlanSubscription};
use super::subscribe::{self, Subscribed, Wanted};
use super::taking::Chosen;
use super::{products, subscriptions};
use axum::Json;
use axum::extract::State;
use domain_core::plans::{Kind, LoanSubscription, SavingsSubscription};
use ground::error::{ApiError, Fails, code};
use money::grant::PinAuthorisation;
use money::limits::MONEY;
use money::quote::Quote;
use serde::Deserialize;
use service::access::Session;
use service::app::AppState;
use service::http::envelope::Place;
use service::http::idempotency::Answer;
use service::http::limits::{LOOKUPS_A_MINUTE, count};
use service::http::{Asked, Envelope, Keyed, Page, Path, Plain, Query};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All routes of this area.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(plans))
        .routes(routes!(group_with_code))
        .routes(routes!(subscription_with_reference))
        .routes(routes!(quote_subscription))
        .routes(routes!(subscribe_to_plan))
        .routes(routes!(own_subscriptions))
        .routes(routes!(late_subscriptions))
        .routes(routes!(invitations))
        .routes(routes!(subscription))
        .routes(routes!(savings::quote_savings))
        .routes(routes!(savings::savings_allowance))
        .routes(routes!(savings::pay_savings))
        .routes(routes!(savings::abort_subscription))
        .routes(routes!(savings::cancel_subscription))
        .routes(routes!(savings::nudge_member))
        .routes(routes!(savings::leave_group))
        .routes(routes!(savings::choose_collection))
        .routes(routes!(savings::choose_trigger))
        .routes(routes!(savings::quote_join))
        .routes(routes!(loans::own_limit))
        .routes(routes!(loans::quote_repayment))
        .routes(routes!(loans::repay_loan))
        .routes(routes!(loans::hand_loan_back))
        .routes(routes!(loans::forget_loan_place))
        .routes(routes!(savings::join_plan))
}

/// The kind of plan.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OfKind {
    /// All kinds if absent.
    #[param(value_type = Option<PlanKind>)]
    r#type: Option<Kind>,
}

/// The plans on offer.
#[utoipa::path(get, path = "/plans", tag = "plans", security(("bearer" = [])), params(OfKind),
    responses((status = 200, body = Envelope<Vec<Plan>>)))]
pub async fn plans(
    State(app): State<AppState>,
    session: Session,
    Query(OfKind { r#type }): Query<OfKind>,
) -> Result<Json<Envelope<Vec<Plan>>>, ApiError> {
    let found = products::open_plans(&app, &session, r#type).await?;
    Ok(Envelope::of(found))
}

/// The group with a code, for the user to confirm.
#[utoipa::path(get, path = "/plans/find/{code}", tag = "plans", security(("bearer" = [])), params(("code" = String, Path)),
    responses((status = 200, body = Envelope<GroupPlan>), Fails<(code::NotFound, code::Refused)>))]
pub async fn group_with_code(
    State(app): State<AppState>,
    session: Session,
    Path(code): Path<String>,
) -> Result<Json<Envelope<GroupPlan>>, ApiError> {
    count(&app, LOOKUPS_A_MINUTE, &session.user_id).await?;
    let found = subscriptions::group_with_code(&app, &session, &code).await?;
    let message = found.message.clone();
    Ok(Envelope::saying(found, message))
}

/// One of the user's plans, by its reference or that of a payment for it.
#[utoipa::path(get, path = "/plans/reference/{reference}", tag = "plans", security(("bearer" = [])), params(("reference" = String, Path)),
    responses((status = 200, body = Envelope<PlanSubscription>), Fails<code::NotFound>))]
pub async fn subscription_with_reference(
    State(app): State<AppState>,
    session: Session,
    Path(reference): Path<String>,
) -> Result<Json<Envelope<PlanSubscription>>, ApiError> {
    let found = subscriptions::with_reference(&app, &session.user_id, &reference).await?;
    Ok(Envelope::of(found))
}

/// The confirmed quote.
#[derive(Deserialize, ToSchema)]
pub struct Confirmed {
    quote_id: Option<String>,
}

type Forms = (SavingsSubscription, LoanSubscription);

/// A form, its additional values, and the confirmation of its quote.
type Confirming<F, S> = Keyed<((F, Plain<S>), Plain<Confirmed>)>;

service::body_schemas! {
    /// A plan to be quoted, with the values of its form.
    SubscribeValues: (Forms, Plain<Chosen>),
    /// A plan to be taken.
    SubscribeBody: ((Forms, Plain<Chosen>), Plain<Confirmed>),
}

fn wanted((forms, Plain(chosen)): (Forms, Plain<Chosen>), quote_id: Option<String>) -> Wanted {
    let (savings, loan) = forms;
    Wanted {
        chosen: Chosen { quote_id, ..chosen },
        savings,
        loan,
    }
}

/// Quotes taking a plan from the wallet; valid for two minutes.
#[utoipa::path(post, path = "/quotes/plan", tag = "plans", security(("bearer" = [])), request_body = SubscribeValues,
    responses((status = 200, body = Envelope<Quote>), Fails<(code::Refused, code::NotFound, code::Restricted, code::QuoteChanged, code::RateStale)>))]
pub async fn quote_subscription(
    State(app): State<AppState>,
    session: Session,
    Asked { form: body, asked }: Asked<(Forms, Plain<Chosen>)>,
) -> Result<Json<Envelope<Quote>>, ApiError> {
    count(&app, MONEY, &format!("quote:{}", session.user_id)).await?;
    let quote = subscribe::quote(&app, &session, wanted(body, None), &asked).await?;
    Ok(Envelope::of(quote))
}

/// Takes a plan. `X-Pin-Authorisation` is for payments from the wallet; a plan paid by card or bank is `PENDING` until
/// the money has arrived.
#[utoipa::path(post, path = "/plans/subscribe", tag = "plans", security(("bearer" = [])), request_body = SubscribeBody,
    params(("Idempotency-Key" = String, Header), ("X-Pin-Authorisation" = Option<String>, Header)),
    responses((status = 201, body = Envelope<Subscribed>), Fails<(code::QuoteChanged, code::RateStale)>))]
pub async fn subscribe_to_plan(
    State(app): State<AppState>,
    session: Session,
    grant: PinAuthorisation,
    keyed: Confirming<Forms, Chosen>,
) -> Result<Answer, ApiError> {
    let (body, Plain(confirmed)) = keyed.body;
    let wanted = wanted(body, confirmed.quote_id);
    subscribe::subscribe(&app, &session, &grant, &keyed.operation, wanted).await
}

/// A filter of the user's plans.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OwnPlans {
    /// All kinds if absent.
    #[param(value_type = Option<PlanKind>)]
    r#type: Option<Kind>,
    /// From 1.
    page: Option<i64>,
    /// Rows per page, from 1 to 50; by default 20.
    per_page: Option<i64>,
}

/// The user's plans, newest first.
#[utoipa::path(get, path = "/subscriptions", tag = "plans", security(("bearer" = [])), params(OwnPlans),
    responses((status = 200, body = Envelope<Page<PlanSubscription>>)))]
pub async fn own_subscriptions(
    State(app): State<AppState>,
    session: Session,
    Query(filter): Query<OwnPlans>,
) -> Result<Json<Envelope<Page<PlanSubscription>>>, ApiError> {
    let place = Place::new(filter.page, filter.per_page);
    let found = subscriptions::page(&app, &session, filter.r#type, place).await?;
    Ok(Envelope::of(found))
}

/// The user's plans with due payments, most overdue first, then by amount.
#[utoipa::path(get, path = "/subscriptions/late", tag = "plans", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Vec<LatePlan>>)))]
pub async fn late_subscriptions(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Vec<LatePlan>>>, ApiError> {
    Ok(Envelope::of(subscriptions::late(&app, &session).await?))
}

/// The groups that others have invited the user to, newest first. An invitation is no plan until it is accepted, by paying
/// the first instalment.
#[utoipa::path(get, path = "/invitations", tag = "plans", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Vec<PlanSubscription>>)))]
pub async fn invitations(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Vec<PlanSubscription>>>, ApiError> {
    Ok(Envelope::of(
        subscriptions::invitations(&app, &session).await?,
    ))
}

/// One of the user's plans.
#[utoipa::path(get, path = "/subscriptions/{id}", tag = "plans", security(("bearer" = [])), params(("id" = String, Path)),
    responses((status = 200, body = Envelope<PlanSubscription>), Fails<code::NotFound>))]
pub async fn subscription(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
) -> Result<Json<Envelope<PlanSubscription>>, ApiError> {
    let found = subscriptions::find(&app, &session.user_id, &id).await?;
    Ok(Envelope::of(found))
}
