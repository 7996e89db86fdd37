//! The limit of a borrower: small for a first loan, and growing with loans repaid on time.

use super::instalment::currency_of;
use crate::calendar::{Date, day_in_words};
use crate::money::{Amount, AmountText, CurrencyCode, Percent, Rounding};
use crate::shape::{choice, input, output};
use crate::validation::{Checked, Code, Violation};

/// The days within which money received from outside counts.
pub const RECEIVED_DAYS: i64 = 90;

choice! {
    /// The reason for a limit.
    pub enum LimitReason {
        /// No loan has been repaid yet.
        FirstLoan = "first_loan",
        /// Loans were repaid on time.
        RepaidOnTime = "repaid_on_time",
        /// An instalment of the latest loan was late.
        Late = "late",
        /// The account is too young for more than a first loan.
        NewAccount = "new_account",
        /// Little money came in from outside.
        LittleReceived = "little_received",
        /// The most that is lent to one person.
        PersonLimit = "person_limit",
    }
}

input! {
    /// A former or current loan.
    pub struct PastLoan {
        /// The principal of the loan.
        amount: AmountText,
        /// The day of its payout.
        started_on: Date,
        /// Null if it has not ended.
        ended_on: Option<Date>,
        /// Whether all of it is repaid.
        repaid: bool,
        /// The instalments of the loan.
        parts: Vec<PastPart>,
    }

    /// An instalment of such a loan.
    pub struct PastPart {
        /// The day on which the instalment was due.
        due_at: Date,
        /// The day on which all of it was paid; null if that has not happened.
        paid_on: Option<Date>,
    }

    /// A lender's terms for limits.
    pub struct LimitTerms {
        /// The limit of a first loan.
        first: AmountText,
        /// The largest debt of one person.
        person: AmountText,
        /// A loan repaid on time raises the limit to this share of it.
        growth: Percent,
        /// The share of the money received within 90 days that a grown limit may reach.
        income: Percent,
        /// The age of an account from which its limit grows.
        least_age_days: i64,
        /// The days that a loan has to run before its repayment raises the limit.
        least_held_days: i64,
    }

    /// A borrower and the terms of the lender.
    pub struct LoanLimitInput {
        /// The lender's terms.
        terms: LimitTerms,
        /// In the order of their payouts.
        loans: Vec<PastLoan>,
        /// The day on which the account was opened.
        opened_on: Date,
        /// Today's date in Lagos.
        today: Date,
        /// The money received from outside within 90 days, without loans.
        received: AmountText,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// A reason in words.
    pub struct LimitLine {
        /// The reason by name.
        reason: LimitReason,
        /// The reason.
        message: &'static str,
        /// The way to raise the limit; null if there is none.
        raised_by: Option<&'static str>,
    }

    /// The largest debt that is granted without a person's decision.
    pub struct LoanLimit {
        /// The largest debt, in `currency`.
        limit: Amount,
        /// The reasons for it, most important first.
        lines: Vec<LimitLine>,
    }
}

impl LimitReason {
    const fn line(self) -> LimitLine {
        let (message, raised_by) = match self {
            Self::FirstLoan => (
                "A first loan is small.",
                Some("A loan that is repaid on time raises the limit."),
            ),
            Self::RepaidOnTime => (
                "You have repaid on time.",
                Some("Each larger loan that is repaid on time raises the limit further."),
            ),
            Self::Late => (
                "A payment of your last loan was late.",
                Some("A loan that is repaid on time raises the limit again."),
            ),
            Self::NewAccount => (
                "Your account is new.",
                Some("The limit can rise once your account is older."),
            ),
            Self::LittleReceived => (
                "The limit follows the money that reached your wallet from outside in the last 90 days.",
                Some("More money coming in, such as a salary, raises the limit."),
            ),
            Self::PersonLimit => ("This is the most that we lend to one person.", None),
        };
        LimitLine {
            reason: self,
            message,
            raised_by,
        }
    }
}

/// The limit of a first loan, until a loan that ran for long enough is repaid on time: the limit is then the terms' share
/// of the largest such loan since the last late one. A grown limit is at most the share of the money received, and
/// counts only for an account of the least age; it never falls below that of a first loan. The limit for one person
/// holds in any case. Shares are rounded down. Source: ours; the figures are the lender's.
///
/// # Errors
/// `not_an_amount`, `out_of_range`, `{currency} not supported yet!`
pub fn limit(input: &LoanLimitInput) -> Checked<LoanLimit> {
    let currency = currency_of(input.currency.as_ref())?;
    let terms = &input.terms;
    let first = terms.first.amount("first", currency)?;
    let person = terms.person.amount("person", currency)?;
    let received = input.received.amount("received", currency)?;
    let share = |percent: Percent, amount: &Amount, field| {
        let share = percent.of(amount, Rounding::Down);
        share.ok_or_else(|| Violation::new(field, Code::OutOfRange))
    };
    let (mut grown, mut reason) = (first, LimitReason::FirstLoan);
    for loan in &input.loans {
        let amount = loan.amount.amount("loans", currency)?;
        let is_late = |part: &PastPart| part.paid_on.unwrap_or(input.today) > part.due_at;
        let held_days = days(loan.started_on, loan.ended_on.unwrap_or(input.today));
        if loan.parts.iter().any(is_late) {
            (grown, reason) = (first, LimitReason::Late);
        } else if loan.repaid && held_days >= terms.least_held_days {
            let raised = share(terms.growth, &amount, "growth")?;
            (grown, reason) = (grown.at_least(raised), LimitReason::RepaidOnTime);
        }
    }
    let mut reasons = vec![reason];
    if grown > first && days(input.opened_on, input.today) < terms.least_age_days {
        grown = first;
        reasons.insert(0, LimitReason::NewAccount);
    }
    let by_income = share(terms.income, &received, "income")?;
    if grown > first && by_income < grown {
        grown = by_income.at_least(first);
        reasons.insert(0, LimitReason::LittleReceived);
    }
    if grown >= person {
        grown = person;
        reasons = vec![LimitReason::PersonLimit];
    }
    Ok(LoanLimit {
        limit: grown,
        lines: reasons.into_iter().map(LimitReason::line).collect(),
    })
}

fn days(from: Date, to: Date) -> i64 {
    to.day_number().saturating_sub(from.day_number())
}

input! {
    /// The loan questionnaire of a user on a day.
    pub struct LoanAnswersInput {
        /// Whether a request is being decided, or a loan is not repaid.
        open: bool,
        /// The day on which the last request was declined.
        declined_on: Option<Date>,
        /// The days after a refusal in which the answers stay.
        pause_days: i64,
        /// Today's date in Lagos.
        today: Date,
    }
}

output! {
    /// Whether the answers may be changed.
    pub struct LoanAnswers {
        /// Whether the answers may be changed today.
        allowed: bool,
        /// The first day on which they may be changed; null if that is not known.
        from: Option<Date>,
        /// The reason against it, for the user.
        message: Option<String>,
    }
}

/// Answers decide a request, so they stay while it is open, until the loan is repaid, and for the lender's pause after a
/// refusal. Source: ours; the pause is the lender's.
pub fn answers(input: &LoanAnswersInput) -> LoanAnswers {
    let from = input.declined_on.and_then(|day| {
        let from = day.add_days(input.pause_days)?;
        (input.today < from).then_some(from)
    });
    let message = match (input.open, from) {
        (true, _) => Some(String::from(
            "Your answers belong to your loan. You can change them once it has ended.",
        )),
        (false, Some(day)) => Some(
            [
                "Your answers belong to the request that we declined. You can change them from ",
                &day_in_words(day),
                ".",
            ]
            .concat(),
        ),
        (false, None) => None,
    };
    LoanAnswers {
        allowed: message.is_none(),
        from: from.filter(|_| !input.open),
        message,
    }
}
