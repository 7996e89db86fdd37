//! Where a change leads.

use super::signed_decimal;
use crate::shape::{choice, input, output};

choice! {
    /// Where a change leads.
    pub enum ChangeDirection {
        Up = "up",
        Down = "down",
        /// Nothing has changed, as far as is shown.
        Same = "same",
    }
}

input! {
    /// A change as it is shown: a percentage, a gain or a loss.
    pub struct ChangeInput {
        /// Decimal text, below zero with a minus.
        figure: String,
    }
}

output! {
    /// A change without its sign.
    pub struct Change {
        direction: ChangeDirection,
        /// The figure without a minus.
        size: String,
    }
}

/// Up above zero, down below it. What is shown as `0.0` or `-0.00` leads nowhere, and neither does what is no number.
pub fn change(input: &ChangeInput) -> Change {
    let figure = input.figure.trim();
    let direction = match signed_decimal(figure) {
        Some(value) if value.is_zero() => ChangeDirection::Same,
        Some(value) if value.is_sign_negative() => ChangeDirection::Down,
        Some(_) => ChangeDirection::Up,
        None => ChangeDirection::Same,
    };
    Change {
        direction,
        size: figure.strip_prefix('-').unwrap_or(figure).to_owned(),
    }
}
