//! Statements: searched, filtered by period, paged, and on paper.

use super::*;
use crate::plans::loans::id_of;
use crate::reconciliation::by_hand;
use crate::support::sign_in;
use axum::http::Method;
use money::statement::search;
use sqlx::Row;
use std::time::Duration;

on_both! {
    async fn a_search_finds_amounts_comments_and_currencies(world: World) {
        let mut ada = super::coins::holder(world, "0.5").await;
        credit(world, &mut ada, "NGN", "1234.05").await;
        credit(world, &mut ada, "NGN", "0.07").await;
        let mut tx = world.app.db.begin().await.unwrap();
        let told = sqlx::query("UPDATE wallet_transactions SET comment = 'Held by the Bank' WHERE gross_minor = 7");
        told.execute(tx.connection()).await.unwrap();
        tx.commit().await.unwrap();
        for (search, found) in [("1234.05", 1), ("234.0", 1), ("0.07", 1), ("0.50000000", 1), ("held%20by", 1), ("btc", 1), ("ngn", 2), ("77.7", 0)] {
            let listed = ada.get(&format!("/transaction/me?search={search}")).await;
            assert_eq!(listed.expect(200).data()["total"], found, "{search}");
        }
        // The sums of a search, and of a period that begins within a day, are those of its lines.
        let whole = |path: &str| format!("{path}from=2020-01-01T10%3A00%3A00Z");
        for (path, naira) in [("?search=1234.05", "1234.05"), ("?search=ngn", "1234.12"), (&whole("?"), "1234.12"), ("", "1234.12")] {
            let overview = ada.get(&format!("/transaction/flows{path}")).await;
            let currencies = overview.expect(200).data()["currencies"].clone();
            let of_naira = currencies.as_array().unwrap().iter().find(|one| one["currency"] == "NGN");
            assert_eq!(of_naira.unwrap()["received"], naira, "{path}");
        }
        assert_eq!(ada.get(&format!("/transaction/me{}", whole("?"))).await.expect(200).data()["total"], 3);
        let today = world.app.clock.today().text();
        let early = format!("/transaction/me?from={today}T00%3A00%3A00Z&to={today}T00%3A00%3A00.001Z");
        assert_eq!(ada.get(&early).await.expect(200).data()["total"], 0);
    }

    async fn pages_of_many_days_are_read_by_their_days(world: World) {
        let email = fresh_email();
        let mut ada = world.member_with_pin(&email).await;
        let rows = |page: &Value| page["data"].as_array().unwrap().clone();
        for days in [1, 1, 40, 1, 3] {
            world.advance_seconds(days * 86_400);
            sign_in(&mut ada, &email).await;
            for _ in 0..3 {
                world.clock.advance_ms(1);
                credit(world, &mut ada, "NGN", "2.00").await;
            }
        }
        let all = ada.get("/transaction/me?per_page=50").await.expect(200).data().clone();
        assert_eq!((rows(&all).len(), &all["total"]), (15, &json!(15)));
        let mut paged = Vec::new();
        for page in 1..=3 {
            let one = ada.get(&format!("/transaction/me?per_page=5&page={page}")).await.expect(200).data().clone();
            assert_eq!((&one["total"], &one["last_page"]), (&json!(15), &json!(3)));
            paged.extend(rows(&one));
        }
        assert_eq!(paged, rows(&all));
    }

    async fn a_long_statement_is_searched_by_words(world: World) {
        const LONG: Duration = Duration::from_secs(60);
        let ada_email = fresh_email();
        let mut ada = world.member_with_pin(&ada_email).await;
        credit(world, &mut ada, "NGN", "100.00").await;
        let email = fresh_email();
        let mut cy = world.member_with_pin(&email).await;
        let id = id_of(&mut cy).await;
        let now_ms = world.app.clock.now_ms();
        let transfer = "(SELECT MIN(id) FROM ledger_transfers)";
        // Older ones, and 2,100 newer ones.
        let lines = |count: i64, reference: &str, category: &str, minor: i64, description: &str, from_ms: i64| format!(
            "INSERT INTO wallet_transactions (id, user_id, reference, ledger_transfer_id, category, kind, status, currency, gross_minor, charge_minor, \
             net_minor, description, created_at_ms) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) \
             SELECT '{reference}' || i, '{id}', '{reference}' || i, {transfer}, '{category}', 'CREDIT', 'SUCCESSFUL', 'NGN', {minor}, 0, {minor}, \
             '{description}', {from_ms} + i FROM n"
        );
        by_hand(world, &[
            lines(1, "OLDEST", "funding", 432_100, "Rent for Okafor Street", now_ms - 9_000_000),
            lines(1, "OLDER", "wallet-transfer", 7_777, "Gift", now_ms - 8_000_000),
            lines(2_100, "NEWER", "wallet-transfer", 100, "Lunch", now_ms - 7_000_000),
        ]).await;
        world.advance_seconds(600);
        sign_in(&mut cy, &email).await;
        sign_in(&mut ada, &ada_email).await;
        for is_indexed in [false, true] {
            for (search, total) in [
                ("okafor", 1), ("rent%20for%20oka", 1), ("4%2C321", 1), ("4321", 1), ("oldest1", 1), ("77.77", 1), ("nothing", 0),
                // The text of a category; of the newest.
                ("fundin", 1), ("lunch", 1_000), ("1.0", 1_000), ("newer2100", 1), ("e", 1_000),
                // Within a word: of older entries, only words that begin so are found.
                ("kafor", i64::from(!is_indexed)),
                // Less than three characters.
                ("ok", 0),
            ] {
                let page = cy.get(&format!("/transaction/me?search={search}")).await;
                assert_eq!(page.expect(200).data()["total"], total, "{search}, {is_indexed}");
            }
            let page = cy.get("/transaction/me?search=lunch&page=50&per_page=20").await;
            assert_eq!((page.data()["data"].as_array().unwrap().len(), page.data()["last_page"].clone()), (20, json!(50)));
            assert_eq!(page.data()["data"][19]["reference"], "NEWER1101");
            assert_eq!(cy.get("/transaction/me?search=okafor&category=withdraw").await.data()["total"], 0);
            assert_eq!(cy.get("/transaction/me.csv?search=lunch").await.text.lines().count(), 2_101);
            assert_eq!(ada.get("/transaction/me?search=okafor").await.data()["total"], 0);
            search::index(&world.app, LONG).await.unwrap();
        }
        let words = async || sqlx::query("SELECT COUNT(*) AS n FROM search_words").fetch_one(&mut *world.app.db.read().await.unwrap()).await.unwrap().get::<i64, _>("n");
        let known = words().await;
        assert!(known > 4_200, "{known}");
        // New entries are indexed once, five minutes later, also by two servers.
        by_hand(world, &[lines(1, "LATEST", "funding", 100, "Supper", world.app.clock.now_ms() - 1)]).await;
        assert_eq!(search::index(&world.app, LONG).await.unwrap(), 0);
        world.advance_seconds(301);
        let (one, other) = tokio::join!(search::index(&world.app, LONG), search::index(&world.app, LONG));
        assert_eq!(one.unwrap() + other.unwrap(), 1);
        assert_eq!(words().await, known + 3);
        by_hand(world, &["wallet_transactions", "day_sums", "payees", "receipts_due", "search_words", "searched_people"].map(|table| format!("DELETE FROM {table} WHERE user_id = '{id}'"))).await;
    }
}

