//! The web app's files.

use crate::support::{Engine, World};
use axum::http::Method;
use ground::random::Random;
use serde_json::json;
use service::settings::change::{self, Change};
use std::fs;

#[tokio::test]
async fn pages_files_and_unknown_paths_are_served() {
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

#[tokio::test]
async fn the_sign_in_page_has_its_form_and_the_brand() {
    let folder = std::env::temp_dir().join(format!("ajo-webapp-{}", Random.token()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("index.html"), "<!doctype html>the app").unwrap();
    let form = "<!doctype html><p>{{name}}</p><img src=\"{{logo}}\">\
                <!--google--><a>Google</a><!--/google--><!--national-numbers--><a>BVN</a><!--/national-numbers-->";
    fs::write(folder.join("login.html"), form).unwrap();
    let world = World::with(
        Engine::Sqlite,
        &[
            ("AJO_WEBAPP_DIR", folder.to_str().unwrap()),
            ("AJO_RATE_LIMIT_FACTOR", "0"),
        ],
    )
    .await;
    let murky = Change {
        name: Some("Murk & <b>".into()),
        logo: Some("/brands/ajo.svg".into()),
        accent: Some("#101010".into()),
        primary_text: Some("#101010".into()),
        primary_background: Some("#101010".into()),
        secondary_background: Some("#101010".into()),
        ..Change::default()
    };
    change::add(&world.app, "murky", murky).await.unwrap();
    let seen = |host: &'static str, path: &'static str| {
        let browser = world.caller().with("host", host);
        async move { browser.raw(Method::GET, path, "", "").await }
    };

    let page = seen("murky.localhost", "/login").await;
    assert_eq!(
        page.expect(200).text,
        "<!doctype html><p>Murk &amp; &lt;b&gt;</p><img src=\"/brands/ajo.svg\"><a>Google</a><a>BVN</a>"
    );
    assert_eq!(page.header("cache-control"), "no-cache");
    assert!(page.header("content-type").starts_with("text/html"));
    assert!(
        page.header("content-security-policy")
            .contains("script-src 'self'")
    );
    let known = world
        .caller()
        .with("host", "murky.localhost")
        .with("if-none-match", page.header("etag"))
        .raw(Method::GET, "/login", "", "")
        .await;
    assert_eq!(known.status, 304);
    assert!(
        seen("ajo.localhost", "/login")
            .await
            .text
            .contains("<p>Ajo</p>")
    );
    assert_eq!(seen("murky.localhost", "/login.html").await.status, 404);
    // Every other page is the app's.
    assert_eq!(
        seen("murky.localhost", "/register").await.text,
        "<!doctype html>the app"
    );

    let sheet = seen("murky.localhost", "/media/brand.css").await;
    assert!(
        sheet
            .expect(200)
            .header("content-type")
            .starts_with("text/css")
    );
    let configuration = seen("murky.localhost", "/api/app-configuration").await;
    let colours = configuration.data()["colours"].clone();
    let theme = domain_core::evaluate("branding.theme", json!({ "colours": colours })).unwrap();
    for (selector, theme) in [
        (":root{", &theme["page"]["light"]),
        (":root[data-theme=\"dark\"]{", &theme["page"]["dark"]),
    ] {
        let block = sheet
            .text
            .split(selector)
            .nth(1)
            .unwrap()
            .split('}')
            .next()
            .unwrap();
        let declared: serde_json::Map<String, serde_json::Value> = block
            .split_terminator(';')
            .filter_map(|line| line.split_once(':'))
            .map(|(name, colour)| (name.to_owned(), json!(colour)))
            .collect();
        assert_eq!(&serde_json::Value::Object(declared), theme);
    }
    world.end().await;
    fs::remove_dir_all(folder).unwrap();
}
