//! The forms for subscribing to a plan and paying for it.

use super::goal;
use super::instalment::{Debt, currency_of, least_payment};
use super::limits::PlanLimits;
use super::unit::Unit;
use crate::money::{Amount, AmountText, Currency, CurrencyCode, Rates, TypedAmount, display};
use crate::shape::{Given, choice, form_values, input};
use crate::validation::fields::NAME;
use crate::validation::{Code, Form, TextField, Violation, Violations};

/// The maximum number of repetitions of a flexible or group plan. (Document 3, section 5.)
pub(super) const MAX_REPETITIONS: i64 = 30;
choice! {
    /// The source of a plan's first money. (Document 3, section 2.)
    pub enum FundingSource {
        Card = "card",
        Wallet = "wallet",
        Bank = "bank",
    }
}

/// Payment methods of an instalment. (Document 3, section 4.)
const METHODS: &[&str] = &["card", "wallet"];

form_values! {
    /// Subscribing to a savings plan. (Document 3, section 5.)
    pub struct SavingsSubscription {
        /// The purpose of the savings.
        name: String,
        /// The amount of each instalment, in `currency`; one unit and the plan's minimum, or more.
        amount: TypedAmount,
        /// `card`, `wallet` or `bank`.
        funding_source: String,
        /// The number of repetitions, for a flexible or group plan.
        duration: AmountText,
        /// `day`, `week` or `month`.
        duration_unit: String,
        /// The kind of the goal, if there is one.
        goal: String,
        /// The amount to reach, if there is one.
        target: TypedAmount,
        /// Whether the subscription is confirmed; without it the form is refused.
        confirm: bool,
    }
}

input! {
    /// A savings plan and its subscriber.
    pub struct SavingsContext {
        /// The plan to subscribe to.
        plan: SavingsPlan,
        /// The subscriber's currency.
        currency: CurrencyCode,
        /// The rates that convert the plan's limits; null: only limits in `currency` can be checked.
        rates: Option<Rates>,
        /// The available balance.
        wallet_balance: Option<AmountText>,
    }

    /// The terms of a savings plan.
    pub struct SavingsPlan {
        /// The smallest instalment, in `base_currency`.
        min_amount: AmountText,
        /// The largest instalment, in `base_currency`; null: no limit.
        max_amount: Option<AmountText>,
        /// The currency of the limits.
        base_currency: CurrencyCode,
        /// Whether savers choose number and interval of instalments; null: no.
        is_flexible: Option<bool>,
        /// Whether it is for a group, whose creator chooses number and interval; null: no.
        is_group: Option<bool>,
    }
}

impl Form for SavingsSubscription {
    const NAME: &'static str = "savings_subscription";
    type Context = SavingsContext;
    const TEXT_FIELDS: &'static [TextField] = &[NAME];

    fn check(&self, context: &SavingsContext, found: &mut Violations) {
        found.text(&NAME, &self.name);
        let plan = PlanLimits {
            min_amount: context.plan.min_amount.clone(),
            max_amount: context.plan.max_amount.clone(),
            base_currency: context.plan.base_currency.clone(),
        };
        let rates = context.rates.as_ref();
        let amount = check_amount(
            &self.amount,
            &plan,
            &context.currency,
            rates,
            "savings",
            found,
        );
        found
            .required("funding_source", &self.funding_source)
            .one_of(FundingSource::TEXTS)
            .done();
        let is_from_wallet = self.source() == Some(FundingSource::Wallet);
        if let Some(amount) = amount.filter(|_| is_from_wallet) {
            check_wallet(
                &amount,
                context.wallet_balance.as_ref(),
                "funding_source",
                found,
            );
        }
        self.check_repetition(&context.plan, found);
        goal::check(&self.goal, &self.target, &context.currency, found);
        found.accepted("confirm", self.confirm);
    }
}

impl SavingsSubscription {
    /// The funding source, if the form names one.
    pub fn source(&self) -> Option<FundingSource> {
        FundingSource::named(&self.funding_source)
    }

    /// Both or neither, and only if subscribers may choose them.
    fn check_repetition(&self, plan: &SavingsPlan, found: &mut Violations) {
        let is_open = plan.is_flexible == Some(true) || plan.is_group == Some(true);
        let (has_duration, has_unit) = (
            !self.duration.is_blank(),
            !self.duration_unit.trim().is_empty(),
        );
        let not_open = |field| {
            Violation::new(field, Code::NotAllowed).saying("This plan has its own duration.")
        };
        if has_duration && !is_open {
            found.add(not_open("duration"));
        } else if has_duration || has_unit {
            check_repetitions(self.duration.as_str(), found);
        }
        if has_unit && !is_open {
            found.add(not_open("duration_unit"));
        } else if has_duration || has_unit {
            found
                .required("duration_unit", &self.duration_unit)
                .one_of(&[
                    Unit::Day.as_str(),
                    Unit::Week.as_str(),
                    Unit::Month.as_str(),
                ])
                .done();
        }
    }
}

