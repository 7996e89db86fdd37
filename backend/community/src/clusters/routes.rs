//! The routes of this area: extract, one service call, wrap.

use super::answers::ClusterAnswer;
use super::{joining, reports};
use crate::chat::answers::{AttachmentAnswer, MessageAnswer, MessagesAnswer, ReadAnswer};
use crate::chat::attachments::Size;
use crate::chat::routes::files::{self, LARGEST_BODY_BYTES};
use crate::chat::routes::{Asked, NewMessage, Seen, say};
use crate::chat::{members, messages};
use axum::Json;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::response::Response;
use domain_core::community::{ChatMessage, ClusterCode, MessageReport};
use ground::error::{ApiError, Fails, code};
use serde::Deserialize;
use service::access::Session;
use service::app::AppState;
use service::http::envelope::Nothing;
use service::http::limits::{LOOKUPS_A_MINUTE, count};
use service::http::schema::{Binary, FileForm};
use service::http::{Body, Envelope, Path, Query, Read, Valid};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All routes of this area.
pub fn routes() -> OpenApiRouter<AppState> {
    let upload = OpenApiRouter::new()
        .routes(routes!(attach_to_cluster))
        .layer(DefaultBodyLimit::max(LARGEST_BODY_BYTES));
    OpenApiRouter::new()
        .routes(routes!(available_states))
        .routes(routes!(clusters_in_state))
        .routes(routes!(cluster_with_code))
        .routes(routes!(join_cluster))
        .routes(routes!(own_clusters))
        .routes(routes!(leave_cluster))
        .routes(routes!(mute_cluster))
        .routes(routes!(cluster_messages, say_to_cluster))
        .routes(routes!(see_cluster))
        .routes(routes!(report_message))
        .merge(upload)
        .routes(routes!(cluster_attachment))
        .routes(routes!(cluster_attachment_thumb))
}

/// The states that have clusters to join, in alphabetical order.
#[utoipa::path(get, path = "/businesses/available-state", tag = "community", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Vec<String>>)))]
pub async fn available_states(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Vec<String>>>, ApiError> {
    Ok(Envelope::of(joining::states(&app, &session).await?))
}

/// The state to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InState {
    /// A state from `/businesses/available-state`.
    state: String,
}

/// The open clusters of a state, by local government area and name; at most 200.
#[utoipa::path(get, path = "/businesses/state", tag = "community", security(("bearer" = [])), params(InState),
    responses((status = 200, body = Envelope<Vec<ClusterAnswer>>)))]
pub async fn clusters_in_state(
    State(app): State<AppState>,
    session: Session,
    Query(InState { state }): Query<InState>,
) -> Result<Json<Envelope<Vec<ClusterAnswer>>>, ApiError> {
    let found = joining::in_state(&app, &session, &state).await?;
    Ok(Envelope::of(found))
}

/// The cluster with a code, for confirmation by the user.
#[utoipa::path(get, path = "/business/{code}", tag = "community", security(("bearer" = [])), params(("code" = String, Path)),
    responses((status = 200, body = Envelope<ClusterAnswer>), Fails<code::NotFound>))]
pub async fn cluster_with_code(
    State(app): State<AppState>,
    session: Session,
    Path(code): Path<String>,
) -> Result<Json<Envelope<ClusterAnswer>>, ApiError> {
    count(&app, LOOKUPS_A_MINUTE, &session.user_id).await?;
    let found = joining::with_code(&app, &session, &code).await?;
    let message = ["Kindly confirm cluster ", &found.name, "."].concat();
    Ok(Envelope::saying(found, message))
}

service::body_schemas! {
    /// The code of a cluster to join.
    JoinCluster: ClusterCode,
    /// The reason for a report.
    NewReport: MessageReport,
}

/// Joins a cluster. Joining twice changes nothing.
#[utoipa::path(patch, path = "/business/join", tag = "community", security(("bearer" = [])), request_body = JoinCluster,
    responses((status = 200, body = Envelope<ClusterAnswer>), Fails<(code::Refused, code::NotFound, code::CannotJoin)>))]
pub async fn join_cluster(
    State(app): State<AppState>,
    session: Session,
    Valid(form): Valid<ClusterCode>,
) -> Result<Json<Envelope<ClusterAnswer>>, ApiError> {
    count(&app, LOOKUPS_A_MINUTE, &session.user_id).await?;
    let joined = joining::join(&app, &session, &form.code).await?;
    let message = ["You have joined ", &joined.name, " cluster. Kindly reload."].concat();
    Ok(Envelope::saying(joined, message))
}

/// The user's clusters, in the order of joining.
#[utoipa::path(get, path = "/clusters", tag = "community", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Vec<ClusterAnswer>>)))]
pub async fn own_clusters(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Vec<ClusterAnswer>>>, ApiError> {
    Ok(Envelope::of(joining::own(&app, &session).await?))
}

/// Leaves a cluster.
#[utoipa::path(delete, path = "/clusters/{uuid}/membership", tag = "community", security(("bearer" = [])), params(("uuid" = String, Path)),
    responses((status = 200, body = Envelope<Nothing>), Fails<code::NoChannel>))]
pub async fn leave_cluster(
    State(app): State<AppState>,
    session: Session,
    Path(uuid): Path<String>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    joining::leave(&app, &session, &uuid).await?;
    Ok(Envelope::saying(Nothing {}, "You have left the cluster."))
}

/// Whether a cluster is muted.
#[derive(Deserialize, ToSchema)]
pub struct Mute {
    muted: bool,
}

/// Mutes or unmutes a cluster: the messages of a muted one do not count on the chat icon.
#[utoipa::path(put, path = "/clusters/{uuid}/mute", tag = "community", security(("bearer" = [])), params(("uuid" = String, Path)), request_body = Mute,
    responses((status = 200, body = Envelope<Nothing>), Fails<code::NoChannel>))]
