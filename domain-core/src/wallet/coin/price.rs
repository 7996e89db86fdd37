//! Display of a coin's price.

use crate::money::{Figure, grouped_decimal};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};
use rust_decimal::{Decimal, RoundingStrategy};

/// A price of one, in hundred-millionths.
const ONE: i64 = Figure::ONE.units();
/// Significant digits of a price below one.
const SIGNIFICANT: u32 = 4;
const FINEST: u32 = 8;

input! {
    /// A price.
    pub struct CoinPriceInput {
        /// The market's price, in tether.
        price: String,
    }
}

output! {
    /// The price for display.
    pub struct CoinPriceText {
        /// The price in groups of three, such as `95,000.50`, rounded down.
        text: String,
    }
}

/// The number of decimals for comparing prices: two from 100, four from 1, and below that four significant digits.
fn decimals(units: i64) -> u32 {
    match units {
        0 => 2,
        below if below < ONE => {
            let digits = below.ilog10().saturating_add(1);
            FINEST
                .saturating_sub(digits.saturating_sub(SIGNIFICANT))
                .min(FINEST)
        }
        below if below < ONE.saturating_mul(100) => 4,
        _ => 2,
    }
}

/// Groups of three, with as many decimals as the size of the price needs, rounded down.
///
/// # Errors
/// `not_an_amount` for anything but a non-negative plain decimal.
pub fn price_text(input: &CoinPriceInput) -> Checked<CoinPriceText> {
    let Some(price) = Figure::rounded_down(&input.price) else {
        return Err(Violation::new("price", Code::NotAnAmount))?;
    };
    let scale = decimals(price.units());
    let mut shown =
        Decimal::new(price.units(), FINEST).round_dp_with_strategy(scale, RoundingStrategy::ToZero);
    shown.rescale(scale);
    Ok(CoinPriceText {
        text: grouped_decimal(&shown.to_string()),
    })
}
