//! The Telegram chat that a user is notified in: linked by a message to the bot with a single-use token, which a deep link
//! in the settings contains.

use super::life;
use crate::access::{Session, audit, session, users};
use crate::app::AppState;
use crate::outbox;
use axum::http::{HeaderMap, HeaderName};
use ground::clock::rfc3339;
use ground::db::{DbError, Tx};
use ground::error::{ApiError, ErrorCode};
use ground::secret::{same_bytes, sha256_hex};
use providers::messages::{Channel, Message};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::{AnyConnection, Row};
use utoipa::ToSchema;

/// The secret given to `setWebhook`.
const SECRET: HeaderName = HeaderName::from_static("x-telegram-bot-api-secret-token");
/// Counted by reason: `secret` or `malformed`.
const REFUSED: &str = "ajo_telegram_updates_refused_total";
const LIFE_MS: i64 = 15 * 60 * 1_000;

/// Statements that delete rows two days after the instant in `$1`.
pub const SHORT_LIVED: [&str; 1] = ["DELETE FROM telegram_links WHERE expires_at_ms < $1"];

/// An invitation to the bot.
#[derive(Debug, Serialize, ToSchema)]
pub struct Invitation {
    /// Opens the chat with the bot; `Start` there links it.
    #[schema(example = "https://t.me/ajo_bot?start=J7b2")]
    pub link: String,
    pub expires_at: String,
}

/// An update, as far as it is used.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Update {
    pub message: Option<Said>,
}

/// A message to the bot.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Said {
    pub chat: Chat,
    /// Absent for photos and other media.
    pub text: Option<String>,
}

/// A chat with the bot.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Chat {
    pub id: i64,
    /// `private`, `group`, `supergroup` or `channel`.
    #[serde(rename = "type")]
    pub kind: String,
}

/// Creates an invitation and invalidates the user's former one.
///
/// # Errors
/// 503 if no bot is configured; the database failed.
pub async fn invite(app: &AppState, session: &Session) -> Result<Invitation, ApiError> {
    if !app.ports.messages.sends(Channel::Telegram) {
        return Err(ApiError::unavailable());
    }
    let now_ms = app.clock.now_ms();
    let token = app.random.token();
    let mut tx = app.db.begin().await?;
    if !session::hold(&mut tx, &session.id).await? {
        return Err(ApiError::unauthenticated());
    }
    sqlx::query(
        "INSERT INTO telegram_links (user_id, token_hash, expires_at_ms) VALUES ($1, $2, $3) \
         ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at_ms = excluded.expires_at_ms",
    )
    .bind(session.user_id.as_str())
    .bind(sha256_hex(token.as_bytes()))
    .bind(now_ms + LIFE_MS)
    .execute(tx.connection())
    .await?;
    tx.commit().await?;
    let chat = match &app.config.providers.telegram {
        Some(provider) => format!("https://t.me/{}", provider.bot),
        None => String::from("/sandbox/telegram"),
    };
    Ok(Invitation {
        link: format!("{chat}?start={token}"),
        expires_at: rfc3339(now_ms + LIFE_MS),
    })
}

/// Removes the user's chat.
///
/// # Errors
/// The database failed.
pub async fn leave(app: &AppState, session: &Session) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    forget(&mut tx, &session.user_id).await?;
    audit::append(&mut tx, app, &session.user_id, "telegram_left", &json!({})).await?;
    Ok(tx.commit().await?)
}

/// Removes a user's chat and invitations, in the caller's transaction.
///
/// # Errors
/// The database failed.
pub async fn forget(tx: &mut Tx, user_id: &str) -> Result<(), DbError> {
    for statement in [
        "DELETE FROM telegram_chats WHERE user_id = $1",
        "DELETE FROM telegram_links WHERE user_id = $1",
    ] {
        sqlx::query(statement)
            .bind(user_id)
            .execute(tx.connection())
            .await?;
    }
    Ok(())
}

