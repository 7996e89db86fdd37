//! Concurrent writes between a check and the write that depends on it.

use super::avatars::{png, upload};
use super::google::{Browser, account};
use super::members::{make_agent, wanted, with_code};
use crate::community::chat::files::{PDF, attach};
use crate::community::chat::somebody;
use crate::push::subscription_text;
use crate::support::{Caller, PASSWORD, World, fresh_email};
use crate::wallet::{ACCOUNT, BANK, authorised, balances, holder, transfer_body, wallet_number};
use ground::db::Tx;
use identity::operator::{self, Case};
use serde_json::{Value, json};
use service::access::roles;
use service::access::users::{self, Profile};
use service::settings::change::{self, Change};

async fn uuid(person: &mut Caller) -> String {
    let me = person.get("/auth/me").await;
    me.expect(200).data()["uuid"].as_str().unwrap().into()
}

async fn case(world: &World, who: &str) -> Case<'static> {
    Case {
        user: operator::find(&world.app, "ajo", who).await.unwrap(),
        by: "Grace in support",
    }
}

/// A concurrent transaction that holds the user's settings.
async fn holding(world: &World, user_id: &str) -> Tx {
    let mut tx = world.app.db.begin().await.unwrap();
    users::lock_settings(&mut tx, user_id, world.clock.now_ms())
        .await
        .unwrap();
    tx
}

async fn by_hand(tx: &mut Tx, statement: &'static str, value: &str) {
    let done = sqlx::query(statement)
        .bind(value)
        .execute(tx.connection())
        .await;
    assert_eq!(done.unwrap().rows_affected(), 1, "{statement}");
}

fn spawn(
    caller: &Caller,
    path: &'static str,
    body: Value,
) -> tokio::task::JoinHandle<crate::support::Answer> {
    let mut caller = caller.clone();
    tokio::spawn(async move {
        match path {
            "/settings" => caller.put(path, body).await,
            _ => caller.post(path, body).await,
        }
    })
}

