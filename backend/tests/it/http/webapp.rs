//! The web app's files.

use crate::support::{Engine, World};
use axum::http::Method;
use backend::random::Random;
use std::fs;

#[tokio::test]
async fn pages_files_and_what_is_neither() {
    let folder = std::env::temp_dir().join(format!("ajo-webapp-{}", Random.token()));
    fs::create_dir_all(folder.join("assets")).unwrap();
    fs::write(folder.join("index.html"), "<!doctype html>the app").unwrap();
    fs::write(folder.join("assets/app-1a2b3c4d.js"), "plain").unwrap();
    fs::write(folder.join("assets/app-1a2b3c4d.js.br"), "compressed").unwrap();
    fs::write(folder.join("assets/app-1a2b3c4d.js.gz"), "zipped").unwrap();
    fs::write(folder.join("sw.js"), "worker").unwrap();
    let world = World::with(
        Engine::Sqlite,
        &[
            ("AJO_WEBAPP_DIR", folder.to_str().unwrap()),
            ("AJO_RATE_LIMIT_FACTOR", "0"),
        ],
    )
    .await;
    let browser = world.caller();
    let get = |path: &'static str| {
        let browser = browser.clone();
        async move { browser.raw(Method::GET, path, "text/plain", "").await }
    };

    for path in [
        "/",
        "/login",
        "/vas/airtime",
        "/otp-confirm-page?email=a%40b.ng",
    ] {
        let page = get(path).await;
        assert_eq!(page.expect(200).text, "<!doctype html>the app", "{path}");
        assert_eq!(page.header("cache-control"), "no-cache");
        let policy = page.header("content-security-policy");
        assert!(
            policy.contains("script-src 'self' 'wasm-unsafe-eval';"),
            "{policy}"
        );
        assert!(
            policy.ends_with(
                "; require-trusted-types-for 'script'; trusted-types ajo; report-uri /csp-reports; report-to csp"
            ),
            "{policy}"
        );
        assert_eq!(page.header("reporting-endpoints"), "csp=\"/csp-reports\"");
        assert!(
            policy.contains("connect-src 'self' ws://ajo.localhost:8080"),
            "{policy}"
        );
        assert!(
            !policy.contains("'unsafe-inline'") && !policy.contains("'unsafe-eval'"),
            "{policy}"
        );
    }
    let script = get("/assets/app-1a2b3c4d.js").await;
    assert_eq!(script.expect(200).text, "plain");
    assert_eq!(
        script.header("cache-control"),
        "public, max-age=31536000, immutable"
    );
    let compressed = browser
        .with("accept-encoding", "gzip, br")
        .raw(Method::GET, "/assets/app-1a2b3c4d.js", "text/plain", "")
        .await;
    assert_eq!(
        (
            compressed.text.as_str(),
            compressed.header("content-encoding")
        ),
        ("compressed", "br")
    );
    assert!(compressed.header("content-type").contains("javascript"));
    let zipped = browser
        .with("accept-encoding", "gzip, deflate")
        .raw(Method::GET, "/assets/app-1a2b3c4d.js", "text/plain", "")
        .await;
    assert_eq!(
        (zipped.text.as_str(), zipped.header("content-encoding")),
        ("zipped", "gzip")
    );
    assert!(zipped.header("content-type").contains("javascript"));
    assert_eq!(get("/sw.js").await.header("cache-control"), "no-cache");

    for path in [
        "/assets/gone-00000000.js",
        "/gone.png",
        "/api/gone",
        "/api",
        "/..%2f..%2fetc/passwd.txt",
        "/app/",
    ] {
        assert_eq!(get(path).await.status, 404, "{path}");
    }
    // A code may contain a dot.
    let opened = browser
        .with("accept", "text/html,application/xhtml+xml,*/*;q=0.8")
        .raw(Method::GET, "/code/%2F%2Fevil.example", "text/plain", "")
        .await;
    assert!(opened.status == 200 && opened.header("content-type").starts_with("text/html"));
    browser
        .raw(Method::POST, "/login", "application/json", "{}")
        .await
        .refuses(404, "not_found");
    world.end().await;
    fs::remove_dir_all(folder).unwrap();
}
