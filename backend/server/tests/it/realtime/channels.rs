//! Private channels: authorisation and events.

use super::{Listening, join, listening, own_channel, permission, serve};
use crate::support::{World, fresh_email};
use crate::wallet::{coins, credit};
use ground::clock::Clock;
use ground::config::Config;
use ground::db::Engine;
use ground::hasher::Cost;
use serde_json::{Value, json};
use service::app::AppState;

on_one! {
    async fn arriving_money_is_announced_to_its_owner_only(world: World) {
        let served = serve(&world.app).await;
        let Listening { mut person, channel, mut socket, .. } = listening(world, &served).await;
        let mut stranger = listening(world, &served).await;
        let credited = credit(world, &mut person, "NGN", "1500.00").await;
        let frame = socket.hear().await;
        assert_eq!((&frame["event"], &frame["channel"]), (&json!("credit.alert"), &json!(channel)));
        let data: Value = serde_json::from_str(frame["data"].as_str().unwrap()).unwrap();
        let transaction = credited.data();
        assert_eq!(data, json!({ "trxData": {
            "status": transaction["status"], "net_amount": transaction["net_amount"], "currency": "NGN",
            "description": transaction["description"], "reference": transaction["reference"],
        }}));
        stranger.socket.hears_nothing().await;
    }

    async fn every_socket_of_a_user_gets_events_until_it_unsubscribes(world: World) {
        let served = serve(&world.app).await;
        let Listening { mut person, channel, mut socket, .. } = listening(world, &served).await;
        let mut phone = join(&person, &served, &channel).await;
        socket.say(json!({ "event": "pusher:unsubscribe", "data": { "channel": channel } })).await;
        socket.hears_nothing().await;
        credit(world, &mut person, "NGN", "10.00").await;
        assert_eq!(phone.hear().await["event"], "credit.alert");
        socket.hears_nothing().await;
    }
}

on_both! {
    async fn uncommitted_events_are_not_announced(world: World) {
        let served = serve(&world.app).await;
        let Listening { channel, mut socket, .. } = listening(world, &served).await;
        let app = &world.app;
        let mut undone = app.db.begin().await.unwrap();
        app.realtime.publish(&mut undone, &channel, "undone", &json!({})).await.unwrap();
        undone.rollback().await.unwrap();
        let mut dropped = app.db.begin().await.unwrap();
        app.realtime.publish(&mut dropped, &channel, "dropped", &json!({})).await.unwrap();
        drop(dropped);
        let mut done = app.db.begin().await.unwrap();
        app.realtime.publish(&mut done, &channel, "done", &json!({ "n": 1 })).await.unwrap();
        done.commit().await.unwrap();
        assert_eq!(socket.hear().await, json!({ "event": "done", "channel": channel, "data": "{\"n\":1}" }));
    }
}

