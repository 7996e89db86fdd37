//! The contract of all custodians, and BTCPay's own behaviour.

use super::btcpay::{BtcPay, signature};
use super::sandbox::SandboxCustody;
use super::stand_in::{KEY, Mood, STORE, StandIn};
use super::{AddressOf, CustodyPort, CustodyUnavailable, Notice, NoticeRefused, Sending};
use crate::OrderOutcome;
use crate::sandbox::{Behaviour, Outcome, Port, Sandbox};
use crate::testing::quick;
use axum::http::HeaderMap;
use domain_core::money::{Amount, Currency};
use domain_core::payment::order::MAY_ARRIVE_MS;
use domain_core::wallet::coin::{Network, check};
use ground::clock::Clock;
use ground::config::CustodyProvider;
use ground::db::testing::databases;
use ground::random::Random;
use ground::secret::Secret;
use serde_json::{Value, json};

const NOW_MS: i64 = 1_795_165_200_000;
/// Long enough ago that no request can still arrive.
const LONG_AGO_MS: i64 = NOW_MS - 24 * 60 * 60 * 1_000;
const ADDRESS: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

fn of(reference: &str) -> AddressOf {
    AddressOf {
        reference: reference.into(),
        coin: Currency::Btc,
        network: Network::Bitcoin,
    }
}

fn sending(reference: &str) -> Sending {
    Sending {
        reference: reference.into(),
        network: Network::Bitcoin,
        address: ADDRESS.into(),
        amount: Amount::parse("0.01", Currency::Btc).unwrap(),
    }
}

/// The contract of the port.
async fn conforms(custody: &dyn CustodyPort) {
    assert!(custody.serves(Currency::Btc, Network::Bitcoin));
    assert!(
        !custody.serves(Currency::Btc, Network::Tron)
            && !custody.serves(Currency::Ngn, Network::Bitcoin)
    );
    // The same reference has the same, valid address.
    let address = custody.address(&of("ada-BTC-bitcoin")).await.unwrap();
    assert_eq!(
        custody.address(&of("ada-BTC-bitcoin")).await.unwrap(),
        address
    );
    assert_eq!(
        check(Currency::Btc, Some(Network::Bitcoin), &address)
            .unwrap()
            .address,
        address
    );
    assert_eq!(
        custody.deposits(&of("ada-BTC-bitcoin")).await,
        Ok(Vec::new())
    );
    let fee = custody.fee(Currency::Btc, Network::Bitcoin).await.unwrap();
    assert!(fee.minor().unwrap() > 0 && fee.currency() == Currency::Btc);
    // A reference is sent once.
    assert_eq!(
        custody.status("R-1", LONG_AGO_MS).await,
        OrderOutcome::NotFound
    );
    let first = custody.send(&sending("R-1")).await;
    assert!(
        matches!(first, OrderOutcome::Done | OrderOutcome::Pending),
        "{first:?}"
    );
    assert_eq!(custody.send(&sending("R-1")).await, first);
    assert_eq!(custody.status("R-1", LONG_AGO_MS).await, first);
    assert_eq!(
        custody.status("R", LONG_AGO_MS).await,
        OrderOutcome::NotFound
    );
    assert_eq!(
        custody.notice(&HeaderMap::new(), b"{}"),
        Err(NoticeRefused::Signature)
    );
}

fn btcpay(at: &StandIn) -> BtcPay {
    let provider = CustodyProvider {
        url: at.url.clone(),
        store: STORE.into(),
        key: Secret::new(KEY.into()),
        hook_secret: Secret::new("btcpay-hook".into()),
    };
    BtcPay::new(&provider, Clock::set_to(NOW_MS), quick()).unwrap()
}

#[tokio::test]
async fn btcpay_conforms() {
    let at = StandIn::new().await;
    conforms(&btcpay(&at)).await;
    assert_eq!(at.kept().payouts.len(), 1);
    assert_eq!(at.kept().invoices.len(), 1);
}

#[tokio::test]
async fn the_sandbox_conforms() {
    for one in databases().await {
        let sandbox = Sandbox::new(one.db.clone(), Clock::set_to(0), Random);
        let custody = SandboxCustody::new(sandbox.clone());
        conforms(&custody).await;
        for (outcome, reference, known) in [
            (Outcome::LoseAnswer, "R-2", OrderOutcome::Done),
            (Outcome::LoseRequest, "R-3", OrderOutcome::NotFound),
        ] {
            let behaviour = Behaviour {
                port: Port::Custody,
                outcome,
                delay_ms: 0,
                times: Some(1),
            };
            sandbox.set_behaviour(&behaviour).await.unwrap();
            assert_eq!(
                custody.send(&sending(reference)).await,
                OrderOutcome::Unknown
            );
            assert_eq!(custody.status(reference, LONG_AGO_MS).await, known);
        }
        for (coin, network) in [
            (Currency::Eth, Network::Ethereum),
            (Currency::Usdt, Network::Tron),
        ] {
            let reference = String::from("bola");
            let address = custody
                .address(&AddressOf {
                    reference,
                    coin,
                    network,
                })
                .await
                .unwrap();
            assert!(check(coin, Some(network), &address).is_ok(), "{address}");
        }
    }
}

