//! A user with a row in every table finds all of it in both formats.

use super::{document, files, minor, rows, tables_of};
use crate::community::{Newcomer, round, scene};
use crate::identity::avatars;
use crate::plans::coins;
use crate::strangers::ada::{self, Ada};
use crate::support::{Caller, World, fresh_email};
use crate::wallet::{cards, holder};
use crate::{push, signals};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Rows that would require a provider's page or an operator, inserted directly.
const BY_HAND: [&str; 17] = [
    "INSERT INTO cautions (user_id, reason, since_ms) VALUES ($1, 'email', 5)",
    "INSERT INTO notices (id, user_id, title, body, link, created_at_ms, read_at_ms) VALUES ($1, $1, 'Loan', 'Paid out', '/my-loans', 5, 6)",
    "INSERT INTO held_notices (user_id, channel, notices, since_at_ms, due_at_ms) VALUES ($1, 'sms', 2, 5, 6)",
    "INSERT INTO telegram_chats (user_id, chat_id, linked_at_ms) VALUES ($1, '77001', 5)",
    "INSERT INTO roles (id, tenant_id, name) SELECT 'role-1', tenant_id, 'Desk' FROM users WHERE id = $1",
    "INSERT INTO user_roles (user_id, role_id, granted_at_ms) VALUES ($1, 'role-1', 5)",
    "INSERT INTO chat_reports (message_id, user_id, reason, reported_at_ms) \
     SELECT MIN(id), $1, 'spam', 5 FROM chat_messages",
    "INSERT INTO plan_nudges (member_id, user_id, nudged_on) SELECT MIN(id), $1, '2026-11-20' FROM plan_members",
    "INSERT INTO plan_triggers (id, member_id, user_id, kind, figure_minor, percent, seen_ms, created_at_ms) \
     SELECT 'trigger-1', MIN(id), $1, 'salary', 500, '10', 5, 5 FROM plan_members",
    "INSERT INTO receipts_sent (user_id, reference, sent_at_ms) VALUES ($1, 'RECEIPT-1', 5)",
    "INSERT INTO direct_debits (reference, mandate_id, user_id, amount_minor, instalment_id, day, state, created_at_ms) \
     SELECT 'DEBIT00000000001', MIN(id), $1, 5000, 'instalment-1', '2026-11-20', 'open', 5 FROM mandates WHERE user_id = $1",
    "INSERT INTO auto_trade (user_id, is_on, per_trade_minor, per_day_minor, updated_at_ms) VALUES ($1, 0, 1000000, 5000000, 5)",
    "INSERT INTO trade_orders (id, user_id, signal_id, signal_at_ms, coin, day, status, reason, message, created_at_ms) \
     VALUES ('trade-1', $1, 'signal-1', 5, 'BTC', '2026-11-20', 'refused', 'switched_off', 'It is off.', 5)",
    "INSERT INTO coin_arrivals (provider_reference, address_reference, user_id, coin, amount_minor, confirmations, seen_at_ms) \
     SELECT 'ON-ITS-WAY', MIN(reference), $1, 'BTC', 5, 1, 5 FROM coin_addresses WHERE user_id = $1",
    "INSERT INTO passkeys (id, user_id, tenant_id, relying_party, credential_id, credential, counter, name, added_at_ms, used_at_ms) \
     SELECT 'passkey-1', id, tenant_id, 'ajo.localhost', 'AAAA', '{}', 3, 'My phone', 5, 6 FROM users WHERE id = $1",
    "INSERT INTO passkey_limits (user_id, limit_minor, set_at_ms) VALUES ($1, 500000, 5)",
    "INSERT INTO exchange_balances (user_id, key_at_ms, balances, asked_at_ms) VALUES ($1, 5, '[]', 5)",
];

