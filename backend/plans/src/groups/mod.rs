//! Groups: several users who save together, each with their own amount, schedule and pot. The creator invites the
//! others; members do not see each other's amounts.

mod adding;
pub(crate) mod ending;
mod join;
mod leave;
mod nudge;
pub mod operator;

pub use adding::{add, may_invite};
pub use join::{Join, JoinWanted};
pub use leave::leave;
pub use nudge::nudge;
