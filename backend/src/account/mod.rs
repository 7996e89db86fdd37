//! A person's whole account, whatever its parts.

pub mod export;

use crate::app::AppState;
use utoipa_axum::router::OpenApiRouter;

/// All calls.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().merge(export::routes())
}
