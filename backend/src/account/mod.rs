//! An account as a whole: what reaches across all areas.

pub mod closing;
pub mod export;

use crate::app::AppState;
use utoipa_axum::router::OpenApiRouter;

/// All calls.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(closing::routes())
        .merge(export::routes())
}
