//! Routes messages to the provider of their channel.

use super::{Channel, Message, MessageError, Messages};
use crate::outbound::Later;
use std::sync::Arc;

/// Sends a message through the provider of its channel.
pub struct Delivery {
    pub email: Arc<dyn Messages>,
    /// None: text messages are off.
    pub sms: Option<Arc<dyn Messages>>,
}

impl Messages for Delivery {
    fn sends(&self, channel: Channel) -> bool {
        channel == Channel::Email || self.sms.is_some()
    }

    fn send(&self, message: Message) -> Later<'_, Result<(), MessageError>> {
        match (message.channel, &self.sms) {
            (Channel::Email, _) => self.email.send(message),
            (Channel::Sms, Some(sms)) => sms.send(message),
            (Channel::Sms, None) => Box::pin(async { Err(MessageError::Refused) }),
        }
    }
}
