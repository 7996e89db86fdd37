//! Loan decisions.

use super::instalment::currency_of;
use crate::calendar::Date;
use crate::money::{AmountText, CurrencyCode};
use crate::shape::{choice, input, output};
use crate::validation::{Checked, Code, Violation};

/// In percent: the score of the loan questionnaire relative to the maximum. The documents specify no figures.
const APPROVED_FROM: i64 = 70;
const REVIEWED_FROM: i64 = 40;

choice! {
    /// The decision on a loan request.
    pub enum Decision {
        Approve = "approve",
        /// To be decided manually.
        Review = "review",
        Decline = "decline",
    }
}

choice! {
    /// A reason against immediate approval.
    pub enum DecisionReason {
        NotVerified = "not_verified",
        /// The applicant is restricted from sending money.
        Restricted = "restricted",
        /// An earlier loan is overdue.
        Overdue = "overdue",
        /// The debt would exceed the limit.
        AboveLimit = "above_limit",
        /// A group plan, but the applicant is not in a cluster.
        NoCluster = "no_cluster",
        LowScore = "low_score",
        /// The questionnaire is not answered.
        NoScore = "no_score",
        MiddlingScore = "middling_score",
        /// The debt would exceed the applicant's own limit (`loan.limit`).
        AboveOwnLimit = "above_own_limit",
        /// The request was made from outside the country.
        Abroad = "abroad",
    }
}

