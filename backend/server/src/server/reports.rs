//! Browsers' reports of violations of the content security policy. They are counted by directive and not stored: they are
//! unauthenticated, and the URLs in them may hold personal data.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use ground::error::{ApiError, ErrorCode};
use ground::limit::OncePerMinute;
use serde_json::Value;
use service::app::AppState;

/// Where browsers send the reports.
pub const PATH: &str = "/csp-reports";
pub const MOST_BYTES: usize = 16 * 1024;
/// Per request: browsers batch reports.
const MOST_REPORTS: usize = 20;
const KINDS: [&str; 2] = ["application/csp-report", "application/reports+json"];

/// The directives that a report may name; others are counted together.
const DIRECTIVES: [&str; 19] = [
    "base-uri",
    "connect-src",
    "default-src",
    "font-src",
    "form-action",
    "frame-ancestors",
    "frame-src",
    "img-src",
    "manifest-src",
    "media-src",
    "object-src",
    "require-trusted-types-for",
    "script-src",
    "script-src-attr",
    "script-src-elem",
    "style-src",
    "style-src-attr",
    "style-src-elem",
    "trusted-types",
];

/// Accepts both formats: `report-uri` and `report-to`.
pub async fn take(
    State(app): State<AppState>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, ApiError> {
    static WARNED: OncePerMinute = OncePerMinute::new();
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()?.split(';').next());
    if !kind.is_some_and(|kind| KINDS.contains(&kind.trim())) {
        let message = "Send application/reports+json.";
        return Err(ApiError::new(ErrorCode::UnsupportedMediaType, message));
    }
    let report = serde_json::from_slice(&body)
        .map_err(|_| ApiError::new(ErrorCode::MalformedJson, "The body is not JSON."))?;
    for directive in directives(&report) {
        app.metrics.refused("ajo_csp_reports_total", directive);
        if WARNED.is_due() {
            tracing::warn!(
                directive,
                "a browser reports a violation of the content security policy"
            );
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The violated directives.
fn directives(report: &Value) -> Vec<&'static str> {
    let older = report.get("csp-report");
    let newer = report.as_array().into_iter().flatten();
    let newer = newer
        .filter(|one| one["type"] == "csp-violation")
        .map(|one| &one["body"]);
    let broken = older.into_iter().chain(newer).take(MOST_REPORTS);
    broken
        .map(|broken| {
            let named = [
                "effective-directive",
                "effectiveDirective",
                "violated-directive",
            ];
            let named = named.iter().find_map(|name| broken[name].as_str());
            let named = named.and_then(|named| named.split(' ').next());
            let known = DIRECTIVES.into_iter().find(|known| named == Some(known));
            known.unwrap_or("other")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn both_formats_are_parsed_and_only_known_directives_are_kept() {
        let newer = |directive: &str| json!({ "type": "csp-violation", "body": { "effectiveDirective": directive } });
        for (report, expected) in [
            (
                json!({ "csp-report": { "violated-directive": "img-src 'self'" } }),
                vec!["img-src"],
            ),
            (
                json!({ "csp-report": { "effective-directive": "script-src-elem" } }),
                vec!["script-src-elem"],
            ),
            (
                json!({ "csp-report": { "effective-directive": "canary\n" } }),
                vec!["other"],
            ),
            (json!({ "csp-report": 7 }), vec!["other"]),
            (
                json!([newer("connect-src"), newer("canary"), { "type": "deprecation" }]),
                vec!["connect-src", "other"],
            ),
            (json!([7, null]), vec![]),
            (json!({}), vec![]),
        ] {
            assert_eq!(directives(&report), expected, "{report}");
        }
        let many = Value::Array(vec![newer("img-src"); 1_000]);
        assert_eq!(directives(&many).len(), MOST_REPORTS);
    }
}
