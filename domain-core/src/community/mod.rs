//! Clusters and their chat; recommending Ajo to others.
//!
//! Source: document 2.

pub mod referral;

mod attachment;

pub use attachment::ChatAttachment;
