//! Amounts as text: plain for programs, grouped and with a symbol for people.

use super::Amount;
use crate::digits::{spelled, spelled_with_point};

/// What stands in for an amount that its owner has hidden. (Document 2, section 4.)
pub const HIDDEN: &str = "XXXXXXXXXXX";

/// Decimals shown to people, for all six currencies. (Document 2, section 9: "symbol plus a two-decimal number".)
const SHOWN_DECIMALS: u32 = 2;

/// Minor units as plain decimal text at the scale.
pub(super) fn plain(units: u128, scale: u32) -> String {
    let scale = usize::try_from(scale).unwrap_or(0);
    spelled_with_point(units, scale.saturating_add(1), scale)
}

/// The digits before and after the point.
fn split(units: u128, scale: u32) -> (String, String) {
    let scale = usize::try_from(scale).unwrap_or(0);
    let digits = spelled(units, scale.saturating_add(1));
    let (whole, decimals) = digits
        .split_at_checked(digits.len().saturating_sub(scale))
        .unwrap_or((&digits, ""));
    (whole.to_owned(), decimals.to_owned())
}

/// The digits in groups of three: `1,234,567`.
pub(super) fn grouped(whole: &str) -> String {
    let mut text = String::with_capacity(whole.len().saturating_mul(2));
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && whole.len().saturating_sub(index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `₦1,234.50`: symbol, groups, two decimals, rounded down for every currency.
pub fn display(amount: &Amount) -> String {
    let currency = amount.currency();
    let (whole, decimals) = split(amount.units(), currency.scale());
    let shown = usize::try_from(SHOWN_DECIMALS).unwrap_or(0);
    [
        currency.symbol(),
        &grouped(&whole),
        ".",
        decimals.get(..shown).unwrap_or(&decimals),
    ]
    .concat()
}
