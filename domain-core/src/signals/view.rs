//! The display of signals.

use super::alert::is_active;
use crate::calendar::Instant;
use crate::json::{Node, decimal_text};
use crate::money::{SIGNED_DECIMALS, decimal};
use crate::shape::{Input, Output, ReadErrors, Reads, Shape, Type, input, output};
use rust_decimal::{Decimal, RoundingStrategy};

/// Assets with a larger id have no logo. (Document 3, section 9.)
const LAST_WITH_LOGO: i64 = 8030;
/// The groups of signals, with the old spelling. (Document 3, section 2.)
pub(super) const GROUPS: [&str; 4] = ["first_match", "second_match", "third_match", "forth_match"];

input! {
    /// The signals, and the end of the subscription.
    pub struct ViewInput {
        /// The signals of all groups.
        signals: Signals,
        /// Null without a subscription.
        until: Option<Instant>,
        /// The current time.
        now: Instant,
    }

    /// Signals by group.
    pub struct Signals {
        /// The signals of the first group; null: none.
        first_match: Option<Vec<Signal>>,
        /// The signals of the second group; null: none.
        second_match: Option<Vec<Signal>>,
        /// The signals of the third group; null: none.
        third_match: Option<Vec<Signal>>,
        /// The signals of the fourth group, with the old spelling; null: none.
        forth_match: Option<Vec<Signal>>,
    }

    /// A prediction.
    pub struct Signal {
        /// The coin's id at the source of the signals; above 8030 there is no logo.
        id: i64,
        /// The coin's symbol.
        symbol: String,
        /// The URL of the coin's logo; null: none.
        logo: Option<String>,
        /// The predicted change in a day, in percent; may be negative.
        percent_change_24h: Change,
    }
}

output! {
    /// The signals for display.
    pub struct View {
        /// The four groups in order; empty if hidden.
        groups: Vec<SignalGroup>,
        /// Whether the subscription has expired, so that placeholders are shown.
        hidden: bool,
    }

    /// A group of signals.
    pub struct SignalGroup {
        /// The name of the group.
        name: &'static str,
        /// The signals of the group, in their order.
        signals: Vec<ShownSignal>,
    }

    /// A signal for display.
    pub struct ShownSignal {
        /// The coin's id, as in the input.
        id: i64,
        /// The coin's symbol.
        symbol: String,
        /// Null: show the default image.
        logo: Option<String>,
        /// To one decimal, half away from zero: `-1.3`
        percent: String,
    }
}

/// A change in percent, to one decimal. It may be negative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change(Decimal);

impl Change {
    /// Parses plain decimal text, rounded half away from zero; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let unsigned = decimal(text.strip_prefix('-').unwrap_or(text))?;
        let mut tenths = unsigned.round_dp_with_strategy(1, RoundingStrategy::MidpointAwayFromZero);
        tenths.rescale(1);
        tenths.set_sign_negative(text.starts_with('-') && !tenths.is_zero());
        Some(Self(tenths))
    }

    pub(super) const fn decimal(&self) -> Decimal {
        self.0
    }

    fn text(&self) -> String {
        self.0.to_string()
    }
}

impl Shape for Change {
    const TYPE: Type = Type::Rate;
    const READS: Reads = Reads::Decimals(SIGNED_DECIMALS);
}

impl Input for Change {
    fn read(node: &Node<'_>, errors: &mut ReadErrors) -> Self {
        let text = decimal_text(node);
        text.as_deref().and_then(Self::parse).unwrap_or_else(|| {
            errors.record("wrong_type", "must be a decimal");
            Self::blank()
        })
    }

    fn blank() -> Self {
        Self(Decimal::ZERO)
    }
}

impl Output for Change {
    fn write(&self) -> Node<'static> {
        self.text().into()
    }
}

/// The four groups while the subscription lasts; empty once it has expired. Source: document 3, sections 2 and 4.
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
        .map(|(name, list)| SignalGroup {
            name,
            signals: list.iter().flatten().map(shown).collect(),
        });
    View {
        groups: groups.collect(),
        hidden,
    }
}

fn shown(signal: &Signal) -> ShownSignal {
    ShownSignal {
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
