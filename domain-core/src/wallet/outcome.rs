//! Notice about a payment whose result came after the user left the screen.

use crate::money::{AmountText, CurrencyCode, display_in_full};
use crate::shape::{input, output};
use crate::status::{self, Status, StatusInput, Tone};
use crate::validation::Checked;

input! {
    /// A payment with its result.
    pub struct OutcomeInput {
        /// The status of the payment.
        status: Status,
        /// The currency of the payment.
        currency: CurrencyCode,
        /// The payee's amount.
        amount: AmountText,
        /// The reason for a failure.
        comment: Option<String>,
        /// Whether amounts are shown; the default is yes.
        visible: Option<bool>,
    }
}

output! {
    /// A short message.
    pub struct Outcome {
        /// The tone of the message, as that of the status.
        tone: Tone,
        /// The message, for the user.
        message: String,
    }
}

/// One sentence: sent, on its way, or why it failed. It never says that money was sent unless the payment has
/// succeeded.
///
/// # Errors
/// `not_an_amount`; an unknown currency.
pub fn outcome(input: &OutcomeInput) -> Checked<Outcome> {
    let currency = input.currency.known("currency")?;
    let amount = input.amount.amount("amount", currency)?;
    let what = if input.visible == Some(false) {
        String::from("Your transfer")
    } else {
        display_in_full(&amount)
    };
    let tone = status::label(&StatusInput {
        status: input.status,
        lateness: None,
    })
    .tone;
    let message = match (tone, input.comment.as_deref()) {
        (Tone::Success, _) => [&what, " was sent."].concat(),
        (Tone::Info | Tone::Warning, _) => [&what, " is on its way."].concat(),
        (Tone::Danger | Tone::Neutral, Some(comment)) if !comment.trim().is_empty() => {
            comment.to_owned()
        }
        (Tone::Danger | Tone::Neutral, _) => [&what, " was not sent."].concat(),
    };
    Ok(Outcome { tone, message })
}
