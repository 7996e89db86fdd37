//! Banks, name enquiries, saved accounts, and the names of wallet owners.

use super::*;
use crate::support::registration;
use service::settings::tenants;

fn account(number: &str) -> Value {
    json!({ "bank_code": BANK, "bank_name": "whatever", "account_number": number, "account_name": "whoever" })
}

on_one! {
    async fn accounts_are_saved_found_and_removed(world: World) {
        let (mut ada, mut ben) = (world.member(&fresh_email()).await, world.member(&fresh_email()).await);
        let saved = ada.post("/bank-account", account("0123456789")).await;
        let saved = saved.expect(201).data().clone();
        // The name comes from the bank, whatever was sent.
        assert_ne!(saved["account_name"], "whoever");
        assert!(saved["bank_name"].as_str().unwrap().to_lowercase().contains("guaranty"), "{saved}");
        let again = ada.post("/bank-account", account("0123456789")).await;
        assert_eq!(again.expect(201).data()["id"], saved["id"]);
        let mut second = account("0123456780");
        second["is_default"] = json!(true);
        let second = ada.post("/bank-account", second).await.expect(201).data()["id"].clone();

        let page = ada.get("/bank-account?search=0123456789").await;
        assert_eq!((&page.data()["total"], &page.data()["data"][0]["id"]), (&json!(1), &saved["id"]));
        assert_eq!(ada.get("/bank-account?search=%25").await.data()["total"], 0);
        let first = ada.get("/bank-account?get_default=true").await;
        assert_eq!((&first.data()["total"], &first.data()["data"][0]["id"]), (&json!(1), &second));
        ada.put("/bank-account", json!({ "id": saved["id"], "is_default": true })).await.expect(200);
        assert_eq!(ada.get("/bank-account?get_default=true").await.data()["data"][0]["id"], saved["id"]);

        let one = ada.get("/bank-account?per_page=1&page=2").await;
        assert_eq!((&one.data()["last_page"], &one.data()["data"][0]["id"]), (&json!(2), &second));
        let path = format!("/bank-account/{}", saved["id"].as_str().unwrap());
        ada.delete(&path, json!({ "typed": "0123456788" })).await.breaks(&[("typed", "mismatch")]);
        ben.delete(&path, json!({ "typed": "0123456789" })).await.refuses(404, "not_found");
        ben.put("/bank-account", json!({ "id": saved["id"], "is_default": true })).await.refuses(404, "not_found");
        assert_eq!(ada.get("/bank-account").await.data()["total"], 2);
        ada.delete(&path, json!({ "typed": "0123456789" })).await.expect(200);
        assert_eq!(ada.get("/bank-account").await.data()["total"], 1);
    }

    async fn banks_are_listed_and_resolve_account_names(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let banks = ada.get("/banks").await;
        let banks = banks.expect(200).data().as_array().cloned().unwrap();
        assert!(banks.len() >= 20, "{}", banks.len());
        let ussd = ada.get("/banks/ussd").await;
        assert!(ussd.expect(200).data().as_array().unwrap().iter().all(|bank| bank["ussd_template"].is_string()));
        ada.post("/enquire", json!({ "bank_code": BANK, "account_number": "0000000000" })).await.breaks(&[("account_number", "not_allowed")]);
        ada.post("/enquire", json!({ "bank_code": "nope", "account_number": ACCOUNT })).await.breaks(&[("bank_code", "not_one_of")]);
        for bad in ["", "123", "01234567890", "012345678x", "08031234567"] {
            ada.post("/enquire", json!({ "bank_code": BANK, "account_number": bad })).await.breaks(&[("account_number", "wrong_length")]);
        }
        ada.post("/enquire", json!({ "bank_code": BANK, "account_number": 123 })).await.refuses(422, "wrong_type");
        ada.post("/bank-account", account("0000000000")).await.breaks(&[("account_number", "not_allowed")]);
    }
}

on_both! {
    async fn a_wallet_owners_name_is_masked(world: World) {
        let (mut ada, mut ben) = (world.member(&fresh_email()).await, world.member(&fresh_email()).await);
        let number = wallet_number(&mut ben).await;
        let found = ada.post("/wallet/inquire", json!({ "wallet": number })).await;
        assert_eq!(found.expect(200).data(), &json!({ "wallet_number": number, "name": "A•• O••", "currency": "NGN" }));
        ada.post("/wallet/inquire", json!({ "wallet": "1" })).await.refuses(404, "no_such_wallet");

        // Users of another brand are not found.
        let mut tx = world.app.db.begin().await.unwrap();
        tenants::insert(&mut tx, &tenants::demo(), 1).await.unwrap();
        tx.commit().await.unwrap();
        let email = fresh_email();
        let mut eno = world.caller().with("host", "esusu.localhost:8080");
        eno.post("/auth/register", registration(&email)).await.expect(201);
        let code = world.code_for(&email).await;
        eno.post("/auth/verify", json!({ "email": email, "code": code })).await.expect(200);
        eno.post("/wallet/inquire", json!({ "wallet": number })).await.refuses(404, "no_such_wallet");
    }
}
