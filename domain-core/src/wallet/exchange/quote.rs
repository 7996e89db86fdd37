//! The price of a conversion.

use super::super::served::is_money;
use crate::calendar::Instant;
use crate::money::origin::Way;
use crate::money::{
    Amount, AmountText, Currency, CurrencyCode, Percent, Rates, Rounding, exact_product,
    grouped_decimal, scaled, too_great,
};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};
use crate::wallet::signed_line::{SignedLine, with_spread};
use rust_decimal::Decimal;

/// Decimals of a displayed rate; the last two are left out if they are zeros.
const RATE_DECIMALS: u32 = 4;

input! {
    /// Money to convert.
    pub struct ExchangeInput {
        /// The currency to convert; not a coin.
        from: CurrencyCode,
        /// The currency to convert into; not a coin, and not `from`.
        to: CurrencyCode,
        /// In `from`.
        amount: AmountText,
        /// The rates of both currencies; without a buy rate the sell rate stands for it.
        rates: Rates,
        /// The brand's share, in percent.
        spread: Percent,
    }
}

output! {
    /// The quote for a conversion.
    pub struct ExchangeQuote {
        /// The amount debited.
        amount: Amount,
        /// Its value at the mid rate.
        worth: Amount,
        /// The brand's share of it.
        spread: Amount,
        /// The amount credited.
        received: Amount,
        /// They sum to the amount credited.
        lines: Vec<SignedLine>,
        /// The mid rate for display: `$1 = ₦1,490.00`.
        rate: String,
    }
}

/// The terms of a conversion.
#[derive(Debug, Clone, Copy)]
pub struct ExchangeTerms<'a> {
    pub from: Currency,
    pub to: Currency,
    pub rates: &'a Rates,
    pub spread: Percent,
}

/// The two currencies of a conversion.
///
/// # Errors
/// `{currency} not supported yet!` for an unknown currency, and for a coin; `not_allowed` for twice the same.
#[inline(never)]
pub fn pair_of(from: &CurrencyCode, to: &CurrencyCode) -> Result<(Currency, Currency), Violation> {
    let (from, to) = (money(from, "from")?, money(to, "to")?);
    if from == to {
        let violation = Violation::new("to", Code::NotAllowed);
        return Err(violation.saying("Choose another currency."));
    }
    Ok((from, to))
}

#[inline(never)]
fn money(code: &CurrencyCode, field: &'static str) -> Result<Currency, Violation> {
    let currency = code.known(field)?;
    match is_money(currency) {
        true => Ok(currency),
        false => Err(currency.unsupported(field)),
    }
}

/// The price of a conversion: the value is amount × mid rate of `to` ÷ mid rate of `from`, where a mid rate lies
/// halfway between a currency's sell and buy rates. The amount received is the value less the spread. Each is rounded
/// down once, so the house gains less than one minor unit beside its spread, and converting back never yields more.
///
/// # Errors
/// `{currency} not supported yet!` for a coin, an unknown currency, and one without a sell rate, `from` before `to`;
/// `not_allowed` for twice the same currency; `not_an_amount`; `out_of_range` on `amount` for a spread of 100 percent
/// or more, or beyond 28 digits or decimals: the value, twice the mid rate of `from` × 100, twice that of `to` × (100
/// − spread), each with all decimals that they are written with, and the greater mid rate ÷ the lesser one with four
/// decimals.
pub fn quote(input: &ExchangeInput) -> Checked<ExchangeQuote> {
    let (from, to) = pair_of(&input.from, &input.to)?;
    let amount = input.amount.amount("amount", from)?;
    let terms = ExchangeTerms {
        from,
        to,
        rates: &input.rates,
        spread: input.spread,
    };
    Ok(terms.quote(&amount)?)
}

