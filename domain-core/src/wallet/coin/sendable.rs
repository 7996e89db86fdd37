//! How much of a coin can be sent.

use crate::money::{Amount, AmountText, Currency, CurrencyCode};
use crate::shape::{input, output};
use crate::validation::Checked;
use crate::wallet::terms::Funds;

/// The least bitcoin that the network passes on, in satoshi: what is below it is dust.
const BITCOIN_DUST_MINOR: i64 = 546;

input! {
    /// A coin's wallet.
    pub struct SendableInput {
        coin: CurrencyCode,
        /// The available balance.
        balance: AmountText,
        /// What the network takes, in the coin.
        network_fee: AmountText,
        /// The most that may leave now; null: no cap.
        cap: Option<AmountText>,
    }
}

output! {
    /// The greatest amount that can be sent.
    pub struct Sendable {
        /// Null if nothing can be sent.
        amount: Option<Amount>,
    }
}

/// The least that can be sent.
pub(super) fn least(coin: Currency) -> Amount {
    let minor = if coin == Currency::Btc {
        BITCOIN_DUST_MINOR
    } else {
        1
    };
    Amount::from_minor(minor, coin).unwrap_or_else(|| Amount::zero(coin))
}

/// The greatest amount that, with the network's fee, the balance covers; within the cap, and not below the least.
pub(super) fn most(funds: &Funds, fee: &Amount) -> Option<Amount> {
    let covered = funds.balance.checked_sub(fee)?.at_most(funds.most);
    (covered >= least(fee.currency())).then_some(covered)
}

/// The greatest amount that passes `form.coin_send`: the balance less the network's fee, within the cap.
///
/// # Errors
/// `{currency} not supported yet!`; `not_an_amount`.
pub fn sendable(input: &SendableInput) -> Checked<Sendable> {
    let coin = input.coin.known("coin")?;
    let funds = Funds::read(&input.balance, input.cap.as_ref(), coin)?;
    let fee = input.network_fee.amount("network_fee", coin)?;
    Ok(Sendable {
        amount: most(&funds, &fee),
    })
}
