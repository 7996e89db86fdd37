//! Amounts as text: plain for programs, grouped and with a symbol for people.

use super::{Amount, Currency};

/// The placeholder for a hidden amount. (Document 2, section 4.)
pub(super) const HIDDEN: &str = "XXXXXXXXXXX";

/// Decimals shown to users, for all six currencies. (Document 2, section 9.)
const SHOWN_DECIMALS: usize = 2;

/// Groups the digits in threes: `1,234,567`.
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

/// Plain decimal text with its whole part grouped: `95,000.5`.
pub(crate) fn grouped_decimal(plain: &str) -> String {
    match plain.split_once('.') {
        Some((whole, decimals)) => [&grouped(whole), ".", decimals].concat(),
        None => grouped(plain),
    }
}

/// `₦1,234.50` in its parts: symbol, grouped whole part, and all decimals with their point.
pub(super) fn parts(amount: &Amount) -> [String; 3] {
    let text = amount.text();
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    [
        amount.currency().symbol().to_owned(),
        grouped(whole),
        [".", decimals].concat(),
    ]
}

/// `₦1,234.50`: symbol, groups, two decimals, rounded down for every currency.
pub fn display(amount: &Amount) -> String {
    let [symbol, whole, decimals] = parts(amount);
    // Including the point.
    let shown = decimals.get(..=SHOWN_DECIMALS).unwrap_or(&decimals);
    [&symbol, &whole, shown].concat()
}

/// As [`display`], but with all decimals for coins, `BTC 0.00050000`: with two, most amounts would show as zero.
pub fn display_in_full(amount: &Amount) -> String {
    match amount.currency() {
        Currency::Ngn | Currency::Usd | Currency::Gbp => display(amount),
        coin @ (Currency::Btc | Currency::Eth | Currency::Usdt) => {
            [coin.as_str(), " ", &amount.text()].concat()
        }
    }
}
