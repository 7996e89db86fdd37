//! Orders that were decided and not sent yet. Only the server asks.

use super::order::{TradeReason, may_be_sent};
use crate::calendar::Instant;

/// What an order that was decided, and not sent, depends on at the moment of sending it.
#[derive(Debug, Clone, Copy)]
pub struct Unsent<'a> {
    pub is_on: bool,
    /// Whether the key by which it was decided is still there.
    pub connected: bool,
    pub signal_at: Instant,
    pub now: Instant,
    /// Days in Lagos, `YYYY-MM-DD`: it counts for the day on which it was decided, and for no other.
    pub decided_on: &'a str,
    pub today: &'a str,
}

/// Why it may not be sent any more; none if it may. The order of the reasons is that of [`order`](super::order::order).
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
    fn an_order_is_sent_while_everything_that_it_was_decided_by_holds() {
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
