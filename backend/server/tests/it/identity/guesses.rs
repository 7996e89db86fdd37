//! Concurrent guesses and uses of one code or PIN from many clients.

use crate::support::{Caller, PASSWORD, World, fresh_email, registration};
use axum::http::Method;
use serde_json::{Value, json};

const OTHER: &str = "Harbour4!Tide";

/// Sends a call twenty times concurrently from twenty addresses; returns the callers that succeeded. All others are
/// refused: the code is used up, or its purpose is already served.
async fn winners(caller: &Caller, path: &'static str, body: &Value) -> Vec<Caller> {
    let tries: Vec<_> = (0..20_u8)
        .map(|place| {
            let (mut caller, body) = (caller.from([203, 0, 113, place]), body.clone());
            tokio::spawn(async move { (caller.post(path, body).await, caller) })
        })
        .collect();
    let mut winners = Vec::new();
    for one in tries {
        let (answer, caller) = one.await.unwrap();
        match (answer.status.as_u16(), answer.body["code"].as_str()) {
            (200, _) => winners.push(caller),
            (422, Some("refused"))
            | (409, Some("phone_already_set" | "identity_already_verified")) => {}
            _ => panic!("{path}: {}", answer.text),
        }
    }
    winners
}

async fn one_wins(caller: &Caller, path: &'static str, body: &Value) -> Caller {
    let mut winners = winners(caller, path, body).await;
    assert_eq!(winners.len(), 1, "{path}");
    // A late attempt does not count either.
    let late = caller.clone().post(path, body.clone()).await;
    assert!((400..500).contains(&late.status.as_u16()), "{}", late.text);
    winners.pop().unwrap()
}

on_both! {
    async fn of_twenty_concurrent_uses_of_any_code_one_wins(world: World) {
        let email = fresh_email();
        let mut ada = world.caller();
        ada.post("/auth/register", registration(&email)).await.expect(201);
        ada.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);
        let code = world.code_for(&email).await;
        let with_code = |code: &str| json!({ "email": email, "code": code });
        one_wins(&ada, "/auth/login-otp", &with_code(&code)).await.get("/auth/me").await.expect(200);

        let email = fresh_email();
        let mut ada = world.caller();
        ada.post("/auth/register", registration(&email)).await.expect(201);
        let code = world.code_for(&email).await;
        let with_code = |code: &str| json!({ "email": email, "code": code });
        let signed_up = one_wins(&ada, "/auth/verify", &with_code(&code)).await;

        ada.post("/forgot/password", json!({ "email": email })).await.expect(200);
        let code = world.code_for(&email).await;
        // Checking the code does not use it up, however often.
        assert!(!winners(&ada, "/auth/code/validate", &with_code(&code)).await.is_empty());
        let mut reset = with_code(&code);
        reset["password"] = json!(OTHER);
        one_wins(&ada, "/reset/password", &reset).await;
        signed_up.clone().get("/auth/me").await.refuses(401, "unauthenticated");

        let number = json!({ "bvn": "22100000001" });
        ada.post("/identity/register/init", number.clone()).await.expect(200);
        let with_number = |code: String| json!({ "bvn": "22100000001", "code": code });
        let body = with_number(world.code_for("08030000001").await);
        let newcomer = one_wins(&world.caller(), "/identity/register/create", &body).await.get("/auth/me").await;
        assert_eq!(world.count("SELECT COUNT(*) AS found FROM national_numbers").await, 1);
        ada.post("/identity/auth/init", number).await.expect(200);
        let body = with_number(world.code_for("08030000001").await);
        let back = one_wins(&world.caller(), "/identity/auth/create", &body).await.get("/auth/me").await;
        assert_eq!(back.expect(200).data()["id"], newcomer.expect(200).data()["id"]);

        let mut grace = world.member(&fresh_email()).await;
        let about = json!({ "first_name": "Grace", "last_name": "Akpan", "gender": "female", "dob": "07-07-1976" });
        grace.post("/profile", about).await.expect(200);
        grace.post("/verify/bvn", json!({ "bvn": "22100000007" })).await.expect(200);
        let proof = json!({ "bvn": "22100000007", "code": world.code_for("08030000007").await });
        one_wins(&grace, "/verify/bvn", &proof).await;
        assert_eq!(world.count("SELECT COUNT(*) AS found FROM audit_log WHERE event = 'identity_verified'").await, 1);

        grace.post("/phone/code", json!({ "phone": "08031112222" })).await.expect(200);
        let added = json!({ "phone": "08031112222", "code": world.code_for("08031112222").await });
        one_wins(&grace, "/phone", &added).await;
        assert_eq!(world.count("SELECT COUNT(*) AS found FROM audit_log WHERE event = 'phone_added'").await, 1);
    }
}

