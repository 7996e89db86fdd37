//! Groups: joining by code, adding members, reminders, ending, and privacy of the members.

use super::*;
use crate::support::all_at_once;
use crate::wallet::{balances, transfer, wallet_number};
use plans::groups::operator;
use std::collections::BTreeMap;

/// A group created by Ada; its code.
async fn group(world: &World, ada: &mut Caller) -> String {
    let plan = offered(world, "group", |facts| facts.is_group = Some(true)).await;
    subscribe(ada, &plan, "200.00", "key-00000001")
        .await
        .expect(201);
    text(&newest(ada).await["code"])
}

pub async fn join(person: &mut Caller, id: &str, code: &str, amount: &str, key: &str) -> Answer {
    let payee = format!("group:{id}");
    let mut payer = authorised(person, "group_join", amount, &payee, key).await;
    let body = json!({ "code": code, "amount": amount, "funding_source": "wallet" });
    payer.post("/plans/join", body).await
}

pub async fn uuid(person: &mut Caller) -> String {
    text(&person.get("/auth/me").await.data()["uuid"])
}

on_one! {
    async fn a_group_is_found_joined_and_ended_by_its_creator(world: World) {
        let (mut ada, _) = saver(world, "1000.00").await;
        let (mut ben, _) = saver(world, "1000.00").await;
        let code = group(world, &mut ada).await;
        let id = text(&newest(&mut ada).await["id"]);
        let found = ben.get(&format!("/plans/find/{code}")).await;
        assert_eq!((&found.expect(200).data()["name"], &found.body["message"]), (&json!("School fees"), &json!("Kindly confirm plan School fees.")));
        ben.get("/plans/find/ZZZZZZZZ").await.refuses(404, "not_found");
        ben.get(&format!("/subscriptions/{id}")).await.refuses(404, "not_found");

        let quote = ben.post("/quotes/join", json!({ "code": code, "amount": "300.00" })).await;
        assert_eq!(quote.expect(200).data()["payee"], format!("group:{id}"));
        let joined = join(&mut ben, &id, &code, "300.00", "key-00000001").await;
        assert_eq!(joined.expect(201).body["message"], "You have joined School fees plan. Kindly reload.");
        join(&mut ben, &id, &code, "300.00", "key-00000002").await.breaks(&[("code", "not_allowed")]);

        let his = newest(&mut ben).await;
        assert_eq!((&his["amount"], &his["pot"], &his["code"], &his["is_creator"]), (&json!("300.00"), &json!("300.00"), &Value::Null, &json!(false)));
        abort(&ben, &id, "key-00000003").await.breaks(&[("id", "not_allowed")]);
        let stopped = abort(&ada, &id, "key-00000002").await;
        stopped.expect(200);
        // Members who did not decide to end it pay no penalty.
        assert_eq!((balances(&mut ada).await.0, balances(&mut ben).await.0), ("990.00".into(), "1000.00".into()));
    }

    async fn a_group_of_a_missing_creator_is_ended_without_penalties(world: World) {
        let (mut ada, _) = saver(world, "1000.00").await;
        let (mut ben, _) = saver(world, "1000.00").await;
        let code = group(world, &mut ada).await;
        let id = text(&newest(&mut ada).await["id"]);
        join(&mut ben, &id, &code, "300.00", "key-00000001").await.expect(201);
        assert_eq!(operator::end(&world.app, "ajo", &code, " ", "Grace").await.unwrap_err().violations()[0].field, "why");
        assert_eq!(operator::end(&world.app, "ajo", "ZZZZZZZZ", "she died", "Grace").await.unwrap_err().code(), "not_found");
        assert_eq!(operator::end(&world.app, "nobody", &code, "she died", "Grace").await.unwrap_err().code(), "not_found");
        let ended = tokio::join!(
            operator::end(&world.app, "ajo", &code, "she died", "Grace"),
            operator::end(&world.app, "ajo", &code, "she died", "Grace"),
        );
        assert!(ended.0.is_ok() != ended.1.is_ok(), "{ended:?}");
        assert_eq!((balances(&mut ada).await.0, balances(&mut ben).await.0), ("1000.00".into(), "1000.00".into()));
        assert_eq!(newest(&mut ben).await["status"], "TERMINATED");
    }

    async fn other_members_figures_are_not_sent(world: World) {
        let (mut ada, _) = saver(world, "1000.00").await;
        let (mut ben, _) = saver(world, "1000.00").await;
        let code = group(world, &mut ada).await;
        let id = text(&newest(&mut ada).await["id"]);
        join(&mut ben, &id, &code, "123.45", "key-00000001").await.expect(201);
        let seen = ben.get(&format!("/subscriptions/{id}")).await;
        assert!(!seen.expect(200).text.contains("200.00"), "{}", seen.text);
        let others: Vec<_> = seen.data()["members"].as_array().unwrap().iter().filter(|one| one["is_me"] == json!(false)).collect();
        assert_eq!(others.len(), 1);
        assert_eq!((&others[0]["progress"], &others[0]["instalments"]), (&Value::Null, &Value::Null));
        let seen = ada.get(&format!("/subscriptions/{id}")).await;
        assert!(seen.expect(200).text.contains("123.45"));
        // Only the creator can pay for other members.
        let hers = text(&seen.data()["savings"][1]["id"]);
        ben.post("/quotes/savings", json!({ "id": hers, "amount": "10.00", "method": "wallet" })).await.refuses(404, "not_found");
        let his = seen.data()["members"].as_array().unwrap().iter().find(|one| one["is_me"] == json!(false)).unwrap()["instalments"][1].clone();
        pay(&mut ada, &text(&his["id"]), "23.45", "23.45", "key-00000004").await.expect(201);
        let his = newest(&mut ben).await;
        assert_eq!((&his["pot"], &his["savings"][1]["amount_paid"]), (&json!("146.90"), &json!("23.45")));
        assert_ne!(his["savings"][1]["payer"], Value::Null);
    }

    async fn paying_for_a_member_keeps_payees_and_exports_no_wallet_number(world: World) {
        let (mut ada, _) = saver(world, "1000.00").await;
        let (mut ben, _) = saver(world, "1000.00").await;
        let code = group(world, &mut ada).await;
        let id = text(&newest(&mut ada).await["id"]);
        join(&mut ben, &id, &code, "100.00", "key-00000001").await.expect(201);
        let number = wallet_number(&mut ben).await;
        transfer(&mut ada, &number, "5.00", "key-00000002").await.expect(201);
        let seen = newest(&mut ada).await;
        let his = seen["members"].as_array().unwrap().iter().find(|one| one["is_me"] == json!(false)).unwrap()["instalments"][1].clone();
        pay(&mut ada, &text(&his["id"]), "10.00", "10.00", "key-00000003").await.expect(201);
        let payees = ada.get("/wallet/payees?currency=NGN").await;
        assert_eq!(payees.expect(200).data()[0]["wallet_number"], json!(number), "{}", payees.text);
        let document = crate::account::export::document(&ada).await;
        let rows = crate::account::export::rows(&document, "transactions");
        let of = |category: &str| rows.iter().find(|row| row["category"] == category).unwrap();
        assert_eq!((&of("savings")["payee"], of("wallet-transfer")["payee"].is_null()), (&Value::Null, false));
    }

    async fn members_never_see_each_others_figures(world: World) {
        let ((mut ada, her_email), (mut ben, his_email)) = (saver(world, "1000.00").await, saver(world, "1000.00").await);
        let plan = offered(world, "group", |facts| facts.is_group = Some(true)).await;
        subscribe(&mut ada, &plan, "217.31", "key-00000001").await.expect(201);
        let group = newest(&mut ada).await;
        let (id, code) = (text(&group["id"]), text(&group["code"]));
        join(&mut ben, &id, &code, "123.45", "key-00000001").await.expect(201);
        crate::push::subscribe(&mut ben, "phone").await;
        for setting in ["enable_email", "auto_save"] {
            ben.post("/account/settings", json!({ "name": setting, "value": "true" })).await.expect(200);
        }
        // Her payments: 217.31 twice, 17.29 of the third, and their sums, with and without the penalty of 5%.
        pay(&mut ada, &text(&group["savings"][1]["id"]), "217.31", "217.31", "key-00000002").await.expect(201);
        pay(&mut ada, &text(&group["savings"][2]["id"]), "17.29", "17.29", "key-00000003").await.expect(201);
        let hers = ["217.31", "217.3", "17.29", "200.02", "434.62", "451.91", "651.93", "22.60", "429.31", "548.09"];
        let paid = ada.get("/transaction/me").await;
        let her_reference = text(&paid.expect(200).data()["data"][0]["reference"]);

        let served = crate::realtime::serve(&world.app).await;
        let channel = crate::realtime::own_channel(&mut ben).await;
        let mut socket = crate::realtime::join(&ben, &served, &channel).await;
        let mut told = Vec::new();
        let look = async |ben: &mut Caller, told: &mut Vec<String>| {
            let listed = ben.get("/transaction/me").await;
            let reference = text(&listed.expect(200).data()["data"][0]["reference"]);
            for path in [
                "/subscriptions", "/subscriptions?type=savings", "/subscriptions?page=1", "/accounts", "/transaction/me", "/auth/me",
                &format!("/subscriptions/{id}"), &format!("/plans/find/{code}"), &format!("/plans/reference/{reference}"),
                // A payment of hers leads him only to his own view of the group.
                &format!("/plans/reference/{her_reference}"),
            ] {
                let answer = ben.get(path).await;
                assert!([200, 404].contains(&answer.status.as_u16()), "{path}: {}", answer.text);
                told.push(format!("{path} {}", answer.text));
            }
        };
        look(&mut ben, &mut told).await;
        // Her decision for the whole group refunds and notifies him.
        abort(&ada, &id, "key-00000004").await.expect(200);
        look(&mut ben, &mut told).await;
        assert_eq!(balances(&mut ben).await.0, "1000.00");
        socket.say(json!({ "event": "pusher:ping", "data": {} })).await;
        loop {
            let frame = socket.hear().await;
            if frame["event"] == "pusher:pong" {
                break;
            }
            told.push(format!("event {frame}"));
        }
        told.extend(crate::push::told(world, "phone").await.iter().map(|one| format!("push {one}")));
        told.extend(world.messages_to(&his_email).await.iter().map(|one| format!("letter {one}")));
        assert!(told.iter().any(|one| one.contains("123.45")));
        for one in &told {
            // The preview of a code shows the group's original instalment, which is the creator's own.
            let is_preview = one.starts_with("/plans/find/");
            for figure in hers.into_iter().filter(|figure| !(is_preview && "217.31".contains(figure))) {
                assert!(!one.contains(figure), "{figure} of {her_email} in {one}");
            }
        }
    }

    async fn a_member_added_by_the_creator_joins_by_paying(world: World) {
        let (mut ada, _) = saver(world, "1000.00").await;
        let (mut ben, _) = saver(world, "1000.00").await;
        let code = group(world, &mut ada).await;
        let user = uuid(&mut ben).await;
        let body = json!({ "code": code, "amount": "150.00", "user": user });
        ben.with("idempotency-key", "key-00000001").post("/plans/join", body.clone()).await.breaks(&[("user", "not_allowed")]);
        let mut keyed = ada.with("idempotency-key", "key-00000002");
        let added = keyed.post("/plans/join", body.clone()).await;
        added.expect(201);
        assert_eq!(keyed.post("/plans/join", body.clone()).await.expect(201).body, added.body);
        ada.with("idempotency-key", "key-00000003").post("/plans/join", body).await.breaks(&[("user", "not_allowed")]);
        assert_eq!(balances(&mut ben).await.0, "1000.00");
        // An invitation is no plan.
        assert_eq!(newest(&mut ben).await, Value::Null);
        let his = invitation(&mut ben).await;
        assert_eq!((&his["pot"], &his["due_at"], &his["is_invitation"]), (&json!("0.00"), &Value::Null, &json!(true)));
        assert_eq!(his["name"], "School fees");
        pay(&mut ben, &text(&his["savings"][0]["id"]), "150.00", "150.00", "key-00000004").await.expect(201);
        assert_eq!(invitation(&mut ben).await, Value::Null);
        let his = newest(&mut ben).await;
        assert_eq!((&his["pot"], &his["due_at"], &his["savings"][0]["status"]), (&json!("150.00"), &json!("2027-02-20"), &json!("PAID")));
    }

    async fn group_codes_cannot_be_guessed_without_a_pin(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let ben = world.member_with_pin(&fresh_email()).await;
        let mut answers = BTreeMap::<u16, usize>::new();
        for number in 0..30 {
            let body = json!({ "code": "ZZZZZZZZ", "amount": "100.00", "funding_source": "wallet" });
            let key = format!("key-tried-{number:03}");
            let answer = ben.with("idempotency-key", &key).post("/plans/join", body).await;
            *answers.entry(answer.status.as_u16()).or_default() += 1;
        }
        assert_eq!(answers, BTreeMap::from([(404, 20), (429, 10)]));
    }

    async fn a_group_of_fifty_is_full(world: World) {
        let (mut ada, _) = saver(world, "1000.00").await;
        let code = group(world, &mut ada).await;
        let add = async |ada: &Caller, number: usize| {
            let mut friend = world.member(&fresh_email()).await;
            let body = json!({ "code": code, "amount": "100.00", "user": uuid(&mut friend).await });
            let key = format!("key-added-{number:03}");
            ada.with("idempotency-key", &key).post("/plans/join", body).await
        };
        for number in 0..49 {
            if number % 10 == 0 {
                ada.post("/auth/refresh", json!({})).await.expect(200);
            }
            add(&ada, number).await.expect(201);
        }
        add(&ada, 50).await.breaks(&[("user", "not_allowed")]);
        let (mut ben, _) = saver(world, "1000.00").await;
        ben.post("/quotes/join", json!({ "code": code, "amount": "300.00" })).await.breaks(&[("code", "above_maximum")]);
    }

    async fn the_creator_opens_an_account_with_a_friends_code(world: World) {
        let (mut ada, _) = saver(world, "1000.00").await;
        let (mut ben, _) = saver(world, "1000.00").await;
        let code = group(world, &mut ada).await;
        let id = text(&newest(&mut ada).await["id"]);
        let email = fresh_email();
        let friend = json!({ "name": "Kemi Ogun", "phone": "0803 111 2222", "email": email });
        let (init, create) = (format!("/subscriptions/{id}/members/init"), format!("/subscriptions/{id}/members/proxy-create"));
        let with = |code: &str| {
            let mut friend = friend.clone();
            friend["code"] = json!(code);
            friend
        };
        // Refused for strangers, and for members who are not the creator.
        ben.post(&init, friend.clone()).await.refuses(404, "not_found");
        ben.post(&create, with("123456")).await.refuses(404, "not_found");
        join(&mut ben, &id, &code, "300.00", "key-00000001").await.expect(201);
        ben.post(&init, friend.clone()).await.breaks(&[("user", "not_allowed")]);
        ben.post(&create, with("123456")).await.breaks(&[("user", "not_allowed")]);
        ada.post(&init, json!({})).await.breaks(&[("name", "required"), ("phone", "required"), ("email", "required")]);

        assert_eq!(ada.post(&init, friend.clone()).await.expect(200).data()["code_sent"], true);
        let sent = world.code_for(&email).await;
        ada.post(&create, with("000000")).await.breaks(&[("code", "mismatch")]);
        // The code is of no use to others.
        world.caller().post("/auth/verify", json!({ "email": email, "code": sent })).await.breaks(&[("code", "mismatch")]);
        let token = ada.token.clone();
        let opened = ada.post(&create, with(&sent)).await;
        assert_eq!(opened.expect(201).data()["name"], "Kemi Ogun");
        assert_eq!((opened.header("set-cookie"), &ada.token), ("", &token));
        ada.post(&create, with(&sent)).await.breaks(&[("code", "mismatch")]);

        let user = text(&opened.data()["uuid"]);
        let added = ada.with("idempotency-key", "key-00000009").post("/plans/join", json!({ "code": code, "amount": "100.00", "user": user })).await;
        added.expect(201);
        // The account belongs to the friend, who sets its password and finds the invitation.
        let mut kemi = world.caller();
        kemi.post("/forgot/password", json!({ "email": email })).await.expect(200);
        let reset = json!({ "email": email, "code": world.code_for(&email).await, "password": "Harbour4!Tide" });
        kemi.post("/reset/password", reset).await.expect(200);
        let me = kemi.post("/auth/login", json!({ "email": email, "password": "Harbour4!Tide" })).await;
        assert_eq!((&me.expect(200).data()["name"], &me.data()["phone"]), (&json!("Kemi Ogun"), &json!("08031112222")));
        let hers = invitation(&mut kemi).await;
        assert_eq!((&hers["amount"], &hers["pot"], &hers["due_at"]), (&json!("100.00"), &json!("0.00"), &Value::Null));
    }

    async fn an_invitation_neither_reveals_nor_reopens_an_account(world: World) {
        let (mut ada, _) = saver(world, "1000.00").await;
        group(world, &mut ada).await;
        let id = text(&newest(&mut ada).await["id"]);
        let (init, create) = (format!("/subscriptions/{id}/members/init"), format!("/subscriptions/{id}/members/proxy-create"));
        let (known, unknown) = (fresh_email(), fresh_email());
        world.member(&known).await;
        let friend = |email: &str| json!({ "name": "Kemi Ogun", "phone": "08031112222", "email": email });
        world.advance_seconds(60);
        let to_known = ada.post(&init, friend(&known)).await.expect(200).data().clone();
        let to_unknown = ada.post(&init, friend(&unknown)).await.expect(200).data().clone();
        assert_eq!(to_known, to_unknown);
        // The invited person signs up meanwhile, with their own code.
        let code = world.code_for(&unknown).await;
        world.advance_seconds(60);
        let mut kemi = world.caller();
        kemi.post("/auth/register", crate::support::registration(&unknown)).await.expect(201);
        let own = world.code_for(&unknown).await;
        assert_ne!(own, code);
        kemi.post("/auth/verify", json!({ "email": unknown, "code": own })).await.expect(200);
        let mut opening = friend(&unknown);
        opening["code"] = json!(code);
        // Their own code has replaced it.
        ada.post(&create, opening).await.breaks(&[("code", "mismatch")]);
    }
}

