//! The outcomes of predictions, and their record.

use super::view::{Change, GROUPS};
use crate::money::{Rate, Rounding, scaled};
use crate::shape::{choice, input, output};
use rust_decimal::Decimal;

/// A prediction of no change is right within half a percent. (The figure is ours.)
const STILL: Decimal = Decimal::from_parts(5, 0, 0, false, 1);

choice! {
    /// The outcome of a prediction.
    pub enum SignalOutcome {
        /// Its day is not over.
        Open = "open",
        Hit = "hit",
        Missed = "missed",
        /// The market had no price when it was made, or when its day was over.
        Unknown = "unknown",
    }
}

input! {
    /// Predictions of a group with the same outcome.
    pub struct Counted {
        /// The name of the group: `first_match`, `second_match`, `third_match` or `forth_match`; others do not count.
        group: String,
        /// The outcome that the predictions share.
        outcome: SignalOutcome,
        /// The number of predictions; below zero: none.
        count: i64,
    }

    /// The predictions to count.
    pub struct RecordInput {
        /// The predictions, by group and outcome.
        predictions: Vec<Counted>,
    }
}

output! {
    /// The record of a group.
    pub struct GroupRecord {
        /// The name of the group.
        name: &'static str,
        /// The number of predictions that came true.
        hit: i64,
        /// The number of predictions that did not come true.
        missed: i64,
        /// The number of predictions whose day is not over.
        open: i64,
        /// The share of hits among those that are over, in whole percent, rounded down; null without any.
        percent: Option<i64>,
    }

    /// The record of each group, in order.
    pub struct Record {
        /// The record of each of the four groups.
        groups: Vec<GroupRecord>,
    }
}

/// A prediction whose day is over, with the prices when it was made and now.
#[derive(Debug)]
pub struct OutcomeInput {
    /// The predicted change in percent.
    pub predicted: Change,
    /// `None` if the market had none.
    pub price_then: Option<Rate>,
    /// `None` if the market has none.
    pub price_now: Option<Rate>,
}

/// The outcome of a prediction.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome {
    pub outcome: SignalOutcome,
    /// The actual change in percent, to one decimal; `None` if it is unknown.
    pub actual: Option<String>,
}

/// A hit: the price has moved in the predicted direction, at least half as far; or by at most half a percent where no
/// change was predicted.
pub fn outcome(input: &OutcomeInput) -> Outcome {
    let known = input.price_then.zip(input.price_now);
    let Some(actual) = known.and_then(|(then, now)| change(then, now)) else {
        return Outcome {
            outcome: SignalOutcome::Unknown,
            actual: None,
        };
    };
    let predicted = input.predicted.decimal();
    let is_hit = if predicted.is_zero() {
        actual.abs() <= STILL
    } else {
        let twice = actual.checked_add(actual).unwrap_or(actual);
        actual.is_sign_negative() == predicted.is_sign_negative()
            && twice.abs() >= predicted.abs()
            && !actual.is_zero()
    };
    Outcome {
        outcome: if is_hit {
            SignalOutcome::Hit
        } else {
            SignalOutcome::Missed
        },
        actual: Some(actual.to_string()),
    }
}

/// Hits, misses and open predictions of each group. Unknown outcomes do not count.
pub fn record(input: &RecordInput) -> Record {
    let groups = GROUPS.iter().map(|name| {
        let count = |outcome: SignalOutcome| {
            let all = input.predictions.iter();
            let of_group = all.filter(|one| one.group == *name && one.outcome == outcome);
            of_group.fold(0_i64, |sum, one| sum.saturating_add(one.count.max(0)))
        };
        let (hit, missed) = (count(SignalOutcome::Hit), count(SignalOutcome::Missed));
        GroupRecord {
            name,
            hit,
            missed,
            open: count(SignalOutcome::Open),
            percent: hit
                .saturating_mul(100)
                .checked_div(hit.saturating_add(missed)),
        }
    });
    Record {
        groups: groups.collect(),
    }
}

/// The change between two prices in percent, to one decimal.
fn change(then: Rate, now: Rate) -> Option<Decimal> {
    let (from, to) = (then.decimal(), now.decimal());
    let size = to.checked_sub(from)?.abs();
    let mut tenths = scaled(size, Decimal::ONE_HUNDRED, from, 1, Rounding::HalfUp)?;
    tenths.set_sign_negative(to < from && !tenths.is_zero());
    Some(tenths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hit_moves_as_predicted_at_least_half_as_far() {
        use SignalOutcome::{Hit, Missed, Unknown};
        for (predicted, then, now, expected, actual) in [
            ("4", Some("100"), Some("102"), Hit, Some("2.0")),
            ("4", Some("100"), Some("101.9"), Missed, Some("1.9")),
            ("4", Some("100"), Some("96"), Missed, Some("-4.0")),
            ("-1.25", Some("4000"), Some("3950"), Hit, Some("-1.3")),
            ("-1.25", Some("4000"), Some("4000"), Missed, Some("0.0")),
            ("0.0", Some("200"), Some("199"), Hit, Some("-0.5")),
            ("0.04", Some("1000"), Some("1006"), Missed, Some("0.6")),
            ("4", None, Some("102"), Unknown, None),
            ("4", Some("100"), None, Unknown, None),
        ] {
            let price = |text: Option<&str>| text.map(|text| Rate::parse(text).unwrap());
            let found = outcome(&OutcomeInput {
                predicted: Change::parse(predicted).unwrap(),
                price_then: price(then),
                price_now: price(now),
            });
            assert_eq!(found.outcome, expected, "{predicted} {then:?} {now:?}");
            assert_eq!(found.actual.as_deref(), actual);
        }
    }
}
