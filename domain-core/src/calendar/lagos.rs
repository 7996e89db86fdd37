//! Local time in Lagos: UTC+1, without daylight saving since 1919.

use super::{Date, Instant, padded};

const OFFSET_MS: i64 = 3_600_000;
const MS_A_MINUTE: i64 = 60_000;
const MINUTES_AN_HOUR: i64 = 60;
const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];
const MONTHS_IN_FULL: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The day of an instant in Lagos; instants outside the years 1 to 9999 count as the first or the last day.
pub fn lagos_date(at: Instant) -> Date {
    // `add_ms` stays within the calendar, so there is a date.
    let of_calendar = at.add_ms(OFFSET_MS).date_and_ms();
    of_calendar.map_or(Date::MIN, |(date, _)| date)
}

/// The month of a date, such as `Nov`.
pub fn month_name(date: Date) -> &'static str {
    let month = usize::from(date.month()).saturating_sub(1);
    MONTHS.get(month).copied().unwrap_or_default()
}

/// The first instant of a day in Lagos.
pub fn lagos_midnight(day: Date) -> Instant {
    Instant::on(day, 0).map_or(Instant::FIRST, |at| at.add_ms(-OFFSET_MS))
}

/// The month of a date in full, such as `November`.
pub fn month_in_full(date: Date) -> &'static str {
    let month = usize::from(date.month()).saturating_sub(1);
    MONTHS_IN_FULL.get(month).copied().unwrap_or_default()
}

/// `22 Nov 2026`.
pub fn day_in_words(date: Date) -> String {
    let (day, year) = (date.day().to_string(), date.year().to_string());
    [&day, " ", month_name(date), " ", &year].concat()
}

/// `22 Nov, 14:05`: day and minute, truncated.
pub fn day_and_time(at: Instant) -> String {
    written(at, false)
}

/// `22 Nov 2026, 14:05`.
pub fn day_year_and_time(at: Instant) -> String {
    written(at, true)
}

fn written(at: Instant, with_year: bool) -> String {
    let Some((date, of_day_ms)) = at.add_ms(OFFSET_MS).date_and_ms() else {
        return at.text();
    };
    let day_first = date.day_first();
    let mut parts = day_first.splitn(3, '-');
    let day = parts.next().unwrap_or_default().trim_start_matches('0');
    let month: usize = parts
        .next()
        .and_then(|month| month.parse().ok())
        .unwrap_or(1);
    let name = MONTHS.get(month.saturating_sub(1)).copied();
    let year = parts.next().filter(|_| with_year).unwrap_or_default();
    let minutes = of_day_ms.div_euclid(MS_A_MINUTE);
    let two = |number: i64| padded(u32::try_from(number).unwrap_or(0), 2);
    [
        day,
        " ",
        name.unwrap_or_default(),
        if with_year { " " } else { "" },
        year,
        ", ",
        &two(minutes.div_euclid(MINUTES_AN_HOUR)),
        ":",
        &two(minutes.rem_euclid(MINUTES_AN_HOUR)),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_and_the_minute_in_lagos() {
        for (utc, lagos) in [
            ("2026-11-22T13:05:59.999Z", "22 Nov, 14:05"),
            ("2026-11-22T22:59:59Z", "22 Nov, 23:59"),
            ("2026-11-22T23:00:00Z", "23 Nov, 00:00"),
            ("2026-12-31T23:30:00Z", "1 Jan, 00:30"),
            ("2028-02-28T23:00:00Z", "29 Feb, 00:00"),
        ] {
            assert_eq!(day_and_time(Instant::parse(utc).unwrap()), lagos, "{utc}");
        }
        let at = Instant::parse("2026-11-22T13:05:00Z").unwrap();
        assert_eq!(day_year_and_time(at), "22 Nov 2026, 14:05");
    }
}
