//! Orders that were decided but not sent. Server only.

use super::order::{TradeReason, may_be_sent};
use crate::calendar::Instant;

/// The conditions for sending an order that was decided earlier.
#[derive(Debug, Clone, Copy)]
pub struct Unsent<'a> {
    pub is_on: bool,
    /// Whether the key with which it was decided is still connected.
    pub connected: bool,
    pub signal_at: Instant,
    pub now: Instant,
    /// Days in Lagos, `YYYY-MM-DD`: the order is valid only on the day on which it was decided.
    pub decided_on: &'a str,
    pub today: &'a str,
}

/// The reason why it may no longer be sent, if any. The reasons have the same order as in
/// [`order`](super::order::order).
pub fn stopped(unsent: &Unsent<'_>) -> Option<TradeReason> {
    let is_late = !may_be_sent(unsent.signal_at, unsent.now) || unsent.decided_on != unsent.today;
    [
        (!unsent.is_on, TradeReason::SwitchOff),
        (!unsent.connected, TradeReason::NotConnected),
        (is_late, TradeReason::SignalExpired),
    ]
    .into_iter()
    .find_map(|(stops, reason)| stops.then_some(reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_sent_while_their_conditions_hold() {
        let good = Unsent {
            is_on: true,
            connected: true,
            signal_at: Instant(0),
            now: Instant(300_000),
            decided_on: "2026-11-23",
            today: "2026-11-23",
        };
        let off = Unsent {
            is_on: false,
            ..good
        };
        let without_key = Unsent {
            connected: false,
            ..good
        };
        let late = Unsent {
            now: Instant(300_001),
            ..good
        };
        let yesterday = Unsent {
            today: "2026-11-24",
            ..good
        };
        let nothing = Unsent {
            is_on: false,
            connected: false,
            ..late
        };
        for (unsent, reason) in [
            (good, None),
            (off, Some(TradeReason::SwitchOff)),
            (without_key, Some(TradeReason::NotConnected)),
            (late, Some(TradeReason::SignalExpired)),
            (yesterday, Some(TradeReason::SignalExpired)),
            (nothing, Some(TradeReason::SwitchOff)),
        ] {
            assert_eq!(stopped(&unsent), reason, "{unsent:?}");
        }
    }
}
