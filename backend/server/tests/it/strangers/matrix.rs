//! Another user's identifiers are treated like unknown ones: the same response, byte for byte, and no effect.

use super::ada::{
    Ada, BILL_KEYS, Belongings, Own, UNSENT_AIRTIME_KEY, UNSENT_ALERTS_KEY, UNSENT_EXCHANGE_KEY,
    UNSENT_KEY, UNSENT_SALE_KEY, UNSENT_SENDING_KEY, UNSENT_WITHDRAWAL_KEY, bola, payee,
};
use super::table::{Case, NOBODYS, cases};
use crate::support::contract::operations;
use crate::support::{Answer, Caller, World, rows};
use axum::http::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Whether a parameter could identify something of a user, judged by its place and name.
fn may_identify_something(takes: &str) -> bool {
    let (place, name) = takes.split_once(' ').unwrap();
    let last = name.rsplit('.').next().unwrap();
    let named = |end: &str| last.ends_with(end);
    place != "body"
        || [
            "id",
            "user",
            "member",
            "wallet",
            "receive_wallet",
            "token",
            "code",
        ]
        .contains(&last)
        || ["_id", "reference", "key", "uuid", "number"]
            .into_iter()
            .any(named)
}

async fn ask(person: &Caller, case: &Case, value: &str) -> Answer {
    let mut person = person.clone();
    person.headers.extend(case.headers.clone());
    let (method, path) = case.call.split_once(' ').unwrap();
    let (place, name) = case.takes.split_once(' ').unwrap();
    let method: Method = method.parse().unwrap();
    let mut path = String::from(path);
    let mut rest = case.rest.clone();
    // The other path parameters are in `rest`.
    let rest_of_path = rest.as_object_mut().unwrap();
    rest_of_path.retain(|other, value| {
        let part = format!("{{{other}}}");
        let stays = !path.contains(&part);
        path = path.replace(&part, value.as_str().unwrap_or_default());
        stays
    });
    match place {
        "path" => path = path.replace(&format!("{{{name}}}"), value),
        "query" | "body" => rest[name] = json!(value),
        "header" if name == "Idempotency-Key" => person = person.with("idempotency-key", value),
        "header" if name == "X-Pin-Authorisation" => {
            person = person.with("x-pin-authorisation", value)
        }
        _ => panic!("{}", case.takes),
    }
    if method == Method::GET {
        let pairs = rest.as_object().unwrap().iter();
        let query: Vec<String> = pairs
            .map(|(name, value)| format!("{name}={}", value.as_str().unwrap()))
            .collect();
        return person
            .raw(method, &format!("{path}?{}", query.join("&")), "", "")
            .await;
    }
    person
        .raw(method, &path, "application/json", rest.to_string())
        .await
}

#[test]
fn every_parameter_of_every_call_is_in_the_table() {
    let free = NOBODYS.iter().flat_map(|(_, takes)| takes.iter());
    let free: BTreeSet<(String, String)> = free
        .map(|(call, takes)| (String::from(*call), String::from(*takes)))
        .collect();
    let mut tried = BTreeSet::new();
    for case in cases(&Belongings::default(), &Own::default()) {
        assert!(
            tried.insert((String::from(case.call), String::from(case.takes))),
            "{} {} twice",
            case.call,
            case.takes
        );
    }
    let mut known = BTreeSet::new();
    let mut forgotten = Vec::new();
    for operation in operations() {
        for takes in &operation.takes {
            let place = (operation.name(), takes.clone());
            if may_identify_something(takes) && !free.contains(&place) && !tried.contains(&place) {
                forgotten.push(place.clone());
            }
            known.insert(place);
        }
    }
    assert_eq!(
        forgotten,
        [],
        "add each to `cases`, or to `NOBODYS` with the reason"
    );
    assert_eq!(
        tried
            .union(&free)
            .filter(|place| !known.contains(*place))
            .collect::<Vec<_>>(),
        Vec::<&(String, String)>::new(),
        "no call takes these"
    );
    assert_eq!(
        tried.intersection(&free).collect::<Vec<_>>(),
        Vec::<&(String, String)>::new(),
        "either in `cases` or in `NOBODYS`"
    );
}

