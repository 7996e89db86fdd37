//! Channels: what is said in one is read by its members, in one order.

use super::store::{self, ChannelRow};
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// The event that tells of something new in a channel.
const EVENT: &str = "message.new";

/// What a channel is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ChannelKind)]
pub enum Kind {
    /// A person, and those who run the product.
    Support,
}

impl Kind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Support => "support",
        }
    }
}

/// Which channel. It need not be there yet: it begins with its first message.
#[derive(Debug, Clone)]
pub struct Address {
    pub tenant_id: String,
    pub kind: Kind,
    /// Whose it is: of a support channel, the person's id.
    pub subject: String,
}

impl Address {
    /// What sockets know it by.
    pub fn realtime_name(&self) -> String {
        ["private-chat", self.kind.as_str(), &self.subject].join(".")
    }
}

/// The channel, begun if it was not there, and locked: who else says something there waits.
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

/// Tells open apps, once the transaction is committed, that there is something new. What it is they ask for.
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
