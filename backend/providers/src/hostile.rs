//! Tests every adapter with answers that no proper provider sends. They must not settle or refuse a payment or answer a
//! query, nor cause a panic, an overrun of the timeout, or a secret in the log.

use super::testing::{Reply, Stub, logged, quick};
use super::{
    bank, bills, card, custody, exchange, exchange_keys, identity, liveness, mandate, market, oidc,
    places, signals,
};
use bank::BankPort;
use bills::BillsPort;
use card::CardPort;
use custody::CustodyPort;
use domain_core::bills::Bill;
use domain_core::money::{Amount, Currency, Figure};
use domain_core::wallet::coin::Network;
use exchange::ExchangePort;
use exchange_keys::ExchangeKeyPort;
use ground::clock::Clock;
use ground::config::{
    BankProvider, BinanceProvider, CustodyProvider, FlutterwaveProvider, GoogleProvider,
    IdentityProvider, LivenessProvider, PaystackProvider, PlacesProvider, SignalsProvider,
    VtpassProvider,
};
use ground::secret::Secret;
use identity::IdentityPort;
use liveness::LivenessPort;
use mandate::MandatePort;
use market::{MarketPort, Pair};
use oidc::OidcPort;
use places::PlacesPort;
use signals::SignalPort;
use std::fmt::Debug;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Part of every key and secret that the adapters get.
const MARK: &str = "not-to-be-logged";
/// Two calls and their timeouts, with a margin for a busy machine.
const LONGEST: Duration = Duration::from_secs(5);

fn secret() -> Secret<String> {
    Secret::new(format!("key-{MARK}-0123456789abcdef"))
}

fn clock() -> Clock {
    Clock::set_to(1_790_000_000_000)
}

fn naira(kobo: i64) -> Amount {
    Amount::from_minor(kobo, Currency::Ngn).unwrap()
}

fn one() -> Figure {
    Figure::parse("1").unwrap()
}

fn bitcoin() -> Pair {
    Pair::of("BTC").unwrap()
}

/// Answers, each with its defect.
fn answers() -> Vec<(&'static str, Reply)> {
    let raw = |head: &str, body: &[u8]| {
        let head = format!("HTTP/1.1 {head}\r\nconnection: close\r\n");
        let head = format!("{head}content-length: {}\r\n\r\n", body.len());
        Reply::Bytes([head.as_bytes(), body].concat())
    };
    let ok = |body: &str| raw("200 OK\r\ncontent-type: application/json", body.as_bytes());
    let nested = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    let long = format!("{{\"status\":\"{}\"}}", "x".repeat(8 * 1024 * 1024));
    vec![
        ("nothing", ok("")),
        ("null", ok("null")),
        ("a list", ok("[]")),
        ("a list in a list", ok("[[]]")),
        ("an object", ok("{}")),
        ("a number", ok("1e999")),
        ("a text", ok("\"success\"")),
        (
            "a page",
            raw("200 OK\r\ncontent-type: text/html", b"<h1>Welcome</h1>"),
        ),
        (
            "a part",
            ok("{\"status\":\"success\",\"data\":{\"status\":\"success\""),
        ),
        ("no UTF-8", raw("200 OK", b"{\"status\":\"\xff\xfe\"}")),
        ("nested too deeply", ok(&nested)),
        ("too long", ok(&long)),
        (
            "members of other types",
            ok(
                "{\"status\":[],\"code\":{},\"data\":{\"status\":{},\"amount\":[],\"id\":false,\"reference\":7},\"content\":[{}],\"result\":-1}",
            ),
        ),
        (
            "one member twice",
            ok("{\"status\":\"success\",\"status\":\"failed\",\"data\":null,\"data\":[]}"),
        ),
        (
            "compressed, and not",
            raw(
                "200 OK\r\ncontent-encoding: gzip",
                b"{\"status\":\"success\"}",
            ),
        ),
        (
            "shorter than it says",
            Reply::Bytes(b"HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{\"status\":".to_vec()),
        ),
        (
            "no HTTP",
            Reply::Bytes(b"220 smtp.example ESMTP\r\n".to_vec()),
        ),
        (
            "elsewhere",
            raw("302 Found\r\nlocation: http://127.0.0.1:1/", b""),
        ),
        ("an error without a body", raw("500 Oops", b"")),
        (
            "a gateway's page",
            raw("502 Bad Gateway", b"<html>502</html>"),
        ),
        ("no answer", Reply::Silence),
        ("a connection that breaks", Reply::Reset),
    ]
}

