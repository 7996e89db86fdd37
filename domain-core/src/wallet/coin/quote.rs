//! What a coin is bought or sold for.

use crate::calendar::Instant;
use crate::money::{
    Amount, AmountText, Currency, CurrencyCode, Percent, Rate, Rounding, Wide, divided, mantissa,
    power_of_ten, scaled,
};
use crate::shape::{choice, input, output};
use crate::validation::{Checked, Code, Violation};
use rust_decimal::Decimal;

/// How old a market price may be that a sale rests on: five of the market's refreshes.
pub const PRICE_VALID_MS: i64 = 5 * 60 * 1000;
/// Decimals of a price in another currency.
const PRICE_DECIMALS: u32 = 8;
/// Decimals of a rate that is made of a price: a rate has at most twenty characters.
const RATE_DECIMALS: u32 = 18;

choice! {
    /// What the customer does.
    pub enum Side {
        Buy = "buy",
        Sell = "sell",
    }
}

input! {
    /// Coins to be bought or sold.
    pub struct CoinQuoteInput {
        side: Side,
        coin: CurrencyCode,
        amount: AmountText,
        /// What one coin is worth, in the other currency.
        price: Rate,
        /// What the house keeps, in percent.
        spread: Percent,
        /// What is paid in.
        currency: CurrencyCode,
    }
}

output! {
    /// One line; below zero where it is taken off.
    pub struct CoinLine {
        code: &'static str,
        label: &'static str,
        amount: String,
    }

    /// What coins are bought or sold for.
    pub struct CoinQuote {
        /// The coins.
        amount: Amount,
        /// What they are worth at the price.
        worth: Amount,
        /// What the house keeps.
        spread: Amount,
        /// What the customer pays or gets.
        total: Amount,
        /// They sum to the total.
        lines: Vec<CoinLine>,
    }
}

/// The terms of a deal, as the server stores them with its quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deal {
    pub price: Rate,
    pub spread: Percent,
}

/// What coins are bought or sold for: worth is amount × price, and the total is that less the spread (sold) or with it
/// (bought), each rounded once in the house's favour, so by less than one minor unit.
///
/// # Errors
/// `{currency} not supported yet!`; `not_an_amount`; `out_of_range` beyond 28 digits or from a spread of 100 percent on.
pub fn quote(input: &CoinQuoteInput) -> Checked<CoinQuote> {
    let coin = input.coin.known("coin")?;
    let currency = input.currency.known("currency")?;
    let amount = input.amount.amount("amount", coin)?;
    let deal = Deal {
        price: input.price,
        spread: input.spread,
    };
    Ok(deal.quote(input.side, amount, currency)?)
}

impl Deal {
    /// As [`quote()`].
    ///
    /// # Errors
    /// `out_of_range`.
    #[inline(never)]
    pub fn quote(
        self,
        side: Side,
        amount: Amount,
        currency: Currency,
    ) -> Result<CoinQuote, Violation> {
        let beyond = || Violation::new("amount", Code::OutOfRange);
        let rounding = match side {
            Side::Buy => Rounding::Up,
            Side::Sell => Rounding::Down,
        };
        let hundred = Decimal::ONE_HUNDRED;
        let (spread, price) = (self.spread.decimal(), self.price.decimal());
        let kept = match side {
            Side::Buy => hundred.checked_add(spread),
            Side::Sell => hundred
                .checked_sub(spread)
                .filter(|kept| *kept > Decimal::ZERO),
        };
        let kept = kept.ok_or_else(beyond)?;
        let worth = scaled(
            amount.decimal(),
            price,
            Decimal::ONE,
            currency.scale(),
            rounding,
        );
        // amount × price × kept ÷ 100, in minor units
        let product = mantissa(amount.decimal())
            .checked_mul(mantissa(price))
            .and_then(|product| product.checked_mul(mantissa(kept)))
            .and_then(|product| product.checked_mul(power_of_ten(currency.scale())?));
        let tens = |scale: u32| power_of_ten(scale).unwrap_or(Wide::ZERO);
        let divisor = tens(amount.currency().scale().saturating_add(price.scale()))
            .checked_mul(tens(kept.scale().saturating_add(2)));
        let total = product
            .zip(divisor)
            .and_then(|(product, divisor)| divided(product, divisor, currency.scale(), rounding));
        let as_amount = |value: Option<Decimal>| {
            value
                .and_then(|value| Amount::of(value, currency))
                .ok_or_else(beyond)
        };
        let (worth, total) = (as_amount(worth)?, as_amount(total)?);
        let (spread, sign) = match side {
            Side::Buy => (total.checked_sub(&worth), ""),
            Side::Sell => (worth.checked_sub(&total), "-"),
        };
        let spread = spread.ok_or_else(beyond)?;
        let sign = if spread.is_zero() { "" } else { sign };
        let lines = vec![
            CoinLine {
                code: "worth",
                label: "Worth",
                amount: worth.text(),
            },
            CoinLine {
                code: "spread",
                label: "Our spread",
                amount: [sign, &spread.text()].concat(),
            },
        ];
        Ok(CoinQuote {
            amount,
            worth,
            spread,
            total,
            lines,
        })
    }

