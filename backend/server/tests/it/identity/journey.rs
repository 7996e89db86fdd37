//! The way into the app, step by step.

use crate::support::{PASSWORD, World, fresh_email, registration};
use axum::http::Method;
use serde_json::json;

on_one! {
    async fn a_newcomer_signs_up_and_gets_a_profile_and_a_pin(world: World) {
        let email = fresh_email();
        let mut ada = world.caller();
        let next = ada.post("/auth/register", registration(&email.to_uppercase())).await;
        next.expect(201);
        assert_eq!(next.data()["next"], "otp");
        assert_eq!(next.data()["page"], "validate");
        assert_eq!(next.data()["email"], email);
        assert_eq!(next.data()["resend_seconds"], 45);
        assert_eq!(next.data()["expires_at"], "2026-11-20T09:10:00.000Z");
        ada.get("/auth/me").await.refuses(401, "unauthenticated");

        let code = world.code_for(&email).await;
        let wire = format!("{}-{}", &code[..3], &code[3..]);
        let session = ada.post("/auth/verify", json!({ "email": email, "code": wire })).await;
        session.expect(200);
        let user = session.data();
        assert_eq!(user["access_token"], user["token"]);
        assert_eq!(user["token_expires_at"], "2026-11-20T09:05:00.000Z");
        assert_eq!(user["idle_at"], "2026-11-20T09:03:00.000Z");
        assert_eq!(user["meta"]["is_verified"], true);
        assert_eq!(user["profile"]["dob"], json!(null));
        assert_eq!(user["settings"]["base_currency"], "NGN");
        let cookie = session.header("set-cookie");
        assert!(cookie.starts_with("ajo_refresh=") && cookie.contains("; HttpOnly; SameSite=Strict; Max-Age=43200"), "{cookie}");
        assert_eq!(user["has_password"], true);
        assert!(!session.text.replace("has_password", "").contains("password"), "{}", session.text);

        let about = json!({ "first_name": " Ada ", "last_name": "Obi", "gender": "female", "dob": "17-03-1994", "about": "" });
        let profile = ada.post("/profile", about).await;
        assert_eq!(profile.expect(200).data()["first_name"], "Ada");
        assert_eq!(profile.data()["about"], json!(null));
        assert_eq!(profile.data()["phone"], "08031234567");
        assert_eq!(ada.get("/auth/me").await.data()["profile"]["dob"], "17-03-1994");

        assert_eq!(ada.get("/wallet/pin-status").await.expect(200).data()["NGN"], "absent");
        let pin = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "NGN" });
        let set = ada.post("/account/settings/pin/create", pin).await;
        assert_eq!(set.expect(200).data(), &json!({ "currency": "NGN", "status": "pin_set" }));
        assert_eq!(set.body["message"], "Transaction pin changed!");
        assert_eq!(ada.get("/wallet/pin-status").await.data()["NGN"], "pin_set");
        assert_eq!(ada.get("/wallet/pin-status").await.data()["USD"], "absent");

        ada.post("/auth/logout", json!({})).await.expect(200);
        ada.get("/auth/me").await.refuses(401, "unauthenticated");
        ada.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);
        assert_eq!(ada.get("/auth/me").await.expect(200).data()["email"], email);
    }

    async fn an_unfinished_sign_up_continues_at_the_sign_in(world: World) {
        let email = fresh_email();
        let mut ada = world.caller();
        ada.post("/auth/register", registration(&email)).await.expect(201);
        let next = ada.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await;
        assert_eq!(next.expect(200).data()["page"], "otp-login");
        assert!(next.data().get("access_token").is_none());
        let code = world.code_for(&email).await;
        ada.post("/auth/verify", json!({ "email": email, "code": code })).await.breaks(&[("code", "mismatch")]);
        let session = ada.post("/auth/login-otp", json!({ "email": email, "code": code })).await;
        assert_eq!(session.expect(200).data()["meta"]["is_verified"], true);
    }

    async fn a_forgotten_password_is_replaced_and_ends_every_session(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        let mut elsewhere = world.caller();
        elsewhere.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);

        let mut forgetful = world.caller();
        let next = forgetful.post("/forgot/password", json!({ "email": email })).await;
        assert_eq!(next.expect(200).data()["page"], "reset");
        let code = world.code_for(&email).await;
        let tried = json!({ "email": email, "code": code });
        for _ in 0..7 {
            forgetful.post("/auth/code/validate", tried.clone()).await.expect(200);
        }
        let new = json!({ "email": email, "code": code, "password": "Harbour4!Tide", "confirm_password": "Harbour4!Tide" });
        forgetful.post("/reset/password", new.clone()).await.expect(200);
        forgetful.post("/reset/password", new).await.breaks(&[("code", "mismatch")]);

        ada.get("/auth/me").await.refuses(401, "unauthenticated");
        elsewhere.get("/auth/me").await.refuses(401, "unauthenticated");
        ada.post("/auth/refresh", json!({})).await.refuses(401, "unauthenticated");
        forgetful.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.breaks(&[("email", "mismatch")]);
        forgetful.post("/auth/login", json!({ "email": email, "password": "Harbour4!Tide" })).await.expect(200);
    }

    async fn a_new_password_must_not_contain_the_users_name(world: World) {
        let email = fresh_email();
        world.member(&email).await;
        let mut ada = world.caller();
        ada.post("/forgot/password", json!({ "email": email })).await.expect(200);
        let code = world.code_for(&email).await;
        // The browser validates with the same name, which is returned only for the correct code.
        let tried = json!({ "email": email, "code": code });
        assert_eq!(ada.post("/auth/code/validate", tried).await.expect(200).data()["name"], "Ada Obi");
        let mut new = json!({ "email": email, "code": code, "password": "AdaObi2024!" });
        ada.post("/reset/password", new.clone()).await.breaks(&[("password", "too_common")]);
        new["password"] = json!("Harbour4!Tide");
        ada.post("/reset/password", new).await.expect(200);
    }
}

