//! Letters outlive a provider that is away, and say nothing that is not so any more.

use crate::support::{PASSWORD, World, fresh_email, registration};
use backend::jobs::retention::sweep;
use backend::outbound::messages::Channel;
use backend::outbox::delivery::{claim, send};
use serde_json::{Value, json};
use sqlx::Row;

async fn behave(world: &World, outcome: &str, times: u32) {
    let told = json!({ "port": "messages", "outcome": outcome, "times": times });
    let answer = world.caller().put("/sandbox/behaviour", told).await;
    answer.expect(200);
}

/// What the worker does.
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
    async fn a_code_arrives_when_the_mail_server_is_back(world: World) {
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

    async fn a_code_that_was_replaced_or_is_too_old_is_not_sent_any_more(world: World) {
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

    async fn what_happened_is_told_a_day_long(world: World) {
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

    async fn a_letter_may_come_twice_and_an_address_that_is_refused_gets_none(world: World) {
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

    async fn a_password_that_was_not_changed_is_not_told_of(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        let change = json!({ "old_password": "Wrong4!Harbour", "new_password": "Harbour4!Tide", "confirm": "Harbour4!Tide" });
        ada.post("/user/change-password", change).await.breaks(&[("old_password", "mismatch")]);
        assert_eq!((subjects(world, &email).await, waiting(world).await), (vec![json!("Ajo: your code")], 0));
    }

    async fn what_no_worker_has_taken_is_swept_away_in_the_end(world: World) {
        behave(world, "lose_request", 1).await;
        world.caller().post("/auth/register", registration(&fresh_email())).await.expect(201);
        world.advance_seconds(86_400);
        sweep(&world.app).await.unwrap();
        assert_eq!(waiting(world).await, 1);
        world.advance_seconds(2 * 86_400);
        sweep(&world.app).await.unwrap();
        assert_eq!(waiting(world).await, 0);
    }

    async fn an_address_that_is_nobodys_leaves_nothing_behind(world: World) {
        let email = fresh_email();
        world.caller().post("/forgot/password", json!({ "email": email })).await.expect(200);
        assert_eq!((world.messages_to(&email).await.len(), waiting(world).await), (0, 0));
    }
}
