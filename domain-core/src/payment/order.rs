//! Orders: what a provider is asked to do with reserved money.

use crate::calendar::Instant;

/// How old an order is before an operator may decide it. A request to the provider takes a minute at most, and a provider
/// that works has answered by then.
const BY_HAND_AFTER_MS: i64 = 60 * 60 * 1_000;
/// How long after it was sent a request that got no answer may still be carried out, behind a slow proxy or a busy server:
/// much longer than either keeps one.
pub const MAY_ARRIVE_MS: i64 = 15 * 60 * 1_000;

/// Whether an operator may decide an open order, so that nobody releases money that a provider is just being asked for.
#[must_use]
pub fn may_be_decided_by_hand(made_at: Instant, sent_at: Instant, now: Instant) -> bool {
    now >= made_at.add_ms(BY_HAND_AFTER_MS) && now >= sent_at.add_ms(MAY_ARRIVE_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_decided_by_hand_after_an_hour() {
        let made_at = Instant(1_000);
        assert!(!may_be_decided_by_hand(made_at, made_at, made_at));
        assert!(!may_be_decided_by_hand(
            made_at,
            made_at,
            Instant(3_600_999)
        ));
        assert!(may_be_decided_by_hand(made_at, made_at, Instant(3_601_000)));
    }

    #[test]
    fn and_fifteen_minutes_after_it_was_sent_again() {
        let (made_at, sent_at) = (Instant(1_000), Instant(7_200_000));
        assert!(!may_be_decided_by_hand(
            made_at,
            sent_at,
            Instant(8_099_999)
        ));
        assert!(may_be_decided_by_hand(made_at, sent_at, Instant(8_100_000)));
    }
}
