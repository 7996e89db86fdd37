//! Restricted users, who may receive money but not send it.

use super::*;
use service::access::users;

const PHONE: &str = "08031234567";

pub async fn restrict(world: &World, person: &mut Caller) {
    let me = person.get("/auth/me").await;
    let id = me.expect(200).data()["uuid"].as_str().unwrap().to_owned();
    let mut tx = world.app.db.begin().await.unwrap();
    users::set_restricted(&mut tx, &id, true).await.unwrap();
    tx.commit().await.unwrap();
}

on_both! {
    async fn restricted_users_pay_nothing_and_still_receive_money(world: World) {
        let mut ada = holder(world, "5000.00").await;
        let mut ben = holder(world, "100.00").await;
        let number = wallet_number(&mut ben).await;
        let to_wallet = authorised(&mut ada, "wallet_transfer", "250.00", &format!("wallet:{number}"), "key-00000001").await;
        let to_bank = authorised(&mut ada, "withdraw", "250.00", &format!("bank:{BANK}:{ACCOUNT}"), "key-00000002").await;
        let airtime = authorised(&mut ada, "airtime", "50.00", &format!("airtime:mtn:{PHONE}"), "key-00000003").await;
        let withdrawal = withdrawal_body(&mut ada, "250.00").await;
        let top_up = json!({ "network": "mtn", "phone": PHONE, "amount": "50.00", "confirm": true });
        restrict(world, &mut ada).await;

        for (mut payer, path, body) in [
            (to_wallet, "/wallet/transfer", transfer_body(&number, "250.00")),
            (to_bank, "/withdraw", withdrawal),
            (airtime, "/vas/airtime", top_up.clone()),
        ] {
            let refused = payer.post(path, body).await;
            refused.refuses(403, "restricted");
            assert_eq!(refused.body["message"], "Cannot perform this transaction!", "{path}");
        }
        for (path, body) in [
            ("/quotes/transfer", json!({ "destination": "wallet", "amount": "250.00", "currency": "NGN", "wallet_number": number })),
            ("/quotes/transfer", json!({ "destination": "bank", "amount": "250.00", "currency": "NGN", "bank_code": BANK, "account_number": ACCOUNT })),
            ("/quotes/airtime", top_up),
        ] {
            let refused = ada.post(path, body).await;
            refused.refuses(403, "restricted");
            assert_eq!(refused.body["message"], "Cannot perform this transaction!", "{path}");
        }
        assert_eq!(balances(&mut ada).await, ("5000.00".into(), "5000.00".into()));

        // All ways of receiving money still work.
        credit(world, &mut ada, "NGN", "100.00").await;
        transfer(&mut ben, &wallet_number(&mut ada).await, "50.00", "key-00000004").await.expect(201);
        let body = json!({ "purpose": "fund", "currency": "NGN", "amount": "100.00" });
        ada.post("/payment/card", body).await.expect(201);
        assert_eq!(balances(&mut ada).await.0, "5150.00");
    }
}
