//! Databases of every age, on both engines.

use super::*;
use crate::db::testing::{TestDb, unmigrated};

/// The files up to a version.
fn until(version: i64) -> &'static [Migration] {
    let newer = MIGRATIONS
        .iter()
        .position(|migration| migration.version > version);
    &MIGRATIONS[..newer.unwrap_or(MIGRATIONS.len())]
}

/// A database as programs left it that knew no checksums.
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
async fn an_edited_file_stops_the_start_and_is_named() {
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
        // Nothing that came after it was applied.
        assert_eq!(checksums(&test.db).await.len(), 1);
        assert_eq!(
            apply(&test.db, &[FIRST, second.clone()], 9).await.unwrap(),
            1
        );
    }
}

#[tokio::test]
async fn a_database_without_checksums_is_given_those_of_the_files_once() {
    for test in unmigrated().await {
        without_checksums(&test, 18).await;
        assert_eq!(
            run(&test.db, 8).await.unwrap(),
            MIGRATIONS.len() - until(18).len()
        );
        let adopted = checksums(&test.db).await;
        assert_eq!(adopted.len(), MIGRATIONS.len());
        assert!(adopted.iter().all(|(_, checksum)| checksum.len() == 64));
        // A checksum that is lost later is not made up for.
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

#[tokio::test]
async fn servers_that_start_at_once_migrate_once() {
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
async fn a_newer_database_is_left_alone() {
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
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
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
