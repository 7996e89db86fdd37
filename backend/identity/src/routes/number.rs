//! Signing in or up with a BVN or NIN, and verifying an identity with it.

use crate::answers::{IdentityCheck, NumberCode, SessionAnswer, UserAnswer};
use crate::checks::{self, Checked};
use crate::numbers::{self, Number};
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use domain_core::identity::otp::CodeAction;
use domain_core::identity::{Bvn, IdentityNumber, OtpForm};
use domain_core::validation::{Form, NoContext, Violation};
use ground::error::{ApiError, Fails, code};
use serde_json::Value;
use service::access::Session;
use service::app::AppState;
use service::http::envelope::Nothing;
use service::http::schema::{Described, form_object};
use service::http::valid::Facts;
use service::http::{Client, Envelope, Part, Plain, Readable, Valid};
use utoipa::ToSchema;
use utoipa::openapi::Object;

service::form_schemas!(BvnValues: Bvn);
service::body_schemas! {
    /// A BVN or a NIN.
    NumberBody: GivenNumber,
    /// A BVN or a NIN, and the code sent to its phone.
    NumberAndCode: (GivenNumber, OtpForm),
    /// A BVN or a NIN to verify, and the code that the first call sent. Names and date of birth come from the profile.
    NumberToProve: ((GivenNumber, GivenCode), Plain<OfTheProfile>),
}

/// Particulars that the caller may send with the number. (Document 1, section 7.) They are ignored: the profile's are
/// compared.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes what is accepted")]
pub struct OfTheProfile {
    firstname: Option<String>,
    lastname: Option<String>,
    /// DD-MM-YYYY.
    dob: Option<String>,
}

/// The form, read from whichever key holds the number. Its violations are reported under that key.
pub struct GivenNumber(IdentityNumber);

const KEYS: [&str; 2] = ["bvn", "nin"];

impl Readable for GivenNumber {
    fn read(values: &Value) -> Result<Self, ApiError> {
        let mut values = values.clone();
        let key = KEYS
            .into_iter()
            .find(|key| values.get(key).is_some_and(|value| !value.is_null()));
        if let (Some(key), Value::Object(members)) = (key, &mut values) {
            let number = members.get(key).cloned().unwrap_or_default();
            members.insert("mode".into(), key.into());
            members.insert("value".into(), number);
        }
        Ok(Self(<IdentityNumber as Form>::read(&values)?))
    }
}

impl Described for GivenNumber {
    fn object() -> Object {
        let mut object = form_object::<IdentityNumber>();
        object.properties.remove("mode");
        if let Some(number) = object.properties.remove("value") {
            let named = KEYS.map(|key| (String::from(key), number.clone()));
            object.properties.extend(named);
        }
        object
    }
}

impl Part for GivenNumber {
    fn judge(&self, _: &Facts) -> Vec<Violation> {
        let key = KEYS.into_iter().find(|key| *key == self.0.mode);
        let named = |violation: Violation| match key {
            Some(key) if violation.field == "value" => violation.of(key),
            _ => violation,
        };
        self.0
            .violations(&NoContext {})
            .into_iter()
            .map(named)
            .collect()
    }
}

/// Sends a sign-in code. The response is the same for every number.
#[utoipa::path(post, path = "/identity/auth/init", tag = "identity", request_body = NumberBody,
    responses((status = 200, body = Envelope<NumberCode>), Fails<code::Refused>))]
pub async fn auth_init(
    State(app): State<AppState>,
    client: Client,
    Valid(number): Valid<GivenNumber>,
) -> Result<Json<Envelope<NumberCode>>, ApiError> {
    let page = CodeAction::IdentityAuth.as_str();
    Ok(Envelope::of(
        numbers::ask(&app, &client, &number.0, page).await?,
    ))
}

/// Signs in with the code. `not_registered` without an account: the code stays valid for signing up.
#[utoipa::path(post, path = "/identity/auth/create", tag = "identity", request_body = NumberAndCode,
    responses((status = 200, body = Envelope<SessionAnswer>), Fails<(code::Refused, code::NotRegistered, code::AccountClosed)>))]
pub async fn auth_create(
    State(app): State<AppState>,
    client: Client,
    Valid(body): Valid<(GivenNumber, OtpForm)>,
) -> Result<Response, ApiError> {
    let arrival = numbers::sign_in(&app, &client, &body.0.0, &body.1.plain()).await?;
    Ok(arrival.answer(&app))
}

/// Sends a sign-up code. The response is the same for every number; 422 for an unknown referral code.
#[utoipa::path(post, path = "/identity/register/init", tag = "identity", request_body = NumberBody,
    responses((status = 200, body = Envelope<NumberCode>), Fails<code::Refused>))]
