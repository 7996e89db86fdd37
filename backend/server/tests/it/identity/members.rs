//! Roles, accounts opened for someone else, finding members, and account settings.

use super::numbers::code_to;
use crate::support::{PASSWORD, World, fresh_email};
use identity::operator;
use serde_json::{Value, json};
use service::access::roles;

pub fn wanted(email: &str) -> Value {
    json!({ "first_name": "Kemi", "last_name": "Ogun", "gender": "female", "dob": "11-11-1980", "email": email, "phone": "08031112222" })
}

pub fn with_code(email: &str, code: &str) -> Value {
    let mut body = wanted(email);
    body["code"] = json!(code);
    body
}

pub async fn make_agent(world: &World, email: &str) {
    let agent = operator::find(&world.app, "ajo", email).await.unwrap();
    roles::put(
        &world.app,
        &agent.tenant_id,
        "branch-agent",
        &["users.create"],
    )
    .await
    .unwrap();
    roles::give(&world.app, &agent, "branch-agent", false, "Test")
        .await
        .unwrap();
}

on_one! {
    async fn a_role_is_assigned_shown_and_removed(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        assert_eq!(ada.get("/auth/me").await.data()["roles"], json!([]));
        make_agent(world, &email).await;
        make_agent(world, &email).await;
        let carried = json!([{ "name": "branch-agent", "permissions": [{ "name": "users.create" }] }]);
        assert_eq!(ada.get("/auth/me").await.data()["roles"], carried);
        let user = operator::find(&world.app, "ajo", &email).await.unwrap();
        let all = roles::all(&world.app, &user.tenant_id).await.unwrap();
        assert_eq!((all[0].name.as_str(), all[0].carriers), ("branch-agent", 1));
        assert!(roles::give(&world.app, &user, "no-such-role", false, "Test").await.is_err());
        // The permission may be removed from the role, and the role from the user.
        roles::put(&world.app, &user.tenant_id, "branch-agent", &[]).await.unwrap();
        ada.post("/user/init", wanted(&fresh_email())).await.refuses(403, "permission_required");
        roles::give(&world.app, &user, "branch-agent", true, "Test").await.unwrap();
        assert_eq!(ada.get("/auth/me").await.data()["roles"], json!([]));
        let shown = operator::show(&world.app, &user).await.unwrap();
        let log = shown["last_events"].to_string();
        assert!(log.contains("role_given") && log.contains("role_taken") && log.contains("Test"), "{log}");
    }

    async fn an_agent_opens_an_account_without_access_to_it(world: World) {
        let (agent_email, email) = (fresh_email(), fresh_email());
        let mut agent = world.member(&agent_email).await;
        agent.post("/user/init", wanted(&email)).await.refuses(403, "permission_required");
        agent.post("/user/proxy-create", with_code(&email, "000000")).await.refuses(403, "permission_required");
        make_agent(world, &agent_email).await;
        agent.post("/user/init", json!({})).await.breaks(&[
            ("first_name", "required"), ("last_name", "required"), ("gender", "required"), ("dob", "required"),
            ("email", "required"), ("phone", "required"),
        ]);
        assert_eq!(agent.post("/user/init", wanted(&email)).await.expect(200).data()["code_sent"], true);
        let code = world.code_for(&email).await;
        agent.post("/user/proxy-create", with_code(&email, "000000")).await.breaks(&[("code", "mismatch")]);
        // The code is bound to the agent: it is not valid for a sign-up.
        world.caller().post("/auth/verify", json!({ "email": email, "code": code })).await.breaks(&[("code", "mismatch")]);
        let token = agent.token.clone();
        let opened = agent.post("/user/proxy-create", with_code(&email, &code)).await;
        assert_eq!(opened.expect(201).data()["name"], "Kemi Ogun");
        assert_eq!((opened.header("set-cookie"), &agent.token), ("", &token));
        agent.post("/user/proxy-create", with_code(&email, &code)).await.breaks(&[("code", "mismatch")]);
        let letters = world.messages_to(&email).await;
        assert!(letters[0]["text"].as_str().unwrap().contains("opened for you"));

        let mut owner = world.caller();
        owner.post("/forgot/password", json!({ "email": email })).await.expect(200);
        let code = world.code_for(&email).await;
        owner.post("/reset/password", json!({ "email": email, "code": code, "password": "Harbour4!Tide" })).await.expect(200);
        let user = owner.post("/auth/login", json!({ "email": email, "password": "Harbour4!Tide" })).await;
        assert_eq!((&user.expect(200).data()["profile"]["dob"], &user.data()["phone"]), (&json!("11-11-1980"), &json!("08031112222")));
        owner.get("/accounts").await.expect(200);
    }

    async fn an_agent_does_not_wait_for_other_codes(world: World) {
        let (agent_email, email) = (fresh_email(), fresh_email());
        let mut agent = world.member(&agent_email).await;
        make_agent(world, &agent_email).await;
        world.caller().post("/auth/register", crate::support::registration(&email)).await.expect(201);
        for _ in 0..2 {
            // The second time, the first code is still valid.
            let sent = agent.post("/user/init", wanted(&email)).await;
            assert_eq!(sent.expect(200).data()["code_sent"], true);
            assert_eq!(world.messages_to(&email).await.len(), 2);
        }
        let code = world.code_for(&email).await;
        agent.post("/user/proxy-create", with_code(&email, &code)).await.expect(201);
    }
}

