//! The decision on a request, with facts read in the transaction that acts on it. The borrower is locked, so no second
//! request of theirs is decided concurrently; the tenant's policy is locked, so the lending limit holds across
//! borrowers.

use super::policy::usual_policy;
use super::terms::schedule_of;
use super::{counterparty, limit, payout};
use crate::store::loans::{self, Change};
use crate::store::members;
use crate::store::payments::{self, PaymentRow};
use crate::store::subscriptions::SubscriptionRow;
use crate::subscriptions::refusal;
use domain_core::identity::place::Country;
use domain_core::money::{Amount, display_in_full};
use domain_core::payment::Movement;
use domain_core::plans::decide::{
    Decision, DecisionInput, DecisionReason, Lending, LendingInput, decide, within_lending,
};
use domain_core::status::Status;
use ground::db::Tx;
use ground::error::ApiError;
use money::book::Booking;
use money::ledger::SystemAccount;
use serde_json::{Value, json};
use service::access::answers;
use service::access::users::{self, User};
use service::app::AppState;

/// A reason in addition to the rule's: the tenant's lending limit is reached.
const LENT_OUT: &str = "lending_limit";

/// The result of evaluating a request.
pub(super) struct Judged {
    pub decision: Decision,
    reasons: Vec<&'static str>,
    detail: Value,
    /// The borrower's own limit, if the debt exceeds it.
    above: Option<Amount>,
}

/// Evaluates a request with the current facts.
pub(super) async fn judge(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    user: &User,
) -> Result<Judged, ApiError> {
    let policy = loans::lock_policy(tx, &row.tenant_id, usual_policy(), row.currency).await?;
    let debts = loans::debts(tx.connection(), &user.id, app.clock.today(), row.currency).await?;
    let lent = loans::lent(tx.connection(), &row.tenant_id, row.currency).await?;
    let score = answers::loan_score(tx.connection(), &user.id).await?;
    let own = limit::of(tx.connection(), app, &user.id, &policy).await?;
    let input = DecisionInput {
        amount: row.amount.into(),
        verified: user.known.identity_verified,
        restricted: user.restricted,
        score,
        overdue: debts.overdue.into(),
        outstanding: debts.outstanding.into(),
        limit: policy.person_limit.into(),
        own_limit: own.limit.into(),
        group: row.is_group,
        cluster: !user.clusters.is_empty(),
        abroad: row.country == Some(Country::Other),
        currency: Some(row.currency.into()),
    };
    let decided = tx.decided().ask("loan.decide", decide, &input);
    let decided = decided.map_err(refusal)?;
    let mut reasons: Vec<&str> = decided.reasons.iter().map(|one| one.as_str()).collect();
    let lending = LendingInput {
        decision: decided.decision,
        amount: row.amount.into(),
        lent: lent.into(),
        limit: policy.lending_limit.into(),
        currency: Some(row.currency.into()),
    };
    let lending = tx.decided().ask("loan.lending", within_lending, &lending);
    let Lending {
        decision,
        is_exceeded,
    } = lending.map_err(refusal)?;
    if is_exceeded {
        reasons.push(LENT_OUT);
    }
    let detail = json!({
        "decision": decision.as_str(), "reasons": reasons, "score": score, "outstanding": debts.outstanding,
        "overdue": debts.overdue, "limit": policy.person_limit, "own_limit": own.limit, "lent": lent, "lending_limit": policy.lending_limit,
    });
    let is_above = reasons.contains(&DecisionReason::AboveOwnLimit.as_str());
    Ok(Judged {
        decision,
        reasons,
        detail,
        above: is_above.then_some(own.limit),
    })
}

impl Judged {
    pub fn text(&self) -> String {
        self.detail.to_string()
    }

    /// The reasons that prevent even an operator's approval, if any.
    pub fn forbids(&self) -> Option<String> {
        let firm = [
            DecisionReason::NotVerified.as_str(),
            DecisionReason::Restricted.as_str(),
            DecisionReason::Overdue.as_str(),
            DecisionReason::AboveLimit.as_str(),
            DecisionReason::NoCluster.as_str(),
            LENT_OUT,
        ];
        let found: Vec<&str> = self
            .reasons
            .iter()
            .copied()
            .filter(|one| firm.contains(one))
            .collect();
        (!found.is_empty()).then(|| found.join(", "))
    }

