//! Debits by mandate, for instalments that the wallet does not cover.

use crate::money::{Amount, AmountText, Currency};
use crate::shape::{choice, input, output};
use crate::validation::Checked;

/// Refused debits of one instalment after which no more are tried: banks charge their customers for each. (Ours.)
const MOST_REFUSED: i64 = 3;

choice! {
    /// The reason for no debit.
    pub enum NoDebit {
        NothingMissing = "nothing_missing",
        SwitchedOff = "switched_off",
        /// No mandate is active.
        NoMandate = "no_mandate",
        /// A debit for the instalment is pending.
        UnderWay = "under_way",
        /// The bank has refused too many debits for the instalment.
        RefusedTooOften = "refused_too_often",
    }
}

input! {
    /// A due instalment, and the mandate that may pay for it.
    pub struct DirectDebitInput {
        /// The due amount in naira that the wallet does not cover.
        missing: AmountText,
        /// Whether instalments are collected automatically.
        auto: bool,
        /// Whether a mandate is active.
        active: bool,
        /// Whether a debit for the instalment is pending.
        under_way: bool,
        /// The number of debits for the instalment refused by the bank.
        refused: i64,
    }
}

output! {
    /// The debit.
    pub struct DirectDebit {
        /// Null for no debit.
        amount: Option<Amount>,
        /// The reason for no debit; null if there is one.
        reason: Option<NoDebit>,
    }
}

/// The whole missing amount is debited, one debit at a time, and no more after three refusals. Source: document 2,
/// section 7; document 3, section 2; the number of refusals is ours.
///
/// # Errors
/// `not_an_amount`
pub fn direct_debit(input: &DirectDebitInput) -> Checked<DirectDebit> {
    let missing = input.missing.amount("missing", Currency::Ngn)?;
    let reasons = [
        (missing.is_zero(), NoDebit::NothingMissing),
        (!input.auto, NoDebit::SwitchedOff),
        (!input.active, NoDebit::NoMandate),
        (input.under_way, NoDebit::UnderWay),
        (input.refused >= MOST_REFUSED, NoDebit::RefusedTooOften),
    ];
    let reason = reasons.into_iter().find(|(holds, _)| *holds);
    let reason = reason.map(|(_, reason)| reason);
    Ok(DirectDebit {
        amount: reason.is_none().then_some(missing),
        reason,
    })
}
