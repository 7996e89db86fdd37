//! Migrations of databases of every age, on both engines.

use super::*;
use crate::db::testing::{TestDb, unmigrated};

/// Migrations up to a version.
fn until(version: i64) -> &'static [Migration] {
    let newer = MIGRATIONS
        .iter()
        .position(|migration| migration.version > version);
    &MIGRATIONS[..newer.unwrap_or(MIGRATIONS.len())]
}

/// A database from before checksums.
async fn without_checksums(test: &TestDb, version: i64) {
    apply(&test.db, until(version), 7).await.unwrap();
    let mut tx = test.db.begin().await.unwrap();
    sqlx::raw_sql("ALTER TABLE schema_migrations DROP COLUMN checksum")
        .execute(tx.connection())
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

async fn checksums(db: &Db) -> Vec<(i64, String)> {
    let rows = sqlx::query("SELECT version, checksum FROM schema_migrations ORDER BY version")
        .fetch_all(&mut *db.read().await.unwrap())
        .await
        .unwrap();
    rows.iter()
        .map(|row| (row.get("version"), row.get("checksum")))
        .collect()
}

const FIRST: Migration = Migration {
    version: 1,
    name: "0001_things",
    text: "CREATE TABLE things (\n    id INTEGER PRIMARY KEY\n) STRICT;\n",
};

#[tokio::test]
async fn each_version_is_applied_once_and_leaves_its_checksum() {
    for test in unmigrated().await {
        assert_eq!(run(&test.db, 7).await.unwrap(), MIGRATIONS.len());
        assert_eq!(run(&test.db, 8).await.unwrap(), 0);
        let expected: Vec<(i64, String)> = MIGRATIONS
            .iter()
            .map(|migration| {
                let text = text::rendered(migration.text, test.db.engine());
                (migration.version, sha256_hex(text.as_bytes()))
            })
            .collect();
        assert_eq!(checksums(&test.db).await, expected);
    }
}

#[tokio::test]
async fn edited_migrations_are_refused_by_name() {
    let edited = Migration {
        text: "CREATE TABLE things (\n    id INTEGER PRIMARY KEY,\n    name TEXT\n) STRICT;\n",
        ..FIRST
    };
    let second = Migration {
        version: 2,
        name: "0002_others",
        text: "CREATE TABLE others (\n    id INTEGER PRIMARY KEY\n) STRICT;\n",
    };
    for test in unmigrated().await {
        assert_eq!(apply(&test.db, &[FIRST], 7).await.unwrap(), 1);
        let error = apply(&test.db, &[edited.clone(), second.clone()], 8)
            .await
            .unwrap_err();
        assert!(matches!(error, DbError::Schema(_)), "{error:?}");
        assert_eq!(
            error.to_string(),
            "backend/migrations/0001_things.sql was edited after this database had applied it: restore the file, and put the \
             change into a new migration"
        );
        // Later migrations were not applied.
        assert_eq!(checksums(&test.db).await.len(), 1);
        assert_eq!(
            apply(&test.db, &[FIRST, second.clone()], 9).await.unwrap(),
            1
        );
    }
}

#[tokio::test]
async fn databases_without_checksums_get_them_once() {
    for test in unmigrated().await {
        without_checksums(&test, 18).await;
        assert_eq!(
            run(&test.db, 8).await.unwrap(),
            MIGRATIONS.len() - until(18).len()
        );
        let adopted = checksums(&test.db).await;
        assert_eq!(adopted.len(), MIGRATIONS.len());
        assert!(adopted.iter().all(|(_, checksum)| checksum.len() == 64));
        // A checksum lost later is not replaced.
        let mut tx = test.db.begin().await.unwrap();
        sqlx::query("UPDATE schema_migrations SET checksum = '' WHERE version = 3")
            .execute(tx.connection())
            .await
            .unwrap();
        tx.commit().await.unwrap();
        let error = run(&test.db, 9).await.unwrap_err();
        assert!(error.to_string().contains("0003_wallet.sql"), "{error}");
    }
}

/// Pending work as of version 18.
const WAITING: &str = "
    INSERT INTO users (id, tenant_id, email, name, phone, password_hash, referrer_code, created_at_ms)
        VALUES ('ada', '0190c0de-0000-7000-8000-000000000001', 'ada@example.ng', 'Ada', '0803', 'hash', 'CODE', 0);
    INSERT INTO outgoing_messages (id, channel, sealed, code_id, attempts, open_attempts, due_at_ms, expires_at_ms)
        VALUES ('m1', 'sms', 'sealed text', 'code', 3, 2, 10, 20), ('m2', 'email', 'sealed letter', NULL, 0, 0, 11, 21);
    INSERT INTO push_messages (notice_id, endpoint_hash, user_id, sealed, title, body, link, urgency, attempts, due_at_ms, expires_at_ms)
        VALUES ('n1', 'hash', 'ada', 'sealed browser', 'Title', 'It''s \"here\".', '/chat', 'high', 4, 12, 22);
    INSERT INTO referral_claims (friend_id, payment_reference, due_at_ms) VALUES ('ada', 'ref', 13);
";

#[tokio::test]
async fn pending_work_in_old_tables_moves_to_the_queue() {
    for test in unmigrated().await {
        without_checksums(&test, 18).await;
        let mut tx = test.db.begin().await.unwrap();
        sqlx::raw_sql(WAITING)
            .execute(tx.connection())
            .await
            .unwrap();
        tx.commit().await.unwrap();
        run(&test.db, 8).await.unwrap();
        let rows = sqlx::query("SELECT * FROM queue ORDER BY due_at_ms")
            .fetch_all(&mut *test.db.read().await.unwrap())
            .await
            .unwrap();
        let mut found = Vec::new();
        for row in &rows {
            let text = |column: &str| -> String {
                let text: Option<String> = row.get(column);
                text.unwrap_or_else(|| String::from("-"))
            };
            let number = |column: &str| -> Option<i64> { row.get(column) };
            let texts = ["kind", "id", "payload", "subject", "user_id"].map(text);
            let numbers = [
                "attempts",
                "unconfirmed_attempts",
                "due_at_ms",
                "expires_at_ms",
                "created_at_ms",
            ];
            found.push((texts, numbers.map(number)));
        }
        let push = found.remove(2);
        let (payload, expected): (serde_json::Value, _) = (
            serde_json::from_str(&push.0[2]).unwrap(),
            serde_json::json!({
                "sealed": "sealed browser", "title": "Title", "body": "It's \"here\".", "link": "/chat", "urgency": "high",
            }),
        );
        assert_eq!(payload, expected);
        assert_eq!(
            ([&push.0[0], &push.0[1], &push.0[3], &push.0[4]], push.1),
            (
                [
                    &String::from("push"),
                    &String::from("n1/hash"),
                    &String::from("hash"),
                    &String::from("ada")
                ],
                [Some(4), Some(4), Some(12), Some(22), Some(12)]
            )
        );
        let row = |texts: [&str; 5], numbers| (texts.map(String::from), numbers);
        assert_eq!(
            found,
            [
                row(
                    ["sms", "m1", "sealed text", "code", "-"],
                    [Some(3), Some(2), Some(10), Some(20), Some(10)]
                ),
                row(
                    ["email", "m2", "sealed letter", "-", "-"],
                    [Some(0), Some(0), Some(11), Some(21), Some(11)]
                ),
                row(
                    ["referral", "ref", "", "-", "ada"],
                    [Some(0), Some(0), Some(13), None, Some(13)]
                ),
            ]
        );
    }
}

#[tokio::test]
async fn concurrent_starts_migrate_once() {
    for test in unmigrated().await {
        let others = [
            Db::connect(&test.url).await.unwrap(),
            Db::connect(&test.url).await.unwrap(),
        ];
        let (one, two, three) =
            tokio::join!(run(&test.db, 7), run(&others[0], 7), run(&others[1], 7));
        assert_eq!(
            one.unwrap() + two.unwrap() + three.unwrap(),
            MIGRATIONS.len()
        );
    }
}

#[tokio::test]
async fn newer_databases_are_not_changed() {
    for test in unmigrated().await {
        run(&test.db, 7).await.unwrap();
        let error = apply(&test.db, until(17), 8).await.unwrap_err();
        assert!(
            error.to_string().contains("this program knows 17"),
            "{error}"
        );
    }
}

#[test]
fn every_file_is_applied_and_every_table_has_an_owner() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let names: Vec<String> = MIGRATIONS
        .iter()
        .map(|migration| format!("{}.sql", migration.name))
        .collect();
    assert_eq!(files, names);
    for migration in MIGRATIONS {
        assert!(
            migration
                .name
                .starts_with(&format!("{:04}_", migration.version))
        );
        let lines: Vec<&str> = migration.text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            if line.starts_with("CREATE TABLE") {
                let before = index.checked_sub(1).map_or("", |index| lines[index]);
                assert!(
                    before.starts_with("-- owner: "),
                    "{}: {line}",
                    migration.name
                );
            }
        }
    }
}

