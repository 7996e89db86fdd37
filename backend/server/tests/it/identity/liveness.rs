//! The return URL of liveness checks, and concurrent results of one check.

use crate::support::{Engine, World, fresh_email};
use axum::routing::post;
use axum::{Json, Router};
use ground::pause::Pause;
use providers::liveness::{LivenessPort, LivenessStatus, LivenessUnavailable, Started};
use providers::{Later, Ports};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

/// A provider that records its requests; returns its URL.
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
async fn a_liveness_check_returns_to_the_origin_of_its_start() {
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

/// A provider that first reports a pass and later a failure; its first response can be paused.
struct Contradicting {
    provider: Arc<dyn LivenessPort>,
    asked: AtomicUsize,
    answered: Pause,
}

impl LivenessPort for Contradicting {
    fn start<'a>(
        &'a self,
        name: &'a str,
        return_to: &'a str,
    ) -> Later<'a, Result<Started, LivenessUnavailable>> {
        self.provider.start(name, return_to)
    }

    fn status<'a>(&'a self, _: &'a str) -> Later<'a, Result<LivenessStatus, LivenessUnavailable>> {
        Box::pin(async move {
            if self.asked.fetch_add(1, Ordering::SeqCst) > 0 {
                return Ok(LivenessStatus::Failed);
            }
            self.answered.pass().await;
            Ok(LivenessStatus::Passed)
        })
    }
}

#[tokio::test]
async fn the_first_recorded_liveness_result_counts() {
    let postgres = Engine::postgres_is_there().then_some(Engine::Postgres);
    for engine in std::iter::once(Engine::Sqlite).chain(postgres) {
        let answered = Pause::default();
        let contradicting = |ports: Ports| Ports {
            liveness: Arc::new(Contradicting {
                provider: ports.liveness.clone(),
                asked: AtomicUsize::new(0),
                answered: answered.clone(),
            }),
            ..ports
        };
        let settings = [("AJO_RATE_LIMIT_FACTOR", "0")];
        let world = World::with_ports(engine, &settings, contradicting).await;
        let mut ada = world.member(&fresh_email()).await;
        let check = ada.post("/liveness", json!({})).await;
        let path = format!(
            "/liveness/{}",
            check.expect(200).data()["id"].as_str().unwrap()
        );
        let mut paused = answered.next();
        let (mut other, asked) = (ada.with("accept", "*/*"), path.clone());
        let first = tokio::spawn(async move { other.get(&asked).await });
        paused.reached().await;
        assert_eq!(ada.get(&path).await.expect(200).data()["status"], "failed");
        paused.go();
        // The user is shown the recorded result.
        assert_eq!(first.await.unwrap().expect(200).data()["status"], "failed");
        let me = ada.get("/auth/me").await;
        assert_eq!(me.data()["settings"]["liveness_verified_at"], json!(null));
        world.end().await;
    }
}
