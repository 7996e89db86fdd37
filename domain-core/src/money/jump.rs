//! Market prices that may be errors of the market. Server only.

use super::Rate;
use crate::calendar::Instant;
use rust_decimal::Decimal;

/// A price is accepted at once if neither it nor the rate in use exceeds the other by more than a quarter (`5 : 4`).
/// Over a decade, daily moves of the coins in wallets exceeded this on only a handful of days.
const BELIEVED: (u32, u32) = (5, 4);
/// A price beyond that is accepted if the market still reports it after this time.
const CONFIRMED_AFTER_MS: i64 = 15 * 60 * 1_000;

/// A price out of bounds, and when it was first reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Jump {
    pub rate: Rate,
    pub at: Instant,
}

/// The decision about a rate from the market.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Replaces the rate in use.
    Taken,
    /// Out of bounds, and not the pending jump: held until confirmed.
    Held,
    /// The pending jump, reported again too soon to confirm it.
    Waits,
}

/// Whether two rates are close enough to be accepted at once.
pub fn is_near(one: Rate, other: Rate) -> bool {
    let (above, below) = (Decimal::from(BELIEVED.0), Decimal::from(BELIEVED.1));
    let within = |higher: Rate, lower: Rate| {
        let (higher, lower) = (
            higher.decimal().checked_mul(below),
            lower.decimal().checked_mul(above),
        );
        higher
            .zip(lower)
            .is_some_and(|(higher, lower)| higher <= lower)
    };
    within(one, other) && within(other, one)
}

/// Accepts or holds a rate from the market; the first is always accepted.
pub fn told(in_use: Option<Rate>, told: Rate, jump: Option<Jump>, now: Instant) -> Verdict {
    if in_use.is_none_or(|in_use| is_near(in_use, told)) {
        return Verdict::Taken;
    }
    match jump.filter(|jump| is_near(jump.rate, told)) {
        None => Verdict::Held,
        Some(jump) if now.0.saturating_sub(jump.at.0) < CONFIRMED_AFTER_MS => Verdict::Waits,
        Some(_) => Verdict::Taken,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(text: &str) -> Rate {
        Rate::parse(text).unwrap()
    }

    #[test]
    fn rates_are_near_up_to_a_quarter_either_way() {
        for (one, other, near) in [
            ("100", "100", true),
            ("100", "125", true),
            ("100", "125.00000001", false),
            ("100", "80", true),
            ("100", "79.99999999", false),
            ("0.0000105", "0.000013125", true),
            ("0.0000105", "0.000013126", false),
            ("0.0000105", "0.105", false),
            ("99999999999999999999", "99999999999999999999", true),
            ("99999999999999999999", "0.000000000000000001", false),
        ] {
            assert_eq!(is_near(rate(one), rate(other)), near, "{one} {other}");
            assert_eq!(is_near(rate(other), rate(one)), near, "{other} {one}");
        }
    }

    #[test]
    fn jumps_are_accepted_once_confirmed() {
        let jump = |text, at| {
            Some(Jump {
                rate: rate(text),
                at: Instant(at),
            })
        };
        let in_use = Some(rate("100"));
        for (in_use, told_rate, known, now, outcome) in [
            (None, "1000", None, 0, Verdict::Taken),
            (in_use, "110", None, 0, Verdict::Taken),
            (in_use, "1000", None, 0, Verdict::Held),
            (in_use, "1000", jump("1000", 0), 899_999, Verdict::Waits),
            (in_use, "1000", jump("1000", 0), 900_000, Verdict::Taken),
            (in_use, "1200", jump("1000", 0), 900_000, Verdict::Taken),
            // Different from the pending jump.
            (in_use, "10", jump("1000", 0), 900_000, Verdict::Held),
            // The jump was an error.
            (in_use, "101", jump("1000", 0), 60_000, Verdict::Taken),
            // A clock that was set back confirms nothing.
            (in_use, "1000", jump("1000", 900_000), 0, Verdict::Waits),
            (
                in_use,
                "1000",
                jump("1000", i64::MIN),
                i64::MAX,
                Verdict::Taken,
            ),
        ] {
            let known = told(in_use, rate(told_rate), known, Instant(now));
            assert_eq!(known, outcome, "{told_rate} {now}");
        }
    }
}