on_both! {
    async fn tenants_have_separate_users(world: World) {
        let email = fresh_email();
        world.member(&email).await;
        let mut tx = world.app.db.begin().await.unwrap();
        service::settings::tenants::insert(&mut tx, &service::settings::tenants::demo(), 0).await.unwrap();
        tx.commit().await.unwrap();

        let mut elsewhere = world.caller().with("host", "esusu.localhost:8080");
        let credentials = json!({ "email": email, "password": PASSWORD });
        elsewhere.post("/auth/login", credentials.clone()).await.breaks(&[("email", "mismatch")]);
        let esusu = elsewhere.get("/app-configuration").await;
        assert_eq!(esusu.expect(200).data()["name"], "Esusu");
        let ajo = elsewhere.get("/app-configuration?identifier=ajo&identifiertype=subdomain").await;
        assert_eq!(ajo.expect(200).data()["name"], "Ajo");
        let business = ajo.data()["business"].as_str().unwrap().to_owned();
        elsewhere.with("x-business", &business).post("/auth/login", credentials.clone()).await.expect(200);
        elsewhere.with("x-business", "nobody").post("/auth/login", credentials).await.refuses(404, "not_found");
        elsewhere.get("/app-configuration?identifier=nobody").await.refuses(404, "not_found");
        elsewhere.get("/app-configuration?identifier=ajo&identifiertype=planet").await.refuses(422, "wrong_type");
        let unknown_host = world.caller().with("host", "127.0.0.1:8080").get("/app-configuration").await;
        assert_eq!(unknown_host.data()["name"], "Ajo");

        for (host, name) in [("esusu.localhost:8080", "Esusu"), ("ajo.localhost", "Ajo"), ("nobody.example", "Ajo")] {
            let manifest = world.caller().with("host", host).raw(Method::GET, "/manifest.webmanifest", "text/plain", "").await;
            assert_eq!(manifest.expect(200).body["name"], name, "{host}");
            assert_eq!(manifest.header("content-type"), "application/manifest+json");
            assert_eq!(manifest.body["icons"][0]["src"], format!("/brands/{}.svg", name.to_lowercase()));
        }
    }
}
