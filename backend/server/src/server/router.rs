//! The router: all calls, and the layers around them.

use crate::server::{
    again, headers, health, metrics, openapi, panics, problems, rate_limits, reports, request_id,
    unread, webapp,
};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{HeaderMap, Version, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use ground::error::{ApiError, ErrorCode};
use serde_json::Value;
use service::app::AppState;
use service::http::body;
use service::http::document::PublicDocument;
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// Longer than the longest provider call.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(40);

/// Every call of the API, with its description.
fn calls(sandbox: bool) -> OpenApiRouter<AppState> {
    let calls = OpenApiRouter::new()
        .merge(identity::routes())
        .merge(service::settings::routes())
        .merge(crate::rules::routes())
        .merge(wallet::routes())
        .merge(bills::routes())
        .merge(signals::routes())
        .merge(plans::routes())
        .merge(community::routes())
        .merge(crate::account::routes())
        .merge(service::inbox::routes())
        .merge(service::realtime::routes());
    let calls = if sandbox {
        calls.merge(crate::sandbox::routes())
    } else {
        calls
    };
    OpenApiRouter::with_openapi(openapi::base()).nest("/api", calls)
}

/// The calls with and without those of the sandbox, built once per process: it is the slowest part of the start.
static WITH_SANDBOX: LazyLock<Calls> = LazyLock::new(|| Calls::new(true));
static WITHOUT_SANDBOX: LazyLock<Calls> = LazyLock::new(|| Calls::new(false));

struct Calls {
    router: Router<AppState>,
    description: OpenApi,
    /// The published description, completed on first use.
    document: OnceLock<PublicDocument>,
}

impl Calls {
    fn new(sandbox: bool) -> Self {
        let (router, description) = calls(sandbox).split_for_parts();
        Self {
            router,
            description,
            document: OnceLock::new(),
        }
    }

    fn document(&self) -> &PublicDocument {
        self.document.get_or_init(|| {
            let mut document = openapi::complete(&self.description);
            // Not in the printed one, which would change with every comment in the rules.
            document["info"]["x-rules-version"] = domain_core::rules_version().into();
            PublicDocument::new(&document)
        })
    }
}

/// The description of the API, sandbox included.
pub fn openapi() -> Value {
    openapi::complete(&WITH_SANDBOX.description)
}

/// The complete router.
pub fn router(app: AppState) -> Router {
    super::connect_areas();
    let calls: &'static Calls = match app.config.production() {
        true => &WITHOUT_SANDBOX,
        false => &WITH_SANDBOX,
    };
    let described = move |headers: HeaderMap| async move { calls.document().answer(&headers) };
    calls
        .router
        .clone()
        .route("/api/openapi.json", get(described))
        .route(
            reports::PATH,
            post(reports::take).layer(DefaultBodyLimit::max(reports::MOST_BYTES)),
        )
        .route_layer(from_fn(again::layer))
        .route_layer(from_fn_with_state(app.clone(), rate_limits::layer))
        .merge(public(&app))
        // Sockets have their own limits, and health checks come from machines.
        .route("/app/{key}", get(service::realtime::connect))
        .route("/healthz", get(health::live))
        .route("/readyz", get(health::ready))
        .method_not_allowed_fallback(method_not_allowed)
        .fallback(webapp::serve)
        .layer(DefaultBodyLimit::max(body::BODY_LIMIT_BYTES))
        .layer(from_fn(time_limit))
        .layer(from_fn(plain_address))
        .layer(from_fn(one_host))
        .layer(from_fn(problems::layer))
        .layer(CatchPanicLayer::custom(panics::answer))
        .layer(from_fn_with_state(app.clone(), headers::layer))
        .layer(from_fn_with_state(app.clone(), metrics::layer))
        .layer(from_fn_with_state(app.clone(), request_id::layer))
        .layer(from_fn(unread::layer))
        .with_state(app)
}

/// The routes that every first page load needs.
fn public(app: &AppState) -> Router<AppState> {
    Router::new()
        .route(
            "/manifest.webmanifest",
            get(service::settings::manifest::serve),
        )
        .route(
            "/media/brand.css",
            get(service::settings::stylesheet::serve),
        )
        .route("/media/icon", get(service::settings::icons::in_tab))
        .route(
            "/media/touch-icon",
            get(service::settings::icons::on_home_screen),
        )
        .route("/media/avatars/{name}", get(identity::avatar::serve))
        .route("/media/rules/{name}", get(crate::rules::archive::serve))
        .route("/.well-known/ajo-rules.json", get(crate::rules::known))
        .route(
            "/media/brands/{name}",
            get(service::settings::pictures::serve),
        )
        .route(wallet::cards::RETURN_PATH, get(wallet::cards::returned))
        .route_layer(from_fn_with_state(app.clone(), rate_limits::public))
}

async fn method_not_allowed() -> ApiError {
    ApiError::new(
        ErrorCode::MethodNotAllowed,
        "This address does not support that method.",
    )
}

/// Refuses U+0000 in a URL: none of ours has it, and databases treat it differently.
async fn plain_address(request: Request, next: Next) -> Response {
    let address = request
        .uri()
        .path_and_query()
        .map(ToString::to_string)
        .unwrap_or_default();
    if address.contains("%00") {
        return ApiError::malformed_address().into_response();
    }
    next.run(request).await
}

/// Refuses an HTTP/1.1 request without exactly one `Host` (RFC 9112, section 3.2): a proxy may have used another one.
async fn one_host(request: Request, next: Next) -> Response {
    let hosts = request.headers().get_all(header::HOST).iter().count();
    let needed = request.version() >= Version::HTTP_11;
    if hosts > 1 || (needed && hosts == 0) {
        let message = "Send exactly one Host header.";
        return ApiError::new(ErrorCode::MalformedHost, message).into_response();
    }
    next.run(request).await
}

async fn time_limit(request: Request, next: Next) -> Response {
    match tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::unavailable().into_response(),
    }
}
