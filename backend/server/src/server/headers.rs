//! Headers of every response.

use crate::server::reports;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use ground::clock::http_date;
use ground::config::Config;
use service::app::AppState;
use service::http::client::host_name;
use wallet::cards;

pub const RULES_VERSION: HeaderName = HeaderName::from_static("x-rules-version");
const REPORTING_ENDPOINTS: HeaderName = HeaderName::from_static("reporting-endpoints");
/// The name of the reporting endpoint in the policy.
const REPORTS: &str = "csp";
const PERMISSIONS: &str = "camera=(self), microphone=(), geolocation=(self), payment=(), usb=()";
const API_POLICY: &str =
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The sandbox's checkout, framed by the app like the card company's.
const SANDBOX_CHECKOUT: &str = "/sandbox/card/";

/// Adds the headers.
pub async fn layer(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_api = path.starts_with("/api/");
    // Other sites may check decisions, too.
    let is_shared = path.starts_with("/media/rules/");
    let is_framed = path == cards::RETURN_PATH
        || (!app.config.production() && path.starts_with(SANDBOX_CHECKOUT));
    let host = request
        .headers()
        .get(header::HOST)
        .and_then(|value| value.to_str().ok())
        .map(String::from);
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (
            header::X_FRAME_OPTIONS,
            if is_framed { "SAMEORIGIN" } else { "DENY" },
        ),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            if is_shared {
                "cross-origin"
            } else {
                "same-origin"
            },
        ),
        (HeaderName::from_static("permissions-policy"), PERMISSIONS),
    ];
    // By the application's clock; the sandbox's may be ahead of the machine's.
    if !app.config.production()
        && let Ok(date) = HeaderValue::from_str(&http_date(app.clock.now_ms()))
    {
        headers.insert(header::DATE, date);
    }
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if app.config.production() {
        let year = HeaderValue::from_static("max-age=31536000; includeSubDomains");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    if is_api {
        set_if_absent(headers, header::CACHE_CONTROL, "no-store");
        set_if_absent(headers, header::CONTENT_SECURITY_POLICY, API_POLICY);
        headers.insert(RULES_VERSION, app.rules_version.clone());
    } else {
        set_if_absent(
            headers,
            header::CONTENT_SECURITY_POLICY,
            &page_policy(
                host.as_deref().unwrap_or_default(),
                frames(&app.config),
                is_framed,
            ),
        );
        let endpoint = format!("{REPORTS}=\"{}\"", reports::PATH);
        set_if_absent(headers, REPORTING_ENDPOINTS, &endpoint);
    }
    response
}

/// The origin of the checkout pages that the app frames.
fn frames(config: &Config) -> &str {
    match &config.providers.flutterwave {
        Some(provider) => &provider.checkout_origin,
        None if config.production() => "'none'",
        None => "'self'",
    }
}

/// The policy of the web app's pages. `'self'` in `connect-src` does not cover WebSockets in every browser, so the
/// requested host is named, if it is plain. Text never becomes script, and the only Trusted Types policy, which creates
/// worker URLs, is in the web app's `lib/script-url.ts`.
fn page_policy(host: &str, frames: &str, is_framed: bool) -> String {
    let name = host_name(host);
    let port = host
        .rsplit_once(':')
        .map(|(_, port)| port)
        .filter(|port| port.parse::<u16>().is_ok());
    let sockets = match (name.is_empty(), port) {
        (true, _) => String::new(),
        (false, Some(port)) => format!(" ws://{name}:{port} wss://{name}:{port}"),
        (false, None) => format!(" ws://{name} wss://{name}"),
    };
    // The page that a checkout redirects back to is framed by our own pages, too.
    let own = if frames.starts_with("http") {
        " 'self'"
    } else {
        ""
    };
    let ancestors = if is_framed { "'self'" } else { "'none'" };
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
         img-src 'self' data: blob:; font-src 'self'; connect-src 'self'{sockets}; manifest-src 'self'; \
         frame-src {frames}{own}; frame-ancestors {ancestors}; base-uri 'none'; form-action 'self'; object-src 'none'; \
         require-trusted-types-for 'script'; trusted-types ajo; report-uri {}; report-to {REPORTS}",
        reports::PATH
    )
}

fn set_if_absent(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.entry(name).or_insert(value);
    }
}

#[cfg(test)]
mod tests {
    use super::page_policy;

    #[test]
    fn only_a_plain_host_enters_the_policy() {
        assert!(
            page_policy("ajo.localhost:8080", "'none'", false)
                .contains("connect-src 'self' ws://ajo.localhost:8080 wss://ajo.localhost:8080;")
        );
        let forged = page_policy("x; script-src *", "'none'", false);
        assert!(
            forged.contains("connect-src 'self';") && !forged.contains("script-src *"),
            "{forged}"
        );
        let policy = page_policy("h", "https://checkout.example", false);
        assert!(
            !policy.contains("unsafe-eval'; worker")
                || policy.contains("'wasm-unsafe-eval'; worker")
        );
        assert!(
            policy.contains("frame-src https://checkout.example 'self'; frame-ancestors 'none';")
        );
    }
}
