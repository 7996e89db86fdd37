//! Orders: requests to a provider, paid with reserved money.

use crate::calendar::Instant;

/// The minimum age of an order that an operator may decide. A request to the provider takes a minute at most, and a
/// working provider has answered by then.
const BY_HAND_AFTER_MS: i64 = 60 * 60 * 1_000;
/// How long an unanswered request may still be executed, behind a slow proxy or a busy server. Both keep requests for
/// much less time.
pub const MAY_ARRIVE_MS: i64 = 15 * 60 * 1_000;

/// Whether an operator may decide an open order, so that nobody releases money while the provider is processing the
/// request.
#[must_use]
pub fn may_be_decided_by_hand(made_at: Instant, sent_at: Instant, now: Instant) -> bool {
    now >= made_at.add_ms(BY_HAND_AFTER_MS) && now >= sent_at.add_ms(MAY_ARRIVE_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_can_be_decided_manually_after_an_hour() {
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
    fn orders_can_be_decided_fifteen_minutes_after_a_retry() {
        let (made_at, sent_at) = (Instant(1_000), Instant(7_200_000));
        assert!(!may_be_decided_by_hand(
            made_at,
            sent_at,
            Instant(8_099_999)
        ));
        assert!(may_be_decided_by_hand(made_at, sent_at, Instant(8_100_000)));
    }
}
