//! Channels: every member reads the same messages in the same order.

use super::store::{self, ChannelRow};
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// The event that announces a new message in a channel.
const EVENT: &str = "message.new";

/// The purpose of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ChannelKind)]
pub enum Kind {
    /// A user and the operator.
    Support,
}

impl Kind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Support => "support",
        }
    }
}

/// Identifies a channel. It need not exist yet: it is created with its first message.
#[derive(Debug, Clone)]
pub struct Address {
    pub tenant_id: String,
    pub kind: Kind,
    /// The owner: for a support channel, the user's id.
    pub subject: String,
}

impl Address {
    /// Its name in the realtime service.
    pub fn realtime_name(&self) -> String {
        ["private-chat", self.kind.as_str(), &self.subject].join(".")
    }
}

/// Locks the channel, creating it if necessary: concurrent messages wait.
pub(super) async fn locked(
    tx: &mut Tx,
    app: &AppState,
    address: &Address,
) -> Result<ChannelRow, ApiError> {
    let now_ms = app.clock.now_ms();
    store::begin_channel(tx, &app.random.id(now_ms), address, now_ms).await?;
    store::lock_channel(tx, address)
        .await?
        .ok_or_else(|| ApiError::internal("a channel went away"))
}

/// After the commit, notifies open apps of a new message; they fetch it themselves.
pub(super) async fn announce(
    tx: &mut Tx,
    app: &AppState,
    address: &Address,
    number: i64,
) -> Result<(), ApiError> {
    let hint = json!({ "number": number });
    app.realtime
        .publish(tx, &address.realtime_name(), EVENT, &hint)
        .await?;
    Ok(())
}