on_both! {
    async fn concurrent_joins_add_a_member_once(world: World) {
        let ((mut ada, _), (mut ben, _), (mut obi, _)) = (saver(world, "1000.00").await, saver(world, "1000.00").await, saver(world, "1000.00").await);
        let code = group(world, &mut ada).await;
        let id = text(&newest(&mut ada).await["id"]);
        let mut callers = Vec::new();
        for number in 0..6 {
            callers.push(authorised(&mut ben, "group_join", "150.00", &format!("group:{id}"), &format!("key-join-{number}")).await);
        }
        let statuses = all_at_once(callers, "/plans/join", &json!({ "code": code, "amount": "150.00" })).await;
        assert_eq!(statuses, BTreeMap::from([(201, 1), (422, 5)]));
        assert_eq!(balances(&mut ben).await.0, "850.00");
        // Also if the creator adds them many times concurrently.
        let body = json!({ "code": code, "amount": "150.00", "user": uuid(&mut obi).await });
        let callers = (0..6).map(|number| ada.with("idempotency-key", &format!("key-add-{number}"))).collect::<Vec<_>>();
        let statuses = all_at_once(callers, "/plans/join", &body).await;
        assert_eq!(statuses, BTreeMap::from([(201, 1), (422, 5)]));
        let seen = newest(&mut ada).await;
        assert_eq!(seen["members"].as_array().unwrap().len(), 3);
    }

    async fn concurrent_reminders_notify_a_member_once(world: World) {
        let ((mut ada, her_email), (mut ben, _)) = (saver(world, "1000.00").await, saver(world, "1000.00").await);
        let code = group(world, &mut ada).await;
        let id = text(&newest(&mut ada).await["id"]);
        join(&mut ben, &id, &code, "300.00", "key-00000001").await.expect(201);
        days_pass(world, 31).await;
        let mut ada = back(world, &her_email).await;
        let seen = newest(&mut ada).await;
        let him = seen["members"].as_array().unwrap().iter().find(|one| one["is_me"] == json!(false)).unwrap()["uuid"].clone();
        let statuses = all_at_once(vec![ada.clone(); 6], &format!("/subscriptions/{id}/nudge"), &json!({ "member": him })).await;
        assert_eq!(statuses, BTreeMap::from([(200, 1), (422, 5)]));
    }
}

