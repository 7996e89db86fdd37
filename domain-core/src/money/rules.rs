//! The rules `money.parse`, `money.format`, `money.convert` and `money.group`.

use super::display::{HIDDEN, display, display_in_full, grouped, parts};
use super::typed::{is_grouped, plain, read, unsigned};
use super::{Amount, AmountText, CurrencyCode, Rates, Rounding, convert_exactly};
use crate::shape::{input, output};
use crate::validation::Checked;

input! {
    /// Text that should be an amount.
    pub struct Parse {
        /// As typed.
        text: AmountText,
        /// The currency of the amount, which decides the decimals allowed.
        currency: CurrencyCode,
    }

    /// An amount to format.
    pub struct MoneyText {
        /// The amount to format, in `currency`.
        amount: AmountText,
        /// The currency of the amount.
        currency: CurrencyCode,
    }

    /// An amount to convert into another currency.
    pub struct Convert {
        /// In `from`.
        amount: AmountText,
        /// The currency of the amount.
        from: CurrencyCode,
        /// The currency to convert into.
        to: CurrencyCode,
        /// The rates of both currencies; converting a currency to itself needs none.
        rates: Rates,
    }

    /// An amount being typed.
    pub struct Group {
        /// The content of the field: digits, possibly with separators and a point.
        text: String,
        /// The currency of the amount, which decides the decimals kept and the symbol.
        currency: CurrencyCode,
        /// The number of characters before the caret; null: all.
        caret: Option<i64>,
        /// Whether the text was inserted at once: pasted or autofilled.
        whole: Option<bool>,
        /// The content of the field before this edit; null: blank.
        before: Option<String>,
    }
}

output! {
    /// An amount at its currency's scale.
    pub struct ParsedAmount {
        /// The amount, with all decimals of its currency.
        amount: Amount,
    }

    /// An amount for display.
    pub struct Formatted {
        /// Such as `₦1,234.50`.
        text: String,
        /// The text with all decimals for coins, such as `BTC 0.00050000`: for amounts in running text.
        full: String,
        /// The parts of the full text: `₦`, `1,234` and `.50`; all blank for a hidden amount.
        symbol: String,
        /// The part before the point of the full text, in groups of three.
        whole: String,
        /// The part of the full text from the point on.
        decimals: String,
    }

    /// An amount in the other currency.
    pub struct Converted {
        /// Rounded down to the scale of `to`.
        amount: Amount,
    }

    /// The text for the field, and its value so far.
    pub struct Grouped {
        /// With separators, such as `1,234.5`; text that cannot become an amount is unchanged.
        text: String,
        /// The text without separators and trailing point: an amount, or blank.
        amount: String,
        /// The number of characters before the caret.
        caret: i64,
        /// The currency's symbol, shown before the field.
        symbol: &'static str,
    }
}

impl Formatted {
    /// The text of a visible amount.
    pub(crate) fn of(amount: &Amount) -> Self {
        let [symbol, whole, decimals] = parts(amount);
        Self {
            text: display(amount),
            full: display_in_full(amount),
            symbol,
            whole,
            decimals,
        }
    }

    /// The placeholder for a hidden amount.
    pub(crate) fn hidden() -> Self {
        Self {
            text: HIDDEN.to_owned(),
            full: HIDDEN.to_owned(),
            symbol: String::new(),
            whole: String::new(),
            decimals: String::new(),
        }
    }
}

/// Parses an amount as [`Amount::parse`] does. Source: the contract's conventions.
///
/// # Errors
/// `not_an_amount` with the allowed decimals as `limit`; an unknown currency.
pub fn parse(input: &Parse) -> Checked<ParsedAmount> {
    let currency = input.currency.known("currency")?;
    Ok(ParsedAmount {
        amount: input.text.amount("text", currency)?,
    })
}

/// Symbol, groups of three, two decimals for every currency, rounded down; the full text has all decimals of coins.
/// Source: document 2, section 9.
///
/// # Errors
/// `not_an_amount`; an unknown currency.
pub fn format(input: &MoneyText) -> Checked<Formatted> {
    let currency = input.currency.known("currency")?;
    Ok(Formatted::of(&input.amount.amount("amount", currency)?))
}

/// `amount ÷ sell(from) × sell(to)`, exact until rounded down to the scale of `to`. Source: document 2, section 9.
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

/// The maximum length of the whole part during typing, so that the text stays a valid amount.
const MAX_WHOLE_DIGITS: usize = 11;

