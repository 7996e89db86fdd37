//! The payoff of a loan.

use super::instalment::currency_of;
use super::progress::sum;
use crate::calendar::Date;
use crate::money::{Amount, AmountText, Currency, CurrencyCode};
use crate::shape::{input, output};
use crate::validation::Checked;

input! {
    /// An instalment of a loan and its payments so far.
    pub struct LoanPart {
        /// The day on which the instalment is due.
        due_at: Date,
        /// The principal in the instalment.
        principal: AmountText,
        /// The interest in the instalment; of a charge for a late instalment, the charge.
        interest: AmountText,
        /// The amount paid: interest first.
        paid: AmountText,
        /// Whether it is the charge for a late instalment, after which no period begins; by default it is not.
        charge: Option<bool>,
    }

    /// A loan's instalments on a day.
    pub struct PayoffInput {
        /// In the order of their dates.
        instalments: Vec<LoanPart>,
        /// Today's date in Lagos.
        today: Date,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// The amount that settles the loan today.
    pub struct Payoff {
        /// The principal and the interest, which settle the loan.
        amount: Amount,
        /// The part that is remaining principal, minus interest paid ahead.
        principal: Amount,
        /// The part that is interest of the periods that have begun.
        interest: Amount,
        /// The interest of later periods, which is not charged, even if it was paid ahead.
        waived: Amount,
    }
}

/// All remaining principal, and the interest of the periods that have begun: the first one begins with the loan, each
/// later one on the day after the previous due date, or on its own due date if that is earlier: of two instalments
/// due on one day, the second's begins on that day. Later interest is not earned yet and is waived, as is a charge
/// for a late instalment if neither its day nor its period has come; if it was paid ahead, it counts against the
/// principal, so paying in parts costs as much as paying at once. Source: document 3, section 2; the waiver is ours.
///
/// # Errors
/// `not_an_amount`; `out_of_range` for a sum that is too large; `{currency} not supported yet!`
pub fn payoff(input: &PayoffInput) -> Checked<Payoff> {
    let parts = left(input)?;
    let currency = currency_of(input.currency.as_ref())?;
    let zero = Amount::zero(currency);
    let (mut principal, mut interest, mut waived) = (zero, zero, zero);
    for part in &parts {
        principal = sum(principal, &part.principal)?;
        interest = sum(interest, &part.interest)?;
        waived = sum(waived, &part.waived)?;
    }
    let returned = returned(&parts, currency)?;
    let principal = principal.checked_sub(&returned).unwrap_or(zero);
    Ok(Payoff {
        amount: sum(principal, &interest)?,
        principal,
        interest,
        waived: sum(waived, &returned)?,
    })
}

/// The remaining amounts of an instalment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Left {
    pub principal: Amount,
    /// Zero until its period begins.
    pub interest: Amount,
    /// The interest if its period has not begun.
    pub waived: Amount,
    /// Interest paid ahead for a period that has not begun.
    pub ahead: Amount,
}

/// The interest paid ahead that counts against the principal when the loan is settled, limited to the principal.
pub(super) fn returned(parts: &[Left], currency: Currency) -> Checked<Amount> {
    let zero = Amount::zero(currency);
    let (mut ahead, mut principal) = (zero, zero);
    for part in parts {
        ahead = sum(ahead, &part.ahead)?;
        principal = sum(principal, &part.principal)?;
    }
    Ok(ahead.at_most(principal))
}

/// The remaining amounts of each instalment.
pub(super) fn left(input: &PayoffInput) -> Checked<Vec<Left>> {
    let currency = currency_of(input.currency.as_ref())?;
    let zero = Amount::zero(currency);
    let mut has_begun = true;
    let mut all = Vec::with_capacity(input.instalments.len());
    for part in &input.instalments {
        let whole = part.interest.amount("instalments", currency)?;
        let paid = part.paid.amount("instalments", currency)?;
        let of_interest = paid.at_most(whole);
        let of_principal = paid.checked_sub(&of_interest).unwrap_or(zero);
        let owed = part.principal.amount("instalments", currency)?;
        let unpaid = whole.checked_sub(&of_interest).unwrap_or(zero);
        let is_earned = part.due_at <= input.today || has_begun;
        all.push(Left {
            principal: owed.checked_sub(&of_principal).unwrap_or(zero),
            interest: if is_earned { unpaid } else { zero },
            waived: if is_earned { zero } else { unpaid },
            ahead: if is_earned { zero } else { of_interest },
        });
        // The next period begins on the following day.
        if part.charge != Some(true) {
            has_begun = part.due_at < input.today;
        }
    }
    Ok(all)
}
