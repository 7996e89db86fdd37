//! The signed-in user.

use crate::account_settings::{self, Switches};
use crate::answers::{PhoneCodeSent, ProfileAnswer, Settings, UserAnswer};
use crate::profile::ProfileParts;
use crate::{phones, profile};
use axum::Json;
use axum::extract::State;
use domain_core::identity::account_setting::{SWITCHES, refused_options};
use domain_core::identity::{Phone, PhoneCode, ProfileAbout, ProfileAddress, ProfileLocation};
use domain_core::shape::Shape;
use domain_core::validation::{Form, NoContext, Violation};
use ground::error::{ApiError, Fails, code};
use providers::places::{Country, Place, countries, local_governments};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use service::access::Session;
use service::access::users;
use service::app::AppState;
use service::http::schema::{Described, form_object};
use service::http::valid::Facts;
use service::http::{Body, Envelope, Part, Query, Readable, Valid};
use service::push::browsers;
use std::collections::BTreeMap;
use utoipa::openapi::Object;
use utoipa::{IntoParams, ToSchema};

service::form_schemas!(PhoneValues: Phone, PhoneCodeValues: PhoneCode);

service::body_schemas! {
    /// One or more parts of the profile: personal details, address, location.
    ProfileValues: ProfileParts,
}

/// A part is present if one of its keys is. A body with none of the keys is read as the first part, with every field
/// missing.
impl Readable for ProfileParts {
    fn read(values: &Value) -> Result<Self, ApiError> {
        let holds = |keys: &[&str]| keys.iter().any(|key| values.get(key).is_some());
        let address = holds(ProfileAddress::KEYS)
            .then(|| <ProfileAddress as Form>::read(values))
            .transpose()?;
        let location = holds(ProfileLocation::KEYS)
            .then(|| <ProfileLocation as Form>::read(values))
            .transpose()?;
        let none_else = address.is_none() && location.is_none();
        let about = (none_else || holds(ProfileAbout::KEYS))
            .then(|| <ProfileAbout as Form>::read(values))
            .transpose()?;
        Ok(Self {
            about,
            address,
            location,
        })
    }
}

impl Described for ProfileParts {
    fn object() -> Object {
        let mut object = form_object::<ProfileAbout>();
        for part in [
            form_object::<ProfileAddress>(),
            form_object::<ProfileLocation>(),
        ] {
            object.properties.extend(part.properties);
        }
        object
    }
}

impl Part for ProfileParts {
    fn judge(&self, facts: &Facts) -> Vec<Violation> {
        let mut violations = Vec::new();
        if let Some(about) = &self.about {
            violations.extend(about.judge(facts));
        }
        if let Some(address) = &self.address {
            violations.extend(address.violations(&users::address::context(address)));
        }
        if let Some(location) = &self.location {
            violations.extend(location.violations(&NoContext {}));
        }
        violations
    }
}

/// Settings to change; omitted ones stay. Unknown options are refused by name.
#[derive(Deserialize, ToSchema)]
pub struct SettingsBody {
    /// Whether due instalments are collected from the wallet.
    auto_save: Option<bool>,
    /// Whether notices are sent by text message.
    enable_sms: Option<bool>,
    enable_email: Option<bool>,
    enable_telegram: Option<bool>,
    enable_whatsapp: Option<bool>,
    /// The push subscription of this session's browser, as JSON text, `{"endpoint", "keys": {"p256dh", "auth"}}`; blank
    /// removes it.
    fcm_token: Option<String>,
    #[serde(flatten)]
    #[schema(ignore)]
    others: BTreeMap<String, Value>,
}

impl SettingsBody {
    fn switches(&self) -> Vec<(&'static str, bool)> {
        let given = [
            self.auto_save,
            self.enable_sms,
            self.enable_email,
            self.enable_telegram,
            self.enable_whatsapp,
        ];
        let named = SWITCHES.into_iter().zip(given);
        named
            .filter_map(|(name, is_on)| Some((name, is_on?)))
            .collect()
    }
}

/// The settings, with the switches.
#[derive(Serialize, ToSchema)]
pub struct AllSettings {
    #[serde(flatten)]
    settings: Settings,
    #[serde(flatten)]
    switches: Switches,
}

async fn all_settings(app: &AppState, session: &Session) -> Result<AllSettings, ApiError> {
    let user = profile::user(app, session).await?;
    let mut connection = app.db.read().await?;
    Ok(AllSettings {
        settings: (&user).into(),
        switches: account_settings::switches(&mut connection, &session.user_id).await?,
    })
}

/// The signed-in user.
#[utoipa::path(get, path = "/auth/me", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<UserAnswer>)))]
pub async fn me(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<UserAnswer>>, ApiError> {
    let user = profile::user(&app, &session).await?;
    Ok(Envelope::of(UserAnswer::on(app.clock.today(), &user)))
}

/// The profile.
#[utoipa::path(get, path = "/profile", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<ProfileAnswer>)))]
pub async fn profile(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<ProfileAnswer>>, ApiError> {
    let user = profile::user(&app, &session).await?;
    Ok(Envelope::of(ProfileAnswer::of(&user)))
}

/// Saves the parts that were sent: name, gender and date of birth; the address; the location.
#[utoipa::path(post, path = "/profile", tag = "identity", security(("bearer" = [])), request_body = ProfileValues,
    responses((status = 200, body = Envelope<ProfileAnswer>), Fails<(code::Refused, code::AddressVerificationPending)>))]
