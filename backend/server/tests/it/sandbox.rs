//! The sandbox's console, and its absence in production.

use crate::support::{World, fresh_email};
use crate::wallet::{credit, holder, withdrawal_body};
use ground::hasher::Cost;
use serde_json::{Value, json};
use service::app::AppState;

const PRODUCTION: &[(&str, &str)] = &[
    ("AJO_ENV", "production"),
    ("AJO_SECRET", "pJ4kq0X9vYw3LzR7mT1bN8cF5hG2dAeU6iOs"),
    ("AJO_SMTP_URL", "smtp://127.0.0.1:9"),
    ("AJO_MAIL_FROM", "Ajo <no-reply@ajo.example>"),
    ("AJO_BANK_URL", "http://127.0.0.1:9/v1"),
    ("AJO_BANK_KEY", "key"),
    ("AJO_BANK_SECRET", "Vt8zQ1nKfW5yHc3RjL7oXb2GmP9dUeA4sTqE"),
    (
        "AJO_BANK_HOOK_SECRET",
        "c3RjL7oXb2GmP9dUeA4sTqEVt8zQ1nKfW5yH",
    ),
];

fn plain(port: &str) -> Value {
    json!({ "port": port, "outcome": "succeed", "delay_ms": 0, "times": null })
}

on_one! {
    async fn sent_messages_are_listed_newest_first(world: World) {
        let (one, other) = (fresh_email(), fresh_email());
        world.member(&one).await;
        world.advance_seconds(1);
        world.member(&other).await;
        let all = world.caller().get("/sandbox/messages").await;
        let all = all.expect(200).data().as_array().cloned().unwrap();
        assert_eq!((all.len(), &all[0]["to"], &all[1]["to"]), (2, &json!(other), &json!(one)));
        let message = &world.messages_to(&one).await[0];
        let code = message["code"].as_str().unwrap();
        assert!(code.len() == 6 && message["text"].as_str().unwrap().contains(&code[..3]), "{message}");
        assert_eq!((&message["channel"], &message["sent_at"]), (&json!("email"), &json!("2026-11-20T09:00:00.000Z")));
        assert_eq!(world.messages_to("nobody@example.ng").await.len(), 0);
    }

    async fn an_account_is_credited_like_by_a_bank(world: World) {
        let mut person = world.member_with_pin(&fresh_email()).await;
        credit(world, &mut person, "NGN", "10.00").await;
        let accounts = world.caller().get("/sandbox/accounts").await;
        let account = accounts.expect(200).data()[0].clone();
        assert_eq!((&account["currency"], &account["account_name"]), (&json!("NGN"), &json!("ADA OBI")));
        let sent = json!({ "account_number": account["account_number"], "amount": "2500.50", "sender": " Kemi Bello " });
        let answer = world.caller().post("/sandbox/credits", sent).await;
        assert_eq!((&answer.expect(200).data()["gross_amount"], &answer.data()["counterparty"]["name"]), (&json!("2500.50"), &json!("Kemi Bello")));
        let history = person.get("/transaction/me").await;
        assert_eq!(history.expect(200).data()["data"][0]["reference"], answer.data()["reference"]);
    }

    async fn an_invalid_credit_is_refused(world: World) {
        let mut person = world.member_with_pin(&fresh_email()).await;
        credit(world, &mut person, "NGN", "10.00").await;
        let number = world.caller().get("/sandbox/accounts").await.data()[0]["account_number"].clone();
        let unknown = json!({ "account_number": "0000000000", "amount": "1.00" });
        world.caller().post("/sandbox/credits", unknown).await.refuses(404, "not_found");
        for amount in ["", "x", "-1", "1.005", "1e3", "NaN", "0"] {
            let answer = world.caller().post("/sandbox/credits", json!({ "account_number": number, "amount": amount })).await;
            answer.refuses(422, "refused");
        }
        world.caller().post("/sandbox/credits", json!({ "account_number": number })).await.refuses(422, "wrong_type");
    }

    async fn a_port_behaves_as_set_for_a_number_of_calls(world: World) {
        let behaviours = world.caller().get("/sandbox/behaviour").await;
        assert_eq!(behaviours.expect(200).data(), &json!(["messages", "bank", "identity", "liveness", "places", "google", "push", "bills", "cards", "mandates", "market", "custody", "exchange", "signals", "exchange_keys", "exchange_orders"].map(plain)));
        let told = json!({ "port": "messages", "outcome": "lose_request", "delay_ms": 0, "times": 1 });
        let answer = world.caller().put("/sandbox/behaviour", told.clone()).await;
        assert_eq!(answer.expect(200).data(), &told);
        assert_eq!(world.caller().get("/sandbox/behaviour?port=messages").await.data(), &json!([told]));
        let (lost, kept) = (fresh_email(), fresh_email());
        world.caller().post("/auth/register", crate::support::registration(&lost)).await.expect(201);
        assert_eq!(world.messages_to(&lost).await.len(), 0);
        assert_eq!(world.caller().get("/sandbox/behaviour?port=messages").await.data(), &json!([plain("messages")]));
        world.caller().post("/auth/register", crate::support::registration(&kept)).await.expect(201);
        assert_eq!(world.messages_to(&kept).await.len(), 1);
    }

    async fn an_invalid_behaviour_is_refused(world: World) {
        for bad in [
            json!({ "port": "post", "outcome": "fail" }),
            json!({ "port": "bank", "outcome": "explode" }),
            json!({ "port": "bank", "outcome": "fail", "delay_ms": -1 }),
            json!({ "port": "bank", "outcome": "fail", "times": "twice" }),
            json!({ "outcome": "fail" }),
        ] {
            world.caller().put("/sandbox/behaviour", bad).await.refuses(422, "wrong_type");
        }
        let endless = json!({ "port": "bank", "outcome": "succeed", "delay_ms": 4_000_000 });
        assert_eq!(world.caller().put("/sandbox/behaviour", endless).await.data()["delay_ms"], 30_000);
    }

    async fn payouts_and_behaviour_survive_a_restart(world: World) {
        let told = json!({ "port": "bank", "outcome": "lose_answer", "delay_ms": 0, "times": null });
        let mut person = holder(world, "5000.00").await;
        world.caller().put("/sandbox/behaviour", json!({ "port": "bank", "outcome": "lose_answer" })).await.expect(200);
        let body = withdrawal_body(&mut person, "1000.00").await;
        let payee = format!("bank:{}:{}", crate::wallet::BANK, crate::wallet::ACCOUNT);
        let mut payer = crate::wallet::authorised(&mut person, "withdraw", "1000.00", &payee, "restart-1").await;
        let answer = payer.post("/withdraw", body).await;
        answer.expect(202);
        let restarted = AppState::with(world.app.config.clone(), world.app.db.clone(), world.clock.clone(), Cost::Least).unwrap();
        let mut caller = crate::support::Caller::new(backend::server::router::router(restarted));
        let payouts = caller.get("/sandbox/payouts").await;
        let payout = &payouts.expect(200).data()[0];
        assert_eq!((&payout["reference"], &payout["amount"], &payout["status"]), (&answer.data()["reference"], &json!("1000.00"), &json!("paid")));
        assert_eq!(caller.get("/sandbox/behaviour?port=bank").await.data(), &json!([told]));
    }

    async fn the_sandbox_does_not_exist_in_production(world: World, PRODUCTION) {
        for path in ["/sandbox/messages", "/sandbox/pushes", "/sandbox/accounts", "/sandbox/behaviour", "/sandbox/payouts", "/sandbox/bills"] {
            world.caller().get(path).await.refuses(404, "not_found");
        }
        world.caller().post("/sandbox/credits", json!({})).await.refuses(404, "not_found");
        // The app does not offer push messages that are never sent.
        assert_eq!(world.caller().get("/app-configuration").await.expect(200).data()["push_key"], json!(null));
        let described = world.caller().get("/openapi.json").await;
        assert!(described.text.contains("/api/auth/login") && !described.text.contains("sandbox/"));
    }
}
