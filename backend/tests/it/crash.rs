//! The real program, killed in the middle of a burst: nothing acknowledged is lost, nothing happens twice.

use crate::plans::coins::LARGE;
use crate::support::{Database, Engine, PASSWORD, fresh_email};
use crate::wallet::coins::{OUTSIDE, PAYEE};
use crate::wallet::{ACCOUNT, BANK};
use crate::{bills, signals};
use backend::app::AppState;
use backend::clock::Clock;
use backend::config::Config;
use backend::db::Db;
use backend::hasher::Cost;
use backend::outbound::Ports;
use backend::payment::orders::reconcile;
use backend::plans::products::{self, Facts};
use backend::random::Random;
use domain_core::money::Currency;
use domain_core::plans::Kind;
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
        // The rest of its output must be read, or it would block.
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

/// A person with an HTTP client.
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

    /// Sets the PIN, and lets this much naira arrive.
    async fn funded(&self, origin: &str, amount: &str) {
        let post = Method::POST;
        let pin = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "NGN" });
        let path = "/account/settings/pin/create";
        self.must(origin, post.clone(), path, pin).await;
        let wanted = json!({ "type": "NGN" });
        let account = self
            .must(origin, post.clone(), "/accounts/fund", wanted)
            .await;
        let credit = json!({ "account_number": account["account_number"], "amount": amount });
        self.must(origin, post, "/sandbox/credits", credit).await;
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
        let headers = match self.authorisation.is_empty() {
            true => &[][..],
            false => &headers[..],
        };
        let (status, answer) = payer
            .call(origin, Method::POST, self.path, self.body.clone(), headers)
            .await?;
        // What waits for a provider is accepted.
        assert!(matches!(status, 200..=202), "{answer}");
        // A card's confirmation shows the line on the statement within its answer.
        let reference = answer["data"]["reference"]
            .as_str()
            .or_else(|| answer["data"]["transaction"]["reference"].as_str());
        Some(reference.unwrap().into())
    }
}

/// What a burst consists of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Burst {
    Transfers,
    /// Sent and sold in turn.
    Coins,
    /// Every other debit, and confirmations of card payments, in turn.
    Others,
}

/// How often most of the others are in a burst.
const EACH: usize = 3;
const OTHERS: [Other; 14] = [
    Other::Withdrawal,
    Other::Airtime,
    Other::Data,
    Other::Cable,
    Other::Power,
    Other::Alerts,
    Other::Instalment,
    Other::Repayment,
    Other::Card,
    Other::SavingsStart,
    Other::Joining,
    Other::LoanRequest,
    Other::CoinSet,
    Other::AddressVerification,
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Other {
    Withdrawal,
    Airtime,
    Data,
    Cable,
    Power,
    Alerts,
    Instalment,
    Repayment,
    Card,
    SavingsStart,
    Joining,
    LoanRequest,
    CoinSet,
    AddressVerification,
}

impl Other {
    /// How often it is in a burst: an address is verified once.
    const fn times(self) -> usize {
        match self {
            Self::AddressVerification => 1,
            _ => EACH,
        }
    }

    /// How many of its lines stand on the statements before the burst: both fund their wallets, Ada begins savings and a
    /// loan, and Ben a group for each joining.
    const fn before(self) -> usize {
        match self {
            Self::Card => 2,
            Self::SavingsStart => 1 + EACH,
            Self::LoanRequest => 1,
            _ => 0,
        }
    }

    /// Those of a burst, in turn.
    fn burst() -> Vec<Self> {
        let round = |round| OTHERS.into_iter().filter(move |one| round < one.times());
        (0..EACH).flat_map(round).collect()
    }

    /// How its lines on the statement are called.
    const fn category(self) -> &'static str {
        match self {
            Self::Withdrawal => "withdraw",
            Self::Airtime => "airtime-topup",
            Self::Data => "data-topup",
            Self::Cable => "cable",
            Self::Power => "power",
            Self::Alerts => "alert-subscription",
            Self::Instalment => "savings",
            Self::Repayment => "loan-repayment",
            Self::Card => "funding",
            Self::SavingsStart => "savings-start",
            Self::Joining => "group-savings",
            Self::LoanRequest => "loan-fee",
            Self::CoinSet => "coin-set",
            Self::AddressVerification => "address-verification",
        }
    }
}

