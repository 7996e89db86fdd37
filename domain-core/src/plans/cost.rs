//! What a loan costs, and its annual percentage rate.

mod balance;

use super::Unit;
use super::schedule::{LoanTerms, loan};
use crate::money::Amount;
use crate::shape::output;
use crate::validation::{Checked, Code, Violation};
use balance::Balance;

/// Longest loan with a rate, in periods: every schedule with a grace period in its own unit has fewer.
const MOST_PERIODS: u32 = 1_000;
/// Greatest rate that is told, in halves of a hundredth of a percent: 9,999,999.99 %.
const MOST_HALVES: u64 = 1_999_999_999;
const ABOVE_GREATEST: &str = "above 9,999,999.99%";
/// A rate of one, in these halves.
const ONE_IN_HALVES: u64 = 20_000;

output! {
    /// The cost of a loan.
    pub struct LoanCost {
        interest: Amount,
        request_fee: Amount,
        /// Interest and request fee.
        total: Amount,
        /// The annual percentage rate, with two decimals; null if there is none below ten million.
        annual_rate: Option<String>,
        /// The same for display, with its sign: `107.28%`, or that it is above the greatest that is told.
        annual_rate_text: String,
    }
}

impl Unit {
    /// In a year.
    const fn in_a_year(self) -> u64 {
        match self {
            Self::Day => 365,
            Self::Week => 52,
            Self::Month => 12,
        }
    }

    /// The days that a part of it is measured by.
    const fn days(self) -> u64 {
        match self {
            Self::Day => 1,
            Self::Week => 7,
            Self::Month => 30,
        }
    }
}

/// The rate at which the instalments are worth what the borrower receives, the principal less the request fee: its share
/// of a year times the periods of a year (365 days, 52 weeks, 12 months), rounded half up. Where the grace period is in
/// another unit, the days beyond whole periods bear simple interest, in a month one thirtieth a day. Found by exact
/// bisection on whole numbers. Source: document 3, section 9.
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
    let annual_rate = loan.annual_rate();
    Ok(LoanCost {
        interest: schedule.interest,
        request_fee: schedule.request_fee,
        total,
        annual_rate_text: annual_rate
            .as_ref()
            .map_or_else(|| ABOVE_GREATEST.to_owned(), |rate| [rate, "%"].concat()),
        annual_rate,
    })
}

fn too_long() -> Violation {
    Violation::new("wait", Code::OutOfRange)
}

/// The whole periods up to the first instalment, and the days beyond them.
fn until_first(input: &LoanTerms) -> Option<(u32, u64)> {
    let (unit, wait) = (input.duration_unit, u32::try_from(input.wait).ok()?);
    if input.wait_unit == unit {
        return Some((wait.checked_add(1)?, 0));
    }
    let first = unit.after(input.wait_unit.after(input.start, wait)?, 1)?;
    let mut whole = 0_u32;
    let mut end = input.start;
    while whole <= MOST_PERIODS {
        let next = unit.after(input.start, whole.checked_add(1)?)?;
        if next > first {
            break;
        }
        (whole, end) = (whole.checked_add(1)?, next);
    }
    let odd = first.day_number().checked_sub(end.day_number())?;
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

impl Loan {
    fn annual_rate(&self) -> Option<String> {
        let (mut low, mut high) = (0_u64, MOST_HALVES);
        if self.received == 0 || !self.leaves_debt(high) {
            return None;
        }
        // At the low rate nothing is left to pay, at the high one something is.
        while high.saturating_sub(low) > 1 {
            let middle = low.midpoint(high);
            if self.leaves_debt(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        let hundredths = low.checked_add(1)?.checked_div(2)?;
        let (whole, rest) = (hundredths.checked_div(100)?, hundredths.checked_rem(100)?);
        let zero = if rest < 10 { "0" } else { "" };
        Some([&whole.to_string(), ".", zero, &rest.to_string()].concat())
    }

    /// Whether the instalments leave a debt at a yearly rate. Exact: the balance is a fraction of whole numbers.
    fn leaves_debt(&self, rate: u64) -> bool {
        let year = ONE_IN_HALVES.saturating_mul(self.unit.in_a_year());
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
}

#[cfg(test)]
mod tests;
