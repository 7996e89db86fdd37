//! Invalid values in every field of every form: a refusal that names the field, and never a fault.

use crate::support::{Caller, PASSWORD, World, fresh_email, registration};
use serde_json::{Value, json};

fn bad_values() -> Vec<Value> {
    let texts = [
        "",
        "   ",
        "<script>alert(1)</script>",
        "' OR 1=1 --",
        "\u{0}",
        "١٢٣٤٥٦",
        "１２３４",
        "1e3",
        "-1",
        "NaN",
        "\u{202e}abc",
    ];
    let mut values: Vec<Value> = texts.into_iter().map(Value::from).collect();
    values.push(Value::from("x".repeat(10_000)));
    values.extend([
        json!(null),
        json!(12),
        json!(1.5),
        json!(true),
        json!([]),
        json!({}),
    ]);
    values
}

/// Sends the valid body with each bad value in each field. None may cause a fault, and a wrong type is a 422.
async fn send_bad_values(caller: &mut Caller, path: &str, good: &Value, harmless: &[&str]) {
    for field in good.as_object().unwrap().keys() {
        for bad in bad_values() {
            let mut body = good.clone();
            body[field.as_str()] = bad.clone();
            let answer = if path == "/wallet/pin-update" {
                caller.put(path, body).await
            } else {
                caller.post(path, body).await
            };
            let status = answer.status.as_u16();
            assert!(status < 500, "{path} {field} {bad}: {}", answer.text);
            if !harmless.contains(&field.as_str()) {
                assert_eq!(status, 422, "{path} {field} {bad}: {}", answer.text);
                assert!(
                    answer.text.contains(field.as_str()),
                    "{path} {field} {bad}: {}",
                    answer.text
                );
            }
        }
    }
    for body in [json!(null), json!([]), json!("text"), json!(7), json!({})] {
        let answer = caller.post(path, body.clone()).await;
        assert!(
            (400..500).contains(&answer.status.as_u16()),
            "{path} {body}: {}",
            answer.text
        );
    }
}

on_one! {
    async fn signing_up(world: World) {
        let mut caller = world.caller();
        // A name or a referrer accepts nearly anything; `agreement: true` is the valid value.
        send_bad_values(&mut caller, "/auth/register", &registration(&fresh_email()), &["name", "agreement"]).await;
        let mut body = registration(&fresh_email());
        body["agreement"] = json!(false);
        caller.post("/auth/register", body).await.breaks(&[("agreement", "not_accepted")]);
        let blank = json!({ "name": "", "email": "no", "phone": "080", "password": "short", "agreement": true });
        let answer = caller.post("/auth/register", blank).await;
        answer.breaks(&[("name", "required"), ("email", "email"), ("phone", "wrong_length"), ("password", "too_short")]);
        assert_eq!(answer.body["data"]["phone"], json!(["phone number not valid"]));
    }

    async fn signing_in_and_codes(world: World) {
        let mut caller = world.caller();
        let email = fresh_email();
        send_bad_values(&mut caller, "/auth/login", &json!({ "email": email, "password": PASSWORD }), &["password"]).await;
        let code = json!({ "email": email, "code": "123-456" });
        for path in ["/auth/verify", "/auth/login-otp", "/auth/code/validate"] {
            send_bad_values(&mut caller, path, &code, &[]).await;
        }
        send_bad_values(&mut caller, "/forgot/password", &json!({ "email": email }), &[]).await;
        send_bad_values(&mut caller, "/auth/code", &json!({ "email": email, "page": "reset" }), &["page"]).await;
        let new = json!({ "email": email, "code": "123456", "password": "Harbour4!Tide", "confirm_password": "Harbour4!Tide" });
        send_bad_values(&mut caller, "/reset/password", &new, &["confirm_password"]).await;
    }

    async fn profile_and_pin(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let about = json!({ "first_name": "Ada", "last_name": "Obi", "gender": "female", "dob": "17-03-1994" });
        send_bad_values(&mut ada, "/profile", &about, &["first_name", "last_name"]).await;
        for (dob, code) in [("30-02-2000", "not_a_date"), ("1994-03-17", "not_a_date"), ("21-11-2026", "in_the_future"), ("21-11-2008", "below_minimum")] {
            let mut body = about.clone();
            body["dob"] = json!(dob);
            ada.post("/profile", body).await.breaks(&[("dob", code)]);
        }
        let mut of_age = about.clone();
        of_age["dob"] = json!("20-11-2008");
        ada.post("/profile", of_age).await.expect(200);
        let pin = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "NGN" });
        send_bad_values(&mut ada, "/account/settings/pin/create", &pin, &[]).await;
        send_bad_values(&mut ada, "/wallet/pin-update", &pin, &[]).await;
        for (pin, code) in [("0000", "not_allowed"), ("1234", "too_common"), ("4321", "too_common"), ("7777", "too_common")] {
            let body = json!({ "pin": pin, "confirm_pin": pin, "currency": "NGN" });
            ada.post("/account/settings/pin/create", body).await.breaks(&[("pin", code)]);
        }
        assert_eq!(ada.get("/wallet/pin-status").await.data()["NGN"], "absent");
    }

    async fn unknown_fields_are_ignored(world: World) {
        let email = fresh_email();
        let mut body = registration(&email);
        for (field, value) in [("id", json!("x")), ("user_uuid", json!("x")), ("is_verified", json!(true)), ("restricted", json!(false)), ("balance", json!("9999.00")), ("role", json!("admin"))] {
            body[field] = value;
        }
        let mut caller = world.caller();
        caller.post("/auth/register", body).await.expect(201);
        let next = caller.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await;
        assert_eq!(next.data()["next"], "otp", "not verified by its own word");
    }
}
