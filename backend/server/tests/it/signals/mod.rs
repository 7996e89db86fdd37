//! Trade signals over HTTP.

mod alerts;
pub mod auto_trade;
mod auto_trade_runs;
pub mod exchange;
mod predictions;
mod program;
pub mod strategies;

use crate::support::{Answer, Caller, PASSWORD, World};
use crate::wallet::{authorised, holder};
use serde_json::json;

/// The price of a month at the schema's sample rate.
pub const MONTH: &str = "14800.00";
pub const PAYEE: &str = "alert-subscription";

/// Pays for a month of signals, including quote and PIN.
pub async fn subscribe(person: &mut Caller, key: &str) -> Answer {
    let mut payer = authorised(person, "alert_subscription", MONTH, PAYEE, key).await;
    payer.post("/alerts/subscribe", json!({})).await
}

/// A current board, without which no month is sold.
pub async fn board(world: &World) {
    let signals = json!({ "first_match": [{ "id": 1, "symbol": "BTC", "logo": null, "percent_change_24h": "1" }],
        "second_match": [], "third_match": [], "forth_match": [] });
    board_of(world, &signals.to_string()).await;
}

pub async fn board_of(world: &World, signals: &str) {
    let mut tx = world.app.db.begin().await.unwrap();
    let put = sqlx::query(
        "INSERT INTO predictions (id, signals, made_at_ms) VALUES (1, $1, $2) \
         ON CONFLICT (id) DO UPDATE SET signals = excluded.signals, made_at_ms = excluded.made_at_ms",
    );
    let now_ms = world.app.clock.now_ms();
    let put = put.bind(signals.to_owned()).bind(now_ms);
    put.execute(tx.connection()).await.unwrap();
    tx.commit().await.unwrap();
}

/// As before the first prediction.
pub async fn no_board(world: &World) {
    let mut tx = world.app.db.begin().await.unwrap();
    let gone = sqlx::query("DELETE FROM predictions");
    gone.execute(tx.connection()).await.unwrap();
    tx.commit().await.unwrap();
}

/// A user with a month of signals, and money for half a month.
pub async fn subscriber(world: &World) -> Caller {
    let mut person = holder(world, "22200.00").await;
    board(world).await;
    subscribe(&mut person, "key-00000001").await.expect(201);
    no_board(world).await;
    person
}

/// The user's address.
pub async fn email(person: &mut Caller) -> String {
    let me = person.get("/auth/me").await;
    me.expect(200).data()["email"].as_str().unwrap().to_owned()
}

/// Lets time pass and signs in again, because no session lasts that long.
pub async fn later(world: &World, person: &mut Caller, seconds: i64) {
    let login = json!({ "email": email(person).await, "password": PASSWORD });
    world.advance_seconds(seconds);
    person.post("/auth/login", login).await.expect(200);
}

/// The end of a user's paid period.
pub async fn until(person: &mut Caller) -> serde_json::Value {
    let me = person.get("/auth/me").await;
    me.expect(200).data()["meta"]["sub"].clone()
}