/// Whether all statements are compatible with the previous version: new tables with their indexes, columns that need no
/// value, and rows.
fn only_expands(text: &str) -> bool {
    let plain = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("--"));
    let plain = plain.collect::<Vec<_>>().join("\n");
    // The body of a trigger counts as statements of its own; that of a function, by what it changes.
    let plain = plain.replace("\nBEGIN\n", ";\n");
    let parts: Vec<&str> = plain.split("$$").collect();
    let bodies = parts.iter().skip(1).step_by(2);
    let changes = bodies
        .flat_map(|body| body.split(';'))
        .filter_map(|statement| {
            let words = statement.split_whitespace();
            let change: Vec<&str> = words
                .skip_while(|word| !["UPDATE", "DELETE"].contains(word))
                .collect();
            let is_statement = matches!(
                change.as_slice(),
                ["UPDATE", _, "SET", ..] | ["DELETE", "FROM", ..]
            );
            is_statement.then(|| change.join(" "))
        });
    let changes: Vec<String> = changes.collect();
    let plain = [
        &parts.into_iter().step_by(2).collect::<String>(),
        "",
        &changes.join(";"),
    ]
    .join(";");
    let mut new_tables = Vec::new();
    // Null in every row, and in those that the previous version adds: any index of theirs holds.
    let mut empty_columns: Vec<String> = Vec::new();
    plain.split(';').all(|statement| {
        let words: Vec<&str> = statement.split_whitespace().collect();
        match words.as_slice() {
            [] => true,
            ["CREATE", "TABLE", name, ..] => {
                new_tables.push((*name).to_owned());
                true
            }
            ["CREATE", "INDEX", ..] | ["LOCK", "TABLE", ..] => true,
            ["CREATE", "UNIQUE", "INDEX", _, "ON", table, columns @ ..] => {
                let column = columns.concat();
                let column = column.trim_matches(['(', ')']);
                new_tables.iter().any(|new| new == table)
                    || empty_columns.contains(&[*table, column].concat())
            }
            ["ALTER", "TABLE", table, "ADD", "COLUMN", column @ ..] => {
                let needs_value = column.windows(2).any(|pair| pair == ["NOT", "NULL"]);
                let has_default = column.contains(&"DEFAULT");
                if let (Some(name), false) = (column.first(), has_default) {
                    empty_columns.push([*table, name].concat());
                }
                !needs_value || has_default
            }
            ["INSERT", "INTO", ..] => true,
            // In a trigger that keeps tables of this migration.
            ["UPDATE", table, ..] | ["DELETE", "FROM", table, ..] => {
                new_tables.iter().any(|new| new == table)
            }
            ["CREATE", "TRIGGER", _, "AFTER", ..] => true,
            ["CREATE", "FUNCTION", ..] => true,
            // The previous version does not change a column that it does not know.
            [
                "CREATE",
                "TRIGGER",
                _,
                "BEFORE",
                "UPDATE",
                "OF",
                column,
                "ON",
                table,
                ..,
            ] => empty_columns.contains(&[*table, *column].concat()),
            ["CREATE", "TRIGGER", _, "BEFORE", rest @ ..] => {
                let table = rest.iter().skip_while(|word| **word != "ON").nth(1);
                table.is_some_and(|table| new_tables.iter().any(|new| new == table))
            }
            ["END"] => true,
            _ => false,
        }
    })
}

