//! What the sandbox providers remember, and how they have been told to behave. It lives in the database, so a restart
//! or a crash loses none of it. Each file holds one kind of rows and the statements on them.

mod accounts;
mod behaviour;
mod bills;
mod liveness;
mod messages;
mod payouts;
mod pushes;

pub use accounts::SandboxAccount;
pub use behaviour::{Behaviour, Outcome, Port};
pub use bills::SandboxBill;
pub use liveness::SandboxLivenessCheck;
pub use messages::SentMessage;
pub use payouts::SandboxPayout;
pub use pushes::SentPush;

use crate::clock::Clock;
use crate::db::Db;
use crate::random::Random;

/// More than anybody reads at once.
const LISTED: i64 = 50;

/// The sandbox's memory.
#[derive(Clone)]
pub struct Sandbox {
    db: Db,
    clock: Clock,
    random: Random,
}

impl Sandbox {
    pub const fn new(db: Db, clock: Clock, random: Random) -> Self {
        Self { db, clock, random }
    }

    /// For the ports that keep rows of their own beside their code.
    pub(in crate::outbound) const fn db(&self) -> &Db {
        &self.db
    }
}
