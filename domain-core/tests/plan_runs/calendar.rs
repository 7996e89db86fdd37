//! The days from 2020, as a table.

use crate::dice::Dice;
use domain_core::calendar::Date;
use domain_core::plans::Unit;
use std::sync::LazyLock;

const FIRST_YEAR: u16 = 2020;
const LAST_YEAR: u16 = 2130;
/// The range of start dates: twenty years.
const STARTS: u64 = 7_300;

static DAYS: LazyLock<Vec<(u16, u8, u8)>> = LazyLock::new(|| {
    let months = |year| (1..=12).map(move |month| (year, month));
    let days = |(year, month)| (1..=length(year, month)).map(move |day| (year, month, day));
    (FIRST_YEAR..=LAST_YEAR)
        .flat_map(months)
        .flat_map(days)
        .collect()
});

fn length(year: u16, month: u8) -> u8 {
    let is_leap = (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// A day, by its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(usize);

impl Day {
    pub fn any(dice: &mut Dice) -> Self {
        // The ends of months are the most error-prone.
        let day = Self(dice.between(400, STARTS) as usize);
        let (_, _, of_month) = DAYS[day.0];
        if dice.once_in(3) {
            Self(day.0 - usize::from(of_month))
        } else {
            day
        }
    }

    pub fn later(self, days: u64) -> Self {
        Self(self.0 + days as usize)
    }

    pub fn earlier(self, days: u64) -> Self {
        Self(self.0 - days as usize)
    }

    /// The number of days in between.
    pub fn since(self, earlier: Self) -> u64 {
        (self.0 - earlier.0) as u64
    }

    /// Months keep the day of the month, or use the last day of a shorter month.
    pub fn after(self, unit: Unit, count: u64) -> Self {
        match unit {
            Unit::Day => self.later(count),
            Unit::Week => self.later(7 * count),
            Unit::Month => {
                let (year, month, day) = DAYS[self.0];
                let months = u64::from(year) * 12 + u64::from(month) - 1 + count;
                let (year, month) = ((months / 12) as u16, (months % 12) as u8 + 1);
                let wanted = (year, month, day.min(length(year, month)));
                Self(DAYS.binary_search(&wanted).expect("a day of the table"))
            }
        }
    }

    /// The day this many units earlier; `None` before the first day of the table. Months keep the day of the month, or
    /// use the last day of a shorter month.
    pub fn before(self, unit: Unit, count: u64) -> Option<Self> {
        match unit {
            Unit::Day => Some(Self(self.0.checked_sub(count as usize)?)),
            Unit::Week => Some(Self(self.0.checked_sub(7 * count as usize)?)),
            Unit::Month => {
                let (year, month, day) = DAYS[self.0];
                let months = (u64::from(year) * 12 + u64::from(month) - 1).checked_sub(count)?;
                let (year, month) = ((months / 12) as u16, (months % 12) as u8 + 1);
                let wanted = (year, month, day.min(length(year, month)));
                DAYS.binary_search(&wanted).ok().map(Self)
            }
        }
    }

    pub fn text(self) -> String {
        let (year, month, day) = DAYS[self.0];
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// The rules' type.
    pub fn date(self) -> Date {
        Date::parse(&self.text()).expect("a date")
    }
}
