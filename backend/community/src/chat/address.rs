//! Identification of channels.

use serde::Serialize;
use utoipa::ToSchema;

/// The purpose of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ChannelKind)]
pub enum Kind {
    /// A user and the operator.
    Support,
    /// The members of a cluster.
    Cluster,
}

impl Kind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Support => "support",
            Self::Cluster => "cluster",
        }
    }
}

/// Identifies a channel. It need not exist yet: it is created with its first message.
#[derive(Debug, Clone)]
pub struct Address {
    pub tenant_id: String,
    pub kind: Kind,
    /// The owner: for a support channel, the user's id; for a cluster's, the cluster's.
    pub subject: String,
}

impl Address {
    /// Its name in the realtime service.
    pub fn realtime_name(&self) -> String {
        ["private-chat", self.kind.as_str(), &self.subject].join(".")
    }

    /// The path that its files are served from.
    pub fn files_path(&self) -> String {
        match self.kind {
            Kind::Support => String::from("/api/support/attachments/"),
            Kind::Cluster => ["/api/clusters/", &self.subject, "/attachments/"].concat(),
        }
    }
}
