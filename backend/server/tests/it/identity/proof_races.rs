//! A verified identity stays what the register said, whatever is written concurrently or later.

use super::numbers::code_to;
use crate::support::{
    Answer, Caller, Engine, World, fresh_email, registration, world_with_register,
};
use serde_json::{Value, json};
use service::access::users;
use sqlx::Row;

/// The first person in the register, with the phone `08030000001`.
const ADAEZE: [&str; 3] = ["Adaeze", "Okafor", "01-01-1970"];
/// The seventh person in the register, with the phone `08030000007`.
const GRACE: [&str; 3] = ["Grace", "Akpan", "07-07-1976"];

fn about([first, last, dob]: [&str; 3]) -> Value {
    json!({ "first_name": first, "last_name": last, "gender": "female", "dob": dob })
}

/// A user with Grace's phone in the profile, and Adaeze's names, BVN and registered phone.
async fn user_with_a_code(world: &World) -> (Caller, Value) {
    let mut typed = registration(&fresh_email());
    typed["phone"] = json!("08030000007");
    let mut thief = world.member_at(world.caller(), typed).await;
    thief.post("/profile", about(ADAEZE)).await.expect(200);
    let ask = json!({ "bvn": "22100000001" });
    thief.post("/verify/bvn", ask).await.expect(200);
    let code = code_to(world, "08030000001").await;
    (thief, json!({ "bvn": "22100000001", "code": code }))
}

async fn id(person: &mut Caller) -> Value {
    person.get("/auth/me").await.expect(200).data()["id"].clone()
}

/// Signs in or up with a number and the code sent to its phone.
async fn enter(world: &World, number: Value, phone: &str) -> Answer {
    let mut person = world.caller();
    person
        .post("/identity/auth/init", number.clone())
        .await
        .expect(200);
    let mut with_code = number;
    with_code["code"] = json!(code_to(world, phone).await);
    person.post("/identity/register/create", with_code).await
}

/// Runs a statement directly on the database.
async fn set(world: &World, text: &'static str, values: &[&str]) {
    let mut tx = world.app.db.begin().await.unwrap();
    let mut query = sqlx::query(text);
    for value in values {
        query = query.bind(*value);
    }
    query.execute(tx.connection()).await.unwrap();
    tx.commit().await.unwrap();
}

async fn exchange(engine: Engine) {
    let (world, register) = world_with_register(engine).await;
    let (mut thief, with_code) = user_with_a_code(&world).await;
    let mut asked = register.next();
    let mut same = thief.clone();
    let proof = tokio::spawn(async move { same.post("/verify/bvn", with_code).await });
    asked.reached().await;
    thief.post("/profile", about(GRACE)).await.expect(200);
    asked.go();
    proof.await.unwrap().breaks(&[("bvn", "mismatch")]);
    let me = thief.get("/auth/me").await.data().clone();
    assert_eq!(me["meta"]["identity_verified"], false);
    let log = "SELECT COUNT(*) AS found FROM audit_log WHERE event = 'identity_refused'";
    let row = sqlx::query(log)
        .fetch_one(&mut *world.app.db.read().await.unwrap())
        .await;
    assert_eq!(row.unwrap().get::<i64, _>("found"), 1);

    let grace = enter(&world, json!({ "nin": "71100000007" }), "08030000007").await;
    assert_ne!(grace.expect(200).data()["id"], me["id"]);
    world.end().await;
}

async fn ended_session(engine: Engine) {
    let (world, register) = world_with_register(engine).await;
    let (mut thief, with_code) = user_with_a_code(&world).await;
    let mut asked = register.next();
    let mut same = thief.clone();
    let proof = tokio::spawn(async move { same.post("/verify/bvn", with_code).await });
    asked.reached().await;
    thief.post("/auth/logout", json!({})).await.expect(200);
    asked.go();
    proof.await.unwrap().refuses(401, "unauthenticated");
    let kept = sqlx::query("SELECT COUNT(*) AS found FROM national_numbers")
        .fetch_one(&mut *world.app.db.read().await.unwrap())
        .await;
    assert_eq!(kept.unwrap().get::<i64, _>("found"), 0);
    world.end().await;
}

#[tokio::test]
async fn a_session_ended_meanwhile_verifies_nothing_on_sqlite() {
    ended_session(Engine::Sqlite).await;
}

#[tokio::test]
async fn a_session_ended_meanwhile_verifies_nothing_on_postgres() {
    if Engine::postgres_is_there() {
        ended_session(Engine::Postgres).await;
    }
}

#[tokio::test]
async fn a_profile_changed_during_the_register_call_is_not_verified_on_sqlite() {
    exchange(Engine::Sqlite).await;
}

#[tokio::test]
async fn a_profile_changed_during_the_register_call_is_not_verified_on_postgres() {
    if Engine::postgres_is_there() {
        exchange(Engine::Postgres).await;
    }
}

