//! Attachments.

use crate::chat::address::Address;
use crate::chat::answers::AttachmentAnswer;
use crate::chat::attachments::{self, Kind, Size};
use crate::chat::support;
use crate::limits;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain_core::community::attachment::MOST_BYTES;
use ground::error::{ApiError, Fails, code};
use service::access::Session;
use service::app::AppState;
use service::http::limits::count;
use service::http::schema::{Binary, FileForm};
use service::http::{Envelope, Path, download, upload};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The largest file, plus the overhead of a multipart form.
pub(crate) const LARGEST_BODY_BYTES: usize = MOST_BYTES as usize + 16 * 1024;
const TOO_LARGE: &str = "This file is too large: send one of at most 12 MB.";

pub fn routes() -> OpenApiRouter<AppState> {
    let upload = OpenApiRouter::new()
        .routes(routes!(attach_to_support))
        .layer(DefaultBodyLimit::max(LARGEST_BODY_BYTES));
    OpenApiRouter::new()
        .merge(upload)
        .routes(routes!(support_attachment))
        .routes(routes!(support_attachment_thumb))
}

/// Uploads a file for a later message to support: a JPEG, PNG, GIF, BMP or PDF of at most 12 MB.
#[utoipa::path(post, path = "/support/attachments", tag = "community", security(("bearer" = [])),
    request_body(content = FileForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Envelope<AttachmentAnswer>), Fails<code::Refused>))]
pub async fn attach_to_support(
    State(app): State<AppState>,
    session: Session,
    request: Request,
) -> Result<Response, ApiError> {
    let address = support::of(&session.tenant_id, &session.user_id);
    attach(&app, &address, &session.user_id, request).await
}

/// Stores an upload for a later message to a channel.
pub(crate) async fn attach(
    app: &AppState,
    address: &Address,
    user_id: &str,
    request: Request,
) -> Result<Response, ApiError> {
    attachments::count_upload(app, user_id).await?;
    let upload = upload::read(app, user_id, request, LARGEST_BODY_BYTES, TOO_LARGE).await?;
    let saved = attachments::save(app, address, user_id, upload).await?;
    Ok(Envelope::created(AttachmentAnswer::of(saved, address)))
}

/// A file of the user's conversation with support.
#[utoipa::path(get, path = "/support/attachments/{id}", tag = "community", security(("bearer" = [])), params(("id" = String, Path)),
    responses((status = 200, content_type = "application/octet-stream", body = inline(Binary))))]
pub async fn support_attachment(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let address = support::of(&session.tenant_id, &session.user_id);
    serve(&app, &address, &session.user_id, &id, Size::Whole).await
}

/// The thumbnail of a picture in the user's conversation with support.
#[utoipa::path(get, path = "/support/attachments/{id}/thumb", tag = "community", security(("bearer" = [])), params(("id" = String, Path)),
    responses((status = 200, content_type = "image/jpeg", body = inline(Binary))))]
pub async fn support_attachment_thumb(
    State(app): State<AppState>,
    session: Session,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let address = support::of(&session.tenant_id, &session.user_id);
    serve(&app, &address, &session.user_id, &id, Size::Thumb).await
}

/// Whatever the type, nothing in the file is executed, and it is not cached on a shared device.
pub(crate) async fn serve(
    app: &AppState,
    address: &Address,
    user_id: &str,
    id: &str,
    size: Size,
) -> Result<Response, ApiError> {
    count(app, limits::CHAT_DOWNLOADS, user_id).await?;
    let slot = download::slot(app, user_id).await?;
    let found = attachments::find(app, address, user_id, id, size).await?;
    let (kind, bytes) = found.ok_or_else(ApiError::not_found)?;
    let (media_type, disposition) = match kind {
        Kind::Image => ("image/jpeg", "inline; filename=\"picture.jpg\""),
        Kind::Pdf => ("application/pdf", "attachment; filename=\"document.pdf\""),
    };
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (header::CONTENT_DISPOSITION, disposition),
        (header::CACHE_CONTROL, "private, no-store"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; sandbox",
        ),
    ];
    Ok((headers, slot.answer(bytes)).into_response())
}
