//! Finding a member, opening an account for someone else, and account settings.

use crate::account_settings::{self, AccountSetting};
use crate::answers::CodeSent;
use crate::proxy::{self, Person, Wanted};
use crate::search::{self, Found};
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use domain_core::identity::{ForgotPassword, OtpForm, Phone, ProfileAbout};
use ground::error::{ApiError, Fails, code};
use serde::{Deserialize, Serialize};
use service::access::Session;
use service::app::AppState;
use service::http::envelope::Nothing;
use service::http::{Body, Envelope, Path, Query, Valid};
use utoipa::{IntoParams, ToSchema};

/// The member to find.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Sought {
    /// The whole email address.
    #[serde(alias = "search")]
    query: String,
}

/// The member with that address, with a masked name; an empty list if there is none.
#[utoipa::path(get, path = "/users/search", tag = "identity", security(("bearer" = [])), params(Sought),
    responses((status = 200, body = Envelope<Vec<Found>>)))]
pub async fn search_users(
    State(app): State<AppState>,
    session: Session,
    Query(sought): Query<Sought>,
) -> Result<Json<Envelope<Vec<Found>>>, ApiError> {
    Ok(Envelope::of(
        search::by_email(&app, &session, &sought.query).await?,
    ))
}

service::body_schemas! {
    /// The particulars of the future owner.
    AccountForAnother: Another,
    /// The particulars of the future owner, and the code sent to them.
    AccountForAnotherAndCode: AnotherAndCode,
}

/// The particulars and address of the future owner.
type Another = (ProfileAbout, (ForgotPassword, Phone));

/// The particulars and address of the future owner, and the code sent there.
type AnotherAndCode = (ProfileAbout, (ForgotPassword, (Phone, OtpForm)));

/// An opened account.
#[derive(Serialize, ToSchema)]
pub struct OpenedFor {
    uuid: String,
    name: String,
    email: String,
}

/// Sends a code to the future owner of an account. Requires the permission `users.create`.
#[utoipa::path(post, path = "/user/init", tag = "identity", security(("bearer" = [])), request_body = AccountForAnother,
    responses((status = 200, body = Envelope<CodeSent>), Fails<(code::Refused, code::PermissionRequired)>))]
pub async fn init_user(
    State(app): State<AppState>,
    session: Session,
    Valid(body): Valid<Another>,
) -> Result<Json<Envelope<CodeSent>>, ApiError> {
    let (about, (to, phone)) = &body;
    let wanted = Wanted {
        person: Person::Customer(about),
        email: &to.email,
        phone: &phone.number(),
    };
    Ok(Envelope::of(proxy::ask(&app, &session, &wanted).await?))
}

/// Opens the account with that code. The caller gets no session for it. Requires the permission `users.create`.
#[utoipa::path(post, path = "/user/proxy-create", tag = "identity", security(("bearer" = [])), request_body = AccountForAnotherAndCode,
    responses((status = 201, body = Envelope<OpenedFor>), Fails<(code::Refused, code::PermissionRequired, code::AccountExists)>))]
pub async fn create_user_by_proxy(
    State(app): State<AppState>,
    session: Session,
    Valid(body): Valid<AnotherAndCode>,
) -> Result<Response, ApiError> {
    let (about, (to, (phone, otp))) = &body;
    let wanted = Wanted {
        person: Person::Customer(about),
        email: &to.email,
        phone: &phone.number(),
    };
    let user = proxy::create(&app, &session, &wanted, &otp.plain()).await?;
    Ok(Envelope::created(OpenedFor {
        uuid: user.id,
        name: user.name,
        email: user.email,
    }))
}

/// A setting to save.
#[derive(Deserialize, ToSchema)]
pub struct NewAccountSetting {
    /// Up to 40 lower-case letters, digits, dots, hyphens and underscores.
    #[schema(example = "chart.period")]
    name: String,
    value: String,
}

/// The account's settings by name.
#[utoipa::path(get, path = "/account/settings", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Vec<AccountSetting>>)))]
pub async fn list_account_settings(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Vec<AccountSetting>>>, ApiError> {
    Ok(Envelope::of(account_settings::all(&app, &session).await?))
}

/// Saves a setting, replacing the one with the same name.
#[utoipa::path(post, path = "/account/settings", tag = "identity", security(("bearer" = [])), request_body = NewAccountSetting,
    responses((status = 200, body = Envelope<AccountSetting>), Fails<(code::Refused, code::TooManySettings)>))]
pub async fn set_account_setting(
    State(app): State<AppState>,
    session: Session,
    Body(new): Body<NewAccountSetting>,
) -> Result<Json<Envelope<AccountSetting>>, ApiError> {
    let set = account_settings::set(&app, &session, new.name.trim(), &new.value).await?;
    Ok(Envelope::of(set))
}

/// Removes a setting.
#[utoipa::path(delete, path = "/account/settings/{id}", tag = "identity", security(("bearer" = [])), params(("id" = String, Path)),
    responses((status = 200, body = Envelope<Nothing>)))]
pub async fn remove_account_setting(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    account_settings::remove(&app, &session, &id).await?;
    Ok(Envelope::of(Nothing {}))
}
