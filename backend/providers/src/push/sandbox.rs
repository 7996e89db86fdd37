//! Push messages that the sandbox stores instead of sending.

use super::{PushMessage, PushPort, Pushed, VapidKey};
use crate::Later;
use crate::sandbox::{Outcome, Port, Sandbox};

pub struct SandboxPush {
    sandbox: Sandbox,
    key: VapidKey,
}

impl SandboxPush {
    pub const fn new(sandbox: Sandbox, key: VapidKey) -> Self {
        Self { sandbox, key }
    }
}

impl PushPort for SandboxPush {
    fn key(&self) -> Option<String> {
        Some(self.key.public())
    }

    fn send<'a>(&'a self, message: &'a PushMessage) -> Later<'a, Pushed> {
        Box::pin(async move {
            let later = Pushed::Later { seconds: None };
            let Ok(outcome) = self.sandbox.behave(Port::Push).await else {
                return later;
            };
            match outcome {
                Outcome::Succeed | Outcome::BvnRequired | Outcome::Partly | Outcome::LoseAnswer => {
                    match self.sandbox.keep_push(message).await {
                        Ok(()) if outcome != Outcome::LoseAnswer => Pushed::Sent,
                        _ => later,
                    }
                }
                Outcome::Fail => Pushed::Gone,
                Outcome::LoseRequest => later,
            }
        })
    }
}