on_both! {
    async fn an_account_proven_by_its_owner_is_not_opened_by_an_agent(world: World) {
        let (agent_email, email) = (fresh_email(), fresh_email());
        let mut agent = world.member(&agent_email).await;
        make_agent(world, &agent_email).await;
        let mut owner = world.caller();
        owner.post("/auth/register", crate::support::registration(&email)).await.expect(201);
        world.advance_seconds(60);
        agent.post("/user/init", wanted(&email)).await.expect(200);
        let code = world.code_for(&email).await;
        // The owner proves the address with a password reset, and verifies the identity.
        owner.post("/forgot/password", json!({ "email": email })).await.expect(200);
        let reset = json!({ "email": email, "code": world.code_for(&email).await, "password": PASSWORD });
        owner.post("/reset/password", reset).await.expect(200);
        owner.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);
        let grace = json!({ "first_name": "Grace", "last_name": "Akpan", "gender": "female", "dob": "07-07-1976" });
        owner.post("/profile", grace).await.expect(200);
        owner.post("/verify/bvn", json!({ "bvn": "22100000007" })).await.expect(200);
        let proof = json!({ "bvn": "22100000007", "code": code_to(world, "08030000007").await });
        owner.post("/verify/bvn", proof).await.expect(200);
        let before = owner.get("/auth/me").await.expect(200).data().clone();

        agent.post("/user/proxy-create", with_code(&email, &code)).await.refuses(409, "account_exists");
        assert_eq!(owner.get("/auth/me").await.expect(200).data(), &before);
        owner.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);
    }

    async fn an_account_being_proven_is_not_opened_by_an_agent(world: World) {
        let (agent_email, email) = (fresh_email(), fresh_email());
        let mut agent = world.member(&agent_email).await;
        make_agent(world, &agent_email).await;
        world.caller().post("/auth/register", crate::support::registration(&email)).await.expect(201);
        world.advance_seconds(60);
        agent.post("/user/init", wanted(&email)).await.expect(200);
        let code = world.code_for(&email).await;
        // Like the owner's proof, up to its commit.
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE users SET verified_at_ms = 1 WHERE email = $1").bind(email.as_str()).execute(tx.connection()).await.unwrap();
        let mut same = agent.clone();
        let body = with_code(&email, &code);
        let opening = tokio::spawn(async move { same.post("/user/proxy-create", body).await });
        world.until_stuck(&opening).await;
        tx.commit().await.unwrap();
        opening.await.unwrap().refuses(409, "account_exists");
    }
}