on_one! {
    async fn a_member_who_owes_is_reminded_once_a_day(world: World) {
        let ((mut ada, her_email), (mut ben, _)) = (saver(world, "1000.00").await, saver(world, "1000.00").await);
        let code = group(world, &mut ada).await;
        let id = text(&newest(&mut ada).await["id"]);
        join(&mut ben, &id, &code, "300.00", "key-00000001").await.expect(201);
        let member = |seen: &Value, is_me: bool| seen["members"].as_array().unwrap().iter().find(|one| one["is_me"] == json!(is_me)).unwrap().clone();
        let seen = newest(&mut ada).await;
        let (path, him) = (format!("/subscriptions/{id}/nudge"), json!({ "member": member(&seen, false)["uuid"] }));
        ada.post(&path, him.clone()).await.breaks(&[("member", "not_allowed")]);
        days_pass(world, 31).await;
        let mut ada = back(world, &her_email).await;
        assert_eq!(member(&newest(&mut ada).await, false)["can_nudge"]["allowed"], true);
        ada.post(&path, him.clone()).await.expect(200);
        ada.post(&path, him.clone()).await.breaks(&[("member", "not_allowed")]);
        let seen = newest(&mut ada).await;
        assert_eq!(member(&seen, false)["can_nudge"]["again"], "2026-12-22");
        ada.post(&path, json!({ "member": member(&seen, true)["uuid"] })).await.breaks(&[("member", "not_allowed")]);
        ada.post(&path, json!({ "member": "nobody" })).await.refuses(404, "not_found");
        days_pass(world, 1).await;
        let mut ada = back(world, &her_email).await;
        ada.post(&path, him).await.expect(200);
    }

    async fn payments_into_other_members_pots_count_toward_the_cap(world: World) {
        let ((mut ada, _), (mut ben, _)) = (saver(world, "900000.00").await, saver(world, "500000.00").await);
        let code = group(world, &mut ada).await;
        let id = text(&newest(&mut ada).await["id"]);
        join(&mut ben, &id, &code, "210000.00", "key-00000001").await.expect(201);
        let seen = newest(&mut ada).await;
        let own = text(&seen["savings"][1]["id"]);
        let him = seen["members"].as_array().unwrap().iter().find(|one| one["is_me"] == json!(false)).unwrap().clone();
        let his = text(&him["instalments"][1]["id"]);
        let allowed = async |person: &mut Caller, id: &str| {
            let answer = person.post("/savings/allowance", json!({ "id": id })).await;
            answer.expect(200).data()["cap"].clone()
        };
        // A member without earlier payments is a new recipient, and their wallet is the same recipient.
        let number = wallet_number(&mut ben).await;
        let found = allowed(&mut ada, &his).await;
        assert_eq!((&found["amount"], &found["reason"]), (&json!("200000.00"), &json!("new_payee")));
        assert_eq!(allowed(&mut ada, &own).await, Value::Null);
        ben.post("/savings/allowance", json!({ "id": own })).await.refuses(404, "not_found");
        let body = json!({ "id": his, "amount": "200000.01", "method": "wallet" });
        ada.post("/quotes/savings", body).await.breaks(&[("amount", "above_maximum")]);
        pay(&mut ada, &his, "200000.01", "200000.01", "key-00000002").await.breaks(&[("amount", "above_maximum")]);
        // Regardless of the method, the money leaves this wallet.
        let payee = format!("instalment:{his}");
        let mut payer = authorised(&mut ada, "savings_pay", "200000.01", &payee, "key-00000003").await;
        let body = json!({ "id": his, "amount": "200000.01", "method": "card" });
        payer.post("/savings/pay", body).await.breaks(&[("amount", "above_maximum")]);
        pay(&mut ada, &his, "150000.00", "150000.00", "key-00000004").await.expect(201);
        assert_eq!(allowed(&mut ada, &his).await["amount"], "50000.00");
        transfer(&mut ada, &number, "50000.01", "key-00000005").await.breaks(&[("amount", "above_maximum")]);

        // After a security change it counts toward the cap with all other payments.
        let password = json!({ "old_password": PASSWORD, "new_password": "Lantern7!Quarry", "confirm": "Lantern7!Quarry" });
        ada.post("/user/change-password", password).await.expect(200);
        let found = allowed(&mut ada, &his).await;
        assert_eq!((&found["amount"], &found["reason"]), (&json!("0.00"), &json!("password")));
        pay(&mut ada, &his, "1.00", "1.00", "key-00000006").await.breaks(&[("amount", "above_maximum")]);
        // Payments into one's own pot do not count.
        pay(&mut ada, &own, "200.00", "200.00", "key-00000007").await.expect(201);
        assert_eq!(balances(&mut ada).await.0, "749600.00");
    }

    async fn only_the_added_member_makes_the_first_payment(world: World) {
        let (mut ada, _) = saver(world, "1000.00").await;
        let (mut ben, _) = saver(world, "1000.00").await;
        let code = group(world, &mut ada).await;
        let user = uuid(&mut ben).await;
        let body = json!({ "code": code, "amount": "150.00", "user": user });
        ada.with("idempotency-key", "key-00000002").post("/plans/join", body).await.expect(201);
        let his = invitation(&mut ben).await;
        let first = text(&his["savings"][0]["id"]);
        let member = |seen: &Value| seen["members"].as_array().unwrap().iter().find(|one| one["is_me"] == json!(false)).unwrap().clone();
        let seen = member(&newest(&mut ada).await);
        assert_eq!((&seen["status"], &seen["instalments"], &seen["progress"]), (&json!("PENDING"), &Value::Null, &Value::Null));
        ada.post("/quotes/savings", json!({ "id": first, "amount": "150.00", "method": "wallet" })).await.breaks(&[("id", "not_allowed")]);
        pay(&mut ada, &first, "150.00", "150.00", "key-00000003").await.breaks(&[("id", "not_allowed")]);
        assert_eq!((balances(&mut ada).await.0, &invitation(&mut ben).await["pot"]), ("800.00".into(), &json!("0.00")));
        // Once he has joined, she may pay for him.
        pay(&mut ben, &first, "150.00", "150.00", "key-00000004").await.expect(201);
        let second = text(&member(&newest(&mut ada).await)["instalments"][1]["id"]);
        pay(&mut ada, &second, "150.00", "150.00", "key-00000005").await.expect(201);
        assert_eq!(newest(&mut ben).await["pot"], "300.00");
    }
}

