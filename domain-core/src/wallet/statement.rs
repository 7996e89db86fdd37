//! A monthly statement: its period, its balances, and the code by which others check it.

use super::month::{first_day, key, last_day, name};
use crate::calendar::{Date, Instant, lagos_date, lagos_midnight};
use crate::money::{Amount, AmountText, CurrencyCode};
use crate::payment::Direction;
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation};
use std::collections::VecDeque;

/// The maximum number of lines of one statement.
pub const MOST_LINES: i64 = 5_000;
/// A statement can be checked for this long.
const VALID_MONTHS: u32 = 12;
/// A payment that begins at the end of a month is booked a moment later, with its earlier time: a statement of the month
/// waits this long, so that it holds every payment.
const CLOSING_MS: i64 = 5 * 60 * 1_000;
/// Sixteen characters of five bits.
const CODE_CHARACTERS: usize = 16;
/// Crockford's alphabet.
const ALPHABET: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The month of a statement, as far as it has passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// `2026-11`
    pub month: String,
    /// `November 2026`
    pub name: String,
    pub from: Date,
    /// The last day, at most today.
    pub to: Date,
    pub start: Instant,
    /// Exclusive.
    pub end: Instant,
}

/// The period of a statement, given when the wallet was opened.
///
/// # Errors
/// `not_a_date`; `in_the_future`, also within five minutes of the month's end; `out_of_range` for a month before the
/// wallet was opened.
pub fn period(month: &str, opened: Instant, now: Instant) -> Result<Period, Violation> {
    let period = whole_month(month, now)?;
    let opened_on = lagos_date(opened);
    if last_day(period.from) < opened_on {
        return Err(Violation::new("month", Code::OutOfRange).saying_all(&[
            "This wallet was opened in ",
            &name(opened_on),
            ". Choose that month or a later one.",
        ]));
    }
    if period.end <= now && now < period.end.add_ms(CLOSING_MS) {
        return Err(
            Violation::new("month", Code::InTheFuture).saying_all(&[
                &period.name,
                " has just ended, and its last payments are being booked. Its statement is ready at 00:05.",
            ]),
        );
    }
    Ok(period)
}

/// A month up to now, whether or not its last payments are booked.
///
/// # Errors
/// `not_a_date`; `in_the_future`.
pub fn whole_month(month: &str, now: Instant) -> Result<Period, Violation> {
    let from = first_day(month).ok_or_else(|| {
        Violation::new("month", Code::NotADate).saying("Choose a month, like 2026-11.")
    })?;
    let today = lagos_date(now);
    if from > today {
        return Err(Violation::new("month", Code::InTheFuture)
            .saying("This month has not begun. Choose an earlier one."));
    }
    let to = last_day(from).min(today);
    let next = to.add_days(1).map_or(Instant::LAST, lagos_midnight);
    Ok(Period {
        month: key(from),
        name: name(from),
        from,
        to,
        start: lagos_midnight(from),
        end: next.min(now.add_ms(1)),
    })
}

/// The last day on which a statement can be checked.
#[must_use]
pub fn valid_until(issued: Instant) -> Date {
    let day = lagos_date(issued);
    day.add_months(VALID_MONTHS).unwrap_or(day)
}

/// A typed code, as it was issued: capitals, without separators, and with the digits that letters were mistaken for.
/// `None` if it cannot be a code.
#[must_use]
pub fn code(typed: &str) -> Option<String> {
    let read = |character: char| match character.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        other => other,
    };
    let code: String = typed
        .chars()
        .filter(|character| !matches!(character, '-' | ' '))
        .take(CODE_CHARACTERS.saturating_add(1))
        .map(read)
        .collect();
    let is_one = code.len() == CODE_CHARACTERS && code.chars().all(|one| ALPHABET.contains(one));
    is_one.then_some(code)
}

/// `ABCD-EFGH-JKMN-PQRS`
#[must_use]
pub fn in_groups(code: &str) -> String {
    let mut text = String::new();
    for (index, character) in code.chars().enumerate() {
        if index > 0 && index.is_multiple_of(4) {
            text.push('-');
        }
        text.push(character);
    }
    text
}

input! {
    /// The lines of a statement, oldest first.
    pub struct StatementInput {
        /// The wallet's currency.
        currency: CurrencyCode,
        /// The balance before the first line.
        opening: AmountText,
        /// The lines of the statement, oldest first.
        lines: Vec<StatementLine>,
    }

    /// One line.
    pub struct StatementLine {
        /// Whether the line is a debit or a credit.
        direction as "type": Direction,
        /// The amount of the line, without a sign.
        amount: AmountText,
    }
}

output! {
    /// The totals of a statement.
    pub struct Statement {
        /// The sum of what left.
        debits: Amount,
        /// The sum of what arrived.
        credits: Amount,
        /// The balance after the last line.
        closing: Amount,
        /// The balance after each line.
        balances: Vec<Amount>,
    }
}

