//! Monthly statements: issued to their holder, checked by anybody, and the totals of a month.

use super::*;
use crate::support::PASSWORD;
use crate::support::paper::words;
use ground::secret::sha256_hex;

/// The last millisecond of November in Lagos.
const LAST_OF_NOVEMBER_MS: i64 = 1_796_079_599_999;

async fn issued(person: &mut Caller, month: &str) -> Answer {
    person
        .post("/statements", json!({ "month": month, "currency": "NGN" }))
        .await
}

/// The code in the words of a statement.
fn code_of(words: &str) -> String {
    let groups = |word: &&str| word.len() == 19 && word.split('-').count() == 4;
    words.split(' ').find(groups).unwrap().to_owned()
}

async fn check(world: &World, code: &str) -> Answer {
    world.caller().get(&format!("/statements/{code}")).await
}

/// A session that stays alive while time passes.
async fn signed_in_again(world: &World, email: &str) -> Caller {
    let mut caller = world.caller();
    crate::support::sign_in(&mut caller, email).await;
    caller
}

on_both! {
    async fn a_statement_leads_from_one_balance_to_the_other_and_can_be_checked(world: World) {
        let (mut ada, mut ben) = (holder(world, "1000.00").await, holder(world, "1.00").await);
        let number = wallet_number(&mut ben).await;
        world.clock.advance_ms(1);
        transfer(&mut ada, &number, "30.50", "key-00000001").await.expect(201);
        world.clock.advance_ms(1);
        bank_will(world, "fail").await;
        withdraw(&mut ada, "300.00", "key-00000002").await.expect(201);
        world.clock.advance_ms(1);
        let file = issued(&mut ada, "2026-11").await;
        assert_eq!(file.expect(200).header("content-type"), "application/pdf");
        assert_eq!(file.header("content-disposition"), "attachment; filename=\"statement-2026-11-NGN.pdf\"");
        let words = words(&file.bytes);
        let own = wallet_number(&mut ada).await;
        for part in [
            "Account statement ", "November 2026 ", "Account holder Ada Obi ", &own, "1 Nov 2026 to 20 Nov 2026 ",
            "Opening balance ₦0.00 ", "Money in ₦1,000.00 ", "Money out ₦30.50 ", "Closing balance ₦969.50 ",
            "₦30.50 ₦969.50 ", "Wallet transfer", "Page 1 of 1 ",
        ] {
            assert!(words.contains(part), "{part}: {words}");
        }
        assert!(!words.contains("₦300.00"), "{words}");

        // For anybody who has the code, however it is typed.
        let code = code_of(&words);
        let plain = code.replace('-', "");
        for typed in [code.clone(), plain.clone(), plain.to_lowercase()] {
            let said = check(world, &typed).await;
            assert_eq!(said.expect(200).data(), &json!({
                "brand": "Ajo", "issued_at": ground::clock::rfc3339(world.app.clock.now_ms()), "holder": "A. Obi", "currency": "NGN",
                "from": "2026-11-01", "to": "2026-11-20", "opening_balance": "0.00", "closing_balance": "969.50", "lines": 2,
                "sha256": sha256_hex(&file.bytes), "valid_until": "2027-11-20",
            }), "{typed}");
        }
        assert_eq!(world.count("SELECT COUNT(*) FROM issued_statements WHERE code_hash LIKE '%-%'").await, 0);
        // Another statement has another code.
        let again = issued(&mut ada, "2026-11").await;
        assert_ne!(code_of(&crate::support::paper::words(&again.expect(200).bytes)), code);
    }

    async fn months_begin_and_end_at_midnight_in_lagos(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        credit(world, &mut ada, "NGN", "10.00").await;
        world.clock.advance_ms(LAST_OF_NOVEMBER_MS - world.app.clock.now_ms());
        let mut ada = signed_in_again(world, &email).await;
        credit(world, &mut ada, "NGN", "20.00").await;
        world.clock.advance_ms(1);
        credit(world, &mut ada, "NGN", "40.00").await;
        // A payment that is committed after midnight may belong before it.
        issued(&mut ada, "2026-11").await.breaks(&[("month", "in_the_future")]);
        world.clock.advance_ms(5 * 60_000);
        let mut ada = signed_in_again(world, &email).await;
        for (month, opening, closing, lines) in [("2026-11", "0.00", "30.00", 2), ("2026-12", "30.00", "70.00", 1)] {
            let file = issued(&mut ada, month).await;
            let said = check(world, &code_of(&words(&file.expect(200).bytes))).await;
            let said = said.expect(200).data().clone();
            assert_eq!((&said["opening_balance"], &said["closing_balance"], &said["lines"]), (&json!(opening), &json!(closing), &json!(lines)), "{month}");
        }
        // The list and its totals have the same months.
        for (days, rows, received) in [("from=2026-11-01&to=2026-11-30", 2, "30.00"), ("from=2026-12-01&to=2026-12-31", 1, "40.00")] {
            let listed = ada.get(&format!("/transaction/me?{days}")).await;
            assert_eq!(listed.expect(200).data()["total"], rows, "{days}");
            let totals = ada.get(&format!("/transaction/flows?{days}")).await;
            let totals = totals.expect(200).data().clone();
            assert_eq!((&totals["since"], &totals["currencies"][0]["received"]), (&json!("2026-11"), &json!(received)), "{days}");
        }
        for (month, code) in [("2027-01", "in_the_future"), ("2026-10", "out_of_range"), ("2026-13", "not_a_date"), ("", "not_a_date")] {
            issued(&mut ada, month).await.breaks(&[("month", code)]);
        }
    }

    async fn lines_that_differ_from_the_ledger_are_not_certified(world: World) {
        let mut ada = holder(world, "1000.00").await;
        for (spoilt, restored) in [
            ("UPDATE wallet_transactions SET net_minor = 99999", "UPDATE wallet_transactions SET net_minor = 100000"),
            ("UPDATE wallet_transactions SET kind = 'DEBIT'", "UPDATE wallet_transactions SET kind = 'CREDIT'"),
            ("UPDATE wallet_transactions SET currency = 'USD'", "UPDATE wallet_transactions SET currency = 'NGN'"),
            ("UPDATE ledger_accounts SET settled_minor = settled_minor + 1 WHERE owner_kind = 'user' AND settled_minor > 0", "UPDATE ledger_accounts SET settled_minor = settled_minor - 1 WHERE owner_kind = 'user' AND settled_minor > 0"),
        ] {
            change(world, spoilt).await;
            issued(&mut ada, "2026-11").await.refuses(500, "internal");
            change(world, restored).await;
        }
        assert_eq!(world.count("SELECT COUNT(*) FROM issued_statements").await, 0);
        issued(&mut ada, "2026-11").await.expect(200);
    }

    async fn the_uses_of_money_are_summed_and_filtered(world: World) {
        let (mut ada, mut ben) = (holder(world, "1000.00").await, holder(world, "1.00").await);
        let number = wallet_number(&mut ben).await;
        transfer(&mut ada, &number, "30.00", "key-00000001").await.expect(201);
        let body = json!({ "network": "mtn", "phone": "08031234567", "amount": "50.00", "confirm": true });
        crate::bills::buy(&mut ada, "airtime", body, "50.00", "key-00000002").await;
        bank_will(world, "fail").await;
        withdraw(&mut ada, "300.00", "key-00000003").await.expect(201);
        let totals = ada.get("/transaction/flows").await;
        let totals = totals.expect(200).data().clone();
        assert_eq!(totals["since"], "2026-11");
        assert_eq!(totals["currencies"], json!([{
            "currency": "NGN", "received": "1000.00", "sent": "80.00", "flows": [
                { "flow": "sent", "label": "Sent", "amount": "30.00", "percent": 38 },
                { "flow": "bills", "label": "Bills", "amount": "50.00", "percent": 62 },
                { "flow": "plans", "label": "Plans", "amount": "0.00", "percent": 0 },
            ],
        }]));
        let counted = async |ada: &mut Caller, query: &str| ada.get(&format!("/transaction/me?{query}")).await.expect(200).data()["total"].as_i64().unwrap();
        for (query, count) in [("flow=sent", 2), ("flow=sent&status=SUCCESSFUL", 1), ("flow=bills", 1), ("flow=plans", 0), ("flow=%25", 0), ("currency=NGN", 4), ("currency=USD", 0), ("currency=NGN&flow=bills", 1), ("search=%E2%82%A61%2C000", 1), ("search=N50.00", 1), ("flow=", 4)] {
            assert_eq!(counted(&mut ada, query).await, count, "{query}");
        }
        let file = ada.get("/transaction/me.csv?flow=bills").await;
        assert_eq!(file.expect(200).text.lines().count(), 2);
        let none = world.member(&fresh_email()).await.get("/transaction/flows").await;
        assert_eq!(none.expect(200).data(), &json!({ "since": "2026-11", "currencies": [] }));
    }
}

