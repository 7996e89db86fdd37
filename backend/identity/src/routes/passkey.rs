//! Passkeys.

use crate::answers::SessionAnswer;
use crate::passkeys::{self, Added, PasskeyEntry, Passkeys, PublicKeyOptions, Signed, Started};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use domain_core::identity::PasskeyName;
use ground::error::{ApiError, ErrorCode, Fails, code};
use serde::{Deserialize, Serialize};
use service::access::Session;
use service::app::AppState;
use service::http::body::Body;
use service::http::envelope::Nothing;
use service::http::{Client, Envelope, Path, Valid, cookies};
use utoipa::ToSchema;

/// As long as a challenge lives.
const COOKIE_SECONDS: i64 = 180;

service::form_schemas!(PasskeyNameValues: PasskeyName);

/// The options for a sign-in.
#[derive(Serialize, ToSchema)]
pub struct PasskeyLoginStarted {
    options: PublicKeyOptions,
}

/// The answer of `navigator.credentials.get`, as JSON.
#[derive(Deserialize, ToSchema)]
pub struct PasskeyLogin {
    #[schema(value_type = BTreeMap<String, Value>)]
    credential: Signed,
}

/// The proof that the owner adds or removes a passkey.
#[derive(Deserialize, ToSchema)]
pub struct PasskeyProof {
    /// Not needed within ten minutes of signing in, entering a code, or using a passkey.
    #[serde(default)]
    password: Option<String>,
}

/// The answer of `navigator.credentials.create`, as JSON.
#[derive(Deserialize, ToSchema)]
pub struct NewPasskey {
    challenge_id: String,
    #[schema(value_type = BTreeMap<String, Value>)]
    credential: Added,
    /// The default is the browser's.
    #[serde(default)]
    name: Option<String>,
}

/// A challenge, and the answer of `navigator.credentials.get` to it, as JSON.
#[derive(Deserialize, ToSchema)]
pub struct SignedChallenge {
    pub challenge_id: String,
    #[schema(value_type = BTreeMap<String, Value>)]
    pub credential: Signed,
}

/// Starts a sign-in with a passkey, for pages of this origin only.
#[utoipa::path(post, path = "/auth/passkey/start", tag = "identity",
    responses((status = 200, body = Envelope<PasskeyLoginStarted>), Fails<(code::CrossSite, code::PasskeysUnavailable)>))]
pub async fn start_passkey_login(
    State(app): State<AppState>,
    client: Client,
) -> Result<Response, ApiError> {
    expect_same_origin(&client)?;
    let started = passkeys::start_signing_in(&app, &client).await?;
    let options = started.options;
    let mut response = Envelope::of(PasskeyLoginStarted { options }).into_response();
    response.headers_mut().append(
        header::SET_COOKIE,
        cookies::PASSKEY.set(&app, &started.challenge_id, COOKIE_SECONDS),
    );
    Ok(response)
}

/// Signs in with a passkey, in the browser that started it.
#[utoipa::path(post, path = "/auth/passkey", tag = "identity", request_body = PasskeyLogin,
    responses((status = 200, body = Envelope<SessionAnswer>),
        Fails<(code::CrossSite, code::PasskeysUnavailable, code::PasskeyRefused, code::AccountClosed)>))]
pub async fn passkey_login(
    State(app): State<AppState>,
    client: Client,
    headers: HeaderMap,
    Body(given): Body<PasskeyLogin>,
) -> Result<Response, ApiError> {
    expect_same_origin(&client)?;
    let token = cookies::PASSKEY.read(&app, &headers).unwrap_or_default();
    let arrival = passkeys::sign_in(&app, &client, token, &given.credential).await?;
    let mut response = arrival.answer(&app);
    response
        .headers_mut()
        .append(header::SET_COOKIE, cookies::PASSKEY.clear(&app));
    Ok(response)
}

fn expect_same_origin(client: &Client) -> Result<(), ApiError> {
    match client.cross_site {
        true => Err(ApiError::new(
            ErrorCode::CrossSite,
            "This call is only for pages of the same origin.",
        )),
        false => Ok(()),
    }
}

