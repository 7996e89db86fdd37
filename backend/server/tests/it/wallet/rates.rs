//! Exchange rates: their sources, and their age.

use super::coins::{holder, port_will, price_is, sale};
use super::holder as wallet_holder;
use super::*;
use domain_core::calendar::Instant;
use domain_core::money::{Currency, Percent, Rate};
use money::rate_policy::{self, Change};
use service::access::audit;
use std::process::{Command, Output};
use wallet::coins::rates as coin_rates;
use wallet::exchange::feed;

fn rates(world: &World, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_backend"))
        .arg("rates")
        .args(arguments)
        .env_clear()
        .env(
            "AJO_DATABASE_URL",
            world.app.config.database_url.reveal().as_str(),
        )
        .env("AJO_SECRET", "a secret that only the tests of Ajo know")
        .output()
        .unwrap()
}

fn told(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn refusal(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The quote for a new user's sale of some bitcoin.
async fn sells(world: &World) -> Answer {
    let mut seller = holder(world, "0.5").await;
    seller.post("/quotes/sell", sale("0.01")).await
}

on_one! {
    async fn an_operators_rate_has_its_time_and_is_audited(world: World) {
        assert!(told(&rates(world, &["show"])).contains("NGN\t1500\t1480\ta sample, never set\n"));
        let set = ["set", "NGN", "--sell", "1612.5", "--buy", "1600", "--at"];
        let at = |time| [set.as_slice(), &[time]].concat();
        let listed = told(&rates(world, &at("2025-11-20T10:00:00+01:00")));
        assert!(listed.contains("NGN\t1612.5\t1600\t2025-11-20T09:00:00Z\n"), "{listed}");
        assert!(listed.contains("USD\t1\t1\ta sample, never set\n"), "{listed}");

        let mut ada = world.member(&fresh_email()).await;
        let answer = ada.get("/rates").await;
        let expected = json!({ "sell_rate": "1612.5", "buy_rate": "1600", "updated_at": "2025-11-20T09:00:00Z" });
        assert_eq!(answer.expect(200).data()["NGN"], expected);
        assert_eq!(answer.data()["USD"]["updated_at"], json!(null));
        // The buying rate of the base currency is shown to all users.
        assert_eq!(ada.get("/auth/me").await.data()["meta"]["buy_rate"], json!("1600"));

        let row = sqlx::query("SELECT detail FROM audit_log WHERE event = 'rate_set'")
            .fetch_one(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        let detail: String = sqlx::Row::get(&row, "detail");
        let detail: Value = serde_json::from_str(&detail).unwrap();
        let expected = json!({ "currency": "NGN", "sell_rate": "1612.5", "buy_rate": "1600", "at": "2025-11-20T09:00:00Z" });
        assert_eq!(detail, expected);
        assert!(audit::check(&world.app).await.unwrap().is_ok());
    }

    async fn an_invalid_rate_is_refused_and_a_newer_one_stays(world: World) {
        let refused = |arguments: &[&str]| refusal(&rates(world, arguments));
        told(&rates(world, &["set", "GBP", "--sell", "0.8", "--buy", "0.79", "--at", "2025-11-20T09:00:00Z"]));
        assert!(refused(&["set", "GBP", "--sell", "0.7", "--buy", "0.69", "--at", "2025-11-19T09:00:00Z"]).contains("GBP has a rate that was set after"));
        assert!(refused(&["set", "GBP", "--sell", "0", "--buy", "0.69"]).contains("not a decimal above zero"));
        assert!(refused(&["set", "GBP", "--sell", "-1", "--buy", "0.69"]).contains("--sell"));
        assert!(refused(&["set", "CHF", "--sell", "1", "--buy", "1"]).contains("not one of NGN"));
        assert!(refused(&["set", "GBP", "--sell", "1", "--buy", "1", "--at", "2999-01-01T00:00:00Z"]).contains("--at is in the future"));
        assert!(told(&rates(world, &["show"])).contains("GBP\t0.8\t0.79\t2025-11-20T09:00:00Z\n"));
    }
}

on_both! {
    async fn a_rate_does_not_replace_a_concurrently_set_later_one(world: World) {
        let newer = "UPDATE rates SET sell_rate = '0.8', buy_rate = '0.79', updated_at_ms = $1 WHERE currency = 'GBP'";
        let mut tx = world.app.db.begin().await.unwrap();
        let done = sqlx::query(newer).bind(world.clock.now_ms()).execute(tx.connection()).await;
        assert_eq!(done.unwrap().rows_affected(), 1);
        let (app, at) = (world.app.clone(), Instant(world.clock.now_ms() - 1));
        let setting = tokio::spawn(async move {
            money::rates::set(&app, Currency::Gbp, Rate::parse("0.7").unwrap(), Rate::parse("0.69").unwrap(), at).await
        });
        world.until_stuck(&setting).await;
        tx.commit().await.unwrap();
        assert!(!setting.await.unwrap().unwrap());
        assert!(told(&rates(world, &["show"])).contains("GBP\t0.8\t0.79\t"));
        assert_eq!(world.count("SELECT COUNT(*) FROM audit_log WHERE event = 'rate_set'").await, 0);
    }

    async fn concurrent_rate_policy_changes_both_apply(world: World) {
        told(&rates(world, &["policy", "ajo", "--hours", "72"]));
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query("UPDATE rate_policies SET valid_hours = 48").execute(tx.connection()).await.unwrap();
        let tenant = service::settings::change::find(&world.app, "ajo").await.unwrap();
        let app = world.app.clone();
        let changing = tokio::spawn(async move {
            let spread = Change { coin_spread: Percent::parse("2"), ..Change::default() };
            rate_policy::change(&app, &tenant.id, spread).await.unwrap()
        });
        world.until_stuck(&changing).await;
        tx.commit().await.unwrap();
        assert_eq!(changing.await.unwrap().valid_hours, 48);
        assert!(told(&rates(world, &["policy", "ajo"])).contains("used for 48 hours\tspread 2%"));
    }
}

on_one! {
    async fn a_rate_file_is_applied_entirely_or_not_at_all(world: World) {
        let file = std::env::temp_dir().join(format!("ajo-rates-{}", ground::secret::hex(&ground::random::Random.bytes::<8>())));
        let import = |text: &str| {
            std::fs::write(&file, text).unwrap();
            rates(world, &["import", file.to_str().unwrap()])
        };
        let listed = told(&import("NGN,1612.5,1600,2025-11-20T10:00:00+01:00\n\nGBP, 0.8, 0.79, 2025-11-20T09:00:00Z\n"));
        assert!(listed.contains("NGN\t1612.5\t1600\t2025-11-20T09:00:00Z\n") && listed.contains("GBP\t0.8\t0.79\t2025-11-20T09:00:00Z\n"), "{listed}");
        for (text, wrong) in [
            ("NGN,1700,1600\nGBP,0\n", "line 2: not a currency, a sell rate"),
            ("NGN,1700,1600\nGBP,0,1\n", "line 2: not a decimal above zero"),
            ("CHF,1700,1600\n", "line 1: not one of NGN"),
        ] {
            assert!(refusal(&import(text)).contains(wrong), "{text}");
        }
        assert!(told(&rates(world, &["show"])).contains("NGN\t1612.5\t1600\t"));
        std::fs::remove_file(&file).unwrap();
        assert!(refusal(&rates(world, &["import"])).contains("<FILE>"));
    }
}

on_both! {
    async fn the_job_updates_coin_rates_every_fifteen_minutes(world: World) {
        let app = &world.app;
        let spread = domain_core::money::Percent::parse("1").unwrap();
        price_is(world, "BTCUSDT", "100000").await;
        let set = || async {
            let count = sqlx::query("SELECT COUNT(*) AS n FROM audit_log WHERE event = 'rate_set'")
                .fetch_one(&mut *app.db.read().await.unwrap()).await.unwrap();
            sqlx::Row::get::<i64, _>(&count, "n")
        };
        // Of concurrent servers, one sets each rate.
        let (one, other) = tokio::join!(coin_rates::renew(app, spread), coin_rates::renew(app, spread));
        assert_eq!(one.unwrap() + other.unwrap(), 3);
        assert_eq!(set().await, 3);
        let listed = told(&rates(world, &["show"]));
        assert!(listed.contains("BTC\t0.0000101\t0.0000099\t2026-11-20T09:00:00Z\n"), "{listed}");
        assert!(listed.contains("USDT\t1.01\t0.99\t2026-11-20T09:00:00Z\n"), "{listed}");
        assert!(listed.contains("NGN\t1500\t1480\ta sample, never set\n"), "{listed}");

        world.advance_seconds(coin_rates::RENEWED_EVERY_MS / 1_000 - 1);
        assert_eq!(coin_rates::renew(app, spread).await.unwrap(), 0);
        world.advance_seconds(1);
        // While the market is unavailable the rates age; tether does not need it.
        port_will(world, "market", "fail").await;
        assert_eq!(coin_rates::renew(app, spread).await.unwrap_err().code(), "coins_unavailable");
        assert!(told(&rates(world, &["show"])).contains("BTC\t0.0000101\t0.0000099\t2026-11-20T09:00:00Z\n"));
        port_will(world, "market", "succeed").await;
        world.advance_seconds(60);
        assert_eq!(coin_rates::renew(app, spread).await.unwrap(), 2);
        assert_eq!(coin_rates::renew(app, spread).await.unwrap(), 0);
        assert!(told(&rates(world, &["show"])).contains("BTC\t0.0000101\t0.0000099\t2026-11-20T09:16:00Z\n"));
        assert_eq!(set().await, 6);
        assert!(audit::check(app).await.unwrap().is_ok());
    }

    async fn a_price_far_from_the_rate_is_accepted_once_confirmed(world: World) {
        let app = &world.app;
        let spread = domain_core::money::Percent::parse("1").unwrap();
        let minutes = |count: i64| world.advance_seconds(count * 60);
        let jumps = || app.metrics.text().contains("ajo_rate_jumps_total{reason=\"BTC\"}");
        let listed = |wanted: &str| {
            let listed = told(&rates(world, &["show"]));
            assert!(listed.contains(wanted), "{wanted}: {listed}");
        };
        price_is(world, "BTCUSDT", "100000").await;
        coin_rates::renew(app, spread).await.unwrap();
        listed("BTC\t0.0000101\t0.0000099\t2026-11-20T09:00:00Z\n");
        sells(world).await.expect(200);

        // One wrong response is forgotten.
        minutes(15);
        price_is(world, "BTCUSDT", "1000000").await;
        assert!(!jumps());
        assert_eq!(coin_rates::renew(app, spread).await.unwrap(), 2);
        assert!(jumps());
        listed("BTC\t0.0000101\t0.0000099\t2026-11-20T09:00:00Z\tunconfirmed: 0.00000101 of 2026-11-20T09:15:00Z\n");
        sells(world).await.refuses(503, "coins_unavailable");
        minutes(1);
        price_is(world, "BTCUSDT", "101000").await;
        assert_eq!(coin_rates::renew(app, spread).await.unwrap(), 1);
        listed("BTC\t0.00001\t0.000009801980198019\t2026-11-20T09:16:00Z\n");
        sells(world).await.expect(200);

        // A crash is accepted after a quarter of an hour.
        minutes(15);
        price_is(world, "BTCUSDT", "50000").await;
        let (one, other) = tokio::join!(coin_rates::renew(app, spread), coin_rates::renew(app, spread));
        assert_eq!(one.unwrap() + other.unwrap(), 2);
        minutes(14);
        coin_rates::renew(app, spread).await.unwrap();
        sells(world).await.refuses(503, "coins_unavailable");
        minutes(1);
        coin_rates::renew(app, spread).await.unwrap();
        listed("BTC\t0.0000202\t0.0000198\t2026-11-20T09:46:00Z\n");
        sells(world).await.expect(200);
        assert!(audit::check(app).await.unwrap().is_ok());
    }

    async fn a_price_is_compared_with_the_latest_rate(world: World) {
        let app = world.app.clone();
        let spread = domain_core::money::Percent::parse("1").unwrap();
        price_is(world, "BTCUSDT", "100000").await;
        coin_rates::renew(&app, spread).await.unwrap();
        world.advance_seconds(900);
        // Another server sets a rate that is far from this price.
        let mut tx = world.app.db.begin().await.unwrap();
        let other = "UPDATE rates SET sell_rate = '0.00005', buy_rate = '0.000049' WHERE currency = 'BTC'";
        assert_eq!(sqlx::query(other).execute(tx.connection()).await.unwrap().rows_affected(), 1);
        let renewing = tokio::spawn(async move { coin_rates::renew(&app, spread).await });
        world.until_stuck(&renewing).await;
        tx.commit().await.unwrap();
        renewing.await.unwrap().unwrap();
        let listed = told(&rates(world, &["show"]));
        assert!(listed.contains("BTC\t0.00005\t0.000049\t"), "{listed}");
        assert!(listed.contains("unconfirmed: 0.0000101 of "), "{listed}");
    }

    async fn an_operator_confirms_a_jump_at_once(world: World) {
        let spread = domain_core::money::Percent::parse("1").unwrap();
        price_is(world, "BTCUSDT", "100000").await;
        coin_rates::renew(&world.app, spread).await.unwrap();
        world.advance_seconds(900);
        price_is(world, "BTCUSDT", "50000").await;
        coin_rates::renew(&world.app, spread).await.unwrap();
        assert!(told(&rates(world, &["show"])).contains("unconfirmed: 0.0000202 of"));
        let at = "2026-11-20T09:15:00Z";
        told(&rates(world, &["set", "BTC", "--sell", "0.0000202", "--buy", "0.0000198", "--at", at]));
        assert!(!told(&rates(world, &["show"])).contains("unconfirmed"));
        sells(world).await.expect(200);
    }
}

on_one! {
    async fn a_brand_sets_the_lifetime_of_a_rate(world: World) {
        assert!(told(&rates(world, &["policy", "ajo"])).contains("used for 24 hours\tspread 1%"));
        assert!(told(&rates(world, &["policy", "ajo", "--hours", "72", "--spread", "0.5"])).contains("used for 72 hours\tspread 0.5%"));
        assert!(told(&rates(world, &["policy", "ajo", "--spread", "2"])).contains("used for 72 hours\tspread 2%"));
        assert!(refusal(&rates(world, &["policy", "ajo", "--spread", "100"])).contains("less than 100"));
        assert!(refusal(&rates(world, &["policy", "nobody"])).contains("there is no brand nobody"));
    }

    async fn a_converted_fee_shows_the_age_of_its_rate(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        credit(world, &mut ada, "USD", "100.00").await;
        credit(world, &mut ada, "NGN", "5000.00").await;
        let wanted = |currency: &str| json!({ "destination": "bank", "amount": "50.00", "currency": currency, "bank_code": BANK, "account_number": ACCOUNT });
        let sample = ada.post("/quotes/transfer", wanted("USD")).await;
        assert_eq!(sample.expect(200).data()["rate_note"], "The fee is converted from naira at a sample exchange rate.");
        told(&rates(world, &["policy", "ajo", "--hours", "8760"]));
        told(&rates(world, &["set", "NGN", "--sell", "1600", "--buy", "1590", "--at", "2025-11-20T13:05:00Z"]));
        told(&rates(world, &["set", "USD", "--sell", "1", "--buy", "1", "--at", "2025-11-21T08:00:00Z"]));
        // The older of the two rates.
        let dated = ada.post("/quotes/transfer", wanted("USD")).await;
        assert_eq!(dated.data()["rate_note"], "The fee is converted from naira at the exchange rate of 20 Nov 2025, 14:05.");
        assert_eq!(ada.post("/quotes/transfer", wanted("NGN")).await.data()["rate_note"], json!(null));
    }
}

/// The quote for a new user's conversion of some naira.
async fn converts(world: &World) -> Answer {
    let mut owner = wallet_holder(world, "5000.00").await;
    let wanted = super::exchange::conversion("NGN", "USD", "3000");
    owner.post("/quotes/convert", wanted).await
}

/// The rates listed by the program.
fn expect_listed(world: &World, wanted: &str) {
    let listed = told(&rates(world, &["show"]));
    assert!(listed.contains(wanted), "{wanted}: {listed}");
}

on_both! {
    async fn the_market_renews_naira_and_pounds_with_a_spread(world: World) {
        let app = &world.app;
        let spread = Percent::parse("1").unwrap();
        price_is(world, "USDTNGN", "1500").await;
        price_is(world, "GBPUSDT", "1.25").await;
        // Of concurrent servers, one sets each rate.
        let (one, other) = tokio::join!(feed::renew(app, spread), feed::renew(app, spread));
        assert_eq!(one.unwrap() + other.unwrap(), 2);
        expect_listed(world, "NGN\t1515\t1485\t2026-11-20T09:00:00Z\n");
        expect_listed(world, "GBP\t0.808\t0.792\t2026-11-20T09:00:00Z\n");
        expect_listed(world, "USD\t1\t1\ta sample, never set\n");
        world.advance_seconds(899);
        assert_eq!(feed::renew(app, spread).await.unwrap(), 0);
        world.advance_seconds(1);
        // While the market is unavailable the rates age; a refusal names the market's next rate.
        port_will(world, "market", "fail").await;
        assert_eq!(feed::renew(app, spread).await.unwrap_err().code(), "coins_unavailable");
        world.advance_seconds(24 * 3_600);
        let mut ada = holder(world, "0.1").await;
        let refused = ada.post("/quotes/convert", super::exchange::conversion("NGN", "USD", "0")).await;
        refused.breaks(&[("amount", "below_minimum")]);
        let terms = ada.get("/convert/terms").await.expect(200).data().clone();
        let message = "Our exchange rate for NGN is from 20 Nov 2026, 10:00, which is too long ago. We expect the next one on 21 Nov, 10:30.";
        assert_eq!(terms["rates"]["NGN"]["message"], message);
        port_will(world, "market", "succeed").await;
        assert_eq!(feed::renew(app, spread).await.unwrap(), 2);
        assert_eq!(ada.get("/convert/terms").await.data()["rates"]["NGN"]["message"], json!(null));
        assert!(audit::check(app).await.unwrap().is_ok());
    }

    async fn a_jump_of_money_is_held_until_a_person_releases_it(world: World) {
        let app = &world.app;
        let spread = Percent::parse("1").unwrap();
        price_is(world, "USDTNGN", "1500").await;
        feed::renew(app, spread).await.unwrap();
        // The strictest brand decides.
        told(&rates(world, &["policy", "ajo", "--jump", "5"]));
        converts(world).await.expect(200);
        world.advance_seconds(900);
        price_is(world, "USDTNGN", "1580").await;
        let (one, other) = tokio::join!(feed::renew(app, spread), feed::renew(app, spread));
        // Pounds alone.
        assert_eq!(one.unwrap() + other.unwrap(), 1);
        assert!(app.metrics.text().contains("ajo_rate_jumps_total{reason=\"NGN\"} 1"));
        expect_listed(world, "NGN\t1515\t1485\t2026-11-20T09:00:00Z\tunconfirmed: 1595.8 of 2026-11-20T09:15:00Z\n");
        // Nothing is converted at a rate that may be wrong, however long the market tells the new one.
        world.advance_seconds(3_600);
        feed::renew(app, spread).await.unwrap();
        let refused = converts(world).await;
        refused.refuses(503, "rate_stale");
        assert_eq!(refused.body["message"], "Our exchange rate for NGN is being checked. We expect the next one on 21 Nov, 09:00.");
        // The refused quote is rolled back in the background, which the program would block.
        world.app.db.begin().await.unwrap().commit().await.unwrap();
        let refused = refusal(&rates(world, &["release", "GBP", "--by", "Bisi"]));
        assert!(refused.contains("no rate of GBP waits for a person"), "{refused}");
        told(&rates(world, &["release", "NGN", "--by", "Bisi"]));
        expect_listed(world, "NGN\t1595.8\t1564.2\t2026-11-20T09:15:00Z\n");
        converts(world).await.expect(200);
        assert!(refusal(&rates(world, &["release", "NGN", "--by", "Bisi"])).contains("no rate of NGN waits"));
        // The next one is near the released one.
        assert_eq!(feed::renew(app, spread).await.unwrap(), 1);
        assert_eq!(world.count("SELECT COUNT(*) FROM audit_log WHERE event = 'rate_released'").await, 1);
        assert!(audit::check(app).await.unwrap().is_ok());
    }
}

on_both! {
    async fn two_operators_release_a_rate_once(world: World) {
        let app = &world.app;
        let spread = Percent::parse("1").unwrap();
        price_is(world, "USDTNGN", "1500").await;
        feed::renew(app, spread).await.unwrap();
        world.advance_seconds(900);
        price_is(world, "USDTNGN", "2000").await;
        feed::renew(app, spread).await.unwrap();
        let release = |by| money::rates::release(app, Currency::Ngn, by);
        let (one, other) = tokio::join!(release("Bisi"), release("Chike"));
        assert_ne!(one.unwrap(), other.unwrap());
        assert_eq!(world.count("SELECT COUNT(*) FROM audit_log WHERE event = 'rate_released'").await, 1);
    }
}
