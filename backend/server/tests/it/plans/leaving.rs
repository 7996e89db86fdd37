//! Leaving a group, its circle, and the choice of collection.

use super::groups::{join, uuid};
use super::*;
use crate::wallet::balances;

/// A group of Ada's that Ben has joined, with its identifier and code.
async fn group_of_two(world: &World, ada: &mut Caller, ben: &mut Caller) -> (String, String) {
    let plan = offered(world, "group", |facts| facts.is_group = Some(true)).await;
    subscribe(ada, &plan, "200.00", "key-00000001")
        .await
        .expect(201);
    let group = newest(ada).await;
    let (id, code) = (text(&group["id"]), text(&group["code"]));
    join(ben, &id, &code, "300.00", "key-00000001")
        .await
        .expect(201);
    (id, code)
}

async fn leave(person: &Caller, id: &str, key: &str) -> Answer {
    let path = format!("/subscriptions/{id}/leave");
    person
        .with("idempotency-key", key)
        .post(&path, json!({ "confirm": true }))
        .await
}

fn paid_up(plan: &Value) -> Vec<Value> {
    let members = plan["members"].as_array().unwrap();
    members
        .iter()
        .map(|one| one["is_paid_up"].clone())
        .collect()
}

on_both! {
    async fn a_member_leaves_and_the_group_goes_on(world: World) {
        let ((mut ada, her_email), (mut ben, _)) = (saver(world, "1000.00").await, saver(world, "1000.00").await);
        let (id, code) = group_of_two(world, &mut ada, &mut ben).await;
        let his = newest(&mut ben).await;
        assert_eq!((&his["leaving"]["penalty"], &his["leaving"]["refund"]), (&json!("15.00"), &json!("285.00")));
        assert_eq!(newest(&mut ada).await["leaving"], Value::Null);
        leave(&ada, &id, "key-00000002").await.breaks(&[("id", "not_allowed")]);
        let left = leave(&ben, &id, "key-00000003").await;
        assert_eq!((&left.expect(200).data()["status"], &left.body["message"]), (&json!("TERMINATED"), &json!("You have left this plan")));
        assert_eq!(leave(&ben, &id, "key-00000003").await.expect(200).body, left.body);
        leave(&ben, &id, "key-00000004").await.breaks(&[("id", "not_allowed")]);
        assert_eq!((balances(&mut ada).await.0, balances(&mut ben).await.0), ("800.00".into(), "985.00".into()));
        let ended = json!({ "how": "left", "on": "2026-11-20", "returned": "285.00", "penalty": "15.00" });
        assert_eq!(newest(&mut ben).await["ended"], ended);
        // The group continues for its creator, who is told; who has left does not come back.
        let hers = newest(&mut ada).await;
        assert_eq!((&hers["status"], &hers["pot"]), (&json!("ACTIVE"), &json!("200.00")));
        let told = crate::inbox::emails(world, &her_email, "Group savings").await;
        assert!(told.iter().any(|text| text.contains("A member has left your savings \"School fees\"")), "{told:?}");
        let body = json!({ "code": code, "amount": "300.00", "user": uuid(&mut ben).await });
        ada.with("idempotency-key", "key-00000005").post("/plans/join", body).await.breaks(&[("user", "not_allowed")]);
        ben.post("/quotes/join", json!({ "code": code, "amount": "300.00" })).await.breaks(&[("code", "not_allowed")]);
        crate::reconciliation::agrees(world).await;
        // Their end stays what it was when the creator ends the group later.
        abort(&ada, &id, "key-00000006").await.expect(200);
        assert_eq!(newest(&mut ben).await["ended"], ended);
        crate::reconciliation::agrees(world).await;
    }

    async fn a_group_that_ends_meanwhile_pays_a_leaving_member_once(world: World) {
        let ((mut ada, _), (mut ben, _)) = (saver(world, "1000.00").await, saver(world, "1000.00").await);
        let (id, _) = group_of_two(world, &mut ada, &mut ben).await;
        let (ended, left) = tokio::join!(abort(&ada, &id, "key-00000002"), leave(&ben, &id, "key-00000003"));
        ended.expect(200);
        let back = balances(&mut ben).await.0;
        match left.status.as_u16() {
            200 => assert_eq!(back, "985.00"),
            _ => assert_eq!(back, "1000.00"),
        }
        crate::reconciliation::agrees(world).await;
    }
}

on_one! {
    async fn the_circle_shows_who_has_paid_and_no_amounts(world: World) {
        let ((mut ada, her_email), (mut ben, his_email)) = (saver(world, "1000.00").await, saver(world, "1000.00").await);
        let (id, code) = group_of_two(world, &mut ada, &mut ben).await;
        let (kemi, _) = saver(world, "1000.00").await;
        let invited = json!({ "code": code, "amount": "150.00", "user": uuid(&mut kemi.clone()).await });
        ada.with("idempotency-key", "key-00000002").post("/plans/join", invited).await.expect(201);
        // An invited person sees who invites, and no other member.
        let hers = invitation(&mut kemi.clone()).await;
        assert_eq!(hers["members"].as_array().unwrap().len(), 2);
        assert!(hers["members"][0]["is_paid_up"].is_boolean() && hers["members"][1]["is_me"] == json!(true));
        let his = newest(&mut ben).await;
        assert_eq!(his["circle"], json!({ "round": 1, "of": 3, "next_day": "2026-12-20" }));
        assert_eq!(paid_up(&his), [json!(true), json!(true), Value::Null]);
        days_pass(world, 31).await;
        let mut ada = back(world, &her_email).await;
        let hers = newest(&mut ada).await;
        assert_eq!((&hers["circle"]["round"], &hers["circle"]["next_day"]), (&json!(2), &json!("2027-01-20")));
        let second = text(&hers["savings"][1]["id"]);
        pay(&mut ada, &second, "200.00", "200.00", "key-00000003").await.expect(201);
        let mut ben = back(world, &his_email).await;
        let his = ben.get(&format!("/subscriptions/{id}")).await;
        assert_eq!(paid_up(his.expect(200).data()), [json!(true), json!(false), Value::Null]);
        assert!(!his.text.contains("200.00"), "{}", his.text);
    }

    async fn a_member_chooses_whether_instalments_are_collected(world: World) {
        let plan = offered(world, "target", |_| ()).await;
        let (ada, email) = saver(world, "1000.00").await;
        let mut body = wanted(&plan, "200.00", "wallet");
        body["collects"] = json!(true);
        subscribe_by_pin(&ada, "key-00000001", body).await.expect(201);
        days_pass(world, 31).await;
        let mut ada = back(world, &email).await;
        let found = newest(&mut ada).await;
        assert_eq!((&found["pot"], &found["auto_save"]), (&json!("400.00"), &json!(true)));
        let path = format!("/subscriptions/{}/collection", text(&found["id"]));
        let off = ada.with("idempotency-key", "key-00000002").post(&path, json!({ "collects": false })).await;
        assert_eq!(off.expect(200).data()["auto_save"], json!(false));
        // The account's switch does not override the choice.
        ada.post("/account/settings", json!({ "name": "auto_save", "value": "true" })).await.expect(200);
        days_pass(world, 31).await;
        let mut ada = back(world, &email).await;
        assert_eq!(newest(&mut ada).await["pot"], "400.00");
    }
}
