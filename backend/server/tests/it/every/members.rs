//! Unknown body members change nothing: a sequence with every call runs twice, once with additional members in each
//! body that belong to other calls or to the server; both databases must be equal.

use crate::account::export::complete::ada_with_more;
use crate::identity::members::{make_agent, wanted, with_code};
use crate::identity::passkeys;
use crate::strangers::ada;
use crate::support::contract::operations;
use crate::support::foreign::{CANARY, FIGURE, Foreign};
use crate::support::rows::{Rows, whole};
use crate::support::{Engine, PASSWORD, World, fresh_email, registration};
use crate::wallet::coins::OUTSIDE;
use crate::wallet::{ACCOUNT, credit, wallet_number};
use crate::{plans, signals};
use serde_json::json;
use std::collections::BTreeSet;

const OTHER: &str = "Harbour4!Tide";

/// Calls that store nothing of their body for the caller, with the reasons.
pub(super) const NOBODY_ADDS: [(&str, &str); 3] = [
    ("/api/hooks/", "a provider signs every byte"),
    (
        "/api/sandbox/",
        "it plays the providers, and is absent from production",
    ),
    ("/api/rules/", "it answers, and writes nothing"),
];

/// Ada's calls with her belongings.
pub(super) async fn of_ada(world: &World) {
    let mut ada = ada_with_more(world).await;
    let has = &ada.has;
    let caller = &mut ada.caller;
    let mut bola = ada::bola(world).await;

    caller
        .put(
            "/bank-account",
            json!({ "id": has.bank_account, "is_default": true }),
        )
        .await
        .expect(200);
    caller
        .delete(
            &format!("/bank-account/{}", has.bank_account),
            json!({ "typed": ACCOUNT }),
        )
        .await
        .expect(200);
    caller
        .post(
            "/candle-stick",
            json!({ "pair": "ETHUSDT", "period": "5m" }),
        )
        .await
        .expect(200);
    caller
        .post("/prices", json!({ "pairs": ["BTCUSDT"] }))
        .await
        .expect(200);
    caller
        .post(
            "/coins/terms",
            json!({ "symbol": "BTC", "address": OUTSIDE }),
        )
        .await
        .expect(200);
    caller
        .put("/auto-trade", signals::auto_trade::caps(false, "10", "20"))
        .await
        .expect(200);
    let channel = json!({ "socket_id": "1.2", "channel_name": has.channel });
    caller.post("/broadcasting/auth", channel).await.expect(200);
    let month = json!({ "month": "2026-11", "currency": "NGN" });
    caller.post("/statements", month).await.expect(200);
    caller
        .post("/settings", json!({ "fcm_token": " " }))
        .await
        .expect(200);
    caller
        .put(
            &format!("/strategies/{}", has.strategy),
            signals::strategies::strategy("1"),
        )
        .await
        .expect(200);
    caller
        .post("/notices/read", json!({ "through": has.notice }))
        .await
        .expect(200);
    caller
        .put("/support/read", json!({ "number": 1 }))
        .await
        .expect(200);
    let cluster = format!("/clusters/{}", has.cluster);
    caller
        .put(&format!("{cluster}/read"), json!({ "number": 1 }))
        .await
        .expect(200);
    caller
        .put(&format!("{cluster}/mute"), json!({ "muted": true }))
        .await
        .expect(200);
    bola.caller
        .patch("/business/join", json!({ "code": "IKEJA1" }))
        .await
        .expect(200);
    bola.caller
        .post(
            &format!("{cluster}/messages/1/report"),
            json!({ "reason": "spam" }),
        )
        .await
        .expect(200);
    caller
        .post("/verify/confirm-bvn", json!({ "bvn": ada::BVN }))
        .await
        .expect(200);
    caller
        .post("/savings/allowance", json!({ "id": has.instalment }))
        .await
        .expect(200);
    caller
        .post("/wallet/allowance", json!({ "currency": "NGN" }))
        .await
        .expect(200);
    let number = wallet_number(&mut bola.caller).await;
    caller
        .post("/wallet/inquire", json!({ "wallet": number }))
        .await
        .expect(200);
    let friend = json!({ "name": "Kemi Ogun", "phone": "08031112222", "email": ada::FRIEND_EMAIL, "code": has.friend_code });
    caller
        .post(
            &format!("/subscriptions/{}/members/proxy-create", has.plan_id),
            friend,
        )
        .await
        .expect(201);
    caller
        .post(
            "/email",
            json!({ "email": ada::NEXT_EMAIL, "code": has.email_code }),
        )
        .await
        .expect(200);

    plans::groups::join(
        &mut bola.caller,
        &has.plan_id,
        &has.plan_code,
        "500.00",
        "key-of-bola-joins",
    )
    .await
    .expect(201);
    let own = &bola.has;
    for (path, key, body) in [
        (
            format!("/subscriptions/{}/leave", has.plan_id),
            "key-of-bola-leave",
            json!({ "confirm": true }),
        ),
        (
            format!("/subscriptions/{}/collection", own.plan_id),
            "key-of-bola-choice",
            json!({ "collects": true }),
        ),
        (
            format!("/subscriptions/{}/trigger", own.plan_id),
            "key-of-bola-change",
            json!({ "kind": "round_up", "is_on": false }),
        ),
    ] {
        let mut keyed = bola.caller.with("idempotency-key", key);
        keyed.post(&path, body).await.expect(200);
    }
    plans::abort(&bola.caller, &own.plan_id, "key-of-bola-abort")
        .await
        .expect(200);
    for (change, key) in [
        ("forget-place", "key-of-bola-place"),
        ("hand-back", "key-of-bola-back0"),
    ] {
        let keyed = bola.caller.with("idempotency-key", key);
        let path = format!("/loans/{}/{change}", own.loan);
        let confirmed = json!({ "confirm": true });
        keyed.clone().post(&path, confirmed).await.expect(200);
    }
    plans::waiting::cancel(&bola.caller, &own.waiting, "key-of-bola-cancel")
        .await
        .expect(200);
    let shared = json!({ "pin": "2580", "currency": "USD" });
    bola.caller
        .post("/account/settings/pin/share", shared)
        .await
        .expect(200);
    // Of several changes of a PIN at once, those after the first one are wrong entries, which may lock it.
    let pin = json!({ "old_pin": "2580", "pin": "8642", "confirm_pin": "8642", "currency": "NGN" });
    bola.caller.put("/wallet/pin-update", pin).await.expect(200);
    let change = json!({ "old_password": PASSWORD, "new_password": OTHER, "confirm": OTHER });
    bola.caller
        .post("/user/change-password", change)
        .await
        .expect(200);
}

