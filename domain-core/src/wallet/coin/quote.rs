//! Prices of coin purchases and sales.

use crate::calendar::Instant;
use crate::money::origin::Way;
use crate::money::{
    Amount, AmountText, Currency, CurrencyCode, Percent, Rate, Rounding, exact_product, scaled,
    too_great,
};
use crate::shape::{choice, input, output};
use crate::validation::{Checked, Violation};
use crate::wallet::signed_line::{SignedLine, with_spread};
use rust_decimal::Decimal;

/// The maximum age of the market price for a sale: five refreshes of the market.
pub const PRICE_VALID_MS: i64 = 5 * 60 * 1000;
/// Decimals of a price in another currency.
const PRICE_DECIMALS: u32 = 8;
/// Decimals of a rate derived from a price: a rate has at most twenty characters.
const RATE_DECIMALS: u32 = 18;

choice! {
    /// The customer's side of the deal.
    pub enum Side {
        Buy = "buy",
        Sell = "sell",
    }
}

input! {
    /// Coins to buy or sell.
    pub struct CoinQuoteInput {
        /// The customer's side of the deal.
        side: Side,
        /// The coin to buy or sell.
        coin: CurrencyCode,
        /// The amount of the coin.
        amount: AmountText,
        /// The price of one coin, in the other currency.
        price: Rate,
        /// The house's share, in percent.
        spread: Percent,
        /// The other currency.
        currency: CurrencyCode,
    }
}

output! {
    /// The quote for a purchase or sale of coins.
    pub struct CoinQuote {
        /// The coins.
        amount: Amount,
        /// The coins' value at the price.
        worth: Amount,
        /// The house's share.
        spread: Amount,
        /// The amount that the customer pays or gets.
        total: Amount,
        /// They sum to the total.
        lines: Vec<SignedLine>,
    }
}

/// The terms of a deal, as the server stores them with its quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deal {
    pub price: Rate,
    pub spread: Percent,
}

/// The price of buying or selling coins: the value is amount × price, and the total is the value minus the spread
/// (selling) or plus it (buying), each rounded once in the house's favour, so by less than one minor unit.
///
/// # Errors
/// `{currency} not supported yet!`; `not_an_amount`; `out_of_range` on `amount` for a spread of 100 percent or more,
/// on either side, for a value or a total beyond 28 digits, or if price × (100 ± spread), with all decimals that they
/// are written with, has more than 28 digits or decimals.
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
    pub fn quote(
        self,
        side: Side,
        amount: Amount,
        currency: Currency,
    ) -> Result<CoinQuote, Violation> {
        let sums = self.sums(side, amount, currency);
        let (worth, total) = sums.ok_or_else(too_great)?;
        let (more, less) = match side {
            Side::Buy => (total, worth),
            Side::Sell => (worth, total),
        };
        let spread = more.checked_sub(&less);
        let spread = spread.unwrap_or_else(|| Amount::zero(currency));
        Ok(CoinQuote {
            amount,
            worth,
            spread,
            total,
            lines: with_spread(&worth, &spread, side == Side::Sell),
        })
    }

    /// The coins' value, and their total price; `None` if it does not fit an amount.
    fn sums(self, side: Side, amount: Amount, currency: Currency) -> Option<(Amount, Amount)> {
        let rounding = match side {
            Side::Buy => Rounding::Up,
            Side::Sell => Rounding::Down,
        };
        let percent = |percent: Decimal| {
            let price = exact_product(self.price.decimal(), percent)?;
            let hundred = Decimal::ONE_HUNDRED;
            let sum = scaled(amount.decimal(), price, hundred, currency.scale(), rounding)?;
            let way = Way::Scaled {
                times: price,
                over: hundred,
                rounding,
            };
            Amount::of(sum, currency).map(|sum| sum.made(way, &[&amount]))
        };
        percent(Decimal::ONE_HUNDRED).zip(percent(self.kept(side)?))
    }

    /// The total price relative to the value, in percent; `None` for a spread of all of it or more.
    fn kept(self, side: Side) -> Option<Decimal> {
        let (hundred, spread) = (Decimal::ONE_HUNDRED, self.spread.decimal());
        match side {
            Side::Buy => hundred.checked_add(spread),
            Side::Sell => hundred.checked_sub(spread),
        }
        .filter(|_| self.spread.is_part())
    }

    /// The smallest amount of a coin whose sale brings at least one unit of a currency.
    pub(super) fn least_sold(self, coin: Currency) -> Option<Amount> {
        let price = exact_product(self.price.decimal(), self.kept(Side::Sell)?)?;
        let (hundred, one) = (Decimal::ONE_HUNDRED, Decimal::ONE);
        let least = scaled(hundred, one, price, coin.scale(), Rounding::Up)?;
        Amount::of(least, coin)
    }
}

/// Converts a price in dollars to a currency with this many units per dollar, rounded down.
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

/// A coin's sell and buy rates from its price in dollars: a customer pays more of the coin for a dollar than the market
/// price, and gets less, each by the spread.
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

/// The price of one coin as an amount of a currency with this many units per dollar, rounded down.
pub fn price_of(price: Rate, per_dollar: Rate, currency: Currency) -> Option<Amount> {
    let (price, per_dollar) = (price.decimal(), per_dollar.decimal());
    let scale = currency.scale();
    let product = scaled(price, per_dollar, Decimal::ONE, scale, Rounding::Down)?;
    Amount::of(product, currency)
}

/// The change of a price in percent with one decimal, rounded half away from zero: `-1.4`.
pub fn change_percent(from: Rate, to: Rate) -> Option<String> {
    percent_between(from.decimal(), to.decimal())
}

/// The change between two figures in percent, as in [`change_percent`]; `None` from zero.
pub(super) fn percent_between(from: Decimal, to: Decimal) -> Option<String> {
    let size = to.checked_sub(from)?.abs();
    let mut tenths = scaled(size, Decimal::ONE_HUNDRED, from, 1, Rounding::HalfUp)?;
    tenths.set_sign_negative(to < from && !tenths.is_zero());
    Some(tenths.to_string())
}

/// The difference of two amounts; negative if it became less.
pub(super) fn difference(from: &Amount, to: &Amount) -> Option<String> {
    match to.checked_sub(from) {
        Some(more) => Some(more.text()),
        None => from
            .checked_sub(to)
            .map(|less| ["-", &less.text()].concat()),
    }
}

/// Whether a quoted sale is still executed at its price: before it expires, if the market price has not fallen by more
/// than the spread. Otherwise the house would pay more than the coins are worth.
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
