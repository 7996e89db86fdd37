//! Where the provider of the look into the camera sends people back to.

use crate::support::{Engine, World, fresh_email};
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

/// A provider that keeps what it was asked; its address.
async fn provider() -> (String, Arc<Mutex<Vec<Value>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let keep = asked.clone();
    let start = move |Json(body): Json<Value>| async move {
        keep.lock().unwrap().push(body);
        Json(json!({ "reference": "s-1", "url": "https://liveness.example/s-1" }))
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new().route("/sessions", post(start));
    tokio::spawn(axum::serve(listener, router).into_future());
    (address, asked)
}

#[tokio::test]
async fn people_come_back_to_the_origin_they_left() {
    let (url, asked) = provider().await;
    let settings = [
        ("AJO_RATE_LIMIT_FACTOR", "0"),
        ("AJO_LIVENESS_URL", url.as_str()),
        ("AJO_LIVENESS_KEY", "key"),
    ];
    let world = World::with(Engine::Sqlite, &settings).await;
    let mut ada = world.member(&fresh_email()).await;
    ada.post("/liveness", json!({})).await.expect(200);
    let back = asked.lock().unwrap()[0]["return_to"].clone();
    let back = back.as_str().unwrap();
    assert!(
        back.starts_with("http://ajo.localhost:8080/verify/liveness?check="),
        "{back}"
    );
    ada.with("host", "ajo.localhost/@evil.example")
        .post("/liveness", json!({}))
        .await
        .refuses(400, "malformed_address");
    assert_eq!(asked.lock().unwrap().len(), 1);
    world.end().await;
}
