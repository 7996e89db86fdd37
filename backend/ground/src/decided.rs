//! The decisions of a transaction: the rules that it asked, each with its input and its answer. The next transfer of money
//! records them (docs/design/payments.md#0108).

use crate::secret::sha256_hex;
use domain_core::catalogue::rules_version;
use domain_core::json::{Node, Object};
use domain_core::money::Amount;
use domain_core::shape::{Input, Output};
use domain_core::validation::Form;
use serde::Deserialize;
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};

/// The rules that money depends on, with the values of a form that are recorded. Their inputs hold amounts, rates, dates,
/// counts and flags: no name, number or text of a person (see the tests).
pub const RECORDED: &[&str] = &[
    "form.field",
    "address.fee",
    "alert.extend",
    "alert.price",
    "bill.quote",
    "coin.quote",
    "coins.allocate",
    "coins.close",
    "coins.fill",
    "coins.order",
    "coins.proceeds",
    "exchange.quote",
    "funding.arrived",
    "group.leave",
    "instalment.collect",
    "instalment.part",
    "instalment.payment",
    "loan.decide",
    "loan.divide",
    "loan.hand_back",
    "loan.lending",
    "loan.payoff",
    "loan.schedule",
    "plan.payout",
    "referral.bonus",
    "savings.return",
    "savings.round_up",
    "savings.schedule",
    "savings.share",
    "termination.quote",
    "transfer.cap",
    "transfer.quote",
];

/// The forms whose amount is recorded, with its context.
pub const FORMS: &[&str] = &[
    "airtime",
    "coin_sell",
    "coin_send",
    "exchange",
    "loan_subscription",
    "payment",
    "power",
    "savings_subscription",
    "wallet_transfer",
    "withdraw",
];

/// A rule's input and answer, as JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Asked {
    rule: &'static str,
    input: String,
    output: String,
}

/// The record of a transfer's decisions, as it is read again.
#[derive(Debug, Clone, Deserialize)]
pub struct Record {
    pub asked: Vec<AskedRule>,
    /// The version of the rules.
    pub rules: String,
}

/// A rule that was asked.
#[derive(Debug, Clone, Deserialize)]
pub struct AskedRule {
    pub rule: String,
    pub input: Value,
    pub output: Value,
}

/// The decisions of one transaction since its last transfer. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct Decided(Arc<Mutex<Notes>>);

#[derive(Debug, Default)]
struct Notes {
    asked: Vec<Asked>,
    /// The record that was taken last.
    taken: Option<String>,
}

/// The digits of a record's digest: 128 bits.
const DIGEST_DIGITS: usize = 32;

impl Decided {
    /// Asks a rule, and notes its input and answer.
    pub fn ask<I: Input + Output, O: Output>(
        &self,
        name: &'static str,
        rule: fn(&I) -> O,
        input: &I,
    ) -> O {
        let answer = rule(input);
        self.note(
            name,
            without_nulls(input.write()).to_string(),
            &answer.write(),
        );
        answer
    }

    /// Notes that a form accepts an amount in a context. The other values, which may say who somebody is, are left out:
    /// they must not matter to the amount.
    pub fn accepted<F: Form>(&self, amount: &Amount, context: &F::Context)
    where
        F::Context: Output,
    {
        debug_assert!(FORMS.contains(&F::NAME), "{} is not recorded", F::NAME);
        let mut values = Object::new();
        // The shortest text: a rule reads at most twenty characters.
        let amount = amount.decimal().normalize().to_string();
        values.put("amount", Node::from(amount));
        let mut input = Object::new();
        input.put("context", without_nulls(context.write()));
        input.put("field", Node::from("amount"));
        input.put("form", Node::from(F::NAME));
        input.put("values", Node::Object(values));
        let mut answer = Object::new();
        answer.put("violation", Node::Null);
        let input = Node::Object(input).to_string();
        self.note("form.field", input, &Node::Object(answer));
    }

    fn note(&self, rule: &'static str, input: String, output: &Node<'_>) {
        let output = output.to_string();
        debug_assert!(RECORDED.contains(&rule), "{rule} is not recorded");
        debug_assert_eq!(
            domain_core::evaluate_text(rule, &input).as_deref(),
            Ok(output.as_str()),
            "{rule}: {input}"
        );
        self.all(|notes| {
            notes.asked.push(Asked {
                rule,
                input,
                output,
            });
        });
    }

    /// The record of the decisions since the last call; `None` if there are none.
    #[must_use]
    pub fn take(&self) -> Option<String> {
        let asked = self.all(|notes| {
            notes.taken = None;
            std::mem::take(&mut notes.asked)
        });
        if asked.is_empty() {
            return None;
        }
        let mut record = String::from(r#"{"asked":["#);
        for (place, one) in asked.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            let Asked {
                rule,
                input,
                output,
            } = one;
            for part in [comma, r#"{"input":"#, input, r#","output":"#, output] {
                record.push_str(part);
            }
            for part in [r#","rule":""#, rule, r#""}"#] {
                record.push_str(part);
            }
        }
        for part in [r#"],"rules":""#, rules_version(), r#""}"#] {
            record.push_str(part);
        }
        self.all(|notes| notes.taken = Some(record.clone()));
        Some(record)
    }

