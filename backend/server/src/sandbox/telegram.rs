//! Messages to the Telegram bot in the sandbox.

use axum::Json;
use axum::extract::State;
use ground::error::ApiError;
use service::app::AppState;
use service::http::envelope::Nothing;
use service::http::{Body, Envelope};
use service::push::telegram::{self, Update};

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
