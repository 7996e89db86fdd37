//! Channels: every member reads the same messages in the same order.

use super::address::Address;
use super::store::{self, ChannelRow};
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use serde_json::json;

/// The event that announces a new message in a channel.
const EVENT: &str = "message.new";

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
