//! Concurrent PIN changes and resets: a comparison counts only while the PIN is unchanged.

use crate::support::{Answer, Caller, PASSWORD, World, fresh_email};
use domain_core::money::Currency;
use futures_util::future::join_all;
use identity::operator::{self, Case};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

const OLD: &str = "2580";
const OWNERS: &str = "8642";
const THIEFS: &str = "1357";
const NEW_PASSWORD: &str = "Harbour4!Tide";

fn confirmation(pin: &str) -> Value {
    json!({ "pin": pin, "currency": "NGN", "action": "withdraw", "amount": "1500.00", "payee": "058:0123456789", "idempotency_key": "key-number-one", "request": {} })
}

fn change(pin: &str) -> Value {
    json!({ "old_pin": OLD, "pin": pin, "confirm_pin": pin, "currency": "NGN" })
}

/// The owner with the PIN 2580, and a thief with one of their sessions.
async fn owner_and_thief(world: &World) -> (Caller, Caller, String) {
    let email = fresh_email();
    let owner = world.member_with_pin(&email).await;
    let thief = signed_in(world, &email, PASSWORD).await;
    (owner, thief, email)
}

async fn signed_in(world: &World, email: &str, password: &str) -> Caller {
    let mut caller = world.caller();
    let form = json!({ "email": email, "password": password });
    caller.post("/auth/login", form).await.expect(200);
    caller
}

/// A call, paused after its PIN, its password or its new PIN was hashed.
async fn stopped(
    world: &World,
    caller: &Caller,
    path: &'static str,
    body: Value,
) -> (ground::pause::Paused, JoinHandle<Answer>) {
    let mut paused = world.app.hasher.pause.next();
    let mut caller = caller.clone();
    let call = tokio::spawn(async move {
        match path {
            "/wallet/pin-update" => caller.put(path, body).await,
            _ => caller.post(path, body).await,
        }
    });
    paused.reached().await;
    (paused, call)
}

async fn reset_pin(world: &World, owner: &mut Caller, email: &str) {
    let mut wish = json!({ "currency": "NGN", "password": PASSWORD });
    let path = "/account/settings/pin/reset";
    owner.post(path, wish.clone()).await.expect(200);
    wish["code"] = json!(world.code_for(email).await);
    owner.post(path, wish).await.expect(200);
}

async fn change_password(caller: &mut Caller) {
    let form =
        json!({ "old_password": PASSWORD, "new_password": NEW_PASSWORD, "confirm": NEW_PASSWORD });
    caller.post("/user/change-password", form).await.expect(200);
}

async fn status(caller: &mut Caller) -> Value {
    caller.get("/wallet/pin-status").await.expect(200).data()["NGN"].clone()
}

const GRANTS: &str = "SELECT COUNT(*) AS found FROM pin_grants";

