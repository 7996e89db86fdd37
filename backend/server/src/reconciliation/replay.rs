//! Recorded decisions, repeated by this program's rules: what would have been otherwise, for how many, and by how much.

use clap::ValueEnum;
use domain_core::calendar::Date;
use domain_core::catalogue::rules_version;
use domain_core::evaluate;
use domain_core::money::{Amount, Currency};
use ground::clock::lagos_day_begins_ms;
use ground::db::DbError;
use ground::decided::{AskedRule, Record};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Row};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Transfers in a portion.
const PORTION: i64 = 1_000;

/// A difference that `--forbid` names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Forbidden {
    /// Somebody pays more, or gets less.
    Dearer,
    /// Something that was accepted is refused.
    Refused,
    /// An input is not read any more.
    Unread,
}

/// The meaning of a figure for the person whose money it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// Null is zero.
    Charge,
    /// Null is zero.
    Benefit,
    /// Null is no limit.
    Limit,
}

/// A figure of an answer: the rule, its place, its meaning, and the place of its currency in the input.
type Figure = (&'static str, &'static str, Meaning, &'static str);

/// The figures that a person pays or gets.
const FIGURES: &[Figure] = {
    use Meaning::{Benefit, Charge, Limit};
    &[
        ("address.fee", "/due", Charge, ""),
        ("alert.price", "/total", Charge, "/currency"),
        ("bill.quote", "/total", Charge, "/currency"),
        ("coin.quote", "/total", Benefit, "/currency"),
        ("coins.close", "/penalty", Charge, "/currency"),
        ("coins.fill", "/back", Benefit, "/currency"),
        ("coins.proceeds", "/amount", Benefit, "/currency"),
        ("exchange.quote", "/received", Benefit, "/to"),
        ("funding.arrived", "/credited", Benefit, "/currency"),
        ("group.leave", "/penalty", Charge, "/currency"),
        ("instalment.collect", "/total", Charge, "/currency"),
        ("instalment.payment", "/debit", Charge, "/currency"),
        ("loan.divide", "/interest", Charge, "/currency"),
        ("loan.divide", "/charges", Charge, "/currency"),
        ("loan.payoff", "/amount", Charge, "/currency"),
        ("loan.schedule", "/interest", Charge, "/currency"),
        ("loan.schedule", "/request_fee", Charge, "/currency"),
        ("plan.payout", "/rest", Benefit, "/currency"),
        ("referral.bonus", "/amount", Benefit, ""),
        ("savings.return", "/paid", Benefit, "/currency"),
        ("termination.quote", "/penalty", Charge, "/currency"),
        ("transfer.cap", "/cap/amount", Limit, "/currency"),
        ("transfer.quote", "/total", Charge, "/currency"),
    ]
};

/// Whether an answer lets something happen; `None` if that is not what the rule decides.
fn verdict(output: &Value) -> Option<bool> {
    if let Some(valid) = output.get("valid").and_then(Value::as_bool) {
        let decision = output.get("decision").and_then(Value::as_str);
        return Some(valid && decision.is_none_or(|decision| decision == "approve"));
    }
    output.get("violation").map(Value::is_null)
}

/// The differences of one rule.
#[derive(Default)]
pub struct Differences {
    decisions: u64,
    changed: u64,
    people: BTreeSet<String>,
    /// The sums of the differences, by figure and currency, in minor units.
    sums: BTreeMap<(&'static str, &'static str), i128>,
    dearer: u64,
    refused: u64,
    allowed: u64,
    unread: u64,
    smallest: Option<Example>,
}

/// The shortest input whose answer changes.
struct Example {
    reference: String,
    input: Value,
    was: Value,
    now: Value,
    length: usize,
}

/// All differences, by rule.
pub struct Report {
    rules: BTreeMap<String, Differences>,
    transfers: u64,
}

/// A transfer of a portion, with its record.
struct Line {
    id: String,
    decided: String,
}

/// Repeats the decisions of a month, or of all time.
///
/// # Errors
/// A malformed month or record; the database failed.
pub async fn run(connection: &mut AnyConnection, month: Option<&str>) -> Result<Report, String> {
    let (from_ms, to_ms) = match month {
        None => (0, i64::MAX),
        Some(month) => bounds(month).ok_or("a month is written as 2026-10")?,
    };
    let failed = |error: DbError| format!("the database failed: {error}");
    let mut report = Report {
        rules: BTreeMap::new(),
        transfers: 0,
    };
    let mut after = String::new();
    loop {
        let lines = portion(&mut *connection, (from_ms, to_ms), &after).await;
        let lines = lines.map_err(failed)?;
        let Some(last) = lines.last() else {
            return Ok(report);
        };
        after.clone_from(&last.id);
        let mut changed = Vec::new();
        for line in &lines {
            let record: Record = serde_json::from_str(&line.decided)
                .map_err(|error| format!("the record of {} cannot be read: {error}", line.id))?;
            report.transfers += 1;
            for one in record.asked {
                let rule = one.rule.clone();
                let differences = report.rules.entry(one.rule.clone()).or_default();
                if differences.repeat(&line.id, one) {
                    changed.push((rule, line.id.clone()));
                }
            }
        }
        for (rule, id) in changed {
            let people = people(&mut *connection, &id).await.map_err(failed)?;
            report.rules.entry(rule).or_default().people.extend(people);
        }
    }
}

/// The first millisecond of a month in Lagos, and of the next one.
fn bounds(month: &str) -> Option<(i64, i64)> {
    let first = Date::parse(&[month, "-01"].concat())?;
    let begins_ms = |day: Date| lagos_day_begins_ms(day.day_number());
    Some((begins_ms(first), begins_ms(first.add_months(1)?)))
}

async fn portion(
    connection: &mut AnyConnection,
    (from_ms, to_ms): (i64, i64),
    after: &str,
) -> Result<Vec<Line>, DbError> {
    let rows = sqlx::query(
        "SELECT id, decided FROM ledger_transfers \
         WHERE id > $1 AND decided IS NOT NULL AND created_at_ms >= $2 AND created_at_ms < $3 ORDER BY id LIMIT $4",
    )
    .bind(after)
    .bind(from_ms)
    .bind(to_ms)
    .bind(PORTION)
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(Line {
                id: row.try_get("id")?,
                decided: row.try_get("decided")?,
            })
        })
        .collect()
}