fn check_repetitions(text: &str, found: &mut Violations) {
    let trimmed = text.trim();
    let is_digits = trimmed.bytes().all(|byte| byte.is_ascii_digit());
    let number = trimmed.parse::<i64>().ok().filter(|_| is_digits);
    let in_range = number.is_some_and(|number| (1..=MAX_REPETITIONS).contains(&number));
    let violation = || match number {
        // More digits than any number type: above the range.
        None if !is_digits => Violation::new("duration", Code::NotNumeric),
        _ => {
            let nearest = number.unwrap_or(i64::MAX).clamp(1, MAX_REPETITIONS);
            Violation::new("duration", Code::OutOfRange)
                .with("limit", nearest)
                .with("value", trimmed.to_owned())
                .with("nearest", nearest)
        }
    };
    found
        .required("duration", text)
        .refuse_if(!in_range, violation)
        .done();
}

form_values! {
    /// Requesting a loan. (Document 3, section 5.)
    pub struct LoanSubscription {
        /// The purpose of the loan.
        name: String,
        /// The requested loan, in `currency`; one unit and the plan's minimum, or more.
        amount: TypedAmount,
        /// `card`, `wallet` or `bank`.
        funding_source: String,
        /// Whether the request is confirmed; without it the form is refused.
        confirm: bool,
    }
}

input! {
    /// A loan plan and its applicant.
    pub struct LoanContext {
        /// The plan to apply for.
        plan: LoanPlan,
        /// The applicant's currency.
        currency: CurrencyCode,
        /// The rates that convert the plan's limits; null: only limits in `currency` can be checked.
        rates: Option<Rates>,
        /// The applicant's phone number, if there is one.
        phone: Option<Given>,
        /// The applicant's location, if it was shared.
        location: Option<Given>,
        /// The applicant's clusters.
        clusters: Option<Given>,
    }

    /// The terms of a loan plan.
    pub struct LoanPlan {
        /// The smallest loan, in `base_currency`.
        min_amount: AmountText,
        /// The largest loan, in `base_currency`; null: no limit.
        max_amount: Option<AmountText>,
        /// The currency of the limits.
        base_currency: CurrencyCode,
        /// Whether the applicant must be in a cluster; null: no.
        is_group: Option<bool>,
    }
}

impl LoanSubscription {
    /// The funding source, if the form names one.
    pub fn source(&self) -> Option<FundingSource> {
        FundingSource::named(&self.funding_source)
    }
}

impl Form for LoanSubscription {
    const NAME: &'static str = "loan_subscription";
    const GATES: &'static [&'static str] = &["phone", "location", "clusters"];
    type Context = LoanContext;
    const TEXT_FIELDS: &'static [TextField] = &[NAME];

    fn check(&self, context: &LoanContext, found: &mut Violations) {
        found.text(&NAME, &self.name);
        let plan = PlanLimits {
            min_amount: context.plan.min_amount.clone(),
            max_amount: context.plan.max_amount.clone(),
            base_currency: context.plan.base_currency.clone(),
        };
        let rates = context.rates.as_ref();
        check_amount(&self.amount, &plan, &context.currency, rates, "loan", found);
        found
            .required("funding_source", &self.funding_source)
            .one_of(FundingSource::TEXTS)
            .done();
        found.accepted("confirm", self.confirm);
        let missing = |given: Option<Given>| !given.is_some_and(|given| given.0);
        let mut gate = |is_shut: bool, field, unlock: &'static str, message: &'static str| {
            if is_shut {
                let violation = Violation::new(field, Code::NotAllowed).with("unlock", unlock);
                found.add(violation.saying(message));
            }
        };
        gate(
            missing(context.phone),
            "phone",
            "phone",
            "Add and verify your phone number first.",
        );
        gate(
            missing(context.location),
            "location",
            "location",
            "We cannot give loans without accepting geo location. Kindly refresh and accept.",
        );
        gate(
            context.plan.is_group == Some(true) && missing(context.clusters),
            "clusters",
            "cluster",
            "Join a cluster first: this is a group plan.",
        );
    }
}

form_values! {
    /// Paying for a savings plan, or repaying a loan. (Document 3, section 5.)
    pub struct PayInstalment {
        /// The payment, in `currency`; above what is owed it is capped, not refused.
        amount: TypedAmount,
        /// `card` or `wallet`.
        method: String,
    }
}

input! {
    /// The debt and the wallet.
    pub struct PayContext {
        /// The amount that is owed, in `currency`.
        owed: AmountText,
        /// The available balance, in `currency`; null: nothing.
        wallet_balance: Option<AmountText>,
        /// The default is naira.
        currency: Option<CurrencyCode>,
        /// The purpose of the payment, which decides the wording of refusals; null: the usual wording.
        kind: Option<Debt>,
        /// The most that can be spent now on someone else's instalment; null: no cap.
        cap: Option<AmountText>,
    }
}

