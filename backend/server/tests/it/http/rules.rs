//! The rules over HTTP: the same results as from the functions.

use crate::support::World;
use axum::http::Method;
use backend::reconciliation::replay::{self, Forbidden};
use backend::rules::archive::{self, Kept};

use ground::secret::sha256_hex;
use serde_json::json;
use std::fs;

on_one! {
    async fn the_rules_can_be_listed_and_called(world: World) {
        let mut anybody = world.caller();
        let listed = anybody.get("/rules").await;
        let rules = listed.expect(200).data().as_array().unwrap().clone();
        for name in ["form.register", "password.strength", "transfer.quote", "pin.transition", "branding.theme"] {
            assert!(rules.iter().any(|rule| rule["name"] == name && rule["doc"] != ""), "{name}");
        }
        let answers = |name: &str| rules.iter().find(|rule| rule["name"] == name).unwrap()["answers"].clone();
        assert_eq!(answers("transfer.quote").as_str().unwrap().len(), 64);
        assert_ne!(answers("transfer.quote"), answers("loan.cost"));
        assert_eq!(answers("password.estimate"), json!(null));
        let input = json!({ "password": "Tide4!Harbour" });
        let answer = anybody.post("/rules/password.strength", input.clone()).await;
        assert_eq!(answer.expect(200).data(), &domain_core::evaluate("password.strength", input).unwrap());
        let refused = anybody.post("/rules/form.login", json!({ "values": { "email": "no" } })).await;
        assert_eq!(refused.expect(200).data()["valid"], false);
    }

    async fn a_call_is_explained(world: World) {
        let mut anybody = world.caller();
        let input = json!({ "amount": "5000", "currency": "NGN", "destination": "bank", "rates": {} });
        let answer = anybody.post("/rules/transfer.quote/explain", input.clone()).await;
        let found = answer.expect(200).data().clone();
        assert_eq!(found["output"], domain_core::evaluate("transfer.quote", input).unwrap());
        let total = found["figures"]["/total"].as_u64().unwrap();
        let step = &found["steps"][usize::try_from(total).unwrap() - 1];
        assert_eq!((&step["way"], &step["value"]), (&json!("plus"), &json!("5020.00")));
        assert_eq!(found["worked_out"][1]["words"], "5,000 (amount) + 20.00 (set by the rules)");
        anybody.post("/rules/no.such.rule/explain", json!({})).await.refuses(404, "unknown_rule");
        anybody.post("/rules/transfer.quote/explain", json!({})).await.refuses(422, "missing_key");
    }

    async fn a_malformed_rule_call_is_refused(world: World) {
        let mut anybody = world.caller();
        anybody.post("/rules/no.such.rule", json!({})).await.refuses(404, "unknown_rule");
        anybody.post("/rules/password.strength", json!({})).await.refuses(422, "missing_key");
        anybody.post("/rules/password.strength", json!({ "password": 7 })).await.refuses(422, "wrong_type");
        anybody.post("/rules/loan.cost", json!({ "request_fees": "0" })).await.refuses(422, "unknown_key");
        anybody.post("/rules/password.strength", json!([])).await.refuses(422, "wrong_type");
    }
}

