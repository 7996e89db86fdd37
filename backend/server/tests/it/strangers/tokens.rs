//! Without a session, or with an expired one, every protected call gives the same response.

use crate::support::contract::operations;
use crate::support::{Caller, PASSWORD, World, fresh_email};
use serde_json::json;

const OTHER: &str = "Harbour4!Tide";

/// Checks that every protected call refuses the caller with identical bytes.
async fn expect_unauthenticated(person: &Caller, why: &str) {
    let mut seen = None;
    let mut count = 0;
    for call in operations().into_iter().filter(|one| one.protected) {
        let path = call.path_with("1");
        let answer = person
            .raw(call.method.clone(), &path, "application/json", "{}")
            .await;
        answer.refuses(401, "unauthenticated");
        assert_eq!(
            answer.body["message"],
            "Unauthenticated.",
            "{why}: {}",
            call.name()
        );
        let shown = answer.apart_from(why);
        assert_eq!(
            *seen.get_or_insert_with(|| shown.clone()),
            shown,
            "{why}: {}",
            call.name()
        );
        count += 1;
    }
    assert!(count > 40, "{count}");
}

async fn signed_in(world: &World, email: &str, password: &str) -> Caller {
    let mut person = world.caller();
    person
        .post(
            "/auth/login",
            json!({ "email": email, "password": password }),
        )
        .await
        .expect(200);
    person
}

on_one! {
    async fn every_protected_call_requires_a_session(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        expect_unauthenticated(&world.caller(), "no token").await;
        let real = ada.token.clone().unwrap();
        let longer = format!("{real}A");
        let cookie = ada.cookie.clone().unwrap();
        let (_, refresh) = cookie.split_once('=').unwrap();
        for garbage in ["x", "null", "' OR 1=1 --", &real[1..], &longer, &real.to_lowercase(), refresh] {
            let mut thief = world.caller();
            thief.token = Some(garbage.into());
            expect_unauthenticated(&thief, garbage).await;
        }
        for (scheme, of) in [("Basic", &real), ("Token", &real), ("", &real)] {
            expect_unauthenticated(&world.caller().with("authorization", &format!("{scheme} {of}")), scheme).await;
        }
        let left = ada.clone();
        ada.post("/auth/logout", json!({})).await.expect(200);
        expect_unauthenticated(&left, "signed out").await;

        let elsewhere = signed_in(world, &email, PASSWORD).await;
        let mut here = signed_in(world, &email, PASSWORD).await;
        let change = json!({ "old_password": PASSWORD, "new_password": OTHER, "confirm": OTHER });
        here.post("/user/change-password", change).await.expect(200);
        expect_unauthenticated(&elsewhere, "the password was changed elsewhere").await;
        here.get("/auth/me").await.expect(200);

        let mut owner = world.caller();
        owner.post("/forgot/password", json!({ "email": email })).await.expect(200);
        let code = world.code_for(&email).await;
        owner.post("/reset/password", json!({ "email": email, "code": code, "password": PASSWORD })).await.expect(200);
        expect_unauthenticated(&here, "the password was reset").await;

        let idle = signed_in(world, &email, PASSWORD).await;
        world.advance_seconds(181);
        expect_unauthenticated(&idle, "three minutes without activity").await;
    }

    async fn a_refresh_token_does_not_outlive_its_session(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        let left = ada.clone();
        ada.post("/auth/logout", json!({})).await.expect(200);
        left.clone().post("/auth/refresh", json!({})).await.refuses(401, "unauthenticated");

        let elsewhere = signed_in(world, &email, PASSWORD).await;
        let mut here = signed_in(world, &email, PASSWORD).await;
        let change = json!({ "old_password": PASSWORD, "new_password": OTHER, "confirm": OTHER });
        here.post("/user/change-password", change).await.expect(200);
        elsewhere.clone().post("/auth/refresh", json!({})).await.refuses(401, "unauthenticated");
        // That ended only its own session.
        here.post("/auth/refresh", json!({})).await.expect(200);

        let mut owner = world.caller();
        owner.post("/forgot/password", json!({ "email": email })).await.expect(200);
        let code = world.code_for(&email).await;
        owner.post("/reset/password", json!({ "email": email, "code": code, "password": PASSWORD })).await.expect(200);
        here.post("/auth/refresh", json!({})).await.refuses(401, "unauthenticated");
    }
}
