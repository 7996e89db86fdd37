//! Catalogue, validation of customers, and recent customers.

use crate::customers::{self, RecentCustomer};
use crate::market::{self, PackageEntry, ServiceEntry};
use crate::validation::{self, Validated};
use axum::Json;
use axum::extract::State;
use domain_core::bills::{Bill, Cable, PackagesContext, Power, PowerContext};
use domain_core::money::{Amount, Currency};
use domain_core::validation::{Code, Violation};
use ground::error::{ApiError, Fails, code};
use serde::Deserialize;
use service::access::Session;
use service::app::AppState;
use service::http::limits::{LOOKUPS_A_DAY, LOOKUPS_A_MINUTE, count};
use service::http::{Envelope, Path, Query, Read};
use utoipa::IntoParams;

/// The data packages of a network: `mtn`, `airtel`, `glo`, `etisalat`.
#[utoipa::path(get, path = "/vas/data/{id}", tag = "bills", security(("bearer" = [])), params(("id" = String, Path)),
    responses((status = 200, body = Envelope<Vec<PackageEntry>>), Fails<(code::NotFound, code::Unavailable)>))]
pub async fn data_packages(
    State(app): State<AppState>,
    _session: Session,
    Path(id): Path<String>,
) -> Result<Json<Envelope<Vec<PackageEntry>>>, ApiError> {
    Ok(Envelope::of(market::packages(&app, Bill::Data, &id).await?))
}

/// The packages of a cable service: `DSTV`, `GOTV`, `Startimes`.
#[utoipa::path(get, path = "/vas/cable/{id}", tag = "bills", security(("bearer" = [])), params(("id" = String, Path)),
    responses((status = 200, body = Envelope<Vec<PackageEntry>>), Fails<(code::NotFound, code::Unavailable)>))]
pub async fn cable_packages(
    State(app): State<AppState>,
    _session: Session,
    Path(id): Path<String>,
) -> Result<Json<Envelope<Vec<PackageEntry>>>, ApiError> {
    Ok(Envelope::of(
        market::packages(&app, Bill::Cable, &id).await?,
    ))
}

/// The distributors of electricity.
#[utoipa::path(get, path = "/vas/power", tag = "bills", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Vec<ServiceEntry>>), Fails<code::Unavailable>))]
pub async fn power_services(
    State(app): State<AppState>,
    _session: Session,
) -> Result<Json<Envelope<Vec<ServiceEntry>>>, ApiError> {
    Ok(Envelope::of(market::services(&app).await?))
}

/// Validates a smart card: `service` and `iuc` of the form.
#[utoipa::path(post, path = "/vas/cable/validate", tag = "bills", security(("bearer" = [])), request_body = super::CableValues,
    responses((status = 200, body = Envelope<Validated>), Fails<(code::Refused, code::Unavailable)>))]
pub async fn validate_cable(
    State(app): State<AppState>,
    session: Session,
    Read(form): Read<Cable>,
) -> Result<Json<Envelope<Validated>>, ApiError> {
    count_lookup(&app, &session).await?;
    let context = PackagesContext {
        balance: Amount::zero(Currency::Ngn).into(),
        packages: Vec::new(),
        currency: None,
        cap: None,
    };
    let validated = validation::validate(&app, &session, &form, &context, "iuc", None).await?;
    Ok(Envelope::of(validated))
}

/// Validates a meter: `service` and `meter` of the form.
#[utoipa::path(post, path = "/vas/power/validate", tag = "bills", security(("bearer" = [])), request_body = super::PowerValues,
    responses((status = 200, body = Envelope<Validated>), Fails<(code::Refused, code::Unavailable)>))]
pub async fn validate_power(
    State(app): State<AppState>,
    session: Session,
    Read(form): Read<Power>,
) -> Result<Json<Envelope<Validated>>, ApiError> {
    count_lookup(&app, &session).await?;
    let context = PowerContext {
        balance: Amount::zero(Currency::Ngn).into(),
        minimum: None,
        currency: None,
        cap: None,
    };
    let least = market::least(&app, &form.service).await;
    let validated = validation::validate(&app, &session, &form, &context, "meter", least).await?;
    Ok(Envelope::of(validated))
}

/// Limits lookups, so that names of strangers cannot be enumerated.
async fn count_lookup(app: &AppState, session: &Session) -> Result<(), ApiError> {
    count(app, LOOKUPS_A_MINUTE, &session.user_id).await?;
    count(app, LOOKUPS_A_DAY, &session.user_id).await
}

/// The kind of bill.
#[derive(Deserialize, IntoParams)]
pub struct OfType {
    /// `airtime`, `data`, `cable` or `power`.
    r#type: Option<String>,
}

/// The last ten customers of a kind of bill, newest first.
#[utoipa::path(get, path = "/vas/recent", tag = "bills", security(("bearer" = [])), params(OfType),
    responses((status = 200, body = Envelope<Vec<RecentCustomer>>), Fails<code::Refused>))]
pub async fn recent(
    State(app): State<AppState>,
    session: Session,
    Query(asked): Query<OfType>,
) -> Result<Json<Envelope<Vec<RecentCustomer>>>, ApiError> {
    let kind = Bill::named(asked.r#type.as_deref().unwrap_or("airtime"));
    let unknown = || ApiError::refused(vec![Violation::new("type", Code::NotOneOf)]);
    let kind = kind.ok_or_else(unknown)?;
    Ok(Envelope::of(
        customers::recent(&app, &session.user_id, kind).await?,
    ))
}
