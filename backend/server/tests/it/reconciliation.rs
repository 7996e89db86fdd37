//! Detection of changes made directly to the database, by records that do not agree and by the audit log.

use crate::plans::{coins, loans};
use crate::support::{World, fresh_email};
use crate::wallet::{
    ACCOUNT, BANK, authorised, bank_will, credit, holder, transfer, wallet_number, withdraw,
    withdrawal_body,
};
use backend::reconciliation::{check, daily, decisions, everything};
use domain_core::payment::Movement;
use ground::clock::{lagos_day, lagos_day_ms, parse_rfc3339};
use ground::db::Engine;
use money::ledger::{Finding, Scope, days};
use money::orders;
use service::access::audit;
use sqlx::{AssertSqlSafe, Executor, Row};
use std::collections::BTreeSet;

/// Creates users who have received, sent, withdrawn and bought, with paid, refused and open payouts.
async fn busy(world: &World) {
    let (mut ada, mut ben) = (
        holder(world, "20000.00").await,
        holder(world, "100.00").await,
    );
    let number = wallet_number(&mut ben).await;
    transfer(&mut ada, &number, "250.00", "key-transfer")
        .await
        .expect(201);
    withdraw(&mut ada, "500.00", "key-paid-1").await.expect(201);
    let body = withdrawal_body(&mut ada, "600.00").await;
    let payee = format!("bank:{BANK}:{ACCOUNT}");
    let mut payer = authorised(&mut ada, "withdraw", "600.00", &payee, "key-refused").await;
    bank_will(world, "fail").await;
    payer.post("/withdraw", body).await.expect(201);
    bank_will(world, "succeed").await;
    bank_will(world, "lose_answer").await;
    withdraw(&mut ada, "700.00", "key-is-open")
        .await
        .expect(202);
    bank_will(world, "succeed").await;
    credit(world, &mut ben, "USD", "100.00").await;
}

/// The findings after statements that are then rolled back.
pub async fn found_after<S: AsRef<str>>(world: &World, statements: &[S]) -> Vec<&'static str> {
    let mut tx = world.app.db.begin().await.unwrap();
    for statement in statements {
        let statement = statement.as_ref();
        let done = sqlx::query(AssertSqlSafe(statement.to_owned()));
        let done = done.execute(tx.connection()).await.unwrap();
        assert!(done.rows_affected() > 0, "{statement}");
    }
    let findings = check(tx.connection(), Scope::Whole).await.unwrap();
    let of_days = check(tx.connection(), Scope::Since(0)).await.unwrap();
    tx.rollback().await.unwrap();
    let named = |findings: &[Finding]| -> BTreeSet<(&str, String)> {
        findings
            .iter()
            .map(|one| (one.what, one.id.clone()))
            .collect()
    };
    // The list of payees of a line that was removed is found as a whole only.
    let (of_days, mut whole) = (named(&of_days), named(&findings));
    whole.retain(|one| of_days.contains(one) || !one.0.starts_with("the list of whom"));
    assert_eq!(of_days, whole);
    findings.into_iter().map(|finding| finding.what).collect()
}

/// Checks that all records of money agree.
pub async fn agrees(world: &World) {
    let found = found_after(world, &[""; 0]).await;
    assert!(found.is_empty(), "{found:?}");
    let mut connection = world.app.db.read().await.unwrap();
    let found = decisions::broken(&mut connection, 0).await.unwrap();
    assert!(found.is_empty(), "{found:?}");
    let rows = sqlx::query(
        "SELECT id, kind, decided FROM ledger_transfers WHERE id NOT IN ('FORGED', 'MINTED')",
    );
    for row in rows.fetch_all(&mut *connection).await.unwrap() {
        let (id, kind): (String, String) = (row.get("id"), row.get("kind"));
        let decided: Option<String> = row.get("decided");
        let is_decided = Movement::named(&kind).unwrap().is_decided();
        assert!(decided.is_some() || !is_decided, "{kind} {id}");
    }
}

/// Statements for a transfer between two accounts, each given as an expression, with balances that agree.
fn forged(kind: &str, from: &str, to: &str) -> Vec<String> {
    let mut statements = vec![format!(
        "INSERT INTO ledger_transfers (id, kind, currency, state, created_at_ms, settled_at_ms) VALUES ('FORGED', '{kind}', 'NGN', 'posted', 1, 1)"
    )];
    for (account, minor) in [(from, -10_000), (to, 10_000)] {
        statements.push(format!("INSERT INTO ledger_entries (transfer_id, account_id, amount_minor) VALUES ('FORGED', {account}, {minor})"));
        statements.push(format!("UPDATE ledger_accounts SET settled_minor = settled_minor + {minor} WHERE id = {account}"));
    }
    statements
}

/// The statement line of a wallet's owner that matches a forged transfer.
fn forged_line(category: &str, wallet: &str) -> String {
    format!(
        "INSERT INTO wallet_transactions (id, user_id, reference, ledger_transfer_id, category, kind, status, currency, \
         gross_minor, charge_minor, net_minor, description, created_at_ms) \
         SELECT 'FORGED', user_id, 'FORGED', 'FORGED', '{category}', 'CREDIT', 'SUCCESSFUL', 'NGN', 10000, 0, 10000, '', 1 \
         FROM wallets WHERE id = {wallet}"
    )
}

