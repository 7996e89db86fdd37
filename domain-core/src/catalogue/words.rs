//! Explanations in words, for people: how each figure of an answer was worked out.

use crate::money::grouped_decimal;
use serde_json::Value;

/// Deeper steps are shown by their value alone.
const MOST_DEPTH: u32 = 3;

/// A figure, and how it was worked out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkedOut {
    /// The name of the figure: `Total`.
    pub label: String,
    /// Its value, with groups of three digits.
    pub value: String,
    /// `1,500.00 (amount) + 20.00 (set by the rules)`
    pub words: String,
}

/// The figures of a part of an explanation that a rule worked out, in the order of their names. The part is a place in the
/// output, such as `/days/3`; blank for the output itself. Figures that the rule only passed on, and those of parts of the
/// part, are left out.
#[must_use]
pub fn worked_out(explained: &Value, at: &str) -> Vec<WorkedOut> {
    let figures = explained["figures"].as_object();
    let steps = Steps(explained["steps"].as_array().map_or(&[], Vec::as_slice));
    let mut found = Vec::new();
    for (path, number) in figures.into_iter().flatten() {
        let name = path
            .strip_prefix(at)
            .and_then(|rest| rest.strip_prefix('/'));
        let name = name.filter(|name| !name.contains('/'));
        let step = number.as_u64().and_then(|number| steps.get(number));
        let (Some(name), Some(step)) = (name, step) else {
            continue;
        };
        match text(step, "way") {
            "input" => continue,
            "constant" if is_zero(text(step, "value")) => continue,
            _ => {}
        }
        found.push(WorkedOut {
            label: label(name),
            value: grouped_decimal(text(step, "value")),
            words: steps.words(step, 0),
        });
    }
    found
}

fn text<'v>(step: &'v Value, key: &str) -> &'v str {
    step[key].as_str().unwrap_or_default()
}

fn is_zero(value: &str) -> bool {
    value.chars().all(|one| matches!(one, '0' | '.'))
}

/// The name of a place in words: `request_fee` is `Request fee`.
fn label(name: &str) -> String {
    let words = name.replace(['_', '.'], " ");
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    [&first.unwrap_or_default(), letters.as_str()].concat()
}

struct Steps<'v>(&'v [Value]);

