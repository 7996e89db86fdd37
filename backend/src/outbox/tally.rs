//! What became of messages, counted.

use super::delivery::GivenUp;
use crate::outbound::messages::Channel;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

/// Since the start: how many messages of a channel were sent, or given up for a reason.
#[derive(Default)]
pub(super) struct Tally(Mutex<BTreeMap<(&'static str, &'static str), u64>>);

const SENT: &str = "sent";

impl Tally {
    pub(super) fn sent(&self, channel: Channel) {
        self.add(channel, SENT);
    }

    pub(super) fn given_up(&self, channel: Channel, why: GivenUp) {
        self.add(channel, why.as_str());
    }

    fn add(&self, channel: Channel, end: &'static str) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry((channel.as_str(), end)).or_default() += 1;
    }

    pub(super) fn text(&self) -> String {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::from("# TYPE ajo_messages_total counter\n");
        for ((channel, end), count) in counts.iter() {
            let _ = writeln!(
                text,
                "ajo_messages_total{{channel=\"{channel}\",end=\"{end}\"}} {count}"
            );
        }
        text
    }
}
