//! Signals as they are shown.

use super::alert::is_active;
use crate::calendar::Instant;
use crate::digits::spelled;
use crate::json::{Node, plain_number};
use crate::money::{Rounding, digits, scaled};
use crate::shape::{Input, Shape, ReadErrors, Type, input, output};
use std::borrow::Cow;

/// Assets with a greater id have no logo of their own. (Document 3, section 9.)
const LAST_WITH_LOGO: i64 = 8030;
/// How the signals are grouped, old spelling included. (Document 3, section 2.)
const GROUPS: [&str; 4] = ["first_match", "second_match", "third_match", "forth_match"];

input! {
    /// The signals there are, and until when they are paid for.
    pub struct ViewInput {
        signals: Signals,
        /// Null without a subscription.
        until: Option<Instant>,
        now: Instant,
    }

    /// Signals by group.
    pub struct Signals {
        first_match: Option<Vec<Signal>>,
        second_match: Option<Vec<Signal>>,
        third_match: Option<Vec<Signal>>,
        forth_match: Option<Vec<Signal>>,
    }

    /// A prediction.
    pub struct Signal {
        id: i64,
        symbol: String,
        logo: Option<String>,
        percent_change_24h: Change,
    }
}

output! {
    /// What is shown.
    pub struct View {
        /// The four groups in their order; none when they are hidden.
        groups: Vec<Group>,
        /// Whether the subscription is over, so that placeholders are shown.
        hidden: bool,
    }

    /// A group of signals.
    pub struct Group {
        name: &'static str,
        signals: Vec<Shown>,
    }

    /// A signal as it is shown.
    pub struct Shown {
        id: i64,
        symbol: String,
        /// Null: the usual picture stands in.
        logo: Option<String>,
        /// To one decimal, half away from zero: `-1.3`
        percent: String,
    }
}

/// A change in percent, which may be below zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    is_negative: bool,
    /// Tenths of a percent, rounded.
    tenths: u128,
}

impl Change {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (is_negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, decimals) = digits(unsigned)?;
        let power = 1_i32.checked_sub(i32::try_from(decimals).ok()?)?;
        let tenths = scaled(mantissa, 1, power, 1, Rounding::HalfUp)?;
        Some(Self {
            is_negative: is_negative && tenths > 0,
            tenths,
        })
    }

    fn text(&self) -> String {
        let (whole, tenth) = (self.tenths / 10, self.tenths % 10);
        let sign = if self.is_negative { "-" } else { "" };
        [sign, &spelled(whole, 1), ".", &spelled(tenth, 1)].concat()
    }
}

impl Shape for Change {
    const TYPE: Type = Type::Rate;
}

impl Input for Change {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        let text = match node {
            Node::Text(text) => Some(Cow::Borrowed(text.as_ref())),
            Node::Number(number) => plain_number(number),
            _ => None,
        };
        text.as_deref().and_then(Self::parse).unwrap_or_else(|| {
            errors.record("wrong_type", "must be a decimal");
            Self::blank()
        })
    }

    fn blank() -> Self {
        Self {
            is_negative: false,
            tenths: 0,
        }
    }
}

/// The four groups while the subscription lasts; nothing at all once it is over. Source: document 3, sections 2 and 4.
pub fn view(input: &ViewInput) -> View {
    let hidden = !is_active(input.until, input.now);
    let signals = &input.signals;
    let lists = [
        &signals.first_match,
        &signals.second_match,
        &signals.third_match,
        &signals.forth_match,
    ];
    let groups = GROUPS
        .iter()
        .zip(lists)
        .filter(|_| !hidden)
        .map(|(name, list)| Group {
            name,
            signals: list.iter().flatten().map(shown).collect(),
        });
    View {
        groups: groups.collect(),
        hidden,
    }
}

fn shown(signal: &Signal) -> Shown {
    Shown {
        id: signal.id,
        symbol: signal.symbol.clone(),
        logo: signal.logo.clone().filter(|_| signal.id <= LAST_WITH_LOGO),
        percent: signal.percent_change_24h.text(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_rounded_half_away_from_zero() {
        for (text, shown) in [
            ("1.25", "1.3"),
            ("1.2499999", "1.2"),
            ("-1.25", "-1.3"),
            ("-0.04", "0.0"),
            ("0.05", "0.1"),
            ("12", "12.0"),
            ("-100", "-100.0"),
        ] {
            assert_eq!(Change::parse(text).unwrap().text(), shown, "{text}");
        }
        for text in ["", "-", "--1", "1e3", "NaN", "+1"] {
            assert_eq!(Change::parse(text), None, "{text}");
        }
    }
}
