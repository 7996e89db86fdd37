//! Money that goes into savings by itself when other money moves: the change of payments, and a share of what arrives.

use super::instalment::currency_of;
use super::progress::sum;
use crate::money::origin::Way;
use crate::money::{Amount, AmountText, CurrencyCode, Percent, Rounding};
use crate::payment::{Direction, Movement};
use crate::shape::{choice, input, output};
use crate::status::Status;
use crate::validation::{Checked, Code, Violation};

choice! {
    /// The cause of a payment into savings.
    pub enum TriggerKind {
        /// Each payment, rounded up.
        RoundUp = "round_up",
        /// Money that arrives from a bank.
        Salary = "salary",
    }
}

input! {
    /// Payments to round up.
    pub struct RoundUpInput {
        /// With their charges.
        amounts: Vec<AmountText>,
        /// The amounts are rounded up to a multiple of it.
        step: AmountText,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }

    /// Money that has arrived.
    pub struct SalaryShareInput {
        /// The money that has arrived, in `currency`.
        amount: AmountText,
        /// Smaller amounts are not shared.
        least: AmountText,
        /// The share, in percent.
        percent: Percent,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// The change of payments.
    pub struct RoundUp {
        /// The sum of the change, in the currency of the payments.
        total: Amount,
    }

    /// The share of money that has arrived.
    pub struct SalaryShare {
        /// The share that goes into savings, rounded down; zero if the amount is too small.
        share: Amount,
    }
}

/// The sum of what is missing from each amount to the next multiple of the step; nothing for an exact multiple.
///
/// # Errors
/// `not_an_amount`; `below_minimum` for a step of zero, before the amounts are read; `out_of_range`; `{currency} not
/// supported yet!`
pub fn round_up(input: &RoundUpInput) -> Checked<RoundUp> {
    let currency = currency_of(input.currency.as_ref())?;
    let step = input.step.amount("step", currency)?;
    if step.is_zero() {
        return Err(Violation::below("step", &step, &Amount::smallest(currency)).into());
    }
    let mut total = Amount::zero(currency);
    for one in &input.amounts {
        let amount = one.amount("amounts", currency)?;
        let over = amount.units().checked_rem(step.units()).unwrap_or_default();
        if over == 0 {
            continue;
        }
        let missing = step.units().checked_sub(over);
        let missing = missing.and_then(|units| Amount::from_units(units, currency));
        let missing = missing.ok_or_else(|| Violation::new("amounts", Code::OutOfRange))?;
        let missing = missing.made(Way::Described("up to the next step"), &[&amount, &step]);
        total = sum(total, &missing)?;
    }
    Ok(RoundUp { total })
}

/// The share of an amount of at least `least`, rounded down, at most the amount.
///
/// # Errors
/// `not_an_amount`; `{currency} not supported yet!`
pub fn share(input: &SalaryShareInput) -> Checked<SalaryShare> {
    let currency = currency_of(input.currency.as_ref())?;
    let amount = input.amount.amount("amount", currency)?;
    let least = input.least.amount("least", currency)?;
    let zero = Amount::zero(currency);
    let share = input.percent.of(&amount, Rounding::Down);
    Ok(SalaryShare {
        share: match amount >= least {
            true => share.map_or(amount, |share| share.at_most(amount)),
            false => zero,
        },
    })
}

/// Whether a line of the statement triggers a payment into savings: for change, a payment to somebody else or a bill; for a
/// share, a bank transfer. A card is charged and an account debited on request, so neither is income.
#[must_use]
pub const fn counts(kind: TriggerKind, movement: Movement, direction: Direction) -> bool {
    match kind {
        TriggerKind::RoundUp => {
            matches!(direction, Direction::Debit)
                && matches!(
                    movement,
                    Movement::Withdrawal
                        | Movement::WalletTransfer
                        | Movement::Airtime
                        | Movement::Data
                        | Movement::Cable
                        | Movement::Power
                )
        }
        TriggerKind::Salary => {
            matches!(direction, Direction::Credit) && matches!(movement, Movement::Funding)
        }
    }
}

/// The fault of a trigger for a plan and a membership in these states: the field and the message; `None` if it can be set.
#[must_use]
pub fn fault(
    plan: Status,
    membership: Status,
    figure: Amount,
) -> Option<(&'static str, &'static str)> {
    if plan != Status::Active || membership != Status::Active {
        Some(("id", "This plan is not active."))
    } else if figure.is_zero() {
        Some(("figure", "Give an amount above zero."))
    } else {
        None
    }
}

/// The fault of a share, given those of the user's other plans; `None` if it can be set.
#[must_use]
pub fn share_fault(percent: Percent, others: &[Percent]) -> Option<&'static str> {
    let hundred = Percent::HUNDRED_UNITS;
    let units = |percent: &Percent| percent.units().unwrap_or(hundred);
    let taken = others
        .iter()
        .fold(0_i128, |sum, one| sum.saturating_add(units(one)));
    match percent.units() {
        None | Some(0) => Some("Give a share of 1 to 100 percent."),
        Some(own) if own.saturating_add(taken) > hundred => {
            Some("The shares of all your plans are more than 100 percent together.")
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    #[test]
    fn payments_to_others_leave_change_and_bank_transfers_are_shared() {
        use Direction::{Credit, Debit};
        let counted = |kind, direction| {
            let all = Movement::ALL.iter().copied();
            let those = all.filter(move |one| counts(kind, *one, direction));
            those.map(Movement::as_str).collect::<Vec<_>>()
        };
        let change = [
            "withdrawal",
            "wallet_transfer",
            "airtime",
            "data",
            "cable",
            "power",
        ];
        assert_eq!(counted(TriggerKind::RoundUp, Debit), change);
        assert_eq!(counted(TriggerKind::Salary, Credit), ["funding"]);
        assert!(counted(TriggerKind::RoundUp, Credit).is_empty());
        assert!(counted(TriggerKind::Salary, Debit).is_empty());
    }

    #[test]
    fn triggers_are_set_for_running_plans_and_amounts_above_zero() {
        let (zero, one) = (Amount::zero(Currency::Ngn), Amount::one(Currency::Ngn));
        let field = |plan, membership, figure| fault(plan, membership, figure).map(|one| one.0);
        assert_eq!(field(Status::Active, Status::Active, one), None);
        assert_eq!(field(Status::Active, Status::Active, zero), Some("figure"));
        assert_eq!(field(Status::Completed, Status::Active, one), Some("id"));
        assert_eq!(field(Status::Active, Status::Terminated, one), Some("id"));
    }

    #[test]
    fn the_shares_of_all_plans_are_a_whole_at_most() {
        let percent = |text: &str| Percent::parse(text).unwrap();
        let others = [percent("60"), percent("30")];
        assert_eq!(share_fault(percent("10"), &others), None);
        assert!(share_fault(percent("10.01"), &others).is_some());
        assert!(share_fault(percent("0"), &[]).is_some());
        assert_eq!(share_fault(percent("100"), &[]), None);
    }
}
