//! The routes of this area: extract, one service call, wrap.

pub(crate) mod files;

use super::address::Address;
use super::answers::{ChatAnswer, MessageAnswer, MessagesAnswer, ReadAnswer};
use super::{entrance, messages, support};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain_core::community::ChatMessage;
use domain_core::validation::NoContext;
use ground::error::{ApiError, Fails, code};
use serde::Deserialize;
use service::access::Session;
use service::app::AppState;
use service::http::valid::judge;
use service::http::{Body, Envelope, Query, Read};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All routes of this area.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(chat))
        .routes(routes!(support_messages, say_to_support))
        .routes(routes!(see_support))
        .merge(files::routes())
}

/// Access to the chat.
#[utoipa::path(get, path = "/auth/chat", tag = "community", security(("bearer" = [])),
    responses((status = 200, body = Envelope<ChatAnswer>)))]
pub async fn chat(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<ChatAnswer>>, ApiError> {
    Ok(Envelope::of(entrance::entrance(&app, &session).await?))
}

/// The part of a conversation to return.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Asked {
    /// A message number: returns earlier messages. Without it, the newest.
    pub before: Option<i64>,
}

/// The user's conversation with support, newest message last.
#[utoipa::path(get, path = "/support/messages", tag = "community", security(("bearer" = [])), params(Asked),
    responses((status = 200, body = Envelope<MessagesAnswer>)))]
pub async fn support_messages(
    State(app): State<AppState>,
    session: Session,
    Query(asked): Query<Asked>,
) -> Result<Json<Envelope<MessagesAnswer>>, ApiError> {
    let address = support::of(&session.tenant_id, &session.user_id);
    let reader = Some(session.user_id.as_str());
    let part = messages::part(&app, &address, reader, asked.before).await?;
    Ok(Envelope::of(MessagesAnswer::of(part, reader, &address)))
}

service::body_schemas! {
    /// A message to send. Repeated under the same `client_id`, it is stored once.
    NewMessage: ChatMessage,
}

/// Sends a message to support. 200 instead of 201 if it was sent before.
#[utoipa::path(post, path = "/support/messages", tag = "community", security(("bearer" = [])), request_body = NewMessage,
    responses((status = 201, body = Envelope<MessageAnswer>), (status = 200, body = Envelope<MessageAnswer>), Fails<(code::Refused, code::ClientIdReused)>))]
pub async fn say_to_support(
    State(app): State<AppState>,
    session: Session,
    Read(form): Read<ChatMessage>,
) -> Result<Response, ApiError> {
    let address = support::of(&session.tenant_id, &session.user_id);
    say(&app, &address, &session, form).await
}

/// Sends a message to a channel: 201, or 200 for a repeat.
pub(crate) async fn say(
    app: &AppState,
    address: &Address,
    session: &Session,
    form: ChatMessage,
) -> Result<Response, ApiError> {
    let form = form.tidied();
    judge(&form, &NoContext {})?;
    let (message, new) = messages::say(app, address, &session.user_id, &form).await?;
    let answer = MessageAnswer::of(message, Some(&session.user_id), address);
    Ok(if new {
        Envelope::created(answer)
    } else {
        Envelope::of(answer).into_response()
    })
}

/// The number of the last message read.
#[derive(Deserialize, ToSchema)]
pub struct Seen {
    /// The newest message that was seen.
    pub number: i64,
}

/// Records the last message read.
#[utoipa::path(put, path = "/support/read", tag = "community", security(("bearer" = [])), request_body = Seen,
    responses((status = 200, body = Envelope<ReadAnswer>)))]
pub async fn see_support(
    State(app): State<AppState>,
    session: Session,
    Body(seen): Body<Seen>,
) -> Result<Json<Envelope<ReadAnswer>>, ApiError> {
    let address = support::of(&session.tenant_id, &session.user_id);
    let (read, unread) = messages::see(&app, &address, &session.user_id, seen.number).await?;
    Ok(Envelope::of(ReadAnswer { read, unread }))
}
