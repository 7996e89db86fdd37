//! Signing in with Google: redirect, callback, and the exchange for a session.

use crate::support::{Answer, Caller, PASSWORD, World, fresh_email, registration};
use axum::http::{Method, header};
use serde_json::{Value, json};

const NGOZI: &str = "ngozi.sandbox@gmail.com";

/// A browser with cookies that follows no redirects.
pub struct Browser {
    caller: Caller,
}

impl Browser {
    pub fn new(world: &World) -> Self {
        Self {
            caller: world.caller(),
        }
    }

    async fn open(&mut self, path: &str) -> Answer {
        let answer = self
            .caller
            .raw(Method::GET, path, "text/plain", String::new())
            .await;
        for cookie in answer.headers.get_all(header::SET_COOKIE) {
            self.caller.keep(cookie.to_str().unwrap());
        }
        answer
    }

    /// Follows the redirect to Google; returns Google's question.
    pub async fn leave(&mut self, query: &str) -> Value {
        let answer = self
            .open(&format!("/api/auth/google/redirect{query}"))
            .await;
        answer.expect(303);
        question(answer.header("location"))
    }

    /// The URL that Google redirects back to, for an account.
    pub async fn choose(&mut self, question: &Value, account: Value) -> String {
        let mut asked = question.clone();
        asked["account"] = account;
        let answer = self.caller.post("/sandbox/google/authorise", asked).await;
        let address = answer.expect(200).data()["redirect_to"]
            .as_str()
            .unwrap()
            .to_owned();
        address
            .strip_prefix("http://ajo.localhost:8080")
            .unwrap()
            .to_owned()
    }

    /// Runs the whole sign-in; returns the URL that the app redirects to.
    pub async fn visit(&mut self, account: Value) -> String {
        let question = self.leave("").await;
        let back = self.choose(&question, account).await;
        self.arrive(&back).await
    }

    /// Returns from Google; returns the URL that the app redirects to.
    pub async fn arrive(&mut self, back: &str) -> String {
        let answer = self.open(back).await;
        answer.expect(303).header("location").to_owned()
    }

    pub async fn exchange(&mut self, location: &str) -> Answer {
        let code = location.strip_prefix("/?auth_code=").unwrap_or(location);
        self.open(&format!("/api/auth/retrieve/{code}")).await
    }

    /// Signs in; returns the session.
    pub async fn sign_in(&mut self, account: Value) -> Value {
        let location = self.visit(account).await;
        self.exchange(&location).await.expect(200).data().clone()
    }
}

fn question(address: &str) -> Value {
    let (page, query) = address.split_once('?').unwrap();
    assert_eq!(page, "http://ajo.localhost:8080/sandbox/google");
    let pairs = openidconnect::url::form_urlencoded::parse(query.as_bytes());
    Value::Object(
        pairs
            .map(|(name, value)| (name.into_owned(), json!(value)))
            .collect(),
    )
}

pub fn account(email: &str) -> Value {
    json!({ "email": email, "email_verified": true, "given_name": "Ngozi", "family_name": "Adichie", "hosted_domain": null })
}

async fn behave(world: &World, outcome: &str) {
    let wanted = json!({ "port": "google", "outcome": outcome });
    world
        .caller()
        .put("/sandbox/behaviour", wanted)
        .await
        .expect(200);
}

async fn sign_up(world: &World, email: &str, proven: bool) -> Value {
    if proven {
        let mut caller = world.member(email).await;
        return caller.get("/auth/me").await.expect(200).data().clone();
    }
    let answer = world
        .caller()
        .post("/auth/register", registration(email))
        .await;
    answer.expect(201).data().clone()
}

on_both! {
    async fn an_account_being_proven_is_not_taken_over(world: World) {
        sign_up(world, NGOZI, false).await;
        // Like the owner's proof, up to its commit.
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE users SET verified_at_ms = 1 WHERE email = $1").bind(NGOZI).execute(tx.connection()).await.unwrap();
        let mut browser = Browser::new(world);
        let visit = tokio::spawn(async move { browser.visit(account(NGOZI)).await });
        world.until_stuck(&visit).await;
        tx.commit().await.unwrap();
        visit.await.unwrap();
        let row = sqlx::query("SELECT name, first_name FROM users JOIN profiles ON profiles.user_id = users.id WHERE email = $1")
            .bind(NGOZI)
            .fetch_one(&mut *world.app.db.read().await.unwrap())
            .await
            .unwrap();
        let (name, first_name): (String, Option<String>) = (sqlx::Row::get(&row, "name"), sqlx::Row::get(&row, "first_name"));
        assert_eq!((name.as_str(), first_name), ("Ada Obi", None));
    }
}

