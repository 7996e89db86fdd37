//! Clusters and their chat; recommending Ajo to others.
//!
//! Source: document 2.

pub mod referral;
pub mod reward;

mod attachment;

pub use attachment::ChatAttachment;