on_both! {
    async fn a_pin_change_requires_the_old_pin_to_be_current(world: World) {
        let (mut owner, thief, _) = owner_and_thief(world).await;
        let (paused, call) = stopped(world, &thief, "/wallet/pin-update", change(THIEFS)).await;
        owner.put("/wallet/pin-update", change(OWNERS)).await.expect(200);
        paused.go();
        call.await.unwrap().breaks(&[("old_pin", "mismatch")]);
        owner.post("/wallet/pin-confirm", confirmation(OWNERS)).await.expect(200);
        owner.post("/wallet/pin-confirm", confirmation(THIEFS)).await.breaks(&[("pin", "mismatch")]);
    }

    async fn concurrent_pin_changes_apply_once(world: World) {
        for _ in 0..5 {
            let (owner, _, _) = owner_and_thief(world).await;
            let pins = ["1357", "8642", "9753", "7531"];
            let mut callers = pins.map(|_| owner.clone());
            let changes = callers.iter_mut().zip(pins).map(|(caller, pin)| caller.put("/wallet/pin-update", change(pin)));
            let answers = join_all(changes).await;
            let changed: Vec<_> = answers.iter().zip(pins).filter(|(answer, _)| answer.status == 200).collect();
            assert_eq!(changed.len(), 1, "{answers:?}");
            owner.clone().post("/wallet/pin-confirm", confirmation(changed[0].1)).await.expect(200);
        }
    }

    async fn an_entry_of_the_old_pin_authorises_nothing_after_a_change(world: World) {
        let (mut owner, thief, _) = owner_and_thief(world).await;
        let (paused, call) = stopped(world, &thief, "/wallet/pin-confirm", confirmation(OLD)).await;
        owner.put("/wallet/pin-update", change(OWNERS)).await.expect(200);
        paused.go();
        call.await.unwrap().breaks(&[("pin", "mismatch")]);
        assert_eq!(world.count(GRANTS).await, 0);
    }

    async fn an_entry_of_the_old_pin_clears_no_failures_of_the_new_one(world: World) {
        let (mut owner, thief, _) = owner_and_thief(world).await;
        let (paused, call) = stopped(world, &thief, "/wallet/pin-confirm", confirmation(OLD)).await;
        owner.put("/wallet/pin-update", change(OWNERS)).await.expect(200);
        for _ in 0..3 {
            owner.post("/wallet/pin-confirm", confirmation(THIEFS)).await.breaks(&[("pin", "mismatch")]);
        }
        paused.go();
        call.await.unwrap().breaks(&[("pin", "mismatch")]);
        let fourth = owner.post("/wallet/pin-confirm", confirmation(THIEFS)).await;
        assert_eq!(fourth.breaks(&[("pin", "mismatch")]).body["violations"][0]["params"]["value"], 4, "{}", fourth.text);
    }

    async fn an_entry_compared_before_the_lock_reveals_nothing_after_it(world: World) {
        for pin in [OLD, THIEFS] {
            let (mut owner, thief, _) = owner_and_thief(world).await;
            let (paused, call) = stopped(world, &thief, "/wallet/pin-confirm", confirmation(pin)).await;
            for _ in 0..4 {
                owner.post("/wallet/pin-confirm", confirmation(THIEFS)).await.breaks(&[("pin", "mismatch")]);
            }
            owner.post("/wallet/pin-confirm", confirmation(THIEFS)).await.refuses(423, "pin_locked");
            paused.go();
            let answer = call.await.unwrap();
            assert_eq!(answer.refuses(423, "pin_locked").header("retry-after"), "901");
            assert_eq!(world.count(GRANTS).await, 0);
            assert_eq!(world.count("SELECT CAST(SUM(failures) AS BIGINT) AS found FROM pins WHERE failures > 0").await % 5, 0);
        }
    }

    async fn a_session_ended_meanwhile_authorises_and_changes_nothing(world: World) {
        for (path, body) in [("/wallet/pin-confirm", confirmation(OLD)), ("/wallet/pin-update", change(THIEFS))] {
            let (mut owner, thief, _) = owner_and_thief(world).await;
            let (paused, call) = stopped(world, &thief, path, body).await;
            thief.clone().post("/auth/logout", json!({})).await.expect(200);
            paused.go();
            call.await.unwrap().refuses(401, "unauthenticated");
            assert_eq!(world.count(GRANTS).await, 0);
            owner.put("/wallet/pin-update", change(OWNERS)).await.expect(200);
        }
    }

    async fn an_owners_pin_reset_ends_other_sessions_and_their_operations(world: World) {
        let (mut owner, mut thief, email) = owner_and_thief(world).await;
        let (paused, call) = stopped(world, &thief, "/wallet/pin-update", change(THIEFS)).await;
        reset_pin(world, &mut owner, &email).await;
        paused.go();
        call.await.unwrap().refuses(401, "unauthenticated");
        thief.get("/auth/me").await.refuses(401, "unauthenticated");
        assert_eq!(status(&mut owner).await, "pin_default");
        owner.post("/wallet/pin-confirm", confirmation(THIEFS)).await.refuses(409, "pin_not_set");
    }

    async fn a_reset_pin_is_not_replaced_with_the_old_one(world: World) {
        // In the owner's own session, which survives: the old PIN is no proof any more.
        let (mut owner, _, email) = owner_and_thief(world).await;
        let (paused, call) = stopped(world, &owner, "/wallet/pin-update", change(THIEFS)).await;
        reset_pin(world, &mut owner, &email).await;
        paused.go();
        call.await.unwrap().refuses(409, "pin_not_set");
        assert_eq!(status(&mut owner).await, "pin_default");
    }

    async fn an_operators_pin_reset_ends_all_sessions_and_their_operations(world: World) {
        let (mut owner, mut thief, email) = owner_and_thief(world).await;
        let (paused, call) = stopped(world, &thief, "/wallet/pin-update", change(THIEFS)).await;
        let case = Case { user: operator::find(&world.app, "ajo", &email).await.unwrap(), by: "Grace in support" };
        operator::reset_pin(&world.app, &case, Currency::Ngn).await.unwrap();
        paused.go();
        call.await.unwrap().refuses(401, "unauthenticated");
        for session in [&mut owner, &mut thief] {
            session.get("/auth/me").await.refuses(401, "unauthenticated");
        }
        let mut owner = signed_in(world, &email, PASSWORD).await;
        assert_eq!(status(&mut owner).await, "pin_default");
    }

    async fn a_thief_repeatedly_changing_the_pin_loses_to_a_reset(world: World) {
        for _ in 0..4 {
            let (mut owner, thief, email) = owner_and_thief(world).await;
            let mut wish = json!({ "currency": "NGN", "password": PASSWORD });
            let path = "/account/settings/pin/reset";
            owner.post(path, wish.clone()).await.expect(200);
            wish["code"] = json!(world.code_for(&email).await);
            let mut thieves = [thief.clone(), thief.clone(), thief.clone()];
            let changes = join_all(thieves.iter_mut().map(|thief| thief.put("/wallet/pin-update", change(THIEFS))));
            let (reset, _) = tokio::join!(owner.post(path, wish), changes);
            reset.expect(200);
            assert_eq!(status(&mut owner).await, "pin_default");
            thief.clone().get("/auth/me").await.refuses(401, "unauthenticated");
        }
    }

    async fn setting_a_pin_requires_the_password_to_be_current(world: World) {
        let set = json!({ "pin": THIEFS, "confirm_pin": THIEFS, "currency": "NGN", "password": PASSWORD });
        let path = "/account/settings/pin/create";
        // In the same session, which survives the change, and in another, which does not.
        for in_another in [false, true] {
            let email = fresh_email();
            let mut owner = world.member(&email).await;
            let thief = signed_in(world, &email, PASSWORD).await;
            let (paused, call) = stopped(world, &thief, path, set.clone()).await;
            let mut changing = if in_another { owner.clone() } else { thief.clone() };
            change_password(&mut changing).await;
            paused.go();
            let answer = call.await.unwrap();
            match in_another {
                true => answer.refuses(401, "unauthenticated"),
                false => answer.breaks(&[("password", "mismatch")]),
            };
            if in_another {
                assert_eq!(status(&mut owner).await, "absent");
            }
        }
    }

    async fn a_session_ended_meanwhile_sets_no_first_pin(world: World) {
        // The session has just entered a code, so no password is required.
        let email = fresh_email();
        let mut fresh = world.member(&email).await;
        let set = json!({ "pin": THIEFS, "confirm_pin": THIEFS, "currency": "NGN" });
        let (paused, call) = stopped(world, &fresh, "/account/settings/pin/create", set).await;
        fresh.post("/auth/logout", json!({})).await.expect(200);
        paused.go();
        call.await.unwrap().refuses(401, "unauthenticated");
        let mut owner = signed_in(world, &email, PASSWORD).await;
        assert_eq!(status(&mut owner).await, "absent");
    }

    async fn concurrent_first_pins_apply_once(world: World) {
        for _ in 0..5 {
            let owner = world.member(&fresh_email()).await;
            let pins = ["1357", "8642", "9753", "7531"];
            let mut callers = pins.map(|_| owner.clone());
            let set = callers.iter_mut().zip(pins).map(|(caller, pin)| {
                caller.post("/account/settings/pin/create", json!({ "pin": pin, "confirm_pin": pin, "currency": "NGN" }))
            });
            let answers = join_all(set).await;
            let done: Vec<_> = answers.iter().zip(pins).filter(|(answer, _)| answer.status == 200).collect();
            assert_eq!(done.len(), 1, "{answers:?}");
            for (answer, _) in answers.iter().zip(pins).filter(|(answer, _)| answer.status != 200) {
                answer.refuses(409, "pin_already_set");
            }
            owner.clone().post("/wallet/pin-confirm", confirmation(done[0].1)).await.expect(200);
        }
    }

    async fn resetting_a_pin_requires_the_password_to_be_current(world: World) {
        let (mut owner, thief, email) = owner_and_thief(world).await;
        let path = "/account/settings/pin/reset";
        let mut wish = json!({ "currency": "NGN", "password": PASSWORD });
        thief.clone().post(path, wish.clone()).await.expect(200);
        wish["code"] = json!(world.code_for(&email).await);
        let (paused, call) = stopped(world, &thief, path, wish).await;
        change_password(&mut thief.clone()).await;
        paused.go();
        call.await.unwrap().breaks(&[("password", "mismatch")]);
        owner.get("/auth/me").await.refuses(401, "unauthenticated");
        assert_eq!(status(&mut thief.clone()).await, "pin_set");
    }
}