impl<'v> Steps<'v> {
    fn get(&self, number: u64) -> Option<&'v Value> {
        let place = usize::try_from(number).ok()?.checked_sub(1)?;
        self.0.get(place)
    }

    /// A step in words.
    fn words(&self, step: &Value, depth: u32) -> String {
        // Sums begin with nothing.
        let step = self.without_nothing(step);
        let value = grouped_decimal(text(step, "value"));
        let of = |place: usize| self.operand(step, place, depth);
        match text(step, "way") {
            "input" => {
                let path = text(step, "path").replace(['_', '.'], " ");
                [&value, " (", path.trim_start_matches("values "), ")"].concat()
            }
            "constant" => [&value, " (set by the rules)"].concat(),
            "plus" => [&of(0), " + ", &of(1)].concat(),
            "minus" => [&of(0), " \u{2212} ", &of(1)].concat(),
            "at_most" => ["the smaller of ", &of(0), " and ", &of(1)].concat(),
            "at_least" => ["the larger of ", &of(0), " and ", &of(1)].concat(),
            "scaled" => {
                let (times, over) = (text(step, "times"), text(step, "over"));
                let rounding = match text(step, "rounding") {
                    "up" => ", rounded up",
                    "down" => ", rounded down",
                    _ => ", rounded to the nearest",
                };
                match (times, over) {
                    (_, "1") => [&of(0), " \u{d7} ", times].concat(),
                    (_, "100") => [times, "% of ", &of(0), rounding].concat(),
                    ("1", _) => [&of(0), " \u{f7} ", over, rounding].concat(),
                    _ => [&of(0), " \u{d7} ", times, " \u{f7} ", over, rounding].concat(),
                }
            }
            "part" => {
                let count = |key: &str| step[key].as_u64().unwrap_or_default().to_string();
                let (number, count) = (count("number"), count("count"));
                ["part ", &number, " of ", &count, " equal parts of ", &of(0)].concat()
            }
            _ => [&value, " (", text(step, "words"), ")"].concat(),
        }
    }

    /// Whether an operand is a zero that the rules have set.
    fn is_nothing(&self, step: &Value, place: usize) -> bool {
        self.part(step, place)
            .is_some_and(|of| text(of, "way") == "constant" && is_zero(text(of, "value")))
    }

    /// A sum of something and nothing is the something.
    fn without_nothing<'s>(&'s self, step: &'s Value) -> &'s Value {
        let rest = match text(step, "way") == "plus" {
            true if self.is_nothing(step, 0) => self.part(step, 1),
            true if self.is_nothing(step, 1) => self.part(step, 0),
            _ => None,
        };
        rest.map_or(step, |rest| self.without_nothing(rest))
    }

    /// A step that another one is made of.
    fn part(&self, step: &Value, place: usize) -> Option<&Value> {
        let number = step["of"].get(place).and_then(Value::as_u64);
        number.and_then(|number| self.get(number))
    }

    /// A step that another one is made of, in brackets if it is made of others itself.
    fn operand(&self, step: &Value, place: usize, depth: u32) -> String {
        let Some(of) = self.part(step, place) else {
            return String::new();
        };
        let of = self.without_nothing(of);
        let deeper = depth.saturating_add(1);
        if deeper >= MOST_DEPTH {
            return grouped_decimal(text(of, "value"));
        }
        let words = self.words(of, deeper);
        match text(of, "way") {
            "input" | "constant" | "described" => words,
            _ => ["(", &words, ")"].concat(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain;
    use serde_json::json;

    fn words(rule: &str, input: &Value) -> Vec<[String; 3]> {
        let lines = worked_out(&explain(rule, input).unwrap(), "");
        let line = |one: WorkedOut| [one.label, one.value, one.words];
        lines.into_iter().map(line).collect()
    }

    #[test]
    fn figures_say_how_they_were_worked_out() {
        let input =
            json!({ "amount": "5000", "currency": "NGN", "destination": "bank", "rates": {} });
        assert_eq!(
            words("transfer.quote", &input),
            [
                ["Fee", "20.00", "20.00 (set by the rules)"],
                [
                    "Total",
                    "5,020.00",
                    "5,000 (amount) + 20.00 (set by the rules)"
                ],
            ]
        );
        let input = json!({ "is_flexible": false, "opt_out_penalty": "10", "currency": "NGN", "due_at": "2026-11-03",
            "instalments": [{ "due_at": "2026-11-01", "amount": "1000" }], "today": "2026-11-01" });
        let preview = explain("termination.preview", &input).unwrap();
        assert_eq!(worked_out(&preview, ""), []);
        let lines = worked_out(&preview, "/days/1");
        assert_eq!(lines[0].label, "Penalty");
        let penalty = "10% of 1,000 (instalments 0 amount), rounded to the nearest";
        let expected = [
            "the smaller of (",
            penalty,
            ") and 1,000 (instalments 0 amount)",
        ]
        .concat();
        assert_eq!(lines[0].words, expected);
        let input = json!({ "pot": "1000", "penalty": "25" });
        assert_eq!(
            words("plan.payout", &input),
            [
                [
                    "Penalty",
                    "25.00",
                    "the smaller of 25 (penalty) and 1,000 (pot)"
                ],
                [
                    "Rest",
                    "975.00",
                    "1,000 (pot) \u{2212} (the smaller of 25 (penalty) and 1,000 (pot))"
                ],
            ]
        );
        let input = json!({ "method": "bank", "currency": "USD", "amount": "33.33" });
        let found = words("funding.quote", &input);
        assert_eq!(
            found[0],
            [
                "Fee",
                "0.33",
                "1% of 33.33 (amount), rounded to the nearest"
            ]
        );
    }
}
