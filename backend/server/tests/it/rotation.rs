//! Replacing the server's secret while the database is in use.

use crate::community::chat::files::{PDF, attach};
use crate::community::chat::{say, texts};
use crate::identity::numbers::code_to;
use crate::push::subscribe;
use crate::support::{Caller, PASSWORD, World, fresh_email, registration};
use crate::wallet::{bank_will, credit, withdraw};
use backend::cli::secret::{Rotation, rotation};
use backend::reconciliation::daily;
use ground::hasher::Cost;
use ground::sealed::Batch;
use ground::secret::Keys;
use money::ledger::days;
use money::orders::reconcile;
use serde_json::{Value, json};
use service::access::{audit, canary};
use service::app::AppState;
use service::push::delivery::send_due;

const NEW: &[u8] = b"another secret that only these tests of Ajo know";
const OTHER_PASSWORD: &str = "Harbour4!Tide";

/// Another server on the same database with these secrets.
fn server(world: &World, keys: Keys) -> AppState {
    let mut config = world.app.config.clone();
    config.keys = keys;
    AppState::with(
        config,
        world.app.db.clone(),
        world.clock.clone(),
        Cost::Least,
    )
    .unwrap()
}

fn caller(app: &AppState) -> Caller {
    Caller::new(backend::server::router::router(app.clone()))
}

/// A copy of the caller at another server.
pub fn at(app: &AppState, person: &Caller) -> Caller {
    let mut there = caller(app);
    there.token = person.token.clone();
    there.cookie = person.cookie.clone();
    there.cookies = person.cookies.clone();
    there
}

fn confirmation(pin: &str) -> Value {
    json!({ "pin": pin, "currency": "NGN", "action": "withdraw", "amount": "1.00", "payee": "bank:058:1", "idempotency_key": "key-number-one", "request": {} })
}

async fn login(app: &AppState, email: &str, password: &str) -> (Caller, u16) {
    let mut caller = caller(app);
    let form = json!({ "email": email, "password": password });
    let answer = caller.post("/auth/login", form).await;
    (caller, answer.status.as_u16())
}

/// Signs in with a number and the code sent to its phone; returns the account's id.
async fn enter(world: &World, app: &AppState, kind: &str, number: &str) -> Value {
    world.advance_seconds(60);
    let mut person = caller(app);
    let number = json!({ kind: number });
    person
        .post("/identity/register/init", number.clone())
        .await
        .expect(200);
    let mut with_code = number;
    with_code["code"] = json!(code_to(world, "08030000001").await);
    let answer = person.post("/identity/register/create", with_code).await;
    answer.expect(200).data()["id"].clone()
}

/// Keeps all sessions alive.
async fn stay(people: &mut [&mut Caller]) {
    for person in people {
        person.post("/auth/refresh", json!({})).await.expect(200);
    }
}