/// The people whose accounts a transfer changed.
async fn people(connection: &mut AnyConnection, id: &str) -> Result<Vec<String>, DbError> {
    let rows = sqlx::query(
        "SELECT DISTINCT a.owner FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id \
         WHERE e.transfer_id = $1 AND a.owner_kind = 'user'",
    )
    .bind(id)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok(row.try_get("owner")?)).collect()
}

/// The record of a transfer, indented for reading; `None` if it has none.
///
/// # Errors
/// The database failed.
pub async fn record(
    connection: &mut AnyConnection,
    reference: &str,
) -> Result<Option<String>, DbError> {
    let row = sqlx::query("SELECT decided FROM ledger_transfers WHERE id = $1")
        .bind(reference)
        .fetch_optional(connection)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let decided: Option<String> = row.try_get("decided")?;
    let value = decided.and_then(|text| serde_json::from_str::<Value>(&text).ok());
    Ok(value.map(|value| format!("{value:#}")))
}

impl Differences {
    /// Repeats a decision; returns whether the answer is another one.
    fn repeat(&mut self, reference: &str, asked: AskedRule) -> bool {
        self.decisions += 1;
        let AskedRule {
            rule,
            input,
            output,
        } = asked;
        let now = match evaluate(&rule, input.clone()) {
            Ok(now) if now == output => return false,
            Ok(now) => now,
            Err(error) => {
                self.unread += 1;
                json!({ "code": error.code, "message": error.message })
            }
        };
        self.changed += 1;
        match (verdict(&output), verdict(&now)) {
            (Some(true), Some(false)) => self.refused += 1,
            (Some(false), Some(true)) => self.allowed += 1,
            _ => {}
        }
        self.compare(&rule, &input, &output, &now);
        let length = input.to_string().len();
        if self.smallest.as_ref().is_none_or(|one| length < one.length) {
            self.smallest = Some(Example {
                reference: reference.to_owned(),
                input,
                was: output,
                now,
                length,
            });
        }
        true
    }