on_both! {
    async fn recorded_decisions_are_repeated(world: World) {
        let mut ada = crate::wallet::holder(world, "20000.00").await;
        crate::wallet::withdraw(&mut ada, "500.00", "key-of-replay-1").await.expect(201);
        let mut tx = world.app.db.begin().await.unwrap();
        let report = replay::run(tx.connection(), None).await.unwrap();
        assert!(report.is_unchanged() && !report.breaks(&[Forbidden::Dearer, Forbidden::Refused]));
        assert!(report.to_string().contains("transfer.quote: 1 decisions, none changed"), "{report}");
        let month = world.app.clock.today().text()[..7].to_owned();
        let of_month = replay::run(tx.connection(), Some(&month)).await.unwrap();
        assert_eq!(of_month.to_json(), report.to_json());
        let before = replay::run(tx.connection(), Some("2020-01")).await.unwrap();
        assert_eq!(before.to_json()["transfers"], 0);
        assert!(replay::run(tx.connection(), Some("2020")).await.is_err());

        // Rules that charged half of the fee, for one more transfer from the same wallet.
        let copy = "INSERT INTO ledger_transfers (id, kind, currency, state, created_at_ms, settled_at_ms, decided) \
            SELECT 'CHEAPER', kind, currency, state, created_at_ms, settled_at_ms, \
            REPLACE(REPLACE(decided, '\"fee\":\"20.00\"', '\"fee\":\"10.00\"'), '\"total\":\"520.00\"', '\"total\":\"510.00\"') \
            FROM ledger_transfers WHERE kind = 'withdrawal'";
        let entries = "INSERT INTO ledger_entries (transfer_id, account_id, amount_minor) SELECT 'CHEAPER', e.account_id, e.amount_minor \
            FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id WHERE t.kind = 'withdrawal' AND t.id <> 'CHEAPER'";
        for statement in [copy, entries] {
            assert!(sqlx::query(statement).execute(tx.connection()).await.unwrap().rows_affected() > 0);
        }
        let report = replay::run(tx.connection(), None).await.unwrap();
        assert!(!report.is_unchanged() && report.breaks(&[Forbidden::Dearer]));
        assert!(!report.breaks(&[Forbidden::Refused, Forbidden::Unread]));
        let shown = report.to_json();
        let all = shown["by_rule"].as_array().unwrap();
        let quote = all.iter().find(|one| one["rule"] == "transfer.quote").unwrap();
        assert_eq!((&quote["decisions"], &quote["changed"], &quote["people"]), (&json!(2), &json!(1), &json!(1)));
        assert_eq!(quote["sums"], json!([{ "figure": "/total", "currency": "NGN", "minor": "1000" }]));
        assert_eq!((&quote["smallest"]["reference"], &quote["smallest"]["now"]["total"]), (&json!("CHEAPER"), &json!("520.00")));
        let record = replay::record(tx.connection(), "CHEAPER").await.unwrap().unwrap();
        assert!(record.contains("\"rule\": \"transfer.quote\""), "{record}");
        assert_eq!(replay::record(tx.connection(), "NO-SUCH").await.unwrap(), None);
        tx.rollback().await.unwrap();
    }

    async fn a_transaction_says_how_it_was_worked_out_to_who_decided_on_it(world: World) {
        let mut ada = crate::wallet::holder(world, "20000.00").await;
        let mut ben = crate::wallet::holder(world, "100.00").await;
        let paid = crate::wallet::withdraw(&mut ada, "500.00", "key-of-reason-1").await.expect(201).data().clone();
        let path = |one: &serde_json::Value| format!("/transaction/{}/decision", one["reference"].as_str().unwrap());
        let found = ada.get(&path(&paid)).await.expect(200).data().clone();
        assert_eq!((&found["is_current"], &found["rules"]), (&json!(true), &json!(domain_core::rules_version())));
        let quote = found["decided"].as_array().unwrap().iter().find(|one| one["rule"] == "transfer.quote").unwrap().clone();
        assert_eq!(quote["figures"], json!([
            { "label": "Fee", "value": "20.00", "words": "20.00 (set by the rules)" },
            { "label": "Total", "value": "520.00", "words": "500.00 (amount) + 20.00 (set by the rules)" },
        ]));
        assert!(quote["doc"].as_str().unwrap().starts_with("The debit"), "{quote}");
        ben.get(&path(&paid)).await.refuses(404, "not_found");
        // Of a transfer between two members, the payer's facts are the payer's.
        let number = crate::wallet::wallet_number(&mut ben).await;
        let sent = crate::wallet::transfer(&mut ada, &number, "250.00", "key-of-reason-2").await.expect(201).data().clone();
        ada.get(&path(&sent)).await.expect(200);
        ben.get(&path(&sent)).await.refuses(404, "not_found");
        // A quote explains the figures that the payment records.
        let asked = json!({ "destination": "wallet", "amount": "250.00", "currency": "NGN", "wallet_number": number });
        let quote = ada.post("/quotes/transfer", asked).await.expect(200).data()["id"].as_str().unwrap().to_owned();
        let path_of_quote = format!("/quotes/{quote}/decision");
        let before = ada.get(&path_of_quote).await.expect(200).data().clone();
        let after = ada.get(&path(&sent)).await.expect(200).data().clone();
        let figures = |one: &serde_json::Value| {
            let decided = one["decided"].as_array().unwrap();
            decided.iter().find(|one| one["rule"] == "transfer.quote").unwrap()["figures"].clone()
        };
        assert_eq!(figures(&before), figures(&after));
        ben.get(&path_of_quote).await.refuses(404, "not_found");
        // Money that arrived was decided on for its receiver.
        let all = ben.get("/transaction/me").await.expect(200).data()["data"].clone();
        let funded = all.as_array().unwrap().iter().find(|one| one["category"] == "funding").unwrap().clone();
        let found = ben.get(&path(&funded)).await.expect(200).data().clone();
        assert_eq!(found["decided"][0]["rule"], "funding.arrived");
    }

    async fn the_module_of_the_rules_is_kept_and_served_to_anybody(world: World) {
        let folder = std::env::temp_dir().join(format!("ajo-check-{}", ground::random::Random.token()));
        let check = folder.join("check");
        fs::create_dir_all(&check).unwrap();
        let missing = archive::keep(&world.app, &folder).await.unwrap();
        assert!(matches!(missing, Kept::Missing(_)), "{missing:?}");
        let module = b"\0asm a module of the rules, long enough to be compressed, compressed, compressed".to_vec();
        fs::write(check.join("check.wasm"), &module).unwrap();
        let version = domain_core::rules_version();
        for (rules, sha256, is_kept) in [
            ("0123", sha256_hex(&module), false),
            (version, sha256_hex(b"another"), false),
            (version, sha256_hex(&module), true),
            (version, sha256_hex(&module), true),
        ] {
            let said = json!({ "rules": rules, "sha256": sha256 }).to_string();
            fs::write(check.join("check.json"), said).unwrap();
            let kept = archive::keep(&world.app, &folder).await.unwrap();
            assert_eq!(kept == Kept::Kept, is_kept, "{kept:?}");
        }
        fs::remove_dir_all(&folder).unwrap();
        let anybody = world.caller();
        let path = format!("/media/rules/{version}.wasm");
        let answer = anybody.raw(Method::GET, &path, "text/plain", "").await;
        assert_eq!(answer.expect(200).text, String::from_utf8_lossy(&module));
        for (name, value) in [
            ("content-type", "application/wasm"),
            ("access-control-allow-origin", "*"),
            ("cross-origin-resource-policy", "cross-origin"),
            ("cache-control", "public, max-age=31536000, immutable"),
        ] {
            assert_eq!(answer.header(name), value);
        }
        for other in ["/media/rules/0123.wasm", "/media/rules/x", &format!("/media/rules/{version}")] {
            anybody.raw(Method::GET, other, "text/plain", "").await.expect(404);
        }
    }
}
