//! The amount that may leave a wallet now, in answers.

use domain_core::money::Amount;
use domain_core::wallet::caution::Cap;
use ground::clock::rfc3339;
use serde::Serialize;
use utoipa::ToSchema;

/// The amount that may leave the wallet.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Allowance {
    /// Null if only the balance limits the amount.
    #[schema(required)]
    pub cap: Option<CapAnswer>,
}

/// A cap on outgoing payments.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Cap)]
pub struct CapAnswer {
    #[schema(value_type = String, example = "50000.00")]
    pub amount: Amount,
    /// `new_device`, `password`, `pin`, `phone`, `email`, `loan`, `new_payee`.
    pub reason: &'static str,
    /// Null: until 24 hours after the first payment to this recipient.
    #[schema(required)]
    pub until: Option<String>,
    /// A sentence for the user.
    pub message: String,
}

impl From<&Cap> for CapAnswer {
    fn from(cap: &Cap) -> Self {
        Self {
            amount: cap.amount,
            reason: cap.reason.as_str(),
            until: cap.until.map(|until| rfc3339(until.0)),
            message: cap.message.clone(),
        }
    }
}