    /// The comment on a request that is being reviewed.
    fn waits(&self) -> String {
        let above = self.above.map(|limit| {
            let limit = display_in_full(&limit);
            ["More than ", &limit, " is decided by a person. "].concat()
        });
        above.unwrap_or_default() + "We are reviewing your request and will tell you our decision."
    }

    /// The reason for declining, for the borrower.
    fn words(&self, has_fee: bool) -> String {
        let words = |reason: &&str| match DecisionReason::named(reason) {
            Some(DecisionReason::NotVerified) => Some("your identity is not verified"),
            Some(DecisionReason::Restricted) => Some("your account is restricted"),
            Some(DecisionReason::Overdue) => Some("an earlier loan is overdue"),
            Some(DecisionReason::AboveLimit) => {
                Some("you would owe more than we lend to one person")
            }
            Some(DecisionReason::NoCluster) => Some("you haven't joined a cluster"),
            Some(DecisionReason::LowScore) => {
                Some("your answers to the loan questions do not allow it")
            }
            Some(
                DecisionReason::NoScore
                | DecisionReason::MiddlingScore
                | DecisionReason::AboveOwnLimit
                | DecisionReason::Abroad,
            )
            | None => None,
        };
        let found: Vec<&str> = self.reasons.iter().filter_map(words).collect();
        let fee = match has_fee {
            true => " The request fee is back in your wallet.",
            false => "",
        };
        format!(
            "We declined this loan because {}.{fee}",
            found.join(", and ")
        )
    }
}

/// Decides on a request whose fee is paid, and acts on it: pays out, declines, or refers it to the operator.
///
/// # Errors
/// The database failed.
pub async fn decide_now(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    user: &User,
) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let judged = judge(tx, app, row, user).await?;
    let comment = judged.waits();
    let change = Change {
        decision: Some(judged.text()),
        comment: Some(&comment),
        ..Change::default()
    };
    let requested = (Status::Pending, Status::Initiated);
    if !loans::change(tx, &row.id, requested, &change, now_ms).await? {
        return Err(ApiError::internal("a loan that was decided before"));
    }
    match judged.decision {
        Decision::Approve => payout::pay_out(tx, app, row).await,
        Decision::Review => Ok(()),
        Decision::Decline => {
            let has_fee = row.fee.is_some_and(|fee| !fee.is_zero());
            payout::decline(tx, app, row, &judged.words(has_fee), None).await
        }
    }
}

/// Handles money in the wallet for a request that waits for its fee: takes the fee and decides. The remainder stays in
/// the wallet. Returns the reason if the fee is not taken. The caller has locked the borrower and the plan.
///
/// # Errors
/// The database failed.
pub async fn fee_arrived(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    credit_reference: &str,
    arrived: Amount,
) -> Result<Option<&'static str>, ApiError> {
    let now_ms = app.clock.now_ms();
    let zero = Amount::zero(row.currency);
    let fee = row.fee.unwrap_or(zero);
    if row.status != Status::Pending {
        return Ok(Some("no longer awaits its fee."));
    }
    if arrived < fee {
        return Ok(Some("needs the whole request fee."));
    }
    let user = users::find(tx.connection(), &row.created_by).await?;
    let user = user.ok_or_else(|| ApiError::internal("a loan without its borrower"))?;
    schedule_of(&tx.decided(), row, app.clock.today())?;
    let movement = Movement::LoanRequest;
    let booking = Booking::of(tx, app, movement, &user.id, row.currency).await?;
    let booking = booking
        .following(Some(credit_reference))
        .from_wallet(fee)
        .to(SystemAccount::Fees, fee)
        .with(counterparty(row));
    let reference = booking.book(tx, app).await?.reference;
    let all = members::of(tx.connection(), &row.id, row.currency).await?;
    let payment = PaymentRow {
        id: app.random.id(now_ms),
        reference: &reference,
        subscription_id: &row.id,
        member_id: all.first().map(|one| one.id.as_str()),
        instalment_id: None,
        payer_id: &user.id,
        amount: fee,
        converted: None,
        interest: zero,
    };
    payments::insert(tx, &payment, now_ms).await?;
    decide_now(tx, app, row, &user).await?;
    Ok(None)
}
