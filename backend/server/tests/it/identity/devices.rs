//! Sign-ins in new browsers.

use crate::support::{Caller, PASSWORD, World, fresh_email};
use serde_json::{Value, json};

const CHROME: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";

async fn sign_in(person: &mut Caller, email: &str) {
    let login = json!({ "email": email, "password": PASSWORD });
    person.post("/auth/login", login).await.expect(200);
}

/// The notices sent to an address, newest first.
async fn notices(world: &World, to: &str) -> Vec<String> {
    let sent = world.messages_to(to).await;
    let texts = sent.iter().filter_map(|message| message["text"].as_str());
    texts
        .filter(|text| {
            text.contains("device that was not used") || text.contains("on a new device")
        })
        .map(String::from)
        .collect()
}

/// A copy of the caller without a session.
fn signed_out(person: &Caller) -> Caller {
    let mut other = person.clone();
    (other.token, other.cookie) = (None, None);
    other
}

async fn reason(person: &mut Caller) -> Value {
    let answer = person
        .post("/wallet/allowance", json!({ "currency": "NGN" }))
        .await;
    answer.expect(200).data()["cap"]["reason"].clone()
}

on_one! {
    async fn each_new_browser_is_notified_once(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        // The browser of the sign-up is known, and no notice is sent.
        let mut same = signed_out(&ada);
        sign_in(&mut same, &email).await;
        assert_eq!((notices(world, &email).await.len(), reason(&mut ada).await), (0, Value::Null));

        let mut phone = world.caller().with("user-agent", CHROME);
        sign_in(&mut phone, &email).await;
        let told = notices(world, &email).await;
        let [text] = told.as_slice() else { panic!("{told:?}") };
        for part in ["When: 20 Nov, 10:00 Lagos time (UTC+1)", "How: with your password", "Browser: Chrome on Android", "set a new one at once"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!(reason(&mut phone).await, "new_device");
        sign_in(&mut signed_out(&phone), &email).await;
        assert_eq!(notices(world, &email).await.len(), 1);

        // Another user's cookie, or a made-up one, does not count.
        let ben_email = fresh_email();
        let ben = world.member(&ben_email).await;
        sign_in(&mut signed_out(&ben), &email).await;
        let mut made_up = world.caller();
        made_up.cookies = vec!["ajo_browser=abc.0123456789abcdef".into()];
        sign_in(&mut made_up, &email).await;
        assert_eq!((notices(world, &email).await.len(), notices(world, &ben_email).await.len()), (3, 0));
        // A planted or copied cookie is useless: the browser has a new one now.
        let mut copied = world.caller();
        copied.cookies = vec!["ajo_browser=abc.0123456789abcdef".into()];
        sign_in(&mut copied, &email).await;
        let mut bens = world.caller();
        bens.cookies = signed_out(&ben).cookies;
        sign_in(&mut bens, &email).await;
        assert_eq!(notices(world, &email).await.len(), 5);
        // The shared phone still knows every member of the family.
        sign_in(&mut signed_out(&bens), &ben_email).await;
        sign_in(&mut signed_out(&bens), &email).await;
        assert_eq!((notices(world, &email).await.len(), notices(world, &ben_email).await.len()), (5, 0));
    }

    async fn a_new_password_makes_all_other_browsers_unknown(world: World) {
        let email = fresh_email();
        let owner = world.member(&email).await;
        let mut thief = world.caller().with("user-agent", CHROME);
        sign_in(&mut thief, &email).await;
        assert_eq!(notices(world, &email).await.len(), 1);
        // The owner follows the notice in a known browser, which stays known.
        let mut owner = signed_out(&owner);
        owner.post("/forgot/password", json!({ "email": email })).await.expect(200);
        let code = world.code_for(&email).await;
        let reset = json!({ "email": email, "code": code, "password": "Harbour4!Tide" });
        owner.post("/reset/password", reset).await.expect(200);
        let found_out = json!({ "email": email, "password": "Harbour4!Tide" });
        owner.post("/auth/login", found_out.clone()).await.expect(200);
        assert_eq!(notices(world, &email).await.len(), 1);
        let mut thief = signed_out(&thief);
        thief.post("/auth/login", found_out).await.expect(200);
        assert_eq!(notices(world, &email).await.len(), 2);
        // A change while signed in keeps the browser.
        let change = json!({ "old_password": "Harbour4!Tide", "new_password": PASSWORD, "confirm": PASSWORD });
        owner.post("/user/change-password", change).await.expect(200);
        sign_in(&mut signed_out(&owner), &email).await;
        assert_eq!(notices(world, &email).await.len(), 2);
    }

    async fn users_sharing_a_browser_are_both_known(world: World) {
        let (ada, ben) = (fresh_email(), fresh_email());
        let browser = world.member(&ada).await;
        let filled_in = crate::support::registration(&ben);
        let mut browser = world.member_at(signed_out(&browser), filled_in).await;
        for email in [&ada, &ben, &ada] {
            browser = signed_out(&browser);
            sign_in(&mut browser, email).await;
        }
        assert_eq!((notices(world, &ada).await.len(), notices(world, &ben).await.len()), (0, 0));
    }

    /// By text message, because there is no email address.
    async fn a_sign_in_with_a_national_number_is_notified(world: World) {
        let body = |code: Option<&str>| json!({ "bvn": "22212345678", "code": code });
        let persons = world.caller().get("/sandbox/persons").await;
        let person = persons.expect(200).data().as_array().unwrap().iter().find(|person| person["bvn"].is_string()).cloned().unwrap();
        let (bvn, phone) = (person["bvn"].as_str().unwrap().to_owned(), person["phone"].as_str().unwrap().to_owned());
        let with = |code: Option<&str>| { let mut body = body(code); body["bvn"] = json!(bvn); body };
        let mut owner = world.caller();
        owner.post("/identity/register/init", with(None)).await.expect(200);
        let code = world.code_for(&phone).await;
        owner.post("/identity/register/create", with(Some(&code))).await.expect(200);
        assert_eq!((notices(world, &phone).await.len(), reason(&mut owner).await), (0, Value::Null));
        for (mut browser, told) in [(signed_out(&owner), 0), (world.caller(), 1)] {
            world.advance_seconds(120);
            browser.post("/identity/auth/init", with(None)).await.expect(200);
            let code = world.code_for(&phone).await;
            browser.post("/identity/auth/create", with(Some(&code))).await.expect(200);
            let notices = notices(world, &phone).await;
            assert_eq!(notices.len(), told);
            assert!(notices.iter().all(|text| text.contains("with a code to the phone of your BVN or NIN on a new device") && text.len() < 320));
        }
    }
}
