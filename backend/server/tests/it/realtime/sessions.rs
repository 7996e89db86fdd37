//! A socket lives no longer than its session.

use super::{Listening, join, listening, permission, serve};
use crate::support::{World, sign_in};
use crate::wallet::credit;
use serde_json::json;

const IDLE_SECONDS: i64 = 181;

on_one! {
    async fn signing_out_closes_the_sessions_sockets_and_no_others(world: World) {
        let served = serve(&world.app).await;
        let Listening { mut person, channel, mut socket, .. } = listening(world, &served).await;
        let mut second = join(&person, &served, &channel).await;
        let mut stranger = listening(world, &served).await;
        person.post("/auth/logout", json!({})).await.expect(200);
        assert_eq!(socket.closed().await, 4009);
        assert_eq!(second.closed().await, 4009);
        stranger.socket.hears_nothing().await;
    }

    async fn a_new_password_closes_the_sockets_of_all_sessions(world: World) {
        let served = serve(&world.app).await;
        let Listening { email, mut socket, .. } = listening(world, &served).await;
        let mut caller = world.caller();
        caller.post("/forgot/password", json!({ "email": email })).await.expect(200);
        let code = world.code_for(&email).await;
        let body = json!({ "email": email, "code": code, "password": "Harbour9!Lamp", "confirm_password": "Harbour9!Lamp" });
        caller.post("/reset/password", body).await.expect(200);
        assert_eq!(socket.closed().await, 4009);
    }

    async fn ending_other_sessions_closes_only_their_sockets(world: World) {
        let served = serve(&world.app).await;
        let Listening { email, channel, socket: mut other, .. } = listening(world, &served).await;
        let mut person = world.caller();
        sign_in(&mut person, &email).await;
        let mut own = join(&person, &served, &channel).await;
        person.delete("/auth/sessions", json!({})).await.expect(200);
        assert_eq!(other.closed().await, 4009);
        own.hears_nothing().await;
    }

    async fn an_expired_session_gets_no_events(world: World) {
        let served = serve(&world.app).await;
        let Listening { mut person, mut socket, .. } = listening(world, &served).await;
        let account = person.post("/accounts/fund", json!({ "type": "NGN" })).await;
        let number = account.expect(200).data()["account_number"].clone();
        world.advance_seconds(IDLE_SECONDS);
        let credit = json!({ "account_number": number, "amount": "10.00" });
        world.caller().post("/sandbox/credits", credit).await.expect(200);
        assert_eq!(socket.hear().await["event"], "pusher:error");
        assert_eq!(socket.closed().await, 4009);
    }

    async fn a_permission_does_not_outlive_its_session(world: World) {
        let served = serve(&world.app).await;
        let Listening { mut person, channel, .. } = listening(world, &served).await;
        let mut late = served.connect().await;
        let auth = permission(&person, &late.id, &channel).await;
        person.post("/auth/logout", json!({})).await.expect(200);
        assert_eq!(late.subscribe(&channel, &auth).await["data"]["code"], 4009);
        assert_eq!(late.closed().await, 4009);
    }

    async fn a_socket_is_bound_to_its_first_session(world: World) {
        let served = serve(&world.app).await;
        let Listening { mut socket, .. } = listening(world, &served).await;
        let other = listening(world, &served).await;
        let auth = permission(&other.person, &socket.id, &other.channel).await;
        assert_eq!(socket.subscribe(&other.channel, &auth).await["data"]["code"], 4009);
        let Listening { mut person, socket: mut heard, .. } = other;
        credit(world, &mut person, "NGN", "10.00").await;
        assert_eq!(heard.hear().await["event"], "credit.alert");
        socket.hears_nothing().await;
    }
}