on_one! {
    async fn a_permission_is_for_one_socket_and_one_channel(world: World) {
        let served = serve(&world.app).await;
        let mut person = world.member(&fresh_email()).await;
        let channel = own_channel(&mut person).await;
        let dollars = channel.replace(".ngn.", ".usd.");
        let (mut socket, other) = (served.connect().await, served.connect().await);
        let good = permission(&person, &socket.id, &channel).await;
        assert!(good.starts_with("ajo:"));
        let for_other_socket = permission(&person, &other.id, &channel).await;
        let for_other_channel = permission(&person, &socket.id, &dollars).await;
        let other_key = good.replacen("ajo:", "eva:", 1);
        let cut = good.split('-').next().unwrap().to_owned();
        for bad in ["", "ajo:", "ajo:-", &good[..good.len() - 1], &for_other_socket, &for_other_channel, &other_key, &cut] {
            let answer = socket.subscribe(&channel, bad).await;
            assert_eq!((&answer["event"], &answer["data"]["code"]), (&json!("pusher:error"), &json!(4009)), "{bad}");
            assert!(answer["data"]["message"].as_str().unwrap().starts_with(&format!("{channel}: ")), "{answer}");
        }
        for public in ["credits", "presence-x", "", "private-"] {
            assert_eq!(socket.subscribe(public, &good).await["event"], "pusher:error", "{public}");
        }
        // A refusal leaves the connection as it is.
        assert_eq!(socket.subscribe(&channel, &good).await["event"], "pusher_internal:subscription_succeeded");
    }

    async fn users_are_authorised_for_their_own_channels_only(world: World) {
        let mut person = world.member(&fresh_email()).await;
        let own = own_channel(&mut person).await;
        let theirs = own_channel(&mut world.member(&fresh_email()).await).await;
        let gbp = own.replace(".ngn.", ".gbp.");
        for channel in [theirs.as_str(), &gbp, "private-everything", "private-transaction.credit.ngn.", ""] {
            let answer = person.post("/broadcasting/auth", json!({ "socket_id": "1.2", "channel_name": channel })).await;
            answer.refuses(403, "not_your_channel");
        }
        for socket_id in ["", "1", "1.2:private-x", "a.b"] {
            let answer = person.post("/broadcasting/auth", json!({ "socket_id": socket_id, "channel_name": own })).await;
            answer.breaks(&[("socket_id", "not_allowed")]);
        }
        for body in [json!({}), json!({ "socket_id": 7, "channel_name": own }), json!([])] {
            person.post("/broadcasting/auth", body).await.refuses(422, "wrong_type");
        }
        let nobody = world.caller().post("/broadcasting/auth", json!({ "socket_id": "1.2", "channel_name": own })).await;
        nobody.refuses(401, "unauthenticated");
    }

    async fn arriving_coins_are_announced(world: World) {
        let mut person = world.member(&fresh_email()).await;
        let channel = own_channel(&mut person).await.replace(".ngn.", ".coins.");
        let served = serve(&world.app).await;
        let mut socket = join(&person, &served, &channel).await;
        for (coin, network, amount) in [("BTC", "bitcoin", "0.25000000"), ("USDT", "tron", "25.000000")] {
            let own = coins::address(&mut person, coin, network).await;
            coins::arrive(world, &own, amount, 20, None).await;
            let heard = socket.hear().await;
            let told: Value = serde_json::from_str(heard["data"].as_str().unwrap()).unwrap();
            assert_eq!((&heard["event"], &told["trxData"]["currency"], &told["trxData"]["net_amount"]), (&json!("credit.alert"), &json!(coin), &json!(amount)));
        }
    }

    async fn authorisation_accepts_a_form_body(world: World) {
        let mut person = world.member(&fresh_email()).await;
        let own = own_channel(&mut person).await;
        let form = format!("socket_id=1.2&channel_name={own}");
        let post = axum::http::Method::POST;
        let answer = person.raw(post, "/api/broadcasting/auth", "application/x-www-form-urlencoded", form).await;
        assert_eq!(answer.expect(200).body, json!({ "auth": permission(&person, "1.2", &own).await }));
    }
}

on_both! {
    async fn two_servers_on_one_database_exchange_events(world: World) {
        // SQLite supports a single server.
        if world.app.db.engine() == Engine::Sqlite {
            return;
        }
        let second = another_server(world);
        let (here, there) = (serve(&world.app).await, serve(&second).await);
        let mut listener = listening(world, &here).await;
        let mut elsewhere = join(&listener.person, &there, &listener.channel).await;
        credit(world, &mut listener.person, "NGN", "10.00").await;
        assert_eq!(listener.socket.hear().await["event"], "credit.alert");
        assert_eq!(elsewhere.hear().await["event"], "credit.alert");
        listener.person.post("/auth/logout", json!({})).await.expect(200);
        assert_eq!(elsewhere.closed().await, 4009);
    }
}

/// A second server with the same settings and the same database.
fn another_server(world: &World) -> AppState {
    let config: Config = world.app.config.clone();
    let clock: Clock = world.clock.clone();
    AppState::with(config, world.app.db.clone(), clock, Cost::Least).unwrap()
}
