//! Messages that report the number of held notices.

use super::{channels, store};
use crate::access::users::{self, User};
use crate::app::AppState;
use ground::db::Tx;
use ground::error::ApiError;
use providers::messages::Channel;
use providers::push::{Notice, Urgency};
use sqlx::Row;

/// Messages per round.
const ROUND: i64 = 50;

/// Sends the due messages about held notices; returns their number.
///
/// # Errors
/// The database failed.
pub async fn tell_due(app: &AppState) -> Result<usize, ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    let due = sqlx::query(
        "DELETE FROM held_notices WHERE (user_id, channel) IN (SELECT user_id, channel FROM held_notices \
         WHERE due_at_ms <= $1 ORDER BY due_at_ms LIMIT $2) RETURNING user_id, channel, notices",
    )
    .bind(now_ms)
    .bind(ROUND)
    .fetch_all(tx.connection())
    .await?;
    for row in &due {
        let (user_id, channel): (String, String) =
            (row.try_get("user_id")?, row.try_get("channel")?);
        let notices: i64 = row.try_get("notices")?;
        let user = users::find(tx.connection(), &user_id).await?;
        let channel = Channel::ALL.into_iter().find(|one| one.as_str() == channel);
        if let (Some(user), Some(channel)) = (user, channel) {
            tell(&mut tx, app, &user, channel, notices).await?;
        }
    }
    tx.commit().await?;
    Ok(due.len())
}

async fn tell(
    tx: &mut Tx,
    app: &AppState,
    user: &User,
    channel: Channel,
    notices: i64,
) -> Result<(), ApiError> {
    let reach = store::reach(tx.connection(), &user.id).await?;
    let switch = channels::switch(channel);
    if !reach.switches.iter().any(|name| name == switch) {
        return Ok(());
    }
    let title = match notices {
        1 => String::from("1 more notice"),
        _ => format!("{notices} more notices"),
    };
    let body = "Open the app to see what is new in your account.";
    let notice = Notice::new(&title, body, "/", Urgency::Normal);
    channels::tell_on(tx, app, user, channel, &notice).await
}
