//! Routes messages to the provider of their channel.

use super::{Channel, Message, MessageError, Messages};
use crate::Later;
use std::sync::Arc;

/// Sends messages through the provider of their channel. `None`: the channel is off.
pub struct Delivery {
    pub email: Arc<dyn Messages>,
    pub sms: Option<Arc<dyn Messages>>,
    pub telegram: Option<Arc<dyn Messages>>,
    pub whatsapp: Option<Arc<dyn Messages>>,
}

impl Delivery {
    fn provider(&self, channel: Channel) -> Option<&Arc<dyn Messages>> {
        match channel {
            Channel::Email => Some(&self.email),
            Channel::Sms => self.sms.as_ref(),
            Channel::Telegram => self.telegram.as_ref(),
            Channel::Whatsapp => self.whatsapp.as_ref(),
        }
    }
}

impl Messages for Delivery {
    fn sends(&self, channel: Channel) -> bool {
        self.provider(channel).is_some()
    }

    fn send(&self, message: Message) -> Later<'_, Result<(), MessageError>> {
        match self.provider(message.channel) {
            Some(provider) => provider.send(message),
            None => Box::pin(async { Err(MessageError::Refused) }),
        }
    }
}