pub async fn mute_cluster(
    State(app): State<AppState>,
    session: Session,
    Path(uuid): Path<String>,
    Body(mute): Body<Mute>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    joining::mute(&app, &session, &uuid, mute.muted).await?;
    Ok(Envelope::of(Nothing {}))
}

/// The conversation of a cluster's members, newest message last.
#[utoipa::path(get, path = "/clusters/{uuid}/messages", tag = "community", security(("bearer" = [])), params(("uuid" = String, Path), Asked),
    responses((status = 200, body = Envelope<MessagesAnswer>), Fails<code::NoChannel>))]
pub async fn cluster_messages(
    State(app): State<AppState>,
    session: Session,
    Path(uuid): Path<String>,
    Query(asked): Query<Asked>,
) -> Result<Json<Envelope<MessagesAnswer>>, ApiError> {
    let address = super::of(&session.tenant_id, &uuid);
    let reader = Some(session.user_id.as_str());
    let part = messages::part(&app, &address, reader, asked.before).await?;
    Ok(Envelope::of(MessagesAnswer::of(part, reader, &address)))
}

/// Sends a message to a cluster. 200 instead of 201 if it was sent before.
#[utoipa::path(post, path = "/clusters/{uuid}/messages", tag = "community", security(("bearer" = [])), params(("uuid" = String, Path)), request_body = NewMessage,
    responses((status = 201, body = Envelope<MessageAnswer>), (status = 200, body = Envelope<MessageAnswer>),
        Fails<(code::Refused, code::ClientIdReused, code::NoChannel, code::ClusterClosed, code::NotFound)>))]
pub async fn say_to_cluster(
    State(app): State<AppState>,
    session: Session,
    Path(uuid): Path<String>,
    Read(form): Read<ChatMessage>,
) -> Result<Response, ApiError> {
    let address = super::of(&session.tenant_id, &uuid);
    // Non-members never wait for a lock.
    members::check(&mut *app.db.read().await?, &address, &session.user_id).await?;
    say(&app, &address, &session, form).await
}

/// Records the last message read in a cluster.
#[utoipa::path(put, path = "/clusters/{uuid}/read", tag = "community", security(("bearer" = [])), params(("uuid" = String, Path)), request_body = Seen,
    responses((status = 200, body = Envelope<ReadAnswer>), Fails<code::NoChannel>))]
pub async fn see_cluster(
    State(app): State<AppState>,
    session: Session,
    Path(uuid): Path<String>,
    Body(seen): Body<Seen>,
) -> Result<Json<Envelope<ReadAnswer>>, ApiError> {
    let address = super::of(&session.tenant_id, &uuid);
    let (read, unread) = messages::see(&app, &address, &session.user_id, seen.number).await?;
    Ok(Envelope::of(ReadAnswer { read, unread }))
}

/// Reports a message to the operator; a second report of the same message changes nothing.
#[utoipa::path(post, path = "/clusters/{uuid}/messages/{number}/report", tag = "community", security(("bearer" = [])),
    params(("uuid" = String, Path), ("number" = i64, Path)), request_body = NewReport,
    responses((status = 200, body = Envelope<Nothing>), Fails<(code::Refused, code::NoChannel, code::NotFound)>))]
pub async fn report_message(
    State(app): State<AppState>,
    session: Session,
    Path((uuid, number)): Path<(String, i64)>,
    Read(form): Read<MessageReport>,
) -> Result<Json<Envelope<Nothing>>, ApiError> {
    reports::report(&app, &session, &uuid, number, &form).await?;
    let message = "Thank you. We will look at this message.";
    Ok(Envelope::saying(Nothing {}, message))
}

/// Uploads a file for a later message to a cluster: a JPEG, PNG, GIF, BMP or PDF of at most 12 MB.
#[utoipa::path(post, path = "/clusters/{uuid}/attachments", tag = "community", security(("bearer" = [])), params(("uuid" = String, Path)),
    request_body(content = FileForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Envelope<AttachmentAnswer>), Fails<(code::Refused, code::NoChannel, code::ClusterClosed)>))]
pub async fn attach_to_cluster(
    State(app): State<AppState>,
    session: Session,
    Path(uuid): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let address = super::of(&session.tenant_id, &uuid);
    // The file of a non-member is not read at all.
    members::check(&mut *app.db.read().await?, &address, &session.user_id).await?;
    files::attach(&app, &address, &session.user_id, request).await
}

/// A file of a cluster's conversation.
#[utoipa::path(get, path = "/clusters/{uuid}/attachments/{id}", tag = "community", security(("bearer" = [])),
    params(("uuid" = String, Path), ("id" = String, Path)),
    responses((status = 200, content_type = "application/octet-stream", body = inline(Binary)), Fails<(code::NoChannel, code::NotFound)>))]
pub async fn cluster_attachment(
    State(app): State<AppState>,
    session: Session,
    Path((uuid, id)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let address = super::of(&session.tenant_id, &uuid);
    files::serve(&app, &address, &session.user_id, &id, Size::Whole).await
}

/// The thumbnail of a picture in a cluster's conversation.
#[utoipa::path(get, path = "/clusters/{uuid}/attachments/{id}/thumb", tag = "community", security(("bearer" = [])),
    params(("uuid" = String, Path), ("id" = String, Path)),
    responses((status = 200, content_type = "image/jpeg", body = inline(Binary)), Fails<(code::NoChannel, code::NotFound)>))]
pub async fn cluster_attachment_thumb(
    State(app): State<AppState>,
    session: Session,
    Path((uuid, id)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let address = super::of(&session.tenant_id, &uuid);
    files::serve(&app, &address, &session.user_id, &id, Size::Thumb).await
}