on_one! {
    async fn a_newcomer_signs_up_with_google_and_comes_back(world: World) {
        let mut browser = Browser::new(world);
        let question = browser.leave("?referrer=FRIEND22").await;
        let back = browser.choose(&question, account(NGOZI)).await;
        let answer = browser.open(&back).await;
        let location = answer.expect(303).header("location").to_owned();
        let answer = browser.exchange(&location).await;
        let user = answer.expect(200).data();
        assert_eq!((&user["name"], &user["email"], &user["meta"]["is_verified"]), (&json!("Ngozi Adichie"), &json!(NGOZI), &json!(true)));
        assert_eq!((&user["profile"]["first_name"], &user["profile"]["dob"], &user["phone"]), (&json!("Ngozi"), &Value::Null, &json!("")));
        let cookies: Vec<&str> = answer.headers.get_all(header::SET_COOKIE).iter().map(|one| one.to_str().unwrap()).collect();
        assert!(cookies.iter().any(|one| one.starts_with("ajo_refresh=") && one.contains("SameSite=Strict")), "{cookies:?}");
        assert!(cookies.iter().any(|one| one.starts_with("ajo_elsewhere=;")), "{cookies:?}");

        let again = Browser::new(world).sign_in(account(NGOZI)).await;
        assert_eq!(again["id"], user["id"]);
        // There is no password to guess.
        let guess = json!({ "email": NGOZI, "password": PASSWORD });
        world.caller().post("/auth/login", guess).await.breaks(&[("email", "mismatch")]);
    }

    async fn a_user_without_a_password_sets_one_with_a_code(world: World) {
        let user = Browser::new(world).sign_in(account(NGOZI)).await;
        assert_eq!(user["has_password"], json!(false));
        let mut caller = world.caller();
        caller.post("/forgot/password", json!({ "email": NGOZI })).await.expect(200);
        let code = world.messages_to(NGOZI).await[0]["code"].clone();
        caller.post("/reset/password", json!({ "email": NGOZI, "code": code, "password": PASSWORD })).await.expect(200);
        let answer = caller.post("/auth/login", json!({ "email": NGOZI, "password": PASSWORD })).await;
        assert_eq!(answer.expect(200).data()["has_password"], json!(true));
    }
}

on_both! {
    async fn an_exchange_code_is_single_use_short_lived_and_bound_to_its_browser(world: World) {
        let mut browser = Browser::new(world);
        let location = browser.visit(account(NGOZI)).await;
        // Fails for a stranger who saw the URL, and for a victim who was sent a link with the code.
        Browser::new(world).exchange(&location).await.refuses(422, "exchange_code_spent");
        let mut victim = Browser::new(world);
        victim.leave("").await;
        victim.exchange(&location).await.refuses(422, "exchange_code_spent");
        let cross = browser.caller.with("sec-fetch-site", "cross-site");
        let path = format!("/api/auth/retrieve/{}", &location["/?auth_code=".len()..]);
        cross.raw(Method::GET, &path, "text/plain", "").await.refuses(403, "cross_site");
        let mut copy = Browser { caller: browser.caller.clone() };
        let (one, other) = tokio::join!(browser.exchange(&location), copy.exchange(&location));
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 422]);

        let mut late = Browser::new(world);
        let location = late.visit(account(NGOZI)).await;
        world.advance_seconds(60);
        late.exchange(&location).await.refuses(422, "exchange_code_spent");
    }
}

