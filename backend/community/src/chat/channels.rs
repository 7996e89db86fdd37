//! Channels: every member reads the same messages in the same order.

use super::address::Address;
use super::store::{self, ChannelRow};
use ground::db::Tx;
use ground::error::ApiError;
use serde_json::json;
use service::app::AppState;

/// An event in a channel.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Event {
    New,
    Removed,
}

impl Event {
    const fn as_str(self) -> &'static str {
        match self {
            Self::New => "message.new",
            Self::Removed => "message.removed",
        }
    }
}

/// Locks the channel, creating it if necessary: concurrent messages wait.
pub(crate) async fn locked(
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

/// After the commit, notifies open apps of a message; they fetch it themselves.
pub(crate) async fn announce(
    tx: &mut Tx,
    app: &AppState,
    address: &Address,
    event: Event,
    number: i64,
) -> Result<(), ApiError> {
    let hint = json!({ "number": number });
    app.realtime
        .publish(tx, &address.realtime_name(), event.as_str(), &hint)
        .await?;
    Ok(())
}
