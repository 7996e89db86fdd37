//! The channels that a user can be notified on.

use ground::error::ApiError;
use providers::messages::Channel;
use serde::Serialize;
use service::access::{Session, switches, users};
use service::app::AppState;
use service::push::channels::{address, switch};
use utoipa::ToSchema;

/// A notification channel. Notices go to every channel that is switched on and reachable.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoticeChannel {
    /// `email`, `sms`, `telegram` or `whatsapp`.
    pub channel: &'static str,
    /// The account setting that switches it on when `true`.
    pub setting: &'static str,
    pub is_on: bool,
    /// Whether the user has a confirmed address or a linked chat there.
    pub is_reachable: bool,
}

/// The channels that are configured.
///
/// # Errors
/// The database failed.
pub async fn all(app: &AppState, session: &Session) -> Result<Vec<NoticeChannel>, ApiError> {
    let mut connection = app.db.read().await?;
    let user = users::find(&mut connection, &session.user_id).await?;
    let user = user.ok_or_else(ApiError::not_found)?;
    let mut all = Vec::new();
    for channel in Channel::ALL {
        if !app.ports.messages.sends(channel) {
            continue;
        }
        let setting = switch(channel);
        all.push(NoticeChannel {
            channel: channel.as_str(),
            setting,
            is_on: switches::is_on(&mut connection, &user.id, setting).await?,
            is_reachable: address(&mut connection, &user, channel).await?.is_some(),
        });
    }
    Ok(all)
}
