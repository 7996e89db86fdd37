//! The direction of a change.

use super::signed_decimal;
use crate::shape::{choice, input, output};

choice! {
    /// The direction of a change.
    pub enum ChangeDirection {
        Up = "up",
        Down = "down",
        /// No visible change.
        Same = "same",
    }
}

input! {
    /// A change for display: a percentage, a gain or a loss.
    pub struct ChangeInput {
        /// Decimal text, with a minus if negative.
        figure: String,
    }
}

output! {
    /// A change without its sign.
    pub struct Change {
        /// The direction of the change; `same` for zero and for text that is not a number.
        direction: ChangeDirection,
        /// The figure without its sign.
        size: String,
    }
}

/// Up if positive, down if negative. Figures shown as `0.0` or `-0.00` have no direction, nor has text that is not a
/// number.
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
