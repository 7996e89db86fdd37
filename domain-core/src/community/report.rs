//! Reports of cluster messages to the operator.

use crate::shape::{form_values, input};
use crate::validation::{Code, Form, Violation, Violations};

/// The documents specify no reasons.
const REASONS: &[&str] = &["scam", "abuse", "spam", "other"];

form_values! {
    /// A report of a message.
    pub struct MessageReport {
        /// `scam`, `abuse`, `spam` or `other`.
        reason: String,
    }
}

input! {
    /// The reported message.
    pub struct ReportContext {
        /// Whether the reader sent it.
        mine: bool,
        /// Whether the operator has removed it.
        removed: bool,
    }
}

impl Form for MessageReport {
    const NAME: &'static str = "message_report";
    type Context = ReportContext;

    fn check(&self, context: &ReportContext, found: &mut Violations) {
        let refusal = match (context.mine, context.removed) {
            (_, true) => Some("This message was removed."),
            (true, false) => Some("This is your own message."),
            (false, false) => None,
        };
        found
            .required("reason", &self.reason)
            .one_of(REASONS)
            .refuse_for(|| {
                refusal.map(|words| Violation::new("reason", Code::NotAllowed).saying(words))
            })
            .done();
    }
}
