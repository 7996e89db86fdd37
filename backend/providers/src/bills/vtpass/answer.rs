//! VTpass's answers about a purchase.

use super::request;
use crate::OrderOutcome;
use crate::bills::{Bill, MeterToken, Vend, Vended, distributor};
use serde_json::Value;

const TOKEN_DIGITS: usize = 20;
const LONGEST_UNITS_BYTES: usize = 12;

/// The call that was answered. An error that refuses a purchase says nothing about an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    Pay,
    Requery,
}

/// An answer to `/pay` or `/requery`.
pub struct Answer<'a> {
    body: &'a Value,
    /// Blank if absent.
    code: String,
    /// The transaction's status in lower case; blank if absent.
    status: String,
}

/// Text, or a number as text; `None` if it is blank.
pub fn text(value: Option<&Value>) -> Option<String> {
    let text = match value? {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

impl<'a> Answer<'a> {
    pub fn read(body: &'a Value) -> Self {
        let status = text(body.pointer("/content/transactions/status")).unwrap_or_default();
        Self {
            body,
            code: text(body.get("code")).unwrap_or_default(),
            status: status.to_lowercase(),
        }
    }

    /// The reference was used before, or this request was not started: an earlier one with the same reference decides.
    pub fn must_be_confirmed(&self) -> bool {
        self.code == "014" || self.was_not_begun()
    }

    /// A purchase for the same service and number within thirty seconds.
    pub fn is_too_soon(&self) -> bool {
        self.code == "019"
    }

    /// A purchase for the same service and number within thirty seconds, or a reference from another day.
    pub fn was_not_begun(&self) -> bool {
        matches!(self.code.as_str(), "019" | "085" | "086")
    }

    pub fn judge(&self, vend: &Vend, question: Question) -> Vended {
        let reference = vend.reference.as_str();
        let about = text(self.body.get("requestId"));
        if about.is_some_and(|about| about != request::id(vend)) {
            tracing::error!(reference, "VTpass answered about another purchase");
            return OrderOutcome::Unknown.into();
        }
        let outcome = match question {
            Question::Pay => self.of_purchase(reference),
            Question::Requery => self.of_requery(),
        };
        let is_prepaid = distributor(&vend.service).is_some_and(|(_, is_prepaid)| is_prepaid);
        let sells_tokens = vend.kind == Bill::Power && is_prepaid;
        let token = match outcome {
            OrderOutcome::Done if sells_tokens => self.token(),
            _ => None,
        };
        Vended { outcome, token }
    }

    fn of_purchase(&self, reference: &str) -> OrderOutcome {
        let code = self.code.as_str();
        match code {
            // Invalid variation, arguments, product or quantity, an amount out of range, a disabled service, not
            // charged.
            "010" | "011" | "012" | "013" | "017" | "031" | "032" | "034" | "035" | "091" => {
                OrderOutcome::Refused
            }
            "018" => {
                tracing::error!(reference, "our wallet at VTpass is too low");
                OrderOutcome::Refused
            }
            "021" | "022" | "023" | "024" | "027" | "028" | "087" => {
                tracing::error!(
                    reference,
                    code,
                    "VTpass rejects our account, address or keys"
                );
                OrderOutcome::Refused
            }
            "015" => OrderOutcome::Unknown,
            _ => self.of_requery(),
        }
    }

    /// Only the transaction's own status counts.
    fn of_requery(&self) -> OrderOutcome {
        match (self.code.as_str(), self.status.as_str()) {
            ("000", "delivered" | "successful") => OrderOutcome::Done,
            ("000" | "016" | "040", "failed" | "reversed") | ("016", "") => OrderOutcome::Refused,
            // 044 is resolved manually.
            ("000" | "001" | "044", "initiated" | "pending" | "") | ("089" | "099", _) => {
                OrderOutcome::Pending
            }
            ("015", _) => OrderOutcome::NotFound,
            _ => OrderOutcome::Unknown,
        }
    }

    /// The field of the token depends on the distributor: the first non-blank one counts.
    fn token(&self) -> Option<MeterToken> {
        let field = |name: &str| {
            let inside = self
                .body
                .get("content")
                .and_then(|content| content.get(name));
            text(self.body.get(name)).or_else(|| text(inside))
        };
        let named = ["token", "mainToken", "Token", "purchased_code"];
        let token = named.into_iter().filter_map(field).find_map(|text| {
            let digits: String = text.chars().filter(char::is_ascii_digit).collect();
            (digits.len() == TOKEN_DIGITS).then_some(digits)
        })?;
        let units = ["units", "mainTokenUnits", "Units"];
        let units = units.into_iter().find_map(|name| units_of(&field(name)?));
        Some(MeterToken { token, units })
    }
}

/// Reads `10.5` from `10.5` or `10.5 kWh`.
fn units_of(text: &str) -> Option<String> {
    let is_part = |character: &char| character.is_ascii_digit() || *character == '.';
    let units: String = text.chars().take_while(is_part).collect();
    let is_number = units.starts_with(|first: char| first.is_ascii_digit())
        && units.bytes().filter(|byte| *byte == b'.').count() <= 1
        && !units.ends_with('.');
    (is_number && units.len() <= LONGEST_UNITS_BYTES).then_some(units)
}

#[cfg(test)]
#[path = "answer_tests.rs"]
mod tests;
