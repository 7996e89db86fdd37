//! Whether a coin set's risk suits the user's investor profile.

use super::Kind;
use crate::shape::{choice, input, output};

choice! {
    /// The risk of a plan, from its labels.
    pub enum RiskLevel {
        Low = "low",
        Medium = "medium",
        High = "high",
    }
}

choice! {
    /// The user's investor profile (`questionnaire.score`).
    pub enum Appetite {
        Cautious = "cautious",
        Balanced = "balanced",
        Adventurous = "adventurous",
    }
}

input! {
    /// A plan and its reader.
    pub struct SuitabilityInput {
        /// The kind of plan; only coin sets have a risk.
        kind: Kind,
        /// The plan's labels, such as `High risk`.
        risk_type: Vec<String>,
        /// Null until the questions are answered.
        profile: Option<Appetite>,
    }
}

output! {
    /// Whether the plan suits the user.
    pub struct Suitability {
        /// Null without a label that names a risk.
        level: Option<RiskLevel>,
        /// Plans that do not suit are offered last, and need a confirmation.
        suits: bool,
        /// The reason; null if it suits.
        message: Option<&'static str>,
    }
}

/// A cautious investor is offered low risk, a balanced one low and medium risk, an adventurous one every risk. Without a
/// profile, high risk needs a confirmation. Savings and loans, and plans without a risk among their labels, suit everybody.
pub fn suitability(input: &SuitabilityInput) -> Suitability {
    let level = match input.kind {
        Kind::Coins => input.risk_type.iter().find_map(|label| level_of(label)),
        Kind::Savings | Kind::Loan => None,
    };
    let message = match (level, input.profile) {
        (Some(RiskLevel::High), None) => Some(
            "The risk of this set is high, and you have no investor profile yet. Answer the questions in Settings to see which sets suit you.",
        ),
        (Some(RiskLevel::High), Some(Appetite::Cautious)) => {
            Some("The risk of this set is high, and your investor profile is cautious.")
        }
        (Some(RiskLevel::High), Some(Appetite::Balanced)) => {
            Some("The risk of this set is high, and your investor profile is balanced.")
        }
        (Some(RiskLevel::Medium), Some(Appetite::Cautious)) => {
            Some("The risk of this set is medium, and your investor profile is cautious.")
        }
        _ => None,
    };
    Suitability {
        level,
        suits: message.is_none(),
        message,
    }
}

/// The risk that a label names.
fn level_of(label: &str) -> Option<RiskLevel> {
    let label = label.trim().to_ascii_lowercase();
    let risk = label.strip_suffix("risk")?.trim_end();
    RiskLevel::named(risk)
}
