//! The rules over HTTP: the same results as from the functions.

use crate::support::World;
use serde_json::json;

on_one! {
    async fn the_rules_can_be_listed_and_called(world: World) {
        let mut anybody = world.caller();
        let listed = anybody.get("/rules").await;
        let rules = listed.expect(200).data().as_array().unwrap().clone();
        for name in ["form.register", "password.strength", "transfer.quote", "pin.transition", "branding.theme"] {
            assert!(rules.iter().any(|rule| rule["name"] == name && rule["doc"] != ""), "{name}");
        }
        let answers = |name: &str| rules.iter().find(|rule| rule["name"] == name).unwrap()["answers"].clone();
        assert_eq!(answers("transfer.quote").as_str().unwrap().len(), 64);
        assert_ne!(answers("transfer.quote"), answers("loan.cost"));
        assert_eq!(answers("password.estimate"), json!(null));
        let input = json!({ "password": "Tide4!Harbour" });
        let answer = anybody.post("/rules/password.strength", input.clone()).await;
        assert_eq!(answer.expect(200).data(), &domain_core::evaluate("password.strength", input).unwrap());
        let refused = anybody.post("/rules/form.login", json!({ "values": { "email": "no" } })).await;
        assert_eq!(refused.expect(200).data()["valid"], false);
    }

    async fn a_malformed_rule_call_is_refused(world: World) {
        let mut anybody = world.caller();
        anybody.post("/rules/no.such.rule", json!({})).await.refuses(404, "unknown_rule");
        anybody.post("/rules/password.strength", json!({})).await.refuses(422, "missing_key");
        anybody.post("/rules/password.strength", json!({ "password": 7 })).await.refuses(422, "wrong_type");
        anybody.post("/rules/loan.cost", json!({ "request_fees": "0" })).await.refuses(422, "unknown_key");
        anybody.post("/rules/password.strength", json!([])).await.refuses(422, "wrong_type");
    }
}