#[test]
fn marked_expansions_are_compatible() {
    for migration in MIGRATIONS.iter().filter(|one| text::expands(one.text)) {
        assert!(only_expands(migration.text), "{}", migration.name);
    }
    for other in [
        "DROP TABLE things;",
        "ALTER TABLE things DROP COLUMN name;",
        "ALTER TABLE things ADD COLUMN name TEXT NOT NULL;",
        "UPDATE things SET name = '';",
        "CREATE UNIQUE INDEX things_by_name ON things (name);",
        "CREATE TRIGGER things_stay BEFORE DELETE ON things BEGIN SELECT 1",
        "CREATE TRIGGER things_added AFTER INSERT ON others\nBEGIN\n    UPDATE things SET name = '';\nEND;",
        "CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN IF TRUE THEN DELETE FROM things; END IF; END $$;",
    ] {
        assert!(!only_expands(other), "{other}");
    }
}

#[tokio::test]
async fn neighbouring_versions_run_side_by_side_after_an_expansion() {
    let expanding = Migration {
        version: 2,
        name: "0002_others",
        text: "-- expands\nCREATE TABLE others (\n    id INTEGER PRIMARY KEY\n) STRICT;\n",
    };
    let contracting = Migration {
        version: 3,
        name: "0003_no_things",
        text: "DROP TABLE things;\n",
    };
    for test in unmigrated().await {
        apply(&test.db, &[FIRST], 7).await.unwrap();
        let early = check_for(&test.db, &[FIRST, expanding.clone()])
            .await
            .unwrap_err();
        assert!(early.to_string().ends_with("may keep running"), "{early}");
        apply(&test.db, &[FIRST, expanding.clone()], 8)
            .await
            .unwrap();
        // The previous version starts again, and its commands work.
        assert_eq!(apply(&test.db, &[FIRST], 9).await.unwrap(), 0);
        check_for(&test.db, &[FIRST]).await.unwrap();
        let all = [FIRST, expanding.clone(), contracting.clone()];
        let early = check_for(&test.db, &all).await.unwrap_err();
        assert!(
            early.to_string().ends_with("of the previous version first"),
            "{early}"
        );
        apply(&test.db, &all, 10).await.unwrap();
        for former in [vec![FIRST], vec![FIRST, expanding.clone()]] {
            let refused = check_for(&test.db, &former).await.unwrap_err();
            assert!(
                refused
                    .to_string()
                    .contains("has schema version 3, this program knows"),
                "{refused}"
            );
            assert!(apply(&test.db, &former, 11).await.is_err());
        }
    }
}
