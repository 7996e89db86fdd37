//! A text sealed with the server's secret, which proves that a database was written with this secret. With another one,
//! every password would be wrong, and new rows would be unreadable with the right one.

use ground::clock::Clock;
use ground::config::ConfigError;
use ground::db::{Db, DbError};
use ground::error::ApiError;
use ground::random::Random;
use ground::sealed::{self, Batch};
use ground::secret::Keys;
use sqlx::Row;

const PLACE: &str = "secret_canary";
const TEXT: &str = "written with this secret";

/// Checks that the database was written with the secret, or with the one that it replaces. With `make`, a database
/// without the text gets it.
///
/// # Errors
/// It was written with another secret; the database failed.
pub async fn check(db: &Db, keys: &Keys, make: bool) -> Result<(), ConfigError> {
    let failed = |error: DbError| ConfigError(error.to_string());
    let known = read(db).await.map_err(failed)?;
    let Some(known) = known else {
        return match make {
            true => keep(db, keys).await.map_err(failed),
            false => Ok(()),
        };
    };
    match sealed::open(keys, PLACE, &known) {
        Ok(_) => Ok(()),
        Err(_) => Err(ConfigError(String::from(
            "AJO_SECRET is not the secret that this database was written with: set that one, or set it as \
             AJO_SECRET_PREVIOUS and run `backend secret rotate`",
        ))),
    }
}

/// Seals the text with the current secret.
///
/// # Errors
/// The database failed.
pub async fn seal_anew(db: &Db, keys: &Keys) -> Result<Batch, ApiError> {
    let mut batch = Batch::default();
    let Some(known) = read(db).await? else {
        return Ok(batch);
    };
    let current = sealed::current_pattern(keys);
    if known.starts_with(current.trim_end_matches('%')) {
        return Ok(batch);
    }
    let Ok(anew) = sealed::seal_anew(keys, Random, PLACE, &known) else {
        batch.unreadable = 1;
        return Ok(batch);
    };
    let mut tx = db.begin().await?;
    let changed = sqlx::query("UPDATE secret_canary SET sealed = $1 WHERE sealed = $2")
        .bind(anew)
        .bind(known)
        .execute(tx.connection())
        .await?;
    tx.commit().await?;
    batch.sealed = changed.rows_affected();
    Ok(batch)
}

async fn read(db: &Db) -> Result<Option<String>, DbError> {
    let row = sqlx::query("SELECT sealed FROM secret_canary WHERE id = 1")
        .fetch_optional(&mut *db.read().await?)
        .await?;
    Ok(row.map(|row| row.try_get("sealed")).transpose()?)
}

async fn keep(db: &Db, keys: &Keys) -> Result<(), DbError> {
    let Ok(sealed) = sealed::seal(keys, Random, PLACE, TEXT) else {
        return Ok(());
    };
    let mut tx = db.begin().await?;
    sqlx::query(
        "INSERT INTO secret_canary (id, sealed, sealed_at_ms) VALUES (1, $1, $2) ON CONFLICT (id) DO NOTHING",
    )
    .bind(sealed)
    .bind(Clock::system().now_ms())
    .execute(tx.connection())
    .await?;
    tx.commit().await
}
