//! Referral bonuses: conditions, timing, and notices.

use super::*;
use crate::push::{subscribe, titles, told};
use crate::realtime::{join, own_channel, serve};
use crate::wallet::{bank_will, withdraw};
use money::orders::reconcile;

on_one! {
    async fn a_friend_earns_one_bonus_for_any_number_of_payments(world: World) {
        let mut scene = scene(world).await;
        let mut friend = Newcomer::new().join(world, &scene.code).await;
        let before = scene.summary().await;
        assert_eq!((&before["referred"], &before["pending"], &before["rewarded"], &before["earned"]), (&json!(1), &json!(1), &json!(0), &json!("0.00")));
        assert_eq!((&before["code"], &before["bonus"], &before["least_payment"], &before["currency"]), (&json!(scene.code), &json!("200.00"), &json!("1000.00"), &json!("NGN")));
        assert_eq!(before["link"], format!("http://ajo.localhost:8080/?referrer={}", scene.code));
        // Signing up and receiving money earn nothing.
        assert_eq!((round(world).await, scene.earned().await), (0, 0));

        scene.paid(&mut friend, "1000.00", "key-00000001").await;
        assert_eq!(round(world).await, 1);
        assert_eq!(scene.earned().await, 1);
        for key in ["key-00000002", "key-00000003"] {
            scene.paid(&mut friend, "1000.00", key).await;
            assert_eq!((claims(world).await, round(world).await), (0, 0));
        }
        assert_eq!(scene.earned().await, 1);
        let after = scene.summary().await;
        assert_eq!((&after["referred"], &after["pending"]), (&json!(1), &json!(0)));
        let cost = money::ledger::balance(&mut world.app.db.read().await.unwrap(), "system:referral:NGN").await.unwrap();
        assert_eq!(cost.unwrap().settled_minor, -20_000);
    }

    async fn two_payments_before_the_first_check_earn_one_bonus(world: World) {
        let mut scene = scene(world).await;
        let mut friend = Newcomer::new().join(world, &scene.code).await;
        for key in ["key-00000001", "key-00000002"] {
            scene.paid(&mut friend, "1000.00", key).await;
        }
        assert_eq!((claims(world).await, round(world).await, claims(world).await), (2, 1, 0));
        assert_eq!(scene.earned().await, 1);
    }

    async fn the_referrer_is_notified_of_the_bonus(world: World) {
        let served = serve(&world.app).await;
        let mut scene = scene(world).await;
        let mut friend = Newcomer::new().join(world, &scene.code).await;
        let channel = own_channel(&mut scene.referrer).await;
        let mut socket = join(&scene.referrer, &served, &channel).await;
        subscribe(&mut scene.referrer, "phone").await;
        scene.paid(&mut friend, "1000.00", "key-00000001").await;
        assert_eq!(round(world).await, 1);
        let frame = socket.hear().await;
        let data: Value = serde_json::from_str(frame["data"].as_str().unwrap()).unwrap();
        assert_eq!((&frame["event"], &data["trxData"]["net_amount"]), (&json!("credit.alert"), &json!("200.00")));
        let pushed = told(world, "phone").await;
        assert_eq!(titles(&pushed), ["Transaction received"]);
        let payload = pushed[0]["payload"].as_str().unwrap();
        assert!(payload.contains("/referral?tab=earnings"), "{payload}");
    }

    async fn a_payout_earns_once_the_bank_has_paid(world: World) {
        let mut scene = scene(world).await;
        let mut friend = Newcomer::new().join(world, &scene.code).await;
        bank_will(world, "lose_answer").await;
        withdraw(&mut friend, "1000.00", "key-00000001").await.expect(202);
        for _ in 0..3 {
            assert_eq!(round(world).await, 0);
        }
        assert_eq!(scene.earned().await, 0);
        world.advance_seconds(3);
        assert_eq!(reconcile(&world.app).await.unwrap(), 1);
        assert_eq!(round(world).await, 1);
        assert_eq!(scene.earned().await, 1);
    }

    async fn a_refused_payout_earns_nothing(world: World) {
        let mut scene = scene(world).await;
        let mut friend = Newcomer::new().join(world, &scene.code).await;
        bank_will(world, "fail").await;
        withdraw(&mut friend, "1000.00", "key-00000001").await.expect(201);
        assert_eq!((round(world).await, scene.earned().await, claims(world).await), (0, 0, 0));
    }

    async fn a_payment_below_the_minimum_earns_nothing_but_a_later_one_does(world: World) {
        let mut scene = scene(world).await;
        let mut friend = Newcomer::new().join(world, &scene.code).await;
        scene.paid(&mut friend, "999.99", "key-00000001").await;
        assert_eq!((round(world).await, scene.earned().await), (0, 0));
        scene.paid(&mut friend, "1000.00", "key-00000002").await;
        assert_eq!((round(world).await, scene.earned().await), (1, 1));
    }

    async fn a_referral_code_is_normalised(world: World) {
        let mut scene = scene(world).await;
        let typed = format!(" {} ", scene.code.to_lowercase());
        let mut friend = Newcomer::new().join(world, &typed).await;
        scene.paid(&mut friend, "1000.00", "key-00000001").await;
        assert_eq!((round(world).await, scene.earned().await, claims(world).await), (1, 1, 0));
    }

    async fn bonuses_above_the_daily_limit_are_paid_the_next_day(world: World) {
        let mut scene = scene(world).await;
        for place in 0..7 {
            let mut friend = Newcomer::new().join(world, &scene.code).await;
            scene.paid(&mut friend, "1000.00", &format!("key-0000000{place}")).await;
        }
        assert_eq!((round(world).await, scene.earned().await, claims(world).await), (5, 5, 2));
        assert_eq!(round(world).await, 0);
        // The tests begin at ten in the morning in Lagos: fourteen hours before the next day.
        world.advance_seconds(14 * 3_600 - 1);
        assert_eq!(round(world).await, 0);
        world.advance_seconds(1);
        assert_eq!((round(world).await, claims(world).await), (2, 0));
    }

    async fn the_referral_summary_requires_a_session(world: World) {
        world.caller().get("/referral").await.refuses(401, "unauthenticated");
    }
}
