//! Metrics stay small, whatever is requested.

use crate::support::{Caller, Engine, World};
use crate::wallet::{bank_will, holder, withdraw};
use axum::Router;
use axum::http::{Method, StatusCode};
use money::orders::reconcile;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::net::TcpListener;

on_one! {
    async fn invented_methods_and_paths_share_one_label(world: World) {
        let anybody = world.caller();
        for number in 0..50 {
            let invented = Method::from_bytes(format!("CANARY{number}").as_bytes()).unwrap();
            anybody.raw(invented.clone(), "/api/auth/me", "text/plain", "").await.refuses(405, "method_not_allowed");
            anybody.raw(invented, &format!("/canary/{number}"), "text/plain", "").await.refuses(404, "not_found");
            anybody.raw(Method::GET, &format!("/api/canary/{number}"), "text/plain", "").await.refuses(404, "not_found");
            anybody.raw(Method::GET, &format!("/api/transaction/canary{number}"), "text/plain", "").await.refuses(401, "unauthenticated");
        }
        let text = world.app.metrics.text();
        assert!(!text.to_lowercase().contains("canary"), "{text}");
        assert_eq!(text.lines().filter(|line| line.contains("_count{")).count(), 4, "{text}");
        assert!(text.contains("method=\"OTHER\",route=\"other\",status=\"404\"} 50"), "{text}");
    }

    async fn pending_work_and_resources_have_metrics_with_help_texts(world: World) {
        let shown = async || {
            let metrics = Caller::new(backend::server::metrics::router(world.app.clone()));
            String::from_utf8(metrics.bytes("/metrics").await).unwrap()
        };
        let mut ada = holder(world, "1000.00").await;
        let before = shown().await;
        for line in ["ajo_orders_open{kind=\"withdrawal\"} 0", "ajo_orders_open{kind=\"power\"} 0", "ajo_orders_oldest_seconds{kind=\"coin_send\"} 0", "ajo_realtime_sockets 0", "ajo_database_connections_limit 16"] {
            assert!(before.lines().any(|shown| shown == line), "{line}: {before}");
        }
        assert!(before.contains(&format!("ajo_build_info{{version=\"{}\"}} 1\n", env!("CARGO_PKG_VERSION"))), "{before}");

        // Process metrics exist on Linux only.
        if cfg!(target_os = "linux") {
            for name in ["process_resident_memory_bytes ", "process_open_fds ", "process_cpu_seconds_total "] {
                let value = before.lines().find_map(|line| line.strip_prefix(name));
                assert!(value.is_some_and(|value| value != "0" && value.parse::<f64>().is_ok()), "{name}: {before}");
            }
        }

        // The bank's response is lost: the order stays open and ages.
        bank_will(world, "lose_answer").await;
        withdraw(&mut ada, "500.00", "key-00000001").await.expect(202);
        world.advance_seconds(90);
        let seat = world.app.realtime.enter(String::from("203.0.113.9")).unwrap();
        let after = shown().await;
        for line in ["ajo_orders_open{kind=\"withdrawal\"} 1", "ajo_orders_oldest_seconds{kind=\"withdrawal\"} 90", "ajo_orders_open{kind=\"power\"} 0", "ajo_realtime_sockets 1"] {
            assert!(after.lines().any(|shown| shown == line), "{line}: {after}");
        }
        let kinds = ["email", "sms", "push", "referral"].map(|kind| format!("ajo_queue_tasks{{kind=\"{kind}\"}} "));
        assert!(kinds.iter().all(|kind| after.contains(kind.as_str())), "{after}");

        drop(seat);
        bank_will(world, "succeed").await;
        assert_eq!(reconcile(&world.app).await.unwrap(), 1);
        let settled = shown().await;
        for line in ["ajo_orders_open{kind=\"withdrawal\"} 0", "ajo_orders_settled_total{kind=\"withdrawal\",end=\"done\"} 1", "ajo_realtime_sockets 0"] {
            assert!(settled.lines().any(|shown| shown == line), "{line}: {settled}");
        }

        // Every metric has one help text.
        for line in after.lines().filter_map(|line| line.strip_prefix("# TYPE ")) {
            let (name, _) = line.split_once(' ').unwrap();
            assert_eq!(after.matches(&format!("# HELP {name} ")).count(), 1, "{name} has no help text");
        }
        assert_eq!(after.matches("# HELP ").count(), after.matches("# TYPE ").count());
    }
}

/// A broken provider, whose calls all fail with a 500. Returns its URL and its number of calls.
async fn broken_provider() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let calls: Arc<AtomicUsize> = Arc::default();
    let counted = calls.clone();
    let answer = move || {
        counted.fetch_add(1, Ordering::SeqCst);
        std::future::ready(StatusCode::INTERNAL_SERVER_ERROR)
    };
    let provider = Router::new().fallback(answer);
    tokio::spawn(axum::serve(listener, provider).into_future());
    (url, calls)
}

async fn left_alone(engine: Engine) {
    let (url, calls) = broken_provider().await;
    let settings = [
        ("AJO_RATE_LIMIT_FACTOR", "0"),
        ("AJO_IDENTITY_URL", url.as_str()),
        ("AJO_IDENTITY_KEY", "key"),
    ];
    let world = World::with(engine, &settings).await;
    let shown = async || {
        let metrics = Caller::new(backend::server::metrics::router(world.app.clone()));
        let text = metrics.bytes("/metrics").await;
        String::from_utf8(text).unwrap()
    };
    let alone = "ajo_provider_left_alone{provider=\"identity\"}";
    assert!(shown().await.contains(&format!("{alone} 0\n")));
    for asked in 1..=8 {
        let number = format!("2210000000{asked}");
        let form = json!({ "mode": "bvn", "value": number });
        let answer = world.caller().post("/identity/auth/init", form).await;
        answer.refuses(503, "unavailable");
        assert_eq!(calls.load(Ordering::SeqCst), asked.min(5));
    }
    assert!(shown().await.contains(&format!("{alone} 1\n")));
    world.advance_seconds(5);
    let form = json!({ "mode": "bvn", "value": "22100000001" });
    let answer = world.caller().post("/identity/auth/init", form).await;
    answer.refuses(503, "unavailable");
    assert_eq!(calls.load(Ordering::SeqCst), 6);
    world.end().await;
}

#[tokio::test]
async fn a_broken_provider_is_not_called_and_responses_stay_the_same() {
    left_alone(Engine::Sqlite).await;
    if Engine::postgres_is_there() {
        left_alone(Engine::Postgres).await;
    }
}