on_one! {
    async fn a_days_distributed_code_guesses_are_limited_to_fifty(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let email = fresh_email();
        world.member(&email).await;
        world.advance_seconds(86_400);
        let before = world.messages_to(&email).await.len();
        let guesses: [(&str, Value); 3] = [
            ("/auth/code/validate", json!({ "email": email, "code": "000000" })),
            ("/reset/password", json!({ "email": email, "code": "000000", "password": OTHER })),
            ("/auth/verify", json!({ "email": email, "code": "000000" })),
        ];
        let mut place = 0_u16;
        let mut elsewhere = || {
            place += 1;
            let [high, low] = place.to_be_bytes();
            world.caller().from([198, 18, high, low])
        };
        for _ in 0..(24 * 2 - 1) {
            let wish = [json!({ "email": email, "page": "reset" }), json!({ "email": email, "page": "validate" })];
            for wish in wish {
                let status = elsewhere().post("/auth/code", wish).await.status.as_u16();
                assert!([200, 429].contains(&status), "{status}");
            }
            for (path, body) in guesses.iter().chain(&guesses).chain(&guesses) {
                elsewhere().post(path, body.clone()).await.breaks(&[("code", "mismatch")]);
            }
            world.advance_seconds(1_800);
        }
        assert!(world.messages_to(&email).await.len() - before <= 10);
        let tried = world.count("SELECT CAST(SUM(attempts) AS BIGINT) AS found FROM one_time_codes WHERE sent_at_ms > 1795240000000").await;
        assert!((20..=50).contains(&tried), "{tried}");
    }

    async fn codes_for_a_number_are_guessed_no_more_than_for_an_address(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        for place in 0..40_u8 {
            let mut thief = world.caller().from([198, 18, 0, place]);
            thief.post("/identity/auth/init", json!({ "bvn": "22100000003" })).await;
            for path in ["/identity/auth/create", "/identity/register/create"] {
                thief.post(path, json!({ "bvn": "22100000003", "code": "000000" })).await.breaks(&[("code", "mismatch")]);
            }
            world.advance_seconds(600);
        }
        let tried = world.count("SELECT CAST(SUM(attempts) AS BIGINT) AS found FROM one_time_codes").await;
        assert!((1..=50).contains(&tried), "{tried}");
        assert!(world.messages_to("08030000003").await.len() <= 10);
    }
}

on_both! {
    async fn concurrent_pin_guesses_of_two_sessions_share_five_attempts(world: World) {
        let email = fresh_email();
        let one = world.member_with_pin(&email).await;
        let mut other = world.caller().from([203, 0, 113, 9]);
        other.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);
        let confirmation = |pin: &str| json!({ "pin": pin, "currency": "NGN", "action": "withdraw", "amount": "1500.00", "payee": "bank:058:0123456789", "idempotency_key": "key-number-one", "request": {} });
        let change = json!({ "old_pin": "1357", "pin": "8642", "confirm_pin": "8642", "currency": "NGN" });
        let mut tries = Vec::new();
        for number in 0..30 {
            let mut caller = if number % 2 == 0 { one.clone() } else { other.clone() };
            let (method, path, body) = match number % 3 {
                0 => (Method::PUT, "/wallet/pin-update", change.clone()),
                _ => (Method::POST, "/wallet/pin-confirm", confirmation("1357")),
            };
            tries.push(tokio::spawn(async move {
                let answer = if method == Method::PUT { caller.put(path, body).await } else { caller.post(path, body).await };
                answer.status.as_u16()
            }));
        }
        let mut statuses = Vec::new();
        for one in tries {
            statuses.push(one.await.unwrap());
        }
        statuses.sort_unstable();
        // The fifth response reports the lock that it caused.
        assert_eq!((&statuses[..4], &statuses[4..]), (&[422; 4][..], &[423; 26][..]));
        for mut owner in [one, other] {
            owner.post("/wallet/pin-confirm", confirmation("2580")).await.refuses(423, "pin_locked");
        }
    }
}