on_both! {
    async fn a_profile_change_waits_for_a_verification_in_progress(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        ada.post("/profile", about(ADAEZE)).await.expect(200);
        let id = id(&mut ada).await.as_str().unwrap().to_owned();
        // Like a verification, up to its commit.
        let mut tx = world.app.db.begin().await.unwrap();
        users::lock_settings(&mut tx, &id, world.clock.now_ms()).await.unwrap();
        sqlx::query(
            "INSERT INTO national_numbers (user_id, tenant_id, kind, lookup_hash, sealed, last_digits, verified_at_ms) \
             SELECT id, tenant_id, 'bvn', 'hash', 'sealed', '0001', 0 FROM users WHERE id = $1",
        )
        .bind(id)
        .execute(tx.connection())
        .await
        .unwrap();
        let mut same = ada.clone();
        let saving = tokio::spawn(async move { same.post("/profile", about(GRACE)).await });
        world.until_stuck(&saving).await;
        tx.commit().await.unwrap();
        saving.await.unwrap().breaks(&[("first_name", "not_allowed"), ("last_name", "not_allowed"), ("dob", "not_allowed")]);
    }

    async fn a_phone_change_waits_for_a_confirmation_in_progress(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let id = id(&mut ada).await.as_str().unwrap().to_owned();
        ada.post("/phone/code", json!({ "phone": "08031112222" })).await.expect(200);
        let code = code_to(world, "08031112222").await;
        // Like another call, up to its commit.
        let mut tx = world.app.db.begin().await.unwrap();
        assert!(users::confirm_phone(&mut tx, &id, "08031113333", world.clock.now_ms()).await.unwrap());
        let mut same = ada.clone();
        let number = json!({ "phone": "08031112222", "code": code });
        let adding = tokio::spawn(async move { same.post("/phone", number).await });
        world.until_stuck(&adding).await;
        tx.commit().await.unwrap();
        adding.await.unwrap().refuses(409, "phone_already_set");
        assert_eq!(ada.get("/auth/me").await.data()["phone"], "08031113333");
    }

    async fn of_two_concurrent_verifications_one_succeeds(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        ada.post("/profile", about(ADAEZE)).await.expect(200);
        let mut proofs = Vec::new();
        for (path, kind, number) in [("/verify/bvn", "bvn", "22100000001"), ("/verify/nin", "nin", "71100000001")] {
            ada.post(path, json!({ kind: number })).await.expect(200);
            let code = code_to(world, "08030000001").await;
            let mut same = ada.clone();
            let proof = json!({ kind: number, "code": code });
            proofs.push(async move { same.post(path, proof).await.status.as_u16() });
        }
        let mut statuses = futures_util::future::join_all(proofs).await;
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
    }

    async fn a_profile_gives_no_access_to_owners_of_other_numbers(world: World) {
        let (mut thief, with_code) = user_with_a_code(world).await;
        thief.post("/verify/bvn", with_code).await.expect(200);
        let id = id(&mut thief).await;
        // However the profile came to be Grace's: the register said Adaeze.
        let id_text = id.as_str().unwrap();
        set(world, "UPDATE profiles SET first_name = $2, last_name = $3, dob = $4 WHERE user_id = $1", &[id_text, GRACE[0], GRACE[1], GRACE[2]]).await;
        let grace = enter(world, json!({ "nin": "71100000007" }), "08030000007").await;
        assert_ne!(grace.expect(200).data()["id"], id);
        assert_eq!(grace.data()["name"], "Grace Akpan");
        // Adaeze's other number finds the account verified with the first one, whatever phone was entered.
        let adaeze = enter(world, json!({ "nin": "71100000001" }), "08030000001").await;
        assert_eq!(adaeze.expect(200).data()["id"], id);
    }

    async fn an_old_verification_matches_after_renewal(world: World) {
        for (bvn, nin, phone, is_proven_again) in [
            ("22100000001", "71100000001", "08030000001", false),
            ("22100000002", "71100000002", "08030000002", true),
        ] {
            let first = enter(world, json!({ "bvn": bvn }), phone).await;
            let id = first.expect(200).data()["id"].clone();
            set(world, "UPDATE national_numbers SET registered = NULL, phone_hash = NULL WHERE user_id = $1", &[id.as_str().unwrap()]).await;
            if is_proven_again {
                world.advance_seconds(60);
                let again = enter(world, json!({ "bvn": bvn }), phone).await;
                assert_eq!(again.expect(200).data()["id"], id);
            }
            world.advance_seconds(60);
            let other = enter(world, json!({ "nin": nin }), phone).await;
            assert_eq!(other.expect(200).data()["id"] == id, is_proven_again);
        }
    }
}

on_one! {
    async fn register_data_is_stored_encrypted(world: World) {
        enter(world, json!({ "bvn": "22100000001" }), "08030000001").await.expect(200);
        let row = sqlx::query("SELECT registered, phone_hash FROM national_numbers")
            .fetch_one(&mut *world.app.db.read().await.unwrap())
            .await
            .unwrap();
        let kept: String = ["registered", "phone_hash"].map(|column| row.get::<String, _>(column)).concat();
        for secret in ["Adaeze", "Okafor", "01-01-1970", "08030000001"] {
            assert!(!kept.contains(secret), "{kept}");
        }
    }
}
