//! Work that waits for staff, for a command, metrics and the email of each morning.

use crate::community::chat::say;
use crate::plans::loans::{applicant, ask, plan};
use crate::support::World;
use backend::desk::{self, Kind};
use serde_json::Value;

async fn waits(world: &World) -> Vec<(Kind, i64)> {
    let (all, _) = desk::show(&world.app, "ajo").await.unwrap();
    let some = all.iter().filter(|one| one.count > 0);
    some.map(|one| (one.kind, one.count)).collect()
}

async fn letters(world: &World, to: &str) -> Vec<String> {
    let sent = world.messages_to(to).await;
    let text = |one: &Value| String::from(one["text"].as_str().unwrap());
    sent.iter().map(text).collect()
}

on_one! {
    async fn staff_are_told_once_each_morning_of_what_waits(world: World) {
        let app = &world.app;
        desk::set_address(app, "ajo", " Grace@Example.NG ", true, "Grace").await.unwrap();
        assert!(desk::set_address(app, "ajo", "grace", true, "Grace").await.is_err());
        assert!(desk::set_address(app, "none", "grace@example.ng", true, "Grace").await.is_err());
        let plan = plan(world, "quick", |facts| facts).await;
        // Without answers a person decides.
        let mut ada = applicant(world).await;
        ask(&mut ada, &plan, "30000", "key-of-loan-00001").await.expect(201);
        let first = waits(world).await;
        assert!(first.contains(&(Kind::Loans, 1)), "{first:?}");
        // A question waits once an hour has passed.
        say(&mut ada, "message-1", "When?").await.expect(201);
        assert!(!waits(world).await.contains(&(Kind::Conversations, 1)));
        world.advance_seconds(3_600);
        assert!(waits(world).await.contains(&(Kind::Conversations, 1)));
        // Until eight nothing is sent, and afterwards once.
        let mut hours = Vec::new();
        for _ in 0..48 {
            world.advance_seconds(3_600);
            if desk::tell_due(app).await.unwrap() > 0 {
                hours.push(world.app.clock.now_ms() / 3_600_000 % 24);
            }
        }
        // Eight in Lagos is seven in UTC.
        assert_eq!(hours[1..], [7, 7]);
        let told = letters(world, "grace@example.ng").await;
        assert_eq!(told.len(), 3);
        for part in ["Loans to decide: 1, the oldest for ", "Conversations unanswered for an hour: 1, the oldest for ", "Owed to customers in naira"] {
            assert!(told[1].contains(part), "{}", told[1]);
        }
        desk::set_address(app, "ajo", "grace@example.ng", false, "Grace").await.unwrap();
        world.advance_seconds(86_400);
        assert_eq!(desk::tell_due(app).await.unwrap(), 0);
    }
}
