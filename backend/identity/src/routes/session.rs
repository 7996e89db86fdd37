//! Signing up, in and out.

use crate::answers::{CodeNext, IdleAt, SessionAnswer, idle_at};
use crate::sessions::SessionEntry;
use crate::sign_in::SignedIn;
use crate::sign_up::BROWSER_KEEPS_SECONDS;
use crate::{sessions, sign_in, sign_up};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use domain_core::identity::{ForgotPassword, Login, OtpForm, Register};
use ground::error::{ApiError, ErrorCode, Fails, code};
use ground::secret::Secret;
use service::access::Session;
use service::app::AppState;
use service::http::envelope::Nothing;
use service::http::{Client, Envelope, Path, Read, Valid, cookies};

service::form_schemas!(RegisterValues: Register, LoginValues: Login);

service::body_schemas! {
    /// An address and the code sent to it, with or without its hyphen.
    EmailAndCode: (ForgotPassword, OtpForm),
}

/// Signs up. The response is the same for an address that has an account.
#[utoipa::path(post, path = "/auth/register", tag = "identity", request_body = RegisterValues,
    responses((status = 201, body = Envelope<CodeNext>), Fails<code::Refused>))]
pub async fn register(
    State(app): State<AppState>,
    client: Client,
    Read(form): Read<Register>,
) -> Result<Response, ApiError> {
    let registered = sign_up::register(&app, &client, &form).await?;
    let cookie = cookies::SIGN_UP.set(&app, registered.browser.reveal(), BROWSER_KEEPS_SECONDS);
    let mut response = Envelope::created(registered.next);
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}

/// Proves the address with the sign-up code, and signs in. The account gets the form filled in in the same browser; in
/// another browser it gets no password.
#[utoipa::path(post, path = "/auth/verify", tag = "identity", request_body = EmailAndCode,
    responses((status = 200, body = Envelope<SessionAnswer>), Fails<(code::Refused, code::AccountClosed)>))]
pub async fn verify(
    State(app): State<AppState>,
    client: Client,
    headers: HeaderMap,
    Valid(body): Valid<(ForgotPassword, OtpForm)>,
) -> Result<Response, ApiError> {
    let browser = cookies::SIGN_UP.read(&app, &headers);
    let browser = browser.map(|browser| Secret::new(browser.to_owned()));
    let code = body.1.plain();
    let arrival = sign_up::verify(&app, &client, &body.0.email, &code, browser).await?;
    let mut response = arrival.answer(&app);
    response
        .headers_mut()
        .append(header::SET_COOKIE, cookies::SIGN_UP.clear(&app));
    Ok(response)
}

/// Signs in with a password. Returns a session, or the next step if the address is not proven yet.
#[utoipa::path(post, path = "/auth/login", tag = "identity", request_body = LoginValues,
    responses((status = 200, description = "A session, or `{next: \"otp\", …}`", body = Envelope<SessionAnswer>), Fails<(code::Refused, code::AccountClosed)>))]
pub async fn login(
    State(app): State<AppState>,
    client: Client,
    Valid(form): Valid<Login>,
) -> Result<Response, ApiError> {
    Ok(match sign_in::login(&app, &client, &form).await? {
        SignedIn::Session(arrival) => arrival.answer(&app),
        SignedIn::Code(next) => Envelope::of(next).into_response(),
    })
}

/// Completes a sign-in with its code.
#[utoipa::path(post, path = "/auth/login-otp", tag = "identity", request_body = EmailAndCode,
    responses((status = 200, body = Envelope<SessionAnswer>), Fails<(code::Refused, code::AccountClosed)>))]
pub async fn login_otp(
    State(app): State<AppState>,
    client: Client,
    Valid(body): Valid<(ForgotPassword, OtpForm)>,
) -> Result<Response, ApiError> {
    let code = body.1.plain();
    let arrival = sign_up::complete_login(&app, &client, &body.0.email, &code).await?;
    Ok(arrival.answer(&app))
}

/// Restores a session from the cookie, for pages of this origin only.
#[utoipa::path(post, path = "/auth/refresh", tag = "identity",
    responses((status = 200, body = Envelope<SessionAnswer>), Fails<(code::Unauthenticated, code::CrossSite)>))]
pub async fn refresh(State(app): State<AppState>, client: Client, headers: HeaderMap) -> Response {
    if client.cross_site {
        return ApiError::new(
            ErrorCode::CrossSite,
            "This call is only for pages of the same origin.",
        )
        .into_response();
    }
    let Some(token) = cookies::REFRESH.read(&app, &headers) else {
        return ApiError::unauthenticated().into_response();
    };
    match sessions::refresh(&app, &client, token).await {
        Ok((user, tokens)) => sessions::answer(&app, &user, &tokens),
        Err(error) => {
            let over = error.status() == axum::http::StatusCode::UNAUTHORIZED;
            let mut response = error.into_response();
            if over {
                response
                    .headers_mut()
                    .append(header::SET_COOKIE, cookies::REFRESH.clear(&app));
            }
            response
        }
    }
}

/// Records activity, which keeps the session alive.
#[utoipa::path(post, path = "/auth/activity", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<IdleAt>)))]
pub async fn activity(session: Session) -> Json<Envelope<IdleAt>> {
    Envelope::of(IdleAt {
        idle_at: idle_at(session.last_active_at_ms),
    })
}

/// The user's open sessions, most recently active first.
#[utoipa::path(get, path = "/auth/sessions", operation_id = "list_sessions", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Vec<SessionEntry>>)))]
pub async fn list_sessions(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Vec<SessionEntry>>>, ApiError> {
    Ok(Envelope::of(sessions::open(&app, &session).await?))
}

/// Ends all other sessions of the user.
#[utoipa::path(delete, path = "/auth/sessions", operation_id = "end_other_sessions", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Nothing>)))]
pub async fn end_other_sessions(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    sessions::end_all_others(&app, &session).await?;
    Ok(Envelope::of(Nothing {}))
}

/// Ends another session of the user.
#[utoipa::path(delete, path = "/auth/sessions/{id}", operation_id = "end_session", tag = "identity", security(("bearer" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = Envelope<Nothing>), Fails<code::NotFound>))]
pub async fn end_session(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    sessions::end_one(&app, &session, &id).await?;
    Ok(Envelope::of(Nothing {}))
}

/// Signs out.
#[utoipa::path(post, path = "/auth/logout", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Nothing>)))]
pub async fn logout(State(app): State<AppState>, session: Session) -> Result<Response, ApiError> {
    let mut tx = app.db.begin().await?;
    sessions::end(&mut tx, &app, &session, "logout").await?;
    tx.commit().await?;
    let mut response = Envelope::of(Nothing {}).into_response();
    response
        .headers_mut()
        .append(header::SET_COOKIE, cookies::REFRESH.clear(&app));
    Ok(response)
}

/// Signs out. Kept for older clients; it requires the bearer token, so a link cannot sign a user out.
#[utoipa::path(get, path = "/auth/logout", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Nothing>)))]
pub async fn logout_by_get(app: State<AppState>, session: Session) -> Result<Response, ApiError> {
    logout(app, session).await
}