/// The calls of new users, and of one who closes the account.
pub(super) async fn newcomers(world: &World) {
    let email = fresh_email();
    let mut caller = world.caller();
    caller
        .post("/auth/register", registration(&email))
        .await
        .expect(201);
    caller
        .post(
            "/auth/login",
            json!({ "email": email, "password": PASSWORD }),
        )
        .await
        .expect(200);
    let answer = json!({ "email": email, "code": world.code_for(&email).await });
    caller.post("/auth/login-otp", answer).await.expect(200);
    world.advance_seconds(120);
    caller
        .post("/auth/code", json!({ "email": email }))
        .await
        .expect(200);
    world.advance_seconds(120);
    caller
        .post("/forgot/password", json!({ "email": email }))
        .await
        .expect(200);
    let mut answer = json!({ "email": email, "code": world.code_for(&email).await });
    caller
        .post("/auth/code/validate", answer.clone())
        .await
        .expect(200);
    answer["password"] = json!(OTHER);
    caller.post("/reset/password", answer).await.expect(200);

    let number = json!({ "bvn": "22100000001" });
    for way in ["register", "auth"] {
        let mut newcomer = world.caller();
        newcomer
            .post(&format!("/identity/{way}/init"), number.clone())
            .await
            .expect(200);
        let answer = json!({ "bvn": "22100000001", "code": world.code_for("08030000001").await });
        newcomer
            .post(&format!("/identity/{way}/create"), answer)
            .await
            .expect(200);
        world.advance_seconds(120);
    }

    let mut grace = world.member(&fresh_email()).await;
    grace
        .post("/phone/code", json!({ "phone": "08031113333" }))
        .await
        .expect(200);
    let answer = json!({ "phone": "08031113333", "code": world.code_for("08031113333").await });
    grace.post("/phone", answer).await.expect(200);
    grace
        .post("/account/close", json!({ "password": PASSWORD }))
        .await
        .expect(200);

    passkeys::every_call(world).await;

    let (agent, customer) = (fresh_email(), fresh_email());
    let mut caller = world.member(&agent).await;
    make_agent(world, &agent).await;
    caller
        .post("/user/init", wanted(&customer))
        .await
        .expect(200);
    let code = world.code_for(&customer).await;
    caller
        .post("/user/proxy-create", with_code(&customer, &code))
        .await
        .expect(201);
}