    /// Adds the differences of the figures.
    fn compare(&mut self, rule: &str, input: &Value, was: &Value, now: &Value) {
        // A refusal has no figures.
        if was["valid"] == false || now["valid"] == false || now.get("valid").is_none() {
            return;
        }
        let mut is_dearer = false;
        for (_, path, meaning, currency) in FIGURES.iter().filter(|(of, ..)| *of == rule) {
            let code = input.pointer(currency).and_then(Value::as_str);
            let currency = code.and_then(Currency::named).unwrap_or(Currency::Ngn);
            let minor = |answer: &Value| {
                let text = answer.pointer(path)?.as_str()?;
                Amount::parse(text, currency).ok()?.minor().map(i128::from)
            };
            let (was, now) = match meaning {
                Meaning::Charge | Meaning::Benefit => (
                    minor(was).unwrap_or_default(),
                    minor(now).unwrap_or_default(),
                ),
                Meaning::Limit => {
                    let most = i128::from(i64::MAX);
                    (minor(was).unwrap_or(most), minor(now).unwrap_or(most))
                }
            };
            is_dearer |= match meaning {
                Meaning::Charge => now > was,
                Meaning::Benefit | Meaning::Limit => now < was,
            };
            // Limits add up to nothing.
            if *meaning == Meaning::Limit {
                continue;
            }
            if now != was {
                *self.sums.entry((path, currency.as_str())).or_default() += now - was;
            }
        }
        self.dearer += u64::from(is_dearer);
    }
}

impl Report {
    pub fn is_unchanged(&self) -> bool {
        self.rules.values().all(|one| one.changed == 0)
    }

    /// Whether a difference is forbidden.
    pub fn breaks(&self, forbidden: &[Forbidden]) -> bool {
        let has = |one: &Differences, what: &Forbidden| match what {
            Forbidden::Dearer => one.dearer > 0,
            Forbidden::Refused => one.refused > 0,
            Forbidden::Unread => one.unread > 0,
        };
        self.rules
            .values()
            .any(|one| forbidden.iter().any(|what| has(one, what)))
    }

