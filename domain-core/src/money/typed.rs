//! Amounts as typed into a form.

use super::display::grouped_decimal;
use super::{Amount, AmountText, Currency};
use crate::json::Node;
use crate::shape::{Input, Output, ReadErrors, Reads, Shape, Type};
use crate::validation::{Violation, is_mark};
use std::borrow::Cow;

/// An amount in a form: `1500`, and also `1,500`, `₦1,500.00` and `NGN 1,500`. Any other spelling is unchanged, and
/// refused.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypedAmount(AmountText);

impl TypedAmount {
    /// The amount in its currency.
    ///
    /// # Errors
    /// `not_an_amount` for the field; for a misplaced comma, with the amount that was probably meant as `nearest`.
    pub fn amount(&self, field: &'static str, currency: Currency) -> Result<Amount, Violation> {
        let typed = self.0.as_str();
        let read = read(typed, currency).map(|amount| Amount {
            origin: self.0.origin,
            ..amount
        });
        read.map_err(|refused| {
            let violation = refused.violation(field);
            match meant(typed, currency) {
                Some(nearest) => violation
                    .saying_all(&[
                        "A comma separates thousands. Did you mean ",
                        &grouped_decimal(&nearest),
                        "?",
                    ])
                    .with("nearest", nearest),
                None => violation,
            }
        })
    }

    pub fn is_blank(&self) -> bool {
        self.0.is_blank()
    }
}

/// Parses a typed amount.
pub(super) fn read(typed: &str, currency: Currency) -> Result<Amount, super::NotAnAmount> {
    Amount::parse(&plain(typed, currency), currency)
}

/// The plain text of an amount typed in any currency, with the decimals that were typed; `None` for other text.
pub fn plain_amount(typed: &str) -> Option<String> {
    Currency::ALL.iter().find_map(|currency| {
        let plain = plain(typed, *currency);
        Amount::parse(&plain, *currency)
            .ok()
            .map(|_| plain.into_owned())
    })
}

/// Removes the currency's sign, separators of groups of three, and a trailing point. After a single zero a comma can
/// only be a point. Elsewhere it is ambiguous, so the text is unchanged.
pub(super) fn plain(typed: &str, currency: Currency) -> Cow<'_, str> {
    let number = unsigned(typed, currency);
    if let Some(decimals) = number.strip_prefix("0,") {
        return Cow::Owned(["0.", decimals].concat());
    }
    if !is_grouped(number) {
        return Cow::Borrowed(typed);
    }
    let whole = number
        .strip_suffix('.')
        .filter(|whole| !whole.contains('.'));
    Cow::Owned(whole.unwrap_or(number).replace(',', ""))
}

/// Whether all commas separate groups of three before the point.
pub(super) fn is_grouped(number: &str) -> bool {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let is_plain = first.len() == whole.len();
    let is_begun = (1..=3).contains(&first.len()) && !first.starts_with('0');
    !decimals.contains(',') && (is_plain || is_begun && groups.all(|group| group.len() == 3))
}

/// Reads the last comma as a point if decimals of the currency follow, and drops all other separators.
fn meant(typed: &str, currency: Currency) -> Option<String> {
    let number = unsigned(typed, currency);
    let (whole, end) = number
        .rsplit_once(',')
        .filter(|(whole, _)| !whole.is_empty())?;
    let separated = |text: &str| text.replace([',', '.'], "");
    let scale = usize::try_from(currency.scale()).ok()?;
    let plain = match end.len() {
        0 | 3 => separated(number),
        digits if digits <= scale => [&separated(whole), ".", end].concat(),
        _ => separated(number),
    };
    Amount::parse(&plain, currency).is_ok().then_some(plain)
}

/// The text after the currency's sign or code. Another currency's sign is kept, and refused.
pub(super) fn unsigned(typed: &str, currency: Currency) -> &str {
    let typed = typed.trim_matches(|typed: char| typed.is_whitespace() || is_mark(typed));
    let signs = [currency.symbol(), currency.as_str()];
    let number = signs.iter().find_map(|sign| typed.strip_prefix(sign));
    // The spelling of shops: N500.
    let naira = || {
        typed
            .strip_prefix('N')
            .filter(|_| currency == Currency::Ngn)
    };
    number.or_else(naira).unwrap_or(typed).trim_start()
}

