//! JSON numbers as plain decimal text.

use super::Node;
use std::borrow::Cow;

/// Decimal digits that an IEEE double represents exactly: browsers are exact up to here.
pub const EXACT_DIGITS: usize = 15;
/// Larger exponents are not an amount, count or date; the limit keeps the expansion short.
const GREATEST_EXPONENT: i32 = 30;

/// The greatest whole number that is read: that of 64 bits, of which the digits beyond the exact ones are zeros.
pub(crate) const GREATEST_INTEGER: i64 = exact(i64::MAX);
/// The least whole number that is read.
pub(crate) const LEAST_INTEGER: i64 = exact(i64::MIN);

/// Only computed at compile time, where an overflow is an error.
#[allow(clippy::arithmetic_side_effects)]
const fn exact(number: i64) -> i64 {
    let (mut beyond, mut digits) = (1_u64, 0);
    while digits < EXACT_DIGITS {
        beyond *= 10;
        digits += 1;
    }
    let mut unit = 1;
    while (number / unit).unsigned_abs() >= beyond {
        unit *= 10;
    }
    number / unit * unit
}

/// The number as plain decimal text: no exponent, no superfluous zeros, `-0` as `0`.
///
/// `None` if it has more than 15 significant digits (a browser would not keep it exactly: send it as text) or if its
/// exponent is too large. A browser's spelling of a number (`1e-7`, `1e+21`) and the sender's (`0.0000001`) therefore
/// give the same text.
///
/// ```
/// use domain_core::json::plain_number;
/// assert_eq!(plain_number("1.50").as_deref(), Some("1.5"));
/// assert_eq!(plain_number("1e3").as_deref(), Some("1000"));
/// assert_eq!(plain_number("25E-1").as_deref(), Some("2.5"));
/// assert_eq!(plain_number("-0.0").as_deref(), Some("0"));
/// assert_eq!(plain_number("1234567890123456.7"), None);
/// ```
pub fn plain_number(text: &str) -> Option<Cow<'_, str>> {
    let usual = text.len() <= EXACT_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
    if usual && (text.len() == 1 || !text.starts_with('0')) {
        return Some(Cow::Borrowed(text));
    }
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().unwrap_or(i32::MAX)),
        None => (unsigned, 0),
    };
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, decimals].concat();
    let significant = digits.trim_start_matches('0');
    let leading = digits.len().checked_sub(significant.len())?;
    let significant = significant.trim_end_matches('0');
    if significant.is_empty() {
        return Some(Cow::Borrowed("0"));
    }
    if significant.len() > EXACT_DIGITS || exponent.checked_abs()? > GREATEST_EXPONENT {
        return None;
    }
    // The number of significant digits before the decimal point; negative: zeros after it.
    let before = i32::try_from(whole.len())
        .ok()?
        .checked_sub(i32::try_from(leading).ok()?)?
        .checked_add(exponent)?;
    Some(Cow::Owned(spell(negative, significant, before)))
}

/// Inserts the decimal point after `before` digits (negative: after that many zeros).
fn spell(negative: bool, significant: &str, before: i32) -> String {
    let sign = if negative { "-" } else { "" };
    match usize::try_from(before) {
        Err(_) | Ok(0) => {
            let zeros = usize::try_from(before.unsigned_abs()).unwrap_or(0);
            [sign, "0.", &"0".repeat(zeros), significant].concat()
        }
        Ok(before) => match significant.split_at_checked(before) {
            Some((whole, "")) => [sign, whole].concat(),
            Some((whole, decimals)) => [sign, whole, ".", decimals].concat(),
            None => [
                sign,
                significant,
                &"0".repeat(before.saturating_sub(significant.len())),
            ]
            .concat(),
        },
    }
}

/// The text of a decimal: a string as it is, or a number as plain decimal text; `None` for other types.
pub fn decimal_text<'a>(node: &'a Node<'_>) -> Option<Cow<'a, str>> {
    match node {
        Node::Text(text) => Some(Cow::Borrowed(text)),
        Node::Number(number) => plain_number(number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_have_equal_text() {
        for (written, plain) in [
            ("0", "0"),
            ("-0", "0"),
            ("1500", "1500"),
            ("1500.00", "1500"),
            ("0.10", "0.1"),
            ("1e-7", "0.0000001"),
            ("0.0000001", "0.0000001"),
            ("1.5e+3", "1500"),
            ("12.345e1", "123.45"),
            ("-2.50", "-2.5"),
            ("1e21", "1000000000000000000000"),
            ("100000000000000000000", "100000000000000000000"),
            ("0e999", "0"),
        ] {
            assert_eq!(plain_number(written).as_deref(), Some(plain), "{written}");
        }
    }

    #[test]
    fn inexact_doubles_are_refused() {
        for written in [
            "9007199254740993",
            "0.1234567890123456",
            "1e31",
            "1e-31",
            "1e99999999999",
        ] {
            assert_eq!(plain_number(written), None, "{written}");
        }
    }
}
