//! The `Host` header: exactly one, and links contain only known hosts.

use crate::realtime::serve;
use crate::support::{Caller, World, fresh_email};
use axum::http::Method;
use service::settings::tenants::{self, Tenant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const ORIGIN: &[(&str, &str)] = &[
    ("AJO_RATE_LIMIT_FACTOR", "0"),
    ("AJO_ORIGIN", "https://ajo.example"),
];

/// The redirect URI of a Google sign-in.
async fn returns_to(person: &Caller) -> String {
    let path = "/api/auth/google/redirect";
    let answer = person.raw(Method::GET, path, "text/plain", "").await;
    let query = answer
        .expect(303)
        .header("location")
        .split_once('?')
        .unwrap()
        .1
        .to_owned();
    let pairs: Vec<(String, String)> = serde_urlencoded::from_str(&query).unwrap();
    let uri = pairs.into_iter().find(|(name, _)| name == "redirect_uri");
    uri.unwrap().1
}

on_one! {
    async fn a_request_has_exactly_one_host(world: World) {
        let served = serve(&world.app).await;
        let status = async |head: &str| {
            let mut stream = TcpStream::connect(served.address).await.unwrap();
            stream.write_all(head.as_bytes()).await.unwrap();
            let mut answer = [0; 12];
            stream.read_exact(&mut answer).await.unwrap();
            String::from_utf8_lossy(&answer[9..]).into_owned()
        };
        assert_eq!(status("GET /healthz HTTP/1.1\r\nHost: ajo.localhost\r\n\r\n").await, "200");
        assert_eq!(status("GET /healthz HTTP/1.0\r\n\r\n").await, "200");
        assert_eq!(status("GET /healthz HTTP/1.1\r\n\r\n").await, "400");
        for other in ["esusu.localhost", "ajo.localhost"] {
            let two = format!("GET /healthz HTTP/1.1\r\nHost: ajo.localhost\r\nHost: {other}\r\n\r\n");
            assert_eq!(status(&two).await, "400");
        }
        let twice = world.caller().with("host", "ajo.localhost").with("host", "evil.example");
        twice.raw(Method::GET, "/api/app-configuration", "text/plain", "").await.refuses(400, "malformed_host");
    }
}

on_both! {
    async fn an_unknown_host_appears_in_no_link(world: World, ORIGIN) {
        let own = Tenant { id: "adashi".into(), identifier: "adashi".into(), domain: Some("adashi.example".into()), ..tenants::demo() };
        let mut tx = world.app.db.begin().await.unwrap();
        tenants::insert(&mut tx, &own, 0).await.unwrap();
        tx.commit().await.unwrap();
        let ada = world.member(&fresh_email()).await;
        for (host, origin) in [
            ("ajo.localhost:8080", "http://ajo.localhost:8080"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("evil.example", "https://ajo.example"),
            ("localhost.evil.example:8080", "https://ajo.example"),
            ("203.0.113.9", "https://ajo.example"),
        ] {
            let mut asked = ada.with("host", host);
            let link = asked.get("/referral").await.expect(200).data()["link"].as_str().unwrap().to_owned();
            assert!(link.starts_with(&format!("{origin}/?referrer=")), "{host}: {link}");
            assert_eq!(returns_to(&asked).await, format!("{origin}/api/auth/google/callback"));
        }
        let brand = world.caller().with("host", "adashi.example");
        assert_eq!(returns_to(&brand).await, "http://adashi.example/api/auth/google/callback");
    }
}
