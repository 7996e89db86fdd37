//! Balances: their total in one currency, and how they are shown.

use crate::money::{
    Amount, AmountText, Currency, CurrencyCode, Formatted, HIDDEN, Rate, Rates, Rounding, Wide,
    display, power_of_ten, product, quotient,
};
use crate::shape::{input, output};
use crate::validation::{Code, Checked, Violation};

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
pub fn total(input: &TotalInput) -> Checked<Total> {
    let base = input.base.known("base")?;
    let sums = sums(&input.balances)?;
    let own = sums
        .iter()
        .find(|sum| sum.currency() == base)
        .copied()
        .unwrap_or_else(|| Amount::zero(base));
    let mut others = Vec::with_capacity(sums.len());
    for sum in &sums {
        let currency = sum.currency();
        if currency != base && !sum.is_zero() {
            let rate = input.rates.sell(currency);
            let rate = rate.ok_or_else(|| currency.unsupported("balances"))?;
            others.push((*sum, rate));
        }
    }
    if others.is_empty() {
        return Ok(Total { total: own });
    }
    let rate = input.rates.sell(base);
    let rate = rate.ok_or_else(|| base.unsupported("base"))?;
    let total = roughly(&others, base, rate)
        .or_else(|| exactly(&others, base, rate))
        .and_then(|units| Amount::from_units(units, base))
        .and_then(|units| units.checked_add(&own))
        .ok_or_else(|| Violation::new("balances", Code::OutOfRange))?;
    Ok(Total { total })
}

/// A balance, and what a dollar costs in its currency.
type Priced = (Amount, Rate);

/// Six digits more than are asked for: what is left out tells another result once in so many times.
const MORE: u32 = 6;

/// What the balances are worth in the base currency, rounded down, by a quotient for each of them. `None` when it does
/// not fit, and when what the quotients leave out might tell another result.
fn roughly(balances: &[Priced], base: Currency, per_base: Rate) -> Option<u128> {
    let more = i32::try_from(MORE).ok()?;
    let to_base = to_dollars(per_base, base).saturating_neg();
    let (mut sum, mut most_left_out) = (0_u128, 0_u128);
    for (balance, rate) in balances {
        let power = to_dollars(*rate, balance.currency())
            .saturating_add(to_base)
            .saturating_add(more);
        let tens = power_of_ten(power.unsigned_abs())?;
        let worth = product(balance.units(), per_base.mantissa())?;
        let (numerator, denominator) = match power {
            ..0 => (worth, product(rate.mantissa(), tens)?),
            _ => (product(worth, tens)?, rate.mantissa()),
        };
        let (whole, left_out) = quotient(numerator, denominator)?;
        sum = sum.checked_add(whole)?;
        most_left_out = most_left_out.checked_add(u128::from(left_out != 0))?;
    }
    // All that is left out is less than the number of quotients that left something out.
    let most = sum.checked_add(most_left_out.saturating_sub(1))?;
    let (least, _) = quotient(sum, power_of_ten(MORE)?)?;
    let (greatest, _) = quotient(most, power_of_ten(MORE)?)?;
    (least == greatest).then_some(least)
}

/// The power of ten by which the quotient of an amount's units and a rate's mantissa is dollars.
fn to_dollars(rate: Rate, currency: Currency) -> i32 {
    let scale = i32::try_from(currency.scale()).unwrap_or(0);
    rate.scale().saturating_sub(scale)
}

/// The same by one fraction, whatever the figures.
fn exactly(balances: &[Priced], base: Currency, per_base: Rate) -> Option<u128> {
    let mut worth = Fraction {
        numerator: Wide::ZERO,
        denominator: Wide::from(1),
    };
    for (balance, rate) in balances {
        let power = to_dollars(*rate, balance.currency()).saturating_add(GUARD);
        worth = worth.plus(balance.units(), power, rate.mantissa())?;
    }
    let power = to_dollars(per_base, base).saturating_add(GUARD);
    worth.times(per_base.mantissa(), power.saturating_neg())
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
pub fn show(input: &DisplayInput) -> Checked<Formatted> {
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
