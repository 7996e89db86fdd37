//! The loans on offer to a borrower.

use super::instalment::currency_of;
use crate::money::{Amount, AmountText, CurrencyCode, display};
use crate::shape::{input, output};
use crate::validation::Checked;

const BY_A_PERSON: &str = "Above your limit: a person decides.";
const TOO_MUCH: &str = "With this you would owe more than we lend to one person.";

input! {
    /// A borrower, and the plans on offer.
    pub struct LoanOfferInput {
        /// The part of the borrower's limit that is left.
        left: AmountText,
        /// The most that the lender would lend to this borrower now, by a person's decision.
        room: AmountText,
        /// The default is naira.
        currency: Option<CurrencyCode>,
        /// The plans on offer.
        plans: Vec<OfferedLimits>,
    }

    /// The limits of a plan.
    pub struct OfferedLimits {
        /// Whether the borrower meets what the plan requires, such as a cluster.
        open: bool,
        /// The smallest loan of the plan.
        minimum: AmountText,
        /// Null if there is none.
        maximum: Option<AmountText>,
    }
}

output! {
    /// The loans on offer.
    pub struct LoanOffer {
        /// The largest loan of an open plan that can be approved at once; null if there is none.
        most: Option<Amount>,
        /// The meaning of it, and of more.
        message: String,
        /// In the order of the plans.
        plans: Vec<OfferedAmounts>,
    }

    /// Amounts to look at, from a plan's minimum to its maximum.
    pub struct OfferedAmounts {
        /// The amounts to choose from, the smallest first.
        amounts: Vec<OfferedAmount>,
        /// The place of the amount to begin with, from 0.
        first: i64,
    }

    /// An amount of a loan.
    pub struct OfferedAmount {
        /// The amount of the loan.
        amount: Amount,
        /// Whether it can be approved at once.
        at_once: bool,
        /// The reason if it cannot.
        message: Option<&'static str>,
    }
}

/// The amounts are the minimum, 1, 2 and 5 times each power of ten, the most that can be approved at once, and the most
/// that a person can approve: the plan's maximum or the lender's room. The first one shown is the most at once, or the
/// minimum if there is none.
///
/// # Errors
/// `not_an_amount`; `{currency} not supported yet!`
pub fn offer(input: &LoanOfferInput) -> Checked<LoanOffer> {
    let currency = currency_of(input.currency.as_ref())?;
    let room = input.room.amount("room", currency)?;
    let left = input.left.amount("left", currency)?.at_most(room);
    let (mut best, mut greatest) = (None, None);
    let mut plans = Vec::new();
    for plan in &input.plans {
        let minimum = plan.minimum.amount("minimum", currency)?;
        let maximum = plan.maximum.as_ref();
        let maximum = maximum.map(|text| text.amount("maximum", currency));
        let maximum = maximum.transpose()?.unwrap_or(room).at_most(room);
        let most = Some(left.at_most(maximum)).filter(|most| *most >= minimum);
        if plan.open {
            best = greater(best, most);
            let by_person = Some(maximum).filter(|maximum| *maximum >= minimum);
            greatest = greater(greatest, by_person);
        }
        let amounts = amounts(minimum, maximum, most);
        let first = amounts.iter().position(|amount| Some(*amount) == most);
        let told = |amount: Amount| OfferedAmount {
            amount,
            at_once: amount <= left,
            message: match (amount <= left, amount <= room) {
                (true, _) => None,
                (false, true) => Some(BY_A_PERSON),
                (false, false) => Some(TOO_MUCH),
            },
        };
        plans.push(OfferedAmounts {
            first: first
                .and_then(|place| i64::try_from(place).ok())
                .unwrap_or(0),
            amounts: amounts.into_iter().map(told).collect(),
        });
    }
    Ok(LoanOffer {
        most: best,
        message: message(best, greatest, left),
        plans,
    })
}

/// The meaning of the most that can be approved at once, given the most that a person can approve.
fn message(best: Option<Amount>, greatest: Option<Amount>, left: Amount) -> String {
    match (best, greatest) {
        (Some(best), Some(greatest)) if best < greatest => {
            "A request up to this can be approved at once. Above it, a person decides.".to_owned()
        }
        (Some(_), _) => "A request up to this can be approved at once.".to_owned(),
        (None, Some(_)) => {
            let left = display(&left);
            let words = [
                &left,
                " of it is left, less than our smallest loan. You can ask for more: a person decides.",
            ];
            words.concat()
        }
        (None, None) => "There is no loan for you at the moment.".to_owned(),
    }
}

/// The greater of two amounts, if any.
fn greater(one: Option<Amount>, other: Option<Amount>) -> Option<Amount> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.at_least(other)),
        (one, other) => one.or(other),
    }
}

fn amounts(minimum: Amount, maximum: Amount, most: Option<Amount>) -> Vec<Amount> {
    let mut amounts = vec![minimum];
    let mut power: i128 = 1;
    'powers: loop {
        for times in [1, 2, 5] {
            let units = power.checked_mul(times);
            let round = units.and_then(|units| Amount::from_units(units, minimum.currency()));
            match round.filter(|round| *round < maximum) {
                Some(round) if round > minimum => amounts.push(round),
                Some(_) => {}
                None => break 'powers,
            }
        }
        let Some(next) = power.checked_mul(10) else {
            break;
        };
        power = next;
    }
    if maximum > minimum {
        amounts.push(maximum);
    }
    amounts.extend(most);
    amounts.sort_by_key(Amount::units);
    amounts.dedup();
    amounts
}
