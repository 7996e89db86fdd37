//! Balances: their total in one currency, and their display.

use crate::money::origin::Way;
use crate::money::{
    Amount, AmountText, Currency, CurrencyCode, Formatted, Rate, Rates, Rounding, Wide, divided,
    mantissa, power_of_ten,
};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};

input! {
    /// Balances to sum up.
    pub struct TotalInput {
        /// The balances to sum up; several in one currency are allowed.
        balances: Vec<Balance>,
        /// The rates of the currencies; zero balances and the base currency alone need none.
        rates: Rates,
        /// The currency of the total.
        base: CurrencyCode,
    }

    /// A balance in a currency.
    pub struct Balance {
        /// The currency of the balance.
        currency: CurrencyCode,
        /// The balance, in its currency.
        balance: AmountText,
    }

    /// A balance to display or mask.
    pub struct DisplayInput {
        /// The balance, in `currency`; not read while it is hidden.
        amount: AmountText,
        /// The currency of the balance; not read while it is hidden.
        currency: CurrencyCode,
        /// Whether its owner has made it visible.
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

/// The largest scale of any currency.
const MAX_SCALE: u32 = 8;

/// Sums the balances through US dollars at sell rates, exactly, and rounds down once, at the end. Balances in the base
/// currency and balances of zero need no rate. Source: document 2, section 9.
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
    let total = converted(&others, base, rate)
        .and_then(|sum| sum.checked_add(&own))
        .ok_or_else(|| Violation::new("balances", Code::OutOfRange))?;
    Ok(Total { total })
}

/// The value of the balances in the base currency: the sum of `balance × base rate ÷ rate`, as one fraction that is
/// rounded down once.
fn converted(balances: &[(Amount, Rate)], base: Currency, base_rate: Rate) -> Option<Amount> {
    // The sum of balance ÷ rate in dollars is numerator ÷ denominator ÷ 10^MAX_SCALE.
    let (mut numerator, mut denominator) = (Wide::ZERO, Wide::ONE);
    for (balance, rate) in balances {
        let (balance, rate) = (balance.decimal(), rate.decimal());
        let tens = MAX_SCALE
            .checked_add(rate.scale())?
            .checked_sub(balance.scale())?;
        let addend = mantissa(balance).checked_mul(power_of_ten(tens)?)?;
        numerator = numerator
            .checked_mul(mantissa(rate))?
            .checked_add(addend.checked_mul(denominator)?)?;
        denominator = denominator.checked_mul(mantissa(rate))?;
    }
    let base_rate = base_rate.decimal();
    let tens = MAX_SCALE
        .checked_add(base_rate.scale())?
        .checked_sub(base.scale())?;
    let total = divided(
        numerator.checked_mul(mantissa(base_rate))?,
        denominator.checked_mul(power_of_ten(tens)?)?,
        base.scale(),
        Rounding::Down,
    )?;
    let total = Amount::of(total, base)?;
    let way = "all balances at their rates, together rounded down";
    Some(total.made(Way::Described(way), &[]))
}

/// One sum per currency.
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

/// The formatted amount, or the mask while it is hidden. Source: document 2, section 4.
///
/// # Errors
/// `not_an_amount` and an unknown currency, unless hidden.
pub fn show(input: &DisplayInput) -> Checked<Formatted> {
    if !input.visible {
        return Ok(Formatted::hidden());
    }
    let currency = input.currency.known("currency")?;
    Ok(Formatted::of(&input.amount.amount("amount", currency)?))
}

#[cfg(test)]
mod tests;
