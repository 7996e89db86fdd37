//! Serves the web app's files: compressed ahead of time, hashed ones cached forever, every page from `index.html`, and
//! the sign-in page from `login.html`, which contains its form.

use super::rate_limits;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ground::error::{ApiError, ErrorCode};
use service::app::AppState;
use service::http::Client;
use service::http::document::PublicDocument;
use service::settings::sign_in_page;
use tower::ServiceExt;
use tower_http::services::{ServeDir, ServeFile};

/// The part of a file held in memory for each connection.
const CHUNK_BYTES: usize = 16 * 1024;
const SIGN_IN: &str = "/login";
/// The built sign-in page, a template without the brand.
const FORM: &str = "/login.html";
const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

/// Serves a file, or `index.html` for the URL of a page.
pub async fn serve(State(app): State<AppState>, client: Client, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    let reads = request.method() == Method::GET || request.method() == Method::HEAD;
    // Not pages: unknown paths of the API, the socket's path, and the sign-in template.
    if !reads
        || path == FORM
        || path == "/api"
        || path.starts_with("/api/")
        || path.starts_with("/app/")
    {
        return ApiError::not_found().into_response();
    }
    // The form needs the brand from the database. Above the rate limit, the app is served without the form.
    let has_form = path == SIGN_IN && rate_limits::count_file(&app, &request).is_ok();
    let (parts, _) = request.into_parts();
    let ask = |uri| {
        let mut ask = Request::new(Body::empty());
        (*ask.method_mut(), *ask.headers_mut()) = (parts.method.clone(), parts.headers.clone());
        *ask.uri_mut() = uri;
        ask
    };
    let files = ServeDir::new(&app.config.webapp_dir)
        .precompressed_br()
        .precompressed_gzip()
        .with_buf_chunk_size(CHUNK_BYTES);
    let mut response = match files.oneshot(ask(parts.uri.clone())).await {
        Ok(response) => response.map(Body::new),
        Err(never) => match never {},
    };
    let hashed = path.starts_with("/assets/");
    if response.status() == StatusCode::NOT_FOUND
        || response.status() == StatusCode::METHOD_NOT_ALLOWED
    {
        if hashed || !(opens_page(&parts.headers) || is_pages_name(&path)) {
            return ApiError::not_found().into_response();
        }
        if has_form && let Some(response) = sign_in(&app, &client, &parts.headers).await {
            return response;
        }
        let index = ServeFile::new(app.config.webapp_dir.join("index.html"))
            .precompressed_br()
            .precompressed_gzip()
            .with_buf_chunk_size(CHUNK_BYTES);
        response = match index.oneshot(ask(axum::http::Uri::from_static("/"))).await {
            Ok(response) => response.map(Body::new),
            Err(never) => match never {},
        };
        if response.status() == StatusCode::NOT_FOUND {
            return ApiError::new(
                ErrorCode::NoWebapp,
                "The web app has not been built: run `make web`.",
            )
            .into_response();
        }
    }
    let keep = if hashed && response.status().is_success() {
        FOREVER
    } else {
        REVALIDATE
    };
    response.headers_mut().insert(header::CACHE_CONTROL, keep);
    response
}

/// The sign-in page with its form and the brand; `None` if the build has no form or the brand cannot be read: then the
/// app reports the error.
async fn sign_in(app: &AppState, client: &Client, asked: &HeaderMap) -> Option<Response> {
    let file = app.config.webapp_dir.join(FORM.trim_start_matches('/'));
    let built = tokio::fs::read_to_string(file);
    let page = sign_in_page::of(app, client, &built.await.ok()?)
        .await
        .ok()?;
    Some(PublicDocument::of(HTML, page.into_bytes()).answer(asked))
}

/// Whether the request is a page navigation. Its URL may contain anything, such as a code with a dot.
fn opens_page(headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT);
    accepts
        .and_then(|accepts| accepts.to_str().ok())
        .is_some_and(|accepts| accepts.contains("text/html"))
}

/// Whether the path does not end in a file name.
fn is_pages_name(path: &str) -> bool {
    let last = path.rsplit('/').next();
    !last.is_some_and(|last| last.contains('.'))
}