/// The identifiers of the plans that are offered.
struct Plans {
    savings: String,
    group: String,
    loan: String,
    coins: String,
}

/// What the others need to be there.
struct Ready {
    plans: Plans,
    instalment: String,
    loan: String,
    /// Of each of Ben's groups, its identifier and its code.
    groups: Vec<(String, String)>,
}

/// Plans that are offered, before the program starts.
async fn offer(url: &str) -> Plans {
    let db = Db::connect(url).await.unwrap();
    db.migrate(Clock::system().now_ms()).await.unwrap();
    let app = app_on(&db, url).await;
    let facts = |name: &str| Facts {
        name: Some(name.into()),
        min_amount: Some("100".into()),
        duration: Some(3),
        duration_unit: Some("month".into()),
        ..Facts::default()
    };
    let add = async |reference: &str, kind, facts: Facts| {
        let added =
            products::add(&app, "ajo", reference, kind, Currency::Ngn, &facts, "test").await;
        added.unwrap()
    };
    let savings = add("target", Kind::Savings, facts("Target")).await;
    let lent = Facts {
        max_amount: Some("100000".into()),
        take_profit: Some("6".into()),
        ..facts("Quick Loan")
    };
    let shared = Facts {
        is_group: Some(true),
        ..facts("Group")
    };
    let large = Facts {
        coin_types: Some(LARGE.map(String::from).to_vec()),
        opt_out_penalty: Some("5".into()),
        ..facts("Large Coins")
    };
    let plans = Plans {
        savings,
        group: add("group", Kind::Savings, shared).await,
        loan: add("quick", Kind::Loan, lent).await,
        coins: add("large", Kind::Coins, large).await,
    };
    db.close().await;
    plans
}

