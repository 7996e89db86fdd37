//! A month of the transaction history, and where its money went.

use crate::calendar::{Date, Instant, lagos_date, month_in_full};
use crate::money::{Amount, AmountText, CurrencyCode};
use crate::payment::Outflow;
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};

/// The characters of `2026-11`.
const MONTH_CHARACTERS: usize = 7;

input! {
    /// A month to show.
    pub struct MonthInput {
        /// `2026-11`; null, unknown or in the future: the current month.
        month: Option<String>,
        /// The first month with transactions, `2026-03`; null if it is not known.
        since: Option<String>,
        /// The current time.
        now: Instant,
    }
}

output! {
    /// A month in Lagos.
    pub struct Month {
        /// `2026-11`
        month: String,
        /// `November 2026`
        name: String,
        /// Its first day.
        from: Date,
        /// Its last day.
        to: Date,
        /// The month before; null if nothing happened before this one.
        previous: Option<String>,
        /// The month after; null for the current one.
        next: Option<String>,
    }
}

/// The first day of `2026-11`.
pub(super) fn first_day(month: &str) -> Option<Date> {
    let written = month.len() == MONTH_CHARACTERS;
    written
        .then(|| Date::parse(&[month, "-01"].concat()))
        .flatten()
}

/// `2026-11`
#[must_use]
pub fn key(day: Date) -> String {
    let mut text = day.text();
    text.truncate(MONTH_CHARACTERS);
    text
}

/// `November 2026`
pub(super) fn name(day: Date) -> String {
    [month_in_full(day), " ", &day.year().to_string()].concat()
}

/// The last day of the month that begins on this day.
pub(super) fn last_day(first: Date) -> Date {
    first.add_months(1).map_or(first, |next| next.day_before())
}

/// A month in Lagos and its neighbours. The document has no months; they are ours.
pub fn month(input: &MonthInput) -> Month {
    let today = lagos_date(input.now);
    let current = first_day(&key(today)).unwrap_or(today);
    let given = |text: &Option<String>| text.as_deref().and_then(first_day);
    let asked = given(&input.month).filter(|asked| *asked <= current);
    let from = asked.unwrap_or(current);
    let is_first = given(&input.since).is_some_and(|since| from <= since);
    let before = from.sub_months(1).filter(|_| !is_first);
    let after = from.add_months(1).filter(|_| from < current);
    Month {
        month: key(from),
        name: name(from),
        from,
        to: last_day(from),
        previous: before.map(key),
        next: after.map(key),
    }
}

input! {
    /// Debits of a wallet.
    pub struct FlowsInput {
        /// The wallet's currency.
        currency: CurrencyCode,
        /// The sum of transfers to others, in `currency`.
        sent: AmountText,
        /// The sum of paid bills, in `currency`.
        bills: AmountText,
        /// The sum of payments into plans, in `currency`.
        plans: AmountText,
    }
}

output! {
    /// The uses of what left a wallet.
    pub struct Flows {
        /// The three uses, in a fixed order: `sent`, `bills`, `plans`.
        flows: Vec<FlowShare>,
    }

    /// One use of money.
    pub struct FlowShare {
        /// The use by name.
        flow: Outflow,
        /// The use in words.
        label: &'static str,
        /// The amount that went into the use.
        amount: Amount,
        /// Its share of the sum, in whole percent; all shares together are 100, or 0 for nothing.
        percent: i64,
    }
}

/// The shares in whole percent, rounded down; what is missing to a hundred goes to the largest fractions.
///
/// # Errors
/// `not_an_amount`; `out_of_range`; an unknown currency.
pub fn flows(input: &FlowsInput) -> Checked<Flows> {
    let currency = input.currency.known("currency")?;
    let amounts = [
        (Outflow::Sent, input.sent.amount("sent", currency)?),
        (Outflow::Bills, input.bills.amount("bills", currency)?),
        (Outflow::Plans, input.plans.amount("plans", currency)?),
    ];
    let out_of_range = || Violation::new("sent", Code::OutOfRange);
    let total = amounts
        .iter()
        .try_fold(0_i128, |sum, (_, amount)| sum.checked_add(amount.units()))
        .ok_or_else(out_of_range)?;
    let mut flows = Vec::new();
    let mut fractions = Vec::new();
    let mut left = if total == 0 { 0 } else { 100_i64 };
    for (index, (flow, amount)) in amounts.into_iter().enumerate() {
        let hundredfold = amount.units().checked_mul(100).ok_or_else(out_of_range)?;
        let percent = hundredfold.checked_div(total).unwrap_or(0);
        let percent = i64::try_from(percent).map_err(|_| out_of_range())?;
        fractions.push((hundredfold.checked_rem(total).unwrap_or(0), index));
        left = left.saturating_sub(percent);
        flows.push(FlowShare {
            flow,
            label: flow.label(),
            amount,
            percent,
        });
    }
    fractions.sort_by_key(|(fraction, index)| (std::cmp::Reverse(*fraction), *index));
    let more = usize::try_from(left).unwrap_or(0);
    for (_, index) in fractions.into_iter().take(more) {
        if let Some(flow) = flows.get_mut(index) {
            flow.percent = flow.percent.saturating_add(1);
        }
    }
    Ok(Flows { flows })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(month: Option<&str>, since: Option<&str>, now: &str) -> Month {
        super::month(&MonthInput {
            month: month.map(str::to_owned),
            since: since.map(str::to_owned),
            now: Instant::parse(now).unwrap(),
        })
    }

    #[test]
    fn months_begin_at_midnight_in_lagos() {
        let before = shown(None, None, "2026-11-30T22:59:59Z");
        assert_eq!(
            (before.month.as_str(), before.name.as_str()),
            ("2026-11", "November 2026")
        );
        let after = shown(None, None, "2026-11-30T23:00:00Z");
        assert_eq!((after.month.as_str(), after.next), ("2026-12", None));
        assert_eq!(
            (after.from.text(), after.to.text()),
            ("2026-12-01".to_owned(), "2026-12-31".to_owned())
        );
        assert_eq!(after.previous.as_deref(), Some("2026-11"));
    }

    #[test]
    fn the_neighbours_end_at_the_first_and_the_current_month() {
        let now = "2026-03-15T12:00:00Z";
        let first = shown(Some("2025-12"), Some("2025-12"), now);
        assert_eq!(
            (first.previous, first.next.as_deref()),
            (None, Some("2026-01"))
        );
        let leap = shown(Some("2024-02"), None, now);
        assert_eq!(leap.to.text(), "2024-02-29");
        for unknown in ["2026-04", "2026-13", "2026-1", "2026-02-01", "x"] {
            assert_eq!(
                shown(Some(unknown), None, now).month,
                "2026-03",
                "{unknown}"
            );
        }
    }
}
