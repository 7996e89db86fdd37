//! Responses do not reveal whether an address has an account.

use crate::identity::google::{Browser, account};
use crate::support::{World, fresh_email, registration};
use serde_json::{Value, json};

/// Builds a body for an address.
type Filled = fn(&str) -> Value;

/// Addresses in every state of an account: proven, unproven, Google only.
async fn known_addresses(world: &World) -> [String; 3] {
    let [proven, unproven] = [fresh_email(), fresh_email()];
    world.member(&proven).await;
    let mut newcomer = world.caller();
    let form = registration(&unproven);
    newcomer.post("/auth/register", form).await.expect(201);
    let google = String::from("known.to.google@gmail.com");
    let mut browser = Browser::new(world);
    browser.sign_in(account(&google)).await;
    [proven, unproven, google]
}

on_one! {
    async fn known_and_unknown_addresses_get_the_same_responses(world: World) {
        let known = known_addresses(world).await;
        let unknown = fresh_email();
        world.advance_seconds(60);
        let calls: [(u16, &str, Filled); 12] = [
            (422, "/auth/login", |email| json!({ "email": email, "password": "Guess4!Guess" })),
            (200, "/forgot/password", |email| json!({ "email": email })),
            (200, "/forgot/password", |email| json!({ "email": email })),
            (200, "/auth/code", |email| json!({ "email": email, "page": "otp-login" })),
            (429, "/auth/code", |email| json!({ "email": email, "page": "otp-login" })),
            (429, "/auth/code", |email| json!({ "email": email, "page": "reset" })),
            (200, "/auth/code", |email| json!({ "email": email, "page": "validate" })),
            (422, "/auth/code/validate", |email| json!({ "email": email, "code": "000-000" })),
            (422, "/auth/verify", |email| json!({ "email": email, "code": "000-000" })),
            (422, "/auth/login-otp", |email| json!({ "email": email, "code": "000-000" })),
            (422, "/reset/password", |email| json!({ "email": email, "code": "000000", "password": "Harbour4!Tide" })),
            (422, "/reset/password", |email| json!({ "email": email, "code": "000000", "password": "password" })),
        ];
        // Later than the first code, so that the remaining wait would show, and again within the wait.
        let register: (u16, &str, Filled) = (201, "/auth/register", registration);
        for (seconds, (status, path, body)) in calls.into_iter().map(|call| (0, call)).chain([(10, register), (10, register)]) {
            world.advance_seconds(seconds);
            // Each from its own browser.
            let of_nobody = world.caller().post(path, body(&unknown)).await.expect(status).apart_from(&unknown);
            for email in &known {
                let of_somebody = world.caller().post(path, body(email)).await;
                assert_eq!(of_somebody.apart_from(email), of_nobody, "{path} {email}");
            }
        }
        world.advance_seconds(60);
        for email in known.iter().chain([&unknown]) {
            world.caller().post("/auth/register", registration(email)).await.expect(201);
        }
        for email in [&known[0], &known[2]] {
            let told = &world.messages_to(email).await[0];
            assert_eq!((&told["subject"], &told["code"]), (&json!("Ajo: you have an account"), &json!(null)));
        }
    }
}
