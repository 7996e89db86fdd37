//! Browsers' reports of policy violations.

use crate::support::World;
use axum::http::Method;
use serde_json::json;

on_one! {
    async fn reports_are_counted_and_not_stored(world: World) {
        let browser = world.caller();
        let report = |kind: &'static str, body: String| {
            let browser = browser.clone();
            async move { browser.raw(Method::POST, "/csp-reports", kind, body).await }
        };
        let older = json!({ "csp-report": { "effective-directive": "img-src", "document-uri": "https://ajo.example/?code=canary" } });
        let newer = json!([{ "type": "csp-violation", "url": "canary", "body": { "effectiveDirective": "img-src" } }]);
        report("application/csp-report", older.to_string()).await.expect(204);
        report("application/reports+json; charset=utf-8", newer.to_string()).await.expect(204);
        let invented = json!({ "csp-report": { "effective-directive": "canary" } });
        report("application/csp-report", invented.to_string()).await.expect(204);
        let metrics = world.app.metrics.text();
        for line in ["ajo_csp_reports_total{reason=\"img-src\"} 2", "ajo_csp_reports_total{reason=\"other\"} 1"] {
            assert!(metrics.contains(line), "{metrics}");
        }
        assert!(!metrics.contains("canary"), "{metrics}");
        // Any site can send this type without a preflight request.
        report("text/plain", older.to_string()).await.refuses(415, "unsupported_media_type");
        report("application/csp-report", "{".into()).await.refuses(422, "malformed_json");
        report("application/csp-report", "x".repeat(17 * 1024)).await.refuses(413, "too_large");
    }
}
