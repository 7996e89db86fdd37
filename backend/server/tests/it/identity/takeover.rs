//! Account takeover: with someone else's address, by guessing outside the sign-in page, or by being faster than the
//! owner.

use crate::support::{PASSWORD, World, fresh_email, registration};
use serde_json::json;

const OTHER: &str = "Harbour4!Tide";

on_one! {
    async fn a_sign_up_with_a_strangers_address_gains_nothing_from_their_code(world: World) {
        let email = fresh_email();
        let (mut owner, mut thief) = (world.caller(), world.caller());
        owner.post("/auth/register", registration(&email)).await.expect(201);
        let mut forged = registration(&email);
        forged["name"] = json!("Mallory");
        forged["password"] = json!(OTHER);
        // Both at once, when no second code is sent, and later, when one is.
        thief.post("/auth/register", forged.clone()).await.expect(201);
        world.advance_seconds(50);
        thief.post("/auth/register", forged).await.expect(201);
        let code = world.code_for(&email).await;
        let user = owner.post("/auth/verify", json!({ "email": email, "code": code })).await;
        assert_eq!(user.expect(200).data()["name"], "Ada Obi");
        let sign_in = |password: &str| {
            let mut caller = world.caller();
            let form = json!({ "email": email, "password": password });
            async move { caller.post("/auth/login", form).await }
        };
        sign_in(OTHER).await.breaks(&[("email", "mismatch")]);
        sign_in(PASSWORD).await.expect(200);
    }

    async fn an_earlier_sign_up_keeps_no_access(world: World) {
        let email = fresh_email();
        let mut forged = registration(&email);
        forged["password"] = json!(OTHER);
        world.caller().post("/auth/register", forged).await.expect(201);
        world.advance_seconds(50);
        let mut owner = world.caller();
        owner.post("/auth/register", registration(&email)).await.expect(201);
        let code = world.code_for(&email).await;
        owner.post("/auth/verify", json!({ "email": email, "code": code })).await.expect(200);
        let form = json!({ "email": email, "password": OTHER });
        world.caller().post("/auth/login", form).await.breaks(&[("email", "mismatch")]);
    }

    async fn a_code_entered_in_another_browser_proves_only_the_address(world: World) {
        let email = fresh_email();
        world.caller().post("/auth/register", registration(&email)).await.expect(201);
        let code = world.code_for(&email).await;
        let mut other = world.caller();
        let user = other.post("/auth/verify", json!({ "email": email, "code": code })).await;
        let (name, _) = email.split_once('@').unwrap();
        let user = user.expect(200).data();
        assert_eq!((&user["name"], &user["phone"], &user["meta"]["is_verified"]), (&json!(name), &json!(""), &json!(true)));
        let form = json!({ "email": email, "password": PASSWORD });
        world.caller().post("/auth/login", form).await.breaks(&[("email", "mismatch")]);
        // The owner recovers with a forgotten password.
        other.post("/forgot/password", json!({ "email": email })).await.expect(200);
        let code = world.code_for(&email).await;
        other.post("/reset/password", json!({ "email": email, "code": code, "password": OTHER })).await.expect(200);
        world.caller().post("/auth/login", json!({ "email": email, "password": OTHER })).await.expect(200);
    }

    async fn a_password_reset_keeps_nothing_a_stranger_filled_in(world: World) {
        let email = fresh_email();
        let mut strangers = registration(&email);
        let mut farmer = world.member(&fresh_email()).await;
        strangers["referrer"] = farmer.get("/auth/me").await.data()["settings"]["referrer_code"].clone();
        world.caller().post("/auth/register", strangers).await.expect(201);
        let mut owner = world.caller();
        owner.post("/forgot/password", json!({ "email": email })).await.expect(200);
        let code = world.code_for(&email).await;
        owner.post("/reset/password", json!({ "email": email, "code": code, "password": OTHER })).await.expect(200);
        let user = owner.post("/auth/login", json!({ "email": email, "password": OTHER })).await;
        let (name, _) = email.split_once('@').unwrap();
        assert_eq!((&user.expect(200).data()["name"], &user.data()["phone"]), (&json!(name), &json!("")));
        let row = sqlx::query("SELECT referred_by FROM users WHERE email = $1")
            .bind(email.as_str())
            .fetch_one(&mut *world.app.db.read().await.unwrap())
            .await
            .unwrap();
        assert_eq!(sqlx::Row::get::<Option<String>, _>(&row, "referred_by"), None);
    }

    async fn a_stolen_session_cannot_guess_the_password(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let email = fresh_email();
        let mut thief = world.member(&email).await;
        // The code of the sign-up is no longer fresh.
        for _ in 0..4 {
            world.advance_seconds(170);
            thief.post("/auth/refresh", json!({})).await.expect(200);
        }
        let guess = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "GBP", "password": "Guess4!Guess" });
        for _ in 0..5 {
            thief.post("/account/settings/pin/create", guess.clone()).await.breaks(&[("password", "mismatch")]);
        }
        let mut right = guess.clone();
        right["password"] = json!(PASSWORD);
        thief.post("/account/settings/pin/create", right).await.refuses(429, "too_many_requests");
        // The other call counts toward the same limit.
        let change = json!({ "old_password": PASSWORD, "new_password": OTHER, "confirm": OTHER });
        thief.post("/user/change-password", change).await.refuses(429, "too_many_requests");
        let mut tries = 5;
        for _ in 0..5 {
            world.advance_seconds(61);
            thief.post("/auth/refresh", json!({})).await.expect(200);
            for _ in 0..5 {
                let answer = thief.post("/account/settings/pin/create", guess.clone()).await;
                tries += u32::from(answer.status == 422);
            }
        }
        assert_eq!(tries, 20, "so many a day, whatever the minute allows");
    }
}

on_both! {
    async fn no_session_from_the_old_password_survives_a_reset(world: World) {
        for _ in 0..5 {
            let email = fresh_email();
            world.member(&email).await;
            let mut owner = world.caller();
            owner.post("/forgot/password", json!({ "email": email })).await.expect(200);
            let code = world.code_for(&email).await;
            let reset = json!({ "email": email, "code": code, "password": OTHER });
            let form = json!({ "email": email, "password": PASSWORD });
            let login = || {
                let (mut thief, form) = (world.caller(), form.clone());
                async move {
                    thief.post("/auth/login", form).await;
                    thief
                }
            };
            let (answer, one, two, three) = tokio::join!(owner.post("/reset/password", reset), login(), login(), login());
            answer.expect(200);
            for mut thief in [one, two, three] {
                if thief.token.is_some() {
                    thief.get("/auth/me").await.refuses(401, "unauthenticated");
                }
            }
        }
    }
}

on_one! {
    async fn a_new_password_invalidates_codes_of_the_old_one(world: World) {
        let email = fresh_email();
        let mut owner = world.member(&email).await;
        world.caller().post("/forgot/password", json!({ "email": email })).await.expect(200);
        let code = world.code_for(&email).await;
        let change = json!({ "old_password": PASSWORD, "new_password": OTHER, "confirm": OTHER });
        owner.post("/user/change-password", change).await.expect(200);
        let reset = json!({ "email": email, "code": code, "password": "Evening4!Star" });
        world.caller().post("/reset/password", reset).await.breaks(&[("code", "mismatch")]);
    }
}
