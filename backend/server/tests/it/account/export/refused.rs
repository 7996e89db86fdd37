//! Refused exports, and the notices about exports.

use super::{document, files, rows, text};
use crate::support::{World, fresh_email};
use axum::http::Method;
use serde_json::json;

on_one! {
    async fn an_unknown_format_is_refused_with_the_known_ones(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        for path in ["/account/export", "/account/export?format=", "/account/export?format=JSON", "/account/export?format=pdf"] {
            let refused = ada.get(path).await;
            refused.breaks(&[("format", "not_one_of")]);
            assert!(refused.text.contains("Choose json or csv."), "{}", refused.text);
        }
        world.caller().get("/account/export?format=json").await.refuses(401, "unauthenticated");
    }

    async fn an_export_is_emailed_to_the_owner_and_audited(world: World) {
        let email = fresh_email();
        let ada = world.member(&email).await;
        files(&ada).await;
        let letter = world.messages_to(&email).await[0].clone();
        assert_eq!(letter["subject"], "Ajo: your data was exported");
        let said = letter["text"].as_str().unwrap();
        assert!(said.contains("as CSV") && said.contains("Forgot password"), "{said}");
        let all = document(&ada).await;
        let events = rows(&all, "security_events").iter();
        let exports: Vec<_> = events.filter(|row| row["event"] == "data_exported").map(|row| &row["detail"]).collect();
        assert_eq!(exports, [&json!({ "format": "csv" }), &json!({ "format": "json" })]);
    }

    async fn exports_are_limited_to_ten_a_day(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let mut ada = world.member(&fresh_email()).await;
        for _ in 0..10 {
            text(&ada).await;
        }
        let refused = ada.get("/account/export?format=json").await;
        refused.refuses(429, "too_many_requests");
        assert!(refused.headers.contains_key("retry-after"));
        text(&world.member(&fresh_email()).await).await;
    }
}

on_both! {
    async fn a_user_has_one_export_at_a_time(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let mut paused = world.app.pause.next();
        let person = ada.clone();
        let exporting = tokio::spawn(async move { text(&person).await });
        paused.reached().await;
        ada.get("/account/export?format=csv").await.refuses(429, "too_many_requests");
        text(&world.member(&fresh_email()).await).await;
        paused.go();
        exporting.await.unwrap();
        let again = ada.raw(Method::GET, "/api/account/export?format=csv", "", "").await;
        again.expect(200);
    }
}
