//! The general rate limit, and the identification of clients.

use crate::support::{Caller, World, fresh_email};
use axum::http::Method;
use serde_json::json;
use service::settings::tenants;

const BEHIND_A_PROXY: &[(&str, &str)] = &[
    ("AJO_RATE_LIMIT_FACTOR", "1"),
    ("AJO_TRUSTED_PROXIES", "127.0.0.0/8"),
];

on_one! {
    async fn an_address_is_limited_to_three_hundred_calls_a_minute(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let mut caller = world.caller();
        for _ in 0..300 {
            caller.get("/auth/me").await.refuses(401, "unauthenticated");
        }
        let refused = caller.get("/auth/me").await;
        refused.refuses(429, "too_many_requests");
        assert_eq!(refused.header("retry-after"), "60");
        caller.from([203, 0, 113, 9]).get("/auth/me").await.refuses(401, "unauthenticated");
        world.advance_seconds(60);
        caller.get("/auth/me").await.refuses(401, "unauthenticated");
    }

    async fn forged_forwarded_headers_do_not_change_the_client(world: World, BEHIND_A_PROXY) {
        let honest = world.caller().with("x-forwarded-for", "198.51.100.7");
        honest.clone().get("/auth/me").await.refuses(401, "unauthenticated");
        for number in 0..300_u16 {
            let forged = world.caller().with("x-forwarded-for", &format!("203.0.113.{}", number % 250));
            let mut forged = forged.with("x-forwarded-for", "198.51.100.66");
            forged.get("/auth/me").await.refuses(401, "unauthenticated");
        }
        let forged = world.caller().with("x-forwarded-for", "192.0.2.1");
        forged.with("x-forwarded-for", "198.51.100.66").get("/auth/me").await.refuses(429, "too_many_requests");
        honest.clone().get("/auth/me").await.refuses(401, "unauthenticated");
    }
}

on_both! {
    async fn the_last_forwarded_host_counts(world: World, BEHIND_A_PROXY) {
        let mut tx = world.app.db.begin().await.unwrap();
        tenants::insert(&mut tx, &tenants::demo(), 0).await.unwrap();
        tx.commit().await.unwrap();
        let brand = |caller: Caller| async move {
            let answer = caller.raw(Method::GET, "/manifest.webmanifest", "text/plain", "").await;
            answer.expect(200).body["name"].as_str().unwrap().to_owned()
        };
        let (ajo, esusu) = ("ajo.localhost", "esusu.localhost");
        let first = brand(world.caller().with("x-forwarded-host", ajo)).await;
        let second = brand(world.caller().with("x-forwarded-host", esusu)).await;
        assert_ne!(first, second);
        let two_lines = world.caller().with("x-forwarded-host", esusu).with("x-forwarded-host", ajo);
        assert_eq!(brand(two_lines).await, first);
        assert_eq!(brand(world.caller().with("x-forwarded-host", "ajo.localhost, esusu.localhost")).await, second);
    }
}

on_one! {
    async fn a_48_bit_network_has_a_limit_of_its_own(world: World, BEHIND_A_PROXY) {
        let neighbour = |number: u32| world.caller().with("x-forwarded-for", &format!("2001:db8:7:{number:x}::1"));
        let wrong = |number: u32| json!({ "email": format!("nobody{number}@example.ng"), "password": "Wrong!Pass7" });
        let mut served = 0;
        for number in 0..600 {
            let answer = neighbour(number).post("/auth/login", wrong(number)).await;
            if answer.status != 429 {
                served += 1;
            }
        }
        assert_eq!(served, 16 * 30);
        let elsewhere = world.caller().with("x-forwarded-for", "2001:db8:8::1");
        elsewhere.clone().post("/auth/login", wrong(601)).await.breaks(&[("email", "mismatch")]);
    }

    async fn clients_are_distinguished_in_every_forwarded_notation(world: World, BEHIND_A_PROXY) {
        let forms = ["::ffff:198.51.100.N", "198.51.101.N:4711", "[::ffff:198.51.102.N]:4711", "[2001:db8:N::7]:443"];
        for form in forms {
            let client = |number: u32| world.caller().with("x-forwarded-for", &form.replace('N', &number.to_string()));
            for number in 1..=40 {
                let wrong = json!({ "email": fresh_email(), "password": "Wrong!Pass7" });
                client(number).post("/auth/login", wrong).await.breaks(&[("email", "mismatch")]);
            }
        }
        // One client counts once in every notation.
        for number in 0..31 {
            let form = ["198.51.100.99", "::ffff:198.51.100.99", "198.51.100.99:N"][number % 3];
            let client = world.caller().with("x-forwarded-for", &form.replace('N', &(4_000 + number).to_string()));
            let wrong = json!({ "email": fresh_email(), "password": "Wrong!Pass7" });
            let answer = client.clone().post("/auth/login", wrong).await;
            assert_eq!(answer.status == 429, number == 30, "{number}: {}", answer.text);
        }
    }

    async fn the_general_limit_counts_networks(world: World, BEHIND_A_PROXY) {
        let caller = |number: u32| world.caller().with("x-forwarded-for", &format!("2001:db8:7:{number:x}::1"));
        for number in 0..16 * 300 {
            caller(number).get("/auth/me").await.refuses(401, "unauthenticated");
        }
        caller(9_999).get("/auth/me").await.refuses(429, "too_many_requests");
        caller(0).with("x-forwarded-for", "2001:db8:8::1").get("/auth/me").await.refuses(401, "unauthenticated");
    }

    async fn resources_of_the_first_page_do_not_count(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let mut caller = world.caller();
        for path in ["/manifest.webmanifest", "/media/icon", "/media/avatars/nobody.jpg", "/api/app-configuration"] {
            for _ in 0..301 {
                assert_ne!(caller.raw(Method::GET, path, "text/plain", "").await.status, 429, "{path}");
            }
        }
        caller.get("/auth/me").await.refuses(401, "unauthenticated");
        caller.raw(Method::GET, "/healthz", "text/plain", "").await.expect(200);
    }

    async fn users_sharing_an_address_have_separate_limits(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let mut ada = world.member(&fresh_email()).await;
        let mut bola = world.member(&fresh_email()).await;
        world.advance_seconds(60);
        for _ in 0..300 {
            ada.get("/auth/me").await.expect(200);
        }
        ada.get("/auth/me").await.refuses(429, "too_many_requests");
        // Elsewhere too: the limit is the user's.
        ada.from([203, 0, 113, 9]).get("/auth/me").await.refuses(429, "too_many_requests");
        bola.get("/auth/me").await.expect(200);
        world.caller().get("/auth/me").await.refuses(401, "unauthenticated");
    }

    async fn an_invalid_token_counts_for_the_address(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        for number in 0..300 {
            let forged = format!("Bearer nobody{number}");
            world.caller().with("authorization", &forged).get("/auth/me").await.refuses(401, "unauthenticated");
        }
        world.caller().get("/auth/me").await.refuses(429, "too_many_requests");
        let mut member = world.caller().with("authorization", "Bearer nobody");
        member.get("/auth/me").await.refuses(429, "too_many_requests");
    }
}