on_both! {
    async fn a_phone_is_confirmed_only_if_none_was_before(world: World) {
        let (mut ada, user) = somebody(world).await;
        ada.post("/phone/code", json!({ "phone": "08031112222" })).await.expect(200);
        let body = json!({ "phone": "08031112222", "code": world.code_for("08031112222").await });
        let mut tx = world.app.db.begin().await.unwrap();
        by_hand(&mut tx, "UPDATE users SET phone = '08039998888', phone_verified_at_ms = 1 WHERE id = $1", &user.id).await;
        let adding = spawn(&ada, "/phone", body);
        world.until_stuck(&adding).await;
        tx.commit().await.unwrap();
        adding.await.unwrap().refuses(409, "phone_already_set");
        assert_eq!(ada.get("/auth/me").await.data()["phone"], "08039998888");
    }

    async fn concurrent_settings_keep_the_limit(world: World) {
        let (mut ada, user) = somebody(world).await;
        for place in 0..49 {
            ada.post("/account/settings", json!({ "name": format!("setting-{place}"), "value": "x" })).await.expect(200);
        }
        let mut tx = holding(world, &user.id).await;
        by_hand(&mut tx, "INSERT INTO account_settings (id, user_id, name, value, updated_at_ms) VALUES ('fiftieth', $1, 'fiftieth', 'x', 0)", &user.id).await;
        let saving = spawn(&ada, "/account/settings", json!({ "name": "fifty-first", "value": "x" }));
        world.until_stuck(&saving).await;
        tx.commit().await.unwrap();
        saving.await.unwrap().refuses(422, "too_many_settings");
    }

    async fn an_operator_verifies_only_the_address_that_was_shown(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        let id = uuid(&mut ada).await;
        let address = |street: &str| Profile { address: Some(street.into()), ..Profile::default() };
        let mut tx = holding(world, &id).await;
        users::save_address(&mut tx, &id, &address("12 Marina Road"), 1).await.unwrap();
        tx.commit().await.unwrap();
        let seen = case(world, &email).await;
        let mut tx = holding(world, &id).await;
        users::save_address(&mut tx, &id, &address("1 Elsewhere"), 2).await.unwrap();
        let app = world.app.clone();
        let verifying = tokio::spawn(async move { operator::verify_address(&app, &seen).await });
        world.until_stuck(&verifying).await;
        tx.commit().await.unwrap();
        assert_eq!(verifying.await.unwrap().unwrap_err().code(), "address_changed");
        assert_eq!(world.count("SELECT COUNT(*) AS found FROM person_settings WHERE address_verified_at_ms IS NOT NULL").await, 0);
        operator::verify_address(&world.app, &case(world, &email).await).await.unwrap();
    }

    async fn an_operator_adds_an_address_only_if_there_is_none(world: World) {
        let number = json!({ "bvn": "22100000001" });
        world.caller().post("/identity/auth/init", number).await.expect(200);
        let code = world.messages_to("08030000001").await[0]["code"].clone();
        let answer = world.caller().post("/identity/register/create", json!({ "bvn": "22100000001", "code": code })).await;
        let id = answer.expect(200).data()["uuid"].as_str().unwrap().to_owned();
        let seen = case(world, &id).await;
        let mut tx = world.app.db.begin().await.unwrap();
        by_hand(&mut tx, "UPDATE users SET email = 'first@example.ng' WHERE id = $1", &id).await;
        let app = world.app.clone();
        let setting = tokio::spawn(async move { operator::set_email(&app, &seen, "second@example.ng").await });
        world.until_stuck(&setting).await;
        tx.commit().await.unwrap();
        assert_eq!(setting.await.unwrap().unwrap_err().code(), "has_address");
        assert_eq!(case(world, &id).await.user.email, "first@example.ng");
    }

    async fn a_restriction_waits_for_a_payment_in_progress(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        let restricting = case(world, &email).await;
        // Like a payment that has read the user as unrestricted.
        let tx = holding(world, &uuid(&mut ada).await).await;
        let app = world.app.clone();
        let restriction = tokio::spawn(async move { operator::restrict(&app, &restricting, true).await });
        world.until_stuck(&restriction).await;
        assert!(!restriction.is_finished());
        tx.commit().await.unwrap();
        restriction.await.unwrap().unwrap();
        assert_eq!(ada.get("/auth/me").await.data()["restricted"], true);
    }

    async fn a_payment_waits_for_a_restriction_in_progress(world: World) {
        let mut ada = holder(world, "500.00").await;
        let mut ben = holder(world, "1.00").await;
        let (number, id) = (wallet_number(&mut ben).await, uuid(&mut ada).await);
        let payee = format!("wallet:{number}");
        let payer = authorised(&mut ada, "wallet_transfer", "200.00", &payee, "key-00000001").await;
        let mut tx = holding(world, &id).await;
        by_hand(&mut tx, "UPDATE users SET restricted = 1 WHERE id = $1", &id).await;
        let paying = spawn(&payer, "/wallet/transfer", transfer_body(&number, "200.00"));
        world.until_stuck(&paying).await;
        tx.commit().await.unwrap();
        paying.await.unwrap().refuses(403, "restricted");
        assert_eq!((balances(&mut ada).await.0, balances(&mut ben).await.0), ("500.00".into(), "1.00".into()));
    }

    async fn an_agent_who_loses_the_role_opens_no_account(world: World) {
        let (agent_email, email) = (fresh_email(), fresh_email());
        let mut agent = world.member(&agent_email).await;
        make_agent(world, &agent_email).await;
        agent.post("/user/init", wanted(&email)).await.expect(200);
        let body = with_code(&email, &world.code_for(&email).await);
        let mut paused = world.app.hasher.pause.next();
        let opening = spawn(&agent, "/user/proxy-create", body);
        paused.reached().await;
        let user = case(world, &agent_email).await.user;
        roles::give(&world.app, &user, "branch-agent", true, "Grace").await.unwrap();
        paused.go();
        opening.await.unwrap().refuses(403, "permission_required");
        assert!(operator::find(&world.app, "ajo", &email).await.is_err());
    }

    async fn a_concurrently_changed_brand_is_not_overwritten(world: World) {
        let accent = Change { accent: Some("#0a7a4d".into()), ..Change::default() };
        let before = change::find(&world.app, "ajo").await.unwrap();
        let mut tx = world.app.db.begin().await.unwrap();
        by_hand(&mut tx, "UPDATE tenants SET name = $1 WHERE identifier = 'ajo'", "Ajo Two").await;
        tx.commit().await.unwrap();
        assert!(change::set_from(&world.app, &before, &accent).await.is_err());
        assert_eq!(change::set(&world.app, "ajo", &accent).await.unwrap().name, "Ajo Two");
    }

    async fn concurrent_default_accounts_have_one_winner(world: World) {
        let (mut ada, user) = somebody(world).await;
        let mut ids = Vec::new();
        for number in ["0123456789", "0123456797"] {
            let enquiry = ada.post("/enquire", json!({ "bank_code": "058", "account_number": number })).await;
            let found = enquiry.expect(200).data().clone();
            let body = json!({
                "bank_code": "058", "account_number": number, "bank_name": found["bank"]["name"], "account_name": found["account_name"],
            });
            ids.push(ada.post("/bank-account", body).await.expect(201).data()["id"].as_str().unwrap().to_owned());
        }
        let mut tx = holding(world, &user.id).await;
        by_hand(&mut tx, "UPDATE beneficiaries SET is_default = 1 WHERE id = $1", &ids[0]).await;
        let (app, user_id, other) = (world.app.clone(), user.id.clone(), ids[1].clone());
        let setting = tokio::spawn(async move { wallet::beneficiaries::set_default(&app, &user_id, &other, true).await.map(|_| ()) });
        world.until_stuck(&setting).await;
        tx.commit().await.unwrap();
        setting.await.unwrap().unwrap();
        assert_eq!(world.count("SELECT COUNT(*) AS found FROM beneficiaries WHERE is_default = 1").await, 1);
    }

    async fn a_signed_out_session_keeps_no_browser(world: World) {
        let (ada, user) = somebody(world).await;
        let mut tx = holding(world, &user.id).await;
        by_hand(&mut tx, "UPDATE sessions SET ended_at_ms = 1 WHERE user_id = $1", &user.id).await;
        let saving = spawn(&ada, "/settings", json!({ "fcm_token": subscription_text("phone") }));
        world.until_stuck(&saving).await;
        tx.commit().await.unwrap();
        saving.await.unwrap().refuses(401, "unauthenticated");
        assert_eq!(world.count("SELECT COUNT(*) AS found FROM push_subscriptions").await, 0);
    }

    async fn a_signed_out_session_creates_no_invitation(world: World) {
        let (ada, user) = somebody(world).await;
        let mut tx = holding(world, &user.id).await;
        by_hand(&mut tx, "UPDATE sessions SET ended_at_ms = 1 WHERE user_id = $1", &user.id).await;
        let inviting = spawn(&ada, "/settings/telegram", json!({}));
        world.until_stuck(&inviting).await;
        tx.commit().await.unwrap();
        inviting.await.unwrap().refuses(401, "unauthenticated");
        assert_eq!(world.count("SELECT COUNT(*) AS found FROM telegram_links").await, 0);
    }

    async fn a_due_verification_applies_only_to_the_paid_address(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        let id = uuid(&mut ada).await;
        let mut tx = holding(world, &id).await;
        users::set_address_verification(&mut tx, &id, None, Some("2026-11-19"), 1).await.unwrap();
        tx.commit().await.unwrap();
        // The user enters another address while the job looks up due verifications.
        let mut tx = holding(world, &id).await;
        users::set_address_verification(&mut tx, &id, None, None, 2).await.unwrap();
        let app = world.app.clone();
        let ending = tokio::spawn(async move { identity::profile::verify_due_addresses(&app).await });
        world.until_stuck(&ending).await;
        tx.commit().await.unwrap();
        ending.await.unwrap().unwrap();
        assert_eq!(world.count("SELECT COUNT(*) AS found FROM person_settings WHERE address_verified_at_ms IS NOT NULL").await, 0);
    }

    async fn concurrent_role_changes_are_serialised(world: World) {
        let tenant = change::find(&world.app, "ajo").await.unwrap();
        roles::put(&world.app, &tenant.id, "teller", &["agents.create"]).await.unwrap();
        let mut tx = world.app.db.begin().await.unwrap();
        by_hand(&mut tx, "UPDATE roles SET name = name WHERE name = $1", "teller").await;
        let (app, tenant_id) = (world.app.clone(), tenant.id.clone());
        let replacing = tokio::spawn(async move { roles::put(&app, &tenant_id, "teller", &["users.search"]).await });
        world.until_stuck(&replacing).await;
        let add = "INSERT INTO role_permissions (role_id, permission) SELECT id, 'reports.read' FROM roles WHERE name = $1";
        by_hand(&mut tx, add, "teller").await;
        tx.commit().await.unwrap();
        replacing.await.unwrap().unwrap();
        let all = roles::all(&world.app, &tenant.id).await.unwrap();
        let teller = all.into_iter().find(|role| role.name == "teller").unwrap();
        assert_eq!(teller.permissions, ["users.search"]);
    }

    async fn an_agent_opens_no_account_while_the_role_loses_the_permission(world: World) {
        let (agent_email, email) = (fresh_email(), fresh_email());
        let mut agent = world.member(&agent_email).await;
        make_agent(world, &agent_email).await;
        agent.post("/user/init", wanted(&email)).await.expect(200);
        let body = with_code(&email, &world.code_for(&email).await);
        let mut tx = world.app.db.begin().await.unwrap();
        by_hand(&mut tx, "UPDATE roles SET name = name WHERE name = $1", "branch-agent").await;
        let removed = sqlx::query("DELETE FROM role_permissions").execute(tx.connection()).await;
        assert!(removed.unwrap().rows_affected() > 0);
        let opening = spawn(&agent, "/user/proxy-create", body);
        world.until_stuck(&opening).await;
        tx.commit().await.unwrap();
        opening.await.unwrap().refuses(403, "permission_required");
        assert!(operator::find(&world.app, "ajo", &email).await.is_err());
    }

    async fn an_address_leaving_an_account_links_no_google_account(world: World) {
        let gmail = "ngozi.sandbox@gmail.com";
        world.member(gmail).await;
        let user = case(world, gmail).await.user;
        let mut browser = Browser::new(world);
        let question = browser.leave("").await;
        let back = browser.choose(&question, account(&user.email)).await;
        let mut tx = world.app.db.begin().await.unwrap();
        by_hand(&mut tx, "UPDATE users SET email = 'elsewhere@example.ng' WHERE id = $1", &user.id).await;
        let arriving = tokio::spawn(async move { browser.arrive(&back).await });
        world.until_stuck(&arriving).await;
        tx.commit().await.unwrap();
        arriving.await.unwrap();
        assert_eq!(world.count("SELECT COUNT(*) AS found FROM google_accounts").await, 1);
        let linked = "SELECT COUNT(*) AS found FROM google_accounts JOIN users ON users.id = user_id WHERE email = 'elsewhere@example.ng'";
        assert_eq!(world.count(linked).await, 0);
    }

    async fn input_of_a_session_ended_meanwhile_is_not_stored(world: World) {
        let (mut ada, user) = somebody(world).await;
        let login = json!({ "email": user.email, "password": PASSWORD });
        let about = json!({ "first_name": "Mallory", "last_name": "Obi", "gender": "female", "dob": "01-04-1990", "about": "" });
        let bank = json!({ "bank_code": BANK, "bank_name": "x", "account_number": ACCOUNT, "account_name": "x" });
        let answer = json!({ "question": "security-1", "answer": "Corona School" });
        for (path, body) in [("/profile", about), ("/bank-account", bank), ("/security-questions", answer), ("avatar", json!(null))] {
            let mut tx = world.app.db.begin().await.unwrap();
            by_hand(&mut tx, "UPDATE sessions SET ended_at_ms = 1 WHERE user_id = $1 AND ended_at_ms IS NULL", &user.id).await;
            let person = ada.clone();
            let saving = match path {
                "avatar" => tokio::spawn(async move { upload(&person, "a.png", "image/png", &png(9, 9)).await }),
                path => spawn(&person, path, body),
            };
            world.until_stuck(&saving).await;
            tx.commit().await.unwrap();
            saving.await.unwrap().refuses(401, "unauthenticated");
            ada.post("/auth/login", login.clone()).await.expect(200);
        }
        for kept in ["avatars", "beneficiaries", "security_answers"] {
            let count: &'static str = match kept {
                "avatars" => "SELECT COUNT(*) AS found FROM avatars",
                "beneficiaries" => "SELECT COUNT(*) AS found FROM beneficiaries",
                _ => "SELECT COUNT(*) AS found FROM security_answers",
            };
            assert_eq!(world.count(count).await, 0, "{kept}");
        }
        assert_ne!(ada.get("/auth/me").await.data()["profile"]["first_name"], "Mallory");
    }

    async fn concurrent_uploads_keep_the_storage_limit(world: World) {
        let (ada, user) = somebody(world).await;
        attach(&ada, "a.pdf", "application/pdf", PDF).await.expect(201);
        let mut tx = holding(world, &user.id).await;
        by_hand(&mut tx, "UPDATE chat_attachments SET bytes = 104857600 WHERE user_id = $1", &user.id).await;
        let person = ada.clone();
        let sending = tokio::spawn(async move { attach(&person, "a.pdf", "application/pdf", PDF).await });
        world.until_stuck(&sending).await;
        tx.commit().await.unwrap();
        sending.await.unwrap().breaks(&[("file", "too_large")]);
    }
}