    /// A digest of the record of the last transfer, for the audit log: 32 digits of its SHA-256. `None` if it has none.
    #[must_use]
    pub fn digest(&self) -> Option<String> {
        let taken = self.all(|notes| notes.taken.clone());
        taken.map(|record| {
            let mut digest = sha256_hex(record.as_bytes());
            digest.truncate(DIGEST_DIGITS);
            digest
        })
    }

    /// Forgets what led to no transfer, before a decision about something else.
    pub fn forget(&self) {
        self.truncate(0);
    }

    pub(crate) fn count(&self) -> usize {
        self.all(|notes| notes.asked.len())
    }

    /// Forgets all but the first decisions, as a transaction goes back to a savepoint.
    pub(crate) fn truncate(&self, count: usize) {
        self.all(|notes| notes.asked.truncate(count));
    }

    fn all<R>(&self, work: impl FnOnce(&mut Notes) -> R) -> R {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A rule reads a missing member like null.
fn without_nulls(node: Node<'static>) -> Node<'static> {
    match node {
        Node::Object(object) => {
            let kept = object.into_members().into_iter();
            let kept = kept.filter(|(_, node)| *node != Node::Null);
            let kept = kept.map(|(key, node)| (key, without_nulls(node)));
            Node::Object(Object::in_order(kept.collect()))
        }
        Node::List(items) => Node::List(items.into_iter().map(without_nulls).collect()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain_core::catalogue::inputs;
    use domain_core::money::Currency;
    use domain_core::shape::{Field, Type};
    use domain_core::wallet::arrival::{ArrivedInput, arrived};
    use domain_core::wallet::funding::FundingMethod;
    use serde_json::json;

    fn ask(decided: &Decided, sent: &str) {
        let input = ArrivedInput {
            method: FundingMethod::Bank,
            currency: Currency::Ngn.into(),
            sent: sent.into(),
        };
        assert_eq!(
            decided.ask("funding.arrived", arrived, &input).is_ok(),
            sent != "x"
        );
    }

    #[test]
    fn a_record_holds_each_rule_with_its_input_and_answer_once() {
        let decided = Decided::default();
        assert_eq!(decided.take(), None);
        ask(&decided, "1");
        ask(&decided.clone(), "x");
        assert_eq!(decided.digest(), None);
        let text = decided.take().unwrap();
        assert_eq!(decided.digest().unwrap(), sha256_hex(text.as_bytes())[..32]);
        let record: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(record["rules"], json!(rules_version()));
        let asked = record["asked"].as_array().unwrap();
        assert_eq!(asked.len(), 2);
        let input = json!({"currency": "NGN", "method": "bank", "sent": "1"});
        assert_eq!(asked[0]["rule"], "funding.arrived");
        assert_eq!(asked[0]["input"], input);
        assert_eq!(asked[0]["output"]["credited"], "1.00");
        assert_eq!(asked[1]["output"]["valid"], false);
        assert_eq!(decided.take(), None);
    }

    #[test]
    fn decisions_after_a_savepoint_are_forgotten_with_it() {
        let decided = Decided::default();
        ask(&decided, "1");
        let mark = decided.count();
        ask(&decided, "2");
        decided.truncate(mark);
        let record = decided.take().unwrap();
        assert!(record.contains(r#""sent":"1""#) && !record.contains(r#""sent":"2""#));
    }

    /// The places in a type where a person's text could stand.
    fn texts(path: &str, of: Type, found: &mut Vec<String>) {
        let mut fields = |fields: &[Field]| {
            for field in fields {
                texts(&format!("{path}.{}", field.key), field.of, found);
            }
        };
        match of {
            Type::Text | Type::Any => found.push(path.to_owned()),
            Type::List(of) | Type::Nullable(of) | Type::Map(of) => texts(path, *of, found),
            Type::Record(record) | Type::Checked(record) => fields(record.fields),
            Type::Fields(all) => fields(all),
            Type::Amount
            | Type::Rate
            | Type::Integer
            | Type::Flag
            | Type::Date
            | Type::Instant
            | Type::Choice(..)
            | Type::Number => {}
        }
    }

    #[test]
    fn recorded_inputs_have_no_room_for_a_text_of_a_person() {
        let mut found = Vec::new();
        let mut known = 0;
        for (rule, of) in inputs() {
            let form = rule.strip_prefix("form.");
            match (form, of) {
                (Some(form), Type::Fields([_, context])) if FORMS.contains(&form) => {
                    texts(form, context.of, &mut found);
                    known += 1;
                }
                (None, of) if RECORDED.contains(&rule.as_str()) => {
                    texts(&rule, of, &mut found);
                    known += 1;
                }
                _ => {}
            }
        }
        assert_eq!(known, FORMS.len() + RECORDED.len() - 1);
        let allowed = [
            // Flags: whether they are given is all that is written.
            "loan_subscription.clusters",
            "loan_subscription.location",
            "loan_subscription.phone",
            // Left out.
            "wallet_transfer.own_wallet_number",
            // Codes of currencies.
            "exchange.served",
            // Symbols of coins.
            "coins.allocate.parts.coin",
            // Only whether they are equal is written: "a" and "b".
            "termination.quote.created_by",
            "termination.quote.user",
            "group.leave.created_by",
            "group.leave.user",
        ];
        found.retain(|path| !allowed.contains(&path.as_str()));
        assert_eq!(found, Vec::<String>::new());
    }
}
