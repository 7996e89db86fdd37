//! What is counted about the calls stays small, whatever is asked.

use crate::support::World;
use axum::http::Method;

on_both! {
    async fn inventions_of_the_callers_are_counted_as_one(world: World) {
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
}
