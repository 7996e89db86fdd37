//! Conversions for the rules of plans.

use crate::store::instalments::InstalmentRow;
use domain_core::plans::progress::Instalment;
use domain_core::validation::Refusal;
use ground::error::ApiError;

/// Converts a rule's refusal to an error response.
pub fn refusal(refused: Refusal) -> ApiError {
    ApiError::refused(refused.violations)
}

/// Converts instalments to a rule's input.
pub fn progress_parts(own: &[&InstalmentRow]) -> Vec<Instalment> {
    let part = |one: &&InstalmentRow| Instalment {
        due_at: one.due_on,
        amount: one.amount.into(),
        paid: one.paid.into(),
    };
    own.iter().map(part).collect()
}