impl From<&str> for TypedAmount {
    fn from(typed: &str) -> Self {
        Self(typed.into())
    }
}

impl From<String> for TypedAmount {
    fn from(typed: String) -> Self {
        Self(typed.into())
    }
}

impl From<Amount> for TypedAmount {
    fn from(amount: Amount) -> Self {
        Self(amount.into())
    }
}

impl Shape for TypedAmount {
    const TYPE: Type = Type::Amount;
    const READS: Reads = AmountText::READS;
}

impl Input for TypedAmount {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        Self(AmountText::read(node, errors))
    }

    fn blank() -> Self {
        Self::default()
    }
}

impl Output for TypedAmount {
    fn write(&self) -> Node<'static> {
        self.0.write()
    }
}

impl<'de> serde::Deserialize<'de> for TypedAmount {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        AmountText::deserialize(deserializer).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_spellings_of_amounts_are_accepted() {
        for (typed, amount) in [
            ("1500", "1500.00"),
            ("1,500", "1500.00"),
            ("₦1,000.50", "1000.50"),
            ("₦ 1,000.5", "1000.50"),
            ("NGN 12,345,678", "12345678.00"),
            ("N5,000", "5000.00"),
            (" 1500 ", "1500.00"),
            ("\u{2068}₦1,500\u{2069}", "1500.00"),
            ("1500.", "1500.00"),
            ("0", "0.00"),
            ("250,000", "250000.00"),
            ("0,5", "0.50"),
        ] {
            let read = TypedAmount::from(typed).amount("amount", Currency::Ngn);
            assert_eq!(read.unwrap().text(), amount, "{typed}");
        }
    }

    #[test]
    fn ambiguous_amounts_are_refused() {
        for typed in [
            "",
            "₦",
            "1000,50",
            "1,00",
            "12,34",
            "1,0000",
            ",100",
            "1,,000",
            "1,000,",
            "-1",
            "1e3",
            "1 000",
            "1.005",
            "1.2.3",
            "1.000,50",
            "0,005",
            "0,500,000",
            "00,500",
            "1.5,0",
            "1.5.",
            "$100",
            "USD 100",
            "100₦",
            "١٢",
            "NN5",
            "N-5",
        ] {
            let read = TypedAmount::from(typed).amount("amount", Currency::Ngn);
            assert!(read.is_err(), "{typed}");
        }
        let dollars = |typed: &str| TypedAmount::from(typed).amount("amount", Currency::Usd);
        assert_eq!(dollars("$1,000").unwrap().text(), "1000.00");
        assert!(dollars("₦1,000").is_err() && dollars("N5").is_err());
    }

    #[test]
    fn misplaced_commas_suggest_the_intended_amount() {
        for (typed, currency, nearest) in [
            ("250,", Currency::Ngn, Some("250")),
            ("250,5", Currency::Ngn, Some("250.5")),
            ("250,50", Currency::Usd, Some("250.50")),
            ("1000,50", Currency::Ngn, Some("1000.50")),
            ("1.000,50", Currency::Ngn, Some("1000.50")),
            ("1,0000", Currency::Ngn, Some("10000")),
            ("2,50,000", Currency::Ngn, Some("250000")),
            ("1,5", Currency::Btc, Some("1.5")),
            ("1,0005", Currency::Btc, Some("1.0005")),
            ("1e3", Currency::Ngn, None),
            ("-1,00", Currency::Ngn, None),
        ] {
            let refused = TypedAmount::from(typed)
                .amount("amount", currency)
                .unwrap_err();
            let named = nearest.map(Into::into);
            assert_eq!(refused.params.get("nearest"), named.as_ref(), "{typed}");
        }
        let bitcoin = TypedAmount::from("0,005").amount("amount", Currency::Btc);
        assert_eq!(bitcoin.unwrap().text(), "0.00500000");
    }
}
