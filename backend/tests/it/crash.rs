//! The real program, killed in the middle of a burst: nothing acknowledged is lost, nothing happens twice.

use crate::support::{Database, Engine, PASSWORD, fresh_email};
use crate::wallet::coins::{OUTSIDE, PAYEE};
use backend::app::AppState;
use backend::clock::Clock;
use backend::config::Config;
use backend::db::Db;
use backend::hasher::Cost;
use backend::outbound::Ports;
use backend::payment::orders::reconcile;
use backend::random::Random;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::{Method, Request, header};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

const KILLS: usize = 3;
const COINS: &str = "0.000006";

/// The program, serving.
pub struct Program {
    child: Arc<Mutex<Child>>,
    origin: String,
}

impl Program {
    pub fn start(database_url: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_backend"))
            .arg("serve")
            .env_clear()
            .env("AJO_DATABASE_URL", database_url)
            .env("AJO_ADDR", "127.0.0.1:0")
            .env("AJO_SECRET", "a secret that only the tests of Ajo know")
            .env("AJO_RATE_LIMIT_FACTOR", "0")
            .env("AJO_LOG", "json")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = lines.by_ref().map(Result::unwrap).find_map(|line| {
            let entry: Value = serde_json::from_str(&line).ok()?;
            let fields = entry.get("fields").unwrap_or(&entry).clone();
            (fields["message"] == "listening")
                .then(|| fields["address"].as_str().map(String::from))?
        });
        // What it goes on to say must go somewhere, or it would wait for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        Self {
            child: Arc::new(Mutex::new(child)),
            origin: format!("http://{}/api", address.expect("the program listens")),
        }
    }

    /// SIGKILL, as the kernel does it when memory runs out.
    pub fn kill(&self) {
        let mut child = self.child.lock().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Ok(mut child) = self.child.lock() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Somebody with a client of HTTP.
#[derive(Clone)]
struct Person {
    client: Client<HttpConnector, Full<Bytes>>,
    token: String,
}

impl Person {
    fn new() -> Self {
        Self {
            client: Client::builder(TokioExecutor::new()).build_http(),
            token: String::new(),
        }
    }

    /// Status and body, or none when the program died meanwhile.
    async fn call(
        &self,
        origin: &str,
        method: Method,
        path: &str,
        body: Value,
        headers: &[(&str, &str)],
    ) -> Option<(u16, Value)> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{origin}{path}"))
            .header(header::CONTENT_TYPE, "application/json");
        if !self.token.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {}", self.token));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let text = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let answer = self
            .client
            .request(request.body(Full::from(text)).unwrap())
            .await
            .ok()?;
        let status = answer.status().as_u16();
        let bytes = answer.into_body().collect().await.ok()?.to_bytes();
        Some((status, serde_json::from_slice(&bytes).ok()?))
    }

    async fn must(&self, origin: &str, method: Method, path: &str, body: Value) -> Value {
        let (status, answer) = self
            .call(origin, method, path, body, &[])
            .await
            .expect("an answer");
        assert!(status < 300, "{path}: {status} {answer}");
        answer["data"].clone()
    }

    async fn join(origin: &str) -> Self {
        let (mut person, email) = (Self::new(), fresh_email());
        let form = json!({ "name": "Ada Obi", "email": email, "phone": "08031234567", "password": PASSWORD, "agreement": true });
        person
            .must(origin, Method::POST, "/auth/register", form)
            .await;
        let sent = person
            .must(
                origin,
                Method::GET,
                &format!("/sandbox/messages?to={email}"),
                Value::Null,
            )
            .await;
        let session = person
            .must(
                origin,
                Method::POST,
                "/auth/verify",
                json!({ "email": email, "code": sent[0]["code"] }),
            )
            .await;
        person.token = session["access_token"].as_str().unwrap().into();
        person
    }

    async fn naira(&self, origin: &str) -> Value {
        self.must(origin, Method::GET, "/accounts", Value::Null)
            .await["wallets"][0]
            .clone()
    }
}

/// A payment that was authorised and is sent until it is known to be done.
#[derive(Clone)]
struct Payment {
    key: String,
    authorisation: String,
    path: &'static str,
    body: Value,
}

