//! Invalid values in every amount of the description.

use super::keyed::{ALL, Payer, Setting, What};
use crate::support::World;
use crate::support::contract::operations;
use crate::support::rows::whole;
use crate::wallet::amounts::never_amounts;
use axum::http::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The expected reaction to an invalid amount.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// The form refuses it, before the PIN is required.
    Refused,
    /// The amount is optional, or the currency has more decimals: without a PIN it is refused nevertheless.
    RefusedOrUnpaid,
    /// A response about nothing, or about more than the balance, is harmless.
    Harmless,
}

struct Place {
    call: String,
    path: String,
    body: Value,
    field: &'static str,
    then: Expected,
}

/// Calls with an amount that are neither payments nor their quotes.
fn others(number: &str, account: &Value, address: &str) -> Vec<Place> {
    let place = |call: &str, body: Value, field, then| Place {
        call: call.to_owned(),
        path: call.split_once(' ').unwrap().1.to_owned(),
        body,
        field,
        then,
    };
    let pin = json!({ "pin": "2580", "currency": "NGN", "action": "withdraw", "payee": "bank:058:1", "idempotency_key": "key-00000009", "request": {} });
    let to_wallet = json!({ "destination": "wallet", "currency": "NGN", "wallet_number": number });
    let by_card = json!({ "purpose": "fund", "currency": "NGN" });
    let meter = json!({ "service": crate::bills::IKEJA, "meter": crate::bills::NUMBER });
    let caps = json!({ "is_on": true, "per_trade": "10", "per_day": "20" });
    vec![
        place(
            "POST /api/wallet/passkey-start",
            pin.clone(),
            "amount",
            Expected::Harmless,
        ),
        place(
            "POST /api/wallet/passkey-confirm",
            pin.clone(),
            "amount",
            Expected::Harmless,
        ),
        place(
            "POST /api/wallet/pin-confirm",
            pin,
            "amount",
            Expected::Harmless,
        ),
        place(
            "POST /api/quotes/transfer",
            to_wallet,
            "amount",
            Expected::Harmless,
        ),
        place(
            "POST /api/vas/power/validate",
            meter,
            "amount",
            Expected::Harmless,
        ),
        place(
            "POST /api/payment/card",
            by_card,
            "amount",
            Expected::Refused,
        ),
        place(
            "PUT /api/auto-trade",
            caps.clone(),
            "per_trade",
            Expected::RefusedOrUnpaid,
        ),
        place(
            "PUT /api/auto-trade",
            caps,
            "per_day",
            Expected::RefusedOrUnpaid,
        ),
        place(
            "POST /api/sandbox/credits",
            json!({ "account_number": account }),
            "amount",
            Expected::Refused,
        ),
        place(
            "POST /api/sandbox/coins",
            json!({ "address": address, "confirmations": 3 }),
            "amount",
            Expected::RefusedOrUnpaid,
        ),
    ]
}

/// The bank's notice is signed: its own tests send it.
const ELSEWHERE: [&str; 1] = ["POST /api/hooks/bank body amount"];

fn of_payment(what: What, good: &super::keyed::Good) -> Vec<Place> {
    let is_lenient = matches!(what, What::Data | What::Cable | What::Sale | What::Sending);
    let then = match is_lenient {
        true => Expected::RefusedOrUnpaid,
        false => Expected::Refused,
    };
    let place = |call: &str, path: &str, then| Place {
        call: call.to_owned(),
        path: ["/api", path].concat(),
        body: good.body.clone(),
        field: "amount",
        then,
    };
    let mut places = vec![place(what.call(), &good.path, then)];
    places.extend(what.quote().map(|path| {
        let call = ["POST /api", path].concat();
        place(&call, path, Expected::Harmless)
    }));
    places
}

const MONEY: [&str; 3] = ["amount", "per_trade", "per_day"];

on_one! {
    async fn invalid_amounts_are_refused_by_every_call(world: World) {
        let setting = Setting::new(world).await;
        let mut payer = Payer::new(&setting).await;
        let mut places = Vec::new();
        for what in ALL {
            let good = payer.good(what).await;
            if what.takes_amount() {
                places.extend(of_payment(what, &good));
            }
        }
        let account = payer.caller.post("/accounts/fund", json!({ "type": "NGN" })).await.data()["account_number"].clone();
        let address = crate::wallet::coins::address(&mut payer.caller, "BTC", "bitcoin").await;
        places.extend(others(&crate::wallet::wallet_number(&mut payer.caller).await, &account, &address));

        let known: BTreeSet<String> = places.iter().map(|place| format!("{} body {}", place.call, place.field)).collect();
        let known: BTreeSet<String> = known.into_iter().chain(ELSEWHERE.map(String::from)).collect();
        let taken = operations().into_iter().flat_map(|one| {
            let name = one.name();
            let money = one.takes.into_iter().filter(|takes| MONEY.contains(&takes.rsplit(' ').next().unwrap()));
            money.map(move |takes| format!("{name} {takes}")).collect::<Vec<_>>()
        });
        assert_eq!(taken.collect::<BTreeSet<_>>(), known, "put each into the table");

        let moved = |rows: &crate::support::rows::Rows| ["ledger_transfers", "ledger_entries", "transactions"].map(|table| rows.get(table).cloned());
        let before = moved(&whole(world).await);
        let keyed = payer.caller.with("idempotency-key", "key-of-no-amount");
        for place in &places {
            for value in never_amounts() {
                // Coins have eight decimals.
                if place.call.ends_with("/sandbox/coins") && ["1.005", "0.001"].iter().any(|coins| value == *coins) {
                    continue;
                }
                let mut body = place.body.clone();
                body[place.field] = value.clone();
                let method: Method = place.call.split_once(' ').unwrap().0.parse().unwrap();
                let answer = keyed.raw(method, &place.path, "application/json", body.to_string()).await;
                let status = answer.status.as_u16();
                let expected = match place.then {
                    Expected::Refused => status == 422,
                    Expected::RefusedOrUnpaid => (400..500).contains(&status),
                    Expected::Harmless => (400..500).contains(&status) || status == 200,
                };
                assert!(expected, "{} {value}: {status} {}", place.call, answer.text);
            }
        }
        assert_eq!(moved(&whole(world).await), before);
    }
}