pub async fn register_init(
    State(app): State<AppState>,
    client: Client,
    Valid(number): Valid<GivenNumber>,
) -> Result<Json<Envelope<NumberCode>>, ApiError> {
    let page = CodeAction::IdentityRegistration.as_str();
    Ok(Envelope::of(
        numbers::ask_newcomer(&app, &client, &number.0, page).await?,
    ))
}

/// Signs up with the code, or signs in if there is an account.
#[utoipa::path(post, path = "/identity/register/create", tag = "identity", request_body = NumberAndCode,
    responses((status = 200, body = Envelope<SessionAnswer>), Fails<(code::Refused, code::AccountClosed)>))]
pub async fn register_create(
    State(app): State<AppState>,
    client: Client,
    Valid(body): Valid<(GivenNumber, OtpForm)>,
) -> Result<Response, ApiError> {
    let arrival = numbers::sign_up(&app, &client, &body.0.0, &body.1.plain()).await?;
    Ok(arrival.answer(&app))
}

/// A code, if one was sent.
pub struct GivenCode(Option<OtpForm>);

impl GivenCode {
    /// The code without its hyphen.
    pub fn plain(&self) -> Option<String> {
        self.0.as_ref().map(OtpForm::plain)
    }
}

impl Readable for GivenCode {
    fn read(values: &Value) -> Result<Self, ApiError> {
        let is_there = values.get("code").is_some_and(|code| !code.is_null());
        let form = is_there
            .then(|| <OtpForm as Form>::read(values))
            .transpose()?;
        Ok(Self(form))
    }
}

impl Described for GivenCode {
    fn object() -> Object {
        form_object::<OtpForm>()
    }
}

impl Part for GivenCode {
    fn judge(&self, facts: &Facts) -> Vec<Violation> {
        self.0
            .as_ref()
            .map_or_else(Vec::new, |form| form.judge(facts))
    }
}

async fn verify(
    app: &AppState,
    session: &Session,
    body: &(GivenNumber, GivenCode),
) -> Result<Json<Envelope<IdentityCheck>>, ApiError> {
    let number = Number::of(&body.0.0)?;
    let code = body.1.plain();
    Ok(
        match checks::verify(app, session, &number, code.as_deref()).await? {
            Checked::CodeSent(sent) => Envelope::of(IdentityCheck::CodeSent(sent)),
            Checked::Proven(user) => {
                let user = UserAnswer::on(app.clock.today(), &user);
                // (Document 1, section 8.)
                Envelope::saying(
                    IdentityCheck::Proven(Box::new(user)),
                    "Identify verification processed",
                )
            }
        },
    )
}

/// Verifies the identity with a BVN: the first call sends a code to its phone, the second enters it.
#[utoipa::path(post, path = "/verify/bvn", tag = "identity", security(("bearer" = [])), request_body = NumberToProve,
    responses((status = 200, body = Envelope<IdentityCheck>), Fails<(code::Refused, code::IdentityAlreadyVerified, code::PersonHasAccount)>))]
pub async fn verify_bvn(
    State(app): State<AppState>,
    session: Session,
    Valid(body): Valid<(GivenNumber, GivenCode)>,
) -> Result<Json<Envelope<IdentityCheck>>, ApiError> {
    verify(&app, &session, &body).await
}

/// Verifies the identity with a NIN: the first call sends a code to its phone, the second enters it.
#[utoipa::path(post, path = "/verify/nin", tag = "identity", security(("bearer" = [])), request_body = NumberToProve,
    responses((status = 200, body = Envelope<IdentityCheck>), Fails<(code::Refused, code::IdentityAlreadyVerified, code::PersonHasAccount)>))]
pub async fn verify_nin(
    State(app): State<AppState>,
    session: Session,
    Valid(body): Valid<(GivenNumber, GivenCode)>,
) -> Result<Json<Envelope<IdentityCheck>>, ApiError> {
    verify(&app, &session, &body).await
}

/// Checks that a BVN is the verified one.
#[utoipa::path(post, path = "/verify/confirm-bvn", tag = "identity", security(("bearer" = [])), request_body = BvnValues,
    responses((status = 200, body = Envelope<Nothing>), Fails<code::Refused>))]
pub async fn confirm_bvn(
    State(app): State<AppState>,
    session: Session,
    Valid(form): Valid<Bvn>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    checks::confirm_bvn(&app, &session, &form).await?;
    Ok(Envelope::of(Nothing {}))
}