/// The user's passkeys, the oldest first.
#[utoipa::path(get, path = "/account/passkeys", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Passkeys>)))]
pub async fn list_passkeys(
    State(app): State<AppState>,
    client: Client,
    session: Session,
) -> Result<Json<Envelope<Passkeys>>, ApiError> {
    Ok(Envelope::of(passkeys::all(&app, &client, &session).await?))
}

/// Starts adding a passkey.
#[utoipa::path(post, path = "/account/passkeys/start", tag = "identity", security(("bearer" = [])), request_body = PasskeyProof,
    responses((status = 200, body = Envelope<Started>),
        Fails<(code::Refused, code::ReauthenticationRequired, code::PasskeysUnavailable, code::TooManyPasskeys)>))]
pub async fn start_adding_passkey(
    State(app): State<AppState>,
    client: Client,
    session: Session,
    Body(proof): Body<PasskeyProof>,
) -> Result<Json<Envelope<Started>>, ApiError> {
    let password = proof.password.as_deref();
    Ok(Envelope::of(
        passkeys::start_adding(&app, &client, &session, password).await?,
    ))
}

/// Adds a passkey.
#[utoipa::path(post, path = "/account/passkeys", tag = "identity", security(("bearer" = [])), request_body = NewPasskey,
    responses((status = 201, body = Envelope<PasskeyEntry>),
        Fails<(code::Refused, code::PasskeysUnavailable, code::PasskeyRefused, code::TooManyPasskeys)>))]
pub async fn add_passkey(
    State(app): State<AppState>,
    client: Client,
    session: Session,
    Body(new): Body<NewPasskey>,
) -> Result<Response, ApiError> {
    let (id, credential) = (&new.challenge_id, &new.credential);
    Ok(Envelope::created(
        passkeys::add(&app, &client, &session, id, credential, new.name).await?,
    ))
}

/// Renames a passkey.
#[utoipa::path(patch, path = "/account/passkeys/{id}", tag = "identity", security(("bearer" = [])), params(("id" = String, Path)),
    request_body = PasskeyNameValues, responses((status = 200, body = Envelope<PasskeyEntry>), Fails<(code::Refused, code::NotFound)>))]
pub async fn rename_passkey(
    State(app): State<AppState>,
    client: Client,
    session: Session,
    Path(id): Path<String>,
    Valid(form): Valid<PasskeyName>,
) -> Result<Json<Envelope<PasskeyEntry>>, ApiError> {
    Ok(Envelope::of(
        passkeys::rename(&app, &client, &session, &id, form).await?,
    ))
}

/// Removes a passkey.
#[utoipa::path(delete, path = "/account/passkeys/{id}", tag = "identity", security(("bearer" = [])), params(("id" = String, Path)),
    request_body = PasskeyProof,
    responses((status = 200, body = Envelope<Nothing>), Fails<(code::Refused, code::ReauthenticationRequired, code::NotFound)>))]
pub async fn remove_passkey(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
    Body(proof): Body<PasskeyProof>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    passkeys::remove(&app, &session, &id, proof.password.as_deref()).await?;
    Ok(Envelope::of(Nothing {}))
}

/// Starts proving with a passkey that the session is used by its owner.
#[utoipa::path(post, path = "/account/passkeys/proof/start", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Started>), Fails<(code::PasskeysUnavailable, code::PasskeyRefused)>))]
pub async fn start_proving_passkey(
    State(app): State<AppState>,
    client: Client,
    session: Session,
) -> Result<Json<Envelope<Started>>, ApiError> {
    Ok(Envelope::of(
        passkeys::start_proving(&app, &client, &session).await?,
    ))
}

/// Proves with a passkey that the session is used by its owner: for ten minutes, as a code does.
#[utoipa::path(post, path = "/account/passkeys/proof", tag = "identity", security(("bearer" = [])), request_body = SignedChallenge,
    responses((status = 200, body = Envelope<Nothing>), Fails<(code::PasskeysUnavailable, code::PasskeyRefused)>))]
pub async fn prove_passkey(
    State(app): State<AppState>,
    client: Client,
    session: Session,
    Body(given): Body<SignedChallenge>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    let (id, credential) = (&given.challenge_id, &given.credential);
    passkeys::prove(&app, &client, &session, id, credential).await?;
    Ok(Envelope::of(Nothing {}))
}