/// Creates N1,000,000 from nothing, with balances that agree.
const MINTED: [&str; 5] = [
    "INSERT INTO ledger_transfers (id, kind, currency, state, created_at_ms, settled_at_ms) VALUES ('MINTED', 'funding', 'NGN', 'posted', 1, 1)",
    "INSERT INTO ledger_entries (transfer_id, account_id, amount_minor) VALUES ('MINTED', 'system:settlement:NGN', -100000000)",
    "INSERT INTO ledger_entries (transfer_id, account_id, amount_minor) SELECT 'MINTED', MIN(id), 100000000 FROM wallets WHERE currency = 'NGN'",
    "UPDATE ledger_accounts SET settled_minor = settled_minor - 100000000 WHERE id = 'system:settlement:NGN'",
    "UPDATE ledger_accounts SET settled_minor = settled_minor + 100000000 WHERE id = (SELECT MIN(id) FROM wallets WHERE currency = 'NGN')",
];
/// The matching line of a statement.
const MINTED_LINE: &str = "INSERT INTO wallet_transactions (id, user_id, reference, ledger_transfer_id, category, kind, status, currency, \
    gross_minor, charge_minor, net_minor, description, created_at_ms) \
    SELECT 'MINTED', user_id, 'MINTED', 'MINTED', 'funding', 'CREDIT', 'SUCCESSFUL', 'NGN', 100000000, 0, 100000000, '', 1 \
    FROM wallets WHERE id = (SELECT MIN(id) FROM wallets WHERE currency = 'NGN')";

/// Drops a table's protection, as the owner of the database can.
async fn unprotect(world: &World, table: &str, verb: &str) {
    let statements = match world.app.db.engine() {
        Engine::Sqlite => vec![
            format!("DROP TRIGGER {table}_{verb}"),
            format!("DROP TRIGGER {table}_{}", verb.replace("stand", "stay")),
        ],
        Engine::Postgres => vec![format!("DROP TRIGGER {table}_{verb} ON {table}")],
    };
    by_hand(world, &statements).await;
}

/// Restores the protection, so that nothing is found at the end.
async fn protect(world: &World, table: &str, verb: &str) {
    let statements = match world.app.db.engine() {
        Engine::Sqlite => [("UPDATE", verb.to_owned()), ("DELETE", verb.replace("stand", "stay"))]
            .map(|(event, name)| {
                format!("CREATE TRIGGER {table}_{name} BEFORE {event} ON {table} BEGIN SELECT RAISE(ABORT, 'no'); END")
            })
            .to_vec(),
        Engine::Postgres => vec![format!(
            "CREATE TRIGGER {table}_{verb} BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION refuse()"
        )],
    };
    by_hand(world, &statements).await;
}

/// Drops or restores a protection that tells removal from change on both databases.
async fn protect_from_removal(world: &World, table: &str, is_protected: bool) {
    let statement = match (world.app.db.engine(), is_protected) {
        (Engine::Sqlite, false) => format!("DROP TRIGGER {table}_stay"),
        (Engine::Postgres, false) => format!("DROP TRIGGER {table}_stay ON {table}"),
        (Engine::Sqlite, true) => format!(
            "CREATE TRIGGER {table}_stay BEFORE DELETE ON {table} BEGIN SELECT RAISE(ABORT, 'no'); END"
        ),
        (Engine::Postgres, true) => format!(
            "CREATE TRIGGER {table}_stay BEFORE DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION refuse()"
        ),
    };
    by_hand(world, &[statement]).await;
}

