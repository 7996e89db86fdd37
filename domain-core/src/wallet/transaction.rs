//! The transaction history's periods.

use crate::calendar::{Date, Instant, lagos_date};
use crate::shape::{choice, input, output};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

choice! {
    /// The labels of the buttons. (Document 2, section 2.)
    pub enum Period {
        Day = "last 24hr",
        Week = "1 week",
        Month = "30 days",
    }
}

input! {
    /// A period that ends now.
    pub struct PeriodInput {
        period: Period,
        now: Instant,
    }
}

output! {
    /// From when to when to ask for.
    pub struct Bounds {
        /// An instant, or the first day in Lagos.
        from: String,
        /// The last day in Lagos, included; null: no end.
        to: Option<Date>,
    }
}

/// The last 24 hours, to the millisecond; or the days in Lagos from seven or thirty days back until today. Source:
/// document 2, sections 2 and 7.
pub fn period(input: &PeriodInput) -> Bounds {
    let today = lagos_date(input.now).unwrap_or(Date::MIN);
    let days = |count| Bounds {
        from: today.add_days(count).unwrap_or(Date::MIN).text(),
        to: Some(today),
    };
    match input.period {
        Period::Day => Bounds {
            from: input.now.add_ms(-DAY_MS).text(),
            to: None,
        },
        Period::Week => days(-7),
        Period::Month => days(-30),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(period: Period, now: &str) -> (String, Option<String>) {
        let now = Instant::parse(now).unwrap();
        let bounds = super::period(&PeriodInput { period, now });
        (bounds.from, bounds.to.map(Date::text))
    }

    #[test]
    fn a_day_is_24_hours_and_longer_periods_are_days_in_lagos() {
        let to = |day: &str| Some(day.to_owned());
        // Half past midnight in Lagos.
        let now = "2026-02-28T23:30:00.250Z";
        assert_eq!(
            bounds(Period::Day, now),
            ("2026-02-27T23:30:00.250Z".to_owned(), None)
        );
        assert_eq!(
            bounds(Period::Week, now),
            ("2026-02-22".to_owned(), to("2026-03-01"))
        );
        assert_eq!(
            bounds(Period::Month, now),
            ("2026-01-30".to_owned(), to("2026-03-01"))
        );
    }
}
