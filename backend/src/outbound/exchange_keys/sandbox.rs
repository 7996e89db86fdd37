//! An exchange of our own. It knows every key but those that begin with `unknown`; one that begins with `withdraw`,
//! `transfer`, `futures` or `blind` permits that, or does not permit reading. With the outcome `partly`, every key permits
//! withdrawals.

use super::{ExchangeError, ExchangeKeyPort, ExchangeKeys};
use crate::outbound::Later;
use crate::outbound::sandbox::{Outcome, Port, Sandbox};
use domain_core::signals::exchange::KeyRights;

pub struct SandboxKeys {
    sandbox: Sandbox,
}

impl SandboxKeys {
    pub const fn new(sandbox: Sandbox) -> Self {
        Self { sandbox }
    }
}

impl ExchangeKeyPort for SandboxKeys {
    fn rights<'a>(&'a self, keys: &'a ExchangeKeys) -> Later<'a, Result<KeyRights, ExchangeError>> {
        Box::pin(async move {
            let outcome = self.sandbox.behave(Port::ExchangeKeys).await;
            let outcome = outcome.map_err(|_| ExchangeError::Unavailable)?;
            match outcome {
                Outcome::Succeed | Outcome::BvnRequired | Outcome::Partly => {}
                Outcome::Fail => return Err(ExchangeError::Refused),
                Outcome::LoseAnswer | Outcome::LoseRequest => {
                    return Err(ExchangeError::Unavailable);
                }
            }
            let begins = |word: &str| keys.key.reveal().starts_with(word);
            if begins("unknown") {
                return Err(ExchangeError::Refused);
            }
            Ok(KeyRights {
                reads: !begins("blind"),
                withdraws: begins("withdraw") || outcome == Outcome::Partly,
                transfers: begins("transfer"),
                borrows: begins("futures"),
            })
        })
    }
}