on_both! {
    async fn a_member_who_has_paid_everything_owes_nothing(world: World) {
        let plan = offered(world, "group", |facts| {
            facts.is_group = Some(true);
            (facts.duration, facts.duration_unit) = (Some(2), Some("week".into()));
        }).await;
        let ((mut ada, her_email), (_, his_email)) = (saver(world, "1000.00").await, saver(world, "1000.00").await);
        subscribe(&mut ada, &plan, "200.00", "key-00000001").await.expect(201);
        let (id, code) = { let hers = newest(&mut ada).await; (text(&hers["id"]), text(&hers["code"])) };
        days_pass(world, 3).await;
        let mut ben = back(world, &his_email).await;
        join(&mut ben, &id, &code, "300.00", "key-00000001").await.expect(201);
        days_pass(world, 11).await;
        let (mut ada, mut ben) = (back(world, &her_email).await, back(world, &his_email).await);
        let hers = newest(&mut ada).await;
        let allowed = |plan: &Value, action: &str| plan["actions"].as_array().unwrap().iter().find(|one| one["action"] == action).unwrap()["allowed"].clone();
        assert_eq!((&hers["status"], &hers["savings"][1]["status"], allowed(&hers, "pay")), (&json!("COMPLETED"), &json!("DUE"), json!(false)));
        // The group is still hers to manage.
        assert_eq!((allowed(&hers, "terminate"), allowed(&hers, "nudge")), (json!(true), json!(true)));
        let second = text(&hers["savings"][1]["id"]);
        ada.post("/quotes/savings", json!({ "id": second, "amount": "200.00", "method": "wallet" })).await.breaks(&[("id", "not_allowed")]);
        let his = newest(&mut ben).await;
        assert_eq!((&his["status"], allowed(&his, "pay")), (&json!("ACTIVE"), json!(true)));
        let her_part = his["members"].as_array().unwrap().iter().find(|one| one["is_me"] == json!(false)).unwrap();
        assert_eq!((&her_part["status"], &her_part["can_nudge"]["allowed"]), (&json!("COMPLETED"), &json!(false)));
        ben.post(&format!("/subscriptions/{id}/nudge"), json!({ "member": her_part["uuid"] })).await.breaks(&[("member", "not_allowed")]);
    }
}

on_one! {
    async fn a_group_shows_its_instalment_limits(world: World) {
        let plan = offered(world, "group", |facts| {
            facts.is_group = Some(true);
            facts.max_amount = Some("500".into());
        }).await;
        let (mut ada, _) = saver(world, "1000.00").await;
        let (mut ben, _) = saver(world, "1000.00").await;
        subscribe(&mut ada, &plan, "200.00", "key-00000001").await.expect(201);
        let code = text(&newest(&mut ada).await["code"]);
        let found = ben.get(&format!("/plans/find/{code}")).await.expect(200).data().clone();
        assert_eq!(found["limits"], json!({ "currency": "NGN", "minimum": "100.00", "maximum": "500.00" }));
        assert_eq!((&found["min_amount"], &found["max_amount"]), (&json!("100.00"), &json!("500.00")));
        ben.post("/quotes/join", json!({ "code": code, "amount": "500.01" })).await.breaks(&[("amount", "above_maximum")]);
        ben.post("/quotes/join", json!({ "code": code, "amount": "99.99" })).await.breaks(&[("amount", "below_minimum")]);
    }
}
