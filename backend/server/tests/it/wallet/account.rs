//! The account overview, and receipts of settled transactions.

use super::hooks::SETTINGS;
use super::*;
use wallet::account::send_due;

fn change(name: &str, sms: bool, email: bool) -> Value {
    json!({ "account_name": name, "send_sms_receipt": sms, "send_email_receipt": email })
}

async fn receipts(world: &World, to: &str) -> Vec<Value> {
    let sent = world.messages_to(to).await.into_iter();
    sent.filter(|one| one["text"].as_str().unwrap().contains("eference"))
        .collect()
}

on_one! {
    async fn the_account_is_shown_and_changed(world: World) {
        let mut ada = holder(world, "1500.00").await;
        let shown = ada.get("/account").await.expect(200).data().clone();
        assert_eq!(shown["wallet"]["balance"], "1500.00");
        assert_eq!(shown["wallet"]["walletNumber"], json!(wallet_number(&mut ada).await));
        assert!(shown["account_no"].is_string() && shown["wallet"]["createdAt"].is_string());
        let setting = &shown["setting"];
        assert_eq!((&setting["account_name"], &setting["approval"], &setting["send_email_receipt"]), (&json!("Ada Obi"), &json!(false), &json!(false)));

        let changed = ada.put("/account", change("  Household  ", false, true)).await;
        assert_eq!(changed.expect(200).data()["setting"]["account_name"], "Household");
        assert_eq!(ada.get("/account").await.data()["setting"]["send_email_receipt"], true);
        for (name, code) in [("  ", "required"), ("Ada\u{202e}ibO", "not_allowed")] {
            ada.put("/account", change(name, false, false)).await.breaks(&[("account_name", code)]);
        }
        ada.put("/account", change(&"a".repeat(501), false, false)).await.breaks(&[("account_name", "too_long")]);
        // The phone is unconfirmed.
        ada.put("/account", change("Ada", true, false)).await.breaks(&[("send_sms_receipt", "not_allowed")]);
        world.caller().get("/account").await.refuses(401, "unauthenticated");
    }

    async fn a_receipt_contains_no_text_from_strangers(world: World, SETTINGS) {
        let mut ada = holder(world, "1000.00").await;
        let email = ada.get("/auth/me").await.data()["email"].as_str().unwrap().to_owned();
        world.advance_seconds(1);
        ada.put("/account", change("Ada", false, true)).await.expect(200);
        let mut bola = holder(world, "10.00").await;
        let number = wallet_number(&mut ada).await;
        let mut body = transfer_body(&number, "1.00");
        body["description"] = json!("go to evil.example/x");
        let mut payer = authorised(&mut bola, "wallet_transfer", "1.00", &format!("wallet:{number}"), "key-00000001").await;
        let paid = payer.post("/wallet/transfer", body).await;
        paid.expect(201);
        let account = ada.post("/accounts/fund", json!({ "type": "NGN" })).await.data()["account_number"].clone();
        let told = json!({ "event": "credit.received", "reference": "bank-1", "account_number": account, "currency": "NGN", "amount": "3.00",
            "sender": { "name": "EVIL evil.example/x", "account_number": "0123456789", "bank_name": "GTBank" } });
        super::hooks::notice(world, &told).await.expect(200);
        assert_eq!(send_due(&world.app).await.unwrap(), 2);
        let sent = receipts(world, &email).await;
        assert_eq!(sent.len(), 2);
        for one in &sent {
            let text = one["text"].as_str().unwrap();
            assert!(!text.contains("evil.example"), "{text}");
        }
        // In the app it is shown as it was written.
        assert_eq!(ada.get("/transaction/me").await.data()["data"][1]["description"], "go to evil.example/x");
    }

    async fn a_receipt_follows_each_settled_transaction_once(world: World) {
        let mut ada = holder(world, "1000.00").await;
        let email = ada.get("/auth/me").await.data()["email"].as_str().unwrap().to_owned();
        let mut bola = holder(world, "1.00").await;
        assert_eq!(send_due(&world.app).await.unwrap(), 0);
        world.advance_seconds(1);
        ada.put("/account", change("Ada", false, true)).await.expect(200);
        // Earlier transactions get no receipt.
        assert_eq!(send_due(&world.app).await.unwrap(), 0);
        let number = wallet_number(&mut bola).await;
        let paid = transfer(&mut ada, &number, "100.00", "key-00000001").await.expect(201).data().clone();
        credit(world, &mut ada, "NGN", "50.00").await;
        assert_eq!(send_due(&world.app).await.unwrap(), 2);
        assert_eq!(send_due(&world.app).await.unwrap(), 0);
        let sent = receipts(world, &email).await;
        assert_eq!(sent.len(), 2);
        let reference = paid["reference"].as_str().unwrap();
        let of_transfer = sent.iter().find(|one| one["subject"].as_str().unwrap().contains(reference)).unwrap();
        assert_eq!(of_transfer["attachment"], format!("receipt-{reference}.pdf"));
        assert!(of_transfer["text"].as_str().unwrap().contains("100.00"), "{of_transfer}");
        ada.put("/account", change("Ada", false, false)).await.expect(200);
        transfer(&mut ada, &number, "10.00", "key-00000002").await.expect(201);
        assert_eq!(send_due(&world.app).await.unwrap(), 0);
    }
}

on_both! {
    async fn concurrent_servers_send_each_receipt_once(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        credit(world, &mut ada, "NGN", "100.00").await;
        world.advance_seconds(1);
        ada.put("/account", change("Ada", false, true)).await.expect(200);
        world.advance_seconds(1);
        for _ in 0..3 {
            credit(world, &mut ada, "NGN", "10.00").await;
        }
        let looks: Vec<_> = (0..6).map(|_| {
            let app = world.app.clone();
            tokio::spawn(async move { send_due(&app).await.map_err(|error| error.code()) })
        }).collect();
        for look in looks {
            look.await.unwrap().unwrap();
        }
        assert_eq!(receipts(world, &email).await.len(), 3);
    }
}

on_one! {
    async fn a_pending_payment_gets_its_receipt_when_it_settles(world: World) {
        let mut ada = holder(world, "1000.00").await;
        ada.put("/account", change("Ada", false, true)).await.expect(200);
        // The credit came before.
        assert_eq!(send_due(&world.app).await.unwrap(), 0);
        let behave = |outcome: &str| json!({ "port": "bank", "outcome": outcome, "delay_ms": 0 });
        world.caller().put("/sandbox/behaviour", behave("lose_answer")).await.expect(200);
        withdraw(&mut ada, "500.00", "key-00000001").await.expect(202);
        assert_eq!(send_due(&world.app).await.unwrap(), 0);
        world.caller().put("/sandbox/behaviour", behave("succeed")).await.expect(200);
        world.advance_seconds(3);
        assert_eq!(money::orders::reconcile(&world.app).await.unwrap(), 1);
        assert_eq!(send_due(&world.app).await.unwrap(), 1);
    }
}
