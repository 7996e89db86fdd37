//! What was, searched, by period, paged, and on paper.

use super::*;
use axum::http::Method;

on_both! {
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
        let today = world.app.clock.today();
        assert_eq!(ada.get(&format!("/transaction/me?from={today}&to={today}")).await.data()["total"], 23);
        assert_eq!(ada.get("/transaction/me?to=2000-01-01").await.data()["total"], 0);
        // As many rows as are asked for, within bounds.
        let rows = |answer: &Answer| (answer.data()["data"].as_array().unwrap().len(), answer.data()["last_page"].as_i64().unwrap());
        for (query, expected) in [("per_page=10", (10, 3)), ("per_page=10&page=3", (3, 3)), ("per_page=0", (1, 23)), ("per_page=1000", (23, 1))] {
            assert_eq!(rows(ada.get(&format!("/transaction/me?{query}")).await.expect(200)), expected, "{query}");
        }
        assert_eq!(rows(ada.get("/withdraw?per_page=5").await.expect(200)), (0, 1));
        // To the instant: the newest was made at this one.
        let newest = backend::clock::rfc3339(world.app.clock.now_ms());
        assert_eq!(ada.get(&format!("/transaction/me?from={newest}")).await.data()["total"], 1);
        assert_eq!(ada.get(&format!("/transaction/me?to={newest}")).await.data()["total"], 22);
        ada.get("/transaction/me?from=2026-02-30").await.breaks(&[("from", "not_a_date")]);
        ada.get("/transaction/me?page=x").await.refuses(422, "wrong_type");
    }

    async fn nobody_reads_somebody_elses_statement(world: World) {
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

    async fn a_statement_and_a_receipt_can_be_taken_away(world: World) {
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
        for part in ["%PDF-", &reference, "Grand total", "NGN 1.00", "Ada Obi", "%%EOF"] {
            assert!(paper.text.contains(part), "{part}");
        }
    }
}
