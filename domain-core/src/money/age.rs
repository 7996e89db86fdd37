//! The age of exchange rates, and their validity.

use super::{Currency, CurrencyCode};
use crate::calendar::{Instant, day_year_and_time};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};

/// The default validity of a rate.
pub const RATE_VALID_HOURS: i64 = 24;
const MS_A_MINUTE: i64 = 60_000;
/// The tolerance for clock differences.
pub const CLOCKS_DIFFER_MS: i64 = 5 * MS_A_MINUTE;
const MINUTES_AN_HOUR: i64 = 60;
const MINUTES_A_DAY: i64 = 24 * MINUTES_AN_HOUR;

input! {
    /// A currency's rate.
    pub struct RateAgeInput {
        currency: CurrencyCode,
        /// When it was set; null: the sample of a new database.
        set_at: Option<Instant>,
        now: Instant,
        /// Its validity; the default is a day.
        limit_hours: Option<i64>,
        /// Whether samples may be used, as in environments without real money.
        samples_allowed: Option<bool>,
    }
}

output! {
    /// Whether a rate may be used.
    pub struct RateAge {
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
        ". Please try again later.",
    ];
    Err(Violation::new("currency", Code::NotAllowed).saying_all(&words))
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
