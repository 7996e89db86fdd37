//! Fraudulent referrals: none of them earns a bonus.

use super::*;
use crate::support::{fresh_email, registration};
use crate::tenants::{ESUSU, second_brand};
use crate::wallet::{ACCOUNT, BANK, cards, withdraw, withdrawal_body};
use service::access::users;

/// Runs a statement with a user's id.
async fn change(world: &World, statement: &'static str, person: &str) {
    let mut tx = world.app.db.begin().await.unwrap();
    let done = sqlx::query(statement)
        .bind(person)
        .execute(tx.connection())
        .await
        .unwrap();
    assert_eq!(done.rows_affected(), 1);
    tx.commit().await.unwrap();
}

async fn restrict(world: &World, person: &mut Caller, restricted: bool) {
    let id = id(person).await;
    let mut tx = world.app.db.begin().await.unwrap();
    users::set_restricted(&mut tx, &id, restricted)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

/// Checks that a payment that would otherwise earn a bonus earns none, and is not checked again.
async fn earns_nothing(world: &World, scene: &mut Scene, friend: &mut Caller) {
    let before = scene.earned().await;
    scene.paid(friend, "1000.00", "key-earns-nothing").await;
    assert_eq!((round(world).await, claims(world).await), (0, 0));
    assert_eq!(scene.earned().await, before);
}

/// Saves the account known to the sandbox bank as the user's own.
async fn chosen_account(person: &mut Caller) {
    let known = withdrawal_body(person, "500.00").await;
    let body = json!({
        "bank_code": BANK, "account_number": ACCOUNT, "bank_name": known["bank_name"],
        "account_name": known["account_name"], "is_default": true,
    });
    person.post("/bank-account", body).await.expect(201);
}

on_one! {
    async fn paying_into_the_referrers_own_pot_earns_nothing(world: World) {
        let mut scene = scene(world).await;
        let mut friend = Newcomer::new().join(world, &scene.code).await;
        let plan = crate::plans::offered(world, "group", |facts| facts.is_group = Some(true)).await;
        crate::plans::subscribe(&mut friend, &plan, "100.00", "key-00000001").await.expect(201);
        let group = crate::plans::newest(&mut friend).await;
        let (id, code) = (group["id"].as_str().unwrap(), &group["code"]);
        let payee = format!("group:{id}");
        let mut joins = crate::wallet::authorised(&mut scene.referrer, "group_join", "2000.00", &payee, "key-00000002").await;
        let body = json!({ "code": code, "amount": "2000.00", "funding_source": "wallet" });
        joins.post("/plans/join", body).await.expect(201);
        let group = crate::plans::newest(&mut friend).await;
        let referrer = group["members"].as_array().unwrap().iter().find(|one| one["is_me"] == json!(false)).unwrap().clone();
        let second = referrer["instalments"][1]["id"].as_str().unwrap();
        crate::plans::pay(&mut friend, second, "1500.00", "1500.00", "key-00000003").await.expect(201);
        assert_eq!(round(world).await, 0);
        let list = scene.referrer.get("/transaction/me?category=referral").await;
        assert_eq!(list.expect(200).data()["total"], 0);
    }
}

on_both! {
    async fn a_users_own_code_earns_nothing(world: World) {
        let mut scene = scene(world).await;
        let own = id(&mut scene.referrer).await;
        change(world, "UPDATE users SET referred_by = referrer_code WHERE id = $1", &own).await;
        transfer(&mut scene.referrer, &scene.shop, "1000.00", "key-00000001").await.expect(201);
        assert_eq!((round(world).await, claims(world).await), (0, 0));
        let summary = scene.summary().await;
        assert_eq!((&summary["referred"], &summary["rewarded"]), (&json!(0), &json!(0)));
    }
}

on_one! {
    async fn a_shared_browser_earns_nothing(world: World) {
        let mut scene = scene(world).await;
        let mut browser = scene.referrer.clone();
        (browser.token, browser.cookie) = (None, None);
        let mut friend = Newcomer::new().join_with(world, browser, &scene.code).await;
        earns_nothing(world, &mut scene, &mut friend).await;
    }

    async fn a_sign_in_with_the_referrers_browser_earns_nothing(world: World) {
        let mut scene = scene(world).await;
        let newcomer = Newcomer::new();
        let email = newcomer.email.clone();
        let mut friend = newcomer.join(world, &scene.code).await;
        let mut browser = scene.referrer.clone();
        (browser.token, browser.cookie) = (None, None);
        browser.post("/auth/login", json!({ "email": email, "password": PASSWORD })).await.expect(200);
        earns_nothing(world, &mut scene, &mut friend).await;
    }

    async fn friends_sharing_a_browser_earn_one_bonus(world: World) {
        let mut scene = scene(world).await;
        let mut first = Newcomer::new().join(world, &scene.code).await;
        scene.paid(&mut first, "1000.00", "key-00000001").await;
        assert_eq!(round(world).await, 1);
        let mut browser = first.clone();
        (browser.token, browser.cookie) = (None, None);
        let mut second = Newcomer::new().join_with(world, browser.clone(), &scene.code).await;
        earns_nothing(world, &mut scene, &mut second).await;
        // Nor in a chain, where the second user refers the third.
        let chained = code(&mut Newcomer::new().join(world, "").await).await;
        let mut third = Newcomer::new().join_with(world, browser, &chained).await;
        earns_nothing(world, &mut scene, &mut third).await;
    }

    async fn a_shared_phone_earns_nothing(world: World) {
        let mut scene = scene(world).await;
        let phone = scene.referrer.get("/auth/me").await.data()["phone"].as_str().unwrap().to_owned();
        let twin = Newcomer { phone, ..Newcomer::new() };
        let mut friend = twin.join(world, &scene.code).await;
        earns_nothing(world, &mut scene, &mut friend).await;
    }

    async fn a_shared_name_earns_nothing(world: World) {
        let mut scene = scene(world).await;
        let name = scene.referrer.get("/profile").await.data()["first_name"].as_str().unwrap().to_uppercase();
        let double = Newcomer { first_name: name, ..Newcomer::new() };
        let mut friend = double.join(world, &scene.code).await;
        earns_nothing(world, &mut scene, &mut friend).await;
    }

    async fn a_shared_bank_account_earns_nothing(world: World) {
        let mut scene = scene(world).await;
        let mut friend = Newcomer::new().join(world, &scene.code).await;
        chosen_account(&mut scene.referrer).await;
        chosen_account(&mut friend).await;
        earns_nothing(world, &mut scene, &mut friend).await;
    }

    async fn card_deposits_earn_nothing(world: World) {
        let mut scene = scene(world).await;
        let mut friend = Newcomer::new().join_without_money(world, world.caller(), &scene.code).await;
        let tx_ref = cards::start(&mut friend, "NGN", "5000.00").await;
        cards::at_page(world, &tx_ref, "pay").await;
        cards::confirm(&mut friend, &tx_ref).await;
        earns_nothing(world, &mut scene, &mut friend).await;
    }

    async fn payments_to_the_referrer_earn_nothing(world: World) {
        let mut scene = scene(world).await;
        let mut friend = Newcomer::new().join(world, &scene.code).await;
        chosen_account(&mut scene.referrer).await;
        withdraw(&mut friend, "1000.00", "key-00000001").await.expect(201);
        assert_eq!((round(world).await, scene.earned().await, claims(world).await), (0, 0, 0));
        // The money arrives in the referrer's wallet, without a bonus.
        let number = wallet_number(&mut scene.referrer).await;
        transfer(&mut friend, &number, "1000.00", "key-00000002").await.expect(201);
        assert_eq!((round(world).await, claims(world).await), (0, 0));
        assert_eq!(crate::wallet::balances(&mut scene.referrer).await.0, "21000.00");
        assert_eq!(scene.summary().await["rewarded"], 0);
        // A payment to others still earns.
        scene.paid(&mut friend, "1000.00", "key-00000003").await;
        assert_eq!(round(world).await, 1);
        assert_eq!(crate::wallet::balances(&mut scene.referrer).await.0, "21200.00");
    }
}

on_both! {
    async fn a_restricted_friend_earns_nothing(world: World) {
        let mut scene = scene(world).await;
        let mut friend = Newcomer::new().join(world, &scene.code).await;
        scene.paid(&mut friend, "1000.00", "key-00000001").await;
        restrict(world, &mut friend, true).await;
        assert_eq!((round(world).await, scene.earned().await, claims(world).await), (0, 0, 0));
        restrict(world, &mut friend, false).await;
        assert_eq!((round(world).await, scene.earned().await), (0, 0));
    }

    async fn a_restricted_referrer_earns_nothing(world: World) {
        let mut scene = scene(world).await;
        let mut friend = Newcomer::new().join(world, &scene.code).await;
        restrict(world, &mut scene.referrer, true).await;
        earns_nothing(world, &mut scene, &mut friend).await;
    }

    async fn a_referrer_with_an_unproven_address_earns_nothing(world: World) {
        let mut scene = scene(world).await;
        let mut friend = Newcomer::new().join(world, &scene.code).await;
        let referrer = id(&mut scene.referrer).await;
        change(world, "UPDATE users SET verified_at_ms = NULL WHERE id = $1", &referrer).await;
        scene.paid(&mut friend, "1000.00", "key-00000001").await;
        assert_eq!((round(world).await, claims(world).await), (0, 0));
    }

    async fn an_unverified_identity_on_either_side_earns_nothing(world: World) {
        const UNPROVE: &str = "DELETE FROM national_numbers WHERE user_id = $1";
        let mut scene = scene(world).await;
        let mut friend = Newcomer::new().join(world, &scene.code).await;
        change(world, UNPROVE, &id(&mut friend).await).await;
        earns_nothing(world, &mut scene, &mut friend).await;
        // Once it is verified, the next payment counts.
        prove_identity(world, &id(&mut friend).await).await;
        scene.paid(&mut friend, "1000.00", "key-proven-now").await;
        assert_eq!((round(world).await, scene.earned().await), (1, 1));

        let mut other = Newcomer::new().join(world, &scene.code).await;
        change(world, UNPROVE, &id(&mut scene.referrer).await).await;
        scene.paid(&mut other, "1000.00", "key-00000001").await;
        assert_eq!((round(world).await, claims(world).await, scene.earned().await), (0, 0, 1));
    }
}

on_one! {
    async fn money_from_the_referrer_earns_nothing_even_indirectly(world: World) {
        let mut scene = scene(world).await;
        let mut friend = Newcomer::new().join(world, &scene.code).await;
        let mut accomplice = Newcomer::new().join(world, "").await;
        let number = wallet_number(&mut friend).await;
        // All of the friend's deposits are spent, in a payment that does not count.
        let of_referrer = wallet_number(&mut scene.referrer).await;
        transfer(&mut friend, &of_referrer, "20000.00", "key-spent-all").await.expect(201);
        assert_eq!(round(world).await, 0);
        for (place, giver) in [&mut scene.referrer, &mut accomplice].into_iter().enumerate() {
            transfer(giver, &number, "5000.00", &format!("key-given-{place}-0")).await.expect(201);
            transfer(&mut friend, &scene.shop, "1000.00", &format!("key-round-{place}-0")).await.expect(201);
            assert_eq!((round(world).await, claims(world).await), (0, 0));
        }
        assert_eq!(scene.summary().await["rewarded"], 0);
        // Bank deposits count once they cover the spending, whoever's it was.
        credit(world, &mut friend, "NGN", "2999.99").await;
        transfer(&mut friend, &scene.shop, "1000.00", "key-not-yet-covered").await.expect(201);
        assert_eq!(round(world).await, 0);
        credit(world, &mut friend, "NGN", "1000.01").await;
        transfer(&mut friend, &scene.shop, "1000.00", "key-covered-at-last").await.expect(201);
        assert_eq!(round(world).await, 1);
    }
}

on_both! {
    async fn the_daily_budget_limits_all_bonuses(world: World) {
        let (first, mut second) = (scene(world).await, scene(world).await);
        let mut friend = Newcomer::new().join(world, &first.code).await;
        first.paid(&mut friend, "1000.00", "key-00000001").await;
        assert_eq!(round(world).await, 1);
        // As if the day's bonuses had been paid for all but one of five hundred friends.
        let spend = |kobo: i64| {
            let statement = "UPDATE wallet_transactions SET net_minor = $1 WHERE category = 'referral'";
            async move {
                let mut tx = world.app.db.begin().await.unwrap();
                sqlx::query(statement).bind(kobo).execute(tx.connection()).await.unwrap();
                tx.commit().await.unwrap();
            }
        };
        spend(9_980_001).await;
        let mut other = Newcomer::new().join(world, &second.code).await;
        second.paid(&mut other, "1000.00", "key-00000001").await;
        assert_eq!((round(world).await, claims(world).await, second.earned().await), (0, 1, 0));
        let counted = world.app.metrics.text();
        assert!(counted.contains("ajo_referral_bonuses_put_off_total{reason=\"budget\"} 1"), "{counted}");
        assert_eq!(round(world).await, 0);
        spend(20_000).await;
        // The tests begin at ten in the morning in Lagos: fourteen hours before the next day.
        world.advance_seconds(14 * 3_600);
        assert_eq!((round(world).await, claims(world).await), (1, 0));
    }

    async fn a_friend_restricted_during_the_check_earns_nothing(world: World) {
        let scene = scene(world).await;
        let mut friend = Newcomer::new().join(world, &scene.code).await;
        scene.paid(&mut friend, "1000.00", "key-00000001").await;
        let friend_id = id(&mut friend).await;
        let mut tx = world.app.db.begin().await.unwrap();
        users::lock_settings(&mut tx, &friend_id, world.clock.now_ms()).await.unwrap();
        users::set_restricted(&mut tx, &friend_id, true).await.unwrap();
        let app = world.app.clone();
        let look = tokio::spawn(async move { referral::reward_due(&app).await.unwrap() });
        world.until_stuck(&look).await;
        tx.commit().await.unwrap();
        assert_eq!((look.await.unwrap(), claims(world).await), (0, 0));
    }
}

on_one! {
    async fn a_code_of_another_brand_earns_nothing(world: World) {
        second_brand(world).await;
        let mut scene = scene(world).await;
        let mut form = registration(&fresh_email());
        form["referrer"] = scene.code.clone().into();
        let there = world.caller().with("host", ESUSU).post("/auth/register", form.clone()).await;
        there.breaks(&[("referrer", "not_allowed")]);
        assert_eq!(scene.summary().await["referred"], 0);
        world.caller().post("/auth/register", form).await.expect(201);
    }
}
