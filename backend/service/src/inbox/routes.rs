//! The calls of the inbox.

use super::{InboxNotice, Unread};
use crate::access::Session;
use crate::app::AppState;
use crate::http::envelope::{Page, Place};
use crate::http::{Body, Envelope, Query};
use axum::Json;
use axum::extract::State;
use ground::error::{ApiError, Fails, code};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All routes of the inbox.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(notices))
        .routes(routes!(unread_notices))
        .routes(routes!(read_notices))
}

/// The page to return.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// From 1.
    page: Option<i64>,
    /// Rows per page, from 1 to 50; by default 20.
    per_page: Option<i64>,
}

/// The user's notices of the last 90 days, newest first.
#[utoipa::path(get, path = "/notices", tag = "account", security(("bearer" = [])), params(Wanted),
    responses((status = 200, body = Envelope<Page<InboxNotice>>)))]
pub async fn notices(
    State(app): State<AppState>,
    session: Session,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Envelope<Page<InboxNotice>>>, ApiError> {
    let place = Place::new(wanted.page, wanted.per_page);
    Ok(Envelope::of(super::page(&app, &session, place).await?))
}

/// The number of notices that were not read.
#[utoipa::path(get, path = "/notices/unread", tag = "account", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Unread>)))]
pub async fn unread_notices(
    State(app): State<AppState>,
    session: Session,
) -> Result<Json<Envelope<Unread>>, ApiError> {
    Ok(Envelope::of(super::unread(&app, &session).await?))
}

/// The newest notice that the user has seen.
#[derive(Deserialize, ToSchema)]
pub struct SeenNotice {
    through: String,
}

/// Marks a notice and all older ones as read; returns the number of those that came since.
#[utoipa::path(post, path = "/notices/read", tag = "account", security(("bearer" = [])), request_body = SeenNotice,
    responses((status = 200, body = Envelope<Unread>), Fails<code::NotFound>))]
pub async fn read_notices(
    State(app): State<AppState>,
    session: Session,
    Body(seen): Body<SeenNotice>,
) -> Result<Json<Envelope<Unread>>, ApiError> {
    Ok(Envelope::of(
        super::read_through(&app, &session, &seen.through).await?,
    ))
}
