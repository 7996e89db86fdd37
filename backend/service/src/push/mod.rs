//! Notices for users whose app is closed: to subscribed browsers, and on the channels switched on in the settings.
//!
//! A notice is queued in the transaction of its event, so it is sent exactly if the event happened, and a slow push
//! service delays no caller: [`delivery`] sends it to browsers afterwards, and the outbox to the other channels.

pub mod browsers;
pub mod channels;
pub mod delivery;
pub mod digest;
pub mod held;
mod message;
pub mod own_data;
mod store;
pub mod telegram;

use crate::access::users;
use crate::app::AppState;
use crate::inbox;
use crate::letters::{self, Letter};
use crate::outbox::Life;
use ground::db::Tx;
use ground::error::ApiError;
use ground::queue::{self, Kind, New};
use message::Message;
use providers::push::Notice;

/// A notice expires after a day.
const LIFE_MS: i64 = 24 * 60 * 60 * 1_000;

fn life(app: &AppState) -> Life<'static> {
    Life {
        expires_at_ms: app.clock.now_ms() + LIFE_MS,
        code_id: None,
    }
}

/// Notifies a user once the transaction commits.
///
/// # Errors
/// The database failed.
pub async fn tell(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    notice: &Notice,
) -> Result<(), ApiError> {
    let switches = first(tx, app, user_id, notice, notice.body()).await?;
    channels::tell(tx, app, user_id, &switches, notice).await
}

/// Notifies a user of what they have to know whatever their switches, such as an instalment that is due. It always goes by
/// email, where it says more than a locked screen may: `in_full` names what, how much and when.
///
/// # Errors
/// The database failed.
pub async fn tell_of_service(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    notice: &Notice,
    in_full: &str,
) -> Result<(), ApiError> {
    let switches = first(tx, app, user_id, notice, in_full).await?;
    let user = users::find(tx.connection(), user_id).await?;
    if let Some(user) = user.filter(|user| !user.email.is_empty()) {
        let letter = Letter {
            subject: notice.title(),
            text: in_full,
            short: notice.body(),
        };
        letters::email(tx, app, &user, letter).await?;
    }
    channels::tell_beside_email(tx, app, user_id, &switches, notice).await
}

/// Notifies a user who also gets the notice in full by email or text message: skips that channel.
///
/// # Errors
/// The database failed.
pub async fn tell_beside_letter(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    notice: &Notice,
) -> Result<(), ApiError> {
    let switches = first(tx, app, user_id, notice, notice.body()).await?;
    channels::tell_beside_letter(tx, app, user_id, &switches, notice).await
}

/// Puts a notice into the inbox, and queues it for the browsers; returns the channels that are switched on.
async fn first(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    notice: &Notice,
    body: &str,
) -> Result<Vec<String>, ApiError> {
    let new = inbox::New {
        title: notice.title(),
        body,
        link: notice.link(),
    };
    inbox::put(tx, app, user_id, &new).await?;
    queue_for_browsers(tx, app, user_id, notice).await
}

/// Queues a notice for all browsers of a user; returns the channels that are switched on.
async fn queue_for_browsers(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    notice: &Notice,
) -> Result<Vec<String>, ApiError> {
    let now_ms = app.clock.now_ms();
    let id = app.random.id(now_ms);
    let reach = store::reach(tx.connection(), user_id).await?;
    for (endpoint_hash, sealed) in reach.browsers {
        let payload = serde_json::to_string(&Message::new(sealed, notice));
        let task = New {
            kind: Kind::Push,
            id: &[id.as_str(), "/", &endpoint_hash].concat(),
            payload: &payload.map_err(ApiError::internal)?,
            subject: Some(&endpoint_hash),
            user_id: Some(user_id),
            now_ms,
            due_at_ms: now_ms,
            expires_at_ms: Some(now_ms + LIFE_MS),
        };
        queue::enqueue(tx, &task).await?;
    }
    Ok(reach.switches)
}
