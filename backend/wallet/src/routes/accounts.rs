//! Wallets, funding, rates.

use ground::error::{ApiError, Fails, code};
use service::access::users;
use service::app::AppState;
use service::http::limits::{LOOKUPS_A_DAY, LOOKUPS_A_MINUTE, count};
use service::http::{Body, Envelope};

use crate::accounts::{self, Accounts};
use crate::funding::{self, Funding};
use axum::Json;
use axum::extract::State;
use domain_core::calendar::Instant;
use domain_core::money::Currency;
use domain_core::validation::TypedIdentifier;
use money::accounts::AccountView;
use money::rates as rate_rows;
use serde::{Deserialize, Serialize};
use service::access::Session;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The view and currency to show first; absent values stay unchanged.
#[derive(Deserialize, Serialize, ToSchema)]
pub struct Active {
    /// `home`, `savings`, `loan`, `investment` or `crypto`.
    account: Option<AccountView>,
    #[schema(value_type = Option<service::http::schema::Currency>)]
    currency: Option<Currency>,
}

/// The view and currency shown first.
#[derive(Serialize, ToSchema)]
pub struct NowActive {
    active_account: AccountView,
    #[schema(value_type = service::http::schema::Currency)]
    active_currency: Currency,
}

/// The wallet to fund by bank transfer.
#[derive(Deserialize, ToSchema)]
pub struct FundRequest {
    /// `NGN` or `USD`.
    #[schema(value_type = service::http::schema::Currency)]
    r#type: Currency,
    /// Eleven digits; only if the bank has requested it.
    #[schema(value_type = Option<String>)]
    bvn: Option<TypedIdentifier>,
}

/// Units of a currency for one US dollar.
#[derive(Serialize, ToSchema)]
pub struct DatedRate {
    /// The rate at which customers buy dollars.
    #[schema(example = "1500")]
    sell_rate: String,
    /// The rate at which customers sell dollars.
    #[schema(example = "1480")]
    buy_rate: String,
    /// The time at which it was set, RFC 3339; null for the sample rate of a new database.
    #[schema(required)]
    updated_at: Option<String>,
}

/// The user's wallets and their total worth.
#[utoipa::path(get, path = "/accounts", operation_id = "wallets", tag = "wallet", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Accounts>)))]
pub async fn list(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Accounts>>, ApiError> {
    Ok(Envelope::of(accounts::of(&app, &session).await?))
}

/// Sets the view and the currency shown first.
#[utoipa::path(put, path = "/accounts/active", tag = "wallet", security(("bearer" = [])), request_body = Active,
    responses((status = 200, body = Envelope<NowActive>), Fails<code::Refused>))]
pub async fn choose(
    State(app): State<AppState>,
    session: Session,
    Body(body): Body<Active>,
) -> Result<Json<Envelope<NowActive>>, ApiError> {
    let active = accounts::choose(&app, &session, body.account, body.currency).await?;
    Ok(Envelope::of(NowActive {
        active_account: active.account,
        active_currency: active.currency,
    }))
}

/// The user's virtual account to send money to; `code` 25 if the bank requires a BVN first.
#[utoipa::path(post, path = "/accounts/fund", tag = "wallet", security(("bearer" = [])), request_body = FundRequest,
    responses((status = 200, body = Envelope<Funding>), Fails<(code::Refused, code::BankUnavailable)>))]
pub async fn fund(
    State(app): State<AppState>,
    session: Session,
    Body(body): Body<FundRequest>,
) -> Result<Json<Envelope<Funding>>, ApiError> {
    count(&app, LOOKUPS_A_MINUTE, &session.user_id).await?;
    count(&app, LOOKUPS_A_DAY, &session.user_id).await?;
    let person = users::of_session(&app, &session).await?;
    let funding = funding::fund(&app, &session, &person, body.r#type, body.bvn.as_deref()).await?;
    Ok(match funding {
        Funding::Account(_) => Envelope::of(funding),
        Funding::BvnRequired(_) => Envelope::saying(
            funding,
            "The bank needs your BVN to open an account for you.",
        ),
    })
}

/// Units of each currency for one US dollar.
#[utoipa::path(get, path = "/rates", tag = "wallet", security(("bearer" = [])),
    responses((status = 200, body = Envelope<BTreeMap<String, DatedRate>>)))]
pub async fn rates(
    State(app): State<AppState>,
    _session: Session,
) -> Result<Json<Envelope<BTreeMap<String, DatedRate>>>, ApiError> {
    let listed = rate_rows::listed(&mut *app.db.read().await?).await?;
    let dated = |one: &rate_rows::CurrencyRate| {
        let rate = DatedRate {
            sell_rate: one.sell.to_string(),
            buy_rate: one.buy.to_string(),
            updated_at: one.set_at.map(Instant::text),
        };
        (one.currency.as_str().to_owned(), rate)
    };
    Ok(Envelope::of(listed.iter().map(dated).collect()))
}