impl Payment {
    async fn prepare(
        payer: &Person,
        origin: &str,
        place: usize,
        (path, body, wanted): (&'static str, Value, Value),
    ) -> Self {
        let key = format!("burst-{place:04}");
        let mut wanted = wanted;
        wanted["pin"] = json!("2580");
        wanted["idempotency_key"] = json!(key);
        let granted = payer
            .must(origin, Method::POST, "/wallet/pin-confirm", wanted)
            .await;
        Self {
            key,
            authorisation: granted["authorisation"].as_str().unwrap().into(),
            path,
            body,
        }
    }

    /// The reference, once the program has acknowledged the payment.
    async fn send(&self, payer: &Person, origin: &str) -> Option<String> {
        let headers = [
            ("idempotency-key", self.key.as_str()),
            ("x-pin-authorisation", self.authorisation.as_str()),
        ];
        let (status, answer) = payer
            .call(origin, Method::POST, self.path, self.body.clone(), &headers)
            .await?;
        // What waits for a provider is accepted.
        assert!(matches!(status, 201 | 202), "{answer}");
        Some(answer["data"]["reference"].as_str().unwrap().into())
    }
}

/// What a burst consists of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Burst {
    Transfers,
    /// Sent and sold in turn.
    Coins,
}

impl Burst {
    /// The call, its body, and what the PIN is asked for.
    fn payment(self, place: usize, number: &str) -> (&'static str, Value, Value) {
        match (self, place % 2) {
            (Self::Transfers, _) => (
                "/wallet/transfer",
                json!({ "amount": "10.00", "send_wallet": "NGN", "receive_wallet": number, "confirm": true }),
                json!({ "currency": "NGN", "action": "wallet_transfer", "amount": "10.00", "payee": format!("wallet:{number}") }),
            ),
            (Self::Coins, 0) => (
                "/send",
                json!({ "symbol": "BTC", "network": "bitcoin", "address": OUTSIDE, "amount": COINS, "confirm": true }),
                json!({ "currency": "BTC", "action": "send", "amount": COINS, "payee": PAYEE }),
            ),
            (Self::Coins, _) => (
                "/sell",
                json!({ "symbol": "BTC", "amount": COINS, "confirm": true }),
                json!({ "currency": "BTC", "action": "sell", "amount": COINS, "payee": "sale:BTC" }),
            ),
        }
    }

    const fn payments(self) -> usize {
        match self {
            Self::Transfers => 30,
            // A new recipient may be sent only so much.
            Self::Coins => 20,
        }
    }
}

async fn killed_in_a_burst(engine: Engine, burst: Burst) {
    let database = Database::create(engine).await;
    let mut program = Program::start(&database.url);
    let (ada, ben) = (
        Person::join(&program.origin).await,
        Person::join(&program.origin).await,
    );
    let pin = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "NGN" });
    ada.must(
        &program.origin,
        Method::POST,
        "/account/settings/pin/create",
        pin,
    )
    .await;
    let account = ada
        .must(
            &program.origin,
            Method::POST,
            "/accounts/fund",
            json!({ "type": "NGN" }),
        )
        .await;
    let credit = json!({ "account_number": account["account_number"], "amount": "1000.00" });
    ada.must(&program.origin, Method::POST, "/sandbox/credits", credit)
        .await;
    if burst == Burst::Coins {
        let pin = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "BTC" });
        let path = "/account/settings/pin/create";
        ada.must(&program.origin, Method::POST, path, pin).await;
        let wanted = json!({ "symbol": "BTC", "network": "bitcoin" });
        let own = ada
            .must(&program.origin, Method::POST, "/coins/address", wanted)
            .await;
        let coins = json!({ "address": own["address"], "amount": "0.01", "confirmations": 3 });
        ada.must(&program.origin, Method::POST, "/sandbox/coins", coins)
            .await;
    }
    let number = ben.naira(&program.origin).await["identity"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut payments = Vec::new();
    for place in 0..burst.payments() {
        let what = burst.payment(place, &number);
        payments.push(Payment::prepare(&ada, &program.origin, place, what).await);
    }

    let acknowledged: Arc<Mutex<BTreeMap<String, String>>> = Arc::default();
    for round in 1..=KILLS {
        // A client that has no answer sends the same again; whoever has one sends it again as well, for the sake of it.
        let sent: Vec<_> = payments
            .iter()
            .cloned()
            .map(|payment| {
                let (ada, origin, acknowledged, child) = (
                    ada.clone(),
                    program.origin.clone(),
                    acknowledged.clone(),
                    program.child.clone(),
                );
                tokio::spawn(async move {
                    let Some(reference) = payment.send(&ada, &origin).await else {
                        return;
                    };
                    let mut known = acknowledged.lock().unwrap();
                    let before = known.insert(payment.key, reference.clone());
                    assert!(
                        before.is_none_or(|before| before == reference),
                        "one key, two payments"
                    );
                    // The cut comes in the middle of the burst, not at a time of day.
                    if known.len() == burst.payments() * round / (KILLS + 1) {
                        child.lock().unwrap().kill().unwrap();
                    }
                })
            })
            .collect();
        for call in sent {
            call.await.unwrap();
        }
        program.kill();
        program = Program::start(&database.url);
        let known = acknowledged.lock().unwrap().clone();
        for (key, reference) in known {
            let operation = ada
                .must(
                    &program.origin,
                    Method::GET,
                    &format!("/operations/{key}"),
                    Value::Null,
                )
                .await;
            assert_eq!(
                operation["answer"]["data"]["reference"], reference,
                "round {round}: {key} was acknowledged and is lost"
            );
        }
    }
    for payment in &payments {
        let reference = payment.send(&ada, &program.origin).await.unwrap();
        assert_eq!(
            acknowledged
                .lock()
                .unwrap()
                .get(&payment.key)
                .unwrap_or(&reference),
            &reference
        );
    }
    if burst == Burst::Transfers {
        assert_eq!(ada.naira(&program.origin).await["balance"], "700.00");
        assert_eq!(ben.naira(&program.origin).await["balance"], "300.00");
    }
    program.kill();

    let db = Db::connect(&database.url).await.unwrap();
    if burst == Burst::Coins {
        coins_add_up(&db, &database.url, burst.payments()).await;
    }
    let findings = backend::ledger::check(&mut db.read().await.unwrap())
        .await
        .unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    assert!(backend::access::audit::check(&db).await.unwrap().is_ok());
    db.close().await;
    database.remove().await;
}

