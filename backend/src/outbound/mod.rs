//! Ports: what the product asks of the world outside.
//!
//! Each port is a trait with two implementations: `http` (or `smtp`) speaks to a real provider, `sandbox` keeps state in
//! our own database and can be told to fail, to be slow, or to lose an answer. No provider's words reach a person.

pub mod bank;
pub mod messages;
pub mod sandbox;

use crate::clock::Clock;
use crate::db::Db;
use crate::random::Random;
use std::pin::Pin;
use std::sync::Arc;

/// What a port's call answers, later.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The ports.
#[derive(Clone)]
pub struct Ports {
    pub messages: Arc<dyn messages::Messages>,
    pub bank: Arc<dyn bank::BankPort>,
}

impl Ports {
    /// All ports in the sandbox.
    pub fn sandbox(db: &Db, clock: &Clock, random: Random) -> Self {
        let state = sandbox::Sandbox::new(db.clone(), clock.clone(), random);
        Self {
            messages: Arc::new(messages::sandbox::SandboxMessages::new(state.clone())),
            bank: Arc::new(bank::sandbox::SandboxBank::new(state)),
        }
    }
}