/// Everybody may borrow.
async fn all_may_borrow(url: &str) {
    let db = Db::connect(url).await.unwrap();
    let mut tx = db.begin().await.unwrap();
    for statement in [
        "UPDATE users SET phone_verified_at_ms = 1",
        "INSERT INTO national_numbers (user_id, tenant_id, kind, lookup_hash, sealed, last_digits, verified_at_ms) \
         SELECT id, tenant_id, 'bvn', id, 'x', '0000', 1 FROM users",
        "INSERT INTO user_answers (user_id, question_id, choice_id, answered_at_ms) SELECT u.id, c.question_id, c.id, 1 \
         FROM users u, question_choices c WHERE c.id IN ('loan-1-a', 'loan-2-a', 'loan-3-a', 'loan-4-a')",
    ] {
        sqlx::query(statement)
            .execute(tx.connection())
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
    db.close().await;
}

/// A plan to be taken: the call, its body, and what the PIN is asked for.
fn taking(
    plan: &str,
    kind: &str,
    action: &str,
    amount: &str,
    debit: &str,
) -> (&'static str, Value, Value) {
    let body = json!({
        "plan_id": plan, "plan_version": 1, "type": kind, "name": "School fees", "amount": amount, "funding_source": "wallet", "confirm": true,
        "latitude": "6.5243793", "longitude": "3.3792057",
    });
    let wanted = json!({ "currency": "NGN", "action": action, "amount": debit, "payee": format!("plan:{plan}") });
    ("/plans/subscribe", body, wanted)
}

/// Ada's savings and loan, each with instalments to pay; her address; and groups of Ben's to be joined.
async fn begin(ada: &Person, ben: &Person, origin: &str, plans: Plans) -> Ready {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let newest = async |person: &Person, kind: &str| {
        let path = format!("/subscriptions?type={kind}");
        let list = person.must(origin, Method::GET, &path, Value::Null).await;
        list["data"][0].clone()
    };
    let begun = async |person: &Person, place, what: (&'static str, Value, Value), kind: &str| {
        let payment = Payment::prepare(person, origin, place, what).await;
        payment.send(person, origin).await.unwrap();
        newest(person, kind).await
    };
    let taken = taking(
        &plans.savings,
        "savings",
        "savings_start",
        "200.00",
        "200.00",
    );
    let savings = begun(ada, 9_000, taken, "savings").await;
    let taken = taking(&plans.loan, "loan", "loan_request", "1000.00", "100.00");
    let loan = begun(ada, 9_001, taken, "loan").await;
    let mut groups = Vec::new();
    for place in 0..EACH {
        let taken = taking(&plans.group, "savings", "savings_start", "200.00", "200.00");
        let group = begun(ben, 9_002 + place, taken, "savings").await;
        groups.push((text(&group["id"]), text(&group["code"])));
    }
    let address = json!({ "address": "12 Allen Avenue", "postal_code": "100271", "country": "Nigeria", "state": "Lagos", "city": "Ikeja" });
    ada.must(origin, Method::POST, "/profile", address).await;
    Ready {
        instalment: text(&savings["savings"][1]["id"]),
        loan: text(&loan["id"]),
        plans,
        groups,
    }
}

impl Ready {
    async fn payment(&self, payer: &Person, origin: &str, place: usize) -> Payment {
        let post = Method::POST;
        let wanted = |action: &str, amount: &str, payee: &str| json!({ "currency": "NGN", "action": action, "amount": amount, "payee": payee });
        let bill = |kind: &str, amount: &str, body: &Value| {
            wanted(kind, amount, &bills::payee(kind, body))
        };
        let validated = async |kind: &str, service: &str| {
            let body = json!({ "service": service, "iuc": bills::NUMBER, "meter": bills::NUMBER });
            let path = format!("/vas/{kind}/validate");
            let known = payer.must(origin, Method::POST, &path, body).await;
            known["code"].as_str().unwrap().to_owned()
        };
        let burst = Other::burst();
        let what = match burst[place] {
            Other::Withdrawal => {
                let asked = json!({ "bank_code": BANK, "account_number": ACCOUNT });
                let found = payer.must(origin, post, "/enquire", asked).await;
                let body = json!({
                    "amount": "220.00", "send_wallet": "NGN", "confirm": true, "bank_code": BANK, "bank_name": found["bank"]["name"],
                    "account_number": ACCOUNT, "account_name": found["account_name"],
                });
                let payee = format!("bank:{BANK}:{ACCOUNT}");
                ("/withdraw", body, wanted("withdraw", "220.00", &payee))
            }
            Other::Airtime => {
                let body = json!({ "network": "mtn", "phone": "08031234567", "amount": "50.00", "confirm": true });
                let pin = bill("airtime", "50.00", &body);
                ("/vas/airtime", body, pin)
            }
            Other::Data => {
                let body = bills::data("100mb-1");
                let pin = bill("data", "100.00", &body);
                ("/vas/data", body, pin)
            }
            Other::Cable => {
                let body = bills::cable("dstv-padi", &validated("cable", "DSTV").await);
                let pin = bill("cable", "4400.00", &body);
                ("/vas/cable", body, pin)
            }
            Other::Power => {
                let token = validated("power", bills::IKEJA).await;
                let body = bills::power(bills::NUMBER, "500.00", &token);
                let pin = bill("power", "500.00", &body);
                ("/vas/power", body, pin)
            }
            Other::Alerts => (
                "/alerts/subscribe",
                json!({}),
                wanted("alert_subscription", signals::MONTH, signals::PAYEE),
            ),
            Other::Instalment => (
                "/savings/pay",
                json!({ "id": self.instalment, "amount": "10.00", "method": "wallet" }),
                wanted(
                    "savings_pay",
                    "10.00",
                    &format!("instalment:{}", self.instalment),
                ),
            ),
            Other::Repayment => (
                "/loans/repay",
                json!({ "id": self.loan, "amount": "10.00", "method": "wallet" }),
                wanted("loan_repay", "10.00", &format!("loan:{}", self.loan)),
            ),
            Other::SavingsStart => {
                let plan = &self.plans.savings;
                taking(plan, "savings", "savings_start", "150.00", "150.00")
            }
            Other::LoanRequest => taking(
                &self.plans.loan,
                "loan",
                "loan_request",
                "1000.00",
                "100.00",
            ),
            Other::CoinSet => {
                let plan = &self.plans.coins;
                taking(plan, "coins", "coins_start", "1000", "1000.00")
            }
            Other::Joining => {
                let earlier = burst[..place].iter().filter(|one| **one == Other::Joining);
                let (id, code) = &self.groups[earlier.count()];
                (
                    "/plans/join",
                    json!({ "code": code, "amount": "120.00", "funding_source": "wallet" }),
                    wanted("group_join", "120.00", &format!("group:{id}")),
                )
            }
            Other::AddressVerification => (
                "/verify/address",
                json!({}),
                wanted("address_verification", "1400.00", "address-verification"),
            ),
            Other::Card => {
                let wish = json!({ "purpose": "fund", "currency": "NGN", "amount": "100.00" });
                let started = payer.must(origin, post, "/payment/card", wish).await;
                let tx_ref = started["tx_ref"].as_str().unwrap();
                let path = format!("/sandbox/card/{tx_ref}");
                let paid = json!({ "deed": "pay" });
                payer.must(origin, Method::PUT, &path, paid).await;
                return Payment {
                    key: tx_ref.to_owned(),
                    authorisation: String::new(),
                    path: "/payment/flutter/confirm",
                    body: json!({ "tx_ref": tx_ref }),
                };
            }
        };
        Payment::prepare(payer, origin, place, what).await
    }
}

/// Each was done once, at the provider too, and nothing is held back.
async fn others_add_up(db: &Db, url: &str) {
    follow(&app_on(db, url).await).await;
    let count = async |statement: String| -> i64 {
        let mut connection = db.read().await.unwrap();
        let row = sqlx::query(sqlx::AssertSqlSafe(statement))
            .fetch_one(&mut *connection)
            .await;
        sqlx::Row::get(&row.unwrap(), 0)
    };
    let each = i64::try_from(EACH).unwrap();
    for other in OTHERS {
        let category = other.category();
        let once = i64::try_from(other.times() + other.before()).unwrap();
        let all = format!("SELECT COUNT(*) FROM wallet_transactions WHERE category = '{category}'");
        let done = format!("{all} AND status = 'SUCCESSFUL'");
        assert_eq!(
            (count(done).await, count(all).await),
            (once, once),
            "{category}"
        );
    }
    // A plan for each payment, and a part for each member.
    for (kind, plans, members) in [
        ("savings", 1 + 2 * each, 1 + 3 * each),
        ("loan", 1 + each, 1 + each),
        ("coins", each, each),
    ] {
        let found = format!("SELECT COUNT(*) FROM plan_subscriptions WHERE kind = '{kind}'");
        assert_eq!(count(found).await, plans, "{kind}");
        let found = format!(
            "SELECT COUNT(*) FROM plan_members m JOIN plan_subscriptions s ON s.id = m.subscription_id WHERE s.kind = '{kind}'"
        );
        assert_eq!(count(found).await, members, "{kind}");
    }
    assert_eq!(
        count("SELECT COUNT(*) FROM sandbox_payouts".into()).await,
        each
    );
    assert_eq!(
        count("SELECT COUNT(*) FROM sandbox_bills".into()).await,
        each * 4
    );
    let held = "SELECT COUNT(*) FROM ledger_accounts WHERE reserved_minor <> 0";
    assert_eq!(count(held.into()).await, 0);
    let findings = backend::reconciliation::check(&mut db.read().await.unwrap())
        .await
        .unwrap();
    assert!(findings.is_empty(), "{findings:?}");
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
            (Self::Others, _) => unreachable!("they need more to be ready"),
            (Self::Coins, _) => (
                "/sell",
                json!({ "symbol": "BTC", "amount": COINS, "confirm": true }),
                json!({ "currency": "BTC", "action": "sell", "amount": COINS, "payee": "sale:BTC" }),
            ),
        }
    }

    fn payments(self) -> usize {
        match self {
            Self::Transfers => 30,
            // A new recipient may be sent only so much.
            Self::Coins => 20,
            Self::Others => Other::burst().len(),
        }
    }
}

