//! A bill payment provider of our own, for development and tests.

use super::{Airtime, BillsPort};
use crate::outbound::sandbox::{Outcome, Port, Sandbox};
use crate::outbound::{Later, OrderOutcome};

pub struct SandboxBills {
    sandbox: Sandbox,
}

impl SandboxBills {
    pub const fn new(sandbox: Sandbox) -> Self {
        Self { sandbox }
    }
}

impl BillsPort for SandboxBills {
    fn top_up<'a>(&'a self, airtime: &'a Airtime) -> Later<'a, OrderOutcome> {
        Box::pin(async move {
            let Ok(outcome) = self.sandbox.behave(Port::Bills).await else {
                return OrderOutcome::Unknown;
            };
            if outcome == Outcome::LoseRequest {
                return OrderOutcome::Unknown;
            }
            let is_done = outcome != Outcome::Fail;
            match self.sandbox.keep_bill(airtime, is_done).await {
                Ok(kept) if outcome != Outcome::LoseAnswer => kept,
                Ok(_) | Err(_) => OrderOutcome::Unknown,
            }
        })
    }

    fn status<'a>(&'a self, reference: &'a str) -> Later<'a, OrderOutcome> {
        Box::pin(async move {
            let kept = self.sandbox.bill(reference).await;
            kept.unwrap_or(OrderOutcome::Unknown)
        })
    }
}
