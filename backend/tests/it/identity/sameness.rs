//! Whether an address has an account does not show.

use crate::support::{Answer, World, fresh_email, registration};
use serde_json::{Value, json};

/// A body, for an address.
type Filled = fn(&str) -> Value;

/// Everything that could tell: status, body and headers, without what differs between any two answers.
fn shown(answer: &Answer, email: &str) -> (u16, Value, Vec<String>) {
    let mut body: Value = serde_json::from_str(&answer.text.replace(email, "EMAIL")).unwrap();
    if let Some(id) = body.get_mut("request_id") {
        *id = json!("ID");
    }
    let mut headers: Vec<String> = answer
        .headers
        .iter()
        .filter(|(name, _)| name.as_str() != "x-request-id" && name.as_str() != "content-length")
        .map(|(name, value)| format!("{name}: {value:?}"))
        .collect();
    headers.sort();
    (answer.status.as_u16(), body, headers)
}

on_both! {
    async fn known_and_unknown_addresses_get_the_same_answers(world: World) {
        let known = fresh_email();
        let unknown = fresh_email();
        world.member(&known).await;
        world.advance_seconds(60);
        let calls: [(&str, Filled); 8] = [
            ("/auth/login", |email| json!({ "email": email, "password": "Guess4!Guess" })),
            ("/forgot/password", |email| json!({ "email": email })),
            ("/forgot/password", |email| json!({ "email": email })),
            ("/auth/code", |email| json!({ "email": email, "page": "otp-login" })),
            ("/auth/code", |email| json!({ "email": email, "page": "reset" })),
            ("/auth/code/validate", |email| json!({ "email": email, "code": "000-000" })),
            ("/reset/password", |email| json!({ "email": email, "code": "000000", "password": "Harbour4!Tide" })),
            ("/auth/register", registration),
        ];
        for (path, body) in calls {
            let mut caller = world.caller();
            let one = caller.post(path, body(&known)).await;
            let other = caller.post(path, body(&unknown)).await;
            assert_eq!(shown(&one, &known), shown(&other, &unknown), "{path}");
        }
        let told = &world.messages_to(&known).await[0];
        assert_eq!((&told["subject"], &told["code"]), (&json!("Ajo: you have an account"), &json!(null)));
    }
}
