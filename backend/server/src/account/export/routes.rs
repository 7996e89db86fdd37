//! The route of the export.

use super::form::Chosen;
use super::make;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use ground::error::{ApiError, Fails, code};
use service::access::Session;
use service::app::AppState;
use service::http::Query;
use service::http::schema::Binary;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export))
}

/// All of the user's own data, as it was at one moment.
///
/// The user is notified by email. Passwords, PINs and other secrets aren't included.
#[utoipa::path(get, path = "/account/export", operation_id = "export_account", tag = "account", security(("bearer" = [])),
    params(Chosen), responses((status = 200, description = "The file.", content((inline(Binary) = "application/zip"), (inline(Binary) = "application/json"))),
    Fails<(code::Refused, code::TooManyRequests, code::Unavailable)>))]
pub async fn export(
    State(app): State<AppState>,
    session: Session,
    Query(chosen): Query<Chosen>,
) -> Result<Response, ApiError> {
    let format = chosen.format()?;
    let (slot, file) = make::export(&app, &session, format).await?;
    let disposition = format!("attachment; filename=\"{}\"", format.file());
    let headers = [
        (header::CONTENT_TYPE, format.media_type().to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    Ok((headers, file.answer(slot)).into_response())
}
