//! Quotes, withdrawals, transfers and their results.

use crate::address_verification::AddressVerification;
use crate::allowance::{self, AllowanceRequest};
use crate::operations::{self, OperationState};
use crate::payee;
use crate::payees::{self, PaidBefore};
use crate::quotes::{self, QuoteRequest};
use crate::transfers::Transfer;
use crate::withdrawals::Withdrawal;
use axum::Json;
use axum::extract::State;
use domain_core::money::Currency;
use domain_core::validation::TypedIdentifier;
use domain_core::wallet::{WalletTransfer, Withdraw};
use ground::error::{ApiError, Fails, code};
use money::caution::Allowance;
use money::grant::PinAuthorisation;
use money::limits::MONEY;
use money::quote::Quote;
use money::statement::Transaction;
use money::{Call, execute, execute_at_once};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use service::access::Session;
use service::access::users;
use service::app::AppState;
use service::http::envelope::Nothing;
use service::http::idempotency::Answer;
use service::http::limits::{LOOKUPS_A_DAY, LOOKUPS_A_MINUTE, count};
use service::http::schema::{Described, form_object};
use service::http::{Body, Envelope, Keyed, Path, Plain, Query, Readable, WithPin};
use utoipa::openapi::Object;
use utoipa::{IntoParams, ToSchema};

/// The wallet to look up.
#[derive(Deserialize, ToSchema)]
pub struct Inquiry {
    /// The wallet number.
    #[schema(value_type = String)]
    wallet: TypedIdentifier,
}

/// The wallet owner's masked name, enough to recognise an acquaintance.
#[derive(Serialize, ToSchema)]
pub struct WalletOwner {
    wallet_number: String,
    /// Masked: `A•••• B••••`.
    name: String,
    #[schema(value_type = service::http::schema::Currency)]
    currency: Currency,
}

/// The form of a withdrawal with its additional values.
type GivenWithdrawal = (Withdraw, (Plain<Paid>, Plain<Saved>));

service::body_schemas! {
    /// A withdrawal to a saved or a new bank account.
    WithdrawalBody: GivenWithdrawal,
    /// A transfer to another wallet, and the PIN, unless it was confirmed before.
    TransferBody: (Received, WithPin<Plain<Paid>>),
}

/// Additional values of the form.
#[derive(Deserialize, ToSchema)]
pub struct Paid {
    /// The currency of the paying wallet.
    #[schema(value_type = service::http::schema::Currency)]
    send_wallet: Currency,
    quote_id: Option<String>,
}

/// Additional values of a withdrawal.
#[derive(Deserialize, ToSchema)]
pub struct Saved {
    save_beneficiary: Option<bool>,
}

/// The transfer form names its wallet number `receive_wallet`.
pub struct Received(WalletTransfer);

impl Readable for Received {
    fn read(values: &Value) -> Result<Self, ApiError> {
        let mut values = values.clone();
        if let Some(fields) = values.as_object_mut()
            && let Some(number) = fields.get("receive_wallet").cloned()
        {
            fields.insert(String::from("wallet_number"), number);
        }
        WalletTransfer::read(&values).map(Self)
    }
}

impl Described for Received {
    fn object() -> Object {
        let mut object = form_object::<WalletTransfer>();
        if let Some(number) = object.properties.remove("wallet_number") {
            object
                .properties
                .insert(String::from("receive_wallet"), number);
        }
        object
    }
}

/// The paying wallet.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PayingWallet {
    /// By default naira.
    #[param(value_type = Option<service::http::schema::Currency>)]
    currency: Option<Currency>,
}

/// The payees of the user's latest payments from a wallet.
#[utoipa::path(get, path = "/wallet/payees", tag = "wallet", security(("bearer" = [])), params(PayingWallet),
    responses((status = 200, body = Envelope<Vec<PaidBefore>>)))]
pub async fn payees(
    State(app): State<AppState>,
    session: Session,
    Query(of): Query<PayingWallet>,
) -> Result<Json<Envelope<Vec<PaidBefore>>>, ApiError> {
    Ok(Envelope::of(
        payees::recent(&app, &session.user_id, of.currency.unwrap_or(Currency::Ngn)).await?,
    ))
}

/// The masked name of the owner of a wallet number.
#[utoipa::path(post, path = "/wallet/inquire", tag = "wallet", security(("bearer" = [])), request_body = Inquiry,
    responses((status = 200, body = Envelope<WalletOwner>), Fails<code::NoSuchWallet>))]
pub async fn inquire(
    State(app): State<AppState>,
    session: Session,
    Body(body): Body<Inquiry>,
) -> Result<Json<Envelope<WalletOwner>>, ApiError> {
    count(&app, LOOKUPS_A_MINUTE, &session.user_id).await?;
    count(&app, LOOKUPS_A_DAY, &session.user_id).await?;
    let asker = users::of_session(&app, &session).await?;
    let wallet = payee::wallet(&mut *app.db.read().await?, &asker.tenant_id, &body.wallet).await?;
    let name = domain_core::identity::name::masked(&wallet.name);
    Ok(Envelope::of(WalletOwner {
        wallet_number: wallet.wallet_number,
        name,
        currency: wallet.currency,
    }))
}