/// The calls of a group, one member of which is reminded.
pub(super) async fn of_a_group(world: &World) {
    let ((mut ada, email), (mut ben, _)) = (
        plans::saver(world, "1000.00").await,
        plans::saver(world, "1000.00").await,
    );
    let plan = plans::offered(world, "friends", |facts| facts.is_group = Some(true)).await;
    plans::subscribe(&mut ada, &plan, "200.00", "key-of-group-1")
        .await
        .expect(201);
    let group = plans::newest(&mut ada).await;
    let (id, code) = (plans::text(&group["id"]), plans::text(&group["code"]));
    let wanted = json!({ "code": code, "amount": "300.00" });
    ben.post("/quotes/join", wanted).await.expect(200);
    plans::groups::join(&mut ben, &id, &code, "300.00", "key-of-group-2")
        .await
        .expect(201);
    credit(world, &mut ben, "NGN", "10.00").await;
    plans::days_pass(world, 31).await;
    let mut ada = plans::back(world, &email).await;
    let seen = plans::newest(&mut ada).await;
    let member = seen["members"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["is_me"] == json!(false))
        .unwrap();
    ada.post(
        &format!("/subscriptions/{id}/nudge"),
        json!({ "member": member["uuid"] }),
    )
    .await
    .expect(200);
}

/// A row without the parts that differ between any two runs: identifiers, hashes, keys, and random values.
fn plain(row: &str, drawn: &BTreeSet<String>) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-+/=".contains(c);
    let mut found = String::new();
    let mut rest = row;
    while let Some(start) = rest.find(is_part) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c| !is_part(c)).unwrap_or(from.len());
        let (word, after) = from.split_at(end);
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        let is_drawn = word.len() >= 7 && digits > 0 && (digits < word.len() || digits == 10);
        let is_key = word.len() >= 20;
        // A reference may happen to have no digit.
        let is_reference = |part: &str| {
            part.len() == 16
                && part
                    .bytes()
                    .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
        };
        let is_code = word
            .split(['/', '='])
            .any(|part| drawn.contains(part) || is_reference(part));
        found.push_str(before);
        found.push_str(if is_drawn || is_key || is_code {
            "#"
        } else {
            word
        });
        rest = after;
    }
    found + rest
}

/// Random codes without a digit.
fn drawn(rows: &Rows) -> BTreeSet<String> {
    let columns = ["code=", "referrer_code=", "reference="];
    let all = rows.values().flatten().flat_map(|row| row.split(' '));
    all.filter_map(|part| {
        columns
            .into_iter()
            .find_map(|column| part.strip_prefix(column))
    })
    .map(|value| value.trim_matches('\'').to_owned())
    .filter(|value| {
        value.len() >= 6
            && value
                .chars()
                .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
    })
    .collect()
}

fn plainly(rows: &Rows) -> BTreeSet<String> {
    let drawn = drawn(rows);
    let mut found = BTreeSet::new();
    for (table, rows) in rows {
        let mut plain: Vec<String> = rows.iter().map(|row| plain(row, &drawn)).collect();
        plain.sort_unstable();
        let numbered = plain.into_iter().enumerate();
        found.extend(numbered.map(|(place, row)| format!("{table} {place:05} {row}")));
    }
    found
}

async fn live(engine: Engine, foreign: Option<Foreign>) -> Rows {
    let mut world = World::new(engine).await;
    world.foreign = foreign;
    of_ada(&world).await;
    newcomers(&world).await;
    of_a_group(&world).await;
    let rows = whole(&world).await;
    world.end().await;
    rows
}

async fn changes_nothing(engine: Engine) {
    let foreign = Foreign::default();
    let without = live(engine, None).await;
    let with = live(engine, Some(foreign.clone())).await;
    for (table, rows) in &with {
        for row in rows {
            let holds = row.contains(CANARY) || row.contains(&FIGURE.to_string());
            assert!(!holds, "{table} contains an unknown member: {row}");
        }
    }
    let (without, with) = (plainly(&without), plainly(&with));
    let only = |one: &BTreeSet<String>, other: &BTreeSet<String>| -> Vec<String> {
        // Identifiers determine which chains of the audit log are used; the entries are compared.
        let rows = one.difference(other);
        let rows = rows.filter(|row| !row.starts_with("audit_heads "));
        rows.take(10).cloned().collect()
    };
    assert_eq!(only(&with, &without), only(&without, &with));

    let has_members = |takes: &BTreeSet<String>| {
        takes
            .iter()
            .any(|one| one.starts_with("body ") && one != "body file")
    };
    let is_theirs = |path: &str| NOBODY_ADDS.iter().any(|(start, _)| path.starts_with(start));
    let calls = operations()
        .into_iter()
        .filter(|one| has_members(&one.takes) && !is_theirs(&one.path));
    let accepted = foreign.accepted();
    let forgotten: Vec<String> = calls
        .map(|one| one.name())
        .filter(|name| !accepted.contains(name))
        .collect();
    assert_eq!(
        forgotten,
        Vec::<String>::new(),
        "these are never called: add each to the sequence"
    );
}

#[tokio::test]
async fn unknown_body_members_change_nothing_on_sqlite() {
    changes_nothing(Engine::Sqlite).await;
}

#[tokio::test]
async fn unknown_body_members_change_nothing_on_postgres() {
    if Engine::postgres_is_there() {
        changes_nothing(Engine::Postgres).await;
    }
}
