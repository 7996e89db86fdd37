//! Purchases and sales of a set's coins at an exchange, which trades them for USDT.

use super::coins::part_of;
use crate::money::{Amount, AmountText, Currency, CurrencyCode, Figure, Rates, Rounding};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};

/// Hundred-millionths of a USDT in its minor unit.
const UNITS_IN_MINOR: i64 = 100;
/// The currency in which exchanges quote, at the house's rate of USDT.
const QUOTED: Currency = Currency::Usdt;

input! {
    /// The part of a set's amount that is for a coin.
    pub struct OrderInput {
        /// The part of the set's amount that is for the coin, in `currency`.
        amount: AmountText,
        /// The set's currency.
        currency: CurrencyCode,
        /// The rates of the set's currency and of USDT.
        rates: Rates,
    }

    /// A purchase at the exchange that has ended.
    pub struct FillInput {
        /// The part of the set's amount that is for the coin.
        amount: AmountText,
        /// The set's currency.
        currency: CurrencyCode,
        /// The order, in USDT, at most 92,233,720,368.54775807, with at most eight decimals; zeros at the end do not
        /// count.
        size: Figure,
        /// The part of the order that was spent, likewise in USDT; zero if it was refused.
        spent: Figure,
    }

    /// A sale.
    pub struct ProceedsInput {
        /// The proceeds, in USDT, at most 92,233,720,368.54775807, with at most eight decimals; zeros at the end do
        /// not count.
        quote: Figure,
        /// The set's currency.
        currency: CurrencyCode,
        /// The rates of the set's currency and of USDT.
        rates: Rates,
    }
}

output! {
    /// The order for a coin.
    pub struct OrderSize {
        /// In USDT, without zeros after its last decimal.
        size: Figure,
    }

    /// The result of a purchase.
    pub struct Filled {
        /// The part of the amount that bought no coins, and goes back to the pot.
        back: Amount,
        /// The part that the coins cost.
        cost: Amount,
    }

    /// The proceeds of a sale in the set's currency.
    pub struct SetProceeds {
        /// The proceeds in the set's currency, rounded down.
        amount: Amount,
    }
}

/// The amount in USDT at sell rates, rounded down to six decimals.
///
/// # Errors
/// `{currency} not supported yet!` for a missing rate of the set's currency before one of USDT; `not_an_amount`;
/// `out_of_range` on `amount` above 92,233,720,368.547758 USDT.
pub fn order(input: &OrderInput) -> Checked<OrderSize> {
    let currency = input.currency.known("currency")?;
    let amount = input.amount.amount("amount", currency)?;
    let worth = input.rates.convert(&amount, QUOTED, Rounding::Down)?;
    let units = worth
        .minor()
        .and_then(|minor| minor.checked_mul(UNITS_IN_MINOR));
    let size = units.and_then(Figure::of_units).ok_or_else(too_great)?;
    Ok(OrderSize { size })
}

/// The amount in proportion to the part of the order that was not spent, rounded down, comes back. An exchange that
/// reports more than the order has spent all of it.
///
/// # Errors
/// `not_an_amount`; `out_of_range` on `amount` for an order of nothing, or if the amount in minor units × the unspent
/// part in hundred-millionths reaches 2^127; `{currency} not supported yet!`
pub fn fill(input: &FillInput) -> Checked<Filled> {
    let currency = input.currency.known("currency")?;
    let amount = input.amount.amount("amount", currency)?;
    let unspent = input.size.less(input.spent).unwrap_or_default();
    let back = part_of(&amount, unspent.units(), input.size.units());
    let back = back.ok_or_else(too_great)?;
    Ok(Filled {
        cost: amount.checked_sub(&back).unwrap_or(amount),
        back,
    })
}

/// The proceeds at sell rates: the quote is cut to six decimals first, and the result rounded down.
///
/// # Errors
/// `{currency} not supported yet!` for a missing rate of USDT before one of the set's currency; `out_of_range` on
/// `amount` beyond 28 digits.
pub fn proceeds(input: &ProceedsInput) -> Checked<SetProceeds> {
    let currency = input.currency.known("currency")?;
    let minor = input.quote.units().checked_div(UNITS_IN_MINOR);
    let quote = minor.and_then(|minor| Amount::from_minor(minor, QUOTED));
    let quote = quote.ok_or_else(too_great)?;
    Ok(SetProceeds {
        amount: input.rates.convert(&quote, currency, Rounding::Down)?,
    })
}

/// A minimum order in minor units of USDT, rounded up.
pub fn in_minor(quote: Figure) -> Option<Amount> {
    let minor = quote.units().checked_add(UNITS_IN_MINOR.checked_sub(1)?)?;
    Amount::from_minor(minor.checked_div(UNITS_IN_MINOR)?, QUOTED)
}

fn too_great() -> Violation {
    Violation::new("amount", Code::OutOfRange)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn filled(amount: i64, size: i64, spent: i64) -> Filled {
        let found = fill(&FillInput {
            amount: Amount::from_minor(amount, Currency::Ngn).unwrap().into(),
            currency: Currency::Ngn.into(),
            size: Figure::of_units(size).unwrap(),
            spent: Figure::of_units(spent).unwrap(),
        });
        found.unwrap()
    }

    #[test]
    fn unspent_money_comes_back() {
        let of = |spent| filled(100_000, 3_000, spent).back.text();
        assert_eq!(
            (of(0), of(3_000), of(9_000)),
            ("1000.00".into(), "0.00".into(), "0.00".into())
        );
        assert_eq!(of(1_000), "666.66");
    }

    proptest! {
        #[test]
        fn cost_and_rest_are_the_amount(amount in 0..i64::MAX, size in 1..i64::MAX, spent in 0..i64::MAX) {
            let found = filled(amount, size, spent);
            let sum = found.back.checked_add(&found.cost);
            prop_assert_eq!(sum, Amount::from_minor(amount, Currency::Ngn));
        }
    }
}