/// The user's chat.
pub(super) async fn chat(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Option<String>, DbError> {
    let row = sqlx::query("SELECT chat_id FROM telegram_chats WHERE user_id = $1")
        .bind(user_id)
        .fetch_optional(connection)
        .await?;
    Ok(row.map(|row| row.try_get("chat_id")).transpose()?)
}

/// Handles an update from Telegram.
///
/// # Errors
/// 404 if no bot is configured; 401 for a wrong secret; 422 for an invalid body.
pub async fn take(app: &AppState, headers: &HeaderMap, body: &[u8]) -> Result<(), ApiError> {
    let provider = app.config.providers.telegram.as_ref();
    let provider = provider.ok_or_else(ApiError::not_found)?;
    let refused = |reason: &'static str, error: ApiError| {
        tracing::warn!(reason, "a Telegram update was refused");
        app.metrics.refused(REFUSED, reason);
        Err(error)
    };
    let given = headers
        .get(&SECRET)
        .map_or(&b""[..], |value| value.as_bytes());
    if !same_bytes(given, provider.hook_secret.reveal().as_bytes()) {
        return refused("secret", ApiError::unauthenticated());
    }
    match serde_json::from_slice(body) {
        Ok(update) => heard(app, &update).await,
        Err(_) => {
            let message = "The body is not an update.";
            refused("malformed", ApiError::new(ErrorCode::WrongType, message))
        }
    }
}

/// Executes a command: `/start TOKEN` links its chat, `/stop` unlinks it. Other messages and groups are ignored.
///
/// # Errors
/// The database failed.
pub async fn heard(app: &AppState, update: &Update) -> Result<(), ApiError> {
    let Some(Said {
        chat,
        text: Some(text),
    }) = &update.message
    else {
        return Ok(());
    };
    if chat.kind != "private" {
        return Ok(());
    }
    let chat_id = chat.id.to_string();
    let mut words = text.split_whitespace();
    let mut tx = app.db.begin().await?;
    let reply = match (words.next(), words.next()) {
        (Some("/start"), Some(token)) => start(&mut tx, app, &chat_id, token).await?,
        (Some("/start"), None) => {
            "To get your notices here, open Settings in the app, switch on Telegram alerts, and follow the link."
        }
        (Some("/stop"), None) => stop(&mut tx, app, &chat_id).await?,
        _ => return Ok(()),
    };
    let message = Message {
        id: String::new(),
        channel: Channel::Telegram,
        to: chat_id,
        subject: String::new(),
        text: reply.to_owned(),
        code: None,
        brand: None,
        payer: None,
        attachment: None,
    };
    outbox::queue(&mut tx, app, &message, life(app)).await?;
    Ok(tx.commit().await?)
}

async fn start(
    tx: &mut Tx,
    app: &AppState,
    chat_id: &str,
    token: &str,
) -> Result<&'static str, ApiError> {
    let now_ms = app.clock.now_ms();
    // The deletion uses the token up: of two messages with one token, one finds it.
    let row = sqlx::query(
        "DELETE FROM telegram_links WHERE token_hash = $1 AND expires_at_ms > $2 RETURNING user_id",
    )
    .bind(sha256_hex(token.as_bytes()))
    .bind(now_ms)
    .fetch_optional(tx.connection())
    .await?;
    let Some(row) = row else {
        // Telegram resends an update if our response was lost.
        let linked = sqlx::query("SELECT 1 FROM telegram_chats WHERE chat_id = $1")
            .bind(chat_id)
            .fetch_optional(tx.connection())
            .await?;
        if linked.is_some() {
            return Ok("You receive notices here. Send /stop to stop them.");
        }
        return Ok(
            "This link was used before, or is too old. Open Settings in the app for a new one.",
        );
    };
    let user_id: String = row.try_get("user_id")?;
    users::lock_settings(tx, &user_id, now_ms).await?;
    sqlx::query(
        "INSERT INTO telegram_chats (user_id, chat_id, linked_at_ms) VALUES ($1, $2, $3) \
         ON CONFLICT (user_id) DO UPDATE SET chat_id = excluded.chat_id, linked_at_ms = excluded.linked_at_ms",
    )
    .bind(user_id.as_str())
    .bind(chat_id)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    audit::append(tx, app, &user_id, "telegram_linked", &json!({})).await?;
    Ok("You receive notices here from now on. Send /stop to stop them.")
}

async fn stop(tx: &mut Tx, app: &AppState, chat_id: &str) -> Result<&'static str, ApiError> {
    let rows = sqlx::query("DELETE FROM telegram_chats WHERE chat_id = $1 RETURNING user_id")
        .bind(chat_id)
        .fetch_all(tx.connection())
        .await?;
    for row in &rows {
        let user_id: String = row.try_get("user_id")?;
        audit::append(tx, app, &user_id, "telegram_left", &json!({})).await?;
    }
    Ok("You will receive no more notices here.")
}