input! {
    /// A loan request and its applicant.
    pub struct DecisionInput {
        /// The requested loan, in `currency`.
        amount: AmountText,
        /// Whether the applicant's identity is verified.
        verified: bool,
        /// Whether the applicant is restricted.
        restricted: bool,
        /// The score of the loan questionnaire, from 0 to 100; null if it is not answered. One outside that range is
        /// accepted and compared likewise.
        score: Option<i64>,
        /// The overdue amount of earlier loans.
        overdue: AmountText,
        /// The outstanding amount of earlier loans.
        outstanding: AmountText,
        /// The largest debt of one person.
        limit: AmountText,
        /// The largest debt that is granted without a person's decision (`loan.limit`).
        own_limit: AmountText,
        /// Whether it is a group plan.
        group: bool,
        /// Whether the applicant is in a cluster.
        cluster: bool,
        /// Whether the request was made from outside the country (`location.place`).
        abroad: bool,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// The decision on a request.
    pub struct LoanDecision {
        /// The decision: declined for any declining reason, otherwise reviewed for any other reason.
        decision: Decision,
        /// All reasons against immediate approval, in the order of their list: those for declining first.
        reasons: Vec<DecisionReason>,
    }
}

/// How long an instalment must be overdue before the operator may write off its loan. (Document 3, section 4;
/// the figure is ours.)
pub const BAD_AFTER_DAYS: i64 = 90;

/// Whether a loan may be written off, by the due date of its oldest unpaid instalment.
pub fn may_be_bad(due_at: Date, today: Date) -> bool {
    due_at
        .add_days(BAD_AFTER_DAYS)
        .is_some_and(|day| day <= today)
}

input! {
    /// A decision on a request, and what the tenant has lent.
    pub struct LendingInput {
        /// The decision on the request alone (`loan.decide`).
        decision: Decision,
        /// The amount of the request.
        amount: AmountText,
        /// The sum that borrowers owe the tenant.
        lent: AmountText,
        /// The most that they may owe together.
        limit: AmountText,
        /// The default is naira.
        currency: Option<CurrencyCode>,
    }
}

output! {
    /// The decision within the lending limit.
    pub struct Lending {
        /// The decision; an approval beyond the lending limit becomes a review.
        decision: Decision,
        /// Whether the request exceeds the lending limit.
        is_exceeded: bool,
    }
}

/// Applies the tenant's lending limit to a decision: beyond it nothing is approved immediately.
///
/// # Errors
/// `not_an_amount`, `{currency} not supported yet!`
pub fn within_lending(input: &LendingInput) -> Checked<Lending> {
    let currency = currency_of(input.currency.as_ref())?;
    let amount = input.amount.amount("amount", currency)?;
    let lent = input.lent.amount("lent", currency)?;
    let limit = input.limit.amount("limit", currency)?;
    let is_exceeded = lent.checked_add(&amount).is_none_or(|sum| sum > limit);
    let decision = match input.decision {
        Decision::Approve if is_exceeded => Decision::Review,
        other => other,
    };
    Ok(Lending {
        decision,
        is_exceeded,
    })
}

/// Declined without a verified identity, for restricted users, while an earlier loan is overdue, above the limit, for
/// a group plan without a cluster, and below a score of 40; reviewed manually below 70, without a score, above the
/// applicant's own limit, because a score alone never pays out, and for a request from abroad; otherwise approved.
/// Where `above_limit` is named, `above_own_limit` is not. Source: document 3, section 6; the scores are ours.
///
/// # Errors
/// `not_an_amount`; `out_of_range` on `amount` for a debt beyond 28 digits; `{currency} not supported yet!`
pub fn decide(input: &DecisionInput) -> Checked<LoanDecision> {
    let currency = currency_of(input.currency.as_ref())?;
    let amount = input.amount.amount("amount", currency)?;
    let overdue = input.overdue.amount("overdue", currency)?;
    let outstanding = input.outstanding.amount("outstanding", currency)?;
    let limit = input.limit.amount("limit", currency)?;
    let own_limit = input.own_limit.amount("own_limit", currency)?;
    let debt = outstanding
        .checked_add(&amount)
        .ok_or_else(|| Violation::new("amount", Code::OutOfRange))?;
    let score = input.score;
    let is_below = |least: i64| score.is_some_and(|score| score < least);
    let declining = [
        (!input.verified, DecisionReason::NotVerified),
        (input.restricted, DecisionReason::Restricted),
        (!overdue.is_zero(), DecisionReason::Overdue),
        (debt > limit, DecisionReason::AboveLimit),
        (input.group && !input.cluster, DecisionReason::NoCluster),
        (is_below(REVIEWED_FROM), DecisionReason::LowScore),
    ];
    let reviewing = [
        (score.is_none(), DecisionReason::NoScore),
        (
            is_below(APPROVED_FROM) && !is_below(REVIEWED_FROM),
            DecisionReason::MiddlingScore,
        ),
        (
            debt > own_limit && debt <= limit,
            DecisionReason::AboveOwnLimit,
        ),
        (input.abroad, DecisionReason::Abroad),
    ];
    let holding = |reasons: &[(bool, DecisionReason)]| -> Vec<DecisionReason> {
        let held = reasons.iter().filter(|(holds, _)| *holds);
        held.map(|(_, reason)| *reason).collect()
    };
    let (mut reasons, doubts) = (holding(&declining), holding(&reviewing));
    let decision = match (reasons.is_empty(), doubts.is_empty()) {
        (false, _) => Decision::Decline,
        (true, false) => Decision::Review,
        (true, true) => Decision::Approve,
    };
    reasons.extend(doubts);
    Ok(LoanDecision { decision, reasons })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::{Amount, Currency};

    #[test]
    fn approvals_beyond_the_lending_limit_become_reviews() {
        let naira = |kobo| AmountText::from(Amount::from_minor(kobo, Currency::Ngn).unwrap());
        let limited = |decision, amount| {
            let found = within_lending(&LendingInput {
                decision,
                amount: naira(amount),
                lent: naira(900),
                limit: naira(1_000),
                currency: None,
            });
            let found = found.unwrap();
            (found.decision, found.is_exceeded)
        };
        assert_eq!(limited(Decision::Approve, 100), (Decision::Approve, false));
        assert_eq!(limited(Decision::Approve, 101), (Decision::Review, true));
        assert_eq!(limited(Decision::Decline, 101), (Decision::Decline, true));
        assert_eq!(limited(Decision::Approve, i64::MAX).0, Decision::Review);
    }

    #[test]
    fn loans_can_be_written_off_after_ninety_days_overdue() {
        let day = |text| Date::parse(text).unwrap();
        assert!(!may_be_bad(day("2026-01-01"), day("2026-03-31")));
        assert!(may_be_bad(day("2026-01-01"), day("2026-04-01")));
    }
}
