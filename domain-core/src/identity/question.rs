//! Security questions.

use crate::money::AmountText;
use crate::shape::form_values;
use crate::validation::{Form, NoContext, Violations};

/// Longer than any memorable answer.
const LONGEST_ANSWER_CHARS: u64 = 200;
const LONGEST_ID_CHARS: u64 = 64;

form_values! {
    /// Answering a security question. (Document 1, section 5.)
    pub struct SecurityQuestion {
        /// The question's id: text or a number.
        question: AmountText,
        /// The answer: up to 200 characters.
        answer: String,
    }
}

impl Form for SecurityQuestion {
    const NAME: &'static str = "security_question";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        found
            .required("question", self.question.as_str())
            .at_most(LONGEST_ID_CHARS)
            .done();
        found
            .required("answer", &self.answer)
            .at_most(LONGEST_ANSWER_CHARS)
            .done();
    }
}
