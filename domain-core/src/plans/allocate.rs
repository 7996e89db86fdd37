//! Allocating an amount among the coins of a set.

use crate::money::origin::Way;
use crate::money::{Amount, AmountText, CurrencyCode, Percent};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};

const SHARE: Way =
    Way::Described("its share, rounded down; what is left goes to the largest remainders");

input! {
    /// A coin's share of a set.
    pub struct Share {
        /// The coin's symbol or name, which is repeated in the answer.
        coin: String,
        /// The coin's share, in percent of the amount.
        percent: Percent,
    }

    /// An amount and its allocation.
    pub struct AllocateInput {
        /// The amount to divide, in `currency`.
        amount: AmountText,
        /// The currency of the amount.
        currency: CurrencyCode,
        /// They sum to 100.
        parts: Vec<Share>,
    }
}

output! {
    /// The divided amount.
    pub struct Allocation {
        /// In the order of the shares; they sum to the amount.
        parts: Vec<Part>,
    }

    /// A coin's part.
    pub struct Part {
        /// The coin, as in the input.
        coin: String,
        /// The coin's part, in the currency of the amount.
        amount: Amount,
    }
}

/// Each part is rounded down; the remaining minor units go to the parts with the largest remainders, one each, and
/// among equal ones to the first. Source: document 3, section 3.
///
/// # Errors
/// `not_an_amount`, `{currency} not supported yet!`; `out_of_range` on `parts` for shares that do not sum to 100, or
/// one that is written with more than six decimals, zeros included; `out_of_range` for an amount that is too large.
pub fn allocate(input: &AllocateInput) -> Checked<Allocation> {
    let currency = input.currency.known("currency")?;
    let amount = input.amount.amount("amount", currency)?;
    let wrong = || Violation::new("parts", Code::OutOfRange).with("limit", 100_u64);
    let shares: Option<Vec<i128>> = input
        .parts
        .iter()
        .map(|part| part.percent.units())
        .collect();
    let shares = shares.ok_or_else(wrong)?;
    let sum = shares
        .iter()
        .try_fold(0_i128, |sum, share| sum.checked_add(*share));
    if sum != Some(Percent::HUNDRED_UNITS) {
        return Err(wrong().saying("The shares must sum to 100 percent.").into());
    }
    let too_great = || Violation::new("amount", Code::OutOfRange);
    let mut parts = Vec::new();
    let mut left = amount.units();
    for share in &shares {
        let product = amount.units().checked_mul(*share).ok_or_else(too_great)?;
        let units = product
            .checked_div(Percent::HUNDRED_UNITS)
            .unwrap_or_default();
        let lost = product
            .checked_rem(Percent::HUNDRED_UNITS)
            .unwrap_or_default();
        left = left.saturating_sub(units);
        parts.push((units, lost));
    }
    // There are fewer remaining units than parts.
    while left > 0 {
        let most = parts
            .iter()
            .map(|(_, lost)| *lost)
            .max()
            .unwrap_or_default();
        let Some(part) = parts.iter_mut().find(|(_, lost)| *lost == most) else {
            break;
        };
        *part = (part.0.saturating_add(1), -1);
        left = left.saturating_sub(1);
    }
    let part = |(share, (units, _)): (&Share, &(i128, i128))| {
        Some(Part {
            coin: share.coin.clone(),
            amount: Amount::from_units(*units, currency)?.made(SHARE, &[&amount]),
        })
    };
    let parts: Option<Vec<Part>> = input.parts.iter().zip(&parts).map(part).collect();
    Ok(Allocation {
        parts: parts.ok_or_else(too_great)?,
    })
}
