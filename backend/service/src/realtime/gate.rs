//! Channels that a pass alone does not open: the area that owns them decides whether the user may listen now.
//! [`install`] is called once, at startup.

use crate::app::AppState;
use ground::error::ApiError;
use providers::Later;
use std::sync::OnceLock;

/// An area's channels.
pub trait Gate: Sync {
    /// Whether `POST /broadcasting/auth` permits the channel to users who may listen.
    fn grants(&self, _channel: &str) -> bool {
        false
    }

    /// Whether the user may listen; `None` for channels of other areas.
    fn may_listen<'a>(
        &'a self,
        app: &'a AppState,
        user_id: &'a str,
        channel: &'a str,
    ) -> Later<'a, Result<Option<bool>, ApiError>>;
}

static GATES: OnceLock<&'static [&'static dyn Gate]> = OnceLock::new();

/// Installs the gates; a second call has no effect.
pub fn install(gates: &'static [&'static dyn Gate]) {
    let _ = GATES.set(gates);
}

/// Whether a gate grants the channel to the user.
pub(super) async fn is_granted(
    app: &AppState,
    user_id: &str,
    channel: &str,
) -> Result<bool, ApiError> {
    for gate in GATES.get().copied().unwrap_or_default() {
        if gate.grants(channel) {
            return Ok(gate.may_listen(app, user_id, channel).await? == Some(true));
        }
    }
    Ok(false)
}

/// Whether no gate keeps the user out of the channel.
pub(super) async fn is_open(
    app: &AppState,
    user_id: &str,
    channel: &str,
) -> Result<bool, ApiError> {
    for gate in GATES.get().copied().unwrap_or_default() {
        if let Some(may_listen) = gate.may_listen(app, user_id, channel).await? {
            return Ok(may_listen);
        }
    }
    Ok(true)
}
