//! A pass opens some channels for a short while, to every socket of one session. It is sealed: its holder can neither
//! read nor change it.
//!
//! A permission (`POST /broadcasting/auth`) is for one socket and one channel. A pass also lists the channels.

use super::authorise::Permitted;
use crate::access::Session;
use crate::app::AppState;
use ground::error::ApiError;
use ground::sealed;
use serde::{Deserialize, Serialize};

/// Long enough to connect. A client that reconnects asks for a new one.
const LIFE_MS: i64 = 2 * 60 * 1_000;
/// The purpose that it is sealed for.
const PLACE: &str = "realtime-pass";

/// A pass and its expiry.
#[derive(Debug)]
pub struct Pass {
    pub text: String,
    pub expires_at_ms: i64,
}

#[derive(Serialize, Deserialize)]
struct Content {
    person: String,
    brand: String,
    session: String,
    channels: Vec<String>,
    expires_at_ms: i64,
}

/// Issues a pass for channels to the user of a session.
///
/// # Errors
/// The cipher failed.
pub fn issue(app: &AppState, session: &Session, channels: Vec<String>) -> Result<Pass, ApiError> {
    let expires_at_ms = app.clock.now_ms() + LIFE_MS;
    let content = Content {
        person: session.user_id.clone(),
        brand: session.tenant_id.clone(),
        session: session.id.clone(),
        channels,
        expires_at_ms,
    };
    let content = serde_json::to_string(&content).map_err(ApiError::internal)?;
    let text = sealed::seal(&app.config.keys, app.random, PLACE, &content);
    Ok(Pass {
        text: text.map_err(ApiError::internal)?,
        expires_at_ms,
    })
}

/// Verifies a pass: authentic, of this brand, for this channel, and not expired.
pub(super) fn permitted(
    app: &AppState,
    brand: &str,
    channel: &str,
    text: &str,
) -> Option<Permitted> {
    let content = sealed::open(&app.config.keys, PLACE, text).ok()?;
    let content: Content = serde_json::from_str(content.reveal()).ok()?;
    let good = content.brand == brand
        && app.clock.now_ms() < content.expires_at_ms
        && content.channels.iter().any(|one| one == channel);
    good.then_some(Permitted {
        session_id: content.session,
        person: Some(content.person),
    })
}
