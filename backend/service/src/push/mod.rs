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
use ground::db::{Found, Tx, Writes};
use ground::error::ApiError;
use ground::queue::{self, Kind, New};
use message::Message;
use providers::push::Notice;
pub use store::reach_reads;

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
    let reach = store::reach(tx.connection(), user_id).await?;
    let mut writes = Writes::default();
    messages(&mut writes, app, user_id, reach.browsers, notice)?;
    writes.run_in(tx).await?;
    Ok(reach.switches)
}

/// Adds a message to each browser to other writes.
fn messages(
    writes: &mut Writes,
    app: &AppState,
    user_id: &str,
    browsers: Vec<(String, String)>,
    notice: &Notice,
) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let id = app.random.id(now_ms);
    for (endpoint_hash, sealed) in browsers {
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
        queue::enqueue_in(writes, &task);
    }
    Ok(())
}

/// Notifies a user as part of other writes, as [`tell`] does. `reach` was read with [`reach_reads`]. False, without a
/// write, if a channel is switched on: what goes there is composed in a transaction.
///
/// # Errors
/// The reach cannot be read.
pub fn tell_in(
    writes: &mut Writes,
    app: &AppState,
    user_id: &str,
    notice: &Notice,
    reach: &Found,
) -> Result<bool, ApiError> {
    let reach = store::reach_found(reach)?;
    if !reach.switches.is_empty() {
        return Ok(false);
    }
    let new = inbox::New {
        title: notice.title(),
        body: notice.body(),
        link: notice.link(),
    };
    inbox::put_in(writes, app, user_id, &new);
    messages(writes, app, user_id, reach.browsers, notice)?;
    Ok(true)
}
