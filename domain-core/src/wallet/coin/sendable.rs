//! The sendable amount of a coin.

use crate::money::{Amount, AmountText, Currency, CurrencyCode};
use crate::shape::{input, output};
use crate::validation::Checked;
use crate::wallet::terms::Funds;

/// The network's minimum for bitcoin, in satoshi: lower amounts are dust.
const BITCOIN_DUST_MINOR: i64 = 546;

input! {
    /// A coin's wallet.
    pub struct SendableInput {
        /// The coin to send.
        coin: CurrencyCode,
        /// The available balance.
        balance: AmountText,
        /// The network's fee, in the coin.
        network_fee: AmountText,
        /// The most that can be spent now; null: no cap.
        cap: Option<AmountText>,
    }
}

output! {
    /// The largest amount that can be sent.
    pub struct Sendable {
        /// Null if nothing can be sent.
        amount: Option<Amount>,
    }
}

/// The smallest amount that can be sent.
pub(super) fn least(coin: Currency) -> Amount {
    let minor = if coin == Currency::Btc {
        BITCOIN_DUST_MINOR
    } else {
        1
    };
    Amount::from_minor(minor, coin).unwrap_or_else(|| Amount::zero(coin))
}

/// The largest amount that the balance covers with the network's fee; within the cap, and not below the minimum.
pub(super) fn most(funds: &Funds, fee: &Amount) -> Option<Amount> {
    let covered = funds.balance.checked_sub(fee)?.at_most(funds.most);
    (covered >= least(fee.currency())).then_some(covered)
}

/// The largest amount that passes `form.coin_send`: the balance minus the network's fee, within the cap.
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
