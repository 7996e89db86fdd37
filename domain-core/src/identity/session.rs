//! The length of inactive sessions.

use crate::calendar::Instant;
use crate::shape::{input, output};

/// Three minutes. (Document 1, section 9.)
pub const INACTIVE_MS: i64 = 180_000;
/// The time of the warning before the end, enough to read and react.
pub const WARNING_MS: i64 = 30_000;

input! {
    /// The time of the user's last activity.
    pub struct Activity {
        /// The time of the user's last activity.
        last_activity: Instant,
        /// The current time.
        now: Instant,
    }
}

output! {
    /// Whether the session has ended.
    pub struct Inactive {
        /// After three minutes.
        expired: bool,
        /// The remaining time in milliseconds.
        remaining_ms: i64,
    }

    /// Whether to warn that the session ends soon.
    pub struct Warning {
        /// From thirty seconds before the end until the end.
        warn: bool,
        /// The remaining time in whole seconds, rounded up.
        remaining_seconds: i64,
        /// The time until the next check in milliseconds; 0 once the session has ended.
        look_again_ms: i64,
    }
}

fn remaining_ms(activity: &Activity) -> i64 {
    INACTIVE_MS
        .saturating_sub(activity.now.ms_since(activity.last_activity))
        .clamp(0, INACTIVE_MS)
}

/// Three minutes without activity end a session. Source: document 1, sections 4 and 9.
pub fn inactive(input: &Activity) -> Inactive {
    let remaining_ms = remaining_ms(input);
    Inactive {
        expired: remaining_ms == 0,
        remaining_ms,
    }
}

/// Whether to warn now, and when to check again. Beyond the contract: the app's timers follow this rule.
pub fn warning(input: &Activity) -> Warning {
    let left = remaining_ms(input);
    let part = left % 1000;
    let look_again_ms = match left {
        0 => 0,
        WARNING_MS.. if left > WARNING_MS => left.saturating_sub(WARNING_MS),
        _ if part == 0 => 1000,
        _ => part,
    };
    Warning {
        warn: left > 0 && left <= WARNING_MS,
        remaining_seconds: left.saturating_add(999) / 1000,
        look_again_ms,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(ms: i64) -> Activity {
        Activity {
            last_activity: Instant(0),
            now: Instant(ms),
        }
    }

    #[test]
    fn sessions_end_after_three_minutes() {
        for (ms, expired, remaining) in [
            (0, false, 180_000),
            (179_999, false, 1),
            (180_000, true, 0),
            (i64::MAX, true, 0),
            (-1, false, 180_000),
        ] {
            assert_eq!(
                inactive(&after(ms)),
                Inactive {
                    expired,
                    remaining_ms: remaining
                }
            );
        }
    }

    #[test]
    fn the_warning_counts_whole_seconds() {
        for (ms, warn, remaining_seconds, look_again_ms) in [
            (0, false, 180, 150_000),
            (149_999, false, 31, 1),
            (150_000, true, 30, 1_000),
            (150_400, true, 30, 600),
            (179_999, true, 1, 1),
            (180_000, false, 0, 0),
        ] {
            assert_eq!(
                warning(&after(ms)),
                Warning {
                    warn,
                    remaining_seconds,
                    look_again_ms
                },
                "{ms}"
            );
        }
    }
}
