//! Electricity tokens that arrive after the purchase.

use super::{IKEJA, buy, pass_time, power, provider_will, validated};
use crate::support::{Caller, World};
use crate::wallet::{balances, holder};
use money::orders::reconcile;
use serde_json::{Value, json};

/// A meter whose token comes with the third query.
const LATE: &str = "8812345678";
/// A meter whose purchase is pending until the third query.
const PENDING: &str = "7712345678";

async fn seen(person: &mut Caller, reference: &Value) -> Value {
    let path = format!("/transaction/{}", reference.as_str().unwrap());
    person.get(&path).await.expect(200).data().clone()
}

on_one! {
    async fn a_token_from_the_third_response_is_shown(world: World) {
        let mut ada = holder(world, "5000.00").await;
        let code = validated(&mut ada, "power", IKEJA, LATE).await;
        let bought = buy(&mut ada, "power", power(LATE, "1000.00", &code), "1000.00", "key-00000001").await;
        let bought = bought.expect(201).data().clone();
        assert_eq!((&bought["status"], &bought["token"], &bought["token_pending"]), (&json!("SUCCESSFUL"), &Value::Null, &json!(true)));
        assert_eq!(balances(&mut ada).await, ("4000.00".into(), "4000.00".into()));
        for asked in 1..=3 {
            pass_time(world, &mut ada, 60).await;
            let settled = reconcile(&world.app).await.unwrap();
            let now = seen(&mut ada, &bought["reference"]).await;
            assert_eq!((settled, now["token"].is_string(), now["token_pending"] == true), (usize::from(asked == 3), asked == 3, asked < 3));
        }
        // The stored response of the payment has it too, and the provider is not queried any more.
        let operation = ada.get("/operations/key-00000001").await;
        assert!(operation.expect(200).data()["answer"]["data"]["token"].is_string(), "{}", operation.text);
        pass_time(world, &mut ada, 3_600).await;
        assert_eq!(reconcile(&world.app).await.unwrap(), 0);
        assert_eq!(balances(&mut ada).await, ("4000.00".into(), "4000.00".into()));
    }
}

on_both! {
    async fn servers_concurrently_receiving_a_token_store_it_once(world: World) {
        let mut ada = holder(world, "5000.00").await;
        let email = ada.get("/auth/me").await.expect(200).data()["email"].as_str().unwrap().to_owned();
        let code = validated(&mut ada, "power", IKEJA, LATE).await;
        let bought = buy(&mut ada, "power", power(LATE, "1000.00", &code), "1000.00", "key-00000001").await;
        let bought = bought.expect(201).data().clone();
        for _ in 0..2 {
            pass_time(world, &mut ada, 60).await;
            assert_eq!(reconcile(&world.app).await.unwrap(), 0);
        }
        world.advance_seconds(60);
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE wallet_transactions SET token = token").execute(tx.connection()).await.unwrap();
        let ask = |app: service::app::AppState| tokio::spawn(async move { reconcile(&app).await.unwrap() });
        let first = ask(world.app.clone());
        world.until_stuck(&first).await;
        // The first server is delayed for so long that another one takes over the order.
        world.advance_seconds(121);
        let calls = [first, ask(world.app.clone())];
        world.until_all_stuck(&calls).await;
        tx.commit().await.unwrap();
        let [first, second] = calls;
        assert_eq!(first.await.unwrap() + second.await.unwrap(), 1);
        crate::support::sign_in(&mut ada, &email).await;
        assert!(seen(&mut ada, &bought["reference"]).await["token"].is_string());
        let letters = world.messages_to(&email).await;
        assert_eq!(letters.iter().filter(|letter| letter["subject"] == "Ajo: the token for your meter").count(), 1);
        assert_eq!(balances(&mut ada).await, ("4000.00".into(), "4000.00".into()));
    }
}

on_one! {
    async fn a_pending_purchase_gets_its_token_with_the_outcome(world: World) {
        let mut ada = holder(world, "5000.00").await;
        let code = validated(&mut ada, "power", IKEJA, PENDING).await;
        let bought = buy(&mut ada, "power", power(PENDING, "1000.00", &code), "1000.00", "key-00000001").await;
        let bought = bought.expect(202).data().clone();
        for _ in 0..3 {
            pass_time(world, &mut ada, 60).await;
            reconcile(&world.app).await.unwrap();
        }
        let now = seen(&mut ada, &bought["reference"]).await;
        assert_eq!((&now["status"], now["token"].is_string(), &now["units"]), (&json!("SUCCESSFUL"), true, &json!("5.0")));
    }

    async fn a_late_outcome_is_emailed_once(world: World) {
        let mut ada = holder(world, "5000.00").await;
        let email = ada.get("/auth/me").await.expect(200).data()["email"].as_str().unwrap().to_owned();
        let letters = async || -> Vec<(String, String)> {
            let text = |message: &Value, key: &str| message[key].as_str().unwrap().to_owned();
            let all = world.messages_to(&email).await;
            let all = all.iter().map(|message| (text(message, "subject"), text(message, "text")));
            all.filter(|(subject, _)| subject.contains("your payment") || subject.contains("token")).collect()
        };
        // A payer whose response contains the outcome needs no email.
        provider_will(world, "succeed").await;
        let airtime = |phone: &str| json!({ "network": "mtn", "phone": phone, "amount": "50.00", "confirm": true });
        buy(&mut ada, "airtime", airtime("08031234567"), "50.00", "key-00000001").await.expect(201);
        assert_eq!(letters().await, []);

        // The request is lost, and the repeat is refused.
        provider_will(world, "lose_request").await;
        let lost = buy(&mut ada, "airtime", airtime("08031234568"), "50.00", "key-00000002").await;
        lost.expect(202);
        provider_will(world, "fail").await;
        pass_time(world, &mut ada, 60).await;
        assert_eq!(reconcile(&world.app).await.unwrap(), 1);
        let sent = letters().await;
        assert_eq!((sent.len(), sent[0].0.as_str()), (1, "Ajo: your payment failed"));
        assert!(sent[0].1.contains("08031234568") && sent[0].1.contains(lost.data()["reference"].as_str().unwrap()), "{sent:?}");

        provider_will(world, "succeed").await;
        let code = validated(&mut ada, "power", IKEJA, LATE).await;
        buy(&mut ada, "power", power(LATE, "1000.00", &code), "1000.00", "key-00000003").await.expect(201);
        let code = validated(&mut ada, "power", IKEJA, PENDING).await;
        let pending = buy(&mut ada, "power", power(PENDING, "1000.00", &code), "1000.00", "key-00000004").await;
        pending.expect(202);
        for _ in 0..4 {
            pass_time(world, &mut ada, 60).await;
            reconcile(&world.app).await.unwrap();
        }
        let sent = letters().await;
        assert_eq!(sent.len(), 3, "{sent:?}");
        for (subject, text) in &sent[..2] {
            assert_eq!(subject, "Ajo: the token for your meter");
            let token = text.lines().find_map(|line| line.strip_prefix("Token: ")).unwrap();
            assert!(token.split(' ').all(|four| four.len() == 4), "{text}");
        }
    }
}
