//! Clusters and chat; referrals.
//!
//! Source: document 2.

pub mod referral;
pub mod reward;

pub mod attachment;
pub mod badge;
pub mod cluster;
pub mod membership;
pub mod message;
pub mod report;

pub use attachment::ChatAttachment;
pub use cluster::{Cluster, ClusterCode};
pub use message::ChatMessage;
pub use report::MessageReport;
