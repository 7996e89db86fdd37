//! One-time codes: ten minutes, five attempts, one use, one purpose, rate-limited.

use crate::support::{Caller, PASSWORD, World, fresh_email, registration};
use serde_json::json;

fn other_than(code: &str) -> String {
    let number: u32 = code.parse().unwrap();
    format!("{:06}", (number + 1) % 1_000_000)
}

async fn verify(caller: &mut Caller, email: &str, code: &str) -> crate::support::Answer {
    caller
        .post("/auth/verify", json!({ "email": email, "code": code }))
        .await
}

on_one! {
    async fn the_sixth_attempt_is_refused_even_with_the_correct_code(world: World) {
        let email = fresh_email();
        let mut caller = world.caller();
        caller.post("/auth/register", registration(&email)).await.expect(201);
        let code = world.code_for(&email).await;
        for _ in 0..5 {
            verify(&mut caller, &email, &other_than(&code)).await.breaks(&[("code", "mismatch")]);
        }
        verify(&mut caller, &email, &code).await.breaks(&[("code", "mismatch")]);
    }
}

on_both! {
    async fn concurrent_guesses_all_count(world: World) {
        let email = fresh_email();
        let mut caller = world.caller();
        caller.post("/auth/register", registration(&email)).await.expect(201);
        let code = world.code_for(&email).await;
        let wrong = other_than(&code);
        let guesses = (0..20).map(|_| {
            let (mut caller, email, wrong) = (world.caller(), email.clone(), wrong.clone());
            tokio::spawn(async move { verify(&mut caller, &email, &wrong).await.status.as_u16() })
        });
        for guess in guesses.collect::<Vec<_>>() {
            assert_eq!(guess.await.unwrap(), 422);
        }
        verify(&mut caller, &email, &code).await.breaks(&[("code", "mismatch")]);
    }

    async fn of_two_concurrent_uses_of_a_code_one_wins(world: World) {
        let email = fresh_email();
        world.caller().post("/auth/register", registration(&email)).await.expect(201);
        let code = world.code_for(&email).await;
        let uses = (0..4).map(|_| {
            let (mut caller, email, code) = (world.caller(), email.clone(), code.clone());
            tokio::spawn(async move { verify(&mut caller, &email, &code).await.status.as_u16() })
        });
        let mut statuses = Vec::new();
        for one in uses.collect::<Vec<_>>() {
            statuses.push(one.await.unwrap());
        }
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 422, 422, 422]);
    }
}

on_one! {
    async fn a_code_expires_after_ten_minutes(world: World) {
        let email = fresh_email();
        let mut caller = world.caller();
        caller.post("/auth/register", registration(&email)).await.expect(201);
        let code = world.code_for(&email).await;
        world.advance_seconds(600);
        verify(&mut caller, &email, &code).await.breaks(&[("code", "mismatch")]);
    }

    async fn a_new_code_after_45_seconds_invalidates_the_old_one(world: World) {
        let email = fresh_email();
        let mut caller = world.caller();
        caller.post("/auth/register", registration(&email)).await.expect(201);
        let first = world.code_for(&email).await;
        let again = json!({ "email": email, "page": "validate" });
        world.advance_seconds(44);
        let early = caller.post("/auth/code", again.clone()).await;
        early.refuses(429, "too_many_requests");
        assert_eq!(early.header("retry-after"), "1");
        world.advance_seconds(1);
        let sent = caller.post("/auth/code", again).await;
        assert_eq!(sent.expect(200).data()["code_sent"], true);
        assert_eq!(sent.data()["resend_seconds"], 45);
        let second = world.code_for(&email).await;
        if first != second {
            verify(&mut caller, &email, &first).await.breaks(&[("code", "mismatch")]);
        }
        verify(&mut caller, &email, &second).await.expect(200);
    }

    async fn sign_up_and_sign_in_wait_only_for_their_own_codes(world: World) {
        let email = fresh_email();
        let mut caller = world.caller();
        let sent = async || world.messages_to(&email).await.len();
        // Anyone can request a code for an address without a sign-up. None is sent.
        world.caller().post("/auth/code", json!({ "email": email, "page": "validate" })).await.expect(200);
        assert_eq!(sent().await, 0);
        let next = caller.post("/auth/register", registration(&email)).await;
        assert_eq!(next.expect(201).data()["resend_seconds"], 45);
        assert_eq!(sent().await, 1);
        // The first form's code is valid for the second form too.
        world.advance_seconds(20);
        let next = caller.post("/auth/register", registration(&email)).await;
        assert_eq!(next.expect(201).data()["resend_seconds"], 25);
        assert_eq!(sent().await, 1);

        // Without the password, no sign-in code is sent.
        world.caller().post("/auth/code", json!({ "email": email, "page": "otp-login" })).await.expect(200);
        assert_eq!(sent().await, 1);
        let login = json!({ "email": email, "password": PASSWORD });
        let next = caller.post("/auth/login", login.clone()).await;
        assert_eq!(next.expect(200).data()["resend_seconds"], 45);
        assert_eq!(sent().await, 2);
        caller.post("/auth/login", login).await.expect(200);
        assert_eq!(sent().await, 2);
        let code = world.code_for(&email).await;
        caller.post("/auth/login-otp", json!({ "email": email, "code": code })).await.expect(200);
    }

    async fn codes_are_limited_to_five_an_hour_and_ten_a_day(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let email = fresh_email();
        let mut caller = world.caller();
        let wish = json!({ "email": email, "page": "reset" });
        for hour in 0..2 {
            for _ in 0..5 {
                caller.post("/auth/code", wish.clone()).await.expect(200);
                world.advance_seconds(60);
            }
            let refused = caller.post("/auth/code", wish.clone()).await;
            refused.refuses(429, "too_many_requests");
            let wait: i64 = refused.header("retry-after").parse().unwrap();
            assert!(wait > 0 && (hour == 1 || wait <= 3_600), "{wait}");
            world.advance_seconds(3_600);
        }
        caller.post("/auth/code", wish.clone()).await.refuses(429, "too_many_requests");
        world.advance_seconds(86_400);
        caller.post("/auth/code", wish).await.expect(200);
    }

    async fn a_code_is_bound_to_purpose_and_user(world: World) {
        let (email, other) = (fresh_email(), fresh_email());
        world.member(&other).await;
        let mut caller = world.caller();
        caller.post("/auth/register", registration(&email)).await.expect(201);
        let code = world.code_for(&email).await;
        caller.post("/auth/login-otp", json!({ "email": email, "code": code })).await.breaks(&[("code", "mismatch")]);
        caller.post("/auth/code/validate", json!({ "email": email, "code": code })).await.breaks(&[("code", "mismatch")]);
        verify(&mut caller, &other, &code).await.breaks(&[("code", "mismatch")]);
        verify(&mut caller, &email, &code).await.expect(200);
    }

    async fn a_sign_in_code_requires_the_password(world: World) {
        let email = fresh_email();
        world.member(&email).await;
        let before = world.messages_to(&email).await.len();
        let mut thief = world.caller();
        thief.post("/auth/code", json!({ "email": email, "page": "otp-login" })).await.expect(200);
        thief.post("/auth/code", json!({ "email": email, "page": "validate" })).await.expect(200);
        assert_eq!(world.messages_to(&email).await.len(), before);
        thief.post("/auth/code", json!({ "email": email, "page": "identity-auth" })).await.refuses(404, "not_found");
    }
}