/// Once in `make test`; as often as `CRASH_RUNS` has kills in `make crash`.
async fn killed_in_bursts(engine: Engine, burst: Burst) {
    let kills = std::env::var("CRASH_RUNS")
        .ok()
        .and_then(|runs| runs.parse().ok());
    for _ in 0..kills.unwrap_or(KILLS).div_ceil(KILLS) {
        killed_in_a_burst(engine, burst).await;
    }
}

async fn killed_in_a_burst(engine: Engine, burst: Burst) {
    let database = Database::create(engine).await;
    let plans = match burst {
        Burst::Others => Some(offer(&database.url).await),
        Burst::Transfers | Burst::Coins => None,
    };
    let mut program = Program::start(&database.url);
    let (ada, ben) = (
        Person::join(&program.origin).await,
        Person::join(&program.origin).await,
    );
    match burst {
        Burst::Others => {
            ada.funded(&program.origin, "100000.00").await;
            ben.funded(&program.origin, "1000.00").await;
        }
        Burst::Transfers | Burst::Coins => ada.funded(&program.origin, "1000.00").await,
    }
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
    if let Some(plans) = plans {
        program.kill();
        all_may_borrow(&database.url).await;
        program = Program::start(&database.url);
        let ready = begin(&ada, &ben, &program.origin, plans).await;
        for place in 0..burst.payments() {
            payments.push(ready.payment(&ada, &program.origin, place).await);
        }
    } else {
        for place in 0..burst.payments() {
            let what = burst.payment(place, &number);
            payments.push(Payment::prepare(&ada, &program.origin, place, what).await);
        }
    }

    let acknowledged: Arc<Mutex<BTreeMap<String, String>>> = Arc::default();
    for round in 1..=KILLS {
        // A client without an answer sends the same request again; so does one that has an answer, to test the replay.
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
        // A card's confirmation has no key, but the checkout's own name.
        let keyed = known
            .into_iter()
            .filter(|(key, _)| key.starts_with("burst-"));
        for (key, reference) in keyed {
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
    if burst == Burst::Others {
        others_add_up(&db, &database.url).await;
    }
    let findings = backend::ledger::check(&mut db.read().await.unwrap())
        .await
        .unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    assert!(backend::access::audit::check(&db).await.unwrap().is_ok());
    db.close().await;
    database.remove().await;
}

/// A server of the test's own on the database, while the program does not run.
async fn app_on(db: &Db, url: &str) -> AppState {
    let url = url.to_owned();
    let setting = move |name: &str| match name {
        "AJO_DATABASE_URL" => Some(url.clone()),
        "AJO_SECRET" => Some(String::from("a secret that only the tests of Ajo know")),
        _ => None,
    };
    let config = Config::read(&setting).unwrap();
    let clock = Clock::set_to(Clock::system().now_ms());
    let ports = Ports::new(&config, db, &clock, Random).unwrap();
    AppState::with_ports(config, db.clone(), clock, Cost::Least, ports)
}

/// Follows what was cut off, as any server does a minute later.
async fn follow(app: &AppState) {
    for _ in 0..5 {
        app.clock.advance_ms(61_000);
        reconcile(app).await.unwrap();
    }
}

/// Every send happened once at the custodian, every sale once, and nothing is held back.
async fn coins_add_up(db: &Db, url: &str, payments: usize) {
    let app = app_on(db, url).await;
    let count = async |statement: &'static str| -> i64 {
        let mut connection = db.read().await.unwrap();
        let row = sqlx::query(statement).fetch_one(&mut *connection).await;
        sqlx::Row::get(&row.unwrap(), 0)
    };
    follow(&app).await;
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
    killed_in_bursts(Engine::Sqlite, Burst::Transfers).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_in_a_burst_loses_and_doubles_nothing_on_postgres() {
    if Engine::postgres_is_there() {
        killed_in_bursts(Engine::Postgres, Burst::Transfers).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_among_coins_loses_and_doubles_none_on_sqlite() {
    killed_in_bursts(Engine::Sqlite, Burst::Coins).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_among_coins_loses_and_doubles_none_on_postgres() {
    if Engine::postgres_is_there() {
        killed_in_bursts(Engine::Postgres, Burst::Coins).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_among_all_other_payments_loses_and_doubles_none_on_sqlite() {
    killed_in_bursts(Engine::Sqlite, Burst::Others).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_among_all_other_payments_loses_and_doubles_none_on_postgres() {
    if Engine::postgres_is_there() {
        killed_in_bursts(Engine::Postgres, Burst::Others).await;
    }
}
