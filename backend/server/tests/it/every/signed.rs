//! The PIN authorises exactly the payment that was shown: no field can change after the PIN.

use super::keyed::{ALL, Payer, Setting, What};
use crate::support::World;
use crate::support::rows::{differences, whole};
use serde_json::{Value, json};

/// Fields that only some bodies have.
const OTHERS: [&str; 8] = [
    "description",
    "duration",
    "duration_unit",
    "name",
    "phone",
    "save_beneficiary",
    "latitude",
    "comment",
];

/// Another valid value for the field.
fn other(field: &str, value: &Value) -> Value {
    match (field, value) {
        ("send_wallet", _) => json!("USD"),
        ("symbol", _) => json!("ETH"),
        ("type", Value::String(kind)) if kind == "savings" => json!("coins"),
        ("type", _) => json!("savings"),
        ("duration_unit", _) => json!("day"),
        ("save_beneficiary", _) => json!(true),
        (_, Value::Bool(value)) => json!(!value),
        (_, Value::Number(number)) => json!(number.as_i64().unwrap() + 1),
        ("amount", Value::String(text)) => json!(text.replacen(['1', '2', '5', '0'], "3", 1)),
        (_, Value::String(text)) => json!(format!("{text}1")),
        _ => json!("30"),
    }
}

/// Changes every field after the PIN; returns the number of attempts.
async fn nothing_can_change(
    world: &World,
    setting: &Setting<'_>,
    what: What,
    quoted: bool,
) -> usize {
    let mut payer = Payer::new(setting).await;
    let mut good = payer.good(what).await;
    payer.fund(&good).await;
    if quoted {
        let quote = payer
            .caller
            .post(what.quote().unwrap(), good.body.clone())
            .await;
        good.body["quote_id"] = quote.expect(200).data()["id"].clone();
    }
    let key = payer.key();
    let mut caller = payer.authorised(&good, &key).await;
    let fields = good.body.as_object().unwrap().keys().cloned();
    let others = OTHERS.iter().map(|field| String::from(*field));
    let mut fields: Vec<String> = fields.chain(others).collect();
    fields.sort();
    fields.dedup();
    let before = whole(world).await;
    for field in &fields {
        let mut body = good.body.clone();
        body[field] = other(field, &body[field]);
        let refused = caller.post(&good.path, body).await;
        assert_eq!(refused.status, 403, "{what:?} {field}: {}", refused.text);
        refused.refuses(403, "pin_authorisation_required");
    }
    for field in good.body.as_object().unwrap().keys() {
        let mut body = good.body.clone();
        body.as_object_mut().unwrap().remove(field);
        let refused = caller.post(&good.path, body).await;
        // Without a required field, the body is unreadable.
        let code = (refused.status.as_u16(), refused.body["code"].as_str());
        let known = [
            (403, Some("pin_authorisation_required")),
            (422, Some("wrong_type")),
        ];
        assert!(
            known.contains(&code),
            "{what:?} without {field}: {}",
            refused.text
        );
    }
    let changed = differences(&before, &whole(world).await);
    assert!(changed.is_empty(), "{what:?}: {changed:#?}");
    let done = caller.post(&good.path, good.body.clone()).await;
    assert!(done.status.is_success(), "{what:?}: {}", done.text);
    fields.len()
}

on_both! {
    async fn no_field_of_a_payment_can_change_after_the_pin(world: World) {
        let setting = Setting::new(world).await;
        let mut tried = 0;
        for what in ALL.into_iter().filter(|what| what.takes_pin()) {
            tried += nothing_can_change(world, &setting, what, false).await;
            if what.quote().is_some() {
                tried += nothing_can_change(world, &setting, what, true).await;
            }
        }
        assert!(tried > 300, "{tried}");
    }

    async fn no_payment_is_made_without_its_pin(world: World) {
        let setting = Setting::new(world).await;
        let mut payer = Payer::new(&setting).await;
        for what in ALL.into_iter().filter(|what| what.takes_pin()) {
            let good = payer.good(what).await;
            payer.fund(&good).await;
            let key = payer.key();
            let mut keyed = payer.caller.with("idempotency-key", &key);
            let refused = keyed.post(&good.path, good.body.clone()).await;
            assert_eq!(refused.body["code"], "pin_authorisation_required", "{what:?}: {}", refused.text);
            refused.expect(403);
        }
    }
}
