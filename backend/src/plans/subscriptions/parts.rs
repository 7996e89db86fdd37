//! What goes into the rules of plans, and what comes back.

use crate::error::ApiError;
use crate::plans::store::instalments::InstalmentRow;
use domain_core::plans::progress::Instalment;
use domain_core::validation::Refusal;

/// A rule's refusal as the answer to a call.
pub fn refusal(refused: Refusal) -> ApiError {
    ApiError::refused(refused.violations)
}

/// Instalments as the rules read them.
pub fn progress_parts(own: &[&InstalmentRow]) -> Vec<Instalment> {
    let part = |one: &&InstalmentRow| Instalment {
        due_at: one.due_on,
        amount: one.amount.into(),
        paid: one.paid.into(),
    };
    own.iter().map(part).collect()
}
