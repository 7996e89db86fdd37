//! Membership of a cluster.

use crate::shape::{choice, input, output};

/// The documents specify no limit; larger conversations are hard to follow.
pub const MOST_MEMBERS: i64 = 500;
/// The documents specify no limit; a socket subscribes to sixteen channels.
pub const MOST_CLUSTERS: i64 = 10;

choice! {
    /// The state of a cluster.
    pub enum ClusterStatus {
        Open = "open",
        /// No joining or writing; members can still read.
        Closed = "closed",
    }
}

choice! {
    /// A user's relation to a cluster.
    pub enum Membership {
        None = "none",
        Member = "member",
        /// Removed by the operator.
        Removed = "removed",
    }
}

choice! {
    /// An action in a cluster.
    pub enum ClusterAction {
        Join = "join",
        Read = "read",
        Write = "write",
        /// Report a message to the operator.
        Report = "report",
        /// Stop counting its messages as unread.
        Mute = "mute",
        Leave = "leave",
    }
}

input! {
    /// A cluster and a user.
    pub struct ClusterInput {
        /// Whether the cluster is open for joining and writing.
        status: ClusterStatus,
        /// The user's relation to the cluster.
        membership: Membership,
        /// The cluster's members.
        members: i64,
        /// The clusters that the user has joined.
        joined: i64,
    }
}

output! {
    /// The available actions.
    pub struct ClusterActions {
        /// All actions, in this order.
        actions: Vec<ClusterActionAllowed>,
    }

    /// Whether an action is available.
    pub struct ClusterActionAllowed {
        /// The action that is judged.
        action: ClusterAction,
        /// Whether the user may take the action now.
        allowed: bool,
        /// The reason if it is not available.
        reason: Option<&'static str>,
    }
}

const CLOSED: &str = "This cluster is closed.";
const FULL: &str = "This cluster is full.";
const REMOVED: &str = "You cannot join this cluster again. Please contact its support.";
const MANY: &str = "You can be in ten clusters. Leave one to join another.";
const MEMBER: &str = "You are already in this cluster.";
const NO_MEMBER: &str = "You are not in this cluster.";

/// Anyone may join an open cluster with room, except removed members. Members can read, report, mute and leave, and
/// write while the cluster is open. Source: document 2, section 6.
pub fn actions(input: &ClusterInput) -> ClusterActions {
    let allowed = |action: &ClusterAction| {
        let reason = refusal(input, *action);
        ClusterActionAllowed {
            action: *action,
            allowed: reason.is_none(),
            reason,
        }
    };
    ClusterActions {
        actions: ClusterAction::ALL.iter().map(allowed).collect(),
    }
}

/// The reason why an action is not available.
#[must_use]
pub fn refusal(input: &ClusterInput, action: ClusterAction) -> Option<&'static str> {
    let is_closed = input.status == ClusterStatus::Closed;
    match (action, input.membership) {
        (ClusterAction::Join, Membership::Member) => Some(MEMBER),
        (ClusterAction::Join, Membership::Removed) => Some(REMOVED),
        (ClusterAction::Join, Membership::None) if is_closed => Some(CLOSED),
        (ClusterAction::Join, Membership::None) if input.joined >= MOST_CLUSTERS => Some(MANY),
        (ClusterAction::Join, Membership::None) if input.members >= MOST_MEMBERS => Some(FULL),
        (ClusterAction::Join, Membership::None) => None,
        (_, Membership::None | Membership::Removed) => Some(NO_MEMBER),
        (ClusterAction::Write, Membership::Member) if is_closed => Some(CLOSED),
        (_, Membership::Member) => None,
    }
}
