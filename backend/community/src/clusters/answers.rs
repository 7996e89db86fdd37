//! Response bodies of this area.

use super::store::SeenRow;
use serde::Serialize;
use utoipa::ToSchema;

/// A cluster, and the caller's relation to it. `cluster.actions` lists the possible actions.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Cluster)]
pub struct ClusterAnswer {
    pub uuid: String,
    /// The code for joining.
    pub code: String,
    pub name: String,
    pub state: String,
    /// The local government area.
    pub lga: String,
    /// A link to a WhatsApp chat or group.
    #[schema(required)]
    pub whatsapp_link: Option<String>,
    #[schema(required)]
    pub support_email: Option<String>,
    /// `open` or `closed`.
    pub status: &'static str,
    /// The number of members.
    pub members: i64,
    /// `none`, `member` or `removed`.
    pub membership: &'static str,
    /// Whether the caller has muted it.
    pub muted: bool,
    /// The number of clusters that the caller has joined.
    pub joined: i64,
}

impl ClusterAnswer {
    /// A cluster as seen by a user who has joined this number of clusters.
    pub fn of(row: SeenRow, joined: i64) -> Self {
        let cluster = row.cluster;
        Self {
            uuid: cluster.id,
            code: cluster.code,
            name: cluster.name,
            state: cluster.state,
            lga: cluster.lga,
            whatsapp_link: cluster.whatsapp_link,
            support_email: cluster.support_email,
            status: cluster.status.as_str(),
            members: row.members,
            membership: row.membership.as_str(),
            muted: row.muted,
            joined,
        }
    }
}
