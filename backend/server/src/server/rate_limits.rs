//! The general rate limit: per user, or per address for calls without a session.
//!
//! Phones share addresses: behind carrier-grade NAT there may be thousands. So calls with a session count for the user,
//! and the resources of every first page load (files, the brand) count only toward the higher limit of an address.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ground::error::ApiError;
use ground::limit::{Limit, MINUTE_SECONDS, around};
use service::access::session::Session;
use service::app::AppState;
use service::http::client::{Client, peer};
use service::http::limits::check;

/// Calls of a user, or of an address without a session.
const GENERAL: Limit = Limit {
    name: "general",
    most: 300,
    window_seconds: MINUTE_SECONDS,
};
/// Calls with a token and public files, per address, which may be thousands of phones behind carrier-grade NAT.
const CROWD: Limit = Limit {
    name: "crowd",
    most: 30_000,
    window_seconds: MINUTE_SECONDS,
};
/// The brand of the first page.
const CONFIGURATION: &str = "/api/app-configuration";

/// Counts a call of the API.
pub async fn layer(State(app): State<AppState>, mut request: Request, next: Next) -> Response {
    if app.config.rate_limit_factor == 0 {
        return next.run(request).await;
    }
    let address = address(&app, &request);
    let counted = if request.uri().path() == CONFIGURATION {
        count(&app, CROWD, "files", &address)
    } else {
        count_caller(&app, &address, &mut request).await
    };
    match counted {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

/// Counts a public file.
pub async fn public(State(app): State<AppState>, request: Request, next: Next) -> Response {
    match count_file(&app, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

/// Counts a file that requires a database query.
///
/// # Errors
/// 429 above the limit.
pub fn count_file(app: &AppState, request: &Request) -> Result<(), ApiError> {
    count(app, CROWD, "files", &address(app, request))
}

fn address(app: &AppState, request: &Request) -> String {
    let peer = peer(request.extensions());
    Client::of(app, peer, request.headers(), None).limit_subject()
}

async fn count_caller(
    app: &AppState,
    address: &str,
    request: &mut Request,
) -> Result<(), ApiError> {
    if Session::has_token(request.headers()) {
        count(app, CROWD, "tokens", address)?;
        // An invalid token does not exempt a call from the address's count.
        if let Some(session) = Session::of_headers(app, request.headers()).await {
            count(app, GENERAL, "user", &session.user_id)?;
            session.remember(request.extensions_mut());
            return Ok(());
        }
    }
    count(app, GENERAL, "", address)
}

/// Counts a call; `kind` separates the counts of a subject.
fn count(app: &AppState, limit: Limit, kind: &str, subject: &str) -> Result<(), ApiError> {
    let network = around(limit, subject);
    for (limit, subject) in [Some((limit, subject.to_owned())), network]
        .into_iter()
        .flatten()
    {
        let subject = [kind, " ", &subject].concat();
        let hits = app.local_counters.hit(app.clock.now_ms(), limit, subject);
        check(app, limit, hits)?;
    }
    Ok(())
}
