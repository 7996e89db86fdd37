//! Notification channels, and the chat with the Telegram bot.

use crate::channels::{self, NoticeChannel};
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use ground::error::{ApiError, Fails, code};
use service::access::Session;
use service::app::AppState;
use service::http::Envelope;
use service::http::envelope::Nothing;
use service::push::telegram::{self, Invitation, Update};

/// The channels that the user can be notified on.
#[utoipa::path(get, path = "/settings/channels", operation_id = "list_channels", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Vec<NoticeChannel>>)))]
pub async fn list(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Vec<NoticeChannel>>>, ApiError> {
    Ok(Envelope::of(channels::all(&app, &session).await?))
}

/// Creates a single-use link to the Telegram bot, valid for a quarter of an hour.
#[utoipa::path(post, path = "/settings/telegram", operation_id = "invite_to_telegram", tag = "identity", security(("bearer" = [])),
    responses((status = 201, body = Envelope<Invitation>)))]
pub async fn invite(State(app): State<AppState>, session: Session) -> Result<Response, ApiError> {
    Ok(Envelope::created(telegram::invite(&app, &session).await?))
}

/// Unlinks the Telegram chat.
#[utoipa::path(delete, path = "/settings/telegram", operation_id = "leave_telegram", tag = "identity", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Nothing>)))]
pub async fn leave(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    telegram::leave(&app, &session).await?;
    Ok(Envelope::of(Nothing {}))
}

/// Receives updates from Telegram.
#[utoipa::path(post, path = "/hooks/telegram", operation_id = "telegram_update", tag = "identity", request_body = Update,
    params(("X-Telegram-Bot-Api-Secret-Token" = String, Header)),
    responses((status = 200, body = Envelope<Nothing>), Fails<(code::Unauthenticated, code::NotFound, code::WrongType)>))]
pub async fn update(
    State(app): State<AppState>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    telegram::take(&app, &headers, &body).await?;
    Ok(Envelope::of(Nothing {}))
}
