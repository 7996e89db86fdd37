//! Password strength estimated by the zxcvbn crate. Compiled only with the feature `estimate`, because its word lists
//! are larger than all rules together.

use super::Hundredths;
use crate::json::Node;
use crate::shape::{Output, Shape, Type};

impl Shape for Hundredths {
    const TYPE: Type = Type::Number;
}

impl Output for Hundredths {
    fn write(&self) -> Node<'static> {
        let (whole, part) = (self.0.div_euclid(100), self.0.rem_euclid(100));
        let part = part.saturating_add(100).to_string();
        let text = [&whole.to_string(), ".", part.get(1..).unwrap_or("0")].concat();
        Node::Number(
            text.trim_end_matches('0')
                .trim_end_matches('.')
                .to_owned()
                .into(),
        )
    }
}

/// An estimate of how hard a password is to guess (zxcvbn). Only the first 30 characters count: longer keyboard
/// patterns overflow the crate's counters, so that 32-bit and 64-bit results would differ; 30 characters suffice for
/// the highest score.
///
/// `crack_time` assumes 10,000 guesses a second, as for a stolen slow hash. The logarithm is rounded to hundredths, so
/// that the result is the same on every processor.
#[cfg(feature = "estimate")]
pub fn estimate(input: &super::EstimateInput) -> super::Estimate {
    const PREFIX_CHARS: usize = 30;
    let prefix: String = input.password.chars().take(PREFIX_CHARS).collect();
    let own: Vec<&str> = input.user_inputs.iter().map(String::as_str).collect();
    let entropy = zxcvbn::zxcvbn(&prefix, &own);
    let feedback = entropy.feedback();
    super::Estimate {
        score: i64::from(u8::from(entropy.score())),
        guesses_log10: Hundredths(hundredths(entropy.guesses_log10())),
        crack_time: entropy
            .crack_times()
            .offline_slow_hashing_1e4_per_second()
            .to_string(),
        warning: feedback
            .and_then(|feedback| feedback.warning())
            .map(|warning| warning.to_string()),
        suggestions: feedback
            .map(|feedback| {
                feedback
                    .suggestions()
                    .iter()
                    .map(ToString::to_string)
                    .collect()
            })
            .unwrap_or_default(),
    }
}

#[cfg(feature = "estimate")]
#[expect(
    clippy::float_arithmetic,
    clippy::as_conversions,
    reason = "zxcvbn measures in floats; no money here"
)]
fn hundredths(number: f64) -> i64 {
    // An empty password takes no guesses, and zero has no logarithm.
    (number.max(0.0) * 100.0).round() as i64
}
