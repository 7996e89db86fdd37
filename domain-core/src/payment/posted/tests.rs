use super::*;
use serde_json::{Value, json};

#[test]
fn every_decided_movement_has_figures() {
    for movement in Movement::ALL {
        let has_figures = !figures(*movement).is_empty();
        assert!(has_figures || !movement.is_decided(), "{movement}");
    }
}

fn asked(input: &Value) -> Value {
    crate::evaluate("payment.posted", input.clone()).unwrap()
}

fn transfer() -> Value {
    json!({
        "movement": "withdrawal", "currency": "NGN", "statement": "5020.00", "wallet": "5020",
        "credits": [{"account": "fees", "amount": "20"}, {"account": "settlement", "amount": "5000"}],
        "asked": [{"rule": "transfer.quote", "input": {}, "output": {"total": "5020.00", "fee": "20.00"}}],
    })
}

#[test]
fn a_transfer_moves_what_was_decided_to_the_account_it_belongs_to() {
    assert_eq!(asked(&transfer())["agreement"], "agrees");
    let changes = [
        ("/credits/0/amount", json!("19.99"), "differs"),
        ("/credits/0/account", json!("settlement"), "differs"),
        ("/credits/1/amount", json!("5000.01"), "differs"),
        ("/statement", json!("5000.00"), "differs"),
        ("/asked/0/output/fee", json!("20.01"), "differs"),
        ("/asked/0/output/fee", json!("x"), "differs"),
        ("/asked/0/output", Value::Null, "differs"),
        ("/asked", json!([]), "missing"),
        ("/asked/0/rule", json!("bill.quote"), "missing"),
        ("/statement", Value::Null, "agrees"),
        ("/credits/1/account", Value::Null, "agrees"),
    ];
    for (path, to, agreement) in changes {
        let mut input = transfer();
        *input.pointer_mut(path).unwrap() = to;
        assert_eq!(asked(&input)["agreement"], agreement, "{path}");
    }
    let mut input = transfer();
    input["asked"] = json!([]);
    input["at"] = json!("2026-11-01T00:00:00Z");
    input["records_since"] = json!("2026-11-02T00:00:00Z");
    assert_eq!(asked(&input)["agreement"], "unrecorded");
    input["records_since"] = json!("2026-11-01T00:00:00Z");
    assert_eq!(asked(&input)["agreement"], "missing");
    let mut input = transfer();
    let more = |rule: &str| json!([transfer()["asked"][0], {"rule": rule}]);
    input["asked"] = more("loan.lending");
    assert_eq!(asked(&input)["agreement"], "withheld");
    input["asked"] = more("transfer.quote");
    assert_eq!(asked(&input)["agreement"], "differs");
    let mut input = transfer();
    (input["is_own"], input["asked"]) = (json!(false), json!([]));
    assert_eq!(asked(&input)["agreement"], "follows");
    input["wallet"] = json!("5000");
    assert_eq!(asked(&input)["agreement"], "differs");
    let mut input = transfer();
    input["movement"] = json!("returned");
    assert_eq!(asked(&input)["agreement"], "follows");
}

#[test]
fn the_last_answer_of_a_rule_counts() {
    let mut input = transfer();
    let quote =
        |total: &str| json!({"rule": "transfer.quote", "output": {"total": total, "fee": "20"}});
    input["asked"] = json!([quote("6020"), quote("5020")]);
    assert_eq!(asked(&input)["agreement"], "agrees");
    input["asked"] = json!([quote("5020"), quote("6020")]);
    let found = asked(&input);
    assert_eq!(found["rule"], "transfer.quote");
    assert_eq!(
        (&found["decided"], &found["booked"]),
        (&json!("6020.00"), &json!("5020.00"))
    );
}
