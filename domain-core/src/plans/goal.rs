//! The goal of savings.

use crate::calendar::Date;
use crate::money::{Amount, Currency, CurrencyCode, TypedAmount};
use crate::shape::{choice, form_values, input, output};
use crate::validation::fields::NAME;
use crate::validation::{Code, Form, TextField, Violation, Violations};

/// The least time to save for December.
const LEAST_DAYS: i64 = 60;
const MONTHS_A_YEAR: u32 = 12;

choice! {
    /// The purpose of savings.
    pub enum GoalKind {
        Rent = "rent",
        SchoolFees = "school_fees",
        Gadget = "gadget",
        Travel = "travel",
        /// The parties of December.
        DettyDecember = "detty_december",
        Emergency = "emergency",
        Other = "other",
    }
}

form_values! {
    /// A goal of savings: its name, how much, by when.
    pub struct SavingsGoal {
        /// The goal's name: 3 to 100 characters on one line.
        name: String,
        /// The amount to reach, in naira; one naira or more.
        amount: TypedAmount,
        /// `YYYY-MM-DD`.
        by: String,
    }
}

input! {
    /// The day on which a goal is set.
    pub struct GoalContext {
        /// Today's date in Lagos; the goal must be after it.
        today: Date,
    }

    /// A goal that has no day yet.
    pub struct GoalDayInput {
        /// The purpose of the savings.
        goal: GoalKind,
        /// Today's date in Lagos.
        today: Date,
    }
}

output! {
    /// A day to begin with.
    pub struct GoalDay {
        /// The proposed day to reach the goal by.
        by: Date,
    }
}

/// In a year; for December the first of the next one that is at least 60 days away.
pub fn day(input: &GoalDayInput) -> GoalDay {
    let today = input.today;
    let in_a_year = today.add_months(MONTHS_A_YEAR);
    let december = |year: u16| {
        let first = Date::new(year, 12, 1)?;
        let earliest = today.add_days(LEAST_DAYS)?;
        (first >= earliest).then_some(first)
    };
    let by = match input.goal {
        GoalKind::DettyDecember => {
            december(today.year()).or_else(|| december(today.year().checked_add(1)?))
        }
        _ => in_a_year,
    };
    GoalDay {
        by: by.or(in_a_year).unwrap_or(today),
    }
}

impl Form for SavingsGoal {
    const NAME: &'static str = "savings_goal";
    type Context = GoalContext;
    const TEXT_FIELDS: &'static [TextField] = &[NAME];

    fn check(&self, context: &GoalContext, found: &mut Violations) {
        found.text(&NAME, &self.name);
        check_target("amount", &self.amount, Currency::Ngn, found);
        found
            .required("by", &self.by)
            .refuse_for(|| match Date::parse(self.by.trim()) {
                None => Some(Violation::new("by", Code::NotADate).with("limit", "YYYY-MM-DD")),
                Some(by) => not_after(by, context.today),
            })
            .done();
    }
}

/// The violation of a day that is not after today.
pub(super) fn not_after(by: Date, today: Date) -> Option<Violation> {
    let past = || Violation::new("by", Code::OutOfRange).saying("Choose a day after today.");
    (by <= today).then(past)
}

/// Checks an amount to reach: one unit or more.
fn check_target(
    field: &'static str,
    target: &TypedAmount,
    currency: Currency,
    found: &mut Violations,
) {
    let one = Amount::one(currency);
    if let Some(target) = found.amount(field, target, currency)
        && target < one
    {
        found.add(Violation::below(field, &target, &one));
    }
}

/// Checks a goal and its target. Both are optional; a target needs a goal.
pub(super) fn check(
    goal: &str,
    target: &TypedAmount,
    currency: &CurrencyCode,
    found: &mut Violations,
) {
    found.optional("goal", goal).one_of(GoalKind::TEXTS).done();
    if target.is_blank() {
        return;
    }
    if goal.trim().is_empty() {
        found.add(Violation::new("goal", Code::Required));
    }
    if let Ok(currency) = currency.known("target") {
        check_target("target", target, currency, found);
    }
}
