//! The only source of time, so that tests can set it.
//!
//! Instants are epoch milliseconds in UTC, named `…_ms`. Civil dates are those of Africa/Lagos, which has been UTC+1
//! without daylight saving since 1919.

use domain_core::calendar::{self, Date, Instant};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::UNIX_EPOCH;
use time::format_description::well_known::Rfc3339;
use time::{OffsetDateTime, UtcOffset};

const LAGOS_OFFSET_HOURS: i8 = 1;
const LAGOS_OFFSET_MS: i64 = 3_600_000;
const DAY_MS: i64 = 86_400_000;

/// A clock.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    /// The system clock, moved ahead by this many milliseconds.
    System(Arc<AtomicI64>),
    Set(Arc<AtomicI64>),
}

impl Clock {
    /// The system clock.
    pub fn system() -> Self {
        Self(Source::System(Arc::default()))
    }

    /// A clock that stands still until it is moved; clones share its time.
    pub fn set_to(now_ms: i64) -> Self {
        Self(Source::Set(Arc::new(AtomicI64::new(now_ms))))
    }

    /// Moves this clock and its clones ahead, in tests and in the sandbox.
    pub fn advance_ms(&self, by_ms: i64) {
        let (Source::System(moved_ms) | Source::Set(moved_ms)) = &self.0;
        moved_ms.fetch_add(by_ms, Ordering::SeqCst);
    }

    /// The current time, in epoch milliseconds.
    #[allow(clippy::disallowed_methods, reason = "this is the clock")]
    pub fn now_ms(&self) -> i64 {
        match &self.0 {
            Source::System(ahead_ms) => {
                let since = std::time::SystemTime::now()
                    .duration_since(UNIX_EPOCH)
                    .unwrap_or_default();
                let since_ms = i64::try_from(since.as_millis()).unwrap_or(i64::MAX);
                since_ms.saturating_add(ahead_ms.load(Ordering::SeqCst))
            }
            Source::Set(now_ms) => now_ms.load(Ordering::SeqCst),
        }
    }

    /// The current date in Lagos.
    pub fn today(&self) -> Date {
        lagos_date(self.now_ms())
    }
}

fn utc(at_ms: i64) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(at_ms) * 1_000_000)
        .unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

/// An instant as RFC 3339 in UTC with milliseconds: `2026-11-20T22:45:00.123Z`.
pub fn rfc3339(at_ms: i64) -> String {
    let at = utc(at_ms);
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
        at.year(),
        u8::from(at.month()),
        at.day(),
        at.hour(),
        at.minute(),
        at.second(),
        at.millisecond()
    )
}

/// An instant in the format of HTTP's `Date` header (RFC 9110, section 5.6.7): `Fri, 20 Nov 2026 22:45:00 GMT`.
pub fn http_date(at_ms: i64) -> String {
    let at = utc(at_ms);
    let short = |name: String| name.chars().take(3).collect::<String>();
    format!(
        "{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT",
        short(at.weekday().to_string()),
        at.day(),
        short(at.month().to_string()),
        at.year(),
        at.hour(),
        at.minute(),
        at.second()
    )
}

/// Parses an RFC 3339 instant.
pub fn parse_rfc3339(text: &str) -> Option<i64> {
    let at = OffsetDateTime::parse(text, &Rfc3339).ok()?;
    i64::try_from(at.unix_timestamp_nanos() / 1_000_000).ok()
}

/// The civil date in Lagos at an instant.
pub fn lagos_date(at_ms: i64) -> Date {
    calendar::lagos_date(Instant(at_ms))
}

/// The minute in Lagos at an instant, `YYYYMMDDHHmm`.
pub fn lagos_minute(at_ms: i64) -> String {
    let offset = UtcOffset::from_hms(LAGOS_OFFSET_HOURS, 0, 0).unwrap_or(UtcOffset::UTC);
    let at = utc(at_ms).to_offset(offset);
    format!(
        "{:04}{:02}{:02}{:02}{:02}",
        at.year(),
        u8::from(at.month()),
        at.day(),
        at.hour(),
        at.minute()
    )
}

/// Start and end of the civil day in Lagos that contains an instant.
pub const fn lagos_day_ms(at_ms: i64) -> (i64, i64) {
    let day = lagos_day(at_ms);
    (lagos_day_begins_ms(day), lagos_day_begins_ms(day + 1))
}

/// The civil day in Lagos at an instant, in days since 1970-01-01.
pub const fn lagos_day(at_ms: i64) -> i64 {
    at_ms.saturating_add(LAGOS_OFFSET_MS).div_euclid(DAY_MS)
}

/// The first instant of a civil day in Lagos.
pub const fn lagos_day_begins_ms(day: i64) -> i64 {
    day.saturating_mul(DAY_MS).saturating_sub(LAGOS_OFFSET_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn http_dates_are_in_english_and_gmt() {
        let at_ms = parse_rfc3339("2026-11-20T22:45:00.999Z").unwrap();
        assert_eq!(http_date(at_ms), "Fri, 20 Nov 2026 22:45:00 GMT");
    }

    #[test]
    fn instants_round_trip_through_text() {
        let at_ms = 1_795_214_700_123;
        assert_eq!(parse_rfc3339(&rfc3339(at_ms)), Some(at_ms));
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(parse_rfc3339("yesterday"), None);
    }

    #[test]
    fn the_day_in_lagos_begins_one_hour_before_utc() {
        let one_minute_to_eleven_ms = parse_rfc3339("2026-11-20T22:59:59Z").unwrap();
        assert_eq!(lagos_date(one_minute_to_eleven_ms).text(), "2026-11-20");
        assert_eq!(
            lagos_date(one_minute_to_eleven_ms + 1_000).text(),
            "2026-11-21"
        );
    }

    #[test]
    fn a_day_in_lagos_lasts_from_23_to_23_in_utc() {
        let at = |text: &str| parse_rfc3339(text).unwrap();
        let day = (at("2026-11-19T23:00:00Z"), at("2026-11-20T23:00:00Z"));
        assert_eq!(lagos_day_ms(day.0), day);
        assert_eq!(lagos_day_ms(day.1 - 1), day);
        assert_eq!(lagos_day_ms(day.1).0, day.1);
    }

    #[test]
    fn a_set_clock_moves_only_when_advanced() {
        let clock = Clock::set_to(1_000);
        let same = clock.clone();
        clock.advance_ms(500);
        assert_eq!((clock.now_ms(), same.now_ms()), (1_500, 1_500));
    }
}
