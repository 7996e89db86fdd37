//! Refusals, headers, request ids.

use crate::support::{Engine, World, fresh_email};
use axum::http::Method;
use serde_json::json;

on_one! {
    async fn an_unreadable_body_is_refused_with_a_problem_document(world: World) {
        let nobody = world.caller();
        let post = |kind: &'static str, body: &'static str| {
            let nobody = nobody.clone();
            async move { nobody.raw(Method::POST, "/api/auth/login", kind, body).await }
        };
        post("application/json", "{").await.refuses(422, "malformed_json");
        post("application/json", "not json").await.refuses(422, "malformed_json");
        post("text/plain", "{}").await.refuses(415, "unsupported_media_type");
        post("application/x-www-form-urlencoded", "email=a@b.ng").await.refuses(415, "unsupported_media_type");
        post("application/json; charset=utf-8", "{}").await.breaks(&[("email", "required"), ("password", "required")]);
        let wrong = post("application/json", r#"{"email": 7, "password": "Tide4!Harbour"}"#).await;
        wrong.refuses(422, "wrong_type");
        assert!(wrong.body["data"]["email"][0].is_string(), "{}", wrong.text);
    }

    async fn a_huge_body_is_refused(world: World) {
        let huge = format!(r#"{{"email": "{}"}}"#, "x".repeat(11 * 1024 * 1024));
        let answer = world.caller().raw(Method::POST, "/api/auth/login", "application/json", huge).await;
        answer.refuses(413, "too_large");
        let deep = "[".repeat(20_000);
        let answer = world.caller().raw(Method::POST, "/api/auth/login", "application/json", deep).await;
        answer.refuses(422, "malformed_json");
    }

    async fn unknown_paths_and_methods_get_problem_documents(world: World) {
        let mut nobody = world.caller();
        for path in ["/nothing", "/auth", "/auth/login/", "/transaction/../../etc/passwd", "/rules/a/b"] {
            nobody.get(path).await.refuses(404, "not_found");
        }
        nobody.get("/transaction/me?search=%00").await.refuses(400, "malformed_address");
        nobody.get("/auth/login").await.refuses(405, "method_not_allowed");
        nobody.delete("/profile", json!({})).await.refuses(405, "method_not_allowed");
    }

    async fn every_response_has_the_security_headers(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let mut nobody = world.caller().with("accept-encoding", "gzip, br");
        ada = ada.with("accept-encoding", "gzip, br");
        let answers = [
            ada.get("/auth/me").await,
            nobody.get("/auth/me").await,
            nobody.get("/nothing").await,
            nobody.post("/auth/login", json!({})).await,
        ];
        for answer in &answers {
            assert_eq!(answer.header("cache-control"), "no-store");
            // Compression could reveal a secret in the response.
            assert_eq!(answer.header("content-encoding"), "");
        }
        for answer in answers.into_iter().chain([nobody.get("/openapi.json").await]) {
            assert_eq!(answer.header("x-content-type-options"), "nosniff");
            assert_eq!(answer.header("x-frame-options"), "DENY");
            assert_eq!(answer.header("referrer-policy"), "no-referrer");
            assert!(answer.header("content-security-policy").starts_with("default-src 'none'"));
            assert_eq!(answer.header("x-rules-version"), domain_core::rules_version());
            assert_eq!(answer.header("x-request-id").len(), 36);
            assert_eq!(answer.header("server"), "");
            assert_eq!(answer.header("access-control-allow-origin"), "");
        }
    }

    async fn a_plain_request_id_from_a_trusted_proxy_is_kept(world: World, &[("AJO_TRUSTED_PROXIES", "127.0.0.0/8")]) {
        let proxy = world.caller();
        let given = proxy.with("x-request-id", "abc-123").get("/auth/me").await;
        assert_eq!((given.header("x-request-id"), &given.body["request_id"]), ("abc-123", &json!("abc-123")));
        let forged = proxy.with("x-request-id", "abc 123; injected").get("/auth/me").await;
        assert_eq!(forged.header("x-request-id").len(), 36);
        let stranger = proxy.from([203, 0, 113, 9]).with("x-request-id", "abc-123").get("/auth/me").await;
        assert_eq!(stranger.header("x-request-id").len(), 36);
    }

    async fn public_documents_are_compressed_and_sent_once(world: World) {
        for path in ["/api/openapi.json", "/api/rules"] {
            let anybody = world.caller();
            let get = |name: &'static str, value: &str| {
                let asking = anybody.with(name, value);
                async move { asking.raw(Method::GET, path, "", "").await }
            };
            let plain = get("accept-encoding", "identity").await;
            assert!(plain.expect(200).body.is_object() && plain.text.len() > 50_000, "{path}");
            let compressed = get("accept-encoding", "gzip, br").await;
            assert_eq!(compressed.expect(200).header("content-encoding"), "gzip");
            let bytes: usize = compressed.header("content-length").parse().unwrap();
            assert!(bytes * 4 < plain.text.len(), "{path}: {bytes}");
            for answer in [&plain, &compressed] {
                assert_eq!((answer.header("cache-control"), answer.header("vary")), ("no-cache", "accept-encoding"));
            }
            let again = get("if-none-match", plain.header("etag")).await;
            assert_eq!((again.expect(304).text.as_str(), again.header("etag")), ("", plain.header("etag")));
            get("if-none-match", "\"another\"").await.expect(200);
        }
    }

    async fn a_trace_id_is_not_returned_and_a_request_id_always_is(world: World) {
        let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        for given in [trace, "00-\"><script>-00f067aa0ba902b7-01"] {
            let answer = world.caller().with("traceparent", given).get("/countries").await;
            assert_eq!(answer.expect(200).header("x-request-id").len(), 36);
            assert_eq!(answer.header("traceparent"), "");
        }
    }
}

#[tokio::test]
async fn health_is_reported() {
    let world = World::new(Engine::Sqlite).await;
    // `readiness.rs` has `/readyz` with a database; its result is cached for a second.
    world.app.db.close().await;
    world
        .caller()
        .raw(Method::GET, "/healthz", "application/json", "")
        .await
        .expect(200);
    let away = world
        .caller()
        .raw(Method::GET, "/readyz", "application/json", "")
        .await;
    away.refuses(503, "unavailable");
    assert_eq!(away.header("retry-after"), "2");
    let mut nobody = world.caller();
    nobody.token = Some(String::from("x"));
    nobody.get("/auth/me").await.refuses(503, "unavailable");
    world.abandon().await;
}
