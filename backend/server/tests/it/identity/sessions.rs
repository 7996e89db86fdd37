//! Session limits: three minutes idle, twelve hours at most, single-use refresh tokens.

use crate::support::{PASSWORD, World, fresh_email};
use axum::http::Method;
use serde_json::json;

on_one! {
    async fn three_minutes_without_activity_end_a_session(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        world.advance_seconds(179);
        ada.get("/auth/me").await.expect(200);
        world.advance_seconds(121);
        // The bearer token expires after five minutes, the session does not.
        ada.get("/auth/me").await.refuses(401, "unauthenticated");
        ada.post("/auth/refresh", json!({})).await.expect(200);
        world.advance_seconds(181);
        let over = ada.get("/auth/me").await;
        over.refuses(401, "unauthenticated");
        assert_eq!(over.body["message"], "Unauthenticated.");
        ada.post("/auth/refresh", json!({})).await.refuses(401, "unauthenticated");
        assert_eq!(ada.cookie, None);
    }

    async fn polling_does_not_keep_a_session_alive(world: World) {
        let ada = world.member(&fresh_email()).await;
        let mut polling = ada.with("x-passive", "true");
        for _ in 0..2 {
            world.advance_seconds(80);
            polling.get("/auth/me").await.expect(200);
        }
        world.advance_seconds(20);
        polling.get("/auth/me").await.refuses(401, "unauthenticated");
    }

    async fn reported_activity_keeps_a_session_alive(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        world.advance_seconds(170);
        let here = ada.post("/auth/activity", json!({})).await;
        assert_eq!(here.expect(200).data()["idle_at"], "2026-11-20T09:05:50.000Z");
        world.advance_seconds(100);
        ada.get("/auth/me").await.expect(200);
    }

    async fn twelve_hours_end_any_session(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        for _ in 0..(12 * 30 - 1) {
            world.advance_seconds(120);
            ada.post("/auth/refresh", json!({})).await.expect(200);
        }
        world.advance_seconds(119);
        ada.get("/auth/me").await.expect(200);
        world.advance_seconds(1);
        ada.get("/auth/me").await.refuses(401, "unauthenticated");
        ada.post("/auth/refresh", json!({})).await.refuses(401, "unauthenticated");
    }

    async fn a_reused_refresh_token_ends_the_session(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        let mut thief = ada.clone();
        ada.post("/auth/refresh", json!({})).await.expect(200);
        world.advance_seconds(11);
        thief.post("/auth/refresh", json!({})).await.refuses(401, "unauthenticated");
        ada.get("/auth/me").await.refuses(401, "unauthenticated");
        ada.post("/auth/refresh", json!({})).await.refuses(401, "unauthenticated");
        let told = &world.messages_to(&email).await[0];
        assert_eq!(told["subject"], "Ajo: a session was ended");
    }
}

on_both! {
    async fn reuse_after_a_successor_was_used_is_detected_at_once(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let mut thief = ada.clone();
        ada.post("/auth/refresh", json!({})).await.expect(200);
        ada.post("/auth/refresh", json!({})).await.expect(200);
        thief.post("/auth/refresh", json!({})).await.refuses(401, "unauthenticated");
        ada.get("/auth/me").await.refuses(401, "unauthenticated");
    }

    async fn two_tabs_refreshing_concurrently_both_continue(world: World) {
        let ada = world.member(&fresh_email()).await;
        let tabs = (0..6).map(|_| {
            let mut tab = ada.clone();
            tokio::spawn(async move {
                let answer = tab.post("/auth/refresh", json!({})).await;
                (answer.status.as_u16(), tab)
            })
        });
        let mut cookies = Vec::new();
        for tab in tabs.collect::<Vec<_>>() {
            let (status, mut tab) = tab.await.unwrap();
            assert_eq!(status, 200);
            tab.get("/auth/me").await.expect(200);
            cookies.push(tab.cookie.unwrap());
        }
        cookies.dedup();
        assert_eq!(cookies.len(), 1, "all tabs hold the same successor");
        let mut later = ada.clone();
        later.cookie = cookies.pop();
        world.advance_seconds(60);
        later.post("/auth/refresh", json!({})).await.expect(200);
    }
}

on_one! {
    async fn pages_of_other_origins_cannot_refresh(world: World) {
        let ada = world.member(&fresh_email()).await;
        for (name, value) in [("origin", "http://evil.example"), ("origin", "null"), ("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site")] {
            ada.with(name, value).post("/auth/refresh", json!({})).await.refuses(403, "cross_site");
        }
        ada.with("origin", "http://ajo.localhost:8080").post("/auth/refresh", json!({})).await.expect(200);
    }

    async fn signing_out_ends_this_session_and_no_other(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        let mut elsewhere = world.caller();
        elsewhere.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);
        let with_cookie_alone = world.caller().raw(Method::GET, "/api/auth/logout", "application/json", "").await;
        with_cookie_alone.refuses(401, "unauthenticated");
        let (token, cookie) = (ada.token.clone(), ada.cookie.clone());
        ada.get("/auth/logout").await.expect(200);
        assert_eq!(ada.cookie, None);
        (ada.token, ada.cookie) = (token, cookie);
        ada.get("/auth/me").await.refuses(401, "unauthenticated");
        ada.post("/auth/refresh", json!({})).await.refuses(401, "unauthenticated");
        elsewhere.get("/auth/me").await.expect(200);
    }

    async fn malformed_tokens_are_refused_on_every_call(world: World) {
        let mut nobody = world.caller();
        for token in [None, Some("x"), Some("' OR 1=1 --"), Some("ключ")] {
            nobody.token = token.filter(|token| token.is_ascii()).map(String::from);
            for path in ["/auth/me", "/profile", "/wallet/pin-status", "/auth/logout"] {
                nobody.get(path).await.refuses(401, "unauthenticated");
            }
            for path in ["/auth/activity", "/profile", "/account/settings/pin/create", "/wallet/pin-confirm"] {
                nobody.post(path, json!({})).await.refuses(401, "unauthenticated");
            }
        }
    }
}