on_one! {
    async fn unknown_codes_get_one_answer(world: World) {
        crate::tenants::second_brand(world).await;
        let mut ada = holder(world, "1000.00").await;
        let code = code_of(&words(&issued(&mut ada, "2026-11").await.expect(200).bytes));
        let answers = [
            check(world, "0000-0000-0000-0000").await,
            check(world, "x").await,
            check(world, "%25").await,
            check(world, &"A".repeat(500)).await,
            check(world, &sha256_hex(code.replace('-', "").as_bytes())).await,
            world.caller().with("host", crate::tenants::ESUSU).get(&format!("/statements/{code}")).await,
        ];
        for answer in &answers {
            answer.refuses(404, "not_found");
            assert_eq!(answer.body["message"], answers[0].body["message"]);
        }
        check(world, &code).await.expect(200);
        // Its last day is the same day of the next year, in Lagos.
        world.clock.advance_ms(365 * 86_400_000 + 13 * 3_600_000);
        check(world, &code).await.expect(200);
        world.clock.advance_ms(2 * 3_600_000);
        check(world, &code).await.refuses(404, "not_found");
        assert_eq!(world.count("SELECT COUNT(*) FROM issued_statements").await, 1);
        world.clock.advance_ms(3 * 86_400_000);
        backend::jobs::retention::sweep(&world.app).await.unwrap();
        assert_eq!(world.count("SELECT COUNT(*) FROM issued_statements").await, 0);
    }

    async fn a_statement_is_its_holders_alone_and_outlasts_the_account(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        world.caller().post("/statements", json!({ "month": "2026-11", "currency": "NGN" })).await.refuses(401, "unauthenticated");
        ada.post("/statements", json!({ "month": "2026-11", "currency": "EUR" })).await.refuses(422, "wrong_type");
        let code = code_of(&words(&issued(&mut ada, "2026-11").await.expect(200).bytes));
        // Bola's own, whatever the month.
        let mut bola = holder(world, "7.00").await;
        let bolas = issued(&mut bola, "2026-11").await;
        let hers = words(&bolas.expect(200).bytes);
        assert!(hers.contains("Closing balance ₦7.00 ") && !hers.contains(&wallet_number(&mut ada).await), "{hers}");
        ada.post("/account/close", json!({ "password": PASSWORD })).await.expect(200);
        assert_eq!(check(world, &code).await.expect(200).data()["holder"], "A. Obi");
    }

    async fn statements_and_checks_are_limited(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let mut ada = world.member(&fresh_email()).await;
        for _ in 0..24 {
            issued(&mut ada, "2026-11").await.expect(200);
        }
        issued(&mut ada, "2026-11").await.refuses(429, "too_many_requests");
        for _ in 0..30 {
            check(world, "0000-0000-0000-0000").await.refuses(404, "not_found");
        }
        check(world, "0000-0000-0000-0000").await.refuses(429, "too_many_requests");
        world.caller().from([10, 9, 8, 7]).get("/statements/x").await.refuses(404, "not_found");
    }
}

async fn change(world: &World, statement: &'static str) {
    let mut tx = world.app.db.begin().await.unwrap();
    sqlx::query(statement)
        .execute(tx.connection())
        .await
        .unwrap();
    tx.commit().await.unwrap();
}
