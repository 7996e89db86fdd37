//! The price of a payment.

use domain_core::money::Amount;

/// The price of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    /// The amount for the payee.
    pub amount: Amount,
    pub fee: Amount,
    /// The amount debited from the wallet.
    pub total: Amount,
}
