//! The provider of price predictions: queried every minute; it may also send signed notices.

pub(crate) mod http;
pub(crate) mod sandbox;

use super::Later;
use domain_core::signals::view::Change;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::fmt;
use utoipa::ToSchema;

/// The maximum size of a group. All groups together fit a realtime notice.
const MOST_IN_GROUP: usize = 12;
const LONGEST_SYMBOL_CHARACTERS: usize = 12;
const LONGEST_LOGO_BYTES: usize = 300;

/// A price prediction for a coin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Prediction {
    pub id: i64,
    /// A symbol such as `BTC`.
    pub symbol: String,
    /// The URL of an image.
    #[schema(required)]
    pub logo: Option<String>,
    /// Decimal text; it may be negative.
    #[serde(deserialize_with = "decimal_text")]
    pub percent_change_24h: String,
}

/// The names of the groups, in order.
pub const GROUPS: [&str; 4] = ["first_match", "second_match", "third_match", "forth_match"];

/// Predictions by group, with the old spelling. (Document 3, section 2.)
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Predictions {
    #[serde(default)]
    pub first_match: Vec<Prediction>,
    #[serde(default)]
    pub second_match: Vec<Prediction>,
    #[serde(default)]
    pub third_match: Vec<Prediction>,
    #[serde(default)]
    pub forth_match: Vec<Prediction>,
}

impl Predictions {
    /// Parses a provider's document; `None` without any group, or if a prediction is invalid.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let document: Value = serde_json::from_slice(bytes).ok()?;
        // serde would read a list as the groups in order, and an object without any group as no predictions at all.
        let members = document.as_object()?;
        if !GROUPS.iter().any(|group| members.contains_key(*group)) {
            return None;
        }
        let read: Self = serde_json::from_value(document).ok()?;
        read.groups()
            .iter()
            .all(|group| is_good(group))
            .then_some(read)
    }

    pub fn groups(&self) -> [&[Prediction]; 4] {
        [
            &self.first_match,
            &self.second_match,
            &self.third_match,
            &self.forth_match,
        ]
    }
}

fn is_good(group: &[Prediction]) -> bool {
    let good = |one: &Prediction| {
        let symbol = one.symbol.as_bytes();
        (1..=LONGEST_SYMBOL_CHARACTERS).contains(&symbol.len())
            && symbol.iter().all(u8::is_ascii_alphanumeric)
            && one.logo.as_ref().is_none_or(|logo| is_picture(logo))
            && Change::parse(&one.percent_change_24h).is_some()
    };
    group.len() <= MOST_IN_GROUP && group.iter().all(good)
}

fn is_picture(url: &str) -> bool {
    url.starts_with("https://")
        && url.len() <= LONGEST_LOGO_BYTES
        && url.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Accepts a number or a string.
fn decimal_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::String(text) => Ok(text),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(serde::de::Error::custom("a decimal")),
    }
}

/// The provider is unavailable, slow, or its answer is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignalsUnavailable;

impl fmt::Display for SignalsUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the provider of signals did not answer")
    }
}

impl std::error::Error for SignalsUnavailable {}

/// A provider of signals.
pub trait SignalPort: Send + Sync {
    /// Whether a provider can be queried.
    fn is_open(&self) -> bool {
        true
    }

    /// The current predictions.
    fn latest(&self) -> Later<'_, Result<Predictions, SignalsUnavailable>>;
}

/// No provider is configured (production only; elsewhere the sandbox takes its place). Notices and the operator's
/// command still work.
pub struct NoSignals;

impl SignalPort for NoSignals {
    fn is_open(&self) -> bool {
        false
    }

    fn latest(&self) -> Later<'_, Result<Predictions, SignalsUnavailable>> {
        Box::pin(async { Err(SignalsUnavailable) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_accepted_whole_or_not_at_all() {
        let read = |text: &str| Predictions::read(text.as_bytes());
        let taken = read(
            r#"{"first_match":[{"id":1,"symbol":"BTC","logo":null,"percent_change_24h":-1.25},
            {"id":9000,"symbol":"ETH","percent_change_24h":"3"}],"more":1}"#,
        )
        .unwrap();
        assert_eq!(taken.first_match[0].percent_change_24h, "-1.25");
        assert_eq!((taken.first_match.len(), taken.forth_match.len()), (2, 0));
        let one = |field: &str, value: &str| {
            let mut fields =
                serde_json::json!({ "id": 1, "symbol": "BTC", "percent_change_24h": "1" });
            fields[field] = serde_json::from_str(value).unwrap();
            read(&serde_json::json!({ "third_match": [fields] }).to_string())
        };
        assert!(one("logo", r#""https://pictures.example/btc.png""#).is_some());
        for (field, value) in [
            ("symbol", r#""""#),
            ("symbol", r#""BTC/USD""#),
            ("symbol", r#""ABCDEFGHIJKLM""#),
            ("logo", r#""javascript:alert(1)""#),
            ("logo", r#""http://pictures.example/btc.png""#),
            ("percent_change_24h", r#""much""#),
            ("percent_change_24h", "null"),
            ("id", r#""one""#),
        ] {
            assert_eq!(one(field, value), None, "{field} {value}");
        }
        let many = |count: usize| {
            let one = r#"{"id":1,"symbol":"BTC","percent_change_24h":"1"}"#;
            read(&format!(
                r#"{{"first_match":[{}]}}"#,
                vec![one; count].join(",")
            ))
        };
        assert!(many(12).is_some() && many(13).is_none());
        assert_eq!((read("[]"), read("")), (None, None));
    }
}
