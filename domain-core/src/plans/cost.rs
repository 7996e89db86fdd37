//! The cost of a loan, and its annual percentage rate.

mod balance;

use super::Unit;
use super::schedule::{LoanTerms, loan};
use crate::money::Amount;
use crate::shape::output;
use crate::validation::{Checked, Code, Violation};
use balance::Balance;

/// The longest loan with a rate, in periods: every schedule with a grace period in its own unit has fewer.
const MOST_PERIODS: u32 = 1_000;
/// The greatest displayed rate, in halves of a hundredth of a percent: 9,999,999.99 %.
const MOST_HALVES: u64 = 1_999_999_999;
const ABOVE_GREATEST: &str = "above 9,999,999.99%";
/// A rate of one in this unit.
const ONE_IN_HALVES: u64 = 20_000;
/// The refinement factor of the search for the yearly rate, where the effective rate needs it, and its limit.
const FINER: u64 = 16;
const MOST_PARTS: u64 = 1 << 24;

output! {
    /// The cost of a loan.
    pub struct LoanCost {
        /// The interest of the whole loan, in its currency.
        interest: Amount,
        /// The fee for requesting the loan, in its currency.
        request_fee: Amount,
        /// Interest and request fee.
        total: Amount,
        /// The annual percentage rate in percent, with two decimals, rounded half up; null if there is none below ten
        /// million. It is nominal: the rate per period times the periods per year (12 months, 52 weeks or 365 days), by
        /// the actuarial method of US Regulation Z, appendix J.
        annual_rate: Option<String>,
        /// The annual rate for display, with its sign: `107.28%`, or that it is above the greatest displayed rate.
        annual_rate_text: String,
        /// The rate with compound interest in percent, with two decimals, rounded half up: `(1 + i)^n - 1` for the rate
        /// `i` per period and `n` periods per year (12, 52 or 365); null if there is none below ten million.
        effective_rate: Option<String>,
    }
}

impl Unit {
    /// The number per year.
    const fn in_a_year(self) -> u64 {
        match self {
            Self::Day => 365,
            Self::Week => 52,
            Self::Month => 12,
        }
    }

    /// The number of days for measuring a part of it.
    const fn days(self) -> u64 {
        match self {
            Self::Day => 1,
            Self::Week => 7,
            Self::Month => 30,
        }
    }
}

/// The rate at which the present value of the instalments equals the borrower's proceeds, the principal minus the
/// request fee: the rate per period times the periods per year (365 days, 52 weeks, 12 months), rounded half up. If the
/// grace period is in another unit, whole periods are counted back from the first due date, and the days before them
/// bear simple interest, in a month one thirtieth a day: the actuarial method of US Regulation Z, appendix J, (b)(5).
/// The effective rate compounds the rate per period over a year. Found by exact bisection on integers. Source: document
/// 3, section 9.
///
/// # Errors
/// As `loan.schedule`; `out_of_range` for a loan of more than a thousand periods.
pub fn cost(input: &LoanTerms) -> Checked<LoanCost> {
    let schedule = loan(input)?;
    let total = schedule.interest.checked_add(&schedule.request_fee);
    let total = total.ok_or_else(|| Violation::new("request_fee", Code::OutOfRange))?;
    let amounts: Vec<u128> = schedule
        .instalments
        .iter()
        .map(|one| one.amount.units().unsigned_abs())
        .collect();
    let (wait, odd_days) = until_first(input).ok_or_else(too_long)?;
    let periods = u32::try_from(amounts.len()).ok();
    let periods = periods.and_then(|count| count.checked_add(wait));
    if periods.is_none_or(|periods| periods > MOST_PERIODS) {
        return Err(too_long().into());
    }
    let received = schedule.principal.checked_sub(&schedule.request_fee);
    let received = received.map(|received| received.units().unsigned_abs());
    let loan = Loan {
        received: received.unwrap_or_default(),
        wait,
        odd_days,
        unit: input.duration_unit,
        amounts,
    };
    let rate = loan.rate();
    let annual_rate = rate.and_then(|rate| percent(rate.low));
    Ok(LoanCost {
        interest: schedule.interest,
        request_fee: schedule.request_fee,
        total,
        annual_rate_text: annual_rate
            .as_ref()
            .map_or_else(|| ABOVE_GREATEST.to_owned(), |rate| [rate, "%"].concat()),
        annual_rate,
        effective_rate: rate.and_then(|rate| loan.effective(rate)).and_then(percent),
    })
}

fn too_long() -> Violation {
    Violation::new("wait", Code::OutOfRange)
}

/// A number of halves of a hundredth of a percent, rounded half up to a hundredth.
fn hundredths(halves: u64) -> Option<u64> {
    halves.checked_add(1)?.checked_div(2)
}

