//! Access to the chat: the user's channels, and a token that opens them.

use super::address::{Address, Kind};
use super::answers::{ChannelAnswer, ChatAnswer};
use super::{messages, support};
use crate::clusters::store;
use ground::clock;
use ground::error::ApiError;
use service::access::Session;
use service::app::AppState;
use service::realtime::pass;

/// The channels open to the user: support first, then the clusters in the order of joining.
///
/// # Errors
/// The database failed.
pub async fn entrance(app: &AppState, session: &Session) -> Result<ChatAnswer, ApiError> {
    let support = support::of(&session.tenant_id, &session.user_id);
    let (_, unread) = messages::seen(app, &support, &session.user_id).await?;
    let mut channels = vec![ChannelAnswer {
        kind: support.kind,
        channel: support.realtime_name(),
        uuid: None,
        name: String::from("Support"),
        unread,
        muted: false,
    }];
    let joined = store::joined_by(&mut *app.db.read().await?, &session.user_id).await?;
    channels.extend(joined.into_iter().map(|one| {
        let address = Address {
            tenant_id: session.tenant_id.clone(),
            kind: Kind::Cluster,
            subject: one.id.clone(),
        };
        ChannelAnswer {
            kind: address.kind,
            channel: address.realtime_name(),
            uuid: Some(one.id),
            name: one.name,
            unread: one.unread,
            muted: one.muted,
        }
    }));
    let names = channels.iter().map(|one| one.channel.clone()).collect();
    let pass = pass::issue(app, session, names)?;
    Ok(ChatAnswer {
        token: pass.text,
        expires_at: clock::rfc3339(pass.expires_at_ms),
        channels,
    })
}
