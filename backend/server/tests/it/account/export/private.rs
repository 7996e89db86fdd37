//! Exclusions from an export: secrets, and other users.

use super::complete::ada_with_more;
use super::{document, files, rows, text};
use crate::community::clusters;
use crate::signals;
use crate::strangers::ada::{self, BVN};
use crate::support::{Caller, PASSWORD, World};
use backend::account::export::{left_out, tables};
use ground::own_data::SECRET;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Row};
use std::collections::BTreeSet;

/// Shorter texts may be in an export by chance.
const SHORTEST_SECRET: usize = 12;

/// Every text in the columns and tables that are left out as secrets.
async fn secrets(world: &World) -> BTreeSet<String> {
    let database = super::tables::of_database(world).await;
    let mut columns: Vec<(String, String)> = Vec::new();
    for table in tables() {
        let owned = &super::tables::read_by(table.query)[0];
        let secret = table.left_out.iter().filter(|(_, why)| *why == SECRET);
        columns.extend(secret.map(|(column, _)| (owned.clone(), String::from(*column))));
    }
    for (table, _) in left_out().filter(|(_, why)| *why == SECRET) {
        let telling = |column: &&String| column.contains("hash") || column.contains("sealed");
        let found = database[*table].iter().filter(telling);
        columns.extend(found.map(|column| (String::from(*table), column.clone())));
    }
    let mut connection = world.app.db.read().await.unwrap();
    let mut found = BTreeSet::new();
    for (table, column) in columns {
        // The names come from the declarations, not from outside.
        let query = format!(
            "SELECT CAST({column} AS TEXT) AS kept FROM {table} WHERE {column} IS NOT NULL"
        );
        let rows = sqlx::query(AssertSqlSafe(query))
            .fetch_all(&mut *connection)
            .await
            .unwrap();
        let texts = rows.iter().map(|row| row.get::<String, _>("kept"));
        found.extend(texts.filter(|text| text.len() >= SHORTEST_SECRET));
    }
    found
}

/// Collects everything in a document that identifies something: identifiers, numbers, references, addresses.
fn names(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(all) => all.iter().for_each(|one| names(one, found)),
        Value::Object(all) => all.values().for_each(|one| names(one, found)),
        Value::String(text) => {
            let digits = text.chars().filter(char::is_ascii_digit).count();
            let is_instant = text.len() == 24 && text.ends_with('Z');
            let is_amount =
                text.chars().all(|c| c.is_ascii_digit() || c == '.') && text.contains('.');
            let is_name = digits >= 4 && text.len() >= 10 && !text.contains(' ');
            let is_name = is_name && !is_instant && !is_amount;
            found.extend(is_name.then(|| text.clone()));
        }
        _ => {}
    }
}

async fn everything(person: &Caller) -> String {
    let files = files(person).await;
    let tables = files.iter().map(|(_, text)| text.as_str());
    tables.collect::<Vec<_>>().join("\n") + &text(person).await
}

on_one! {
    async fn no_secret_is_in_an_export(world: World) {
        let ada = ada_with_more(world).await;
        let secrets = secrets(world).await;
        assert!(secrets.len() > 15, "{}", secrets.len());
        let said = everything(&ada.caller).await;
        for secret in &secrets {
            assert!(!said.contains(secret.as_str()), "{secret}");
        }
        let token = ada.caller.token.clone().unwrap();
        let canaries = [PASSWORD, BVN, "Corona School", "key-of-ada-7654", signals::exchange::SECRET, &token];
        for canary in canaries.into_iter().chain([&*ada.has.transfer_grant, &*ada.has.sale_grant]) {
            assert!(!said.contains(canary), "{canary}");
        }
        assert!(!said.contains("_hash") && !said.contains("sealed"));
    }

    async fn no_other_user_is_in_an_export(world: World) {
        let ada = ada_with_more(world).await;
        let mut bola = ada::bola(world).await.caller;
        // Bola is in the same cluster and group, and talks to support as well.
        clusters::join(&mut bola, "IKEJA1").await.expect(200);
        clusters::say(&mut bola, &ada.has.cluster, "message-2", "The words of Bola").await.expect(201);
        crate::community::chat::say(&mut bola, "message-3", "What Bola asked support").await.expect(201);
        let me = bola.get("/auth/me").await.data().clone();
        let mut hers = BTreeSet::new();
        let of_bola = document(&bola).await;
        names(&of_bola, &mut hers);
        assert!(hers.contains(me["uuid"].as_str().unwrap()));
        hers.insert(me["email"].as_str().unwrap().to_owned());
        let of_ada = everything(&ada.caller).await;
        let shared: Vec<&String> = hers.iter().filter(|name| of_ada.contains(name.as_str())).collect();
        // The conversation of the cluster, and values common to all users of these tests.
        let mut conversations = rows(&of_bola, "conversations").iter();
        let common = conversations.find(|row| row["kind"] == "cluster").unwrap();
        let common = [common["id"].as_str().unwrap(), "08031234567", "2026-11-20", "2026-12-20", "2027-01-20", "2027-02-20"];
        let others: Vec<&&String> = shared.iter().filter(|name| !common.contains(&name.as_str())).collect();
        assert!(others.is_empty(), "{others:?}");
        assert!(!of_ada.contains("Bola"));
        let said = everything(&bola).await;
        for words in ["The words of Bola", "What Bola asked support"] {
            assert!(said.contains(words));
        }
        assert!(!said.contains(&ada.has.id) && !said.contains("Household"));
    }

    async fn an_export_reveals_nothing_about_other_group_members(world: World) {
        let ada = ada_with_more(world).await;
        let mut bola = ada::bola(world).await.caller;
        let me = bola.get("/auth/me").await.data().clone();
        let added = json!({ "code": ada.has.plan_code, "amount": "200.00", "user": me["uuid"] });
        let mut creator = ada.caller.with("idempotency-key", "key-of-adding-1");
        creator.post("/plans/join", added).await.expect(201);
        let of_ada = text(&creator).await;
        assert!(!of_ada.contains(me["uuid"].as_str().unwrap()));
        let of_bola = document(&bola).await;
        let joined: Vec<&Value> = rows(&of_bola, "plans").iter().filter(|plan| plan["yours"] == false).collect();
        assert_eq!((joined.len(), &joined[0]["code"]), (1, &Value::Null));
        assert!(!of_bola.to_string().contains(&ada.has.id));
    }

    async fn no_cell_of_a_table_is_a_formula(world: World) {
        let mut ada = ada_with_more(world).await;
        let formula = "=HYPERLINK(\"http://evil.example\")";
        crate::community::chat::say(&mut ada.caller, "message-9", formula).await.expect(201);
        let files = files(&ada.caller).await;
        let (_, messages) = files.iter().find(|(name, _)| name == "messages.csv").unwrap();
        assert!(messages.contains("\"'=HYPERLINK(\"\"http://evil.example\"\")\""), "{messages}");
        for (name, text) in files.iter().filter(|(name, _)| name.ends_with(".csv")) {
            for line in text.trim_start_matches('\u{feff}').lines() {
                assert!(!line.split(',').any(|cell| cell.starts_with(['=', '+', '@', '\t'])), "{name}: {line}");
            }
        }
    }
}
