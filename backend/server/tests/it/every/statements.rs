//! SQLite accepts every SQL statement in the server's source. PostgreSQL's log shows that it has run each.

use crate::support::{Database, Engine, sources};
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use std::path::PathBuf;

const VERBS: [&str; 5] = [
    "SELECT ",
    "INSERT INTO ",
    "UPDATE ",
    "DELETE FROM ",
    "WITH ",
];
/// Precedes a literal that is only a part of a statement.
const PARTS: [&str; 3] = ["concat!(", "format!(", "selected!("];
/// Contained in statements for PostgreSQL only.
const POSTGRES_ONLY: [&str; 2] = ["pg_", "information_schema"];

#[tokio::test]
async fn sqlite_understands_every_statement() {
    let database = Database::with_schema(Engine::Sqlite).await;
    let mut connection = SqliteConnection::connect(&database.url).await.unwrap();
    let mut found = 0;
    let mut refused = Vec::new();
    let rows = format!("CREATE TEMP TABLE rows ({})", columns_of_rows().join(", "));
    let rows = sqlx::query(AssertSqlSafe(rows)).execute(&mut connection);
    rows.await.unwrap();
    let of_server = sources("..").into_iter();
    let is_one =
        |path: &PathBuf| path.iter().any(|part| part == "src") && !path.ends_with("tests.rs");
    for path in of_server.filter(is_one) {
        let source = std::fs::read_to_string(&path).unwrap();
        for statement in statements(without_tests(&source)) {
            found += 1;
            // A template is filled in and run by every check of the ledger.
            if statement.contains('{') {
                continue;
            }
            // Explained, a statement is compiled and has no effect.
            let explained = AssertSqlSafe(format!("EXPLAIN {statement}"));
            if let Err(error) = sqlx::query(explained).fetch_all(&mut connection).await {
                refused.push(format!("{}: {error}: {statement}", path.display()));
            }
        }
    }
    connection.close().await.unwrap();
    database.remove().await;
    assert!(refused.is_empty(), "{refused:#?}");
    // Fewer would mean that statements are written in a form that is not recognised here.
    assert!(found > 500, "{found} statements");
}

/// The columns of the rows that a write is about: those of all writes.
fn columns_of_rows() -> Vec<String> {
    let mut columns = Vec::new();
    let of_server = sources("..").into_iter();
    for path in of_server.filter(|path| path.iter().any(|part| part == "src")) {
        let source = std::fs::read_to_string(&path).unwrap();
        let ends = source.match_indices("\", Column::");
        columns.extend(ends.filter_map(|(end, _)| {
            let begin = source[..end].rfind("(\"")?;
            Some(source[begin + 2..end].to_owned())
        }));
    }
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// The source without its own tests, which are at the end and have their own tables.
fn without_tests(source: &str) -> &str {
    source
        .split_once("#[cfg(test)]\nmod tests {")
        .map_or(source, |(before, _)| before)
}

/// The string literals that are whole statements.
fn statements(source: &str) -> Vec<String> {
    let whole = |(at, _): &(usize, &str)| {
        let (before, after) = source.split_at(*at);
        let begins = VERBS.iter().any(|verb| after[1..].starts_with(verb));
        begins && !PARTS.iter().any(|part| before.trim_end().ends_with(part))
    };
    source
        .match_indices('"')
        .filter(whole)
        .map(|(at, _)| literal(&source[at + 1..]))
        .filter(|text| !POSTGRES_ONLY.iter().any(|name| text.contains(name)))
        .collect()
}

/// A string literal's text. A backslash at the end of a line continues it at the next line's first character.
fn literal(after_quote: &str) -> String {
    let mut text = String::new();
    let mut rest = after_quote.chars().peekable();
    while let Some(next) = rest.next() {
        match next {
            '"' => break,
            '\\' if rest.next() == Some('\n') => {
                while rest.next_if(|next| next.is_whitespace()).is_some() {}
            }
            '\\' => text.push(' '),
            other => text.push(other),
        }
    }
    text
}