#[tokio::test]
async fn btcpay_serves_bitcoin_only() {
    let at = StandIn::new().await;
    let custody = btcpay(&at);
    for (coin, network) in [
        (Currency::Eth, Network::Ethereum),
        (Currency::Usdt, Network::Tron),
        (Currency::Usdt, Network::Ethereum),
    ] {
        assert!(!custody.serves(coin, network));
        let wanted = AddressOf {
            reference: "ada".into(),
            coin,
            network,
        };
        assert_eq!(custody.address(&wanted).await, Err(CustodyUnavailable));
        assert_eq!(custody.fee(coin, network).await, Err(CustodyUnavailable));
        let amount = Amount::parse("1", coin).unwrap();
        let sending = Sending {
            network,
            amount,
            ..sending("R-9")
        };
        assert_eq!(custody.send(&sending).await, OrderOutcome::Refused);
    }
    assert!(at.kept().payouts.is_empty());
}

#[tokio::test]
async fn payouts_with_a_lost_answer_are_not_repeated() {
    let at = StandIn::new().await;
    let custody = btcpay(&at);
    // The search before the payout gets an answer; the payout itself does not.
    at.kept()
        .payouts
        .push(json!({ "id": "P0", "state": "InProgress", "metadata": { "reference": "R-1" } }));
    assert_eq!(custody.send(&sending("R-1")).await, OrderOutcome::Pending);
    assert_eq!(at.kept().payouts.len(), 1);
    at.kept().mood = Mood::LosesAnswer;
    assert_eq!(custody.send(&sending("R-2")).await, OrderOutcome::Unknown);
    assert_eq!(
        custody.status("R-1", LONG_AGO_MS).await,
        OrderOutcome::Unknown
    );
    at.kept().mood = Mood::LosesRequest;
    assert_eq!(custody.send(&sending("R-2")).await, OrderOutcome::Unknown);
    at.kept().mood = Mood::Well;
    assert_eq!(custody.send(&sending("R-2")).await, OrderOutcome::Pending);
    assert_eq!(at.kept().payouts.len(), 2);
}

#[tokio::test]
async fn unlisted_payouts_are_unknown_while_they_may_still_arrive() {
    let at = StandIn::new().await;
    let custody = btcpay(&at);
    at.kept().mood = Mood::ArrivesLate;
    assert_eq!(custody.send(&sending("R-1")).await, OrderOutcome::Unknown);
    at.kept().mood = Mood::Well;
    for (asked_at_ms, known) in [
        (NOW_MS, OrderOutcome::Unknown),
        (NOW_MS - MAY_ARRIVE_MS + 1, OrderOutcome::Unknown),
        (NOW_MS - MAY_ARRIVE_MS, OrderOutcome::NotFound),
    ] {
        assert_eq!(custody.status("R-1", asked_at_ms).await, known);
    }
    at.late_ones_arrive();
    assert_eq!(custody.status("R-1", NOW_MS).await, OrderOutcome::Pending);
}

#[tokio::test]
async fn invoice_policy_matches_the_stated_confirmations() {
    let at = StandIn::new().await;
    let custody = btcpay(&at);
    custody.address(&of("ada-BTC-bitcoin")).await.unwrap();
    // BTCPay's policies: none, one, two and six blocks.
    let blocks = match at.kept().speed_policies[0].as_str() {
        Some("HighSpeed") => 0,
        Some("MediumSpeed") => 1,
        Some("LowMediumSpeed") => 2,
        Some("LowSpeed") => 6,
        other => panic!("{other:?}"),
    };
    assert_eq!(custody.confirmations(Network::Bitcoin), blocks);
    assert!(blocks >= Network::Bitcoin.confirmations());
}

