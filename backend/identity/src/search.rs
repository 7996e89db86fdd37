//! Finds a member by their full email address; the result is a masked name.

use domain_core::identity::name::masked;
use ground::error::ApiError;
use serde::Serialize;
use serde_json::json;
use service::access::users;
use service::access::users::plain_email;
use service::access::{Session, audit};
use service::app::AppState;
use service::http::limits::{LOOKUPS_A_DAY, LOOKUPS_A_MINUTE, count};
use utoipa::ToSchema;

/// A member as other members see them.
#[derive(Debug, Serialize, ToSchema)]
pub struct Found {
    pub uuid: String,
    /// Masked except for the initials.
    #[schema(example = "A•• B••••")]
    pub name: String,
}

/// The member with that address, if there is one; a partial address finds nothing.
///
/// # Errors
/// 429.
pub async fn by_email(
    app: &AppState,
    session: &Session,
    email: &str,
) -> Result<Vec<Found>, ApiError> {
    for limit in [LOOKUPS_A_MINUTE, LOOKUPS_A_DAY] {
        count(app, limit, &session.user_id).await?;
    }
    let mut tx = app.db.begin().await?;
    let found =
        users::find_by_email(tx.connection(), &session.tenant_id, &plain_email(email)).await?;
    // A restricted member can't be added to anything, so they are not found.
    let found = found.filter(|user| user.is_member() && !user.restricted);
    let detail = json!({ "found": found.as_ref().map(|user| user.id.as_str()) });
    audit::append(&mut tx, app, &session.user_id, "member_searched", &detail).await?;
    tx.commit().await?;
    let shown = |user: users::User| Found {
        uuid: user.id,
        name: masked(&user.name),
    };
    Ok(found.map(shown).into_iter().collect())
}