pub async fn by_hand(world: &World, statements: &[&'static str], user_id: &str) {
    let mut tx = world.app.db.begin().await.unwrap();
    for statement in statements {
        let written = sqlx::query(*statement)
            .bind(user_id)
            .execute(tx.connection())
            .await;
        written.unwrap();
    }
    tx.commit().await.unwrap();
}

/// Ada, with further belongings.
pub async fn ada_with_more(world: &World) -> Ada {
    let payee = ada::payee(world).await;
    let mut ada = Ada::settled(world, &payee).await;
    let caller = &mut ada.caller;
    let keys = signals::exchange::keys("key-of-ada-7654");
    caller.put("/exchange-keys", keys).await.expect(200);
    push::subscribe(caller, "phone").await;
    let picture = avatars::upload(caller, "a.png", "image/png", &avatars::png(9, 9)).await;
    picture.expect(200);
    let named = json!({ "account_name": "Household", "send_email_receipt": true, "send_sms_receipt": false });
    caller.put("/account", named).await.expect(200);
    let first = json!({ "account": "loan", "currency": "USD" });
    caller.put("/accounts/active", first).await.expect(200);
    let month = json!({ "month": "2026-11", "currency": "NGN" });
    caller.post("/statements", month).await.expect(200);
    let tx_ref = cards::start(caller, "NGN", "150.00").await;
    cards::at_page(world, &tx_ref, "pay").await;
    cards::confirm(caller, &tx_ref).await;
    cards::at_page(world, &tx_ref, "take_back").await;
    wallet::cards::ask_due(&world.app).await.unwrap();
    by_hand(world, &BY_HAND, &ada.has.id).await;
    ada
}

/// A user who has referred a friend who has paid.
async fn referrer(world: &World) -> Caller {
    let scene = scene(world).await;
    let mut friend = Newcomer::new().join(world, &scene.code).await;
    scene.paid(&mut friend, "1000.00", "key-00000001").await;
    assert_eq!(round(world).await, 1);
    scene.referrer
}

async fn with_coins(world: &World) -> Caller {
    coins::prices(world, "100000", "4000").await;
    let plan = coins::plan(world, &coins::LARGE).await;
    let mut person = holder(world, "200000").await;
    coins::take(&mut person, &plan, "150000").await.expect(201);
    coins::rounds(world, 2).await;
    person
}

async fn with_google(world: &World) -> Caller {
    let mut person = world.member(&fresh_email()).await;
    let me = person.get("/auth/me").await.data().clone();
    let linked = "INSERT INTO google_accounts (tenant_id, subject, user_id, linked_at_ms) \
         SELECT tenant_id, 'google-77', id, 5 FROM users WHERE id = $1";
    by_hand(world, &[linked], me["uuid"].as_str().unwrap()).await;
    person
}

on_both! {
    async fn every_table_has_exported_rows(world: World) {
        let mut most: BTreeMap<String, usize> = BTreeMap::new();
        let people = [
            ada_with_more(world).await.caller,
            referrer(world).await,
            with_coins(world).await,
            with_google(world).await,
        ];
        for person in &people {
            for (table, rows) in tables_of(&document(person).await) {
                let seen = most.entry(table.clone()).or_default();
                *seen = (*seen).max(rows.as_array().unwrap().len());
            }
        }
        let empty: Vec<&String> = most.iter().filter(|(_, rows)| **rows == 0).map(|(table, _)| table).collect();
        assert!(empty.is_empty(), "nobody has anything in {empty:?}");
    }

    async fn exported_values_belong_to_the_user(world: World) {
        let mut ada = ada_with_more(world).await;
        let all = document(&ada.caller).await;
        assert_eq!((&all["exported_at"], &all["business"]), (&json!("2026-11-20T09:00:00.000Z"), &json!("Ajo")));
        let me = ada.caller.get("/auth/me").await.data().clone();
        assert_eq!((&rows(&all, "account")[0]["id"], &rows(&all, "account")[0]["email"]), (&json!(ada.has.id), &me["email"]));
        assert_eq!(rows(&all, "profile")[0]["address"], "12 Allen Avenue");
        let proven = &rows(&all, "national_numbers")[0];
        assert_eq!((&proven["kind"], &proven["last_digits"]), (&json!("bvn"), &json!("0007")));
        assert_eq!(proven["registered"]["first_name"], "Grace");
        assert_eq!(rows(&all, "bank_accounts")[0]["id"], ada.has.bank_account);
        assert_eq!(rows(&all, "exchange_key")[0]["last_four"], "7654");
        assert_eq!(rows(&all, "account_preferences")[0]["account_name"], "Household");
        assert_eq!(rows(&all, "roles")[0]["role"], "Desk");
        let said: Vec<&Value> = rows(&all, "messages").iter().map(|row| &row["text"]).collect();
        assert_eq!(said, ["Hello", "Hello"]);
        let question = rows(&all, "security_questions")[0]["question"].as_str().unwrap();
        assert!(question.starts_with("What was the name of the first school"));
        let events: Vec<&Value> = rows(&all, "security_events").iter().map(|row| &row["event"]).collect();
        assert_eq!(events.last().unwrap(), &"data_exported");
        // The pages shown by the app.
        let listed = ada.caller.get("/transaction/me?per_page=50").await;
        let total = listed.expect(200).data()["total"].as_u64().unwrap();
        assert_eq!(rows(&all, "transactions").len() as u64, total);
        let paid = rows(&all, "transactions").iter().find(|row| row["reference"] == ada.has.reference).unwrap();
        assert_eq!((&paid["net"], &paid["currency"], &paid["type"]), (&json!("10.00"), &json!("NGN"), &json!("DEBIT")));
        let mut instalments = rows(&all, "plan_instalments").iter();
        let instalment = instalments.find(|row| row["id"] == ada.has.instalment).unwrap();
        assert_eq!((&instalment["amount"], &instalment["paid"]), (&json!("200.00"), &json!("10.00")));
        let pot: i64 = rows(&all, "plan_memberships").iter().map(|row| minor(&row["pot"])).sum();
        assert_eq!(pot, 21_000);
        let mut plans = rows(&all, "plans").iter();
        let loan = plans.find(|row| row["kind"] == "loan").unwrap();
        assert!(minor(&loan["owed"]) > 0, "{loan}");
        assert!(loan["decision"]["lending_limit"].is_null(), "{loan}");
        assert!(loan["decision"]["score"].is_number(), "{loan}");
    }

    async fn both_formats_hold_the_same_rows(world: World) {
        let ada = ada_with_more(world).await;
        let files = files(&ada.caller).await;
        let all = document(&ada.caller).await;
        let (last, readme) = files.last().unwrap();
        assert_eq!(last, "README.txt");
        assert!(readme.starts_with("Your data at Ajo\r\nExported at 2026-11-20T09:00:00.000Z\r\n"), "{readme}");
        let tables = tables_of(&all);
        assert_eq!(files.len(), tables.len() + 1);
        for (name, text) in &files[..files.len() - 1] {
            let table = name.strip_suffix(".csv").unwrap();
            let rows = tables[table].as_array().unwrap();
            let text = text.strip_prefix('\u{feff}').unwrap();
            let lines: Vec<&str> = text.split_terminator("\r\n").collect();
            // The JSON export is an event itself, and its owner is told.
            let later = usize::from(["security_events", "notices"].contains(&table));
            assert_eq!(lines.len(), rows.len() + 1 - later, "{table}");
            for column in rows.first().and_then(Value::as_object).into_iter().flatten().map(|(name, _)| name) {
                assert!(lines[0].split(',').any(|one| one == column), "{table}.{column}");
            }
            assert!(readme.contains(&format!("{name}, rows: {}", lines.len() - 1)), "{name}");
        }
    }
}
