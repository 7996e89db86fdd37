//! The price of a payment.

use domain_core::money::Amount;
use domain_core::wallet::transfer;

/// The price of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    /// The amount for the payee.
    pub amount: Amount,
    pub fee: Amount,
    /// The amount debited from the wallet.
    pub total: Amount,
}

impl From<&transfer::Quote> for Price {
    fn from(quote: &transfer::Quote) -> Self {
        Self {
            amount: quote.amount,
            fee: quote.fee,
            total: quote.total,
        }
    }
}
