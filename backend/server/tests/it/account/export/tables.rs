//! Every table and every column of the database is exported, or left out for a reason.

use crate::support::World;
use backend::account::export::{left_out, tables};
use ground::db::Engine;
use sqlx::Row;
use std::collections::{BTreeMap, BTreeSet};

/// The columns of every table in the database.
pub async fn of_database(world: &World) -> BTreeMap<String, BTreeSet<String>> {
    let columns = match world.app.db.engine() {
        Engine::Sqlite => {
            "SELECT m.name AS place, p.name AS part FROM sqlite_master m, pragma_table_info(m.name) p \
             WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
        }
        Engine::Postgres => {
            "SELECT table_name::text AS place, column_name::text AS part FROM information_schema.columns \
             WHERE table_schema = 'public'"
        }
    };
    let mut connection = world.app.db.read().await.unwrap();
    let rows = sqlx::query(columns).fetch_all(&mut *connection).await;
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows.unwrap() {
        let columns = found.entry(row.get("place")).or_default();
        columns.insert(row.get("part"));
    }
    assert!(found.len() > 60, "{}", found.len());
    found
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .collect()
}

/// The tables that a statement reads; it accounts for the columns of the first.
pub fn read_by(query: &str) -> Vec<String> {
    let words = words(query);
    let pairs = words.windows(2);
    pairs
        .filter(|pair| matches!(pair[0], "FROM" | "JOIN"))
        .map(|pair| pair[1].to_owned())
        .collect()
}

on_both! {
    async fn every_table_is_exported_or_left_out_for_a_reason(world: World) {
        let database = of_database(world).await;
        let exported: BTreeSet<String> = tables().flat_map(|table| read_by(table.query)).collect();
        let reasons: BTreeMap<&str, &str> = left_out().copied().collect();
        for name in database.keys() {
            let is_left_out = reasons.contains_key(name.as_str()) || name.starts_with("sandbox_");
            assert!(
                exported.contains(name) != is_left_out,
                "{name}: export it in its folder's own_data.rs, or say there why it is left out; not both"
            );
        }
        assert!(exported.iter().all(|name| database.contains_key(name)));
        for (name, reason) in left_out().filter(|(name, _)| *name != "sandbox_*") {
            // Only SQLite has a table for notices.
            assert!(database.contains_key(*name) || *name == "realtime_notices", "{name} is no table");
            assert!(!reason.is_empty());
        }
    }

    async fn every_column_of_an_exported_table_is_exported_or_left_out_for_a_reason(world: World) {
        let database = of_database(world).await;
        let mut names = BTreeSet::new();
        for table in tables() {
            assert!(names.insert(table.name), "{} is there twice", table.name);
            let owned = &read_by(table.query)[0];
            let named = words(table.query);
            let given = words(table.query.split(" FROM ").next().unwrap());
            for column in &database[owned] {
                let reason = table.left_out.iter().find(|(name, _)| name == column);
                let column = column.as_str();
                let is_given = given.contains(&column);
                assert!(
                    named.contains(&column) && reason.is_none() || reason.is_some() && !is_given,
                    "{owned}.{column}: export it in the table {}, or say there why it is left out; not both",
                    table.name
                );
            }
            for (column, reason) in table.left_out {
                assert!(database[owned].contains(*column), "{owned} has no column {column}");
                assert!(!reason.is_empty());
            }
        }
    }
}

#[test]
fn table_names_are_parsed_from_a_statement() {
    let query =
        "SELECT a.b FROM one a JOIN two t ON t.id = a.id WHERE a.id IN (SELECT id FROM three)";
    assert_eq!(read_by(query), ["one", "two", "three"]);
}
