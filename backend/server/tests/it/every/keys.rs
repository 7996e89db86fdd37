//! Each call with an `Idempotency-Key` takes effect once per key, however often and concurrently it is sent, and the
//! key is valid for nothing else.

use super::keyed::{ALL, Good, Payer, Setting, What};
use crate::support::contract::operations;
use crate::support::dice::race_calls;
use crate::support::rows::{differences, growth, whole};
use crate::support::{Answer, Caller, World};
use axum::http::StatusCode;
use futures_util::future::join_all;
use serde_json::json;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

const ACCEPTED: StatusCode = StatusCode::ACCEPTED;

#[test]
fn every_call_that_takes_a_key_is_in_the_table() {
    let takes =
        |one: &crate::support::contract::Operation| one.takes.contains("header Idempotency-Key");
    let described: BTreeSet<String> = operations()
        .iter()
        .filter(|one| takes(one))
        .map(|one| one.name())
        .collect();
    let known: BTreeSet<String> = ALL.iter().map(|what| what.call().to_owned()).collect();
    assert_eq!(described, known);
}

async fn send(caller: &Caller, good: &Good) -> Answer {
    caller.clone().post(&good.path, good.body.clone()).await
}

/// The request with a changed body.
fn other_body(good: &Good) -> Good {
    let mut other = good.clone();
    match other.body.get("amount") {
        Some(_) => other.body["amount"] = json!("201.00"),
        None => other.body["comment"] = json!("another"),
    }
    other
}

/// Tables with one row per customer, payee, day, user or brand, regardless of the number of payments.
const ONCE: [&str; 5] = [
    "alert_subscriptions",
    "bill_customers",
    "day_sums",
    "loan_policies",
    "payees",
];

/// The rows that one payment adds.
fn gained(
    before: &crate::support::rows::Rows,
    after: &crate::support::rows::Rows,
) -> BTreeMap<String, usize> {
    let mut gained = growth(before, after);
    gained.retain(|table, _| !ONCE.contains(&table.as_str()));
    gained
}

/// Checks that nothing stored has changed.
#[track_caller]
fn same(before: &crate::support::rows::Rows, after: &crate::support::rows::Rows, when: &str) {
    let differences = differences(before, after);
    assert!(differences.is_empty(), "{when}: {differences:#?}");
}

async fn one_effect_for_a_key(world: &World, setting: &Setting<'_>, what: What) {
    let mut payer = Payer::new(setting).await;
    let (good, twin) = (payer.good(what).await, payer.good(what).await);
    let elsewhere = match what {
        What::Transfer => payer.good(What::Airtime).await,
        _ => payer.good(What::Transfer).await,
    };
    for _ in 0..4 {
        payer.fund(&good).await;
    }
    let (key, call) = (payer.key(), what.call());

    let before = whole(world).await;
    for bad in [
        None,
        Some(""),
        Some("short"),
        Some("key number 1"),
        Some("key-of-1/.."),
    ] {
        let caller = match bad {
            Some(bad) => payer.caller.with("idempotency-key", bad),
            None => payer.caller.clone(),
        };
        let refused = send(&caller, &good).await;
        refused.refuses(400, "idempotency_key_required");
    }
    same(&before, &whole(world).await, call);

    let keyed = payer.authorised(&good, &key).await;
    let before = whole(world).await;
    let first = send(&keyed, &good).await;
    assert!(first.status.is_success(), "{what:?}: {}", first.text);
    assert_eq!(first.header("idempotency-replayed"), "", "{what:?}");
    let after = whole(world).await;
    let effect = gained(&before, &after);
    assert!(effect.contains_key("operations"), "{what:?}: {effect:?}");

    for _ in 1..race_calls(20) {
        let again = send(&keyed, &good).await;
        assert_eq!(
            (again.status, &again.body),
            (first.status, &first.body),
            "{what:?}"
        );
        assert_eq!(again.header("idempotency-replayed"), "true", "{what:?}");
    }
    let mut others = vec![other_body(&good), elsewhere];
    // The same body with other path parameters.
    others.extend((twin.path != good.path).then(|| twin.clone()));
    for other in &others {
        let refused = send(&keyed, other).await;
        refused.refuses(422, "idempotency_key_reused");
    }
    same(&after, &whole(world).await, call);

    // The fee for an address is paid once.
    if matches!(what, What::Address) {
        return;
    }
    // Another key, sent concurrently.
    let key = payer.key();
    let keyed = payer.authorised(&twin, &key).await;
    let before = whole(world).await;
    let answers = (0..race_calls(20)).map(|_| {
        let (keyed, twin) = (keyed.clone(), twin.clone());
        tokio::spawn(async move { send(&keyed, &twin).await })
    });
    let answers: Vec<Answer> = join_all(answers)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    let done = &answers[0];
    for answer in &answers {
        assert!(answer.status.is_success(), "{what:?}: {}", answer.text);
        // During a provider call, the others are told that the payment is in progress.
        let [of_one, of_other] = [answer, done].map(|one| one.data()["reference"].clone());
        assert_eq!(of_one, of_other, "{what:?}");
        assert!(
            answer.body == done.body || [answer.status, done.status].contains(&ACCEPTED),
            "{what:?}: {} and {}",
            answer.text,
            done.text
        );
    }
    let fresh = answers
        .iter()
        .filter(|one| one.header("idempotency-replayed").is_empty());
    assert_eq!(fresh.count(), 1, "{what:?}");
    assert_eq!(gained(&before, &whole(world).await), effect, "{what:?}");
}

on_both! {
    async fn an_idempotency_key_has_one_effect_of_one_request(world: World) {
        let setting = Setting::new(world).await;
        for what in ALL {
            one_effect_for_a_key(world, &setting, what).await;
        }
    }
}