/// The amount that may leave a wallet now: capped after a security change of the account, and for a new payee.
#[utoipa::path(post, path = "/wallet/allowance", tag = "wallet", security(("bearer" = [])), request_body = AllowanceRequest,
    responses((status = 200, body = Envelope<Allowance>), Fails<code::Refused>))]
pub async fn allowance(
    State(app): State<AppState>,
    session: Session,
    Body(body): Body<AllowanceRequest>,
) -> Result<Json<Envelope<Allowance>>, ApiError> {
    let allowance = allowance::allowance(&app, &session.user_id, &body).await?;
    Ok(Envelope::of(allowance))
}

/// Quotes a transfer; the quote is valid for two minutes.
#[utoipa::path(post, path = "/quotes/transfer", tag = "wallet", security(("bearer" = [])), request_body = QuoteRequest,
    responses((status = 200, body = Envelope<Quote>), Fails<(code::Refused, code::NoSuchWallet, code::BankUnavailable, code::RateStale)>))]
pub async fn quote(
    State(app): State<AppState>,
    session: Session,
    Body(body): Body<QuoteRequest>,
) -> Result<Json<Envelope<Quote>>, ApiError> {
    count(&app, MONEY, &format!("quote:{}", session.user_id)).await?;
    let payer = users::of_session(&app, &session).await?;
    Ok(Envelope::of(quotes::quote(&app, &payer, body).await?))
}

/// Sends money to a bank account. 202 while the result is unknown.
#[utoipa::path(post, path = "/withdraw", tag = "wallet", security(("bearer" = [])), request_body = WithdrawalBody,
    params(("Idempotency-Key" = String, Header), ("X-Pin-Authorisation" = String, Header)),
    responses((status = 201, body = Envelope<Transaction>), (status = 202, body = Envelope<Transaction>), Fails<(code::QuoteChanged, code::BankUnavailable, code::RateStale)>))]
pub async fn withdraw(
    State(app): State<AppState>,
    session: Session,
    grant: PinAuthorisation,
    keyed: Keyed<GivenWithdrawal>,
) -> Result<Answer, ApiError> {
    let (form, (Plain(paid), Plain(saved))) = keyed.body;
    let save_beneficiary = saved.save_beneficiary.unwrap_or(false);
    let withdrawal = Withdrawal::new(form, paid.send_wallet, paid.quote_id, save_beneficiary);
    let call = Call::new(&app, &session, &keyed.operation, &grant);
    withdrawal.pay(call).await
}

/// Sends money to another wallet, immediately. Authorised by the PIN in the body, or by what `pin-confirm` has returned.
#[utoipa::path(post, path = "/wallet/transfer", tag = "wallet", security(("bearer" = [])), request_body = TransferBody,
    params(("Idempotency-Key" = String, Header), ("X-Pin-Authorisation" = Option<String>, Header)),
    responses((status = 201, body = Envelope<Transaction>), Fails<(code::QuoteChanged, code::NoSuchWallet, code::PinNotSet, code::PinLocked)>))]
pub async fn transfer(
    State(app): State<AppState>,
    session: Session,
    grant: PinAuthorisation,
    keyed: Keyed<(Received, WithPin<Plain<Paid>>)>,
) -> Result<Answer, ApiError> {
    let (Received(form), WithPin(Plain(paid))) = keyed.body;
    let transfer = Transfer {
        form,
        currency: paid.send_wallet,
        quote_id: paid.quote_id,
    };
    let call = Call::new(&app, &session, &keyed.operation, &grant);
    execute_at_once(call, &transfer).await
}

/// The status of one of the user's own idempotency keys.
#[utoipa::path(get, path = "/operations/{key}", tag = "wallet", security(("bearer" = [])), params(("key" = String, Path)),
    responses((status = 200, body = Envelope<OperationState>)))]
pub async fn operation(
    State(app): State<AppState>,
    session: Session,
    Path(key): Path<String>,
) -> Result<Json<Envelope<OperationState>>, ApiError> {
    Ok(Envelope::of(
        operations::state(&app, &session.user_id, &key).await?,
    ))
}

/// Pays for address verification and starts it.
#[utoipa::path(post, path = "/verify/address", tag = "wallet", security(("bearer" = [])), request_body = Nothing,
    params(("Idempotency-Key" = String, Header), ("X-Pin-Authorisation" = String, Header)),
    responses((status = 201, body = Envelope<Transaction>), Fails<code::NothingDue>))]
pub async fn verify_address(
    State(app): State<AppState>,
    session: Session,
    grant: PinAuthorisation,
    keyed: Keyed<Plain<Nothing>>,
) -> Result<Answer, ApiError> {
    let call = Call::new(&app, &session, &keyed.operation, &grant);
    execute(call, &AddressVerification).await
}
