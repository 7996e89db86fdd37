//! What a coin is bought or sold for.

use crate::calendar::Instant;
use crate::money::{
    Amount, AmountText, Currency, CurrencyCode, Percent, Rate, Rounding, exact_product, scaled,
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
    pub fn quote(
        self,
        side: Side,
        amount: Amount,
        currency: Currency,
    ) -> Result<CoinQuote, Violation> {
        let sums = self.sums(side, amount, currency);
        let (worth, total) = sums.ok_or_else(|| Violation::new("amount", Code::OutOfRange))?;
        let (more, less, sign) = match side {
            Side::Buy => (total, worth, ""),
            Side::Sell => (worth, total, "-"),
        };
        let nothing = Amount::zero(currency);
        let spread = more.checked_sub(&less).unwrap_or(nothing);
        let sign = if spread == nothing { "" } else { sign };
        let line = |code, label, amount| CoinLine {
            code,
            label,
            amount,
        };
        let kept = [sign, &spread.text()].concat();
        let lines = vec![
            line("worth", "Worth", worth.text()),
            line("spread", "Our spread", kept),
        ];
        Ok(CoinQuote {
            amount,
            worth,
            spread,
            total,
            lines,
        })
    }

    /// What the coins are worth, and what is paid for them; `None` where it does not fit an amount.
    fn sums(self, side: Side, amount: Amount, currency: Currency) -> Option<(Amount, Amount)> {
        let rounding = match side {
            Side::Buy => Rounding::Up,
            Side::Sell => Rounding::Down,
        };
        let percent = |percent: Decimal| {
            let price = exact_product(self.price.decimal(), percent)?;
            let hundred = Decimal::ONE_HUNDRED;
            let sum = scaled(amount.decimal(), price, hundred, currency.scale(), rounding)?;
            Amount::of(sum, currency)
        };
        percent(Decimal::ONE_HUNDRED).zip(percent(self.kept(side)?))
    }

    /// What is paid of the worth, in percent; none where nothing would be left.
    fn kept(self, side: Side) -> Option<Decimal> {
        let (hundred, spread) = (Decimal::ONE_HUNDRED, self.spread.decimal());
        match side {
            Side::Buy => hundred.checked_add(spread),
            Side::Sell => hundred
                .checked_sub(spread)
                .filter(|kept| *kept > Decimal::ZERO),
        }
    }

    /// The least amount of a coin that is sold for at least one unit of a currency.
    pub(super) fn least_sold(self, coin: Currency) -> Option<Amount> {
        let price = exact_product(self.price.decimal(), self.kept(Side::Sell)?)?;
        let (hundred, one) = (Decimal::ONE_HUNDRED, Decimal::ONE);
        let least = scaled(hundred, one, price, coin.scale(), Rounding::Up)?;
        Amount::of(least, coin)
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
