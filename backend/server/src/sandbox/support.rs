//! Support replies in the sandbox, in place of the support team.

use axum::Json;
use axum::extract::State;
use community::chat::answers::MessagesAnswer;
use community::chat::operator::{self, Conversation};
use community::chat::support;
use ground::error::{ApiError, Fails, code};
use serde::Deserialize;
use service::access::users;
use service::access::users::User;
use service::app::AppState;
use service::http::{Body, Client, Envelope, Path};
use service::settings::tenants;
use utoipa::ToSchema;

/// The operator's name in the audit log.
const BY: &str = "the sandbox";

/// Support conversations of this host's brand, unanswered ones first.
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

/// The latest messages of a user's conversation, as shown to support.
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

/// Support's reply.
#[derive(Deserialize, ToSchema)]
pub struct SupportAnswer {
    message: String,
}

/// The new message's position.
#[derive(serde::Serialize, ToSchema)]
pub struct Said {
    number: i64,
}

/// Replies to a user as support would.
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
