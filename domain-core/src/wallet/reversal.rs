//! Reversals: money that a provider takes back after confirming it, such as a chargeback, a refund, or a transfer
//! recalled by the sender's bank.

use crate::money::Amount;

/// A credit, and its reversals so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Credited {
    /// The amount confirmed by the provider, charges included.
    pub paid: Amount,
    /// The amount credited to the wallet; the rest was a charge.
    pub credited: Amount,
    /// The amount taken back earlier.
    pub before: Amount,
}

/// The booking of a reversal. `wallet`, `owed` and `charge` add up to `amount`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TakenBack {
    /// The amount taken back now.
    pub amount: Amount,
    /// The debit of the wallet.
    pub wallet: Amount,
    /// The amount that the wallet cannot cover.
    pub owed: Amount,
    /// The refunded part of the charge.
    pub charge: Amount,
}

/// The booking when the provider has taken back `total` of a credit in all, and `available` can be spent from the
/// wallet: the wallet returns its credit first, then the charge is refunded. `None` if nothing new was taken back, and
/// for another currency.
#[must_use]
pub fn taken_back(of: &Credited, total: Amount, available: Amount) -> Option<TakenBack> {
    let total = total.at_most(of.paid);
    let amount = total.checked_sub(&of.before)?;
    if amount.is_zero() {
        return None;
    }
    let left = of.credited.checked_sub(&of.before.at_most(of.credited))?;
    let own = amount.at_most(left);
    let wallet = own.at_most(available);
    Some(TakenBack {
        amount,
        wallet,
        owed: own.checked_sub(&wallet)?,
        charge: amount.checked_sub(&own)?,
    })
}

#[cfg(test)]
mod tests {
    use super::{Credited, taken_back};
    use crate::money::{Amount, Currency};
    use proptest::prelude::*;

    fn kobo(minor: i64) -> Amount {
        Amount::from_minor(minor, Currency::Ngn).unwrap()
    }

    fn parts(before: i64, total: i64, available: i64) -> Option<(i64, i64, i64)> {
        let of = Credited {
            paid: kobo(205_000),
            credited: kobo(200_000),
            before: kobo(before),
        };
        let booked = taken_back(&of, kobo(total), kobo(available))?;
        let [wallet, owed, charge] =
            [booked.wallet, booked.owed, booked.charge].map(|one| one.minor().unwrap());
        assert_eq!(booked.amount.minor(), Some(wallet + owed + charge));
        Some((wallet, owed, charge))
    }

    #[test]
    fn wallets_return_their_balance_and_owe_the_rest() {
        assert_eq!(parts(0, 205_000, 500_000), Some((200_000, 0, 5_000)));
        assert_eq!(parts(0, 205_000, 150_000), Some((150_000, 50_000, 5_000)));
        assert_eq!(parts(0, 205_000, 0), Some((0, 200_000, 5_000)));
        assert_eq!(parts(0, 100_000, 500_000), Some((100_000, 0, 0)));
        assert_eq!(parts(100_000, 205_000, 500_000), Some((100_000, 0, 5_000)));
        assert_eq!(parts(205_000, 205_000, 500_000), None);
        assert_eq!(parts(100_000, 50_000, 500_000), None);
        // More than the payment is an error of the provider.
        assert_eq!(parts(0, 999_000, 500_000), Some((200_000, 0, 5_000)));
    }

    proptest! {
        #[test]
        fn partial_reversals_equal_a_single_one(
            first in 0_i64..=205_000, second in 0_i64..=205_000, available in 0_i64..=300_000,
        ) {
            let (first, second) = (first.min(second), first.max(second));
            let once = parts(0, second, available).unwrap_or_default();
            let one = parts(0, first, available).unwrap_or_default();
            let other = parts(first, second, available - one.0).unwrap_or_default();
            prop_assert_eq!(once, (one.0 + other.0, one.1 + other.1, one.2 + other.2));
        }
    }
}
