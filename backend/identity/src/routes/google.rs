//! Sign-in with Google: redirect, callback, and exchange of a code for a session.

use crate::answers::SessionAnswer;
use crate::google::{self, AWAY_SECONDS, Refused, Returned};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ground::error::{ApiError, ErrorCode, Fails, code};
use serde::Deserialize;
use service::app::AppState;
use service::http::{Client, Envelope, Path, Query, cookies};
use utoipa::IntoParams;

/// The referral code.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Recommended {
    referrer: Option<String>,
}

/// The parameters of Google's redirect back.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Back {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
    iss: Option<String>,
}

/// Redirects to Google.
#[utoipa::path(get, path = "/auth/google/redirect", tag = "identity", params(Recommended),
    responses((status = 303, description = "To Google, or back to the sign-in page when Google does not answer")))]
pub async fn google_redirect(
    State(app): State<AppState>,
    client: Client,
    Query(recommended): Query<Recommended>,
) -> Response {
    match google::begin(&app, &client, recommended.referrer.as_deref()).await {
        Ok(begun) => {
            let cookie = cookies::ELSEWHERE.set(&app, begun.cookie.reveal(), AWAY_SECONDS);
            to(&begun.address, Some(cookie))
        }
        Err(error) if error.status() == StatusCode::SERVICE_UNAVAILABLE => {
            to("/login?google=failed", None)
        }
        Err(error) => error.into_response(),
    }
}

/// Handles the redirect back, and redirects to the start page with a code that only this browser can exchange.
#[utoipa::path(get, path = "/auth/google/callback", tag = "identity", params(Back),
    responses((status = 303, description = "To `/?auth_code=…`, or to the sign-in page, with the reason")))]
pub async fn google_callback(
    State(app): State<AppState>,
    client: Client,
    headers: HeaderMap,
    Query(back): Query<Back>,
) -> Response {
    let returned = Returned {
        state: back.state.as_deref().unwrap_or_default(),
        code: back.code.as_deref(),
        error: back.error.as_deref(),
        issuer: back.iss.as_deref(),
    };
    let cookie = cookies::ELSEWHERE.read(&app, &headers);
    match google::come_back(&app, &client, cookie, &returned).await {
        Ok(code) => to(&format!("/?auth_code={}", code.reveal()), None),
        Err(Refused::Told(why)) => to(
            &format!("/login?google={}", why.as_str()),
            Some(cookies::ELSEWHERE.clear(&app)),
        ),
        Err(Refused::Error(error)) => error.into_response(),
    }
}

/// Exchanges the code for a session: once, within a minute, in the browser that received it.
#[utoipa::path(get, path = "/auth/retrieve/{id}", tag = "identity", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<SessionAnswer>), Fails<(code::ExchangeCodeSpent, code::CrossSite, code::AccountClosed)>))]
pub async fn retrieve_session(
    State(app): State<AppState>,
    client: Client,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    if client.cross_site {
        return Err(ApiError::new(
            ErrorCode::CrossSite,
            "This call is only for pages of the same origin.",
        ));
    }
    let cookie = cookies::ELSEWHERE.read(&app, &headers);
    let arrival = google::retrieve(&app, &client, cookie, &id).await?;
    let mut response = arrival.answer(&app);
    response
        .headers_mut()
        .append(header::SET_COOKIE, cookies::ELSEWHERE.clear(&app));
    Ok(response)
}

fn to(address: &str, cookie: Option<HeaderValue>) -> Response {
    let Ok(location) = HeaderValue::from_str(address) else {
        return ApiError::internal("an address that no header holds").into_response();
    };
    let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, location)]).into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}
