//! A register of persons over HTTP, with the sandbox's people, whose responses can be paused.

use super::{Engine, World};
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use ground::pause::Pause;
use providers::identity::sandbox::persons;
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// A server whose register responds when the test lets it.
pub async fn world_with_register(engine: Engine) -> (World, Pause) {
    let pause = Pause::default();
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let register = Router::new()
        .route("/persons/find", post(find))
        .with_state(pause.clone());
    tokio::spawn(axum::serve(listener, register).into_future());
    let settings = [
        ("AJO_RATE_LIMIT_FACTOR", "0"),
        ("AJO_IDENTITY_URL", url.as_str()),
        ("AJO_IDENTITY_KEY", "key"),
    ];
    (World::with(engine, &settings).await, pause)
}

async fn find(State(pause): State<Pause>, Json(asked): Json<Value>) -> (StatusCode, Json<Value>) {
    pause.pass().await;
    let number = asked["number"].as_str().unwrap();
    let known = persons()
        .into_iter()
        .find(|person| person.bvn == number || person.nin == number);
    match known {
        Some(person) => (StatusCode::OK, Json(json!(person))),
        None => (
            StatusCode::NOT_FOUND,
            Json(json!({ "code": "person_not_found" })),
        ),
    }
}