on_both! {
    async fn closed_days_are_signed_anew(world: World) {
        let mut ada = world.member_with_pin(&fresh_email()).await;
        credit(world, &mut ada, "NGN", "100.00").await;
        world.advance_seconds(2 * 86_400);
        assert!(daily(&world.app).await.unwrap());
        let during = server(world, Keys::new(NEW.to_vec()).and_previous(Some(b"a secret that only the tests of Ajo know".to_vec())));
        assert_eq!(rotation(&during).await.unwrap().closed_days.sealed, 1);
        assert_eq!(rotation(&during).await.unwrap().closed_days.sealed, 0);
        let after = server(world, Keys::new(NEW.to_vec()));
        assert_eq!(days::broken(&after).await.unwrap(), []);
        let found = days::broken(&world.app).await.unwrap();
        assert!(matches!(&found[..], [one] if one.what == "a closed day was not signed here"), "{found:?}");
    }

    async fn rotation_keeps_everything_readable_with_the_new_secret(world: World) {
        let old = world.app.config.keys.clone();
        let during = server(world, Keys::new(NEW.to_vec()).and_previous(Some(b"a secret that only the tests of Ajo know".to_vec())));
        let after = server(world, Keys::new(NEW.to_vec()));
        assert_eq!(during.config.keys.oldest().id(), old.id());

        // Everything is written with the old secret.
        let (ben, cleo, dan) = (fresh_email(), fresh_email(), fresh_email());
        let mut talker = world.member_with_pin(&ben).await;
        world.member_with_pin(&cleo).await;
        say(&mut talker, "message-1", "My card was lost").await.expect(201);
        let file = attach(&talker, "card.pdf", "application/pdf", PDF).await.expect(201).data().clone();
        subscribe(&mut talker, "phone").await;
        let exchange = json!({ "api_key": "key-of-ben-7654", "api_secret": "secret-of-ben-0123456789" });
        talker.put("/exchange-keys", exchange).await.expect(200);
        let token = talker.get("/settings").await.data()["fcm_token"].clone();
        credit(world, &mut talker, "NGN", "2000.00").await;
        bank_will(world, "lose_request").await;
        withdraw(&mut talker, "500.00", "key-is-open").await.expect(202);
        bank_will(world, "succeed").await;
        let numbered = enter(world, &world.app, "bvn", "22100000001").await;
        let mut newcomer = world.caller();
        newcomer.post("/auth/register", registration(&dan)).await.expect(201);
        assert!(daily(&world.app).await.unwrap());
        let known = async |app: &AppState| canary::check(&app.db, &app.config.keys, true).await.is_ok();
        assert!(known(&world.app).await);
        stay(&mut [&mut talker]).await;

        // With both secrets: everything written with the old one is readable, and a pending code is valid.
        let verify = json!({ "email": dan, "code": world.code_for(&dan).await });
        // In the browser of the sign-up form, which keeps the password.
        at(&during, &newcomer).post("/auth/verify", verify).await.expect(200);
        let mut there = at(&during, &talker);
        there.post("/auth/refresh", json!({})).await.expect(200);
        assert_eq!(texts(&mut there).await, ["My card was lost"]);
        assert_eq!(there.bytes(file["asset_url"].as_str().unwrap()).await, PDF);
        assert_eq!(there.get("/settings").await.data()["fcm_token"], token);
        assert_eq!(enter(world, &during, "bvn", "22100000001").await, numbered);
        stay(&mut [&mut there]).await;
        // A number stored under the old secret cannot be verified by another user.
        let grace = json!({ "first_name": "Adaeze", "last_name": "Okafor", "gender": "female", "dob": "01-01-1970" });
        let (mut other, _) = login(&during, &dan, PASSWORD).await;
        other.post("/profile", grace).await.expect(200);
        other.post("/verify/bvn", json!({ "bvn": "22100000001" })).await.breaks(&[("bvn", "mismatch")]);
        // An entered password or PIN is rehashed; two concurrent sign-ins both succeed.
        let (one, two) = tokio::join!(login(&during, &ben, PASSWORD), login(&during, &ben, PASSWORD));
        assert_eq!((one.1, two.1), (200, 200));
        one.0.clone().post("/wallet/pin-confirm", confirmation("2580")).await.expect(200);

        // Queued push messages contain their subscription as it was sealed.
        send_due(&during).await.unwrap();
        let sealed = |sealed| Batch { sealed, unreadable: 0, last: None };
        let done = rotation(&during).await.unwrap();
        for kind in [&done.numbers, &done.messages, &done.files, &done.browsers, &done.exchange_keys, &done.audit_exports, &done.orders, &done.canary] {
            assert_eq!(kind, &sealed(1), "{done:?}");
        }
        // Cleo has entered nothing.
        assert_eq!((done.passwords, done.pins, done.queued), (1, 1, 0));
        let again = rotation(&during).await.unwrap();
        assert_eq!(again, Rotation { passwords: 1, pins: 1, ..Rotation::default() });

        // Without the old secret.
        assert_eq!(reconcile(&after).await.unwrap(), 1);
        assert!(audit::check(&after).await.unwrap().is_ok());
        assert!(known(&during).await && known(&after).await && !known(&world.app).await);
        let mut there = at(&after, &there);
        there.post("/auth/refresh", json!({})).await.expect(200);
        assert_eq!(texts(&mut there).await, ["My card was lost"]);
        assert_eq!(there.bytes(file["asset_url"].as_str().unwrap()).await, PDF);
        assert_eq!(there.get("/settings").await.data()["fcm_token"], token);
        let balances = there.get("/exchange/balances").await;
        assert_eq!((&balances.expect(200).data()["connected"], &balances.data()["problem"]), (&json!(true), &json!(null)));
        assert_ne!(balances.data()["as_of"], json!(null));
        assert_eq!(enter(world, &after, "bvn", "22100000001").await, numbered);
        // By the register's particulars, found by the phone.
        assert_eq!(enter(world, &after, "nin", "71100000001").await, numbered);
        let (mut entered, status) = login(&after, &ben, PASSWORD).await;
        assert_eq!(status, 200);
        entered.post("/wallet/pin-confirm", confirmation("2580")).await.expect(200);
        // A user who entered nothing meanwhile must set a new password.
        assert_eq!(login(&after, &cleo, PASSWORD).await.1, 422);
        caller(&after).post("/forgot/password", json!({ "email": cleo })).await.expect(200);
        let reset = json!({ "email": cleo, "code": world.code_for(&cleo).await, "password": OTHER_PASSWORD });
        caller(&after).post("/reset/password", reset).await.expect(200);
        assert_eq!(login(&after, &cleo, OTHER_PASSWORD).await.1, 200);
        // Rows sealed with neither secret are reported, and left unchanged.
        let stranger = server(world, Keys::new(b"a secret that nothing here was sealed with".to_vec()));
        let lost = rotation(&stranger).await.unwrap();
        assert_eq!((lost.numbers.unreadable, lost.messages.unreadable, lost.files.unreadable, lost.browsers.unreadable), (2, 1, 1, 1));
        assert_eq!((lost.exchange_keys.unreadable, lost.audit_exports.unreadable, lost.canary.unreadable), (1, 1, 1));
        let day = world.app.clock.today().text();
        assert_eq!(audit::check(&stranger).await.unwrap(), Err(audit::Broken::Export(day)));
        assert_eq!(texts(&mut there).await, ["My card was lost"]);
    }
}