/// Formats halves of a hundredth of a percent, rounded half up to a hundredth.
fn percent(halves: u64) -> Option<String> {
    let hundredths = hundredths(halves)?;
    let (whole, rest) = (hundredths.checked_div(100)?, hundredths.checked_rem(100)?);
    let zero = if rest < 10 { "0" } else { "" };
    Some([&whole.to_string(), ".", zero, &rest.to_string()].concat())
}

/// The whole periods up to the first instalment, counted back from it, and the days before them. Months are counted
/// between the days of the schedule: if later due dates are on the 31st, one month before the last day of February is
/// 31 January.
fn until_first(input: &LoanTerms) -> Option<(u32, u64)> {
    let (unit, wait) = (input.duration_unit, u32::try_from(input.wait).ok()?);
    if input.wait_unit == unit {
        return Some((wait.checked_add(1)?, 0));
    }
    let anchor = input.wait_unit.after(input.start, wait)?;
    let (mut whole, mut start) = (1_u32, anchor);
    while whole <= MOST_PERIODS {
        match unit
            .before(anchor, whole)
            .filter(|date| *date >= input.start)
        {
            Some(date) => (whole, start) = (whole.checked_add(1)?, date),
            None => break,
        }
    }
    let odd = start.day_number().checked_sub(input.start.day_number())?;
    Some((whole, u64::try_from(odd).ok()?))
}

/// A loan in minor units.
struct Loan {
    received: u128,
    wait: u32,
    odd_days: u64,
    unit: Unit,
    amounts: Vec<u128>,
}

/// A yearly rate in parts of halves of a hundredth of a percent: at least `low`, less than one part more.
#[derive(Debug, Clone, Copy)]
struct Rate {
    low: u64,
    /// The number of parts per half.
    parts: u64,
}

impl Rate {
    fn of(low: u64) -> Self {
        Self { low, parts: 1 }
    }

    /// The greatest number below which a condition on numbers up to a limit does not hold.
    fn search(mut low: u64, mut high: u64, is_above: impl Fn(u64) -> bool) -> u64 {
        while high.saturating_sub(low) > 1 {
            let middle = low.midpoint(high);
            if is_above(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        low
    }
}

impl Loan {
    fn rate(&self) -> Option<Rate> {
        if self.received == 0 || !self.leaves_debt(Rate::of(MOST_HALVES)) {
            return None;
        }
        // The low rate leaves no debt, the high one does.
        let is_above = |rate| self.leaves_debt(Rate::of(rate));
        Some(Rate::of(Rate::search(0, MOST_HALVES, is_above)))
    }

    /// One year in the parts of a rate.
    fn year(&self, parts: u64) -> u64 {
        let halves = ONE_IN_HALVES.saturating_mul(self.unit.in_a_year());
        halves.saturating_mul(parts)
    }

    /// Whether the instalments leave a debt at a yearly rate. Exact: the balance is a fraction of integers.
    fn leaves_debt(&self, Rate { low: rate, parts }: Rate) -> bool {
        let year = self.year(parts);
        let mut balance = Balance::of(self.received);
        if self.odd_days > 0 {
            let whole = self.unit.days().saturating_mul(year);
            let part = self.odd_days.saturating_mul(rate);
            balance.grow(whole.saturating_add(part), whole);
        }
        for _ in 1..self.wait {
            balance.grow(year.saturating_add(rate), year);
        }
        for amount in &self.amounts {
            balance.grow(year.saturating_add(rate), year);
            if !balance.pay(*amount) {
                return false;
            }
        }
        !balance.is_zero()
    }

    /// The effective rate in halves of a hundredth of a percent. The yearly rate is refined until it determines the
    /// result to a hundredth.
    fn effective(&self, mut rate: Rate) -> Option<u64> {
        loop {
            let found = self.compounded(rate)?;
            let next = Rate {
                low: rate.low.checked_add(1)?,
                ..rate
            };
            if rate.parts >= MOST_PARTS || hundredths(found) == hundredths(self.compounded(next)?) {
                return Some(found);
            }
            let parts = rate.parts.checked_mul(FINER)?;
            let low = rate.low.checked_mul(FINER)?;
            let is_above = |low| self.leaves_debt(Rate { low, parts });
            let low = Rate::search(low, low.checked_add(FINER)?, is_above);
            rate = Rate { low, parts };
        }
    }

    /// A yearly rate compounded over the periods of a year, rounded down to halves; `None` above the greatest rate.
    fn compounded(&self, Rate { low: rate, parts }: Rate) -> Option<u64> {
        let year = self.year(parts);
        let mut grown = Balance::of(ONE_IN_HALVES.into());
        for _ in 0..self.unit.in_a_year() {
            grown.grow(year.saturating_add(rate), year);
        }
        let is_above =
            |halves: u64| !grown.covers(u128::from(ONE_IN_HALVES).saturating_add(halves.into()));
        is_above(MOST_HALVES).then(|| Rate::search(0, MOST_HALVES, is_above))
    }
}

#[cfg(test)]
mod tests;
