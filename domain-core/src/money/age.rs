//! The age of exchange rates, and their validity.

use super::{Currency, CurrencyCode};
use crate::calendar::{Instant, day_and_time, day_year_and_time};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};

/// The default validity of a rate.
pub const RATE_VALID_HOURS: i64 = 24;
const MS_A_MINUTE: i64 = 60_000;
/// The tolerance for clock differences.
pub const CLOCKS_DIFFER_MS: i64 = 5 * MS_A_MINUTE;
const MINUTES_AN_HOUR: i64 = 60;
const MINUTES_A_DAY: i64 = 24 * MINUTES_AN_HOUR;
const MS_AN_HOUR: i64 = MINUTES_AN_HOUR * MS_A_MINUTE;
const MS_A_DAY: i64 = MINUTES_A_DAY * MS_A_MINUTE;
/// The end of a refusal while nothing is known about the next rate.
const LATER: &str = "Please try again later.";
/// The interval at which rates are taken from the market.
pub const FEED_EVERY_MS: i64 = 15 * MS_A_MINUTE;
/// Lagos is an hour ahead of UTC all year.
const LAGOS_AHEAD_MS: i64 = MS_AN_HOUR;

input! {
    /// A currency's rate.
    pub struct RateAgeInput {
        /// The currency whose rate is judged.
        currency: CurrencyCode,
        /// When it was set; null: the sample of a new database.
        set_at: Option<Instant>,
        /// The current time.
        now: Instant,
        /// Its validity; the default is a day.
        limit_hours: Option<i64>,
        /// Whether samples may be used, as in environments without real money.
        samples_allowed: Option<bool>,
    }
}

/// The renewal of a rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Renewal {
    /// From the market.
    Feed,
    /// By an operator, each day at this hour in Lagos.
    ByHand { hour: i64 },
}

/// The time at which a missing rate is expected.
#[must_use]
pub fn expected(renewal: Renewal, now: Instant) -> Instant {
    let wait_ms = match renewal {
        Renewal::Feed => FEED_EVERY_MS,
        Renewal::ByHand { hour } => {
            let at_ms = hour.saturating_mul(MS_AN_HOUR);
            let since_ms = now.0.saturating_add(LAGOS_AHEAD_MS).rem_euclid(MS_A_DAY);
            match at_ms.saturating_sub(since_ms).rem_euclid(MS_A_DAY) {
                0 => MS_A_DAY,
                wait_ms => wait_ms,
            }
        }
    };
    now.add_ms(wait_ms)
}

output! {
    /// Whether a rate may be used.
    pub struct RateAge {
        /// Whether the rate may still be used.
        usable: bool,
        /// For display: `5 minutes ago`.
        age: String,
        /// The reason if it may not be used.
        message: Option<String>,
    }
}

/// Whether a rate may still be used, and its age in words. Refused if older than the limit, or more than five minutes
/// in the future, which indicates a wrong clock or date.
///
/// # Errors
/// `{currency} not supported yet!`
pub fn age(input: &RateAgeInput) -> Checked<RateAge> {
    let currency = input.currency.known("currency")?;
    let limit = input.limit_hours.unwrap_or(RATE_VALID_HOURS);
    let samples = input.samples_allowed.unwrap_or_default();
    let refusal = usable(currency, input.set_at, input.now, limit, samples).err();
    Ok(RateAge {
        usable: refusal.is_none(),
        age: input
            .set_at
            .map_or_else(|| "a sample".to_owned(), |at| words(at, input.now)),
        message: refusal.map(|refusal| refusal.message.clone().into_owned()),
    })
}