/// Groups text that can become an amount. A second point, and decimals beyond the currency's scale, are dropped. A
/// typed comma stays until three digits follow it; at the start, or after a single zero, it becomes a point. Text that
/// was inserted at once, or contains anything else, must be an amount as it is; otherwise it is unchanged, for the form
/// to refuse. Source: `design` of the money field, "grouped as typed".
///
/// # Errors
/// An unknown currency.
pub fn group(input: &Group) -> Checked<Grouped> {
    let currency = input.currency.known("currency")?;
    let symbol = currency.symbol();
    let length = input.text.chars().count();
    let caret = input
        .caret
        .and_then(|caret| usize::try_from(caret).ok())
        .map_or(length, |caret| caret.min(length));
    let number = unsigned(&input.text, currency);
    let is_typing =
        input.whole != Some(true) && number.chars().all(|typed| is_kept(typed) || typed == ',');
    let stays = match is_typing {
        true => {
            let before = input.before.as_deref().unwrap_or_default();
            is_waiting(number, unsigned(before, currency))
        }
        false => read(&input.text, currency).is_err(),
    };
    if stays {
        return Ok(Grouped {
            text: input.text.clone(),
            amount: String::new(),
            caret: position(caret),
            symbol,
        });
    }
    let number = match number {
        _ if !is_typing => plain(number, currency),
        "," | "0," => "0.".into(),
        _ => number.into(),
    };
    let kept: String = number.chars().filter(|typed| is_kept(*typed)).collect();
    let (typed, decimals) = match kept.split_once('.') {
        Some((whole, decimals)) => (whole, Some(decimals)),
        None => (kept.as_str(), None),
    };
    let significant = typed.trim_start_matches('0');
    let whole = if significant.is_empty() && !kept.is_empty() {
        "0"
    } else {
        significant
    };
    let whole = match is_typing {
        true => whole.get(..MAX_WHOLE_DIGITS).unwrap_or(whole),
        false => whole,
    };
    let scale = usize::try_from(currency.scale()).unwrap_or(0);
    let decimals = decimals.map(|typed| {
        let digits = typed.chars().filter(char::is_ascii_digit);
        digits.take(scale).collect::<String>()
    });
    let mut text = grouped(whole);
    let mut amount = whole.to_owned();
    if let Some(decimals) = decimals {
        text.push('.');
        text.push_str(&decimals);
        if !decimals.is_empty() {
            amount.push('.');
            amount.push_str(&decimals);
        }
    }
    let before = input.text.chars().take(caret);
    let before = before.filter(|typed| is_kept(*typed)).count();
    // Leading zeros were dropped, or one was added.
    let before = before
        .saturating_add(whole.len())
        .saturating_sub(typed.len().min(MAX_WHOLE_DIGITS.max(whole.len())));
    let caret = match caret < length {
        true => after(&text, before),
        false => text.len(),
    };
    Ok(Grouped {
        text,
        amount,
        caret: position(caret),
        symbol,
    })
}

/// Whether the text contains a typed comma that is not yet followed by three digits. The field's own commas move when a
/// digit is inserted or deleted.
fn is_waiting(number: &str, before: &str) -> bool {
    let commas = |text: &str| text.matches(',').count();
    let is_new = number.ends_with(',') && commas(number) > commas(before);
    let is_continued = || is_edit(before, number) && !is_grouped(before);
    !matches!(number, "," | "0,") && !is_grouped(number) && (is_new || is_continued())
}

/// Whether the texts differ by one inserted or deleted character.
fn is_edit(before: &str, after: &str) -> bool {
    let (longer, shorter) = match before.len() > after.len() {
        true => (before, after),
        false => (after, before),
    };
    let same = longer
        .bytes()
        .zip(shorter.bytes())
        .take_while(|(one, other)| one == other)
        .count();
    let rest = longer.get(same.saturating_add(1)..);
    rest.is_some() && rest == shorter.get(same..)
}

const fn is_kept(typed: char) -> bool {
    typed.is_ascii_digit() || typed == '.'
}

fn position(caret: usize) -> i64 {
    i64::try_from(caret).unwrap_or(i64::MAX)
}

