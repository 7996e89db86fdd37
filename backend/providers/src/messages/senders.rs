//! State of the sender tasks: wake-ups and counts.

use super::Channel;
use ground::tally::Tally;
use tokio::sync::Notify;

/// One sender per channel.
pub struct Senders {
    email: Notify,
    sms: Notify,
    telegram: Notify,
    whatsapp: Notify,
    /// Messages sent and abandoned since the start.
    pub tally: Tally,
}

impl Default for Senders {
    fn default() -> Self {
        Self {
            email: Notify::new(),
            sms: Notify::new(),
            telegram: Notify::new(),
            whatsapp: Notify::new(),
            tally: Tally::new("ajo_messages_total", "channel"),
        }
    }
}

impl Senders {
    /// Wakes the channel's sender: a message is due.
    pub fn wake(&self, channel: Channel) {
        self.of(channel).notify_one();
    }

    /// Waits until the channel's sender is woken.
    pub async fn woken(&self, channel: Channel) {
        self.of(channel).notified().await;
    }

    const fn of(&self, channel: Channel) -> &Notify {
        match channel {
            Channel::Email => &self.email,
            Channel::Sms => &self.sms,
            Channel::Telegram => &self.telegram,
            Channel::Whatsapp => &self.whatsapp,
        }
    }
}
