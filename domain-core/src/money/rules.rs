//! The rules `money.parse`, `money.format`, `money.convert` and `money.group`.

use super::display::{HIDDEN, grouped, parts};
use super::{Amount, AmountText, CurrencyCode, Rates, Rounding, convert_exactly};
use crate::shape::{input, output};
use crate::validation::Checked;

input! {
    /// Text that should be an amount.
    pub struct Parse {
        /// As it was typed.
        text: AmountText,
        currency: CurrencyCode,
    }

    /// An amount to be shown.
    pub struct MoneyText {
        amount: AmountText,
        currency: CurrencyCode,
    }

    /// An amount to convert into another currency.
    pub struct Convert {
        /// In `from`.
        amount: AmountText,
        from: CurrencyCode,
        to: CurrencyCode,
        rates: Rates,
    }

    /// An amount being typed.
    pub struct Group {
        /// The content of the field: digits, perhaps with separators and a point.
        text: String,
        currency: CurrencyCode,
    }
}

output! {
    /// An amount at its currency's scale.
    pub struct ParsedAmount {
        amount: Amount,
    }

    /// An amount for display.
    pub struct Formatted {
        /// As in `₦1,234.50`.
        text: String,
        /// Its parts, which large figures set in different sizes: `₦`, `1,234` and `.50`; all blank for a hidden amount.
        symbol: String,
        whole: String,
        decimals: String,
    }

    /// An amount in the other currency.
    pub struct Converted {
        /// Rounded down to the scale of `to`.
        amount: Amount,
    }

    /// The text for the field, and its value so far.
    pub struct Grouped {
        /// With separators, as in `1,234.5`; never more decimals than the currency has.
        text: String,
        /// The same without separators and trailing point: an amount, or blank.
        amount: String,
    }
}

impl Formatted {
    /// An amount that is shown.
    pub(crate) fn of(amount: &Amount) -> Self {
        let parts = parts(amount);
        let text = parts.concat();
        let [symbol, whole, decimals] = parts;
        Self {
            text,
            symbol,
            whole,
            decimals,
        }
    }

    /// The placeholder for an amount that is not.
    pub(crate) fn hidden() -> Self {
        Self {
            text: HIDDEN.to_owned(),
            symbol: String::new(),
            whole: String::new(),
            decimals: String::new(),
        }
    }
}

/// Reads an amount as [`Amount::parse`] does. Source: the contract's conventions.
///
/// # Errors
/// `not_an_amount` with the decimals allowed as `limit`; an unknown currency.
pub fn parse(input: &Parse) -> Checked<ParsedAmount> {
    let currency = input.currency.known("currency")?;
    Ok(ParsedAmount {
        amount: input.text.amount("text", currency)?,
    })
}

/// Symbol, groups of three, two decimals for every currency, rounded down. Source: document 2, section 9.
///
/// # Errors
/// `not_an_amount`; an unknown currency.
pub fn format(input: &MoneyText) -> Checked<Formatted> {
    let currency = input.currency.known("currency")?;
    Ok(Formatted::of(&input.amount.amount("amount", currency)?))
}

/// `amount ÷ sell(from) × sell(to)`, exact until it is rounded down to the scale of `to`. Source: document 2, section 9.
///
/// # Errors
/// `{currency} not supported yet!` for a currency without a rate; `not_an_amount`; `out_of_range` beyond 28 digits.
pub fn convert(input: &Convert) -> Checked<Converted> {
    let (from, to) = (input.from.known("from")?, input.to.known("to")?);
    let amount = input.amount.amount("amount", from)?;
    let mut converted = convert_exactly(&input.rates, &amount, to, Rounding::Down);
    if let Err(violation) = &mut converted
        && violation.field == "currency"
    {
        violation.field = if input.rates.sell(from).is_none() {
            "from".into()
        } else {
            "to".into()
        };
    }
    Ok(Converted { amount: converted? })
}

/// The length limit of the whole part while typing, so that the text stays a valid amount.
const MAX_WHOLE_DIGITS: usize = 11;

