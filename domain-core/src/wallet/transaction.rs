//! Periods and times of the transaction history.

use crate::calendar::{Date, Instant, day_and_time, lagos_date, month_name};
use crate::money::plain_amount;
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
        /// The period, by the label of its button.
        period: Period,
        /// The current time, at which the period ends.
        now: Instant,
    }
}

output! {
    /// The start and end of a period.
    pub struct Bounds {
        /// An instant, or the first day in Lagos.
        from: String,
        /// The last day in Lagos, inclusive; null: no end.
        to: Option<Date>,
    }
}

/// The last 24 hours, to the millisecond; or the days in Lagos from seven or thirty days ago until today. Source:
/// document 2, sections 2 and 7.
pub fn period(input: &PeriodInput) -> Bounds {
    let today = lagos_date(input.now);
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

/// Monday, 5 January 1970.
const MONDAY: i64 = 4;
const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

input! {
    /// The time of an event, and the current time.
    pub struct TimeInput {
        /// The time of the event.
        at: Instant,
        /// The current time.
        now: Instant,
    }
}

output! {
    /// An instant in Lagos, for a list.
    pub struct Time {
        /// The heading of its day: `Today`, `Yesterday`, `Fri 20 Nov`; with the year if it differs.
        heading: String,
        /// The heading of its month: `Nov 2026`.
        month: String,
        /// `15:42`
        time: String,
    }
}

/// Day, month and time in Lagos. The document specifies no wording; it is ours.
pub fn time(input: &TimeInput) -> Time {
    let (day, today) = (lagos_date(input.at), lagos_date(input.now));
    let month = month_name(day);
    let year = day.year().to_string();
    let heading = match today.day_number().saturating_sub(day.day_number()) {
        0 => String::from("Today"),
        1 => String::from("Yesterday"),
        _ => {
            let weekday = day.day_number().saturating_sub(MONDAY).rem_euclid(7);
            let weekday = usize::try_from(weekday)
                .ok()
                .and_then(|index| DAYS.get(index));
            let number = day.day().to_string();
            let mut words = vec![weekday.copied().unwrap_or_default(), &number, month];
            if day.year() != today.year() {
                words.push(&year);
            }
            words.join(" ")
        }
    };
    let written = day_and_time(input.at);
    Time {
        heading,
        month: [month, " ", &year].concat(),
        time: written.rsplit(' ').next().unwrap_or_default().to_owned(),
    }
}

input! {
    /// A search as typed.
    pub struct SearchInput {
        /// The search as typed.
        search: String,
    }
}

output! {
    /// A search in the transaction history.
    pub struct Search {
        /// Found in names, references and descriptions; lower case.
        text: String,
        /// Found in amounts, which have no separators: `1,500` as `1500`.
        amount: String,
    }
}

/// A typed amount is found however it is spelt; any other text is looked for as it is.
pub fn search(input: &SearchInput) -> Search {
    let typed = input.search.trim();
    let text = typed.to_lowercase();
    Search {
        amount: plain_amount(typed).unwrap_or_else(|| text.clone()),
        text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_natural_headings() {
        for (at, heading, month, clock) in [
            ("2026-11-22T14:42:00Z", "Today", "Nov 2026", "15:42"),
            // Half past midnight in Lagos.
            ("2026-11-21T23:30:00Z", "Today", "Nov 2026", "00:30"),
            ("2026-11-21T22:59:00Z", "Yesterday", "Nov 2026", "23:59"),
            ("2026-11-20T10:00:00Z", "Fri 20 Nov", "Nov 2026", "11:00"),
            ("2026-03-01T10:00:00Z", "Sun 1 Mar", "Mar 2026", "11:00"),
            (
                "2025-12-31T10:00:00Z",
                "Wed 31 Dec 2025",
                "Dec 2025",
                "11:00",
            ),
            ("2026-11-23T10:00:00Z", "Mon 23 Nov", "Nov 2026", "11:00"),
        ] {
            let time = super::time(&TimeInput {
                at: Instant::parse(at).unwrap(),
                now: Instant::parse("2026-11-22T20:00:00Z").unwrap(),
            });
            assert_eq!(
                (
                    time.heading.as_str(),
                    time.month.as_str(),
                    time.time.as_str()
                ),
                (heading, month, clock)
            );
        }
    }

    fn bounds(period: Period, now: &str) -> (String, Option<String>) {
        let now = Instant::parse(now).unwrap();
        let bounds = super::period(&PeriodInput { period, now });
        (bounds.from, bounds.to.map(Date::text))
    }

    #[test]
    fn the_day_is_24_hours_and_longer_periods_are_days_in_lagos() {
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

    #[test]
    fn amounts_are_found_however_they_are_typed() {
        for (typed, text, amount) in [
            ("1,500", "1,500", "1500"),
            (" ₦1,500.50 ", "₦1,500.50", "1500.50"),
            ("N500", "n500", "500"),
            ("0.00050000", "0.00050000", "0.00050000"),
            ("1,50", "1,50", "1,50"),
            ("UMAR", "umar", "umar"),
            ("", "", ""),
        ] {
            let found = super::search(&SearchInput {
                search: typed.into(),
            });
            assert_eq!((found.text.as_str(), found.amount.as_str()), (text, amount));
        }
    }
}