on_one! {
    async fn a_statement_is_searched_by_period_and_paged(world: World) {
        let (mut ada, mut ben) = (holder(world, "1000.00").await, holder(world, "1.00").await);
        let number = wallet_number(&mut ben).await;
        for count in 0..22 {
            let mut body = transfer_body(&number, "1.00");
            body["description"] = json!(format!("Lunch {count} at 50%"));
            let key = format!("key-{count:08}");
            world.clock.advance_ms(1);
            authorised(&mut ada, "wallet_transfer", "1.00", &format!("wallet:{number}"), &key).await.post("/wallet/transfer", body).await.expect(201);
        }
        let page = ada.get("/transaction/me").await;
        let page = page.expect(200).data().clone();
        assert_eq!((&page["total"], &page["last_page"], page["data"].as_array().unwrap().len()), (&json!(23), &json!(2), 20));
        assert_eq!(page["data"][0]["description"], "Lunch 21 at 50%");
        let rest = ada.get("/transaction/me?page=2").await;
        assert_eq!(rest.data()["data"].as_array().unwrap().len(), 3);
        assert_eq!(ada.get("/transaction/me?page=99").await.expect(200).data()["data"], json!([]));
        assert_eq!(ada.get("/transaction/me?page=-1").await.expect(200).data()["current_page"], 1);
        assert_eq!(ada.get("/transaction/me?category=funding").await.data()["total"], 1);
        assert_eq!(ada.get("/transaction/me?search=LUNCH%2017").await.data()["total"], 1);
        assert_eq!(ada.get("/transaction/me?search=50%25").await.data()["total"], 22);
        assert_eq!(ada.get("/transaction/me?search=5%25").await.data()["total"], 0);
        assert_eq!(ada.get("/transaction/me?search=%27%20OR%201%3D1--").await.expect(200).data()["total"], 0);
        let today = world.app.clock.today().text();
        assert_eq!(ada.get(&format!("/transaction/me?from={today}&to={today}")).await.data()["total"], 23);
        assert_eq!(ada.get("/transaction/me?to=2000-01-01").await.data()["total"], 0);
        // The requested number of rows, within bounds.
        let rows = |answer: &Answer| (answer.data()["data"].as_array().unwrap().len(), answer.data()["last_page"].as_i64().unwrap());
        for (query, expected) in [("per_page=10", (10, 3)), ("per_page=10&page=3", (3, 3)), ("per_page=0", (1, 23)), ("per_page=1000", (23, 1))] {
            assert_eq!(rows(ada.get(&format!("/transaction/me?{query}")).await.expect(200)), expected, "{query}");
        }
        assert_eq!(rows(ada.get("/withdraw?per_page=5").await.expect(200)), (0, 1));
        // Precise to the instant: the newest was made at this one.
        let newest = ground::clock::rfc3339(world.app.clock.now_ms());
        assert_eq!(ada.get(&format!("/transaction/me?from={newest}")).await.data()["total"], 1);
        assert_eq!(ada.get(&format!("/transaction/me?to={newest}")).await.data()["total"], 22);
        ada.get("/transaction/me?from=2026-02-30").await.breaks(&[("from", "not_a_date")]);
        ada.get("/transaction/me?page=x").await.refuses(422, "wrong_type");
    }

    async fn another_users_statement_is_not_readable(world: World) {
        let (mut ada, mut ben) = (holder(world, "1000.00").await, world.member(&fresh_email()).await);
        let list = ada.get("/transaction/me").await;
        let reference = list.data()["data"][0]["reference"].as_str().unwrap().to_owned();
        let strange = ben.get(&format!("/transaction/{reference}")).await;
        let random = ben.get("/transaction/0000000000000000").await;
        strange.refuses(404, "not_found");
        assert_eq!((&strange.body["message"], &strange.body["data"]), (&random.body["message"], &random.body["data"]));
        ben.get(&format!("/transaction/{reference}/receipt.pdf")).await.refuses(404, "not_found");
        assert_eq!(ben.get("/transaction/me").await.data()["total"], 0);
    }

    async fn a_statement_and_a_receipt_can_be_downloaded(world: World) {
        let (mut ada, mut ben) = (holder(world, "1000.00").await, holder(world, "1.00").await);
        let number = wallet_number(&mut ben).await;
        let mut body = transfer_body(&number, "1.00");
        body["description"] = json!("=HYPERLINK(\"http://evil.example\")");
        authorised(&mut ada, "wallet_transfer", "1.00", &format!("wallet:{number}"), "key-00000001").await.post("/wallet/transfer", body).await.expect(201);

        let file = ada.get("/transaction/me.csv").await;
        assert_eq!(file.expect(200).header("content-type"), "text/csv; charset=utf-8");
        assert_eq!(file.text.lines().count(), 3);
        assert!(file.text.starts_with("\u{feff}date,reference,"), "{}", file.text);
        assert!(file.text.contains("\"'=HYPERLINK(\"\"http://evil.example\"\")\""), "{}", file.text);

        let list = ada.get("/transaction/me?category=wallet-transfer").await;
        let reference = list.data()["data"][0]["reference"].as_str().unwrap().to_owned();
        let paper = ada.raw(Method::GET, &format!("/api/transaction/{reference}/receipt.pdf"), "", "").await;
        assert_eq!(paper.expect(200).header("content-type"), "application/pdf");
        for part in ["%PDF-", &format!("Receipt {reference}"), "/FontFile2", "/ToUnicode", "%%EOF"] {
            assert!(paper.text.contains(part), "{part}");
        }
        let words = crate::support::paper::words(&paper.bytes);
        for part in ["Transaction receipt ", "Successful ", "Total \u{20a6}1.00 ", "From Ada Obi ", "20 Nov 2026, 1", " (Lagos time) ", &reference] {
            assert!(words.contains(part), "{part}: {words}");
        }
    }

    async fn a_statement_is_filtered_by_direction_and_outcome_and_summed_by_month(world: World) {
        let (mut ada, mut ben) = (holder(world, "1000.00").await, holder(world, "1.00").await);
        let number = wallet_number(&mut ben).await;
        transfer(&mut ada, &number, "30.00", "key-00000001").await.expect(201);
        bank_will(world, "fail").await;
        withdraw(&mut ada, "300.00", "key-00000002").await.expect(201);
        let counted = async |ada: &mut Caller, query: &str| ada.get(&format!("/transaction/me?{query}")).await.expect(200).data()["total"].as_i64().unwrap();
        for (query, count) in [("", 3), ("type=CREDIT", 1), ("type=DEBIT", 2), ("status=FAILED", 1), ("type=CREDIT&status=FAILED", 0), ("type=SIDEWAYS", 0)] {
            assert_eq!(counted(&mut ada, query).await, count, "{query}");
        }
        let months = ada.get("/transaction/months").await;
        let months = months.expect(200).data().clone();
        let expected = json!([{ "currency": "NGN", "received": "1000.00", "sent": "30.00" }]);
        assert_eq!(months.as_array().unwrap().len(), 1, "{months}");
        for key in ["currency", "received", "sent"] {
            assert_eq!(months[0][key], expected[0][key], "{months}");
        }
        let none = ada.get("/transaction/months?status=FAILED").await;
        assert_eq!(none.expect(200).data(), &json!([]));
        assert_eq!(ada.get("/transaction/months?search=no%20such").await.data(), &json!([]));
        ada.get("/transaction/months?from=2026-02-30").await.breaks(&[("from", "not_a_date")]);
    }

    async fn payees_are_listed_once_latest_first(world: World) {
        let (mut ada, mut ben) = (holder(world, "5000.00").await, holder(world, "1.00").await);
        assert_eq!(ada.get("/wallet/payees?currency=NGN").await.expect(200).data(), &json!([]));
        let number = wallet_number(&mut ben).await;
        transfer(&mut ada, &number, "30.00", "key-00000001").await.expect(201);
        world.clock.advance_ms(1);
        withdraw(&mut ada, "300.00", "key-00000002").await.expect(201);
        world.clock.advance_ms(1);
        transfer(&mut ada, &number, "31.00", "key-00000003").await.expect(201);
        let listed = ada.get("/wallet/payees?currency=NGN").await;
        let listed = listed.expect(200).data().as_array().unwrap().clone();
        assert_eq!(listed.len(), 2, "{listed:?}");
        assert_eq!((&listed[0]["destination"], &listed[0]["wallet_number"]), (&json!("wallet"), &json!(number)));
        assert_eq!((&listed[1]["destination"], &listed[1]["bank_code"], &listed[1]["account_number"]), (&json!("bank"), &json!(crate::wallet::BANK), &json!(crate::wallet::ACCOUNT)));
        // The user's own payments only, from one wallet.
        assert_eq!(ada.get("/wallet/payees?currency=USD").await.data(), &json!([]));
        assert_eq!(ben.get("/wallet/payees?currency=NGN").await.data(), &json!([]));
        // A returned payment does not count.
        let mut eno = holder(world, "1000.00").await;
        bank_will(world, "fail").await;
        withdraw(&mut eno, "300.00", "key-00000004").await.expect(201);
        assert_eq!(eno.get("/wallet/payees?currency=NGN").await.data(), &json!([]));
    }

    async fn amounts_and_phones_are_stored_normalised(world: World) {
        let (mut ada, mut ben) = (holder(world, "5000.00").await, holder(world, "1.00").await);
        let number = wallet_number(&mut ben).await;
        let quote = ada.post("/quotes/transfer", json!({ "destination": "wallet", "amount": "\u{20a6}1,000.50", "currency": "NGN", "wallet_number": number })).await;
        assert_eq!(quote.expect(200).data()["amount"], "1000.50");
        let body = transfer_body(&number, "1,000.50");
        let answer = authorised(&mut ada, "wallet_transfer", "1000.50", &format!("wallet:{number}"), "key-00000001").await.post("/wallet/transfer", body).await;
        assert_eq!(answer.expect(201).data()["gross_amount"], "1000.50");
        let sent = ada.post("/phone/code", json!({ "phone": "+234 803 000 0099" })).await;
        assert_eq!(sent.expect(200).data()["phone"], "08030000099");
    }

    async fn separators_in_a_number_are_ignored(world: World) {
        let (mut ada, mut ben) = (holder(world, "5000.00").await, holder(world, "1.00").await);
        let number = wallet_number(&mut ben).await;
        let spaced = format!("\u{2068}{} {}\u{2013}{}\u{2069}", &number[..3], &number[3..6], &number[6..]);
        let owner = ada.post("/wallet/inquire", json!({ "wallet": spaced })).await;
        assert_eq!(owner.expect(200).data()["wallet_number"], number);
        let quote = ada.post("/quotes/transfer", json!({ "destination": "wallet", "amount": "0.01", "currency": "NGN", "wallet_number": spaced })).await;
        assert_eq!(quote.expect(200).data()["amount"], "0.01");
        let body = transfer_body(&spaced, "0.01");
        let answer = authorised(&mut ada, "wallet_transfer", "0.01", &format!("wallet:{number}"), "key-00000001").await.post("/wallet/transfer", body).await;
        assert_eq!(answer.expect(201).data()["gross_amount"], "0.01");
        let enquired = ada.post("/enquire", json!({ "bank_code": crate::wallet::BANK, "account_number": "012 345 6789" })).await;
        enquired.expect(200);
        let phone = ada.post("/enquire", json!({ "bank_code": crate::wallet::BANK, "account_number": "08031234567" })).await;
        phone.expect(422);
        let rule = ada.post("/rules/number.clean", json!({ "text": "\u{202a}0123 456 789\u{202c}", "length": 10 })).await;
        assert_eq!(rule.expect(200).data()["text"], "0123456789");
    }
}
