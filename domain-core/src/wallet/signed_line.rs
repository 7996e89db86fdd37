//! The lines of a price with a spread.

use crate::money::Amount;
use crate::shape::output;

output! {
    /// One line; negative if it is deducted.
    pub struct SignedLine {
        /// The stable name of the line: `worth` or `spread`.
        code: &'static str,
        /// The name of the line, for display.
        label: &'static str,
        /// The amount at the scale of its currency, with a minus if it is deducted.
        amount: String,
    }
}

/// A value and the house's share, which is added to it or deducted.
#[inline(never)]
pub(super) fn with_spread(worth: &Amount, spread: &Amount, is_deducted: bool) -> Vec<SignedLine> {
    let sign = match is_deducted && !spread.is_zero() {
        true => "-",
        false => "",
    };
    let line = |code, label, amount| SignedLine {
        code,
        label,
        amount,
    };
    vec![
        line("worth", "Worth", worth.text()),
        line("spread", "Our spread", [sign, &spread.text()].concat()),
    ]
}
