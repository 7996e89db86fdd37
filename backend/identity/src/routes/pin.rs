//! The transaction PIN.

use super::number::GivenCode;
use crate::answers::CodeSent;
use crate::pin;
use crate::pin::Forgotten;
use axum::Json;
use axum::extract::State;
use domain_core::identity::pin::PinStatus;
use domain_core::identity::{PinChange, TransactionPin};
use domain_core::money::{Amount, Currency};
use domain_core::payment::Kind;
use ground::error::{ApiError, ErrorCode, Fails, code};
use money::grant::{Granted, Payment};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use service::access::Session;
use service::app::AppState;
use service::http::idempotency::{body_hash, is_key};
use service::http::{Envelope, Plain, Read, Valid};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Longer than any payee in a quote.
const LONGEST_PAYEE_BYTES: usize = 200;

service::body_schemas! {
    /// A new PIN.
    NewPin: (PinChange, Plain<PinChoice>),
    /// The PIN, and the payment that it authorises.
    PinConfirmation: (TransactionPin, Plain<Confirmed>),
    /// The naira PIN, and the currency that it is set for.
    SharedPin: (TransactionPin, Plain<SharedWith>),
    /// The password, and the code that the first call sent.
    ForgottenPin: (GivenCode, Plain<Owner>),
}

/// The fields beside the form.
#[derive(Deserialize, ToSchema)]
pub struct PinChoice {
    #[schema(value_type = service::http::schema::Currency)]
    currency: Currency,
    /// Instead of a code entered within the last ten minutes.
    password: Option<String>,
}

/// The currency beside the naira PIN.
#[derive(Deserialize, ToSchema)]
pub struct SharedWith {
    #[schema(value_type = service::http::schema::Currency)]
    currency: Currency,
}

/// The state of a PIN.
#[derive(Serialize, ToSchema)]
pub struct PinState {
    #[schema(value_type = service::http::schema::Currency)]
    currency: Currency,
    #[schema(value_type = service::http::schema::PinStatus)]
    status: &'static str,
}

/// A kind of payment that a PIN can authorise, by its action.
pub struct Action;

impl ToSchema for Action {}

impl utoipa::PartialSchema for Action {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        let actions = Kind::ALL.iter().map(|kind| kind.action());
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::Type::String)
            .enum_values(Some(actions))
            .build()
            .into()
    }
}

fn kind_of_action<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Kind, D::Error> {
    let action = String::deserialize(from)?;
    Kind::of_action(&action).ok_or_else(|| serde::de::Error::custom("unknown action"))
}

/// The fields beside the PIN.
#[derive(Deserialize, ToSchema)]
pub struct Confirmed {
    #[schema(value_type = service::http::schema::Currency)]
    currency: Currency,
    #[serde(deserialize_with = "kind_of_action")]
    #[schema(value_type = Action)]
    action: Kind,
    #[schema(value_type = String, example = "1500.00")]
    amount: Value,
    /// The payee as given in the quote.
    payee: String,
    /// The idempotency key of the payment.
    idempotency_key: String,
    /// The complete body of the payment; any other body is refused.
    #[schema(value_type = BTreeMap<String, Value>)]
    request: Map<String, Value>,
}

/// The fields beside the code.
#[derive(Deserialize, ToSchema)]
pub struct Owner {
    #[schema(value_type = service::http::schema::Currency)]
    currency: Currency,
    password: String,
}

/// A code was sent, or the PIN was removed.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum PinReset {
    CodeSent(CodeSent),
    Reset(PinState),
}

/// Removes a forgotten PIN: the first call sends a code to the owner's address, the second enters it.
#[utoipa::path(post, path = "/account/settings/pin/reset", tag = "identity", security(("bearer" = [])), request_body = ForgottenPin,
    responses((status = 200, body = Envelope<PinReset>), Fails<(code::Refused, code::PinAbsent, code::NoAddress)>))]
pub async fn reset_pin(
    State(app): State<AppState>,
    session: Session,
    Valid(body): Valid<(GivenCode, Plain<Owner>)>,
) -> Result<Json<Envelope<PinReset>>, ApiError> {
    let (code, Plain(owner)) = body;
    let code = code.plain();
    let done = pin::forgotten(
        &app,
        &session,
        owner.currency,
        &owner.password,
        code.as_deref(),
    );
    Ok(Envelope::of(match done.await? {
        Forgotten::CodeSent(sent) => PinReset::CodeSent(sent),
        Forgotten::Reset => PinReset::Reset(PinState {
            currency: owner.currency,
            status: PinStatus::PinDefault.as_str(),
        }),
    }))
}

/// The state of the PIN of each currency.
#[utoipa::path(get, path = "/wallet/pin-status", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<BTreeMap<String, service::http::schema::PinStatus>>)))]
pub async fn status(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<BTreeMap<String, &'static str>>>, ApiError> {
    Ok(Envelope::of(pin::statuses(&app, &session).await?))
}

/// Sets the first PIN.
#[utoipa::path(post, path = "/account/settings/pin/create", tag = "identity", security(("bearer" = [])), request_body = NewPin,
    responses((status = 200, body = Envelope<PinState>), Fails<(code::Refused, code::PinAlreadySet, code::ReauthenticationRequired)>))]
