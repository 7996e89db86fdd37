//! The payout of a plan's pot to its member.

use super::coins::CoinStatus;
use super::coins::invested;
use super::instalment::currency_of;
use super::termination::penalty_of;
use crate::money::{Amount, AmountText, CurrencyCode, Percent};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};

input! {
    /// A pot that is paid out.
    pub struct PayoutInput {
        /// The content of the pot.
        pot: AmountText,
        /// The penalty to charge, at most the pot.
        penalty: AmountText,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }

    /// Money for an instalment that nobody has typed: it was collected, or has arrived.
    pub struct PartInput {
        /// The unpaid part of the instalment.
        owed: AmountText,
        /// The money available for it.
        amount: AmountText,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }

    /// A coin of a set that is being ended.
    pub struct CoinPart {
        /// The state of the coin in the set.
        status: CoinStatus,
        /// The part of the set's amount that is for it.
        amount: AmountText,
    }

    /// A set of coins that is being ended.
    pub struct CloseInput {
        /// The penalty for which its member agreed to end it.
        agreed: AmountText,
        /// The penalty for leaving early, in percent of what is in coins.
        opt_out_penalty: Percent,
        /// The coins of the set.
        coins: Vec<CoinPart>,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// The payment for an instalment.
    pub struct PartPaid {
        /// The amount taken: at most what is owed.
        paid: Amount,
    }

    /// The parts of a pot.
    pub struct Payout {
        /// The penalty that is charged.
        penalty: Amount,
        /// The part that arrives in the wallet.
        rest: Amount,
    }

    /// The penalty for ending a set.
    pub struct Close {
        /// The penalty, in the set's currency.
        penalty: Amount,
    }
}

/// The amount, limited to what is owed. There is no minimum: a wallet gives what it holds.
///
/// # Errors
/// `not_an_amount`, `{currency} not supported yet!`
pub fn part(input: &PartInput) -> Checked<PartPaid> {
    let currency = currency_of(input.currency.as_ref())?;
    let owed = input.owed.amount("owed", currency)?;
    let amount = input.amount.amount("amount", currency)?;
    Ok(PartPaid {
        paid: amount.at_most(owed),
    })
}

/// The penalty, limited to the pot, and the rest.
///
/// # Errors
/// `not_an_amount`, `{currency} not supported yet!`
pub fn payout(input: &PayoutInput) -> Checked<Payout> {
    let currency = currency_of(input.currency.as_ref())?;
    let pot = input.pot.amount("pot", currency)?;
    let penalty = input.penalty.amount("penalty", currency)?.at_most(pot);
    Ok(Payout {
        penalty,
        rest: pot.checked_sub(&penalty).unwrap_or(Amount::zero(currency)),
    })
}

/// The agreed penalty, limited to the penalty on what is in coins: purchases pending at the agreement may have failed
/// since. `PENDING` coins count as in coins, `INITIATED` and `FAILED` ones do not. The penalty is rounded half up.
///
/// # Errors
/// `not_an_amount`; `out_of_range` for a sum that is too large; `{currency} not supported yet!`
pub fn close(input: &CloseInput) -> Checked<Close> {
    let currency = currency_of(input.currency.as_ref())?;
    let agreed = input.agreed.amount("agreed", currency)?;
    let mut parts = Vec::with_capacity(input.coins.len());
    for one in &input.coins {
        parts.push((one.status, one.amount.amount("coins", currency)?));
    }
    let most =
        invested(parts, currency).ok_or_else(|| Violation::new("coins", Code::OutOfRange))?;
    Ok(Close {
        penalty: agreed.at_most(penalty_of(input.opt_out_penalty, most)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;
    use proptest::prelude::*;

    fn naira(minor: i64) -> Amount {
        Amount::from_minor(minor, Currency::Ngn).unwrap()
    }

    #[test]
    fn penalties_fall_with_failed_purchases() {
        let of = |second| {
            let part = |status| CoinPart {
                status,
                amount: naira(50_000).into(),
            };
            let found = close(&CloseInput {
                agreed: naira(10_000).into(),
                opt_out_penalty: Percent::whole(10),
                coins: vec![part(CoinStatus::Approved), part(second)],
                currency: None,
            });
            found.unwrap().penalty
        };
        assert_eq!(of(CoinStatus::Completed), naira(10_000));
        assert_eq!(of(CoinStatus::Failed), naira(5_000));
        assert_eq!(of(CoinStatus::Initiated), naira(5_000));
    }

    proptest! {
        #[test]
        fn penalty_and_rest_are_the_pot(pot in 0..i64::MAX, penalty in 0..i64::MAX) {
            let found = payout(&PayoutInput {
                pot: naira(pot).into(),
                penalty: naira(penalty).into(),
                currency: None,
            });
            let found = found.unwrap();
            prop_assert_eq!(found.penalty.checked_add(&found.rest), Some(naira(pot)));
            prop_assert!(found.penalty <= naira(penalty));
        }
    }
}
