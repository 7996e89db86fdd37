//! Payments for savings, early end of plans, and groups.

use super::{Confirmed, Confirming};
use crate::answers::PlanSubscription;
use crate::groups::{self, Join, JoinWanted};
use crate::savings::{self, Pay, allowance};
use crate::{abort, cancel};
use axum::Json;
use axum::extract::State;
use domain_core::plans::{PayInstalment, PlanCode};
use ground::error::{ApiError, Fails, code};
use money::caution::Allowance;
use money::grant::PinAuthorisation;
use money::limits::MONEY;
use money::quote;
use money::quote::Quote;
use money::statement::Transaction;
use money::{Call, execute};
use serde::Deserialize;
use service::access::Session;
use service::app::AppState;
use service::http::envelope::Nothing;
use service::http::idempotency::Answer;
use service::http::limits::{LOOKUPS_A_MINUTE, count};
use service::http::{Asked, Body, Envelope, Keyed, Path, Plain};
use utoipa::ToSchema;

/// The instalment to pay.
#[derive(Deserialize, ToSchema)]
pub struct OfInstalment {
    /// The instalment.
    id: String,
}

/// Whether the user has confirmed.
#[derive(Deserialize, ToSchema)]
pub struct Confirmation {
    pub(super) confirm: bool,
}

/// Whether due instalments are collected from the wallet.
#[derive(Deserialize, ToSchema)]
pub struct Collecting {
    collects: bool,
}

/// The member to remind.
#[derive(Deserialize, ToSchema)]
pub struct NudgeBody {
    /// The `uuid` of the membership.
    member: String,
}

service::body_schemas! {
    /// A payment for an instalment of savings, to be quoted.
    SavingsPaymentValues: (PayInstalment, Plain<OfInstalment>),
    /// A payment for an instalment of savings, from the wallet.
    SavingsPaymentBody: ((PayInstalment, Plain<OfInstalment>), Plain<Confirmed>),
    /// The confirmation to end a plan.
    AbortBody: Plain<Confirmation>,
    /// The confirmation to cancel a plan.
    CancelBody: Plain<Confirmation>,
    /// The confirmation to leave a group.
    LeaveBody: Plain<Confirmation>,
    /// The choice whether due instalments are collected.
    CollectionBody: Plain<Collecting>,
    /// A trigger of payments into savings, to set or remove.
    TriggerBody: Plain<savings::triggers::Wanted>,
    /// A group to join by its code, to be quoted.
    JoinPlanValues: (PlanCode, Plain<JoinWanted>),
    /// A group to join by its code; with `user`, another user to be added by the creator.
    JoinPlanBody: ((PlanCode, Plain<JoinWanted>), Plain<Confirmed>),
}

/// Quotes a payment for an instalment: at most the amount owed. Valid for two minutes.
#[utoipa::path(post, path = "/quotes/savings", tag = "plans", security(("bearer" = [])), request_body = SavingsPaymentValues,
    responses((status = 200, body = Envelope<Quote>), Fails<(code::Refused, code::NotFound, code::Restricted)>))]
pub async fn quote_savings(
    State(app): State<AppState>,
    session: Session,
    Asked { form: body, asked }: Asked<(PayInstalment, Plain<OfInstalment>)>,
) -> Result<Json<Envelope<Quote>>, ApiError> {
    let (form, Plain(of)) = body;
    count(&app, MONEY, &format!("quote:{}", session.user_id)).await?;
    let pay = Pay::new(of.id, form, None);
    let (quote, _) = quote(&app, &session.user_id, &pay, &asked).await?;
    Ok(Envelope::of(quote))
}

/// The amount that may leave now for an instalment. `cap` is null for one's own, and if only the balance limits it.
#[utoipa::path(post, path = "/savings/allowance", operation_id = "savings_allowance", tag = "plans", security(("bearer" = [])), request_body = OfInstalment,
    responses((status = 200, body = Envelope<Allowance>), Fails<code::NotFound>))]
