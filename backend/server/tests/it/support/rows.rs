//! The whole content of the database, as text.

use super::World;
use ground::db::Engine;
use sqlx::Row;
use std::collections::BTreeMap;

/// Rows by table, in order.
pub type Rows = BTreeMap<String, Vec<String>>;

/// The columns of every table, in order.
pub async fn tables(world: &World) -> BTreeMap<String, Vec<String>> {
    let columns = match world.app.db.engine() {
        Engine::Sqlite => {
            "SELECT m.name AS place, p.name AS part FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table' ORDER BY m.name, p.cid"
        }
        Engine::Postgres => {
            "SELECT table_name::text AS place, column_name::text AS part FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position"
        }
    };
    let mut connection = world.app.db.read().await.unwrap();
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in sqlx::query(columns)
        .fetch_all(&mut *connection)
        .await
        .unwrap()
    {
        let (table, column): (String, String) = (row.get("place"), row.get("part"));
        // Counts the times that a user was locked, which a call that changes nothing does too.
        if (table.as_str(), column.as_str()) != ("person_settings", "version") {
            tables.entry(table).or_default().push(column);
        }
    }
    tables
}

/// A row as text: each column with its name and value.
pub fn as_text(engine: Engine, columns: &[String]) -> String {
    let named = |column: &String| match engine {
        Engine::Sqlite => format!(r#"'{column}=' || quote("{column}")"#),
        Engine::Postgres => format!(r#"'{column}=' || COALESCE("{column}"::text, 'NULL')"#),
    };
    let named: Vec<String> = columns.iter().map(named).collect();
    named.join(" || ' ' || ")
}

/// Every row of every table.
pub async fn whole(world: &World) -> Rows {
    let engine = world.app.db.engine();
    let tables = tables(world).await;
    let parts: Vec<String> = tables
        .iter()
        .map(|(table, columns)| {
            let text = as_text(engine, columns);
            format!("SELECT '{table}' AS place, {text} AS kept FROM {table}")
        })
        .collect();
    let mut connection = world.app.db.read().await.unwrap();
    let mut rows = Rows::new();
    // The names come from the database itself, not from outside. SQLite unites up to 500 queries.
    for some in parts.chunks(100) {
        let query = sqlx::AssertSqlSafe(some.join(" UNION ALL "));
        for row in sqlx::query(query)
            .fetch_all(&mut *connection)
            .await
            .unwrap()
        {
            rows.entry(row.get("place"))
                .or_default()
                .push(row.get("kept"));
        }
    }
    rows.values_mut().for_each(|rows| rows.sort_unstable());
    rows
}

/// The tables in which two states differ, with a row of each that the other lacks.
pub fn differences(before: &Rows, after: &Rows) -> Vec<String> {
    let none = Vec::new();
    let names: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let lacks = |rows: &[String], other: &[String]| {
        let found = rows.iter().find(|row| !other.contains(row));
        found.cloned().unwrap_or_default()
    };
    names
        .into_iter()
        .filter_map(|name| {
            let (old, new) = (
                before.get(name).unwrap_or(&none),
                after.get(name).unwrap_or(&none),
            );
            let differs = old != new;
            differs.then(|| format!("{name}: {} -> {}", lacks(old, new), lacks(new, old)))
        })
        .collect()
}

/// The number of rows that each table has gained.
pub fn growth(before: &Rows, after: &Rows) -> BTreeMap<String, usize> {
    let count = |rows: &Rows, name: &String| rows.get(name).map_or(0, Vec::len);
    after
        .keys()
        .map(|name| {
            (
                name.clone(),
                count(after, name).abs_diff(count(before, name)),
            )
        })
        .filter(|(_, gained)| *gained > 0)
        .collect()
}