/// The position after a number of digits and points.
fn after(text: &str, count: usize) -> usize {
    let mut left = count;
    let is_before = |typed: &char| {
        let goes_on = left > 0;
        if is_kept(*typed) {
            left = left.saturating_sub(1);
        }
        goes_on
    };
    text.chars().take_while(is_before).count()
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
    fn formats_two_decimals_rounded_down() {
        for (amount, currency, text, full) in [
            ("0", Currency::Ngn, "₦0.00", "₦0.00"),
            ("1234.5", Currency::Ngn, "₦1,234.50", "₦1,234.50"),
            ("999999.99", Currency::Usd, "$999,999.99", "$999,999.99"),
            ("1.99999999", Currency::Btc, "₿1.99", "BTC 1.99999999"),
            (
                "1000000.999999",
                Currency::Usdt,
                "₮1,000,000.99",
                "USDT 1000000.999999",
            ),
        ] {
            let shown = format(&MoneyText {
                amount: amount.into(),
                currency: currency.into(),
            });
            let shown = shown.unwrap();
            assert_eq!((shown.text.as_str(), shown.full.as_str()), (text, full));
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
            ("1000,", "1000,", ""),
            (",", "0.", "0"),
            ("0,", "0.", "0"),
            ("₦12", "12", "12"),
            ("1e3", "1e3", ""),
            ("-5", "-5", ""),
            ("123456789012345", "12,345,678,901", "12345678901"),
        ] {
            let grouped = at(typed, None, false);
            assert_eq!(
                (grouped.text.as_str(), grouped.amount.as_str()),
                (text, amount),
                "{typed}"
            );
        }
    }

    fn at(typed: &str, caret: Option<i64>, whole: bool) -> Grouped {
        group(&Group {
            text: typed.into(),
            currency: Currency::Ngn.into(),
            caret,
            whole: Some(whole),
            before: None,
        })
        .unwrap()
    }

    /// The result of pressing keys one by one; `<` deletes.
    fn after_keys(keys: &str, currency: Currency) -> [String; 2] {
        let mut field = String::new();
        let mut amount = String::new();
        for key in keys.chars() {
            let before = Some(field.clone());
            match key {
                '<' => _ = field.pop(),
                key => field.push(key),
            }
            let grouped = group(&Group {
                text: field,
                currency: currency.into(),
                caret: None,
                whole: Some(false),
                before,
            });
            Grouped {
                text: field,
                amount,
                ..
            } = grouped.unwrap();
        }
        [field, amount]
    }

    #[test]
    fn typed_commas_wait_for_three_digits() {
        for (keys, text, amount) in [
            ("250,", "250,", ""),
            ("250,0", "250,0", ""),
            ("250,00", "250,00", ""),
            ("250,000", "250,000", "250000"),
            ("5,000", "5,000", "5000"),
            ("1,500,000", "1,500,000", "1500000"),
            ("1,0000", "10,000", "10000"),
            ("250,000.5", "250,000.5", "250000.5"),
            ("2500,000", "2,500,000", "2500000"),
            ("250,50", "250,50", ""),
            ("250,5.", "250,5.", ""),
            ("2,50,000", "2,50,000", ""),
            // A deletion: a typed comma keeps waiting, and the field's own commas are regrouped.
            ("250,05<0", "250,00", ""),
            ("250,0<<", "250", "250"),
            ("1234<", "123", "123"),
            ("250,000<", "25,000", "25000"),
            ("250,000<<", "2,500", "2500"),
            ("0,5", "0.5", "0.5"),
            (",5", "0.5", "0.5"),
        ] {
            assert_eq!(after_keys(keys, Currency::Ngn), [text, amount], "{keys}");
        }
        assert_eq!(after_keys("0,005", Currency::Btc), ["0.005", "0.005"]);
        assert_eq!(after_keys("1,5", Currency::Btc), ["1,5", ""]);
    }

    #[test]
    fn the_caret_stays_behind_the_digit_that_was_typed() {
        for (typed, caret, text, then) in [
            ("1,0000", 6, "10,000", 6),
            ("12,345", 1, "12,345", 1),
            ("192,345", 2, "192,345", 2),
            ("1,92,345", 3, "192,345", 2),
            ("1,923,45", 3, "192,345", 2),
            ("1,2345.67", 6, "12,345.67", 6),
            ("1.423", 3, "1.42", 3),
            (".5", 1, "0.5", 2),
            ("05", 1, "5", 0),
            ("₦1,0000", 7, "10,000", 6),
        ] {
            let grouped = at(typed, Some(caret), false);
            assert_eq!(
                (grouped.text.as_str(), grouped.caret),
                (text, then),
                "{typed}"
            );
        }
    }

    #[test]
    fn pasted_text_is_an_amount_or_unchanged() {
        for (pasted, text, amount) in [
            ("₦1,000.50", "1,000.50", "1000.50"),
            ("1234567", "1,234,567", "1234567"),
            ("NGN 5000", "5,000", "5000"),
            ("1000,50", "1000,50", ""),
            ("0,5", "0.5", "0.5"),
            ("1.005", "1.005", ""),
            ("12345678901234", "12,345,678,901,234", "12345678901234"),
        ] {
            let grouped = at(pasted, None, true);
            assert_eq!(
                (grouped.text.as_str(), grouped.amount.as_str()),
                (text, amount)
            );
        }
    }
}
