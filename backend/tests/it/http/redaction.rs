//! Nothing secret shows: not in the logs, not in the database.

use crate::support::{Engine, World, fresh_email, registration};
use serde_json::json;
use sqlx::Row;
use std::io::Write;
use std::sync::{Arc, Mutex};
use tracing_subscriber::fmt::MakeWriter;

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

const CANARY_PASSWORD: &str = "Canary4!Canary";
const CANARY_PIN: &str = "9174";

/// Everything is logged, down to `trace`, except the databases' own lines, which production does not switch on either.
#[tokio::test]
async fn a_journey_leaves_no_secret_behind() {
    // Global, because some work is done on other threads; the other tests' lines come in as well and do no harm.
    let lines = Lines::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(lines.clone())
        .with_ansi(false)
        .finish();
    tracing::subscriber::set_global_default(subscriber).unwrap();

    let world = World::new(Engine::Sqlite).await;
    let email = fresh_email();
    let mut ada = world.caller();
    let mut body = registration(&email);
    body["password"] = json!(CANARY_PASSWORD);
    ada.post("/auth/register", body).await.expect(201);
    let code = world.code_for(&email).await;
    ada.post("/auth/verify", json!({ "email": email, "code": code }))
        .await
        .expect(200);
    let pin = json!({ "pin": CANARY_PIN, "confirm_pin": CANARY_PIN, "currency": "NGN" });
    ada.post("/account/settings/pin/create", pin)
        .await
        .expect(200);
    let confirmation = json!({ "pin": CANARY_PIN, "currency": "NGN", "action": "withdraw", "amount": "1.00", "payee": "x", "idempotency_key": "key-number-one" });
    let granted = ada.post("/wallet/pin-confirm", confirmation).await;
    let authorisation = granted.expect(200).data()["authorisation"]
        .as_str()
        .unwrap()
        .to_owned();
    let (token, cookie) = (ada.token.clone().unwrap(), ada.cookie.clone().unwrap());
    let wrong = ada
        .post(
            "/auth/login",
            json!({ "email": email, "password": "Canary5!Canary" }),
        )
        .await;
    ada.post(
        "/auth/login",
        json!({ "email": { "canary": "Canary6!Canary" }, "password": CANARY_PASSWORD }),
    )
    .await
    .expect(422);
    ada.post("/auth/logout", json!({})).await.expect(200);

    let refresh = cookie.split_once('=').unwrap().1.to_owned();
    let secrets = [
        CANARY_PASSWORD,
        "Canary5!Canary",
        "Canary6!Canary",
        CANARY_PIN,
        &code,
        &token,
        &refresh,
        &authorisation,
    ];
    let logged = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    assert!(logged.contains("served"), "the journey was logged");
    let stored = dump(&world).await;
    for secret in secrets {
        assert_eq!(
            logged.lines().find(|line| holds(line, secret)),
            None,
            "{secret} was logged"
        );
        assert_eq!(
            stored.lines().find(|line| holds(line, secret)),
            None,
            "{secret} was stored"
        );
        assert!(!holds(&wrong.text, secret), "{secret} was answered");
    }
    world.end().await;
}

/// Whether the secret stands there as a word of its own: four digits inside an id or a duration are no PIN.
fn holds(line: &str, secret: &str) -> bool {
    let part_of_a_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    line.match_indices(secret).any(|(start, found)| {
        let (before, after) = (&line[..start], &line[start + found.len()..]);
        !before.ends_with(part_of_a_word)
            && !before.ends_with("micros=")
            && !after.starts_with(part_of_a_word)
    })
}

/// Every text in every table, except the sandbox's messages, which are the letters themselves, and numbers of wallets,
/// in which four digits prove nothing.
async fn dump(world: &World) -> String {
    let mut connection = world.app.db.read().await.unwrap();
    let mut text = String::new();
    for (query, columns) in [
        (
            "SELECT * FROM users",
            &["id", "email", "password_hash", "referrer_code"][..],
        ),
        ("SELECT * FROM sessions", &["id", "ip", "user_agent"][..]),
        ("SELECT * FROM session_tokens", &["hash", "session_id"][..]),
        ("SELECT * FROM one_time_codes", &["target", "purpose"][..]),
        ("SELECT * FROM pin_grants", &["action", "payee"][..]),
        ("SELECT * FROM audit_log", &["event", "detail"][..]),
    ] {
        for row in sqlx::query(query)
            .fetch_all(&mut *connection)
            .await
            .unwrap()
        {
            for column in columns {
                let value: Option<String> = row.try_get(*column).unwrap();
                text.push_str(&value.unwrap_or_default());
                text.push('\n');
            }
        }
    }
    text
}