pub async fn savings_allowance(
    State(app): State<AppState>,
    session: Session,
    Body(OfInstalment { id }): Body<OfInstalment>,
) -> Result<Json<Envelope<Allowance>>, ApiError> {
    Ok(Envelope::of(allowance(&app, &session, &id).await?))
}

/// Pays an instalment of savings from the wallet: one's own, or one of a member of a group that the user created.
#[utoipa::path(post, path = "/savings/pay", tag = "plans", security(("bearer" = [])), request_body = SavingsPaymentBody,
    params(("Idempotency-Key" = String, Header), ("X-Pin-Authorisation" = String, Header)),
    responses((status = 201, body = Envelope<Transaction>), Fails<code::QuoteChanged>))]
pub async fn pay_savings(
    State(app): State<AppState>,
    session: Session,
    grant: PinAuthorisation,
    keyed: Confirming<PayInstalment, OfInstalment>,
) -> Result<Answer, ApiError> {
    let ((form, Plain(of)), Plain(confirmed)) = keyed.body;
    let pay = Pay::new(of.id, form, confirmed.quote_id);
    let call = Call::new(&app, &session, &keyed.operation, &grant);
    let mut answer = execute(call, &pay).await?;
    answer.body["message"] = "Savings successfully paid".into();
    Ok(answer)
}

/// Ends a plan early, on the terms in its `termination`.
#[utoipa::path(post, path = "/subscriptions/{id}/abort", tag = "plans", security(("bearer" = [])), request_body = AbortBody,
    params(("id" = String, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = Envelope<PlanSubscription>), Fails<(code::Refused, code::NotFound)>))]
pub async fn abort_subscription(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    keyed: Keyed<Plain<Confirmation>>,
) -> Result<Answer, ApiError> {
    let Plain(Confirmation { confirm }) = keyed.body;
    // The key covers the path as well.
    let mut operation = keyed.operation;
    operation.route = operation.route.replace("{id}", &id);
    abort::abort(&app, &session, &operation, &id, confirm).await
}

/// Cancels a plan that awaits its first payment, or the user's own membership of a group that they were added to and
/// have not paid for. Money that arrives later stays in the wallet.
#[utoipa::path(post, path = "/subscriptions/{id}/cancel", tag = "plans", security(("bearer" = [])), request_body = CancelBody,
    params(("id" = String, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = Envelope<PlanSubscription>), Fails<(code::Refused, code::NotFound, code::Unavailable)>))]
pub async fn cancel_subscription(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    keyed: Keyed<Plain<Confirmation>>,
) -> Result<Answer, ApiError> {
    // Limits requests to the card company.
    count(&app, MONEY, &format!("cancel:{}", session.user_id)).await?;
    let Plain(Confirmation { confirm }) = keyed.body;
    // The key covers the path as well.
    let mut operation = keyed.operation;
    operation.route = operation.route.replace("{id}", &id);
    cancel::cancel(&app, &session, &operation, &id, confirm).await
}

/// Leaves a group that others continue, on the terms in its `leaving`.
#[utoipa::path(post, path = "/subscriptions/{id}/leave", tag = "plans", security(("bearer" = [])), request_body = LeaveBody,
    params(("id" = String, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = Envelope<PlanSubscription>), Fails<(code::Refused, code::NotFound)>))]
pub async fn leave_group(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    keyed: Keyed<Plain<Confirmation>>,
) -> Result<Answer, ApiError> {
    let Plain(Confirmation { confirm }) = keyed.body;
    groups::leave(&app, &session, &keyed.operation, &id, confirm).await
}

/// Switches the collection of the user's instalments of savings from the wallet on or off.
#[utoipa::path(post, path = "/subscriptions/{id}/collection", tag = "plans", security(("bearer" = [])), request_body = CollectionBody,
    params(("id" = String, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = Envelope<PlanSubscription>), Fails<(code::Refused, code::NotFound)>))]
pub async fn choose_collection(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    keyed: Keyed<Plain<Collecting>>,
) -> Result<Answer, ApiError> {
    let Plain(Collecting { collects }) = keyed.body;
    savings::choose(&app, &session, &keyed.operation, &id, collects).await
}

