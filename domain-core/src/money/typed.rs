//! An amount as people type it into a form.

use super::{Amount, AmountText, Currency};
use crate::json::Node;
use crate::shape::{Input, ReadErrors, Shape, Type};
use crate::validation::Violation;
use std::borrow::Cow;

/// An amount of a form: `1500`, and also `1,500`, `₦1,500.00` and `NGN 1,500`. What is not written in one of these ways
/// stays as it is, and is refused.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypedAmount(AmountText);

impl TypedAmount {
    /// The amount in its currency.
    ///
    /// # Errors
    /// `not_an_amount` for the field.
    pub fn amount(&self, field: &'static str, currency: Currency) -> Result<Amount, Violation> {
        read(self.0.as_str(), currency).map_err(|refused| refused.violation(field))
    }

    pub fn is_blank(&self) -> bool {
        self.0.is_blank()
    }
}

/// The amount that a typed text means.
pub(super) fn read(typed: &str, currency: Currency) -> Result<Amount, super::NotAnAmount> {
    Amount::parse(&plain(typed, currency), currency)
}

/// Without the currency's sign, separators of groups of three, and a point at the end. A comma anywhere else may be
/// meant as a decimal point, so the text stays.
fn plain(typed: &str, currency: Currency) -> Cow<'_, str> {
    let number = unsigned(typed, currency);
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default().len();
    let is_grouped =
        first == whole.len() || ((1..=3).contains(&first) && groups.all(|group| group.len() == 3));
    if !is_grouped {
        return Cow::Borrowed(typed);
    }
    let mut plain: String = whole.chars().filter(|digit| *digit != ',').collect();
    if !decimals.is_empty() {
        plain.push('.');
        plain.push_str(decimals);
    }
    Cow::Owned(plain)
}

/// The text after the currency's sign or code. Another currency's sign stays, and is refused.
pub(super) fn unsigned(typed: &str, currency: Currency) -> &str {
    let typed = typed.trim();
    let signs = [currency.symbol(), currency.as_str()];
    let number = signs.iter().find_map(|sign| typed.strip_prefix(sign));
    // As shops write it: N500.
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
}

impl Input for TypedAmount {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        Self(AmountText::read(node, errors))
    }

    fn blank() -> Self {
        Self::default()
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
    fn what_people_write_for_an_amount_is_understood() {
        for (typed, amount) in [
            ("1500", "1500.00"),
            ("1,500", "1500.00"),
            ("₦1,000.50", "1000.50"),
            ("₦ 1,000.5", "1000.50"),
            ("NGN 12,345,678", "12345678.00"),
            ("N5,000", "5000.00"),
            (" 1500 ", "1500.00"),
            ("1500.", "1500.00"),
            ("0", "0.00"),
        ] {
            let read = TypedAmount::from(typed).amount("amount", Currency::Ngn);
            assert_eq!(read.unwrap().text(), amount, "{typed}");
        }
    }

    #[test]
    fn what_could_mean_another_amount_is_refused() {
        for typed in [
            "", "₦", "1000,50", "1,00", "12,34", "1,0000", ",100", "1,,000", "1,000,", "-1", "1e3",
            "1 000", "1.005", "1.2.3", "1.000,50", "$100", "USD 100", "100₦", "١٢", "NN5", "N-5",
        ] {
            let read = TypedAmount::from(typed).amount("amount", Currency::Ngn);
            assert!(read.is_err(), "{typed}");
        }
        let dollars = |typed: &str| TypedAmount::from(typed).amount("amount", Currency::Usd);
        assert_eq!(dollars("$1,000").unwrap().text(), "1000.00");
        assert!(dollars("₦1,000").is_err() && dollars("N5").is_err());
    }
}
