//! The loans on offer to a borrower.

use super::instalment::currency_of;
use crate::money::{Amount, AmountText, CurrencyCode};
use crate::shape::{input, output};
use crate::validation::Checked;

/// Amounts without a maximum end after this many.
const MOST_AMOUNTS: usize = 8;

input! {
    /// A borrower, and the plans on offer.
    pub struct LoanOfferInput {
        /// The part of the borrower's limit that is left.
        left: AmountText,
        /// The default is naira.
        currency: Option<CurrencyCode>,
        plans: Vec<OfferedLimits>,
    }

    /// The limits of a plan.
    pub struct OfferedLimits {
        minimum: AmountText,
        /// Null if there is none.
        maximum: Option<AmountText>,
    }
}

output! {
    /// The loans on offer.
    pub struct LoanOffer {
        /// The largest loan that can be approved at once; null if there is none.
        most: Option<Amount>,
        /// In the order of the plans.
        plans: Vec<OfferedAmounts>,
    }

    /// Amounts to look at, from a plan's minimum to its maximum.
    pub struct OfferedAmounts {
        amounts: Vec<OfferedAmount>,
        /// The place of the amount to begin with, from 0.
        first: i64,
    }

    /// An amount of a loan.
    pub struct OfferedAmount {
        amount: Amount,
        /// Whether it can be approved at once; otherwise a person decides.
        at_once: bool,
    }
}

/// The amounts are the minimum, 1, 2 and 5 times each power of ten, the most that can be approved at once, and the
/// maximum. The first one shown is the most, or the minimum if a person decides in any case.
///
/// # Errors
/// `not_an_amount`; `{currency} not supported yet!`
pub fn offer(input: &LoanOfferInput) -> Checked<LoanOffer> {
    let currency = currency_of(input.currency.as_ref())?;
    let left = input.left.amount("left", currency)?;
    let mut best: Option<Amount> = None;
    let mut plans = Vec::new();
    for plan in &input.plans {
        let minimum = plan.minimum.amount("minimum", currency)?;
        let maximum = plan.maximum.as_ref();
        let maximum = maximum.map(|text| text.amount("maximum", currency));
        let maximum = maximum.transpose()?;
        let most = left.at_most(maximum.unwrap_or(left));
        let most = Some(most).filter(|most| *most >= minimum);
        best = greater(best, most);
        let amounts = amounts(minimum, maximum, most);
        let first = amounts.iter().position(|amount| Some(*amount) == most);
        plans.push(OfferedAmounts {
            first: first
                .and_then(|place| i64::try_from(place).ok())
                .unwrap_or(0),
            amounts: amounts
                .into_iter()
                .map(|amount| OfferedAmount {
                    amount,
                    at_once: amount <= left,
                })
                .collect(),
        });
    }
    Ok(LoanOffer { most: best, plans })
}

/// The greater of two amounts, if any.
fn greater(one: Option<Amount>, other: Option<Amount>) -> Option<Amount> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.at_least(other)),
        (one, other) => one.or(other),
    }
}

fn amounts(minimum: Amount, maximum: Option<Amount>, most: Option<Amount>) -> Vec<Amount> {
    let mut amounts = vec![minimum];
    let mut power: i128 = 1;
    'powers: loop {
        for times in [1, 2, 5] {
            let units = power.checked_mul(times);
            let round = units.and_then(|units| Amount::from_units(units, minimum.currency()));
            let round = round.filter(|round| maximum.is_none_or(|maximum| *round < maximum));
            match round {
                Some(round) if amounts.len() < MOST_AMOUNTS => {
                    if round > minimum {
                        amounts.push(round);
                    }
                }
                _ => break 'powers,
            }
        }
        let Some(next) = power.checked_mul(10) else {
            break;
        };
        power = next;
    }
    amounts.extend(maximum.into_iter().chain(most));
    amounts.sort_by_key(Amount::units);
    amounts.dedup();
    amounts
}
