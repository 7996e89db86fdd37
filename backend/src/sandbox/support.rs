//! The sandbox plays those who answer in the chat.

use crate::access::users;
use crate::access::users::User;
use crate::app::AppState;
use crate::community::chat::answers::MessagesAnswer;
use crate::community::chat::operator::{self, Conversation};
use crate::community::chat::support;
use crate::error::{ApiError, Fails, code};
use crate::http::{Body, Client, Envelope, Path};
use crate::settings::tenants;
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

/// For the audit log.
const BY: &str = "the sandbox";

/// Conversations with support at this host's brand, those that wait first.
#[utoipa::path(get, path = "/sandbox/support", operation_id = "sandbox_conversations", tag = "sandbox",
    responses((status = 200, body = Envelope<Vec<Conversation>>)))]
pub async fn conversations(
    State(app): State<AppState>,
    client: Client,
) -> Result<Json<Envelope<Vec<Conversation>>>, ApiError> {
    let brand = tenants::of(&app, &client).await?;
    Ok(Envelope::of(operator::list(&app, &brand.identifier).await?))
}

async fn person(app: &AppState, id: &str) -> Result<User, ApiError> {
    let user = users::find(&mut *app.db.read().await?, id).await?;
    user.ok_or_else(ApiError::not_found)
}

/// What was said last in a person's conversation, as support reads it.
#[utoipa::path(get, path = "/sandbox/support/{user}", operation_id = "sandbox_conversation", tag = "sandbox", params(("user" = String, Path)),
    responses((status = 200, body = Envelope<MessagesAnswer>), Fails<(code::NotFound, code::NoChannel)>))]
pub async fn conversation(
    State(app): State<AppState>,
    Path(user): Path<String>,
) -> Result<Json<Envelope<MessagesAnswer>>, ApiError> {
    let user = person(&app, &user).await?;
    let part = operator::show(&app, &user, None).await?;
    let address = support::of(&user.tenant_id, &user.id);
    Ok(Envelope::of(MessagesAnswer::of(part, None, &address)))
}

/// What support says.
#[derive(Deserialize, ToSchema)]
pub struct SupportAnswer {
    message: String,
}

/// The new message's place.
#[derive(serde::Serialize, ToSchema)]
pub struct Said {
    number: i64,
}

/// Answers a person as support would.
#[utoipa::path(post, path = "/sandbox/support/{user}", operation_id = "sandbox_answer", tag = "sandbox", params(("user" = String, Path)), request_body = SupportAnswer,
    responses((status = 200, body = Envelope<Said>), Fails<(code::NotFound, code::Refused)>))]
pub async fn answer(
    State(app): State<AppState>,
    Path(user): Path<String>,
    Body(said): Body<SupportAnswer>,
) -> Result<Json<Envelope<Said>>, ApiError> {
    let user = person(&app, &user).await?;
    let number = support::answer(&app, &user, &said.message, BY).await?;
    Ok(Envelope::of(Said { number }))
}
