//! Schema versions: each is one file for each engine, applied once, in order, in a transaction of its own.

use super::{Db, DbError, Engine};
use sqlx::Row;

struct Migration {
    version: i64,
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

macro_rules! migrations {
    ($($version:literal $name:literal,)*) => {
        &[$(Migration {
            version: $version,
            name: $name,
            sqlite: include_str!(concat!("../../migrations/sqlite/", $name, ".sql")),
            postgres: include_str!(concat!("../../migrations/postgres/", $name, ".sql")),
        },)*]
    };
}

const MIGRATIONS: &[Migration] = migrations![
    1 "0001_ledger",
    2 "0002_identity",
    3 "0003_wallet",
    4 "0004_sandbox",
    5 "0005_person",
    6 "0006_questions",
    7 "0007_avatars",
    8 "0008_google",
    9 "0009_push",
    10 "0010_sign_ups",
    11 "0011_brand_pictures",
    12 "0012_roles",
    13 "0013_operations",
    14 "0014_referral",
    15 "0015_outgoing_messages",
    16 "0016_cautions",
    17 "0017_chat",
    18 "0018_known_browsers",
    19 "0019_registered",
    30 "0030_payments",
];

/// Applies what is missing; answers how many were applied.
pub(super) async fn run(db: &Db, now_ms: i64) -> Result<usize, DbError> {
    let mut tx = db.begin().await?;
    sqlx::raw_sql(
        "CREATE TABLE IF NOT EXISTS schema_migrations (version BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at_ms BIGINT NOT NULL)",
    )
    .execute(tx.connection())
    .await?;
    tx.commit().await?;

    let mut applied = 0;
    for migration in MIGRATIONS {
        let mut tx = db.begin().await?;
        if db.engine() == Engine::Postgres {
            // Several servers may start at once: one applies, the others wait and find it done.
            sqlx::query("LOCK TABLE schema_migrations IN EXCLUSIVE MODE")
                .execute(tx.connection())
                .await?;
        }
        let done = sqlx::query("SELECT version FROM schema_migrations WHERE version = $1")
            .bind(migration.version)
            .fetch_optional(tx.connection())
            .await?;
        if done.is_some() {
            continue;
        }
        let text = match db.engine() {
            Engine::Sqlite => migration.sqlite,
            Engine::Postgres => migration.postgres,
        };
        sqlx::raw_sql(text).execute(tx.connection()).await?;
        sqlx::query(
            "INSERT INTO schema_migrations (version, name, applied_at_ms) VALUES ($1, $2, $3)",
        )
        .bind(migration.version)
        .bind(migration.name)
        .bind(now_ms)
        .execute(tx.connection())
        .await?;
        tx.commit().await?;
        applied += 1;
    }
    newest_is_known(db).await?;
    Ok(applied)
}

/// A database that a newer program has changed is left alone.
async fn newest_is_known(db: &Db) -> Result<(), DbError> {
    let row = sqlx::query("SELECT MAX(version) AS newest FROM schema_migrations")
        .fetch_one(&mut *db.read().await?)
        .await?;
    let newest: i64 = row.try_get("newest")?;
    let known = MIGRATIONS.last().map_or(0, |migration| migration.version);
    if newest > known {
        let error = format!("the database has schema version {newest}, this program knows {known}");
        return Err(DbError::Fault(sqlx::Error::Protocol(error)));
    }
    Ok(())
}
