//! The operator's side of the chat: the list of conversations, reading, replying, and the audit log.

use super::entrance::listening;
use super::{all, say, somebody, texts};
use crate::realtime::serve;
use crate::support::{World, fresh_email};
use crate::tenants::namesakes;
use community::chat::{operator, support};
use ground::db::Engine;
use ground::hasher::Cost;
use serde_json::{Value, json};
use service::app::AppState;
use sqlx::Row;

/// A command in another process on the same database.
fn command(world: &World) -> AppState {
    let app = &world.app;
    let (config, db) = (app.config.clone(), app.db.clone());
    let command = AppState::with(config, db, world.clock.clone(), Cost::Least).unwrap();
    command.realtime.stand_apart();
    command
}

async fn listed(world: &World, brand: &str) -> Vec<(String, bool)> {
    let list = operator::list(&world.app, brand).await.unwrap();
    list.into_iter().map(|one| (one.user, one.waits)).collect()
}

on_one! {
    async fn waiting_conversations_are_listed_first(world: World) {
        let ((mut ada, her), (mut obi, him)) = (somebody(world).await, somebody(world).await);
        assert_eq!(listed(world, "ajo").await, []);
        assert_eq!(operator::show(&world.app, &her, None).await.err().unwrap().message(), "No channel found");
        say(&mut ada, "message-1", "Hello").await.expect(201);
        world.advance_seconds(1);
        say(&mut obi, "message-1", "Good morning").await.expect(201);
        assert_eq!(listed(world, "ajo").await, [(her.id.clone(), true), (him.id.clone(), true)]);
        world.advance_seconds(1);
        support::answer(&world.app, &him, "Good morning!", "Grace").await.unwrap();
        assert_eq!(listed(world, "ajo").await, [(her.id.clone(), true), (him.id.clone(), false)]);
        let shown = operator::show(&world.app, &him, None).await.unwrap();
        let said: Vec<&str> = shown.messages.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(said, ["Good morning", "Good morning!"]);
        assert!(operator::list(&world.app, "no-such-brand").await.is_err());
    }

    async fn each_brand_has_its_own_conversation_list(world: World) {
        let (mut ada, mut eno) = namesakes(world, &fresh_email()).await;
        say(&mut ada, "message-1", "Hello").await.expect(201);
        say(&mut eno, "message-1", "Hello").await.expect(201);
        let (own, others) = (listed(world, "ajo").await, listed(world, "esusu").await);
        assert_eq!((own.len(), others.len()), (1, 1));
        assert_ne!(own, others);
    }

    async fn a_reply_is_audited_without_its_text(world: World) {
        let (mut ada, user) = somebody(world).await;
        support::answer(&world.app, &user, " Your code\r\nis safe. ", "Grace in support").await.unwrap();
        assert_eq!(texts(&mut ada).await, ["Your code\nis safe."]);
        let rows = sqlx::query("SELECT detail FROM audit_log WHERE event = 'support_answered' AND user_id = $1")
            .bind(&user.id).fetch_all(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        let details: Vec<Value> = rows.iter().map(|row| serde_json::from_str(row.get("detail")).unwrap()).collect();
        assert_eq!(details, [json!({ "by": "Grace in support", "number": 1 })]);
        for bad in ["", "  \n", "a\u{202e}b"] {
            assert_eq!(support::answer(&world.app, &user, bad, "Grace").await.err().unwrap().code(), "refused", "{bad:?}");
        }
    }
}

on_both! {
    async fn a_reply_from_the_command_line_reaches_the_open_app(world: World) {
        let served = serve(&world.app).await;
        let (mut ada, user) = somebody(world).await;
        let mut socket = listening(&mut ada, &served).await;
        let command = command(world);
        support::answer(&command, &user, "One", "Grace").await.unwrap();
        support::answer(&command, &user, "Two", "Grace").await.unwrap();
        // PostgreSQL delivers it itself.
        let sqlite = world.app.db.engine() == Engine::Sqlite;
        if sqlite {
            assert_eq!(world.app.realtime.collect(&world.app.db).await.unwrap(), 2);
        }
        assert_eq!(socket.hear().await["data"], "{\"number\":1}");
        assert_eq!(socket.hear().await["data"], "{\"number\":2}");
        if sqlite {
            assert_eq!(world.app.realtime.collect(&world.app.db).await.unwrap(), 0);
        }
        socket.hears_nothing().await;
    }
}

on_one! {
    async fn the_sandbox_replies_as_support(world: World) {
        let (mut ada, user) = somebody(world).await;
        let mut tester = world.caller();
        let address = format!("/sandbox/support/{}", user.id);
        tester.get(&address).await.refuses(404, "no_channel");
        say(&mut ada, "message-1", "Hello").await.expect(201);
        let list = tester.get("/sandbox/support").await;
        assert_eq!((&list.expect(200).data()[0]["user"], &list.data()[0]["waits"]), (&json!(user.id), &json!(true)));
        tester.post(&address, json!({ "message": "How can we help?" })).await.expect(200);
        let shown = tester.get(&address).await;
        assert_eq!(all(&shown.expect(200).data()["messages"], "message"), ["Hello", "How can we help?"]);
        assert_eq!(shown.data()["messages"][0]["client_id"], json!(null));
        assert_eq!(all(&shown.data()["messages"], "mine"), ["false", "true"]);
        assert_eq!(texts(&mut ada).await, ["Hello", "How can we help?"]);
        tester.post(&address, json!({ "message": "" })).await.breaks(&[("message", "required")]);
        tester.post("/sandbox/support/nobody", json!({ "message": "Hello" })).await.refuses(404, "not_found");
    }
}