pub async fn create(
    State(app): State<AppState>,
    session: Session,
    Read(body): Read<(PinChange, Plain<PinChoice>)>,
) -> Result<Json<Envelope<PinState>>, ApiError> {
    let (form, Plain(to)) = body;
    pin::create(&app, &session, to.currency, to.password.as_deref(), &form).await?;
    Ok(changed(to.currency))
}

/// Sets the naira PIN for a currency that has none.
#[utoipa::path(post, path = "/account/settings/pin/share", tag = "identity", security(("bearer" = [])), request_body = SharedPin,
    responses((status = 200, body = Envelope<PinState>), Fails<(code::Refused, code::PinAlreadySet, code::PinNotSet, code::PinLocked)>))]
pub async fn share(
    State(app): State<AppState>,
    session: Session,
    Valid(body): Valid<(TransactionPin, Plain<SharedWith>)>,
) -> Result<Json<Envelope<PinState>>, ApiError> {
    let (form, Plain(to)) = body;
    pin::share(&app, &session, to.currency, &form.pin).await?;
    Ok(changed(to.currency))
}

/// Replaces the PIN.
#[utoipa::path(put, path = "/wallet/pin-update", tag = "identity", security(("bearer" = [])), request_body = NewPin,
    responses((status = 200, body = Envelope<PinState>), Fails<(code::ReauthenticationRequired, code::Refused, code::PinNotSet, code::PinLocked)>))]
pub async fn update(
    State(app): State<AppState>,
    session: Session,
    Read(body): Read<(PinChange, Plain<PinChoice>)>,
) -> Result<Json<Envelope<PinState>>, ApiError> {
    let (form, Plain(to)) = body;
    pin::update(&app, &session, to.currency, to.password.as_deref(), &form).await?;
    Ok(changed(to.currency))
}

/// Verifies the PIN and authorises one payment with exactly this body.
#[utoipa::path(post, path = "/wallet/pin-confirm", tag = "identity", security(("bearer" = [])), request_body = PinConfirmation,
    responses((status = 200, body = Envelope<Granted>), Fails<(code::ReauthenticationRequired, code::Refused, code::PinNotSet, code::PinLocked)>))]
pub async fn confirm(
    State(app): State<AppState>,
    session: Session,
    Valid(body): Valid<(TransactionPin, Plain<Confirmed>)>,
) -> Result<Json<Envelope<Granted>>, ApiError> {
    let (form, Plain(to)) = body;
    let currency = to.currency;
    let shown = Shown::of(to)?;
    let compared = pin::verify(&app, &session, currency, "pin", &form.pin).await?;
    Ok(Envelope::saying(
        pin::authorise(&app, &session, &compared, &shown.payment()).await?,
        "Transaction pin validated!",
    ))
}

/// The payment that was shown to the user.
pub struct Shown {
    to: Confirmed,
    currency: String,
    amount_minor: i64,
    body_hash: String,
}

impl Shown {
    /// # Errors
    /// 422 for an invalid amount, payee or key.
    pub fn of(mut to: Confirmed) -> Result<Self, ApiError> {
        let amount_minor = amount(&to)?;
        bounded(&to)?;
        let request = std::mem::take(&mut to.request);
        Ok(Self {
            currency: to.currency.to_string(),
            amount_minor,
            body_hash: body_hash(&Value::Object(request), ""),
            to,
        })
    }

    pub fn payment(&self) -> Payment<'_> {
        Payment {
            action: self.to.action.action(),
            currency: &self.currency,
            amount_minor: self.amount_minor,
            payee: &self.to.payee,
            idempotency_key: &self.to.idempotency_key,
            body_hash: &self.body_hash,
        }
    }
}

/// Bounds the payee and the key, which are stored.
fn bounded(to: &Confirmed) -> Result<(), ApiError> {
    if to.payee.is_empty() || to.payee.len() > LONGEST_PAYEE_BYTES {
        return Err(ApiError::new(
            ErrorCode::WrongType,
            "payee is missing or too long.",
        ));
    }
    if !is_key(&to.idempotency_key) {
        return Err(ApiError::new(
            ErrorCode::WrongType,
            "idempotency_key is 8 to 128 plain characters.",
        ));
    }
    Ok(())
}

fn changed(currency: Currency) -> Json<Envelope<PinState>> {
    Envelope::saying(
        PinState {
            currency,
            status: PinStatus::PinSet.as_str(),
        },
        "Transaction pin changed!",
    )
}

/// The amount in minor units, from a string or a JSON number, read exactly.
fn amount(to: &Confirmed) -> Result<i64, ApiError> {
    let text = match &to.amount {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => {
            return Err(ApiError::new(
                ErrorCode::WrongType,
                "amount is missing or of the wrong type.",
            ));
        }
    };
    let wrong = || {
        ApiError::refused_field(
            "amount",
            domain_core::validation::Code::NotAnAmount,
            "This is not an amount.",
        )
    };
    Amount::parse(&text, to.currency)
        .ok()
        .and_then(|amount| amount.minor())
        .ok_or_else(wrong)
}
