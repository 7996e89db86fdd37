//! The amounts offered for a bill.

use super::Bill;
use super::bill::minimum;
use crate::money::{Amount, AmountText, Currency};
use crate::shape::{input, output};
use crate::validation::Checked;

/// Airtime in naira, as the networks' own cards have it.
const AIRTIME_UNITS: [u32; 5] = [100, 200, 500, 1_000, 2_000];
const POWER_UNITS: [u32; 5] = [1_000, 2_000, 5_000, 10_000, 20_000];

input! {
    /// A kind of bill.
    pub struct AmountsInput {
        /// The kind of bill: airtime and electricity have usual amounts, data and cable none.
        kind: Bill,
        /// The service's minimum, for electricity.
        minimum: Option<AmountText>,
    }
}

output! {
    /// Usual amounts.
    pub struct UsualAmounts {
        /// In naira, the smallest first; empty for packages, which have prices of their own.
        amounts: Vec<Amount>,
    }
}

/// The usual amounts, without those below the service's minimum. Any other amount can be typed.
///
/// # Errors
/// `not_an_amount` for the minimum.
pub fn amounts(input: &AmountsInput) -> Checked<UsualAmounts> {
    let usual: &[u32] = match input.kind {
        Bill::Airtime => &AIRTIME_UNITS,
        Bill::Power => &POWER_UNITS,
        Bill::Data | Bill::Cable => &[],
    };
    let least = minimum(input.minimum.as_ref(), Currency::Ngn)?;
    let amounts = usual
        .iter()
        .map(|units| Amount::of_units(*units, Currency::Ngn))
        .filter(|amount| least.is_none_or(|least| *amount >= least));
    Ok(UsualAmounts {
        amounts: amounts.collect(),
    })
}