/// Answers that are valid for some calls: a list in a list, for a member that is a list.
const GOOD: [(&str, &str, &str); 4] = [
    ("a list", "custody.deposits", "Ok([])"),
    ("a list", "market.candles", "Ok([])"),
    ("a list in a list", "exchange_keys.balances", "Ok([])"),
    ("a list in a list", "places.find", "Ok([])"),
];

/// An adapter's result as debug text.
fn debug_text(answer: &impl Debug) -> String {
    format!("{answer:?}")
}

/// The results of all calls of all adapters to this provider, by the call's name.
#[expect(clippy::too_many_lines, reason = "a table of calls")]
async fn calls(at: &Stub) -> Vec<(&'static str, String)> {
    let url = at.url("");
    let bank_at = || {
        let provider = BankProvider {
            url: url.clone(),
            key: secret(),
            secret: secret(),
        };
        bank::http::HttpBank::new(&provider, clock(), quick()).unwrap()
    };
    let payout = bank::Payout {
        reference: "payout-1".into(),
        bank_code: "058".into(),
        account_number: "0123456789".into(),
        account_name: "Ada Obi".into(),
        amount: naira(100_000),
        narration: "Rent".into(),
    };
    let account = bank::NewAccount {
        reference: "account-1".into(),
        currency: Currency::Ngn,
        name: "Ada Obi".into(),
        email: "ada@example.com".into(),
        phone: "08031234567".into(),
        bvn: None,
    };
    let bills_at = || {
        let provider = VtpassProvider {
            url: url.clone(),
            api_key: secret(),
            public_key: secret(),
            secret_key: secret(),
            distributors: vec![("ikeja-electric".into(), "Ikeja Electric".into())],
        };
        bills::vtpass::Vtpass::new(&provider, clock(), quick()).unwrap()
    };
    let vend = bills::Vend {
        reference: "vend-1".into(),
        kind: Bill::Airtime,
        service: "mtn".into(),
        customer: "08031234567".into(),
        package: None,
        phone: None,
        amount: naira(10_000),
        is_repeat: false,
        ordered_at_ms: 1_790_000_000_000,
    };
    let enquiry = bills::Enquiry {
        kind: Bill::Cable,
        service: "DSTV",
        customer: "1234567890",
    };
    let cards_at = || {
        let provider = FlutterwaveProvider {
            url: url.clone(),
            key: secret(),
            hook_secret: secret(),
            checkout_origin: "https://checkout.example".into(),
        };
        card::flutterwave::Flutterwave::new(&provider, quick()).unwrap()
    };
    let checkout = card::Checkout {
        tx_ref: "card-1".into(),
        amount: naira(10_000),
        customer: card::Customer {
            name: "Ada Obi".into(),
            email: "ada@example.com".into(),
            phone: "08031234567".into(),
        },
        return_to: "https://app.example/card".into(),
        title: "Ajo".into(),
    };
    let custody_at = || {
        let provider = CustodyProvider {
            url: url.clone(),
            store: "store".into(),
            key: secret(),
            hook_secret: secret(),
        };
        custody::btcpay::BtcPay::new(&provider, clock(), quick()).unwrap()
    };
    let of = custody::AddressOf {
        reference: "address-1".into(),
        coin: Currency::Btc,
        network: Network::Bitcoin,
    };
    let sending = custody::Sending {
        reference: "send-1".into(),
        network: Network::Bitcoin,
        address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4".into(),
        amount: Amount::from_minor(10_000, Currency::Btc).unwrap(),
    };
    let exchange_at = || {
        let provider = BinanceProvider {
            url: url.clone(),
            key: secret(),
            secret: secret(),
        };
        exchange::binance::Binance::new(&provider, clock(), quick()).unwrap()
    };
    let market_order = exchange::MarketOrder {
        id: "order-1".into(),
        pair: bitcoin(),
        size: exchange::Size::Spend(one()),
    };
    let own_at = || exchange_keys::binance::Binance::new(&url, clock(), quick()).unwrap();
    let keys = exchange_keys::ExchangeKeys {
        key: secret(),
        secret: secret(),
    };
    let limit_order = exchange_keys::LimitOrder {
        id: "order-2".into(),
        pair: bitcoin(),
        quantity: one(),
        limit: one(),
    };
    let identity_at = || {
        let provider = IdentityProvider {
            url: url.clone(),
            key: secret(),
        };
        identity::http::HttpRegister::new(&provider, quick()).unwrap()
    };
    let liveness_at = || {
        let provider = LivenessProvider {
            url: url.clone(),
            key: secret(),
        };
        liveness::http::HttpLiveness::new(&provider, quick()).unwrap()
    };
    let mandates_at = || {
        let provider = PaystackProvider {
            url: url.clone(),
            key: secret(),
        };
        mandate::paystack::Paystack::new(&provider, quick()).unwrap()
    };
    let payer = mandate::Payer {
        name: "Ada Obi".into(),
        email: "ada@example.com".into(),
        return_to: "https://app.example/settings".into(),
    };
    let debit = mandate::DebitOrder {
        reference: "debit-1".into(),
        mandate: "mandate-1".into(),
        amount: naira(10_000),
    };
    let market_at = || market::binance::Binance::new(&url, quick()).unwrap();
    let google_at = || {
        let provider = GoogleProvider {
            client_id: "client".into(),
            client_secret: secret(),
            issuer: url.clone(),
        };
        oidc::client::OidcClient::new(&provider, Arc::new(quick()), clock()).unwrap()
    };
    let sign_in = oidc::SignIn {
        redirect_uri: "https://app.example/login".into(),
        state: "state".into(),
        nonce: "nonce".into(),
        verifier: Secret::new("v".repeat(43)),
    };
    let places_at = || {
        let provider = PlacesProvider {
            url: url.clone(),
            key: secret(),
        };
        places::http::HttpPlaces::new(&provider, quick()).unwrap()
    };
    let signals_at = || {
        let provider = SignalsProvider {
            url: url.clone(),
            key: secret(),
        };
        signals::http::HttpSignals::new(&provider, quick()).unwrap()
    };
    let number = Secret::new(String::from("22100000014"));
    vec![
        (
            "bank.enquire",
            debug_text(&bank_at().enquire("058", "0123456789").await),
        ),
        (
            "bank.open_account",
            debug_text(&bank_at().open_account(&account).await),
        ),
        (
            "bank.pay_out",
            debug_text(&bank_at().pay_out(&payout).await),
        ),
        (
            "bank.payout_status",
            debug_text(&bank_at().payout_status("payout-1").await),
        ),
        (
            "bills.packages",
            debug_text(&bills_at().packages(Bill::Data, "mtn").await),
        ),
        (
            "bills.validate",
            debug_text(&bills_at().validate(enquiry).await),
        ),
        (
            "bills.vend",
            debug_text(&bills_at().vend(&vend).await.outcome),
        ),
        (
            "bills.status",
            debug_text(&bills_at().status(&vend).await.outcome),
        ),
        (
            "card.checkout",
            debug_text(&cards_at().checkout(&checkout).await),
        ),
        (
            "card.verify",
            debug_text(&cards_at().verify("card-1", Some("7")).await),
        ),
        (
            "custody.address",
            debug_text(&custody_at().address(&of).await),
        ),
        (
            "custody.deposits",
            debug_text(&custody_at().deposits(&of).await),
        ),
        (
            "custody.fee",
            debug_text(&custody_at().fee(Currency::Btc, Network::Bitcoin).await),
        ),
        (
            "custody.send",
            debug_text(&custody_at().send(&sending).await),
        ),
        (
            "custody.status",
            debug_text(&custody_at().status("send-1", 1_790_000_000_000).await),
        ),
        (
            "exchange.filters",
            debug_text(&exchange_at().filters(bitcoin()).await),
        ),
        (
            "exchange.place",
            debug_text(&exchange_at().place(&market_order).await),
        ),
        (
            "exchange.status",
            debug_text(&exchange_at().status(bitcoin(), "order-1").await),
        ),
        (
            "exchange_keys.rights",
            debug_text(&own_at().rights(&keys).await.map(|_| ())),
        ),
        (
            "exchange_keys.balances",
            debug_text(&own_at().balances(&keys).await),
        ),
        (
            "exchange_keys.filters",
            debug_text(&own_at().filters(bitcoin()).await.map(|_| ())),
        ),
        (
            "exchange_keys.order",
            debug_text(&own_at().order(&keys, &limit_order).await),
        ),
        (
            "exchange_keys.order_status",
            debug_text(&own_at().order_status(&keys, bitcoin(), "order-2").await),
        ),
        (
            "identity.find",
            debug_text(
                &identity_at()
                    .find(identity::NumberKind::Bvn, &number)
                    .await
                    .map(|_| ()),
            ),
        ),
        (
            "liveness.start",
            debug_text(
                &liveness_at()
                    .start("Ada Obi", "https://app.example/verify")
                    .await,
            ),
        ),
        (
            "liveness.status",
            debug_text(&liveness_at().status("check-1").await),
        ),
        (
            "mandate.start",
            debug_text(&mandates_at().start(&payer).await),
        ),
        (
            "mandate.status",
            debug_text(&mandates_at().status("mandate-1").await),
        ),
        (
            "mandate.end",
            debug_text(&mandates_at().end("mandate-1").await),
        ),
        (
            "mandate.debit",
            debug_text(&mandates_at().debit(&debit).await),
        ),
        (
            "mandate.debit_status",
            debug_text(&mandates_at().debit_status("debit-1").await),
        ),
        (
            "market.price",
            debug_text(&market_at().price(bitcoin()).await),
        ),
        (
            "market.candles",
            debug_text(&market_at().candles(bitcoin(), market::Period::ALL[0]).await),
        ),
        (
            "market.ticker",
            debug_text(&market_at().ticker(bitcoin()).await),
        ),
        (
            "google.address",
            debug_text(&google_at().address(&sign_in).await),
        ),
        (
            "google.person",
            debug_text(&google_at().person(&sign_in, "code", None).await),
        ),
        (
            "places.find",
            debug_text(&places_at().find("12 Allen Avenue").await),
        ),
        ("signals.latest", debug_text(&signals_at().latest().await)),
    ]
}

#[tokio::test]
async fn hostile_answers_have_no_effect() {
    let mut found = Vec::new();
    for (wrong, reply) in answers() {
        let stub = Stub::new(vec![reply]).await;
        let started = Instant::now();
        let mut made = Vec::new();
        let log = logged(async { made = calls(&stub).await }).await;
        assert!(!log.contains(MARK), "{wrong}: {log}");
        let meant = made.iter().filter(|(call, answer)| {
            let nothing = answer == "Unknown" || answer.starts_with("Err(");
            !nothing && !GOOD.contains(&(wrong, *call, answer.as_str()))
        });
        found.extend(meant.map(|(call, answer)| format!("{wrong}: {call} says {answer}")));
        let calls = u32::try_from(made.len()).unwrap();
        assert!(started.elapsed() < LONGEST * calls, "{wrong}");
    }
    assert!(found.is_empty(), "{found:#?}");
}