    /// The least amount of a coin that is sold for at least one unit of the currency.
    pub(super) fn least_sold(self, coin: Currency, currency: Currency) -> Option<Amount> {
        let kept = Decimal::ONE_HUNDRED.checked_sub(self.spread.decimal())?;
        let price = self.price.decimal();
        let whole = scaled(
            Decimal::ONE,
            Decimal::ONE_HUNDRED,
            price,
            RATE_DECIMALS,
            Rounding::Up,
        )?;
        let least = scaled(whole, Decimal::ONE, kept, coin.scale(), Rounding::Up)?;
        let least = Amount::of(least, coin)?;
        let sold = self.quote(Side::Sell, least, currency).ok()?;
        (sold.total >= Amount::one(currency)).then_some(least)
    }
}

/// A price in dollars in a currency of so many units for one dollar, rounded down.
pub fn price_in(price: Rate, per_dollar: Rate) -> Option<Rate> {
    let product = scaled(
        price.decimal(),
        per_dollar.decimal(),
        Decimal::ONE,
        PRICE_DECIMALS,
        Rounding::Down,
    )?;
    Rate::parse(&product.normalize().to_string())
}

/// The sell and buy rates of a coin of this price in dollars: a customer pays more of it for a dollar than the market, and
/// gets less, each by the spread.
pub fn rates_of(price: Rate, spread: Percent) -> Option<(Rate, Rate)> {
    let hundred = Decimal::ONE_HUNDRED;
    let times = |percent: Decimal, rounding| {
        let hundredths = scaled(percent, Decimal::ONE, hundred, RATE_DECIMALS, rounding)?;
        let rate = scaled(
            Decimal::ONE,
            hundredths,
            price.decimal(),
            RATE_DECIMALS,
            rounding,
        )?;
        Rate::parse(&rate.normalize().to_string())
    };
    let sell = times(hundred.checked_add(spread.decimal())?, Rounding::Up)?;
    let buy = times(hundred.checked_sub(spread.decimal())?, Rounding::Down)?;
    Some((sell, buy))
}

/// How much a price has changed, in percent with one decimal, half away from zero: `-1.4`.
pub fn change_percent(from: Rate, to: Rate) -> Option<String> {
    let (from, to) = (from.decimal(), to.decimal());
    let size = to.checked_sub(from)?.abs();
    let mut tenths = scaled(size, Decimal::ONE_HUNDRED, from, 1, Rounding::HalfUp)?;
    tenths.set_sign_negative(to < from && !tenths.is_zero());
    Some(tenths.to_string())
}

/// Whether a quoted sale is still made at its price: until it ends, while the market's price has not fallen by more than
/// the spread. Beyond that the house would pay more than the coins are worth.
pub fn holds(quoted: Deal, current: Rate, until: Instant, now: Instant) -> bool {
    let least = Decimal::ONE_HUNDRED
        .checked_sub(quoted.spread.decimal())
        .and_then(|kept| {
            scaled(
                quoted.price.decimal(),
                kept,
                Decimal::ONE_HUNDRED,
                RATE_DECIMALS,
                Rounding::Up,
            )
        });
    now < until && least.is_some_and(|least| current.decimal() >= least)
}

#[cfg(test)]
mod tests;