/// The balance after each line, and the totals. A balance is never below zero.
///
/// # Errors
/// `not_an_amount`; `out_of_range` if a line takes more than there is, or a sum is too great; an unknown currency.
pub fn balance(input: &StatementInput) -> Checked<Statement> {
    let currency = input.currency.known("currency")?;
    let out_of_range = || Violation::new("lines", Code::OutOfRange);
    let mut closing = input.opening.amount("opening", currency)?;
    let (mut debits, mut credits) = (Amount::zero(currency), Amount::zero(currency));
    let mut balances = Vec::with_capacity(input.lines.len());
    for line in &input.lines {
        let amount = line.amount.amount("lines", currency)?;
        let (sum, after) = match line.direction {
            Direction::Debit => (&mut debits, closing.checked_sub(&amount)),
            Direction::Credit => (&mut credits, closing.checked_add(&amount)),
        };
        *sum = sum.checked_add(&amount).ok_or_else(out_of_range)?;
        closing = after.ok_or_else(out_of_range)?;
        balances.push(closing);
    }
    Ok(Statement {
        debits,
        credits,
        closing,
        balances,
    })
}

/// The order in which no line takes more than there is: a debit that stands before the credit that pays for it waits.
/// (Two servers write down times of their own, so times alone do not tell which came first.) `None` if there is none.
#[must_use]
pub fn in_order(opening: Amount, lines: &[(Direction, Amount)]) -> Option<Vec<usize>> {
    let (mut order, mut waiting) = (Vec::with_capacity(lines.len()), VecDeque::new());
    let mut balance = opening;
    for (index, (direction, amount)) in lines.iter().enumerate() {
        match direction {
            Direction::Credit => {
                balance = balance.checked_add(amount)?;
                order.push(index);
            }
            Direction::Debit => waiting.push_back((index, amount)),
        }
        while let Some((first, amount)) = waiting.front() {
            let Some(after) = balance.checked_sub(amount) else {
                break;
            };
            balance = after;
            order.push(*first);
            waiting.pop_front();
        }
    }
    waiting.is_empty().then_some(order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    fn at(text: &str) -> Instant {
        Instant::parse(text).unwrap()
    }

    #[test]
    fn a_period_is_a_month_in_lagos_as_far_as_it_has_passed() {
        let opened = at("2026-03-10T12:00:00Z");
        let now = at("2026-11-29T08:00:00Z");
        let whole = period("2026-10", opened, now).unwrap();
        assert_eq!(
            (whole.start, whole.end),
            (at("2026-09-30T23:00:00Z"), at("2026-10-31T23:00:00Z"))
        );
        assert_eq!(
            (whole.to.text().as_str(), whole.name.as_str()),
            ("2026-10-31", "October 2026")
        );
        let begun = period("2026-11", opened, now).unwrap();
        assert_eq!(
            (begun.to.text().as_str(), begun.end),
            ("2026-11-29", now.add_ms(1))
        );
        let code = |month: &str| period(month, opened, now).unwrap_err().code;
        assert_eq!(code("2026-12"), Code::InTheFuture);
        assert_eq!(code("2026-02"), Code::OutOfRange);
        assert_eq!(code("November"), Code::NotADate);
        let ended = |time: &str| period("2026-11", opened, at(time)).map_err(|one| one.code);
        assert_eq!(
            ended("2026-11-30T23:04:59.999Z").unwrap_err(),
            Code::InTheFuture
        );
        assert_eq!(
            ended("2026-11-30T23:05:00Z").unwrap().to.text(),
            "2026-11-30"
        );
        // Half past midnight in Lagos.
        assert!(period("2026-12", opened, at("2026-11-30T23:30:00Z")).is_ok());
    }

    #[test]
    fn codes_are_read_as_people_type_them() {
        let issued = "0123456789ABCDEF";
        for typed in [
            issued,
            "0123-4567-89ab-cdef",
            " oI23 4567 89AB CDEF",
            "OL23456789ABCDEF",
        ] {
            assert_eq!(code(typed).as_deref(), Some(issued), "{typed}");
        }
        for typed in [
            "",
            "0123456789ABCDE",
            "0123456789ABCDEF0",
            "0123456789ABCDEU",
            "%_23456789ABCDEF",
        ] {
            assert_eq!(code(typed), None, "{typed}");
        }
        assert_eq!(in_groups(issued), "0123-4567-89AB-CDEF");
    }

    #[test]
    fn a_statement_can_be_checked_for_a_year() {
        assert_eq!(valid_until(at("2028-02-28T23:30:00Z")).text(), "2029-02-28");
    }

    #[test]
    fn a_debit_waits_for_the_credit_that_pays_for_it() {
        use Direction::{Credit, Debit};
        let naira = |minor: i64| Amount::from_minor(minor, Currency::Ngn).unwrap();
        let order = |opening: i64, lines: &[(Direction, i64)]| {
            let lines: Vec<_> = lines
                .iter()
                .map(|(direction, minor)| (*direction, naira(*minor)))
                .collect();
            in_order(naira(opening), &lines)
        };
        assert_eq!(order(5, &[(Debit, 5), (Credit, 1)]), Some(vec![0, 1]));
        assert_eq!(
            order(
                0,
                &[(Debit, 5), (Debit, 1), (Credit, 4), (Credit, 2), (Debit, 0)]
            ),
            Some(vec![2, 3, 0, 1, 4])
        );
        assert_eq!(order(0, &[(Credit, 4), (Debit, 5)]), None);
        assert_eq!(order(7, &[]), Some(vec![]));
    }
}
