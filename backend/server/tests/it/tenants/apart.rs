//! Two brands on one server with separate users.

use super::{ESUSU, OTHER_PASSWORD, at, namesakes, second_brand};
use crate::identity::avatars::{png, upload};
use crate::realtime::{join, own_channel, serve};
use crate::support::contract::operations;
use crate::support::{Caller, PASSWORD, World, fresh_email};
use crate::wallet::{authorised, balances, credit, transfer, transfer_body, wallet_number};
use axum::http::Method;
use serde_json::{Value, json};

const AJO: &str = "ajo.localhost:8080";

async fn id(person: &mut Caller) -> Value {
    person.get("/auth/me").await.expect(200).data()["uuid"].clone()
}

/// Every call that requires a bearer token, with values for its path parameters.
fn protected_calls() -> Vec<(Method, String)> {
    let protected = operations().into_iter().filter(|one| one.protected);
    protected
        .map(|one| (one.method.clone(), one.path_with("1")))
        .collect()
}

on_one! {
    async fn one_address_has_an_account_at_each(world: World) {
        let email = fresh_email();
        let (mut ada, mut eno) = namesakes(world, &email).await;
        assert_ne!(id(&mut ada).await, id(&mut eno).await);
        for (host, own, others) in [(AJO, PASSWORD, OTHER_PASSWORD), (ESUSU, OTHER_PASSWORD, PASSWORD)] {
            let mut visitor = world.caller().with("host", host);
            visitor.post("/auth/login", json!({ "email": email, "password": others })).await.breaks(&[("email", "mismatch")]);
            visitor.post("/auth/login", json!({ "email": email, "password": own })).await.expect(200);
        }
    }

    async fn a_bearer_token_is_invalid_at_another_brand(world: World) {
        let (mut ada, mut eno) = namesakes(world, &fresh_email()).await;
        let brand = eno.get("/app-configuration").await.data()["business"].as_str().unwrap().to_owned();
        let calls = protected_calls();
        assert!(calls.len() > 40, "{}", calls.len());
        for person in [at(&ada, ESUSU), ada.with("x-business", &brand)] {
            for (method, path) in &calls {
                let answer = person.raw(method.clone(), path, "application/json", "{}").await;
                assert_eq!((answer.status.as_u16(), &answer.body["code"]), (401, &json!("unauthenticated")), "{method} {path}");
            }
        }
        let own = ada.get("/app-configuration").await.data()["business"].as_str().unwrap().to_owned();
        ada.with("x-business", &own).get("/auth/me").await.expect(200);
        ada.with("x-business", "nobody").get("/auth/me").await.refuses(404, "not_found");
        ada.get("/auth/me").await.expect(200);
    }

    async fn calls_at_another_brand_do_not_keep_a_session_alive(world: World) {
        let (mut ada, _) = namesakes(world, &fresh_email()).await;
        world.advance_seconds(100);
        at(&ada, ESUSU).get("/auth/me").await.refuses(401, "unauthenticated");
        world.advance_seconds(100);
        ada.get("/auth/me").await.refuses(401, "unauthenticated");
    }

    async fn a_refresh_cookie_is_valid_at_its_own_brand_only(world: World) {
        let (mut ada, eno) = namesakes(world, &fresh_email()).await;
        let brand = at(&eno, ESUSU).get("/app-configuration").await.data()["business"].as_str().unwrap().to_owned();
        at(&ada, ESUSU).post("/auth/refresh", json!({})).await.refuses(401, "unauthenticated");
        ada.with("x-business", &brand).post("/auth/refresh", json!({})).await.refuses(401, "unauthenticated");
        ada.post("/auth/refresh", json!({})).await.expect(200);
        ada.get("/auth/me").await.expect(200);
    }

    async fn money_stays_within_a_brand(world: World) {
        let (mut ada, mut eno) = namesakes(world, &fresh_email()).await;
        World::set_pin(&mut ada).await;
        World::set_pin(&mut eno).await;
        credit(world, &mut ada, "NGN", "1000.00").await;
        let mut ben = world.member(&fresh_email()).await;
        let (to_eno, to_ben) = (wallet_number(&mut eno).await, wallet_number(&mut ben).await);

        ada.post("/wallet/inquire", json!({ "wallet": to_eno })).await.refuses(404, "no_such_wallet");
        let quote = json!({ "destination": "wallet", "amount": "10.00", "currency": "NGN", "wallet_number": to_eno });
        ada.post("/quotes/transfer", quote).await.refuses(404, "no_such_wallet");
        let mut payer = authorised(&mut ada, "wallet_transfer", "10.00", &format!("wallet:{to_eno}"), "key-00000001").await;
        payer.post("/wallet/transfer", transfer_body(&to_eno, "10.00")).await.refuses(404, "no_such_wallet");
        assert_eq!((balances(&mut ada).await.0, balances(&mut eno).await.0), ("1000.00".into(), "0.00".into()));

        let sent = transfer(&mut ada, &to_ben, "10.00", "key-00000002").await.expect(201).data().clone();
        let reference = sent["reference"].as_str().unwrap();
        eno.get(&format!("/transaction/{reference}")).await.refuses(404, "not_found");
        eno.get(&format!("/transaction/{reference}/receipt.pdf")).await.refuses(404, "not_found");
        assert_eq!(eno.get("/transaction/me").await.expect(200).data()["total"], 0);
        assert_eq!(eno.get("/operations/key-00000002").await.expect(200).data(), &json!({ "state": "unknown" }));
    }

    async fn saved_bank_accounts_stay_within_a_brand(world: World) {
        let (mut ada, mut eno) = namesakes(world, &fresh_email()).await;
        let account = json!({ "bank_code": "058", "bank_name": "GTBank", "account_number": "0123456789", "account_name": "Ada Obi" });
        let saved = ada.post("/bank-account", account.clone()).await.expect(201).data()["id"].as_str().unwrap().to_owned();
        for query in ["", "?search=0123456789", "?get_default=true"] {
            assert_eq!(eno.get(&format!("/bank-account{query}")).await.expect(200).data()["total"], 0, "{query}");
        }
        eno.put("/bank-account", json!({ "id": saved, "is_default": true })).await.refuses(404, "not_found");
        eno.delete(&format!("/bank-account/{saved}"), json!({ "account_number": "0123456789" })).await.refuses(404, "not_found");
        let own = eno.post("/bank-account", account).await.expect(201).data()["id"].clone();
        assert_ne!(own, saved);
        assert_eq!(ada.get("/bank-account").await.data()["total"], 1);
    }

    async fn a_code_is_valid_at_its_own_brand_only(world: World) {
        let email = fresh_email();
        namesakes(world, &email).await;
        let mut here = world.caller();
        here.post("/forgot/password", json!({ "email": email })).await.expect(200);
        let code = world.code_for(&email).await;
        let reset = json!({ "email": email, "code": code, "password": "Lantern7?Road" });
        world.caller().with("host", ESUSU).post("/reset/password", reset.clone()).await.breaks(&[("code", "mismatch")]);
        world.caller().with("host", ESUSU).post("/auth/login", json!({ "email": email, "password": OTHER_PASSWORD })).await.expect(200);
        here.post("/reset/password", reset).await.expect(200);
        here.post("/auth/login", json!({ "email": email, "password": "Lantern7?Road" })).await.expect(200);
    }

    async fn a_wrong_password_at_one_brand_does_not_count_at_the_other(world: World) {
        let email = fresh_email();
        namesakes(world, &email).await;
        let wrong = json!({ "email": email, "password": "Wrong4!Harbour" });
        let mut there = world.caller().with("host", ESUSU);
        let mut last = 0;
        for _ in 0..12 {
            last = there.post("/auth/login", wrong.clone()).await.status.as_u16();
        }
        assert_eq!(last, 429, "twelve in a row make one wait");
        world.caller().post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);
    }

    async fn one_national_number_has_an_account_at_each(world: World) {
        second_brand(world).await;
        let number = json!({ "bvn": "22100000001" });
        let mut people = Vec::new();
        for host in [AJO, ESUSU] {
            let mut person = world.caller().with("host", host);
            person.post("/identity/register/init", number.clone()).await.expect(200);
            let code = world.code_for("08030000001").await;
            let with_code = json!({ "bvn": "22100000001", "code": code });
            let elsewhere = if host == AJO { ESUSU } else { AJO };
            world.caller().with("host", elsewhere).post("/identity/register/create", with_code.clone()).await.breaks(&[("code", "mismatch")]);
            person.post("/identity/register/create", with_code).await.expect(200);
            people.push(id(&mut person).await);
        }
        assert_ne!(people[0], people[1]);
        // Confirmed at one brand only, a number is unknown at the other.
        let mut other = world.caller();
        other.post("/identity/register/init", json!({ "nin": "71100000002" })).await.expect(200);
        let code = world.code_for("08030000002").await;
        other.post("/identity/register/create", json!({ "nin": "71100000002", "code": code })).await.expect(200);
        let mut there = world.caller().with("host", ESUSU);
        there.post("/identity/auth/init", json!({ "nin": "71100000002" })).await.expect(200);
        let code = world.code_for("08030000002").await;
        there.post("/identity/auth/create", json!({ "nin": "71100000002", "code": code })).await.refuses(422, "not_registered");
    }

    async fn one_phone_belongs_to_a_user_of_each(world: World) {
        let (mut ada, mut eno) = namesakes(world, &fresh_email()).await;
        let (of_ada, of_eno) = (ada.get("/auth/me").await, eno.get("/auth/me").await);
        assert_eq!(of_ada.data()["phone"], of_eno.data()["phone"]);
    }

    async fn a_users_picture_is_served_at_their_own_brand_only(world: World) {
        let (ada, eno) = namesakes(world, &fresh_email()).await;
        for (person, own, other) in [(ada, AJO, ESUSU), (eno, ESUSU, AJO)] {
            let saved = upload(&person, "me.png", "image/png", &png(30, 30)).await;
            let image = saved.expect(200).data()["image"].as_str().unwrap().to_owned();
            for (host, status) in [(own, 200), (other, 404)] {
                let seen = world.caller().with("host", host).raw(Method::GET, &image, "", "").await;
                assert_eq!(seen.status, status, "{host}");
            }
        }
    }

    async fn channels_are_separate_between_brands(world: World) {
        let served = serve(&world.app).await;
        let (mut ada, mut eno) = namesakes(world, &fresh_email()).await;
        let (of_ada, of_eno) = (own_channel(&mut ada).await, own_channel(&mut eno).await);
        let wanted = |channel: &str| json!({ "socket_id": "1.2", "channel_name": channel });
        eno.post("/broadcasting/auth", wanted(&of_ada)).await.refuses(403, "not_your_channel");
        at(&ada, ESUSU).post("/broadcasting/auth", wanted(&of_ada)).await.refuses(401, "unauthenticated");
        let (mut to_ada, mut to_eno) = (join(&ada, &served, &of_ada).await, join(&eno, &served, &of_eno).await);
        World::set_pin(&mut ada).await;
        credit(world, &mut ada, "NGN", "5.00").await;
        assert_eq!(to_ada.hear().await["event"], "credit.alert");
        to_eno.hears_nothing().await;
    }
}
