//! Clusters and chat; referrals.
//!
//! Source: document 2.

pub mod referral;
pub mod reward;

pub mod attachment;
pub mod message;

pub use attachment::ChatAttachment;
pub use message::ChatMessage;