on_one! {
    async fn an_agent_cannot_enumerate_accounts(world: World) {
        let (agent_email, member_email) = (fresh_email(), fresh_email());
        let mut agent = world.member(&agent_email).await;
        make_agent(world, &agent_email).await;
        world.member(&member_email).await;
        let mut answers = Vec::new();
        for email in [member_email.clone(), fresh_email()] {
            let asked = agent.post("/user/init", wanted(&email)).await;
            let tried = agent.post("/user/proxy-create", with_code(&email, "123456")).await;
            answers.push((asked.status, asked.body, tried.status, tried.body["violations"].clone()));
        }
        assert_eq!(answers[0], answers[1]);
        let letters = world.messages_to(&member_email).await;
        assert!(letters[0]["subject"].as_str().unwrap().ends_with("you have an account"));
        assert!(letters[0]["code"].is_null());
    }
}

on_both! {
    async fn members_are_found_by_full_address_with_masked_names(world: World) {
        let email = fresh_email();
        let member = world.member(&email).await.get("/auth/me").await.data()["uuid"].clone();
        let mut ada = world.member(&fresh_email()).await;
        let found = ada.get(&format!("/users/search?query={}", email.to_uppercase())).await;
        assert_eq!(found.expect(200).data(), &json!([{ "uuid": member, "name": "A•• O••" }]));
        let (start, _) = email.split_once('@').unwrap();
        for part in [start, "@example.ng", "%25", "", "nobody@example.ng"] {
            assert_eq!(ada.get(&format!("/users/search?query={part}")).await.expect(200).data(), &json!([]), "{part}");
        }
        let unproven = fresh_email();
        world.caller().post("/auth/register", crate::support::registration(&unproven)).await.expect(201);
        assert_eq!(ada.get(&format!("/users/search?query={unproven}")).await.expect(200).data(), &json!([]));
        world.caller().get(&format!("/users/search?query={email}")).await.refuses(401, "unauthenticated");
        let mut tx = world.app.db.begin().await.unwrap();
        service::access::users::set_restricted(&mut tx, member.as_str().unwrap(), true).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(ada.get(&format!("/users/search?query={email}")).await.expect(200).data(), &json!([]));
    }
}

on_one! {
    async fn an_account_setting_is_set_replaced_and_removed_by_its_owner(world: World) {
        let (mut ada, mut bola) = (world.member(&fresh_email()).await, world.member(&fresh_email()).await);
        let set = ada.post("/account/settings", json!({ "name": "chart.period", "value": "1h" })).await;
        let id = set.expect(200).data()["id"].as_str().unwrap().to_owned();
        let again = ada.post("/account/settings", json!({ "name": " chart.period ", "value": "" })).await;
        assert_eq!((again.expect(200).data()["id"].as_str(), &again.data()["value"]), (Some(id.as_str()), &json!("")));
        assert_eq!(bola.get("/account/settings").await.expect(200).data(), &json!([]));
        bola.delete(&format!("/account/settings/{id}"), Value::Null).await.refuses(404, "not_found");
        let long = "x".repeat(41);
        for (name, code) in [("", "required"), ("Chart", "not_allowed"), ("a b", "not_allowed"), ("ü", "not_allowed"), (&long, "too_long")] {
            ada.post("/account/settings", json!({ "name": name, "value": "x" })).await.breaks(&[("name", code)]);
        }
        ada.post("/account/settings", json!({ "name": "a", "value": "x".repeat(501) })).await.breaks(&[("value", "too_long")]);
        for number in 1..50 {
            ada.post("/account/settings", json!({ "name": format!("n{number}"), "value": "x" })).await.expect(200);
        }
        ada.post("/account/settings", json!({ "name": "one-more", "value": "x" })).await.refuses(422, "too_many_settings");
        assert_eq!(ada.get("/account/settings").await.data().as_array().unwrap().len(), 50);
        ada.delete(&format!("/account/settings/{id}"), Value::Null).await.expect(200);
        ada.delete(&format!("/account/settings/{id}"), Value::Null).await.refuses(404, "not_found");
        ada.post("/account/settings", json!({ "name": "one-more", "value": "x" })).await.expect(200);
    }
}