/// Sets or removes what pays into the user's savings by itself: the change of payments (`round_up`), or a share of bank transfers
/// (`salary`). It pays the instalments in order, from the next movement on.
#[utoipa::path(post, path = "/subscriptions/{id}/trigger", tag = "plans", security(("bearer" = [])), request_body = TriggerBody,
    params(("id" = String, Path), ("Idempotency-Key" = String, Header)),
    responses((status = 200, body = Envelope<PlanSubscription>), Fails<(code::Refused, code::NotFound)>))]
pub async fn choose_trigger(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    keyed: Keyed<Plain<savings::triggers::Wanted>>,
) -> Result<Answer, ApiError> {
    let Plain(wanted) = keyed.body;
    savings::triggers::choose(&app, &session, &keyed.operation, &id, &wanted).await
}

/// Reminds a member of a group with a due instalment, once a day.
#[utoipa::path(post, path = "/subscriptions/{id}/nudge", tag = "plans", security(("bearer" = [])), request_body = NudgeBody,
    params(("id" = String, Path)), responses((status = 200, body = Envelope<Nothing>), Fails<(code::Refused, code::NotFound)>))]
pub async fn nudge_member(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    Body(NudgeBody { member }): Body<NudgeBody>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    count(&app, LOOKUPS_A_MINUTE, &session.user_id).await?;
    let name = groups::nudge(&app, &session, &id, &member).await?;
    let message = ["You have nudged ", &name, "."].concat();
    Ok(Envelope::saying(Nothing {}, message))
}

/// Quotes joining a group; valid for two minutes.
#[utoipa::path(post, path = "/quotes/join", tag = "plans", security(("bearer" = [])), request_body = JoinPlanValues,
    responses((status = 200, body = Envelope<Quote>), Fails<(code::Refused, code::NotFound, code::Restricted, code::RateStale)>))]
pub async fn quote_join(
    State(app): State<AppState>,
    session: Session,
    Asked { form: body, asked }: Asked<(PlanCode, Plain<JoinWanted>)>,
) -> Result<Json<Envelope<Quote>>, ApiError> {
    let (form, Plain(wanted)) = body;
    count(&app, LOOKUPS_A_MINUTE, &format!("join:{}", session.user_id)).await?;
    let join = Join::new(form, wanted, None);
    let (quote, _) = quote(&app, &session.user_id, &join, &asked).await?;
    Ok(Envelope::of(quote))
}

/// Joins a group by its code, with the first instalment from the wallet. With `user`, the creator adds that user, who
/// joins by paying their first instalment: no money moves, and no PIN is needed.
#[utoipa::path(post, path = "/plans/join", tag = "plans", security(("bearer" = [])), request_body = JoinPlanBody,
    params(("Idempotency-Key" = String, Header), ("X-Pin-Authorisation" = Option<String>, Header)),
    responses((status = 201, body = Envelope<crate::subscribe::Subscribed>), Fails<(code::QuoteChanged, code::RateStale)>))]
pub async fn join_plan(
    State(app): State<AppState>,
    session: Session,
    grant: PinAuthorisation,
    keyed: Confirming<PlanCode, JoinWanted>,
) -> Result<Answer, ApiError> {
    let ((form, Plain(wanted)), Plain(confirmed)) = keyed.body;
    // Limits attempts: without a PIN the response reveals whether a code exists.
    count(&app, LOOKUPS_A_MINUTE, &format!("join:{}", session.user_id)).await?;
    if let Some(user) = wanted.user.clone() {
        return groups::add(&app, &session, &keyed.operation, &form, &user, &wanted).await;
    }
    let join = Join::new(form, wanted, confirmed.quote_id);
    let call = Call::new(&app, &session, &keyed.operation, &grant);
    let mut answer = execute(call, &join).await?;
    if let Some(name) = answer.body["data"]["counterparty"]["name"].as_str() {
        answer.body["message"] = ["You have joined ", name, " plan. Kindly reload."]
            .concat()
            .into();
    }
    Ok(answer)
}
