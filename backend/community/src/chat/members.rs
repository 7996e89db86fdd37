//! Members of a channel.

use super::address::{Address, Kind};
use crate::clusters::store;
use domain_core::community::membership::{
    ClusterAction, ClusterInput, ClusterStatus, Membership, refusal,
};
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use providers::Later;
use service::app::AppState;
use service::realtime::gate::Gate;
use sqlx::AnyConnection;

/// A member's rights in a channel, held until the transaction ends.
pub struct Standing {
    /// `None` in the conversation with support.
    cluster: Option<ClusterStatus>,
}

impl Standing {
    /// # Errors
    /// 409 in a closed cluster.
    pub fn may_write(&self) -> Result<(), ApiError> {
        let Some(status) = self.cluster else {
            return Ok(());
        };
        let input = ClusterInput {
            status,
            membership: Membership::Member,
            members: 1,
            joined: 1,
        };
        match refusal(&input, ClusterAction::Write) {
            Some(reason) => Err(ApiError::new(ErrorCode::ClusterClosed, reason)),
            None => Ok(()),
        }
    }
}

/// The response to non-members, whether or not the channel exists.
pub fn no_channel() -> ApiError {
    ApiError::new(ErrorCode::NoChannel, "No channel found")
}

/// Locks a user's membership until the transaction ends.
///
/// # Errors
/// 404 unless the user is a member; the database failed.
pub(crate) async fn hold(
    tx: &mut Tx,
    address: &Address,
    user_id: &str,
) -> Result<Standing, ApiError> {
    let cluster = match address.kind {
        Kind::Support if address.subject == user_id => None,
        Kind::Support => return Err(no_channel()),
        Kind::Cluster => {
            let (tenant_id, id) = (&address.tenant_id, &address.subject);
            let status = store::hold_member(tx, tenant_id, id, user_id).await?;
            Some(status.ok_or_else(no_channel)?)
        }
    };
    Ok(Standing { cluster })
}

/// Checks a user's membership for reading, without a lock.
///
/// # Errors
/// 404 unless the user is a member; the database failed.
pub(crate) async fn check(
    connection: &mut AnyConnection,
    address: &Address,
    user_id: &str,
) -> Result<(), ApiError> {
    let is_member = match address.kind {
        Kind::Support => address.subject == user_id,
        Kind::Cluster => {
            store::is_member(connection, &address.tenant_id, &address.subject, user_id).await?
        }
    };
    if is_member { Ok(()) } else { Err(no_channel()) }
}

/// Keeps sockets of non-members out of clusters' channels: a pass outlives a membership by up to two minutes.
pub struct ClusterGate;

impl Gate for ClusterGate {
    fn may_listen<'a>(
        &'a self,
        app: &'a AppState,
        user_id: &'a str,
        channel: &'a str,
    ) -> Later<'a, Result<Option<bool>, ApiError>> {
        Box::pin(async move {
            let Some(cluster_id) = channel.strip_prefix("private-chat.cluster.") else {
                return Ok(None);
            };
            let mut connection = app.db.read().await?;
            let joined = store::joined_by(&mut connection, user_id).await?;
            Ok(Some(joined.iter().any(|one| one.id == cluster_id)))
        })
    }
}
