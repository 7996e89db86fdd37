//! Groups: several people who save together, each with an amount, a schedule and a pot of their own. Whoever started the
//! group invites the others; others' figures are nobody else's to see.

mod adding;
pub mod inviting;
mod join;
mod nudge;

pub use adding::add;
pub use join::{Join, JoinWanted};
pub use nudge::nudge;

crate::judged_forms!(domain_core::plans::GroupMember: crate::http::valid::no_context);
