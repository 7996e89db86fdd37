//! Days, weeks, months.

use crate::calendar::Date;
use crate::shape::choice;

choice! {
    /// The unit of durations and waiting times.
    pub enum Unit {
        Day = "day",
        Week = "week",
        Month = "month",
    }
}

impl Unit {
    /// The date this many units later. Months keep the day, or use the last day of a shorter month.
    pub fn after(self, date: Date, count: u32) -> Option<Date> {
        match self {
            Self::Day => date.add_days(count.into()),
            Self::Week => date.add_days(i64::from(count).checked_mul(7)?),
            Self::Month => date.add_months(count),
        }
    }

    /// The date this many units earlier. Months keep the day, or use the last day of a shorter month.
    pub fn before(self, date: Date, count: u32) -> Option<Date> {
        match self {
            Self::Day => date.add_days(i64::from(count).checked_neg()?),
            Self::Week => date.add_days(i64::from(count).checked_mul(-7)?),
            Self::Month => date.sub_months(count),
        }
    }
}
