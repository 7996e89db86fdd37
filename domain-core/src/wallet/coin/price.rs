//! A coin's price as people read it.

use crate::money::{Figure, grouped_decimal};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};
use rust_decimal::{Decimal, RoundingStrategy};

/// A price of one, in hundred-millionths.
const ONE: i64 = Figure::ONE.units();
/// The digits after the zeros of a price below one.
const SIGNIFICANT: u32 = 4;
const FINEST: u32 = 8;

input! {
    /// A price.
    pub struct CoinPriceInput {
        /// As the market tells it, in tether.
        price: String,
    }
}

output! {
    /// The price for display.
    pub struct CoinPriceText {
        text: String,
    }
}

/// The decimals that people compare prices by: two from 100, four from 1, and below that four digits after the zeros.
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

/// Groups of three, and as many decimals as the size of the price needs, rounded down.
///
/// # Errors
/// `not_an_amount` for anything but a plain decimal that is not negative.
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