pub async fn by_hand(world: &World, statements: &[String]) {
    let mut tx = world.app.db.begin().await.unwrap();
    for statement in statements {
        let statement = AssertSqlSafe(statement.clone());
        sqlx::query(statement)
            .execute(tx.connection())
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
}

on_both! {
    async fn forged_money_and_changed_records_are_found(world: World) {
        busy(world).await;
        let found = found_after(world, &[""; 0]).await;
        assert!(found.is_empty(), "{found:?}");
        let minted = found_after(world, &MINTED).await;
        assert!(minted.iter().any(|what| what.starts_with("a wallet changed")), "{minted:?}");
        assert!(minted.iter().any(|what| what.starts_with("money arrived that the bank did not report")), "{minted:?}");
        let with_line = [&MINTED[..], &[MINTED_LINE][..]].concat();
        assert_eq!(found_after(world, &with_line).await, ["money arrived that the bank did not report, or in another amount"]);
        for (statement, expected) in [
            ("UPDATE wallet_transactions SET gross_minor = gross_minor * 2, net_minor = net_minor * 2 WHERE category = 'funding'", "a wallet changed"),
            ("UPDATE wallet_transactions SET net_minor = net_minor + 1 WHERE category = 'withdraw'", "amount and charge"),
            ("UPDATE wallet_transactions SET gross_minor = gross_minor + 100, charge_minor = charge_minor - 100 WHERE category = 'withdraw'", "the fees of a transfer"),
            ("UPDATE wallet_transactions SET category = 'funding' WHERE category = 'wallet-transfer'", "a wallet changed"),
            ("UPDATE wallet_transactions SET status = 'SUCCESSFUL' WHERE status <> 'SUCCESSFUL'", "a wallet changed"),
            ("DELETE FROM wallet_transactions WHERE kind = 'DEBIT'", "a wallet changed"),
            ("DELETE FROM bank_credits", "money arrived that the bank did not report"),
            ("UPDATE bank_credits SET amount_minor = amount_minor + 1", "money arrived that the bank did not report"),
            ("UPDATE bank_credits SET user_id = 'nobody'", "a credit of the bank is not in the ledger"),
            ("UPDATE orders SET amount_minor = amount_minor + 1", "money went to a provider"),
            ("UPDATE orders SET state = 'refused' WHERE state = 'done'", "money went to a provider"),
            ("DELETE FROM orders WHERE state = 'done'", "money went to a provider"),
            ("UPDATE orders SET kind = 'airtime'", "an order is of another kind"),
            ("UPDATE day_sums SET entries = entries + 1 WHERE entries > 0", "the sums of a day"),
            ("UPDATE day_sums SET net_minor = net_minor - 1 WHERE entries > 0", "the sums of a day"),
            ("DELETE FROM day_sums WHERE entries > 0", "the sums of a day"),
            ("UPDATE payees SET first_at_ms = first_at_ms + 1", "the list of whom somebody has paid"),
            ("UPDATE payees SET payee = payee || '0'", "the list of whom somebody has paid"),
            ("DELETE FROM payees", "the list of whom somebody has paid"),
        ] {
            let found = found_after(world, &[statement]).await;
            assert!(found.iter().any(|what| what.starts_with(expected)), "{statement}: {found:?}");
        }
        // An unearned bonus.
        let bonus: Vec<&'static str> = MINTED.iter().map(|statement| match *statement {
            first if first.contains("'funding'") => "INSERT INTO ledger_transfers (id, kind, currency, state, created_at_ms, settled_at_ms) VALUES ('MINTED', 'referral', 'NGN', 'posted', 1, 1)",
            other => other,
        }).collect();
        let found = found_after(world, &[&bonus[..], &[MINTED_LINE][..]].concat()).await;
        assert!(found.iter().any(|what| what.starts_with("a bonus was paid that no friend earned")), "{found:?}");
        assert!(found.iter().any(|what| what.starts_with("a transfer uses an account")), "{found:?}");
    }

    async fn records_of_transfers_that_do_not_exist_are_found(world: World) {
        busy(world).await;
        let mut tx = world.app.db.begin().await.unwrap();
        let without_keys = match world.app.db.engine() {
            Engine::Sqlite => "PRAGMA defer_foreign_keys = ON",
            Engine::Postgres => "SET LOCAL session_replication_role = replica",
        };
        tx.connection().execute(sqlx::raw_sql(without_keys)).await.unwrap();
        for statement in [
            "INSERT INTO wallet_transactions (id, user_id, reference, ledger_transfer_id, category, kind, status, currency, gross_minor, charge_minor, net_minor, \
             description, created_at_ms) SELECT 'FORGED', MIN(user_id), 'LINE', 'NONE', 'funding', 'CREDIT', 'SUCCESSFUL', 'NGN', 10000, 0, 10000, '', 1 FROM wallets",
            "INSERT INTO ledger_entries (transfer_id, account_id, amount_minor) SELECT 'NONE', MIN(id), 10000 FROM wallets WHERE currency = 'NGN'",
            "UPDATE orders SET reference = 'NONE' WHERE reference = (SELECT MIN(reference) FROM orders)",
        ] {
            sqlx::query(statement).execute(tx.connection()).await.unwrap();
        }
        let found = check(tx.connection(), Scope::Whole).await.unwrap();
        tx.rollback().await.unwrap();
        for (what, id) in [("a statement names", "LINE"), ("an entry belongs to", "NONE"), ("an order belongs to", "NONE")] {
            let is_named = |one: &Finding| one.what.starts_with(what) && one.what.ends_with("a transfer that does not exist") && one.id == id;
            assert!(found.iter().any(is_named), "{what}: {found:?}");
        }
    }

    async fn decisions_that_do_not_fit_their_transfers_are_found(world: World) {
        busy(world).await;
        agrees(world).await;
        let original = "kind = 'withdrawal' AND state = 'posted'";
        let copy = |decided: &str| format!(
            "INSERT INTO ledger_transfers (id, kind, currency, state, created_at_ms, settled_at_ms, decided) \
             SELECT 'FORGED', kind, currency, state, created_at_ms, settled_at_ms, {decided} FROM ledger_transfers WHERE {original}"
        );
        let entries = |fee: &str| format!(
            "INSERT INTO ledger_entries (transfer_id, account_id, amount_minor) SELECT 'FORGED', e.account_id, \
             CASE WHEN e.account_id LIKE 'system:fees:%' THEN {fee} ELSE e.amount_minor END \
             FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id WHERE t.{original}"
        );
        let (same, another) = ("e.amount_minor", "e.amount_minor + 1");
        let cheaper = "REPLACE(decided, '\"fee\":\"20.00\"', '\"fee\":\"10.00\"')";
        let repeated = "the decision about a transfer does not follow from its facts";
        let moved = "a transfer moved another amount than was decided";
        for (decided, fee, expected) in [
            ("decided", same, None),
            ("decided", another, Some(moved)),
            (cheaper, same, Some(repeated)),
            ("REPLACE(decided, 'transfer.quote', 'alert.price')", same, Some(repeated)),
            ("REPLACE(decided, '\"asked\"', '\"lost\"')", same, Some("the decision about a transfer cannot be read")),
            // Another version of the rules may have decided otherwise.
            ("REPLACE(REPLACE(decided, '\"fee\":\"20.00\"', '\"fee\":\"10.00\"'), '\"rules\":\"', '\"rules\":\"0')", same, Some(moved)),
        ] {
            let mut tx = world.app.db.begin().await.unwrap();
            for statement in [copy(decided), entries(fee)] {
                let done = sqlx::query(AssertSqlSafe(statement)).execute(tx.connection()).await.unwrap();
                assert!(done.rows_affected() > 0);
            }
            let found = decisions::broken(tx.connection(), 0).await.unwrap();
            tx.rollback().await.unwrap();
            let found: Vec<_> = found.iter().map(|one| (one.id.as_str(), one.what)).collect();
            assert_eq!(found, Vec::from_iter(expected.map(|what| ("FORGED", what))), "{decided}");
        }
        let later = format!("{}, decided) VALUES ('FORGED', 'referral', 'NGN', 'posted', {1}, {1}, NULL)",
            "INSERT INTO ledger_transfers (id, kind, currency, state, created_at_ms, settled_at_ms", i64::MAX);
        let mut tx = world.app.db.begin().await.unwrap();
        sqlx::query(AssertSqlSafe(later)).execute(tx.connection()).await.unwrap();
        let found = decisions::broken(tx.connection(), 0).await.unwrap();
        tx.rollback().await.unwrap();
        let found: Vec<_> = found.iter().map(|one| (one.id.as_str(), one.what)).collect();
        assert_eq!(found, [("FORGED", "a transfer does not record what it was decided by")]);
        let mut tx = world.app.db.begin().await.unwrap();
        let changed = sqlx::query("UPDATE ledger_transfers SET decided = NULL WHERE decided IS NOT NULL");
        assert!(changed.execute(tx.connection()).await.is_err());
        tx.rollback().await.unwrap();
    }

    async fn unexplained_plan_money_is_found(world: World) {
        coins::prices(world, "100000", "4000").await;
        let plan = coins::plan(world, &coins::LARGE).await;
        let mut ada = coins::holding(world, &plan, "150000").await;
        coins::rounds(world, 2).await;
        // Bola's pot still holds their money.
        let mut bola = coins::holding(world, &plan, "5000").await;
        let pot = format!("(SELECT id FROM plan_members WHERE user_id = '{}')", loans::id_of(&mut bola).await);
        let wallet = format!("(SELECT id FROM wallets WHERE currency = 'NGN' AND user_id = '{}')", loans::id_of(&mut ada).await);
        agrees(world).await;
        let exchange = "'system:exchange:NGN'";
        for kind in ["coins_sold", "coins_back"] {
            let found = found_after(world, &forged(kind, exchange, &pot)).await;
            assert_eq!(found, ["a set's money went to the exchange, or came from there, and its coins say otherwise"], "{kind}");
        }
        let payout = [forged("plan_payout", &pot, &wallet), vec![forged_line("plan-payout", &wallet)]].concat();
        assert_eq!(found_after(world, &payout).await, ["a pot was paid out to somebody else, or before its member's plan had ended"]);
        let fee_back = [forged("loan_fee_back", "'system:fees:NGN'", &wallet), vec![forged_line("loan-fee", &wallet)]].concat();
        assert_eq!(found_after(world, &fee_back).await, ["a request fee came back without a loan declined or handed back, in another amount, or to somebody else"]);
        let loan = [forged("loan_payout", &pot, &wallet), vec![forged_line("loan-payout", &wallet)]].concat();
        assert_eq!(found_after(world, &loan).await, ["a loan was paid out to somebody else, or in another amount"]);
        for statement in [
            "UPDATE plan_coins SET price_bought = '1.00' WHERE price_bought IS NOT NULL",
            "UPDATE plan_coins SET price_sold = '1.00' WHERE price_bought IS NOT NULL",
        ] {
            let found = found_after(world, &[statement]).await;
            assert_eq!(found, ["a set's money went to the exchange, or came from there, and its coins say otherwise"], "{statement}");
        }
    }

    async fn a_busy_database_reconciles_at_every_moment(world: World) {
        let (mut ada, mut ben) = (holder(world, "20000.00").await, holder(world, "100.00").await);
        let number = wallet_number(&mut ben).await;
        let paying = tokio::spawn(async move {
            for round in 0..12 {
                transfer(&mut ada, &number, "10.00", &format!("key-transfer-{round}")).await.expect(201);
                withdraw(&mut ada, "500.00", &format!("key-withdraw-{round}")).await.expect(201);
            }
        });
        let mut checks = 0;
        while !paying.is_finished() || checks == 0 {
            let found = check(&mut world.app.db.read().await.unwrap(), Scope::Whole).await.unwrap();
            assert!(found.is_empty(), "{found:?}");
            let log = audit::check(&world.app).await.unwrap();
            assert!(log.is_ok(), "{log:?}");
            checks += 1;
        }
        paying.await.unwrap();
    }

    async fn the_check_runs_daily_and_reports_its_outcome(world: World) {
        let findings = || world.app.metrics.text().contains("ajo_daily_check_findings_total");
        busy(world).await;
        assert_eq!((daily(&world.app).await.unwrap(), daily(&world.app).await.unwrap()), (true, false));
        assert!(!findings());
        world.advance_seconds(86_400);
        by_hand(world, &["UPDATE bank_credits SET amount_minor = amount_minor + 1".into()]).await;
        assert!(daily(&world.app).await.unwrap());
        assert!(findings());
        by_hand(world, &["UPDATE bank_credits SET amount_minor = amount_minor - 1".into()]).await;
        for statement in ["UPDATE audit_exports SET heads = ''", "DELETE FROM audit_exports"] {
            let mut tx = world.app.db.begin().await.unwrap();
            assert!(sqlx::query(statement).execute(tx.connection()).await.is_err(), "{statement}");
        }
        // A row added by hand for the next day does not make its check look done.
        assert!(!daily(&world.app).await.unwrap());
        world.advance_seconds(86_400);
        let tomorrow = world.app.clock.today().text();
        by_hand(world, &[format!("INSERT INTO audit_exports (day, heads, exported_at_ms) VALUES ('{tomorrow}', '', 1)")]).await;
        assert!(daily(&world.app).await.unwrap());
        assert_eq!(audit::check(&world.app).await.unwrap(), Err(audit::Broken::Export(tomorrow.clone())));
        unprotect(world, "audit_exports", "stand").await;
        by_hand(world, &[format!("DELETE FROM audit_exports WHERE day = '{tomorrow}'")]).await;
        protect(world, "audit_exports", "stand").await;
    }

    async fn rewritten_and_removed_exports_are_found(world: World) {
        let checked = async || match audit::check(&world.app).await.unwrap() {
            Ok(_) => String::from("clean"),
            Err(broken) => broken.to_string(),
        };
        for _ in 0..3 {
            world.member_with_pin(&fresh_email()).await;
            assert!(daily(&world.app).await.unwrap());
            world.advance_seconds(86_400);
        }
        // On a day without entries, no server may have run.
        world.advance_seconds(86_400);
        assert_eq!(checked().await, "clean");
        unprotect(world, "audit_exports", "stand").await;
        let second = "2026-11-21";
        by_hand(world, &[format!("CREATE TABLE kept AS SELECT * FROM audit_exports WHERE day = '{second}'")]).await;
        for (change, found) in [
            ("UPDATE audit_exports SET signature = ''", "was not signed here"),
            ("UPDATE audit_exports SET signature = (SELECT signature FROM audit_exports WHERE day = '2026-11-20')", "was not signed here"),
            // The true heads of another day.
            ("UPDATE audit_exports SET heads = (SELECT heads FROM audit_exports WHERE day = '2026-11-20')", "was not signed here"),
            ("DELETE FROM audit_exports", "is missing"),
        ] {
            by_hand(world, &[format!("{change} WHERE day = '{second}'")]).await;
            assert_eq!(checked().await, format!("audit log: the export of {second} {found}"), "{change}");
            by_hand(world, &[format!("DELETE FROM audit_exports WHERE day = '{second}'"), "INSERT INTO audit_exports SELECT * FROM kept".into()]).await;
        }
        // All signatures blanked: the migration that added signatures precedes the first of these days.
        by_hand(world, &[
            "CREATE TABLE kept_all AS SELECT * FROM audit_exports".into(),
            "UPDATE schema_migrations SET applied_at_ms = 1 WHERE version = 93".into(),
            "UPDATE audit_exports SET signature = ''".into(),
        ]).await;
        assert_eq!(checked().await, "audit log: the export of 2026-11-20 was not signed here");
        by_hand(world, &["DELETE FROM audit_exports".into(), "INSERT INTO audit_exports SELECT * FROM kept_all".into(), "DROP TABLE kept_all".into()]).await;
        assert_eq!(checked().await, "clean");
        // A chain emptied together with its head.
        by_hand(world, &["CREATE TABLE kept_heads AS SELECT * FROM audit_heads WHERE chain = 3".into(), "DELETE FROM audit_heads WHERE chain = 3".into()]).await;
        assert_eq!(checked().await, "audit log: a chain was removed or added by hand");
        by_hand(world, &["INSERT INTO audit_heads SELECT * FROM kept_heads".into()]).await;

        // A day without its check is reported once.
        by_hand(world, &[format!("DELETE FROM audit_exports WHERE day = '{second}'")]).await;
        protect(world, "audit_exports", "stand").await;
        assert!(!world.app.metrics.text().contains("ajo_daily_check_findings_total"));
        assert!(daily(&world.app).await.unwrap());
        assert!(world.app.metrics.text().contains("ajo_daily_check_findings_total"));
        assert_eq!(checked().await, "clean");
        by_hand(world, &["DROP TABLE kept".into(), "DROP TABLE kept_heads".into()]).await;
    }

    async fn changes_of_closed_days_are_found(world: World) {
        let closed = async || {
            while days::close_next(&world.app, world.app.clock.now_ms()).await.unwrap().is_some() {}
            let rows = sqlx::query("SELECT day, lines FROM closed_days ORDER BY day").fetch_all(&mut *world.app.db.read().await.unwrap()).await.unwrap();
            rows.iter().map(|row| (row.get::<i64, _>("day"), row.get::<i64, _>("lines"))).collect::<Vec<_>>()
        };
        let broken = async || {
            let found = days::broken(&world.app).await.unwrap();
            found.into_iter().map(|one| format!("{}: {}", one.what, one.id)).collect::<Vec<_>>()
        };
        assert_eq!(closed().await, []);
        busy(world).await;
        // A day is closed an hour after its end, not before.
        let (_, midnight_ms) = lagos_day_ms(world.app.clock.now_ms());
        let until_midnight = (midnight_ms - world.app.clock.now_ms()) / 1_000;
        world.advance_seconds(until_midnight + 3_599);
        assert_eq!(closed().await, []);
        world.advance_seconds(1);
        let first = closed().await;
        assert_eq!(first.len(), 1);
        // Two days later, so that a day without transfers is between.
        world.advance_seconds(2 * 86_400);
        busy(world).await;
        world.advance_seconds(86_400);
        let both = closed().await;
        assert_eq!((both.len(), both[0], both[1].0), (2, first[0], first[0].0 + 3));
        assert_eq!(broken().await, [""; 0]);
        assert_eq!(days::closed_until_ms(&mut world.app.db.read().await.unwrap()).await.unwrap(), Some(midnight_ms + 3 * 86_400_000));
        let (was, gap, is) = ("2026-11-20", "2026-11-22", "2026-11-23");
        let changed = |day: &str| format!("an entry or a balance of a closed day was changed, added or removed: {day}");
        let moved = |account: &str| format!("the entries of a closed day do not lead to an account's balance: {account}");
        let at = |day: &str| parse_rfc3339(&format!("{day}T12:00:00+01:00")).unwrap();

        // An entry of each side changed by one, so that the transfer still adds up, with the balances of today.
        let transfer = "(SELECT MIN(id) FROM ledger_transfers WHERE kind = 'wallet_transfer')";
        let mut sides = Vec::new();
        for row in sqlx::query(AssertSqlSafe(format!("SELECT account_id FROM ledger_entries WHERE transfer_id = {transfer} ORDER BY amount_minor")))
            .fetch_all(&mut *world.app.db.read().await.unwrap()).await.unwrap() {
            sides.push(row.get::<String, _>("account_id"));
        }
        let by_one = |sign: i64| {
            let mut statements = Vec::new();
            for (account, minor) in [(&sides[0], -sign), (&sides[1], sign)] {
                statements.push(format!("UPDATE ledger_entries SET amount_minor = amount_minor + {minor} WHERE transfer_id = {transfer} AND account_id = '{account}'"));
                statements.push(format!("UPDATE ledger_accounts SET settled_minor = settled_minor + {minor} WHERE id = '{account}'"));
            }
            statements
        };
        unprotect(world, "ledger_entries", "stand").await;
        by_hand(world, &by_one(1)).await;
        let mut accounts = sides.clone();
        accounts.sort();
        let day = match broken().await.first().unwrap() == &changed(was) { true => was, false => is };
        let mut expected = vec![changed(day)];
        expected.extend(accounts.iter().map(|account| moved(account)));
        let balance = |account: &String| format!("a settled balance differs from its posted entries: {account}");
        expected.extend(broken().await.into_iter().filter(|one| accounts.iter().map(balance).any(|other| other == *one)));
        assert_eq!(expected.len(), 5);
        assert_eq!(broken().await, expected);
        by_hand(world, &by_one(-1)).await;
        protect(world, "ledger_entries", "stand").await;
        assert_eq!(broken().await, [""; 0]);

        // A transfer added to a closed day, and to one without transfers; one without entries.
        for (day, found) in [(was, was), (gap, is)] {
            by_hand(world, &[format!("INSERT INTO ledger_transfers (id, kind, currency, state, created_at_ms, settled_at_ms) VALUES ('FORGED', 'funding', 'NGN', 'posted', 1, {})", at(day))]).await;
            assert_eq!(broken().await, [changed(found)]);
            protect_from_removal(world, "ledger_transfers", false).await;
            by_hand(world, &["DELETE FROM ledger_transfers WHERE id = 'FORGED'".into()]).await;
            protect_from_removal(world, "ledger_transfers", true).await;
        }
        assert_eq!(broken().await, [""; 0]);

        // A second effect of a cause whose day is closed.
        let transfer = |id: &str, kind: &str, linked: &str, at_ms: i64| format!(
            "INSERT INTO ledger_transfers (id, kind, currency, linked_to, state, created_at_ms, settled_at_ms) VALUES ('{id}', '{kind}', 'NGN', {linked}, 'posted', 1, {at_ms})");
        for (cause, effect, found) in [
            ("coin_sale", "coin_proceeds", "coins were sold for nothing, or twice"),
            ("exchange", "exchange_proceeds", "money was converted for nothing, or twice"),
            ("savings_start", "savings_converted", "savings were paid to be converted, and were not, or twice"),
        ] {
            let mut tx = world.app.db.begin().await.unwrap();
            for statement in [transfer("CAUSE", cause, "NULL", at(was)), transfer("ONE", effect, "'CAUSE'", at(was)), transfer("TWO", effect, "'CAUSE'", at("2026-11-24"))] {
                sqlx::query(AssertSqlSafe(statement)).execute(tx.connection()).await.unwrap();
            }
            let of_day = check(tx.connection(), Scope::Since(midnight_ms + 3 * 86_400_000)).await.unwrap();
            tx.rollback().await.unwrap();
            assert!(of_day.iter().any(|one| one.what == found && one.id == "TWO"), "{of_day:?}");
        }

        // The balance of a day, the day itself.
        let one = format!("= {}", both[1].0);
        unprotect(world, "closed_balances", "stand").await;
        by_hand(world, &[format!("UPDATE closed_balances SET settled_minor = settled_minor + 1 WHERE day {one} AND account_id = 'system:settlement:NGN'")]).await;
        assert_eq!(broken().await, [changed(is), moved("system:settlement:NGN"), balance(&"system:settlement:NGN".to_owned())]);
        by_hand(world, &[format!("UPDATE closed_balances SET settled_minor = settled_minor - 1 WHERE day {one} AND account_id = 'system:settlement:NGN'")]).await;
        protect(world, "closed_balances", "stand").await;
        assert_eq!(broken().await, [""; 0]);

        by_hand(world, &["CREATE TABLE kept AS SELECT * FROM closed_days".into(), "CREATE TABLE kept_balances AS SELECT * FROM closed_balances".into()]).await;
        for table in ["closed_days", "closed_balances"] {
            let mut tx = world.app.db.begin().await.unwrap();
            let removed = sqlx::query(AssertSqlSafe(format!("DELETE FROM {table}"))).execute(tx.connection()).await;
            assert!(removed.is_err(), "{table}");
            tx.rollback().await.unwrap();
        }
        by_hand(world, &["UPDATE closed_days SET signature = 'x'".into()]).await;
        assert_eq!(broken().await, [was, is].map(|day| format!("a closed day was not signed here: {day}")));
        by_hand(world, &["UPDATE closed_days SET signature = (SELECT k.signature FROM kept k WHERE k.day = closed_days.day)".into()]).await;
        // The last day removed with its balances, so that it would be closed anew with whatever is in it then.
        protect_from_removal(world, "closed_days", false).await;
        unprotect(world, "closed_balances", "stand").await;
        by_hand(world, &[format!("DELETE FROM closed_days WHERE day {one}"), format!("DELETE FROM closed_balances WHERE day {one}")]).await;
        let found = broken().await;
        assert!(matches!(&found[..], [one] if one.starts_with("the audit log names another closed day: ") && one.contains(is)), "{found:?}");
        by_hand(world, &[format!("INSERT INTO closed_days SELECT * FROM kept WHERE day {one}"), format!("INSERT INTO closed_balances SELECT * FROM kept_balances WHERE day {one}"),
            "DROP TABLE kept".into(), "DROP TABLE kept_balances".into()]).await;
        protect_from_removal(world, "closed_days", true).await;
        protect(world, "closed_balances", "stand").await;
        assert_eq!(broken().await, [""; 0]);
    }

    async fn a_day_is_closed_once_and_only_when_its_records_agree(world: World) {
        busy(world).await;
        world.advance_seconds(86_400 + 3_600);
        by_hand(world, &["UPDATE bank_credits SET amount_minor = amount_minor + 1".into()]).await;
        assert!(daily(&world.app).await.unwrap());
        let closed = async || sqlx::query("SELECT COUNT(*) AS n FROM closed_days").fetch_one(&mut *world.app.db.read().await.unwrap()).await.unwrap().get::<i64, _>("n");
        assert_eq!(closed().await, 0);
        by_hand(world, &["UPDATE bank_credits SET amount_minor = amount_minor - 1".into()]).await;
        // A balance of a day that is not closed, written by hand, is found, and no day is closed over it.
        let today = lagos_day(world.app.clock.now_ms()) - 1;
        by_hand(world, &[format!("INSERT INTO closed_balances (account_id, day, settled_minor) VALUES ('system:settlement:NGN', {today}, 1)")]).await;
        let found = days::broken(&world.app).await.unwrap();
        assert!(matches!(&found[..], [one] if one.what == "an account has a balance of a day that is not closed"), "{found:?}");
        assert_eq!(days::close_next(&world.app, i64::MAX / 2).await.unwrap(), None);
        unprotect(world, "closed_balances", "stand").await;
        by_hand(world, &["DELETE FROM closed_balances".into()]).await;
        protect(world, "closed_balances", "stand").await;
        world.advance_seconds(86_400);
        let (one, other) = tokio::join!(daily(&world.app), daily(&world.app));
        assert!(one.unwrap() || other.unwrap());
        assert_eq!(closed().await, 1);
        assert_eq!(days::broken(&world.app).await.unwrap(), []);
        // The check of a day covers the transfers after the closed days.
        let until_ms = days::closed_until_ms(&mut world.app.db.read().await.unwrap()).await.unwrap().unwrap();
        let of_day = async || check(&mut world.app.db.read().await.unwrap(), Scope::Since(until_ms)).await.unwrap();
        assert_eq!(of_day().await, []);
        busy(world).await;
        assert_eq!(of_day().await, []);
        by_hand(world, &["UPDATE bank_credits SET amount_minor = amount_minor + 1".into()]).await;
        let (found, whole) = (of_day().await, check(&mut world.app.db.read().await.unwrap(), Scope::Whole).await.unwrap());
        assert!(!found.is_empty() && found.len() < whole.len(), "{found:?} {whole:?}");
        by_hand(world, &["UPDATE bank_credits SET amount_minor = amount_minor - 1".into()]).await;
    }

    async fn audit_entries_cut_off_the_end_are_found_by_an_earlier_export(world: World) {
        world.member_with_pin(&fresh_email()).await;
        let heads = audit::heads(&mut world.app.db.read().await.unwrap()).await.unwrap();
        daily(&world.app).await.unwrap();
        world.member_with_pin(&fresh_email()).await;
        assert!(audit::check(&world.app).await.unwrap().is_ok());
        assert_eq!(audit::check_against(&world.app.db, &heads).await.unwrap(), Ok(()));
        assert!(audit::check_against(&world.app.db, "nonsense").await.is_err());

        // The newest exported entry of the first chain and everything after it removed, with the head set back: the
        // chain itself is consistent.
        let (chain, number) = {
            let mut parts = heads.split(' ').next().unwrap().split(':');
            (parts.next().unwrap().to_owned(), parts.next().unwrap().parse::<i64>().unwrap())
        };
        unprotect(world, "audit_log", "stands").await;
        let statements = [
            format!("CREATE TABLE kept AS SELECT * FROM audit_log WHERE chain = {chain} AND number >= {number}"),
            format!("CREATE TABLE kept_heads AS SELECT * FROM audit_heads WHERE chain = {chain}"),
            format!("DELETE FROM audit_log WHERE chain = {chain} AND number >= {number}"),
            format!(
                "UPDATE audit_heads SET length = {number} - 1, hash = COALESCE((SELECT hash FROM audit_log WHERE chain = {chain} \
                 AND number = {number} - 1), '') WHERE chain = {chain}"
            ),
        ];
        by_hand(world, &statements).await;
        let chain: i64 = chain.parse().unwrap();
        let broken = Err(audit::Broken::Entry { chain, number });
        assert_eq!(audit::check(&world.app).await.unwrap().map(|_| ()), broken);
        assert_eq!(audit::check_against(&world.app.db, &heads).await.unwrap(), broken);
        // If the database's export is gone as well, the log of the exporting server still proves it.
        let rows = sqlx::query("SELECT heads FROM audit_exports").fetch_all(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        assert_eq!(rows.iter().map(|row| row.get::<String, _>("heads")).collect::<Vec<_>>(), [heads]);
        by_hand(world, &[
            "INSERT INTO audit_log SELECT * FROM kept".into(),
            format!("DELETE FROM audit_heads WHERE chain = {chain}"),
            "INSERT INTO audit_heads SELECT * FROM kept_heads".into(),
        ]).await;
        protect(world, "audit_log", "stands").await;
    }

    async fn a_removed_trigger_is_found(world: World) {
        for (table, verb) in [("audit_log", "stands"), ("audit_exports", "stand"), ("ledger_entries", "stand")] {
            agrees(world).await;
            unprotect(world, table, verb).await;
            let found = found_after(world, &[""; 0]).await;
            assert!(found.iter().all(|what| *what == "a trigger that protects records is missing") && !found.is_empty(), "{found:?}");
            protect(world, table, verb).await;
        }
        if world.app.db.engine() == Engine::Postgres {
            by_hand(world, &["ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_stand".into()]).await;
            assert_eq!(found_after(world, &[""; 0]).await.len(), 1);
            by_hand(world, &["ALTER TABLE ledger_entries ENABLE TRIGGER ledger_entries_stand".into()]).await;
        }
    }

    async fn a_payout_with_a_tampered_account_is_found_and_not_sent(world: World) {
        let mut ada = holder(world, "20000.00").await;
        bank_will(world, "lose_request").await;
        let reference = withdraw(&mut ada, "500.00", "key-is-open").await.expect(202).data()["reference"].as_str().unwrap().to_owned();
        let broken = async || everything(&world.app, Scope::Whole).await.unwrap().into_iter().map(|finding| (finding.what, finding.id)).collect::<Vec<_>>();
        assert_eq!(broken().await, []);
        bank_will(world, "succeed").await;
        let found = vec![("an order was changed by hand", reference.clone())];
        for (column, other) in [("payload", "REPLACE(payload, '0123456789', '9999999999')"), ("seal", "'00'"), ("seal", "NULL")] {
            by_hand(world, &["CREATE TABLE kept AS SELECT * FROM orders".into(), format!("UPDATE orders SET {column} = {other}")]).await;
            assert_eq!(broken().await, found, "{column} = {other}");
            world.advance_seconds(601);
            assert_eq!(orders::reconcile(&world.app).await.unwrap(), 0, "{column} = {other}");
            by_hand(world, &[format!("UPDATE orders SET {column} = (SELECT {column} FROM kept)"), "DROP TABLE kept".into()]).await;
        }
        assert!(world.app.metrics.text().contains("ajo_orders_changed_total"));
        world.advance_seconds(601);
        assert_eq!(orders::reconcile(&world.app).await.unwrap(), 1);
        by_hand(world, &["UPDATE orders SET payload = REPLACE(payload, '0123456789', '9999999999')".into()]).await;
        assert_eq!(broken().await, found, "also after it was paid");
        by_hand(world, &["UPDATE orders SET payload = REPLACE(payload, '9999999999', '0123456789')".into()]).await;
    }

    async fn orders_from_before_signatures_are_signed_once(world: World) {
        let mut ada = holder(world, "20000.00").await;
        bank_will(world, "lose_request").await;
        withdraw(&mut ada, "500.00", "key-is-open").await.expect(202);
        bank_will(world, "succeed").await;
        let keys = &world.app.config.keys;
        let broken = async || orders::seal::broken(&mut world.app.db.read().await.unwrap(), keys).await.unwrap().len();
        by_hand(world, &["UPDATE orders SET seal = NULL".into()]).await;
        assert_eq!(broken().await, 1);
        orders::seal::begin(&world.app.db, keys).await.unwrap();
        assert_eq!(broken().await, 0);
        withdraw(&mut ada, "500.00", "key-was-paid").await.expect(201);
        by_hand(world, &["CREATE TABLE kept AS SELECT seal FROM orders WHERE state = 'open'".into(), "UPDATE orders SET seal = NULL WHERE state = 'open'".into()]).await;
        orders::seal::begin(&world.app.db, keys).await.unwrap();
        assert_eq!(broken().await, 1);
        by_hand(world, &["UPDATE orders SET seal = (SELECT seal FROM kept) WHERE state = 'open'".into(), "DROP TABLE kept".into()]).await;
    }
}