/// Refuses a rate that is older than the limit.
///
/// # Errors
/// `not_allowed`, with a message for the user.
pub fn usable(
    currency: Currency,
    set_at: Option<Instant>,
    now: Instant,
    limit_hours: i64,
    samples_allowed: bool,
) -> Result<(), Violation> {
    let limit_ms = limit_hours
        .saturating_mul(MINUTES_AN_HOUR)
        .saturating_mul(MS_A_MINUTE);
    let since = match set_at {
        None if samples_allowed => return Ok(()),
        Some(at) if is_ahead(at, now) => [
            "is from ",
            &day_year_and_time(at),
            ", which is in the future",
        ]
        .concat(),
        Some(at) if now.0.saturating_sub(at.0) <= limit_ms => return Ok(()),
        None => "was never set".to_owned(),
        Some(at) => [
            "is from ",
            &day_year_and_time(at),
            ", which is too long ago",
        ]
        .concat(),
    };
    let words = [
        "Our exchange rate for ",
        currency.as_str(),
        " ",
        &since,
        ". ",
        LATER,
    ];
    Err(Violation::new("currency", Code::NotAllowed).saying_all(&words))
}

/// The refusal of a rate from the market that waits for a person.
#[must_use]
pub fn checked(currency: Currency) -> Violation {
    let words = [
        "Our exchange rate for ",
        currency.as_str(),
        " is being checked. ",
        LATER,
    ];
    Violation::new("currency", Code::NotAllowed).saying_all(&words)
}

/// The message of a refused rate, with the time at which the next one is expected.
#[must_use]
pub fn refusal_until(refused: &Violation, expected_at: Instant) -> String {
    let stem = refused.message.strip_suffix(LATER);
    let stem = stem.unwrap_or(&refused.message);
    [
        stem,
        "We expect the next one on ",
        &day_and_time(expected_at),
        ".",
    ]
    .concat()
}

const fn is_ahead(at: Instant, now: Instant) -> bool {
    at.0.saturating_sub(now.0) > CLOCKS_DIFFER_MS
}

fn words(at: Instant, now: Instant) -> String {
    let minutes = now.0.saturating_sub(at.0).wrapping_div(MS_A_MINUTE);
    let (count, unit) = match minutes {
        _ if is_ahead(at, now) => return "in the future".to_owned(),
        ..1 => return "just now".to_owned(),
        1..MINUTES_AN_HOUR => (minutes, "minute"),
        MINUTES_AN_HOUR..MINUTES_A_DAY => (minutes.wrapping_div(MINUTES_AN_HOUR), "hour"),
        _ => (minutes.wrapping_div(MINUTES_A_DAY), "day"),
    };
    let plural = if count == 1 { " ago" } else { "s ago" };
    [&count.to_string(), " ", unit, plural].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_says_when_the_next_rate_is_expected() {
        let at = |text: &str| Instant::parse(text).unwrap();
        let now = at("2026-11-21T09:00:01Z");
        let refused = usable(
            Currency::Gbp,
            Some(at("2026-11-20T09:00:00Z")),
            now,
            24,
            false,
        );
        assert_eq!(
            refusal_until(&refused.unwrap_err(), at("2026-11-22T08:00:00Z")),
            "Our exchange rate for GBP is from 20 Nov 2026, 10:00, which is too long ago. We expect the next one on 22 Nov, 09:00."
        );
    }

    #[test]
    fn a_rate_is_expected_at_the_hour_of_the_brand_or_from_the_market() {
        for (renewal, now, expected_at) in [
            (
                Renewal::ByHand { hour: 9 },
                "2026-11-20T07:59:00Z",
                "2026-11-20T08:00:00Z",
            ),
            (
                Renewal::ByHand { hour: 9 },
                "2026-11-20T08:00:00Z",
                "2026-11-21T08:00:00Z",
            ),
            (
                Renewal::ByHand { hour: 0 },
                "2026-12-31T23:30:00Z",
                "2027-01-01T23:00:00Z",
            ),
            (
                Renewal::Feed,
                "2026-11-20T08:00:00Z",
                "2026-11-20T08:15:00Z",
            ),
        ] {
            let now = Instant::parse(now).unwrap();
            assert_eq!(expected(renewal, now).text(), expected_at);
        }
    }
}
