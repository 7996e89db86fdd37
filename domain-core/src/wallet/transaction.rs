//! The transaction history's periods.

use crate::calendar::Date;
use crate::shape::{choice, input, output};

choice! {
    /// The labels of the buttons. (Document 2, section 2.)
    pub enum Period {
        Day = "last 24hr",
        Week = "1 week",
        Month = "30 days",
    }
}

input! {
    /// A period that ends today.
    pub struct PeriodInput {
        period: Period,
        today: Date,
    }
}

output! {
    /// The first and the last day, both included.
    pub struct Days {
        from: Date,
        to: Date,
    }
}

/// One, seven or thirty days back from today. Days, not hours: the call takes dates. Source: document 2, sections 2, 7.
pub fn period(input: &PeriodInput) -> Days {
    let days = match input.period {
        Period::Day => -1,
        Period::Week => -7,
        Period::Month => -30,
    };
    Days {
        from: input.today.add_days(days).unwrap_or(Date::MIN),
        to: input.today,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_end_today() {
        let today = Date::new(2026, 3, 1).unwrap();
        let from = |period| period_from(period, today);
        assert_eq!(
            [from(Period::Day), from(Period::Week), from(Period::Month)],
            ["2026-02-28", "2026-02-22", "2026-01-30"]
        );
        assert_eq!(period_from(Period::Month, Date::MIN), "0001-01-01");
    }

    fn period_from(period: Period, today: Date) -> String {
        super::period(&PeriodInput { period, today })
            .from
            .to_string()
    }
}
