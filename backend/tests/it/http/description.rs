//! The description of the API is generated, and `docs/openapi.json` is what was generated.

use crate::support::World;
use backend::server::{openapi, router};
use serde_json::Value;

fn described() -> String {
    openapi::text(&router::openapi())
}

/// `backend openapi > docs/openapi.json` makes it anew.
#[test]
fn the_snapshot_is_true() {
    let kept =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/openapi.json"))
            .unwrap_or_default();
    assert!(
        kept == described(),
        "docs/openapi.json is out of date: backend openapi > docs/openapi.json"
    );
}

#[test]
fn every_call_says_what_it_takes_and_answers() {
    let description: Value = serde_json::from_str(&described()).unwrap();
    let paths = description["paths"].as_object().unwrap();
    assert!(paths.len() > 20, "{}", paths.len());
    // Generated clients tell calls apart by these.
    let mut known = std::collections::BTreeSet::new();
    for call in paths
        .values()
        .flat_map(|calls| calls.as_object().unwrap().values())
    {
        let id = call["operationId"].as_str().unwrap();
        assert!(known.insert(id.to_owned()), "two calls are named {id}");
    }
    for (path, calls) in paths {
        for (method, call) in calls.as_object().unwrap() {
            assert!(
                call["summary"].is_string() || call["description"].is_string(),
                "{method} {path} has no words"
            );
            assert!(
                call["responses"]
                    .as_object()
                    .is_some_and(|responses| !responses.is_empty()),
                "{method} {path} answers nothing"
            );
        }
    }
}

on_both! {
    async fn the_description_is_served(world: World) {
        let served = world.caller().get("/openapi.json").await;
        let kept: Value = serde_json::from_str(&described()).unwrap();
        assert_eq!(served.expect(200).body, kept);
    }
}