on_one! {
    async fn another_users_identifiers_are_treated_as_unknown(world: World) {
        let mut ada = Ada::settled(world, &payee(world).await).await;
        let bola = bola(world).await;
        let seen = ada.sees().await;
        let mut rows = ada.rows(world).await;
        // All mismatches, not only the first.
        let mut wrong = Vec::new();
        for case in cases(&ada.has, &bola.has) {
            let place = format!("{} {}", case.call, case.takes);
            assert!(case.hers != case.nobodys && case.hers.len() == case.nobodys.len(), "{place}: {}", case.nobodys);
            let stranger = bola.who_calls(case.call);
            let (to_nobodys, to_hers) = (ask(stranger, &case, &case.nobodys).await, ask(stranger, &case, &case.hers).await);
            if to_hers.apart_from(&case.hers) != to_nobodys.apart_from(&case.nobodys) {
                wrong.push(format!("{place}: {} instead of {}", to_hers.text, to_nobodys.text));
            }
            let code = to_hers.body["code"].as_str().unwrap_or_default();
            if (to_hers.status.as_u16(), code) != (case.status, case.code) {
                wrong.push(format!("{place}: {} {}", to_hers.status, to_hers.text));
            }
            let after = ada.rows(world).await;
            if after != rows {
                wrong.push(format!("{place}: changed {:?}", rows::differences(&rows, &after)));
                rows = after;
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert_eq!(ada.sees().await, seen);

        // All of it was valid and hers: with each, she gets further than Bola.
        for case in cases(&ada.has, &bola.has) {
            let for_her = matches!(case.takes, "path id" | "path uuid" | "path key" | "path reference" | "query search" | "body channel_name");
            if for_her && case.call.starts_with("GET") && !case.call.contains("/auth/") {
                let own = ask(&ada.caller, &case, &case.hers).await;
                let strangers = ask(&bola.caller, &case, &case.hers).await;
                own.expect(200);
                assert_ne!(own.text, strangers.text, "{} {}", case.call, case.takes);
            }
        }
        for (path, key, grant, body) in [
            ("/wallet/transfer", UNSENT_KEY, &ada.has.transfer_grant, &ada.has.transfer),
            ("/withdraw", UNSENT_WITHDRAWAL_KEY, &ada.has.withdrawal_grant, &ada.has.withdrawal),
            ("/vas/airtime", UNSENT_AIRTIME_KEY, &ada.has.airtime_grant, &ada.has.airtime),
            ("/alerts/subscribe", UNSENT_ALERTS_KEY, &ada.has.alerts_grant, &json!({})),
            ("/convert", UNSENT_EXCHANGE_KEY, &ada.has.exchange_grant, &ada.has.exchange),
            ("/sell", UNSENT_SALE_KEY, &ada.has.sale_grant, &ada.has.sale),
            ("/send", UNSENT_SENDING_KEY, &ada.has.sending_grant, &ada.has.sending),
        ] {
            let mut payer = ada.caller.with("idempotency-key", key).with("x-pin-authorisation", grant);
            payer.post(path, body.clone()).await.expect(201);
        }
        for ((kind, _, key), bill) in BILL_KEYS.into_iter().zip(&ada.has.bills) {
            let mut payer = ada.caller.with("idempotency-key", key).with("x-pin-authorisation", &bill.grant);
            payer.post(&format!("/vas/{kind}"), bill.unsent.clone()).await.expect(201);
        }
        let mut with_quote = ada.caller.clone();
        with_quote.put("/bank-account", json!({ "id": ada.has.bank_account, "is_default": true })).await.expect(200);
        with_quote.delete(&format!("/bank-account/{}", ada.has.bank_account), json!({ "typed": crate::wallet::ACCOUNT })).await.expect(200);
        let exchanged = ada.browser.exchange(&ada.has.auth_code).await;
        assert_ne!(exchanged.expect(200).data()["access_token"], Value::Null);
    }
}
