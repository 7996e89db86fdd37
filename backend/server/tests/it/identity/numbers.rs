//! Signing in and up with a BVN or NIN; verifying an identity with it; phone numbers; changing the password.

use crate::support::{Answer, PASSWORD, World, fresh_email, registration};
use serde_json::{Value, json};
use sqlx::Row;

const NOBODYS: &str = "99999999999";

/// The newest code sent to a phone.
pub async fn code_to(world: &World, phone: &str) -> String {
    let messages = world.messages_to(phone).await;
    assert_eq!(messages[0]["channel"], "sms");
    messages[0]["code"].as_str().unwrap().to_owned()
}

fn shown(answer: &Answer) -> (u16, Value, Vec<&str>) {
    let mut names: Vec<&str> = answer.headers.keys().map(|name| name.as_str()).collect();
    names.sort_unstable();
    (answer.status.as_u16(), answer.body.clone(), names)
}

/// Every text in every column that could contain a national number.
async fn stored(world: &World) -> String {
    let mut connection = world.app.db.read().await.unwrap();
    let mut all = String::new();
    for query in [
        "SELECT lookup_hash || sealed || last_digits AS text FROM national_numbers",
        "SELECT target || purpose AS text FROM one_time_codes",
        "SELECT target AS text FROM code_targets",
        "SELECT event || detail AS text FROM audit_log",
        "SELECT email || name || phone AS text FROM users",
        "SELECT subject AS text FROM rate_limits",
    ] {
        for row in sqlx::query(query)
            .fetch_all(&mut *connection)
            .await
            .unwrap()
        {
            all.push_str(&row.try_get::<String, _>("text").unwrap());
            all.push('\n');
        }
    }
    all
}

