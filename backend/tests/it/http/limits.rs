//! The general limit on calls.

use crate::support::World;

on_both! {
    async fn three_hundred_calls_a_minute_from_one_address(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let mut caller = world.caller();
        for _ in 0..300 {
            caller.get("/auth/me").await.refuses(401, "unauthenticated");
        }
        let refused = caller.get("/auth/me").await;
        refused.refuses(429, "too_many_requests");
        assert_eq!(refused.header("retry-after"), "60");
        caller.from([203, 0, 113, 9]).get("/auth/me").await.refuses(401, "unauthenticated");
        world.advance_seconds(60);
        caller.get("/auth/me").await.refuses(401, "unauthenticated");
    }
}
