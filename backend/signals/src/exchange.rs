//! The keys to a user's own account at the exchange. They are tested before they are stored, encrypted, and never shown
//! again.

pub(crate) mod balances;
pub mod daily;
pub(crate) mod keys;

use domain_core::signals::ExchangeKeys;
use domain_core::signals::exchange::acceptable;
use domain_core::validation::{Code, Violation};
use ground::clock::rfc3339;
use ground::db::{DbError, Tx};
use ground::error::{ApiError, ErrorCode};
use ground::sealed::{self, Batch};
use ground::secret::Secret;
use providers::exchange_keys::{ExchangeError, ExchangeKeys as Keys};
use serde::Serialize;
use serde_json::json;
use service::access::{Session, audit, users};
use service::app::AppState;
use sqlx::{AnyConnection, Row};
use utoipa::ToSchema;

const SHOWN_CHARACTERS: usize = 4;
const ROWS: i64 = 100;

/// Whether an exchange is available, and which key is connected.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExchangeConnection)]
pub struct Connection {
    /// Whether keys can be connected.
    open: bool,
    /// The key's last four characters; null if none is connected.
    #[schema(required)]
    last_four: Option<String>,
    #[schema(required)]
    connected_at: Option<String>,
    /// Whether the key allows spot trading, required only for automatic trading.
    trades: bool,
}

/// The user's own connection.
///
/// # Errors
/// The database failed.
pub async fn connection(app: &AppState, session: &Session) -> Result<Connection, ApiError> {
    let row = sqlx::query(
        "SELECT last_four, connected_at_ms, trades FROM exchange_keys WHERE user_id = $1",
    )
    .bind(session.user_id.as_str())
    .fetch_optional(&mut *app.db.read().await?)
    .await?;
    let open = app.ports.exchange_keys.is_open();
    let Some(row) = row else {
        return Ok(Connection {
            open,
            last_four: None,
            connected_at: None,
            trades: false,
        });
    };
    Ok(Connection {
        open,
        last_four: Some(row.try_get("last_four").map_err(DbError::from)?),
        connected_at: Some(rfc3339(
            row.try_get("connected_at_ms").map_err(DbError::from)?,
        )),
        trades: row.try_get::<i64, _>("trades").map_err(DbError::from)? != 0,
    })
}

/// Tests a key at the exchange, and stores it in place of the previous one.
///
/// # Errors
/// 422 for a key that the exchange does not know, or that permits too much; 503 if it does not answer.
pub async fn connect(
    app: &AppState,
    session: &Session,
    form: ExchangeKeys,
) -> Result<Connection, ApiError> {
    let keys = Keys {
        key: Secret::new(form.api_key),
        secret: Secret::new(form.api_secret),
    };
    let rights = app.ports.exchange_keys.rights(&keys).await;
    let refused = |violation| ApiError::refused(vec![violation]);
    let rights = rights.map_err(|error| match error {
        ExchangeError::Refused => {
            let words = "The exchange doesn't know this key, or the secret isn't its own.";
            refused(Violation::new("api_key", Code::Mismatch).saying(words))
        }
        ExchangeError::Unavailable => {
            let message = "The exchange doesn't answer, so the key couldn't be tested. Please try again in a minute.";
            ApiError::unavailable_saying(message)
        }
    })?;
    acceptable(rights).map_err(refused)?;
    app.pause.pass().await;
    let user_id = session.user_id.as_str();
    let seal = |what: &str, text: &Secret<String>| {
        let sealed = sealed::seal(
            &app.config.keys,
            app.random,
            &place(user_id, what),
            text.reveal(),
        );
        sealed.map_err(ApiError::internal)
    };
    let (sealed_key, sealed_secret) = (seal("key", &keys.key)?, seal("secret", &keys.secret)?);
    let characters: Vec<char> = keys.key.reveal().chars().collect();
    let shown = characters.iter().rev().take(SHOWN_CHARACTERS).rev();
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    users::lock_settings(&mut tx, user_id, now_ms).await?;
    // Closing an account removes its key: none may be stored afterwards.
    session.expect_open(&mut tx).await?;
    sqlx::query(
        "INSERT INTO exchange_keys (user_id, sealed_key, sealed_secret, last_four, connected_at_ms, checked_at_ms, trades) VALUES ($1, $2, $3, $4, $5, $5, $6) \
         ON CONFLICT (user_id) DO UPDATE SET sealed_key = excluded.sealed_key, sealed_secret = excluded.sealed_secret, \
         last_four = excluded.last_four, connected_at_ms = excluded.connected_at_ms, checked_at_ms = excluded.checked_at_ms, trades = excluded.trades",
    )
    .bind(user_id)
    .bind(sealed_key)
    .bind(sealed_secret)
    .bind(shown.collect::<String>())
    .bind(now_ms)
    .bind(i64::from(rights.trades))
    .execute(tx.connection())
    .await?;
    audit::append(&mut tx, app, user_id, "exchange_connected", &json!({})).await?;
    tx.commit().await?;
    connection(app, session).await
}

