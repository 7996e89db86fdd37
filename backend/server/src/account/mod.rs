//! Operations on an account as a whole, across all areas.

pub mod closing;
pub mod export;
mod inviting;

use service::app::AppState;
use utoipa_axum::router::OpenApiRouter;

/// All routes of this area.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(closing::routes())
        .merge(export::routes())
        .merge(inviting::routes())
}
