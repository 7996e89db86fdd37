//! The operator's side of the support channel.

use super::address::Kind;
use super::{messages, store, support};
use domain_core::settings::branding::IdentifierType;
use ground::clock;
use ground::error::{ApiError, ErrorCode};
use serde::Serialize;
use service::access::users::User;
use service::app::AppState;
use service::settings::tenants;
use utoipa::ToSchema;

const MOST_LISTED: i64 = 100;

/// A conversation in the list.
#[derive(Debug, Serialize, ToSchema)]
pub struct Conversation {
    /// The user's uuid.
    pub user: String,
    pub name: String,
    pub email: String,
    /// The number of messages.
    pub messages: i64,
    pub last_at: String,
    /// Whether the last message is the user's.
    pub waits: bool,
}

/// A brand's conversations, unanswered ones first, then the newest; at most a hundred.
///
/// # Errors
/// 404 for an unknown brand; the database failed.
pub async fn list(app: &AppState, tenant: &str) -> Result<Vec<Conversation>, ApiError> {
    let tenant = tenants::named(app, tenant, IdentifierType::Subdomain).await?;
    let tenant = tenant.ok_or_else(ApiError::not_found)?;
    let mut connection = app.db.read().await?;
    let kind = Kind::Support.as_str();
    let rows = store::listed(&mut connection, &tenant.id, kind, MOST_LISTED).await?;
    let shown = |row: store::ListedRow| Conversation {
        user: row.subject,
        name: row.name,
        email: row.email,
        messages: row.length,
        last_at: clock::rfc3339(row.last_at_ms),
        waits: row.waits,
    };
    Ok(rows.into_iter().map(shown).collect())
}

/// The last messages of a user's conversation, or the last before a number.
///
/// # Errors
/// 404 if there are none; the database failed.
pub async fn show(
    app: &AppState,
    user: &User,
    before: Option<i64>,
) -> Result<messages::Part, ApiError> {
    let address = support::of(&user.tenant_id, &user.id);
    let part = messages::part(app, &address, Some(&user.id), before).await?;
    if part.messages.is_empty() {
        return Err(ApiError::new(ErrorCode::NoChannel, "No channel found"));
    }
    Ok(part)
}
