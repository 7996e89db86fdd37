//! Schema migrations: each version is one file for both engines, applied once, in order, in its own transaction.
//!
//! A program keeps working on a newer schema if every migration that it does not know is marked `-- expands`. So
//! servers of two neighbouring versions can run side by side, and anything that one version stops using is removed by
//! the next.
//!
//! The SHA-256 of each applied text is stored with its version. The server does not start if a file was edited
//! afterwards: the schema would no longer match the files.

mod text;

use super::{Db, DbError, Engine, Tx};
use crate::secret::sha256_hex;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use std::collections::HashMap;

#[cfg_attr(test, derive(Clone))]
struct Migration {
    version: i64,
    name: &'static str,
    text: &'static str,
}

macro_rules! migrations {
    ($($version:literal $name:literal,)*) => {
        &[$(Migration {
            version: $version,
            name: $name,
            text: include_str!(concat!("../../../migrations/", $name, ".sql")),
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
    20 "0020_queue",
    30 "0030_payments",
    31 "0031_readiness",
    34 "0034_pin_entries",
    35 "0035_daily_checks",
    40 "0040_confirmed_phones",
    43 "0043_bills",
    45 "0045_coins",
    46 "0046_sandbox_coins",
    48 "0048_cards",
    49 "0049_mandates",
    50 "0050_views",
    51 "0051_clusters",
    54 "0054_covering_indexes",
    55 "0055_plans",
    56 "0056_plan_days",
    57 "0057_no_invitations",
    58 "0058_exchange",
    59 "0059_loans",
    61 "0061_alerts",
    62 "0062_predictions",
    63 "0063_strategies",
    64 "0064_receipts",
    65 "0065_exchange_keys",
    66 "0066_email_changes",
    69 "0069_closing",
    70 "0070_own_data",
    71 "0071_auto_trade",
    72 "0072_sandbox_key_orders",
    73 "0073_rate_jumps",
    75 "0075_direct_debits",
    78 "0078_channels",
    79 "0079_attachments",
    80 "0080_exchange_key_checks",
    81 "0081_direct_debits_by_user",
    82 "0082_plan_versions",
    83 "0083_debits_called_off",
    84 "0084_buy_rate_of_users",
    85 "0085_orders_asked_again",
    86 "0086_wallets_without_address",
    87 "0087_coin_arrivals",
    88 "0088_card_questions_last",
    89 "0089_referral_reads_credits",
    90 "0090_open_orders",
    91 "0091_what_a_code_begins",
    92 "0092_what_a_debit_paid",
    93 "0093_signed_exports",
    94 "0094_what_a_pin_signs",
    95 "0095_taken_back",
    96 "0096_signatures_of_exports",
    97 "0097_secret_canary",
    98 "0098_sealed_orders",
    99 "0099_held_notices",
    100 "0100_loan_limits",
    101 "0101_cautions_of_loans",
    102 "0102_notices",
    103 "0103_loan_terms",
    104 "0104_desk",
    110 "0110_served_currencies",
    111 "0111_exchange_policy",
    112 "0112_rates_from_the_market",
    120 "0120_exchange_fee",
    121 "0121_prediction_outcomes",
    122 "0122_savings_return",
    123 "0123_savings_terms",
    124 "0124_plan_triggers",
    125 "0125_passkeys",
    126 "0126_sessions_with_passkey",
    128 "0128_savings_goals",
    132 "0132_issued_statements",
    133 "0133_shared_pins_and_passkey_grants",
    134 "0134_decisions",
    135 "0135_rules_modules",
    136 "0136_decision_seals",
    137 "0137_statement_totals",
    138 "0138_payments_at_once",
    139 "0139_closed_days",
    140 "0140_files_elsewhere",
    141 "0141_search_words",
];

/// Applies the missing migrations and returns their number.
pub(super) async fn run(db: &Db, now_ms: i64) -> Result<usize, DbError> {
    apply(db, MIGRATIONS, now_ms).await
}

async fn apply(db: &Db, migrations: &[Migration], now_ms: i64) -> Result<usize, DbError> {
    prepare(db, migrations).await?;
    works_on_it(db, migrations).await?;
    let known = checksums(db).await?;
    let mut applied = 0;
    for migration in migrations {
        let text = text::rendered(migration.text, db.engine());
        let checksum = sha256_hex(text.as_bytes());
        match known.get(&migration.version) {
            Some(stored) if *stored == checksum => continue,
            Some(_) => return Err(edited(migration)),
            None => {}
        }
        let mut tx = begin_alone(db).await?;
        // Another server may have applied it in the meantime.
        if let Some(stored) = checksum_of(&mut tx, migration.version).await? {
            tx.rollback().await?;
            match stored == checksum {
                true => continue,
                false => return Err(edited(migration)),
            }
        }
        sqlx::raw_sql(AssertSqlSafe(text))
            .execute(tx.connection())
            .await?;
        sqlx::query(
            "INSERT INTO schema_migrations (version, name, applied_at_ms, checksum, expands) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(migration.version)
        .bind(migration.name)
        .bind(now_ms)
        .bind(checksum)
        .bind(i64::from(text::expands(migration.text)))
        .execute(tx.connection())
        .await?;
        tx.commit().await?;
        applied += 1;
    }
    Ok(applied)
}

/// Checks without changing anything that this program works on the schema.
pub(super) async fn check(db: &Db) -> Result<(), DbError> {
    check_for(db, MIGRATIONS).await
}

async fn check_for(db: &Db, migrations: &[Migration]) -> Result<(), DbError> {
    let newest = newest(db).await.map_err(|error| match error {
        DbError::Fault(_) => {
            DbError::Schema(String::from("it has no tables: run `backend migrate`"))
        }
        other => other,
    })?;
    let known = version_of(migrations);
    if newest >= known {
        return works_on_it(db, migrations).await;
    }
    let mut missing = migrations
        .iter()
        .filter(|migration| migration.version > newest);
    let meanwhile = match missing.all(|migration| text::expands(migration.text)) {
        true => "servers of the previous version may keep running",
        false => "stop servers of the previous version first",
    };
    Err(DbError::Schema(format!(
        "the database has schema version {newest}, this program needs {known}: run `backend migrate`; {meanwhile}"
    )))
}

/// Starts a transaction that excludes other migrating servers: the others wait and find the work done. SQLite has one
/// writer anyway.
async fn begin_alone(db: &Db) -> Result<Tx, DbError> {
    let mut tx = db.begin().await?;
    if db.engine() == Engine::Postgres {
        // The key is arbitrary; nothing else takes an advisory lock. Outside a subquery the result type would be void,
        // which the driver cannot read.
        sqlx::query("SELECT 1 FROM (SELECT pg_advisory_xact_lock(7311305)) AS locked")
            .execute(tx.connection())
            .await?;
    }
    Ok(tx)
}

/// Creates the table of versions. A database from before checksums gets those of the current files, once: its versions
/// were applied from texts that render the same.
async fn prepare(db: &Db, migrations: &[Migration]) -> Result<(), DbError> {
    let mut tx = begin_alone(db).await?;
    sqlx::raw_sql(
        "CREATE TABLE IF NOT EXISTS schema_migrations (version BIGINT PRIMARY KEY, name TEXT NOT NULL, applied_at_ms BIGINT NOT NULL)",
    )
    .execute(tx.connection())
    .await?;
    if !has_column(&mut tx, db.engine(), "expands").await? {
        sqlx::raw_sql("ALTER TABLE schema_migrations ADD COLUMN expands BIGINT NOT NULL DEFAULT 0")
            .execute(tx.connection())
            .await?;
    }
    if has_column(&mut tx, db.engine(), "checksum").await? {
        return tx.commit().await;
    }
    sqlx::raw_sql("ALTER TABLE schema_migrations ADD COLUMN checksum TEXT NOT NULL DEFAULT ''")
        .execute(tx.connection())
        .await?;
    for migration in migrations {
        let text = text::rendered(migration.text, db.engine());
        sqlx::query("UPDATE schema_migrations SET checksum = $2 WHERE version = $1")
            .bind(migration.version)
            .bind(sha256_hex(text.as_bytes()))
            .execute(tx.connection())
            .await?;
    }
    tx.commit().await
}

async fn has_column(tx: &mut Tx, engine: Engine, name: &str) -> Result<bool, DbError> {
    let found = sqlx::query(match engine {
        Engine::Sqlite => {
            "SELECT 1 AS found FROM pragma_table_info('schema_migrations') WHERE name = $1"
        }
        Engine::Postgres => {
            "SELECT 1 AS found FROM information_schema.columns WHERE table_schema = CURRENT_SCHEMA() \
             AND table_name = 'schema_migrations' AND column_name = $1"
        }
    });
    let row = found.bind(name).fetch_optional(tx.connection()).await?;
    Ok(row.is_some())
}

/// Checksums of the applied versions.
async fn checksums(db: &Db) -> Result<HashMap<i64, String>, DbError> {
    let rows = sqlx::query("SELECT version, checksum FROM schema_migrations")
        .fetch_all(&mut *db.read().await?)
        .await?;
    let pair = |row: &AnyRow| Ok((row.try_get("version")?, row.try_get("checksum")?));
    rows.iter().map(pair).collect()
}

async fn checksum_of(tx: &mut Tx, version: i64) -> Result<Option<String>, DbError> {
    let row = sqlx::query("SELECT checksum FROM schema_migrations WHERE version = $1")
        .bind(version)
        .fetch_optional(tx.connection())
        .await?;
    Ok(row.map(|row| row.try_get("checksum")).transpose()?)
}

fn edited(migration: &Migration) -> DbError {
    DbError::Schema(format!(
        "backend/migrations/{}.sql was edited after this database had applied it: restore the file, and put the change \
         into a new migration",
        migration.name
    ))
}

/// Rejects a database that a newer program has changed, unless every unknown migration only expands.
async fn works_on_it(db: &Db, migrations: &[Migration]) -> Result<(), DbError> {
    let known = version_of(migrations);
    let newest = newest(db).await?;
    if newest <= known {
        return Ok(());
    }
    let unknown = "SELECT 1 FROM schema_migrations WHERE version > $1 AND expands = 0 LIMIT 1";
    let other = sqlx::query(unknown)
        .bind(known)
        .fetch_optional(&mut *db.read().await?)
        .await?;
    match other {
        Some(_) => Err(DbError::Schema(format!(
            "the database has schema version {newest}, this program knows {known}"
        ))),
        None => {
            tracing::warn!(
                schema = newest,
                known,
                "a newer version has migrated the database; this one keeps running beside it"
            );
            Ok(())
        }
    }
}

fn version_of(migrations: &[Migration]) -> i64 {
    migrations.last().map_or(0, |migration| migration.version)
}

async fn newest(db: &Db) -> Result<i64, DbError> {
    let row = sqlx::query("SELECT COALESCE(MAX(version), 0) AS newest FROM schema_migrations")
        .fetch_one(&mut *db.read().await?)
        .await?;
    Ok(row.try_get("newest")?)
}

#[cfg(test)]
mod tests;