/// Removes the key.
///
/// # Errors
/// 404 if there is none.
pub async fn disconnect(app: &AppState, session: &Session) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    if !forget(&mut tx, app, &session.user_id).await? {
        return Err(ApiError::not_found());
    }
    Ok(tx.commit().await?)
}

/// Removes a user's key, in the caller's transaction; false if there is none.
///
/// # Errors
/// The database failed.
pub async fn forget(tx: &mut Tx, app: &AppState, user_id: &str) -> Result<bool, ApiError> {
    let done = sqlx::query("DELETE FROM exchange_keys WHERE user_id = $1")
        .bind(user_id)
        .execute(tx.connection())
        .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    forget_balances(tx, user_id).await?;
    audit::append(tx, app, user_id, "exchange_disconnected", &json!({})).await?;
    Ok(true)
}

/// Deletes the stored balances of a removed key.
async fn forget_balances(tx: &mut Tx, user_id: &str) -> Result<(), DbError> {
    sqlx::query("DELETE FROM exchange_balances WHERE user_id = $1")
        .bind(user_id)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Whether a user has connected an exchange.
///
/// # Errors
/// The database failed.
pub async fn is_connected(connection: &mut AnyConnection, user_id: &str) -> Result<bool, DbError> {
    let row = sqlx::query("SELECT 1 AS there FROM exchange_keys WHERE user_id = $1")
        .bind(user_id)
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}

/// Checks that keys can be connected.
///
/// # Errors
/// 503 without an exchange.
pub fn expect_open(app: &AppState) -> Result<(), ApiError> {
    match app.ports.exchange_keys.is_open() {
        true => Ok(()),
        false => Err(ApiError::new(
            ErrorCode::Unavailable,
            "No exchange can be connected here yet.",
        )),
    }
}

/// Re-encrypts a batch of users' keys, those after an identifier, in one transaction.
///
/// # Errors
/// The database failed.
pub async fn seal_anew(app: &AppState, after: &str) -> Result<Batch, ApiError> {
    let mut batch = Batch::default();
    let mut tx = app.db.begin().await?;
    let rows = sqlx::query(
        "SELECT user_id, sealed_key, sealed_secret FROM exchange_keys WHERE user_id > $1 \
         AND (sealed_key NOT LIKE $2 OR sealed_secret NOT LIKE $2) ORDER BY user_id LIMIT $3",
    )
    .bind(after)
    .bind(sealed::current_pattern(&app.config.keys))
    .bind(ROWS)
    .fetch_all(tx.connection())
    .await?;
    for row in &rows {
        let user_id: String = row.try_get("user_id").map_err(DbError::from)?;
        let key: String = row.try_get("sealed_key").map_err(DbError::from)?;
        let secret: String = row.try_get("sealed_secret").map_err(DbError::from)?;
        let anew = |what: &str, text: &str| {
            sealed::seal_anew(&app.config.keys, app.random, &place(&user_id, what), text)
        };
        let (Ok(new_key), Ok(new_secret)) = (anew("key", &key), anew("secret", &secret)) else {
            batch.unreadable(user_id);
            continue;
        };
        sqlx::query(
            "UPDATE exchange_keys SET sealed_key = $4, sealed_secret = $5 WHERE user_id = $1 AND sealed_key = $2 AND sealed_secret = $3",
        )
        .bind(user_id.as_str())
        .bind(key)
        .bind(secret)
        .bind(new_key)
        .bind(new_secret)
        .execute(tx.connection())
        .await?;
        batch.done(user_id);
    }
    tx.commit().await?;
    Ok(batch)
}

/// The place that a text is sealed for.
fn place(user_id: &str, what: &str) -> String {
    ["exchange_keys/", user_id, "/", what].concat()
}