impl ExchangeTerms<'_> {
    /// As [`quote()`].
    ///
    /// # Errors
    /// As [`quote()`].
    #[inline(never)]
    pub fn quote(&self, amount: &Amount) -> Result<ExchangeQuote, Violation> {
        let [per_from, per_to, whole, kept] = self.products()?;
        let worth = converted(amount, per_to, per_from, self.to).ok_or_else(too_great)?;
        let received = converted(amount, kept, whole, self.to).ok_or_else(too_great)?;
        let spread = worth.checked_sub(&received);
        let spread = spread.unwrap_or_else(|| Amount::zero(self.to));
        Ok(ExchangeQuote {
            amount: *amount,
            worth,
            spread,
            received,
            lines: with_spread(&worth, &spread, true),
            rate: self.rate(per_from, per_to).ok_or_else(too_great)?,
        })
    }

    /// The smallest amount that yields at least one minor unit.
    pub(super) fn least(&self) -> Option<Amount> {
        let [_, _, whole, kept] = self.products().ok()?;
        let one = Amount::smallest(self.to).decimal();
        let least = scaled(one, whole, kept, self.from.scale(), Rounding::Up)?;
        Amount::of(least, self.from)
    }

    /// Twice the mid rates of both currencies, and what they are multiplied by for the amount received: one hundred percent
    /// of `from`, and the part of `to` that the spread leaves.
    #[inline(never)]
    fn products(&self) -> Result<[Decimal; 4], Violation> {
        let per_from = self.doubled(self.from, "from")?;
        let per_to = self.doubled(self.to, "to")?;
        let whole = exact_product(per_from, Decimal::ONE_HUNDRED);
        let kept = Decimal::ONE_HUNDRED
            .checked_sub(self.spread.decimal())
            .filter(|kept| *kept > Decimal::ZERO)
            .and_then(|kept| exact_product(per_to, kept));
        let (whole, kept) = whole.zip(kept).ok_or_else(too_great)?;
        Ok([per_from, per_to, whole, kept])
    }

    /// Twice the mid rate: the sum of the sell and buy rates, or twice the sell rate if there is no other.
    fn doubled(&self, currency: Currency, field: &'static str) -> Result<Decimal, Violation> {
        let sell = self.rates.sell(currency);
        let sell = sell.ok_or_else(|| currency.unsupported(field))?;
        let buy = self.rates.buy(currency).unwrap_or(sell);
        let (sell, buy) = (sell.decimal(), buy.decimal());
        // Excess digits are rounded off, which reduces the scale.
        let sum = sell.checked_add(buy);
        let sum = sum.filter(|sum| sum.scale() == sell.scale().max(buy.scale()));
        sum.ok_or_else(too_great)
    }

    /// The mid rate of the dearer currency in the other one.
    fn rate(&self, per_from: Decimal, per_to: Decimal) -> Option<String> {
        let (dearer, cheaper, more, less) = match per_to >= per_from {
            true => (self.from, self.to, per_to, per_from),
            false => (self.to, self.from, per_from, per_to),
        };
        let one = scaled(more, Decimal::ONE, less, RATE_DECIMALS, Rounding::HalfUp)?;
        let text = one.to_string();
        let shown = text.strip_suffix("00").unwrap_or(&text);
        Some(
            [
                dearer.symbol(),
                "1 = ",
                cheaper.symbol(),
                &grouped_decimal(shown),
            ]
            .concat(),
        )
    }
}

/// `amount × more ÷ less`, rounded down.
fn converted(amount: &Amount, more: Decimal, less: Decimal, to: Currency) -> Option<Amount> {
    let sum = scaled(amount.decimal(), more, less, to.scale(), Rounding::Down)?;
    let way = Way::Scaled {
        times: more,
        over: less,
        rounding: Rounding::Down,
    };
    Amount::of(sum, to).map(|sum| sum.made(way, &[amount]))
}

/// Whether a quoted conversion is still made: before it expires, if the amount is still worth what the quote gives for
/// it. Otherwise the house would pay more than it receives.
#[must_use]
pub fn holds(
    quoted: &ExchangeQuote,
    current: &ExchangeQuote,
    until: Instant,
    now: Instant,
) -> bool {
    now < until && current.worth >= quoted.received
}

#[cfg(test)]
mod tests;
