//! Messages to the Telegram bot in the sandbox.

use crate::app::AppState;
use crate::http::envelope::Nothing;
use crate::http::{Body, Envelope};
use crate::push::telegram::{self, Update};
use axum::Json;
use axum::extract::State;
use ground::error::ApiError;

/// Sends a message to the Telegram bot.
#[utoipa::path(post, path = "/sandbox/telegram", operation_id = "write_to_bot", tag = "sandbox", request_body = Update,
    responses((status = 200, body = Envelope<Nothing>)))]
pub async fn write(
    State(app): State<AppState>,
    Body(update): Body<Update>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    telegram::heard(&app, &update).await?;
    Ok(Envelope::of(Nothing {}))
}