    pub fn to_json(&self) -> Value {
        let rules = self.rules.iter().map(|(rule, one)| {
            let sums = one.sums.iter().map(|((figure, currency), minor)| {
                json!({ "figure": figure, "currency": currency, "minor": minor.to_string() })
            });
            let example = one.smallest.as_ref().map(|one| {
                json!({ "reference": one.reference, "input": one.input, "was": one.was, "now": one.now })
            });
            json!({
                "rule": rule, "decisions": one.decisions, "changed": one.changed, "people": one.people.len(),
                "dearer": one.dearer, "refused": one.refused, "allowed": one.allowed, "unread": one.unread,
                "sums": sums.collect::<Vec<_>>(), "smallest": example,
            })
        });
        json!({ "rules": rules_version(), "transfers": self.transfers, "by_rule": rules.collect::<Vec<_>>() })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "rules replay: {} transfers, by the rules {}",
            self.transfers,
            rules_version()
        )?;
        for (rule, one) in &self.rules {
            write!(f, "{rule}: {} decisions", one.decisions)?;
            if one.changed == 0 {
                writeln!(f, ", none changed")?;
                continue;
            }
            let (changed, people) = (one.changed, one.people.len());
            writeln!(f, ", {changed} changed, for {people} people")?;
            for (count, words) in [
                (one.dearer, "cost somebody more"),
                (one.refused, "were accepted and are refused"),
                (one.allowed, "were refused and are accepted"),
                (one.unread, "are not read any more"),
            ] {
                if count > 0 {
                    writeln!(f, "  {count} {words}")?;
                }
            }
            for ((figure, currency), minor) in &one.sums {
                let sign = if *minor < 0 { "-" } else { "+" };
                let size = i64::try_from(minor.unsigned_abs()).ok();
                let currency = Currency::named(currency).unwrap_or(Currency::Ngn);
                let amount = size.and_then(|size| Amount::from_minor(size, currency));
                let amount = amount.map_or_else(|| minor.to_string(), |amount| amount.text());
                let figure = figure.trim_start_matches('/');
                writeln!(f, "  {figure}: {sign}{currency} {amount} together")?;
            }
            if let Some(one) = &one.smallest {
                writeln!(f, "  smallest example, of {}:", one.reference)?;
                writeln!(f, "    input {}", one.input)?;
                writeln!(f, "    was   {}", one.was)?;
                writeln!(f, "    now   {}", one.now)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(output: Value) -> AskedRule {
        AskedRule {
            rule: "transfer.fee".into(),
            input: json!({ "destination": "bank", "currency": "NGN", "rates": {} }),
            output,
        }
    }

    #[test]
    fn months_begin_at_midnight_in_lagos() {
        const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
        let noon = ground::clock::parse_rfc3339("2026-12-01T11:00:00Z").unwrap();
        let (from, to) = bounds("2026-12").unwrap();
        assert_eq!((noon - from, to - from), (DAY_MS / 2, 31 * DAY_MS));
        for month in ["", "2026", "2026-13", "2026-0", "x-1"] {
            assert_eq!(bounds(month), None, "{month}");
        }
    }

    #[test]
    fn differences_are_counted_summed_and_shown_by_their_smallest_example() {
        let quote = |amount: &str, total: &str| AskedRule {
            rule: "transfer.quote".into(),
            input: json!({ "amount": amount, "currency": "NGN", "destination": "bank", "rates": {} }),
            output: json!({ "total": total, "valid": true }),
        };
        let mut found = Differences::default();
        // Today a transfer costs 20 naira.
        assert!(found.repeat("A", quote("10000.00", "10010.00")));
        assert!(found.repeat("B", quote("1.00", "31.00")));
        assert_eq!((found.decisions, found.changed, found.dearer), (2, 2, 1));
        assert_eq!(found.sums[&("/total", "NGN")], 1_000 - 1_000);
        assert_eq!(found.smallest.unwrap().reference, "B");
    }

    #[test]
    fn what_is_not_given_any_more_and_new_limits_are_dearer() {
        let bonus = |amount: Value| json!({ "valid": true, "amount": amount });
        let mut found = Differences::default();
        found.compare(
            "referral.bonus",
            &json!({}),
            &bonus(json!("200.00")),
            &bonus(Value::Null),
        );
        assert_eq!(
            (found.dearer, found.sums[&("/amount", "NGN")]),
            (1, -20_000)
        );
        let cap = |cap: Value| json!({ "valid": true, "cap": cap });
        let (none, some) = (cap(Value::Null), cap(json!({ "amount": "50000.00" })));
        found.compare("transfer.cap", &json!({ "currency": "NGN" }), &none, &some);
        assert_eq!(found.dearer, 2);
        found.compare("transfer.cap", &json!({ "currency": "NGN" }), &some, &none);
        assert_eq!((found.dearer, found.sums.len()), (2, 1));
    }

    #[test]
    fn verdicts_that_turn_and_inputs_that_are_not_read_are_told_apart() {
        let mut found = Differences::default();
        let now = evaluate("transfer.fee", asked(Value::Null).input).unwrap();
        assert!(!found.repeat("A", asked(now)));
        assert!(found.repeat("B", asked(json!({ "valid": false }))));
        let unread = AskedRule {
            rule: "no.such".into(),
            ..asked(json!({ "valid": true }))
        };
        assert!(found.repeat("C", unread));
        assert_eq!((found.allowed, found.unread, found.refused), (1, 1, 0));
    }
}