impl Form for PayInstalment {
    const NAME: &'static str = "payment";
    type Context = PayContext;

    /// An amount above the owed amount is not a violation: it is capped (`instalment.payment`).
    fn check(&self, context: &PayContext, found: &mut Violations) {
        let amount = match currency_of(context.currency.as_ref()) {
            Ok(currency) => found.amount("amount", &self.amount, currency),
            Err(violation) => {
                found.add(violation.of("amount"));
                None
            }
        };
        let owed = |currency| context.owed.amount("amount", currency);
        let least = |currency| owed(currency).map_or_else(|_| Amount::one(currency), least_payment);
        if let Some(amount) = amount
            && let least = least(amount.currency())
            && amount < least
        {
            let violation = below(&amount, &least);
            found.add(match context.kind {
                Some(kind) => violation.saying(kind.invalid()),
                None => violation,
            });
        }
        found
            .required("method", &self.method)
            .one_of(METHODS)
            .done();
        if let Some(amount) = amount {
            let debit = owed(amount.currency()).map_or(amount, |owed| amount.at_most(owed));
            if self.method == "wallet" {
                check_wallet(&debit, context.wallet_balance.as_ref(), "method", found);
            }
            check_cap(&debit, context.cap.as_ref(), found);
        }
    }
}

/// Checks the cap on payments to others.
fn check_cap(debit: &Amount, cap: Option<&AmountText>, found: &mut Violations) {
    let cap = cap.map(|cap| cap.amount("amount", debit.currency()));
    match cap.transpose() {
        Ok(Some(cap)) if *debit > cap => found.add(
            Violation::new("amount", Code::AboveMaximum)
                .with("limit", &cap)
                .with("value", debit)
                .saying_all(&[
                    "you cannot pay above ",
                    &display(&cap),
                    " within 24 hours of a change or to a new recipient",
                ]),
        ),
        Ok(_) => {}
        Err(violation) => found.add(violation),
    }
}

fn below(amount: &Amount, least: &Amount) -> Violation {
    Violation::below("amount", amount, least)
}

/// Checks for at least one unit and the plan's minimum, and at most its maximum, in the user's currency.
fn check_amount(
    text: &TypedAmount,
    plan: &PlanLimits,
    currency: &CurrencyCode,
    rates: Option<&Rates>,
    kind: &str,
    found: &mut Violations,
) -> Option<Amount> {
    let none = Rates::default();
    let mut check_limits = |currency: Currency| {
        let amount = found.amount("amount", text, currency)?;
        let violation = match plan.limits(currency, rates.unwrap_or(&none)) {
            Err(violation) => Some(violation.of("amount")),
            Ok(limits) => {
                let one = Amount::one(currency);
                let least = limits.minimum.at_least(one);
                if amount < least {
                    let code = currency.as_str();
                    let words = [
                        "because of your selected ",
                        kind,
                        " plan, use an amount greater than ",
                        code,
                        " ",
                        &least.text(),
                    ];
                    Some(below(&amount, &least).saying(words.concat()))
                } else {
                    let most = limits.maximum.filter(|most| amount > *most);
                    most.map(|most| above(&amount, &most))
                }
            }
        };
        if let Some(violation) = violation {
            found.add(violation);
            return None;
        }
        Some(amount)
    };
    match currency.known("amount") {
        Ok(currency) => check_limits(currency),
        Err(violation) => {
            found.add(violation);
            None
        }
    }
}

fn above(amount: &Amount, most: &Amount) -> Violation {
    let (code, limit) = (most.currency().as_str(), most.text());
    Violation::new("amount", Code::AboveMaximum)
        .with("limit", limit.clone())
        .with("value", amount)
        .with("nearest", limit.clone())
        .saying(["This plan takes at most ", code, " ", &limit, "."].concat())
}

/// Checks that the wallet covers a payment from it.
fn check_wallet(
    amount: &Amount,
    balance: Option<&AmountText>,
    field: &'static str,
    found: &mut Violations,
) {
    let currency = amount.currency();
    let balance = balance.and_then(|text| text.amount(field, currency).ok());
    let balance = balance.unwrap_or_else(|| Amount::zero(currency));
    found.add_all(uncovered(amount, &balance, field));
}

/// The violation for a wallet that does not cover a payment.
pub fn uncovered(amount: &Amount, balance: &Amount, field: &'static str) -> Option<Violation> {
    (amount > balance).then(|| {
        let currency = amount.currency();
        let words = [
            "your balance is too low. ",
            currency.as_str(),
            " ",
            &balance.text(),
        ];
        Violation::new(field, Code::InsufficientBalance)
            .with("limit", balance)
            .with("value", amount)
            .with("unlock", "fund")
            .saying(words.concat())
    })
}

#[cfg(test)]
mod tests;
