//! One text, two dialects. Migrations are written in SQLite's dialect; type names are translated for PostgreSQL. Where
//! that does not suffice, a marker says which engine the following lines are for: `-- sqlite:`, `-- postgres:`,
//! `-- both:`.
//!
//! `-- expands` marks a migration after which programs that do not know it keep working: it adds tables, columns that
//! need no value, and rows.
//!
//! `-- owner: OWNER` before a table names the crate or folder of the server whose statements may use it. These two markers
//! are not part of the applied text, so a table can change owners without its migration counting as edited.

use crate::db::Engine;

const EXPANDS: &str = "-- expands";

/// SQLite type names and their PostgreSQL equivalents. Of two that overlap, the longer one comes first.
const POSTGRES_WORDS: [(&str, &str); 4] = [
    (") STRICT, WITHOUT ROWID;", ");"),
    (") STRICT;", ");"),
    ("INTEGER", "BIGINT"),
    ("BLOB", "BYTEA"),
];

/// The statements for an engine.
pub(super) fn rendered(text: &str, engine: Engine) -> String {
    let mut meant_for = None;
    let mut rendered = String::with_capacity(text.len());
    for line in text.lines() {
        match line.trim_end() {
            "-- sqlite:" => meant_for = Some(Engine::Sqlite),
            "-- postgres:" => meant_for = Some(Engine::Postgres),
            "-- both:" => meant_for = None,
            EXPANDS => {}
            line if line.starts_with("-- owner: ") => {}
            line if meant_for.is_none_or(|meant_for| meant_for == engine) => {
                rendered.push_str(line);
                rendered.push('\n');
            }
            _ => {}
        }
    }
    match engine {
        Engine::Sqlite => rendered,
        Engine::Postgres => POSTGRES_WORDS
            .iter()
            .fold(rendered, |text, (sqlite, postgres)| {
                text.replace(sqlite, postgres)
            }),
    }
}

/// Whether programs that do not know the migration keep working.
pub(super) fn expands(text: &str) -> bool {
    text.lines().any(|line| line.trim_end() == EXPANDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "-- A thing.\n-- owner: ledger\nCREATE TABLE things (\n    id INTEGER PRIMARY KEY,\n    bytes BLOB\n) STRICT;\n\
        -- sqlite:\nONE;\n-- postgres:\nTWO;\n-- both:\nCREATE TABLE others (\n    id TEXT PRIMARY KEY\n) STRICT, WITHOUT ROWID;\n";

    #[test]
    fn each_engine_gets_its_own_types_and_blocks() {
        assert_eq!(
            rendered(TEXT, Engine::Sqlite),
            "-- A thing.\nCREATE TABLE things (\n    id INTEGER PRIMARY KEY,\n    bytes BLOB\n) STRICT;\nONE;\n\
             CREATE TABLE others (\n    id TEXT PRIMARY KEY\n) STRICT, WITHOUT ROWID;\n"
        );
        assert_eq!(
            rendered(TEXT, Engine::Postgres),
            "-- A thing.\nCREATE TABLE things (\n    id BIGINT PRIMARY KEY,\n    bytes BYTEA\n);\nTWO;\n\
             CREATE TABLE others (\n    id TEXT PRIMARY KEY\n);\n"
        );
    }

    #[test]
    fn owners_and_line_endings_do_not_change_the_applied_text() {
        let moved = TEXT
            .replace("owner: ledger", "owner: wallet")
            .replace('\n', "\r\n");
        for engine in [Engine::Sqlite, Engine::Postgres] {
            assert_eq!(rendered(&moved, engine), rendered(TEXT, engine));
        }
    }
}
