//! The routes of this area.

use super::referral::summary::{self, Referral};
use axum::Json;
use axum::extract::State;
use ground::error::ApiError;
use service::access::Session;
use service::app::AppState;
use service::http::{Client, Envelope};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All routes of this area.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(referral))
        .merge(super::chat::routes())
        .merge(super::clusters::routes())
}

/// The user's code and link, and the results. The bonuses are transactions of the category `referral`.
#[utoipa::path(get, path = "/referral", tag = "community", security(("bearer" = [])),
    responses((status = 200, body = Envelope<Referral>)))]
pub async fn referral(
    State(app): State<AppState>,
    client: Client,
    session: Session,
) -> Result<Json<Envelope<Referral>>, ApiError> {
    let summary = summary::of(&app, &client, &session.user_id).await?;
    Ok(Envelope::of(summary))
}
