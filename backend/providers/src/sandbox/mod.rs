//! The state of the sandbox providers and their configured behaviour. It is stored in the database, so it survives
//! restarts and crashes. Each file contains one kind of rows and its statements.

mod accounts;
mod behaviour;
mod bills;
mod cards;
mod coins;
mod exchange;
mod key_orders;
mod liveness;
mod mandates;
mod messages;
mod payouts;
mod pushes;

pub use accounts::SandboxAccount;
pub use behaviour::{Behaviour, Outcome, Port};
pub use bills::SandboxBill;
pub use cards::{CardDeed, SandboxCheckout};
pub use coins::{SandboxCoinDeposit, SandboxCoinSend};
pub use exchange::SandboxExchangeOrder;
pub use key_orders::SandboxKeyOrder;
pub use liveness::SandboxLivenessCheck;
pub use mandates::SandboxMandate;
pub use messages::SentMessage;
pub use payouts::SandboxPayout;
pub use pushes::SentPush;

use ground::clock::Clock;
use ground::db::Db;
use ground::random::Random;

/// The maximum length of a listing.
const LISTED: i64 = 50;

/// The sandbox's store.
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

    pub(crate) fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// For ports that keep their rows beside their own code.
    pub(crate) const fn db(&self) -> &Db {
        &self.db
    }
}
