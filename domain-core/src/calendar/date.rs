//! Civil dates.

use crate::json::Node;
use crate::shape::{Input, Output, ReadErrors, Shape, Type};
use std::fmt;

/// A civil date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// The length of a date's text.
pub(crate) const DATE_CHARACTERS: usize = 10;
/// A regular expression of the texts that [`Date::parse`] reads, if the day exists.
pub(crate) const DATE_PATTERN: &str =
    "(000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";

impl Date {
    /// The first supported day.
    pub const MIN: Self = Self {
        year: 1,
        month: 1,
        day: 1,
    };

    /// The day of the month.
    pub const fn day(self) -> u8 {
        self.day
    }

    pub const fn month(self) -> u8 {
        self.month
    }

    pub const fn year(self) -> u16 {
        self.year
    }

    /// The date, if it exists.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let exists = (1..=9999).contains(&year) && day >= 1 && day <= days_in_month(year, month)?;
        exists.then_some(Self { year, month, day })
    }

    /// Parses `YYYY-MM-DD`.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, month, day) = three_numbers(text)?;
        (text.len() == DATE_CHARACTERS && year.len() == 4 && month.len() == 2).then_some(())?;
        Self::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
    }

    /// Parses `dd-MM-yyyy`, the format for entering dates of birth.
    pub fn parse_day_first(text: &str) -> Option<Self> {
        let (day, month, year) = three_numbers(text)?;
        (text.len() == DATE_CHARACTERS && year.len() == 4 && month.len() == 2).then_some(())?;
        Self::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
    }

    /// Whether the text has the form `dd-MM-yyyy`, even if there is no such day.
    pub fn is_written_day_first(text: &str) -> bool {
        let parts = three_numbers(text);
        parts.is_some_and(|(day, month, year)| (day.len(), month.len(), year.len()) == (2, 2, 4))
    }

    /// Formats as `dd-MM-yyyy`.
    pub fn day_first(self) -> String {
        let [[m, mm], [d, dd]] = [self.month, self.day].map(two_digits);
        let [c, cc, y, yy] = self.year_digits();
        text_of([d, dd, b'-', m, mm, b'-', c, cc, y, yy])
    }

    /// This many months later, on the same day or, in a shorter month, on its last day.
    pub fn add_months(self, months: u32) -> Option<Self> {
        self.in_month(self.months()?.checked_add(months)?)
    }

    /// This many months earlier, on the same day or, in a shorter month, on its last day.
    pub fn sub_months(self, months: u32) -> Option<Self> {
        self.in_month(self.months()?.checked_sub(months)?)
    }

    /// Months since year 0.
    fn months(self) -> Option<u32> {
        u32::from(self.year)
            .checked_mul(12)?
            .checked_add(u32::from(self.month))?
            .checked_sub(1)
    }

    fn in_month(self, counted: u32) -> Option<Self> {
        let year = u16::try_from(counted.checked_div(12)?).ok()?;
        let month = u8::try_from(counted.checked_rem(12)?.checked_add(1)?).ok()?;
        Self::new(year, month, self.day.min(days_in_month(year, month)?))
    }

    /// This many years later, on the same day (29 February becomes the 28th in other years).
    pub fn add_years(self, years: u32) -> Option<Self> {
        self.add_months(years.checked_mul(12)?)
    }

    /// This many days later, or earlier if negative.
    pub fn add_days(self, days: i64) -> Option<Self> {
        Self::from_day_number(self.day_number().checked_add(days)?)
    }

    /// The day before; the first day of the calendar has none and stays.
    #[must_use]
    pub fn day_before(self) -> Self {
        self.add_days(-1).unwrap_or(Self::MIN)
    }

    /// Days since 1970-01-01.
    pub fn day_number(self) -> i64 {
        // Years begin in March here, so that the leap day is the year's last (Howard Hinnant, "chrono-compatible
        // algorithms").
        let early = i64::from(self.month <= 2);
        let year = i64::from(self.year).saturating_sub(early);
        let month = i64::from(self.month)
            .saturating_add(early.saturating_mul(12))
            .saturating_sub(3);
        let of_year = month.saturating_mul(153).saturating_add(2) / 5;
        let leap_days = (year / 4)
            .saturating_sub(year / 100)
            .saturating_add(year / 400);
        year.saturating_mul(365)
            .saturating_add(leap_days)
            .saturating_add(of_year)
            .saturating_add(i64::from(self.day))
            .saturating_sub(719_469)
    }

    pub(super) fn from_day_number(number: i64) -> Option<Self> {
        // An average year has 365.2425 days: the estimate is at most one year off.
        let guess = number
            .checked_add(719_528)?
            .checked_mul(400)?
            .checked_div(146_097)?;
        let starts_by = |year: &i64| {
            let first = u16::try_from(*year)
                .ok()
                .and_then(|year| Self::new(year, 1, 1));
            first.is_some_and(|first| first.day_number() <= number)
        };
        let years = [guess.checked_add(1)?, guess, guess.checked_sub(1)?];
        let year = u16::try_from(years.into_iter().find(starts_by)?).ok()?;
        let mut left = number.checked_sub(Self::new(year, 1, 1)?.day_number())?;
        for month in 1..=12 {
            let days = i64::from(days_in_month(year, month)?);
            if left < days {
                return Self::new(year, month, u8::try_from(left.checked_add(1)?).ok()?);
            }
            left = left.checked_sub(days)?;
        }
        None
    }
}

fn two_digits(number: u8) -> [u8; 2] {
    [number / 10, number % 10].map(|digit| b'0'.saturating_add(digit))
}

fn text_of(ascii: [u8; 10]) -> String {
    String::from_utf8(ascii.to_vec()).unwrap_or_default()
}

fn three_numbers(text: &str) -> Option<(&str, &str, &str)> {
    let (first, rest) = text.split_once('-')?;
    let (second, third) = rest.split_once('-')?;
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (digits(first) && digits(second) && digits(third)).then_some((first, second, third))
}

/// `None` if there is no such month.
fn days_in_month(year: u16, month: u8) -> Option<u8> {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    Some(match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return None,
    })
}

impl Date {
    /// `YYYY-MM-DD`: the same text as `Display`, in less code.
    pub fn text(self) -> String {
        let [[m, mm], [d, dd]] = [self.month, self.day].map(two_digits);
        let [c, cc, y, yy] = self.year_digits();
        text_of([c, cc, y, yy, b'-', m, mm, b'-', d, dd])
    }

    fn year_digits(self) -> [u8; 4] {
        let two = |number: u16| two_digits(u8::try_from(number).unwrap_or(0));
        let ([c, cc], [y, yy]) = (two(self.year / 100), two(self.year % 100));
        [c, cc, y, yy]
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Shape for Date {
    const TYPE: Type = Type::Date;
}

impl Input for Date {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        let date = match node {
            Node::Text(text) => Self::parse(text),
            _ => None,
        };
        date.unwrap_or_else(|| {
            errors.record("wrong_type", "must be a date, YYYY-MM-DD");
            Self::MIN
        })
    }

    fn blank() -> Self {
        Self::MIN
    }
}

impl Output for Date {
    fn write(&self) -> Node<'static> {
        self.text().into()
    }
}