#[tokio::test]
async fn payout_states_have_their_outcomes() {
    let at = StandIn::new().await;
    let custody = btcpay(&at);
    for (state, outcome) in [
        ("AwaitingApproval", OrderOutcome::Pending),
        ("AwaitingPayment", OrderOutcome::Pending),
        ("InProgress", OrderOutcome::Pending),
        ("Completed", OrderOutcome::Done),
        ("Cancelled", OrderOutcome::Refused),
        ("SomethingNew", OrderOutcome::Unknown),
    ] {
        at.kept().payouts = vec![
            json!({ "id": "P0", "state": "Completed", "metadata": { "reference": "R-10" } }),
            json!({ "id": "P1", "state": state, "metadata": { "reference": "R-1" } }),
            json!({ "id": "P2", "state": "Completed", "metadata": null }),
        ];
        assert_eq!(custody.status("R-1", LONG_AGO_MS).await, outcome, "{state}");
    }
    at.kept().mood = Mood::Refuses;
    assert_eq!(custody.send(&sending("R-3")).await, OrderOutcome::Refused);
}

#[tokio::test]
async fn deposits_are_all_payments_of_our_invoice() {
    let at = StandIn::new().await;
    let custody = btcpay(&at);
    custody.address(&of("ada-BTC-bitcoin")).await.unwrap();
    at.pays("T-1", &json!("0.01500000"), "Processing");
    at.pays("T-2", &json!("0.5"), "Settled");
    at.pays("T-3", &json!("9"), "Invalid");
    at.kept().invoices[0]["status"] = json!("Expired");
    // An invoice whose reference only starts with ours belongs to another order.
    at.kept()
        .invoices
        .push(json!({ "id": "I2", "metadata": { "orderId": "ada-BTC-bitcoin-2" } }));
    let rows = |deposits: Vec<super::Deposit>| -> Vec<(String, String, bool)> {
        deposits
            .into_iter()
            .map(|deposit| (deposit.id, deposit.amount.text(), deposit.is_settled))
            .collect()
    };
    let deposits = custody.deposits(&of("ada-BTC-bitcoin")).await.unwrap();
    assert_eq!(
        rows(deposits),
        [
            ("T-1".into(), "0.01500000".into(), false),
            ("T-2".into(), "0.50000000".into(), true)
        ]
    );
    for nonsense in [
        json!("0.123456789"),
        json!("-1"),
        json!(null),
        json!("1e3"),
        json!("NaN"),
    ] {
        at.pays("T-1", &nonsense, "Settled");
        // The others are reported nevertheless.
        let deposits = custody.deposits(&of("ada-BTC-bitcoin")).await.unwrap();
        assert_eq!(
            rows(deposits),
            [("T-2".into(), "0.50000000".into(), true)],
            "{nonsense}"
        );
    }
}

#[tokio::test]
async fn notices_need_a_signature_of_the_raw_body() {
    let at = StandIn::new().await;
    let custody = btcpay(&at);
    let body = br#"{"deliveryId":"D1","webhookId":"W1","type":"InvoiceSettled","storeId":"S1","invoiceId":"I1","metadata":{"orderId":"ajo-user-42"}}"#;
    assert_eq!(
        signature("btcpay-hook", body),
        "5809e9fa020e200f0ab1203546b4486f8ce4b762289e0db0335c7aec53ae1715"
    );
    let signed = |body: &[u8]| {
        let mut headers = HeaderMap::new();
        let value = format!("sha256={}", signature("btcpay-hook", body));
        headers.insert("btcpay-sig", value.parse().unwrap());
        headers
    };
    let notice = custody.notice(&signed(body), body);
    assert_eq!(
        notice,
        Ok(Notice::Deposit {
            reference: "ajo-user-42".into()
        })
    );
    assert_eq!(
        custody.notice(&signed(body), &body[..body.len() - 1]),
        Err(NoticeRefused::Signature)
    );
    assert_eq!(
        custody.notice(&signed(b"x"), b"x"),
        Err(NoticeRefused::Unreadable)
    );
    let payout: &[u8] = br#"{"type":"PayoutUpdated","payoutId":"P1"}"#;
    assert_eq!(custody.notice(&signed(payout), payout), Ok(Notice::Other));
    let strange: Value = json!({ "type": "InvoiceSettled", "metadata": null });
    let strange = strange.to_string().into_bytes();
    assert_eq!(
        custody.notice(&signed(&strange), &strange),
        Ok(Notice::Other)
    );
}

#[tokio::test]
async fn a_wrong_key_gets_no_answer() {
    let at = StandIn::new().await;
    let provider = CustodyProvider {
        url: at.url.clone(),
        store: STORE.into(),
        key: Secret::new("another".into()),
        hook_secret: Secret::new("s".into()),
    };
    let custody = BtcPay::new(&provider, Clock::set_to(NOW_MS), quick()).unwrap();
    assert_eq!(custody.send(&sending("R-1")).await, OrderOutcome::Unknown);
    assert_eq!(custody.address(&of("ada")).await, Err(CustodyUnavailable));
}
