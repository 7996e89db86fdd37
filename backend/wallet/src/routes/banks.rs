//! Banks, name enquiries, saved bank accounts.

use ground::error::{ApiError, Fails, code};
use service::access::Session;
use service::app::AppState;
use service::http::envelope::{Nothing, Place};
use service::http::limits::{LOOKUPS_A_DAY, LOOKUPS_A_MINUTE, count};
use service::http::{Body, Envelope, Page, Path, Plain, Query, Read, Valid};

use crate::banks::{self, BankEntry, Enquiry};
use crate::beneficiaries::{self, Beneficiary};
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use domain_core::validation::TypedIdentifier;
use domain_core::wallet::{BankAccount, BankAccountDelete};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

service::form_schemas!(BankAccountValues: BankAccount, BankAccountDeleteValues: BankAccountDelete);

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BankFilter {
    /// A `type` from the list.
    r#type: Option<String>,
}

/// The account to look up.
#[derive(Deserialize, ToSchema)]
pub struct EnquiryRequest {
    bank_code: String,
    /// Ten digits.
    #[schema(value_type = String)]
    account_number: TypedIdentifier,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BeneficiaryFilter {
    /// Matches account name, bank name or account number.
    search: Option<String>,
    /// From 1.
    page: Option<i64>,
    /// Rows per page, from 1 to 50; by default 20.
    per_page: Option<i64>,
    /// `true`: only the default account.
    get_default: Option<String>,
}

/// Additional values of the form.
#[derive(Deserialize)]
pub struct MaybeDefault {
    is_default: Option<bool>,
}

/// Whether the account is the default.
#[derive(Deserialize, ToSchema)]
pub struct DefaultChoice {
    id: String,
    is_default: bool,
}

/// The banks.
#[utoipa::path(get, path = "/banks", operation_id = "banks", tag = "wallet", security(("bearer" = [])), params(BankFilter),
    responses((status = 200, body = Envelope<Vec<BankEntry>>), Fails<code::BankUnavailable>))]
pub async fn list(
    State(app): State<AppState>,
    _session: Session,
    Query(filter): Query<BankFilter>,
) -> Result<Json<Envelope<Vec<BankEntry>>>, ApiError> {
    Ok(Envelope::of(
        banks::list(&app, filter.r#type.as_deref(), false).await?,
    ))
}

/// The banks with USSD payments.
#[utoipa::path(get, path = "/banks/ussd", tag = "wallet", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Vec<BankEntry>>), Fails<code::BankUnavailable>))]
pub async fn with_ussd(
    State(app): State<AppState>,
    _session: Session,
) -> Result<Json<Envelope<Vec<BankEntry>>>, ApiError> {
    Ok(Envelope::of(banks::list(&app, None, true).await?))
}

/// The name on an account.
#[utoipa::path(post, path = "/enquire", tag = "wallet", security(("bearer" = [])), request_body = EnquiryRequest,
    responses((status = 200, body = Envelope<Enquiry>), Fails<(code::Refused, code::BankUnavailable)>))]
pub async fn enquire(
    State(app): State<AppState>,
    session: Session,
    Body(body): Body<EnquiryRequest>,
) -> Result<Json<Envelope<Enquiry>>, ApiError> {
    count(&app, LOOKUPS_A_MINUTE, &session.user_id).await?;
    count(&app, LOOKUPS_A_DAY, &session.user_id).await?;
    Ok(Envelope::of(
        banks::enquire(&app, &body.bank_code, &body.account_number).await?,
    ))
}

/// The user's saved bank accounts.
#[utoipa::path(get, path = "/bank-account", tag = "wallet", security(("bearer" = [])), params(BeneficiaryFilter),
    responses((status = 200, body = Envelope<Page<Beneficiary>>)))]
pub async fn beneficiaries(
    State(app): State<AppState>,
    session: Session,
    Query(filter): Query<BeneficiaryFilter>,
) -> Result<Json<Envelope<Page<Beneficiary>>>, ApiError> {
    let default_only = filter
        .get_default
        .is_some_and(|value| value == "true" || value == "1");
    let search = filter.search.unwrap_or_default();
    Ok(Envelope::of(
        beneficiaries::page(
            &app,
            &session.user_id,
            &search,
            default_only,
            Place::new(filter.page, filter.per_page),
        )
        .await?,
    ))
}

/// Saves a bank account under the name given by its bank.
#[utoipa::path(post, path = "/bank-account", tag = "wallet", security(("bearer" = [])), request_body = BankAccountValues,
    responses((status = 201, body = Envelope<Beneficiary>), Fails<(code::Refused, code::BankUnavailable)>))]
pub async fn save(
    State(app): State<AppState>,
    session: Session,
    Valid(body): Valid<(BankAccount, Plain<MaybeDefault>)>,
) -> Result<Response, ApiError> {
    let (form, Plain(beside)) = body;
    count(&app, LOOKUPS_A_MINUTE, &session.user_id).await?;
    Ok(Envelope::created_saying(
        beneficiaries::save(&app, &session, &form, beside.is_default.unwrap_or(false)).await?,
        "Bank account added.",
    ))
}

/// Makes an account the default, or removes the default.
#[utoipa::path(put, path = "/bank-account", tag = "wallet", security(("bearer" = [])), request_body = DefaultChoice,
    responses((status = 200, body = Envelope<Beneficiary>)))]
pub async fn set_default(
    State(app): State<AppState>,
    session: Session,
    Body(body): Body<DefaultChoice>,
) -> Result<Json<Envelope<Beneficiary>>, ApiError> {
    let message = if body.is_default {
        "Default bank account set."
    } else {
        "Default bank account cleared."
    };
    Ok(Envelope::saying(
        beneficiaries::set_default(&app, &session.user_id, &body.id, body.is_default).await?,
        message,
    ))
}

/// Deletes an account, confirmed by typing its number.
#[utoipa::path(delete, path = "/bank-account/{id}", tag = "wallet", security(("bearer" = [])), request_body = BankAccountDeleteValues,
    params(("id" = String, Path)), responses((status = 200, body = Envelope<Nothing>), Fails<code::Refused>))]
pub async fn remove(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    Read(form): Read<BankAccountDelete>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    beneficiaries::delete(&app, &session.user_id, &id, &form).await?;
    Ok(Envelope::saying(Nothing {}, "Bank account deleted."))
}
