//! Monthly statements: issued to their holder, checked by anybody.

use crate::statements::{self, CheckedStatement, StatementRequest};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use ground::error::{ApiError, Fails, code};
use service::access::Session;
use service::app::AppState;
use service::http::schema::Binary;
use service::http::{Body, Client, Envelope, Path};

/// A monthly statement of a wallet as PDF, with a code by which others can check it for 12 months.
///
/// The file is not stored: another call issues another one, with another code.
#[utoipa::path(post, path = "/statements", operation_id = "issue_statement", tag = "wallet", security(("bearer" = [])), request_body = StatementRequest,
    responses((status = 200, content_type = "application/pdf", body = inline(Binary)),
    Fails<(code::Refused, code::NotFound, code::TooManyRequests, code::Unavailable)>))]
pub async fn issue(
    State(app): State<AppState>,
    client: Client,
    session: Session,
    Body(asked): Body<StatementRequest>,
) -> Result<Response, ApiError> {
    let file = statements::issue(&app, &client, &session, &asked).await?;
    let headers = [
        (header::CONTENT_TYPE, String::from("application/pdf")),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{}\"", file.name),
        ),
        (header::CACHE_CONTROL, String::from("no-store")),
    ];
    Ok((headers, file.slot.answer(file.bytes)).into_response())
}

/// The facts of a statement, for those who were given its code.
#[utoipa::path(get, path = "/statements/{code}", operation_id = "check_statement", tag = "wallet", params(("code" = String, Path)),
    responses((status = 200, body = Envelope<CheckedStatement>), Fails<(code::NotFound, code::TooManyRequests)>))]
pub async fn check(
    State(app): State<AppState>,
    client: Client,
    Path(code): Path<String>,
) -> Result<Json<Envelope<CheckedStatement>>, ApiError> {
    Ok(Envelope::of(statements::check(&app, &client, &code).await?))
}
