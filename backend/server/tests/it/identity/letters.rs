//! Queued emails survive an outage of the provider, and are dropped once outdated.

use crate::support::{PASSWORD, World, fresh_email, registration};
use backend::jobs::retention::sweep;
use providers::messages::Channel;
use serde_json::{Value, json};
use service::outbox::delivery::{claim, send};
use sqlx::Row;

async fn behave(world: &World, outcome: &str, times: u32) {
    let told = json!({ "port": "messages", "outcome": outcome, "times": times });
    let answer = world.caller().put("/sandbox/behaviour", told).await;
    answer.expect(200);
}

/// One round of the worker.
async fn round(world: &World) {
    for channel in Channel::ALL {
        for held in claim(&world.app, channel, 100).await.unwrap() {
            send(&world.app, &held).await;
        }
    }
}

async fn waiting(world: &World) -> i64 {
    let row = sqlx::query("SELECT COUNT(*) AS found FROM queue WHERE kind IN ('email', 'sms')")
        .fetch_one(&mut *world.app.db.read().await.unwrap())
        .await
        .unwrap();
    row.get("found")
}

async fn subjects(world: &World, email: &str) -> Vec<Value> {
    let messages = world.messages_to(email).await;
    messages.iter().map(|m| m["subject"].clone()).collect()
}

on_one! {
    async fn a_code_is_delivered_once_the_mail_server_recovers(world: World) {
        let email = fresh_email();
        behave(world, "lose_request", 2).await;
        let mut ada = world.caller();
        ada.post("/auth/register", registration(&email)).await.expect(201);
        assert_eq!((world.messages_to(&email).await.len(), waiting(world).await), (0, 1));
        world.advance_seconds(5);
        round(world).await;
        assert_eq!((world.messages_to(&email).await.len(), waiting(world).await), (0, 1));
        world.advance_seconds(10);
        round(world).await;
        assert_eq!((world.messages_to(&email).await.len(), waiting(world).await), (1, 0));
        let code = world.code_for(&email).await;
        ada.post("/auth/verify", json!({ "email": email, "code": code })).await.expect(200);
    }

    async fn replaced_and_expired_codes_are_not_sent(world: World) {
        let email = fresh_email();
        behave(world, "lose_request", 1).await;
        world.caller().post("/auth/register", registration(&email)).await.expect(201);
        world.advance_seconds(60);
        let again = json!({ "email": email, "page": "validate" });
        world.caller().post("/auth/code", again.clone()).await.expect(200);
        round(world).await;
        assert_eq!((world.messages_to(&email).await.len(), waiting(world).await), (1, 0));
        behave(world, "lose_request", 1).await;
        world.advance_seconds(60);
        world.caller().post("/auth/code", again).await.expect(200);
        assert_eq!(waiting(world).await, 1);
        world.advance_seconds(600);
        round(world).await;
        assert_eq!((world.messages_to(&email).await.len(), waiting(world).await), (1, 0));
    }

    async fn notices_are_retried_for_a_day(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        behave(world, "lose_request", 1).await;
        let change = json!({ "old_password": PASSWORD, "new_password": "Harbour4!Tide", "confirm": "Harbour4!Tide" });
        ada.post("/user/change-password", change).await.expect(200);
        assert_eq!(subjects(world, &email).await, ["Ajo: your code"]);
        world.advance_seconds(23 * 3_600);
        round(world).await;
        assert_eq!(subjects(world, &email).await, ["Ajo: your password was changed", "Ajo: your code"]);
    }

    async fn an_email_may_be_duplicated_and_a_refused_address_is_not_retried(world: World) {
        let email = fresh_email();
        behave(world, "lose_answer", 1).await;
        world.caller().post("/auth/register", registration(&email)).await.expect(201);
        world.advance_seconds(5);
        round(world).await;
        let sent = world.messages_to(&email).await;
        assert_eq!((sent.len(), &sent[0]["code"], waiting(world).await), (2, &sent[1]["code"], 0));
        behave(world, "fail", 1).await;
        world.caller().post("/auth/register", registration(&fresh_email())).await.expect(201);
        assert_eq!(waiting(world).await, 0);
    }

    async fn a_failed_password_change_sends_no_email(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        let change = json!({ "old_password": "Wrong4!Harbour", "new_password": "Harbour4!Tide", "confirm": "Harbour4!Tide" });
        ada.post("/user/change-password", change).await.breaks(&[("old_password", "mismatch")]);
        assert_eq!((subjects(world, &email).await, waiting(world).await), (vec![json!("Ajo: your code")], 0));
    }

    async fn unclaimed_messages_are_eventually_deleted(world: World) {
        behave(world, "lose_request", 1).await;
        world.caller().post("/auth/register", registration(&fresh_email())).await.expect(201);
        world.advance_seconds(86_400);
        sweep(&world.app).await.unwrap();
        assert_eq!(waiting(world).await, 1);
        world.advance_seconds(2 * 86_400);
        sweep(&world.app).await.unwrap();
        assert_eq!(waiting(world).await, 0);
    }

    async fn an_unknown_address_leaves_no_rows(world: World) {
        let email = fresh_email();
        world.caller().post("/forgot/password", json!({ "email": email })).await.expect(200);
        assert_eq!((world.messages_to(&email).await.len(), waiting(world).await), (0, 0));
    }
}