on_one! {
    async fn the_callback_is_valid_only_in_its_browser(world: World) {
        let mut browser = Browser::new(world);
        let question = browser.leave("").await;
        let back = browser.choose(&question, account(NGOZI)).await;
        // Without the cookie, with another one, with a forged state.
        for mut other in [Browser::new(world), { let mut other = Browser::new(world); other.leave("").await; other }] {
            assert_eq!(other.open(&back).await.expect(303).header("location"), "/login?google=expired");
        }
        let forged = back.replace(question["state"].as_str().unwrap(), "forged");
        assert_eq!(browser.open(&forged).await.header("location"), "/login?google=expired");
        // A refusal clears the cookie: the attempt is over.
        assert_eq!(browser.open(&back).await.header("location"), "/login?google=expired");

        let mut replayed = Browser::new(world);
        let question = replayed.leave("").await;
        let back = replayed.choose(&question, account(NGOZI)).await;
        assert!(replayed.open(&back).await.header("location").starts_with("/?auth_code="));
        assert_eq!(replayed.open(&back).await.header("location"), "/login?google=failed", "a code of Google's is good once");

        let mut slow = Browser::new(world);
        let question = slow.leave("").await;
        world.advance_seconds(600);
        let back = slow.choose(&question, account(NGOZI)).await;
        assert_eq!(slow.open(&back).await.header("location"), "/login?google=expired");
    }

    async fn a_code_for_another_sign_in_is_refused(world: World) {
        // An attacker's code in the victim's browser under the victim's own state: nonce and verifier differ.
        let mut attacker = Browser::new(world);
        let asked = attacker.leave("").await;
        let stolen = attacker.choose(&asked, account(NGOZI)).await;
        let mut victim = Browser::new(world);
        let own = victim.leave("").await;
        let injected = stolen.replace(asked["state"].as_str().unwrap(), own["state"].as_str().unwrap());
        assert_eq!(victim.open(&injected).await.header("location"), "/login?google=failed");
    }

    async fn an_account_is_linked_only_if_google_vouches_for_the_address(world: World) {
        let owner = sign_up(world, NGOZI, true).await;
        let linked = Browser::new(world).sign_in(account(NGOZI)).await;
        assert_eq!(linked["id"], owner["id"]);
        let letters = world.messages_to(NGOZI).await;
        let subjects: Vec<&str> = letters.iter().filter_map(|letter| letter["subject"].as_str()).collect();
        // Also of the new browser.
        for about in ["signing in with Google", "a sign-in on a new device"] {
            assert!(subjects.iter().any(|subject| subject.ends_with(about)), "{subjects:?}");
        }
        // The password stays valid.
        let form = json!({ "email": NGOZI, "password": PASSWORD });
        world.caller().post("/auth/login", form).await.expect(200);

        let elsewhere = fresh_email();
        sign_up(world, &elsewhere, true).await;
        assert_eq!(Browser::new(world).visit(account(&elsewhere)).await, "/login?google=own_method");
        let mut unverified = account("bode@gmail.com");
        unverified["email_verified"] = json!(false);
        assert_eq!(Browser::new(world).visit(unverified).await, "/login?google=unproven");
        // Another Google identity with the same address: the account is already linked.
        assert_eq!(Browser::new(world).visit(account("nobody@elsewhere.example")).await, "/login?google=unproven");
    }

    async fn an_unproven_sign_up_is_taken_over_and_loses_its_password(world: World) {
        sign_up(world, NGOZI, false).await;
        let user = Browser::new(world).sign_in(account(NGOZI)).await;
        assert_eq!((&user["name"], &user["phone"]), (&json!("Ngozi Adichie"), &json!("")));
        let form = json!({ "email": NGOZI, "password": PASSWORD });
        world.caller().post("/auth/login", form).await.breaks(&[("email", "mismatch")]);
    }

    async fn provider_failures_and_declined_sign_ins_return_to_the_sign_in_page(world: World) {
        let mut browser = Browser::new(world);
        assert_eq!(browser.visit(Value::Null).await, "/login?google=cancelled");
        let question = browser.leave("").await;
        let back = browser.choose(&question, account(NGOZI)).await;
        behave(world, "lose_answer").await;
        assert_eq!(browser.open(&back).await.header("location"), "/login?google=failed");
        // Google's metadata is cached for an hour.
        world.advance_seconds(3_601);
        let gone = browser.open("/api/auth/google/redirect").await;
        assert_eq!(gone.expect(303).header("location"), "/login?google=failed");
        behave(world, "succeed").await;
        browser.sign_in(account(NGOZI)).await;
    }

    async fn redirects_stay_on_our_own_hosts(world: World) {
        let mut browser = Browser::new(world);
        let mut question = browser.leave("").await;
        question["redirect_uri"] = json!("http://evil.example/steal");
        question["account"] = account(NGOZI);
        browser.caller.post("/sandbox/google/authorise", question).await.refuses(422, "not_our_client");
        // An invalid host name is never used in a URL.
        let mut odd = Browser::new(world);
        odd.caller = odd.caller.with("host", "evil.example@ajo.localhost");
        let answer = odd.open("/api/auth/google/redirect?referrer=%0d%0aSet-Cookie:x").await;
        answer.refuses(400, "malformed_address");
        let answer = Browser::new(world).open("/api/auth/google/redirect?referrer=%0d%0aSet-Cookie:x").await;
        let cookie = answer.expect(303).header("set-cookie");
        assert!(cookie.contains(".; Path=/; HttpOnly; SameSite=Lax; Max-Age=600"), "{cookie}");
    }
}
