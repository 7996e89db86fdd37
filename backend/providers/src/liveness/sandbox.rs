//! A liveness check of our own: a sandbox page where the tester chooses the result.

use super::{LivenessPort, LivenessStatus, LivenessUnavailable, Started};
use crate::Later;
use crate::sandbox::{Outcome, Port, Sandbox};

pub struct SandboxLiveness {
    sandbox: Sandbox,
}

impl SandboxLiveness {
    pub const fn new(sandbox: Sandbox) -> Self {
        Self { sandbox }
    }

    /// Whether the provider is available.
    async fn answers(&self) -> Result<(), LivenessUnavailable> {
        let outcome = self.sandbox.behave(Port::Liveness).await;
        match outcome.map_err(|_| LivenessUnavailable)? {
            Outcome::Succeed | Outcome::BvnRequired | Outcome::Partly => Ok(()),
            Outcome::Fail | Outcome::LoseAnswer | Outcome::LoseRequest => Err(LivenessUnavailable),
        }
    }
}

impl LivenessPort for SandboxLiveness {
    fn start<'a>(
        &'a self,
        name: &'a str,
        _: &'a str,
    ) -> Later<'a, Result<Started, LivenessUnavailable>> {
        Box::pin(async move {
            self.answers().await?;
            let reference = self.sandbox.start_liveness(name).await;
            let reference = reference.map_err(|_| LivenessUnavailable)?;
            let url = ["/sandbox/liveness/", &reference].concat();
            Ok(Started { reference, url })
        })
    }

    fn status<'a>(
        &'a self,
        reference: &'a str,
    ) -> Later<'a, Result<LivenessStatus, LivenessUnavailable>> {
        Box::pin(async move {
            self.answers().await?;
            let found = self.sandbox.liveness(reference).await;
            found
                .ok()
                .flatten()
                .map(|check| check.status)
                .ok_or(LivenessUnavailable)
        })
    }
}
