//! Password guessing: each failure delays further attempts on the account from that address.

use crate::support::{PASSWORD, World, all_at_once, fresh_email};
use serde_json::json;

on_one! {
    async fn waits_begin_after_five_failures_and_grow(world: World) {
        let email = fresh_email();
        world.member(&email).await;
        let mut thief = world.caller();
        let guess = json!({ "email": email, "password": "Guess4!Guess" });
        for _ in 0..5 {
            thief.post("/auth/login", guess.clone()).await.breaks(&[("email", "mismatch")]);
        }
        let right = json!({ "email": email, "password": PASSWORD });
        let waits = thief.post("/auth/login", right.clone()).await;
        waits.refuses(429, "too_many_requests");
        assert_eq!(waits.header("retry-after"), "31");
        // The owner, at another address, does not wait for the attacker's failures.
        world.caller().from([203, 0, 113, 9]).post("/auth/login", right.clone()).await.expect(200);
        world.advance_seconds(30);
        thief.post("/auth/login", right).await.expect(200);
        for _ in 0..5 {
            thief.post("/auth/login", guess.clone()).await.breaks(&[("email", "mismatch")]);
        }
        world.advance_seconds(31);
        thief.post("/auth/login", guess.clone()).await.breaks(&[("email", "mismatch")]);
        world.advance_seconds(31);
        assert_eq!(thief.post("/auth/login", guess).await.refuses(429, "too_many_requests").header("retry-after"), "30");
    }
}

on_both! {
    async fn of_concurrent_password_guesses_five_are_compared(world: World) {
        let email = fresh_email();
        world.member(&email).await;
        let guess = json!({ "email": email, "password": "Guess4!Guess" });
        let thieves = (0..20).map(|_| world.caller());
        let counted = all_at_once(thieves, "/auth/login", &guess).await;
        assert_eq!(counted, [(422, 5), (429, 15)].into());
    }
}

on_one! {
    async fn after_a_hundred_failures_from_anywhere_only_a_reset_helps(world: World) {
        let email = fresh_email();
        world.member(&email).await;
        let guess = json!({ "email": email, "password": "Guess4!Guess" });
        for number in 0..100_u8 {
            world.caller().from([203, 0, 113, number]).post("/auth/login", guess.clone()).await.breaks(&[("email", "mismatch")]);
        }
        let mut owner = world.caller();
        let right = json!({ "email": email, "password": PASSWORD });
        owner.post("/auth/login", right).await.refuses(429, "too_many_requests");
        owner.post("/forgot/password", json!({ "email": email })).await.expect(200);
        let code = world.code_for(&email).await;
        owner.post("/reset/password", json!({ "email": email, "code": code, "password": "Harbour4!Tide" })).await.expect(200);
        owner.post("/auth/login", json!({ "email": email, "password": "Harbour4!Tide" })).await.expect(200);
    }

    async fn a_known_browser_is_not_locked_out_by_strangers(world: World) {
        let email = fresh_email();
        world.member(&email).await;
        let right = json!({ "email": email, "password": PASSWORD });
        let guess = json!({ "email": email, "password": "Guess4!Guess" });
        let mut owner = world.caller();
        owner.post("/auth/login", right.clone()).await.expect(200);
        for number in 0..100_u8 {
            world.caller().from([203, 0, 113, number]).post("/auth/login", guess.clone()).await.breaks(&[("email", "mismatch")]);
        }
        world.caller().post("/auth/login", right.clone()).await.refuses(429, "too_many_requests");
        owner.post("/auth/login", right.clone()).await.expect(200);
        // The browser is known for this account only, and its guesses are limited too.
        let other = fresh_email();
        world.member(&other).await;
        for number in 0..100_u8 {
            let guess = json!({ "email": other, "password": "Guess4!Guess" });
            world.caller().from([203, 0, 113, number]).post("/auth/login", guess).await.breaks(&[("email", "mismatch")]);
        }
        owner.post("/auth/login", json!({ "email": other, "password": PASSWORD })).await.refuses(429, "too_many_requests");
        for _ in 0..5 {
            owner.post("/auth/login", guess.clone()).await.breaks(&[("email", "mismatch")]);
        }
        owner.from([198, 51, 100, 7]).post("/auth/login", right.clone()).await.refuses(429, "too_many_requests");
        // A forged cookie counts for nothing.
        let mut forger = world.caller();
        forger.cookies = vec![String::from("ajo_browser=abc.def")];
        forger.post("/auth/login", right).await.refuses(429, "too_many_requests");
    }

    async fn guesses_are_limited_per_account_and_address(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let mut thief = world.caller();
        for _ in 0..30 {
            let guess = json!({ "email": fresh_email(), "password": "Guess4!Guess" });
            thief.post("/auth/login", guess).await.breaks(&[("email", "mismatch")]);
        }
        let guess = json!({ "email": fresh_email(), "password": "Guess4!Guess" });
        let refused = thief.post("/auth/login", guess.clone()).await;
        refused.refuses(429, "too_many_requests");
        assert_eq!(refused.header("retry-after"), "60");
        thief.from([203, 0, 113, 9]).post("/auth/login", guess.clone()).await.breaks(&[("email", "mismatch")]);
        world.advance_seconds(60);
        thief.post("/auth/login", guess).await.breaks(&[("email", "mismatch")]);
    }

    async fn forwarded_addresses_count_from_trusted_proxies_only(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1"), ("AJO_TRUSTED_PROXIES", "10.0.0.0/8")]) {
        let mut refused = 0;
        for number in 0..40 {
            let mut thief = world.caller().from([203, 0, 113, 7]).with("x-forwarded-for", &format!("198.51.100.{number}"));
            let guess = json!({ "email": fresh_email(), "password": "Guess4!Guess" });
            refused += i32::from(thief.post("/auth/login", guess.clone()).await.status == 429);
            let mut behind_proxy = world.caller().from([10, 0, 0, 1]).with("x-forwarded-for", &format!("198.51.100.{number}"));
            behind_proxy.post("/auth/login", guess).await.breaks(&[("email", "mismatch")]);
        }
        assert_eq!(refused, 10);
    }
}