on_one! {
    async fn a_newcomer_signs_up_with_a_bvn_and_comes_back_with_it(world: World) {
        let mut ada = world.caller();
        let number = json!({ "bvn": "22100000001" });
        let sent = ada.post("/identity/auth/init", number.clone()).await;
        sent.expect(200);
        assert_eq!((&sent.data()["page"], &sent.data()["resend_seconds"]), (&json!("identity-auth"), &json!(45)));
        let code = code_to(world, "08030000001").await;
        let with_code = json!({ "bvn": "22100000001", "code": code, "referrer": "FRIEND" });
        let refused = ada.post("/identity/auth/create", with_code.clone()).await;
        refused.refuses(422, "not_registered");
        assert_eq!(refused.body["message"], "Please wait while we try to sign you up.");
        // The code is still valid.
        let answer = ada.post("/identity/register/create", with_code.clone()).await;
        let user = answer.expect(200).data().clone();
        assert_eq!(user["has_password"], json!(false));
        assert_eq!((&user["name"], &user["email"], &user["phone"]), (&json!("Adaeze Okafor"), &json!(""), &json!("08030000001")));
        assert_eq!((&user["profile"]["dob"], &user["meta"]["identity_verified"], &user["meta"]["is_verified"]), (&json!("01-01-1970"), &json!(true), &json!(true)));
        ada.get("/accounts").await.expect(200);
        // It is single-use.
        world.caller().post("/identity/register/create", with_code.clone()).await.breaks(&[("code", "mismatch")]);
        world.caller().post("/identity/auth/create", with_code).await.breaks(&[("code", "mismatch")]);

        let mut again = world.caller();
        again.post("/identity/register/init", number).await.expect(200);
        let code = code_to(world, "08030000001").await;
        let answer = again.post("/identity/register/create", json!({ "bvn": "22100000001", "code": code })).await;
        assert_eq!(answer.expect(200).data()["id"], user["id"], "an existing account is signed in");
        let texts = stored(world).await;
        assert!(!texts.contains("22100000001"), "{texts}");
    }

    async fn an_unknown_referral_code_is_refused_at_sign_up(world: World) {
        let mut friend = world.member(&fresh_email()).await;
        let code = friend.get("/auth/me").await.data()["settings"]["referrer_code"].clone();
        let email = fresh_email();
        let mut form = registration(&email);
        for (typed, is_known) in [(json!("NOBODY22"), false), (code.clone(), true), (json!(" "), true)] {
            form["referrer"] = typed.clone();
            let answer = world.caller().post("/auth/register", form.clone()).await;
            let number = json!({ "bvn": "22100000001", "referrer": typed });
            let sent = world.caller().post("/identity/register/init", number.clone()).await;
            if is_known {
                answer.expect(201);
                sent.expect(200);
            } else {
                answer.breaks(&[("referrer", "not_allowed")]);
                sent.breaks(&[("referrer", "not_allowed")]);
                assert_eq!(answer.body["data"]["referrer"][0], "Nobody has this code. Check it, or leave it blank.");
            }
            // At sign-in, the code from a link is ignored.
            world.caller().post("/identity/auth/init", number).await.expect(200);
        }
    }

    async fn one_person_with_two_numbers_has_one_account(world: World) {
        let enter = async |number: Value, phone: &str| {
            world.caller().post("/identity/auth/init", number.clone()).await.expect(200);
            let mut with_code = number;
            with_code["code"] = json!(code_to(world, phone).await);
            let answer = world.caller().post("/identity/register/create", with_code).await;
            answer.expect(200).data()["id"].clone()
        };
        let ada = enter(json!({ "bvn": "22100000001" }), "08030000001").await;
        assert_eq!(enter(json!({ "nin": "71100000001" }), "08030000001").await, ada);
        assert_eq!(enter(json!({ "nin": "71100000001" }), "08030000001").await, ada);
        let somebody = enter(json!({ "nin": "71100000002" }), "08030000002").await;
        assert_ne!(somebody, ada);
    }

    async fn the_first_call_has_the_same_response_for_every_number(world: World) {
        let mut member = world.caller();
        member.post("/identity/register/init", json!({ "nin": "71100000002" })).await.expect(200);
        let code = code_to(world, "08030000002").await;
        member.post("/identity/register/create", json!({ "nin": "71100000002", "code": code })).await.expect(200);
        world.advance_seconds(60);
        let mut answers = Vec::new();
        for nin in ["71100000002", "71100000003", NOBODYS] {
            answers.push(world.caller().post("/identity/auth/init", json!({ "nin": nin })).await);
        }
        assert_eq!(shown(&answers[0]), shown(&answers[1]));
        assert_eq!(shown(&answers[0]), shown(&answers[2]));
        // A wrong code reveals nothing either.
        let wrong = |nin: &str| json!({ "nin": nin, "code": "000-000" });
        let mut refusals = Vec::new();
        for nin in ["71100000002", "71100000003", NOBODYS] {
            for path in ["/identity/auth/create", "/identity/register/create"] {
                let refused = world.caller().post(path, wrong(nin)).await;
                refused.breaks(&[("code", "mismatch")]);
                refusals.push(refused.body["violations"].clone());
            }
        }
        assert!(refusals.iter().all(|one| *one == refusals[0]));
    }

    async fn a_code_is_bound_to_its_number_and_five_attempts(world: World) {
        let mut ada = world.caller();
        ada.post("/identity/auth/init", json!({ "bvn": "22100000004" })).await.expect(200);
        let code = code_to(world, "08030000004").await;
        ada.post("/identity/register/create", json!({ "nin": "71100000004", "code": code })).await.breaks(&[("code", "mismatch")]);
        ada.post("/identity/register/create", json!({ "bvn": "22100000005", "code": code })).await.breaks(&[("code", "mismatch")]);
        for _ in 0..5 {
            ada.post("/identity/register/create", json!({ "bvn": "22100000004", "code": "000000" })).await.breaks(&[("code", "mismatch")]);
        }
        ada.post("/identity/register/create", json!({ "bvn": "22100000004", "code": code })).await.breaks(&[("code", "mismatch")]);
    }

    async fn an_invalid_number_is_reported_under_its_own_field(world: World) {
        let mut ada = world.caller();
        ada.post("/identity/auth/init", json!({ "bvn": "2210000000" })).await.breaks(&[("bvn", "wrong_length")]);
        ada.post("/identity/auth/init", json!({ "nin": "7110000000x" })).await.breaks(&[("nin", "not_numeric")]);
        ada.post("/identity/auth/init", json!({})).await.breaks(&[("mode", "required"), ("value", "required")]);
        ada.post("/identity/auth/init", json!({ "bvn": 22100000001_i64 })).await.refuses(422, "wrong_type");
    }

    async fn an_unavailable_register_is_reported(world: World) {
        let tell = |outcome: &str| json!({ "port": "identity", "outcome": outcome });
        world.caller().put("/sandbox/behaviour", tell("lose_answer")).await.expect(200);
        let mut ada = world.caller();
        let away = ada.post("/identity/auth/init", json!({ "bvn": "22100000006" })).await;
        away.refuses(503, "unavailable");
        assert_eq!(away.body["message"], "We are sorry, an error occured this time.");
        world.caller().put("/sandbox/behaviour", tell("succeed")).await.expect(200);
        ada.post("/identity/auth/init", json!({ "bvn": "22100000006" })).await.expect(200);
        let code = code_to(world, "08030000006").await;
        let with_code = json!({ "bvn": "22100000006", "code": code });
        world.caller().put("/sandbox/behaviour", tell("lose_answer")).await.expect(200);
        ada.post("/identity/register/create", with_code.clone()).await.refuses(503, "unavailable");
        world.caller().put("/sandbox/behaviour", tell("succeed")).await.expect(200);
        ada.post("/identity/register/create", with_code).await.expect(200);
    }

    async fn an_identity_is_verified_with_a_number_of_the_same_person(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        ada.post("/verify/bvn", json!({ "bvn": "22100000007" })).await.breaks(&[("first_name", "required"), ("last_name", "required"), ("dob", "required")]);
        let about = |first: &str| json!({ "first_name": first, "last_name": "AKPAN", "gender": "female", "dob": "07-07-1976" });
        ada.post("/profile", about("Somebody")).await.expect(200);
        // Particulars in the request are ignored: the profile's count.
        let claim = json!({ "bvn": "22100000007", "firstname": "Grace", "lastname": "Akpan", "dob": "07-07-1976" });
        let refused = ada.post("/verify/bvn", claim.clone()).await;
        refused.breaks(&[("bvn", "mismatch")]);
        assert_eq!(refused.body["message"], "We are sorry, an error occured this time.");
        ada.post("/profile", about("grace")).await.expect(200);
        ada.post("/verify/confirm-bvn", json!({ "bvn": "22100000007" })).await.breaks(&[("bvn", "mismatch")]);
        let sent = ada.post("/verify/bvn", claim.clone()).await;
        assert_eq!((&sent.expect(200).data()["code_sent"], &sent.data()["phone"]), (&json!(true), &json!("080••••••07")));
        // Particulars can be found out; the code requires the phone.
        ada.post("/verify/bvn", json!({ "bvn": "22100000007", "code": "000000" })).await.breaks(&[("code", "mismatch")]);
        assert_eq!(ada.get("/auth/me").await.data()["meta"]["identity_verified"], false);
        let code = code_to(world, "08030000007").await;
        // The code is bound to this user and purpose.
        let to_sign_in = json!({ "bvn": "22100000007", "code": code });
        world.caller().post("/identity/auth/create", to_sign_in).await.breaks(&[("code", "mismatch")]);
        let proven = ada.post("/verify/bvn", json!({ "bvn": "22100000007", "code": code })).await;
        assert_eq!(proven.expect(200).data()["meta"]["identity_verified"], true);
        assert_eq!(proven.body["message"], "Identify verification processed");
        ada.post("/verify/confirm-bvn", json!({ "bvn": "22100000007" })).await.expect(200);
        ada.post("/verify/nin", json!({ "nin": "71100000007" })).await.refuses(409, "identity_already_verified");
        // The verified values stay, and are visible to others.
        let me = ada.get("/auth/me").await;
        assert_eq!((&me.data()["name"], &me.data()["profile"]["proven"]), (&json!("grace AKPAN"), &json!(["first_name", "last_name", "dob"])));
        ada.post("/profile", about("Mallory")).await.breaks(&[("first_name", "not_allowed")]);
        let mut with_words = about("grace");
        with_words["about"] = json!("I sell cloth in Balogun market");
        ada.post("/profile", with_words).await.expect(200);
        // No other user can verify the number.
        let mut other = world.member(&fresh_email()).await;
        other.post("/profile", about("Grace")).await.expect(200);
        other.post("/verify/bvn", claim).await.breaks(&[("bvn", "mismatch")]);
        other.post("/verify/confirm-bvn", json!({ "bvn": "22100000007" })).await.breaks(&[("bvn", "mismatch")]);
        // The number signs its owner in.
        let mut back = world.caller();
        back.post("/identity/auth/init", json!({ "bvn": "22100000007" })).await.expect(200);
        let code = code_to(world, "08030000007").await;
        let answer = back.post("/identity/auth/create", json!({ "bvn": "22100000007", "code": code })).await;
        let owner = ada.get("/auth/me").await;
        assert_eq!(answer.expect(200).data()["id"], owner.data()["id"]);
    }

    async fn a_person_verifies_one_account(world: World) {
        let about = json!({ "first_name": "Grace", "last_name": "Akpan", "gender": "female", "dob": "07-07-1976" });
        let (first, second) = (fresh_email(), fresh_email());
        let mut both = Vec::new();
        for (email, kind, number) in [(&first, "bvn", "22100000007"), (&second, "nin", "71100000007")] {
            let mut person = world.member(email).await;
            person.post("/profile", about.clone()).await.expect(200);
            let path = format!("/verify/{kind}");
            person.post(&path, json!({ kind: number })).await.expect(200);
            let code = code_to(world, "08030000007").await;
            both.push((person, path, json!({ kind: number, "code": code })));
        }
        // Concurrently, and then again.
        let [one, other] = &mut both[..] else { unreachable!() };
        let answers = tokio::join!(one.0.post(&one.1, one.2.clone()), other.0.post(&other.1, other.2.clone()));
        let (proven, refused) = if answers.0.status == 200 { (&answers.0, &answers.1) } else { (&answers.1, &answers.0) };
        proven.expect(200);
        refused.refuses(409, "person_has_account");
        assert!(refused.body["message"].as_str().unwrap().starts_with("You have verified your identity in another account with your "));
        for (person, path, claim) in &mut both {
            let is_proven = person.get("/auth/me").await.data()["meta"]["identity_verified"] == true;
            let again = person.post(path, claim.clone()).await;
            again.refuses(409, if is_proven { "identity_already_verified" } else { "person_has_account" });
        }
        let verified = "SELECT COUNT(*) FROM national_numbers";
        assert_eq!(world.count(verified).await, 1);
    }

    async fn knowing_someones_particulars_does_not_verify_an_identity(world: World) {
        // A profile with the victim's names and date of birth, but without their phone.
        let mut thief = world.member(&fresh_email()).await;
        let about = json!({ "first_name": "Grace", "last_name": "Akpan", "gender": "female", "dob": "07-07-1976" });
        thief.post("/profile", about).await.expect(200);
        thief.post("/verify/bvn", json!({ "bvn": "22100000007" })).await.expect(200);
        world.advance_seconds(60);
        let mut owner = world.caller();
        owner.post("/identity/register/init", json!({ "bvn": "22100000007" })).await.expect(200);
        let code = code_to(world, "08030000007").await;
        let signed_in = owner.post("/identity/register/create", json!({ "bvn": "22100000007", "code": code })).await;
        assert_ne!(signed_in.expect(200).data()["id"], thief.get("/auth/me").await.data()["id"]);
        assert_eq!(signed_in.data()["meta"]["identity_verified"], true);
        // From now on the number is taken.
        world.advance_seconds(60);
        thief.post("/verify/bvn", json!({ "bvn": "22100000007" })).await.breaks(&[("bvn", "mismatch")]);
    }

    async fn text_messages_to_a_phone_are_limited_across_callers(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let mut sent = 0;
        for place in 0..8_u8 {
            let mut caller = world.caller().from([203, 0, 113, place]);
            let number = if place % 2 == 0 { json!({ "bvn": "22100000009" }) } else { json!({ "nin": "71100000009" }) };
            caller.post("/identity/auth/init", number).await.expect(200);
            sent = world.messages_to("08030000009").await.len();
            world.advance_seconds(50);
        }
        assert_eq!(sent, 5, "and the answers do not show it");
    }

    async fn a_resent_code_is_also_emailed(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        let about = json!({ "first_name": "Grace", "last_name": "Akpan", "gender": "female", "dob": "07-07-1976" });
        ada.post("/profile", about).await.expect(200);
        ada.post("/verify/bvn", json!({ "bvn": "22100000007" })).await.expect(200);
        let code = code_to(world, "08030000007").await;
        ada.post("/verify/bvn", json!({ "bvn": "22100000007", "code": code })).await.expect(200);
        let before = world.messages_to(&email).await.len();
        let ask = json!({ "bvn": "22100000007" });
        let mut back = world.caller();
        back.post("/identity/auth/init", ask.clone()).await.expect(200);
        assert_eq!(world.messages_to(&email).await.len(), before, "by text first");
        world.advance_seconds(46);
        back.post("/identity/auth/init", ask).await.expect(200);
        let code = code_to(world, "08030000007").await;
        let letters = world.messages_to(&email).await;
        assert_eq!((letters.len(), &letters[0]["code"]), (before + 1, &json!(code)));
        back.post("/identity/auth/create", json!({ "bvn": "22100000007", "code": code })).await.expect(200);
    }

    async fn minors_cannot_open_an_account(world: World) {
        // The people in the register are adults today, but were not forty years ago.
        world.advance_seconds(-40 * 365 * 86_400);
        let mut child = world.caller();
        child.post("/identity/register/init", json!({ "bvn": "22100000024" })).await.expect(200);
        let code = code_to(world, "08030000024").await;
        let answer = child.post("/identity/register/create", json!({ "bvn": "22100000024", "code": code })).await;
        assert_eq!(answer.status, 422, "{}", answer.text);
        assert_eq!(answer.body["violations"][0]["field"], "dob");
    }

    async fn a_phone_is_added_with_the_code_sent_to_it(world: World) {
        // The number entered at sign-up is unconfirmed.
        let mut ada = world.member(&fresh_email()).await;
        assert_eq!(ada.get("/auth/me").await.data()["meta"]["phone_verified"], false);
        let bad = ada.post("/phone/code", json!({ "phone": "0803111222" })).await;
        bad.breaks(&[("phone", "wrong_length")]);
        assert_eq!(bad.body["message"], "phone number not valid");
        let sent = ada.post("/phone/code", json!({ "phone": "08031112222" })).await;
        sent.expect(200);
        assert_eq!((&sent.body["message"], &sent.data()["resend_seconds"]), (&json!("OTP sent to 08031112222"), &json!(90)));
        ada.post("/phone/code", json!({ "phone": "08031112222" })).await.refuses(429, "too_many_requests");
        let code = code_to(world, "08031112222").await;
        // The code is bound to that number.
        ada.post("/phone", json!({ "phone": "08031113333", "code": code })).await.breaks(&[("code", "mismatch")]);
        let mut thief = world.member(&fresh_email()).await;
        thief.post("/phone", json!({ "phone": "08031112222", "code": code })).await.breaks(&[("code", "mismatch")]);
        let added = ada.post("/phone", json!({ "phone": "08031112222", "code": code })).await;
        assert_eq!(added.expect(200).data()["phone"], "08031112222");
        assert_eq!(added.body["message"], "Phone successfully updated");
        assert_eq!(added.data()["meta"]["phone_verified"], true);
        // A confirmed number stays.
        ada.post("/phone/code", json!({ "phone": "08031113333" })).await.refuses(409, "phone_already_set");
        ada.post("/phone", json!({ "phone": "08031113333", "code": code })).await.refuses(409, "phone_already_set");
    }

    async fn phone_numbers_follow_their_countrys_format(world: World) {
        for (dial_code, phone, kept) in [
            ("+234", "08031112222", "08031112222"),
            ("+233", "0241234567", "+233241234567"),
            ("+235", "66123456", "+23566123456"),
        ] {
            let mut ada = world.member(&fresh_email()).await;
            let number = json!({ "dial_code": dial_code, "phone": phone });
            let sent = ada.post("/phone/code", number.clone()).await;
            assert_eq!((&sent.expect(200).data()["phone"], &sent.body["message"]), (&json!(kept), &json!(["OTP sent to ", kept].concat())));
            let mut with_code = number;
            with_code["code"] = json!(code_to(world, kept).await);
            let added = ada.post("/phone", with_code).await;
            assert_eq!((&added.expect(200).data()["phone"], &added.data()["profile"]["phone"]), (&json!(kept), &json!(kept)));
        }
        let mut ada = world.member(&fresh_email()).await;
        for (dial_code, phone, field, code) in [
            ("+233", "08031112222", "phone", "wrong_length"),
            ("+235", "066123456", "phone", "wrong_length"),
            ("+1", "08031112222", "dial_code", "not_one_of"),
        ] {
            let number = json!({ "dial_code": dial_code, "phone": phone });
            ada.post("/phone/code", number).await.breaks(&[(field, code)]);
        }
        // At sign-up too.
        let mut ghanaian = crate::support::registration(&fresh_email());
        (ghanaian["dial_code"], ghanaian["phone"]) = (json!("+233"), json!("241234567"));
        let mut ama = world.member_at(world.caller(), ghanaian).await;
        assert_eq!(ama.get("/auth/me").await.data()["phone"], "+233241234567");
    }

    async fn a_sign_up_with_a_national_number_confirms_its_phone(world: World) {
        let mut ada = world.caller();
        ada.post("/identity/register/init", json!({ "bvn": "22100000002" })).await.expect(200);
        let code = code_to(world, "08030000002").await;
        let user = ada.post("/identity/register/create", json!({ "bvn": "22100000002", "code": code })).await;
        assert_eq!(user.expect(200).data()["meta"]["phone_verified"], true);
    }

    async fn a_changed_password_ends_the_other_sessions(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        let mut other = world.caller();
        other.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);
        let change = |old: &str, new: &str| json!({ "old_password": old, "new_password": new, "confirm": new });
        ada.post("/user/change-password", change("Wrong4!Wrong", "Harbour4!Tide")).await.breaks(&[("old_password", "mismatch")]);
        ada.post("/user/change-password", change(PASSWORD, PASSWORD)).await.breaks(&[("new_password", "not_allowed")]);
        ada.post("/user/change-password", change(PASSWORD, "abcdefgh")).await.breaks(&[("new_password", "too_weak")]);
        other.get("/auth/me").await.expect(200);
        ada.post("/user/change-password", change(PASSWORD, "Harbour4!Tide")).await.expect(200);
        ada.get("/auth/me").await.expect(200);
        other.get("/auth/me").await.refuses(401, "unauthenticated");
        let told = &world.messages_to(&email).await[0];
        assert_eq!(told["subject"], "Ajo: your password was changed");
        world.caller().post("/auth/login", json!({ "email": email, "password": "Harbour4!Tide" })).await.expect(200);
    }

    async fn liveness_is_verified_by_the_providers_result(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let started = ada.post("/liveness", json!({})).await;
        let check = started.expect(200).data().clone();
        let path = format!("/liveness/{}", check["id"].as_str().unwrap());
        assert_eq!(ada.get(&path).await.expect(200).data()["status"], "pending");
        let reference = check["url"].as_str().unwrap().trim_start_matches("/sandbox/liveness/").to_owned();
        let mut tester = world.caller();
        let at = format!("/sandbox/liveness/{reference}");
        tester.put(&at, json!({ "passed": false })).await.expect(200);
        assert_eq!(ada.get(&path).await.expect(200).data()["status"], "failed");
        // The check has ended.
        tester.put(&at, json!({ "passed": true })).await.expect(200);
        assert_eq!(ada.get(&path).await.expect(200).data()["status"], "failed");
        assert_eq!(ada.get("/auth/me").await.data()["settings"]["liveness_verified_at"], json!(null));

        let again = ada.post("/liveness", json!({})).await.expect(200).data().clone();
        let path = format!("/liveness/{}", again["id"].as_str().unwrap());
        let at = format!("/api{}", again["url"].as_str().unwrap()).replace("/api/", "/");
        tester.put(&at, json!({ "passed": true })).await.expect(200);
        let mut thief = world.member(&fresh_email()).await;
        thief.get(&path).await.refuses(404, "not_found");
        world.caller().put("/sandbox/behaviour", json!({ "port": "liveness", "outcome": "lose_answer", "times": 1 })).await.expect(200);
        ada.get(&path).await.refuses(503, "unavailable");
        assert_eq!(ada.get(&path).await.expect(200).data()["status"], "passed");
        assert_eq!(ada.get("/auth/me").await.data()["settings"]["liveness_verified_at"], "2026-11-20T09:00:00.000Z");
        ada.post("/liveness", json!({})).await.refuses(409, "liveness_already_verified");
    }

    async fn settings_belong_to_their_user(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        ada.put("/settings", json!({ "address_verified_at": "2026-01-01" })).await.breaks(&[("address_verified_at", "not_allowed")]);
        let all = |data: &Value| ["auto_save", "enable_sms", "enable_email", "enable_telegram", "enable_whatsapp"].map(|name| data[name].clone());
        let off = || json!(false);
        assert_eq!(all(ada.get("/settings").await.data()), [off(), off(), off(), off(), off()]);
        // All settings are saved, or none.
        let mixed = ada.put("/settings", json!({ "auto_save": true, "auto_trade": true, "binance_secret": "abc" })).await;
        mixed.breaks(&[("auto_trade", "not_allowed"), ("binance_secret", "not_allowed")]);
        ada.put("/settings", json!({ "auto_save": "true" })).await.refuses(422, "wrong_type");
        assert_eq!(ada.get("/settings").await.data()["auto_save"], off());
        let set = ada.put("/settings", json!({ "auto_save": true, "enable_sms": true })).await;
        assert_eq!(all(set.expect(200).data()), [json!(true), json!(true), off(), off(), off()]);
        // Also if the accompanying subscription is invalid.
        let half = ada.put("/settings", json!({ "auto_save": false, "fcm_token": "nonsense" })).await;
        assert_eq!(half.status, 422);
        assert_eq!(ada.get("/settings").await.data()["auto_save"], true);
        let kept = ada.get("/account/settings").await;
        assert_eq!(kept.expect(200).data().as_array().unwrap().len(), 2);
        assert_eq!(ada.get("/settings").await.expect(200).data()["address_verified_at"], json!(null));
        world.caller().get("/settings").await.refuses(401, "unauthenticated");
    }
}