/// Keeps what can become an amount, and groups it. Characters other than digits and points are dropped, and so are a
/// second point and decimals beyond the currency's scale. Source: `design` of the money field, "grouped as typed".
///
/// # Errors
/// An unknown currency.
pub fn group(input: &Group) -> Checked<Grouped> {
    let currency = input.currency.known("currency")?;
    let kept: String = input
        .text
        .chars()
        .filter(|typed| typed.is_ascii_digit() || *typed == '.')
        .collect();
    let (whole, decimals) = match kept.split_once('.') {
        Some((whole, decimals)) => (whole, Some(decimals)),
        None => (kept.as_str(), None),
    };
    let significant = whole.trim_start_matches('0');
    let whole = if significant.is_empty() && !(whole.is_empty() && decimals.is_none()) {
        "0"
    } else {
        significant
    };
    let whole = whole.get(..MAX_WHOLE_DIGITS).unwrap_or(whole);
    let scale = usize::try_from(currency.scale()).unwrap_or(0);
    let decimals = decimals.map(|typed| {
        typed
            .chars()
            .filter(char::is_ascii_digit)
            .take(scale)
            .collect::<String>()
    });
    let shown = grouped(whole);
    Ok(match decimals {
        None => Grouped {
            text: shown,
            amount: whole.to_owned(),
        },
        Some(decimals) if decimals.is_empty() => Grouped {
            text: [&shown, "."].concat(),
            amount: whole.to_owned(),
        },
        Some(decimals) => Grouped {
            text: [&shown, ".", &decimals].concat(),
            amount: [whole, ".", &decimals].concat(),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::{Currency, Rate};

    fn rates() -> Rates {
        let rate = |text| Rate::parse(text).unwrap();
        Rates::default()
            .with(Currency::Ngn, rate("1500"), Some(rate("1480")))
            .with(Currency::Usd, rate("1"), None)
            .with(Currency::Btc, rate("0.00001"), None)
    }

    fn converted(amount: &str, from: Currency, to: Currency) -> Checked<Converted> {
        convert(&Convert {
            amount: amount.into(),
            from: from.into(),
            to: to.into(),
            rates: rates(),
        })
    }

    #[test]
    fn converts_through_dollars_and_rounds_down() {
        assert_eq!(
            converted("1500", Currency::Ngn, Currency::Usd)
                .unwrap()
                .amount
                .to_string(),
            "1.00"
        );
        assert_eq!(
            converted("1499.99", Currency::Ngn, Currency::Usd)
                .unwrap()
                .amount
                .to_string(),
            "0.99"
        );
        assert_eq!(
            converted("0.00000001", Currency::Btc, Currency::Ngn)
                .unwrap()
                .amount
                .to_string(),
            "1.50"
        );
        assert_eq!(
            converted("100", Currency::Usd, Currency::Btc)
                .unwrap()
                .amount
                .to_string(),
            "0.00100000"
        );
    }

    #[test]
    fn says_which_currency_has_no_rate() {
        let refusal = converted("1", Currency::Gbp, Currency::Ngn).unwrap_err();
        assert_eq!(refusal.violations[0].message, "GBP not supported yet!");
        assert_eq!(refusal.violations[0].field, "from");
        assert_eq!(
            converted("1", Currency::Ngn, Currency::Eth)
                .unwrap_err()
                .violations[0]
                .field,
            "to"
        );
    }

    #[test]
    fn shows_two_decimals_and_never_more_than_there_is() {
        for (amount, currency, text) in [
            ("0", Currency::Ngn, "₦0.00"),
            ("1234.5", Currency::Ngn, "₦1,234.50"),
            ("999999.99", Currency::Usd, "$999,999.99"),
            ("1.99999999", Currency::Btc, "₿1.99"),
            ("1000000.999999", Currency::Usdt, "₮1,000,000.99"),
        ] {
            let shown = format(&MoneyText {
                amount: amount.into(),
                currency: currency.into(),
            });
            assert_eq!(shown.unwrap().text, text);
        }
    }

    #[test]
    fn groups_as_typed() {
        for (typed, text, amount) in [
            ("", "", ""),
            ("0", "0", "0"),
            ("007", "7", "7"),
            ("1234", "1,234", "1234"),
            ("1,2345", "12,345", "12345"),
            ("1234.", "1,234.", "1234"),
            (".5", "0.5", "0.5"),
            ("1.2.3", "1.23", "1.23"),
            ("1.239", "1.23", "1.23"),
            ("₦1e3-", "13", "13"),
            ("123456789012345", "12,345,678,901", "12345678901"),
        ] {
            let grouped = group(&Group {
                text: typed.into(),
                currency: Currency::Ngn.into(),
            })
            .unwrap();
            assert_eq!(
                (grouped.text.as_str(), grouped.amount.as_str()),
                (text, amount),
                "{typed}"
            );
        }
    }
}