/// Follows what was cut off, as any server does a minute later, and compares: every send happened once at the custodian,
/// every sale once, and nothing is held back.
async fn coins_add_up(db: &Db, url: &str, payments: usize) {
    let url = url.to_owned();
    let setting = move |name: &str| match name {
        "AJO_DATABASE_URL" => Some(url.clone()),
        "AJO_SECRET" => Some(String::from("a secret that only the tests of Ajo know")),
        _ => None,
    };
    let config = Config::read(&setting).unwrap();
    let clock = Clock::set_to(Clock::system().now_ms());
    let ports = Ports::new(&config, db, &clock, Random).unwrap();
    let app = AppState::with_ports(config, db.clone(), clock.clone(), Cost::Least, ports);
    let count = async |statement: &'static str| -> i64 {
        let mut connection = db.read().await.unwrap();
        let row = sqlx::query(statement).fetch_one(&mut *connection).await;
        sqlx::Row::get(&row.unwrap(), 0)
    };
    for _ in 0..5 {
        clock.advance_ms(61_000);
        reconcile(&app).await.unwrap();
    }
    let half = i64::try_from(payments / 2).unwrap();
    let found = [
        count("SELECT COUNT(*) FROM orders WHERE state = 'done'").await,
        count("SELECT COUNT(*) FROM orders").await,
        count("SELECT COUNT(*) FROM sandbox_coin_sends WHERE status = 'broadcast'").await,
        count("SELECT COUNT(*) FROM wallet_transactions WHERE category = 'crypto'").await,
    ];
    assert_eq!(found, [half; 4]);
    let held = "SELECT COUNT(*) FROM ledger_accounts WHERE reserved_minor <> 0";
    assert_eq!(count(held).await, 0);
    // 0.000006 each, and the network's fee of 0.000024 for each that was sent.
    let left = "SELECT a.settled_minor FROM ledger_accounts a JOIN wallet_transactions w ON w.category = 'crypto' \
        WHERE a.owner = w.user_id AND a.currency = 'BTC' LIMIT 1";
    assert_eq!(count(left).await, 1_000_000 - half * (600 + 2_400 + 600));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_in_a_burst_loses_and_doubles_nothing_on_sqlite() {
    killed_in_a_burst(Engine::Sqlite, Burst::Transfers).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_in_a_burst_loses_and_doubles_nothing_on_postgres() {
    if Engine::postgres_is_there() {
        killed_in_a_burst(Engine::Postgres, Burst::Transfers).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_among_coins_loses_and_doubles_none_on_sqlite() {
    killed_in_a_burst(Engine::Sqlite, Burst::Coins).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_among_coins_loses_and_doubles_none_on_postgres() {
    if Engine::postgres_is_there() {
        killed_in_a_burst(Engine::Postgres, Burst::Coins).await;
    }
}
