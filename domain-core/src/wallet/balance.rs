//! Balances: their total in one currency, and how they are shown.

use crate::money::{
    Amount, AmountText, Currency, CurrencyCode, Formatted, HIDDEN, Rates, Rounding, Wide, display,
};
use crate::shape::{input, output};
use crate::validation::{Code, Judged, Violation};

input! {
    /// Balances to be summed.
    pub struct TotalInput {
        balances: Vec<Balance>,
        rates: Rates,
        /// The currency of the total.
        base: CurrencyCode,
    }

    /// What one holds in a currency.
    pub struct Balance {
        currency: CurrencyCode,
        balance: AmountText,
    }

    /// A balance to be shown, or not.
    pub struct DisplayInput {
        amount: AmountText,
        currency: CurrencyCode,
        /// Whether its owner lets it be seen.
        visible: bool,
    }
}

output! {
    /// The sum of the balances.
    pub struct Total {
        /// In the base currency, rounded down.
        total: Amount,
    }
}

/// A sum of fractions: what the balances are worth in dollars, times a power of ten.
struct Fraction {
    numerator: Wide,
    denominator: Wide,
}

/// Keeps every exponent of ten from going below zero: the finest currency has eight decimals.
const GUARD: i32 = 8;

/// Sums the balances through US dollars at sell rates, exactly, and rounds down once, at the end. A balance in the base
/// currency and a balance of nothing need no rate. Source: document 2, section 9.
///
/// # Errors
/// `{currency} not supported yet!` for a currency without a rate; `not_an_amount`; `out_of_range` beyond 28 digits.
pub fn total(input: &TotalInput) -> Judged<Total> {
    let base = input.base.known("base")?;
    let too_great = || Violation::new("balances", Code::OutOfRange);
    let sums = sums(&input.balances)?;
    let mut worth = Fraction {
        numerator: Wide::ZERO,
        denominator: Wide::from(1),
    };
    for sum in sums
        .iter()
        .filter(|sum| sum.currency() != base && !sum.is_zero())
    {
        let rate = input
            .rates
            .sell(sum.currency())
            .ok_or_else(|| sum.currency().unsupported("balances"))?;
        let scale = i32::try_from(sum.currency().scale()).unwrap_or(0);
        let power = rate.scale().saturating_sub(scale).saturating_add(GUARD);
        worth = worth
            .plus(sum.units(), power, rate.mantissa())
            .ok_or_else(too_great)?;
    }
    let own = sums
        .iter()
        .find(|sum| sum.currency() == base)
        .copied()
        .unwrap_or_else(|| Amount::zero(base));
    if worth.numerator == Wide::ZERO {
        return Ok(Total { total: own });
    }
    let rate = input
        .rates
        .sell(base)
        .ok_or_else(|| base.unsupported("base"))?;
    let scale = i32::try_from(base.scale()).unwrap_or(0);
    let power = scale.saturating_sub(rate.scale()).saturating_sub(GUARD);
    let units = worth
        .times(rate.mantissa(), power)
        .and_then(|units| Amount::from_units(units, base));
    let total = units
        .and_then(|units| units.checked_add(&own))
        .ok_or_else(too_great)?;
    Ok(Total { total })
}

/// One sum for each currency.
fn sums(balances: &[Balance]) -> Result<Vec<Amount>, Violation> {
    let mut sums: Vec<Amount> = Currency::ALL
        .iter()
        .map(|currency| Amount::zero(*currency))
        .collect();
    for balance in balances {
        let currency = balance.currency.known("balances")?;
        let amount = balance.balance.amount("balances", currency)?;
        if let Some(sum) = sums.iter_mut().find(|sum| sum.currency() == currency) {
            *sum = sum
                .checked_add(&amount)
                .ok_or_else(|| Violation::new("balances", Code::OutOfRange))?;
        }
    }
    Ok(sums)
}

impl Fraction {
    /// Adds `units × 10^power ÷ rate`; the power is not negative.
    fn plus(&self, units: u128, power: i32, rate: u128) -> Option<Self> {
        let rate = Wide::from(rate);
        let addend = Wide::from(units).times(&Wide::power_of_ten(u32::try_from(power).ok()?)?)?;
        let numerator = self
            .numerator
            .times(&rate)?
            .plus(&addend.times(&self.denominator)?)?;
        Some(Self {
            numerator,
            denominator: self.denominator.times(&rate)?,
        })
    }

    /// `fraction × rate × 10^power`, rounded down.
    fn times(&self, rate: u128, power: i32) -> Option<u128> {
        let tens = Wide::power_of_ten(power.unsigned_abs())?;
        let numerator = self.numerator.times(&Wide::from(rate))?;
        match power {
            ..0 => numerator.divided(&self.denominator.times(&tens)?, Rounding::Down),
            _ => numerator
                .times(&tens)?
                .divided(&self.denominator, Rounding::Down),
        }
    }
}

/// The amount for people, or what stands in for it while its owner hides it. Source: document 2, section 4.
///
/// # Errors
/// `not_an_amount` and an unknown currency, unless hidden.
pub fn show(input: &DisplayInput) -> Judged<Formatted> {
    if !input.visible {
        return Ok(Formatted {
            text: HIDDEN.to_owned(),
        });
    }
    let currency = input.currency.known("currency")?;
    Ok(Formatted {
        text: display(&input.amount.amount("amount", currency)?),
    })
}

#[cfg(test)]
mod tests;
