//! A sequence in which every changing call is sent eight times concurrently: none causes a server error, at least one
//! takes effect, and all records of money agree afterwards.

use super::members::{NOBODY_ADDS, newcomers, of_a_group, of_ada};
use crate::community::clusters;
use crate::identity::channels;
use crate::signals::{exchange, strategies};
use crate::support::contract::operations;
use crate::support::crowd::Crowd;
use crate::support::{Engine, PASSWORD, World, fresh_email};
use axum::http::Method;
use money::ledger::Scope;
use serde_json::{Value, json};

/// Uploads are limited to two at a time per user, and have their own test: `http::uploads`.
const UPLOADS: [&str; 3] = [
    "/api/clusters/{uuid}/attachments",
    "/api/profile/avatar",
    "/api/support/attachments",
];

fn id(of: &Value) -> &str {
    of["id"].as_str().unwrap()
}

/// The calls missing from the other sequences, most of which end something.
async fn ends_everything(world: &World) {
    let email = fresh_email();
    let mut ada = world.member(&email).await;
    let done = json!({});
    let set = json!({ "name": "chart.period", "value": "1h" });
    let set = ada
        .post("/account/settings", set)
        .await
        .expect(200)
        .data()
        .clone();
    let added = ada.post("/strategies", strategies::strategy("65000")).await;
    let strategy = format!("/strategies/{}", id(added.expect(201).data()));
    ada.post(&format!("{strategy}/toggle"), done.clone())
        .await
        .expect(200);
    ada.put("/exchange-keys", exchange::keys("key-of-ada-7654"))
        .await
        .expect(200);
    ada.post("/activate-mandate", done.clone())
        .await
        .expect(201);
    let mandate = ada.get("/mandates").await.expect(200).data()[0].clone();
    let cluster = clusters::cluster(world, "YABA01").await;
    clusters::join(&mut ada, "YABA01").await.expect(200);
    ada.post("/settings/telegram", done.clone())
        .await
        .expect(201);
    // Of several invitations only the newest is valid.
    let mut alone = ada.clone();
    alone.crowd = None;
    let token = channels::token(&mut alone).await;
    channels::write(world, 42, &format!("/start {token}")).await;

    for path in [
        format!("/account/settings/{}", id(&set)),
        strategy,
        "/exchange-keys".into(),
        format!("/mandates/{}", id(&mandate)),
        format!("/clusters/{cluster}/membership"),
        "/settings/telegram".into(),
    ] {
        ada.delete(&path, done.clone()).await.expect(200);
    }

    let mut others = Vec::new();
    for _ in 0..2 {
        let mut other = world.caller();
        let login = json!({ "email": email, "password": PASSWORD });
        other.post("/auth/login", login).await.expect(200);
        others.push(other);
    }
    ada.post("/auth/activity", done.clone()).await.expect(200);
    ada.post("/auth/refresh", done.clone()).await.expect(200);
    let all = ada.get("/auth/sessions").await.expect(200).data().clone();
    let other = all
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["is_current"] == false);
    ada.delete(
        &format!("/auth/sessions/{}", id(other.unwrap())),
        done.clone(),
    )
    .await
    .expect(200);
    ada.delete("/auth/sessions", done.clone()).await.expect(200);
    for other in &mut others {
        other.get("/auth/me").await.refuses(401, "unauthenticated");
    }
    let told = ada.get("/notices").await.expect(200).data()["data"][0]["id"].clone();
    ada.post("/notices/read", json!({ "through": told }))
        .await
        .expect(200);
    ada.post("/auth/logout", done).await.expect(200);
    ada.get("/auth/me").await.refuses(401, "unauthenticated");
}

async fn calls_at_once_leave_no_error(engine: Engine) {
    let crowd = Crowd::default();
    let mut world = World::new(engine).await;
    world.crowd = Some(crowd.clone());
    of_ada(&world).await;
    newcomers(&world).await;
    of_a_group(&world).await;
    ends_everything(&world).await;

    let mut connection = world.app.db.read().await.unwrap();
    let found = backend::reconciliation::check(&mut connection, Scope::Whole).await;
    assert!(found.unwrap().is_empty());
    drop(connection);

    let is_theirs = |path: &str| NOBODY_ADDS.iter().any(|(start, _)| path.starts_with(start));
    let accepted = crowd.accepted();
    let forgotten: Vec<String> = operations()
        .into_iter()
        .filter(|one| one.method != Method::GET && !is_theirs(&one.path))
        .filter(|one| !UPLOADS.contains(&one.path.as_str()))
        .filter(|one| !one.takes.contains("header Idempotency-Key"))
        .map(|one| one.name())
        .filter(|name| !accepted.contains(name))
        .collect();
    assert_eq!(
        forgotten, [""; 0],
        "these are never called: add each to the sequence"
    );
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_call_is_safe_under_concurrency_on_sqlite() {
    calls_at_once_leave_no_error(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_call_is_safe_under_concurrency_on_postgres() {
    if Engine::postgres_is_there() {
        calls_at_once_leave_no_error(Engine::Postgres).await;
    }
}