pub async fn save_profile(
    State(app): State<AppState>,
    session: Session,
    Valid(parts): Valid<ProfileParts>,
) -> Result<Json<Envelope<ProfileAnswer>>, ApiError> {
    let user = profile::save(&app, &session, &parts).await?;
    Ok(Envelope::of(ProfileAnswer::of(&user)))
}

/// Countries with their states, for addresses.
#[utoipa::path(get, path = "/countries", tag = "identity",
    responses((status = 200, body = Envelope<Vec<Country>>)))]
pub async fn list_countries() -> Json<Envelope<&'static [Country]>> {
    Envelope::of(countries())
}

/// A state.
#[derive(Deserialize, IntoParams)]
pub struct StateOf {
    /// As `GET /countries` names it.
    country: String,
    /// As `GET /countries` names it.
    state: String,
}

/// The local government areas of a state. The list is empty outside Nigeria.
#[utoipa::path(get, path = "/local-governments", tag = "identity", params(StateOf),
    responses((status = 200, body = Envelope<Vec<String>>)))]
pub async fn list_local_governments(
    Query(asked): Query<StateOf>,
) -> Json<Envelope<&'static [String]>> {
    Envelope::of(local_governments(&asked.country, &asked.state))
}

/// A partial address.
#[derive(Deserialize, IntoParams)]
pub struct Typed {
    query: String,
}

/// Suggestions for a partial address.
#[utoipa::path(get, path = "/places", tag = "identity", security(("bearer" = [])), params(Typed),
    responses((status = 200, body = Envelope<Vec<Place>>), Fails<code::Refused>))]
pub async fn find_places(
    State(app): State<AppState>,
    session: Session,
    Query(typed): Query<Typed>,
) -> Result<Json<Envelope<Vec<Place>>>, ApiError> {
    Ok(Envelope::of(
        profile::places(&app, &session, &typed.query).await?,
    ))
}

/// Sends a code to a phone number.
#[utoipa::path(post, path = "/phone/code", tag = "identity", security(("bearer" = [])), request_body = PhoneValues,
    responses((status = 200, body = Envelope<PhoneCodeSent>), Fails<(code::Refused, code::PhoneAlreadySet)>))]
pub async fn phone_code(
    State(app): State<AppState>,
    session: Session,
    Valid(form): Valid<Phone>,
) -> Result<Json<Envelope<PhoneCodeSent>>, ApiError> {
    let phone = form.number();
    let sent = phones::send_code(&app, &session, &phone).await?;
    // (Document 1, section 8.)
    let message = ["OTP sent to ", &phone].concat();
    Ok(Envelope::saying(PhoneCodeSent { sent, phone }, message))
}

/// Adds the phone number that the code was sent to.
#[utoipa::path(post, path = "/phone", tag = "identity", security(("bearer" = [])), request_body = PhoneCodeValues,
    responses((status = 200, body = Envelope<UserAnswer>), Fails<(code::Refused, code::PhoneAlreadySet)>))]
pub async fn add_phone(
    State(app): State<AppState>,
    session: Session,
    Valid(form): Valid<PhoneCode>,
) -> Result<Json<Envelope<UserAnswer>>, ApiError> {
    let user = phones::add(&app, &session, &form).await?;
    // (Document 1, section 8.)
    Ok(Envelope::saying(
        UserAnswer::on(app.clock.today(), &user),
        "Phone successfully updated",
    ))
}

/// The user's settings.
#[utoipa::path(get, path = "/settings", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<AllSettings>)))]
pub async fn settings(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<AllSettings>>, ApiError> {
    Ok(Envelope::of(all_settings(&app, &session).await?))
}

/// Saves settings.
#[utoipa::path(post, path = "/settings", tag = "identity", security(("bearer" = [])), request_body = Option<SettingsBody>,
    responses((status = 200, body = Envelope<AllSettings>), Fails<(code::Refused, code::TooManySettings)>))]
pub async fn save_settings(
    State(app): State<AppState>,
    session: Session,
    Body(body): Body<SettingsBody>,
) -> Result<Json<Envelope<AllSettings>>, ApiError> {
    let refused = refused_options(body.others.keys().map(String::as_str));
    if !refused.is_empty() {
        return Err(ApiError::refused(refused));
    }
    let mut tx = app.db.begin().await?;
    if let Some(token) = &body.fcm_token {
        browsers::save(&mut tx, &app, &session, token).await?;
    }
    account_settings::switch(&mut tx, &app, &session, &body.switches()).await?;
    tx.commit().await?;
    Ok(Envelope::of(all_settings(&app, &session).await?))
}

/// Saves settings, as `POST` does.
#[utoipa::path(put, path = "/settings", tag = "identity", security(("bearer" = [])), request_body = Option<SettingsBody>,
    responses((status = 200, body = Envelope<AllSettings>), Fails<(code::Refused, code::TooManySettings)>))]
pub async fn replace_settings(
    app: State<AppState>,
    session: Session,
    body: Body<SettingsBody>,
) -> Result<Json<Envelope<AllSettings>>, ApiError> {
    save_settings(app, session, body).await
}
