//! Messages that appear only in the sandbox's console.

use super::{Message, MessageError, Messages};
use crate::Later;
use crate::sandbox::{Outcome, Port, Sandbox};

pub struct SandboxMessages {
    sandbox: Sandbox,
}

impl SandboxMessages {
    pub const fn new(sandbox: Sandbox) -> Self {
        Self { sandbox }
    }
}

impl Messages for SandboxMessages {
    fn send(&self, message: Message) -> Later<'_, Result<(), MessageError>> {
        Box::pin(async move {
            let unknown = |_| MessageError::Unknown;
            let outcome = self.sandbox.behave(Port::Messages).await.map_err(unknown)?;
            match outcome {
                Outcome::Fail => return Err(MessageError::Refused),
                Outcome::LoseRequest => return Err(MessageError::Unknown),
                Outcome::Succeed | Outcome::LoseAnswer | Outcome::BvnRequired | Outcome::Partly => {
                }
            }
            self.sandbox.keep_message(&message).await.map_err(unknown)?;
            if outcome == Outcome::LoseAnswer {
                Err(MessageError::Unknown)
            } else {
                Ok(())
            }
        })
    }
}
