//! Card payments and bank transfers for a plan: the money leaves the wallet again in the credit's transaction. A late
//! or insufficient payment stays in the wallet, and the credit states why.

use super::booking;
use super::found::{self, Found};
use super::held;
use super::products::WALLET;
use super::savings::begin;
use super::store::instalments;
use super::store::members::{self, MemberRow};
use super::store::subscriptions::{self, SubscriptionRow, WaitingRow};
use super::subscriptions::refusal;
use super::{coins, loans};
use domain_core::calendar::Instant;
use domain_core::money::{Amount, Currency};
use domain_core::plans::Kind;
use domain_core::plans::awaiting::{ArrivalInput, WaitingPlan, arrival};
use domain_core::plans::instalment::{Debt, InstalmentStatus, PaymentInput, payment, starts_plan};
use domain_core::status::Status;
use domain_core::validation::Code;
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use money::Kind as PaymentKind;
use money::receive::arrivals::{Arrivals, Arrived, MeantFor, Purpose};
use providers::Later;
use service::app::AppState;

/// Follows what the credit says otherwise.
const OVERDUE_PAID: &str = " What was due of your loan was then paid from your wallet.";
const GONE: &str = "This instalment does not exist any more. The money is in your wallet.";

/// The hook of the plans area.
pub struct PlanArrivals;

impl Arrivals for PlanArrivals {
    fn price<'a>(
        &'a self,
        app: &'a AppState,
        user_id: &'a str,
        meant_for: &'a MeantFor,
        currency: Currency,
        offered: Option<Amount>,
    ) -> Later<'a, Result<Amount, ApiError>> {
        Box::pin(price(app, user_id, meant_for, currency, offered))
    }

    fn hold<'a>(
        &'a self,
        tx: &'a mut Tx,
        user_id: &'a str,
        meant_for: Option<&'a MeantFor>,
    ) -> Later<'a, Result<(), ApiError>> {
        Box::pin(hold(tx, user_id, meant_for))
    }

    fn is_wanted<'a>(
        &'a self,
        tx: &'a mut Tx,
        user_id: &'a str,
        meant_for: &'a MeantFor,
    ) -> Later<'a, Result<bool, ApiError>> {
        Box::pin(is_wanted(tx, user_id, meant_for))
    }

    fn arrived<'a>(
        &'a self,
        tx: &'a mut Tx,
        app: &'a AppState,
        money: Arrived<'a>,
    ) -> Later<'a, Result<Option<String>, ApiError>> {
        Box::pin(arrived(tx, app, money))
    }
}

fn refused(field: &'static str, message: &'static str) -> ApiError {
    ApiError::refused_field(field, Code::NotAllowed, message)
}

/// Checks an amount that must be paid once and in full.
fn exactly(
    due: Amount,
    offered: Option<Amount>,
    message: &'static str,
) -> Result<Amount, ApiError> {
    match offered.unwrap_or(due) == due {
        true => Ok(due),
        false => Err(refused("amount", message)),
    }
}

async fn price(
    app: &AppState,
    user_id: &str,
    meant_for: &MeantFor,
    currency: Currency,
    offered: Option<Amount>,
) -> Result<Amount, ApiError> {
    if currency != WALLET {
        return Err(refused("currency", "Plans are paid in naira."));
    }
    let mut connection = app.db.read().await?;
    match meant_for.purpose {
        Purpose::LoanFee => {
            let row = subscriptions::find(&mut connection, &meant_for.id).await?;
            let row = row.filter(|row| row.created_by == user_id && row.kind == Kind::Loan);
            let row = row.ok_or_else(ApiError::not_found)?;
            if row.status != Status::Pending {
                return Err(refused("id", "This loan no longer awaits its fee."));
            }
            let fee = row.fee;
            let fee = fee.ok_or_else(|| ApiError::internal("a loan without a request fee"))?;
            exactly(fee, offered, "Pay exactly the request fee.")
        }
        Purpose::Savings => {
            let row = subscriptions::find(&mut connection, &meant_for.id).await?;
            let row = row.filter(|row| row.created_by == user_id && row.kind != Kind::Loan);
            let row = row.ok_or_else(ApiError::not_found)?;
            if row.status != Status::Pending {
                return Err(refused("id", "This plan no longer awaits a payment."));
            }
            exactly(row.amount, offered, "Pay exactly the first instalment.")
        }
        Purpose::Instalment => {
            let found = found::instalment(&mut connection, user_id, &meant_for.id).await?;
            if found.member.user_id != user_id {
                return Err(ApiError::not_found());
            }
            if found.subscription.kind == Kind::Loan {
                return loans::card_price(&mut connection, app, &found, offered).await;
            }
            found.check_payable(Kind::Savings, user_id)?;
            let amount = offered.unwrap_or_else(|| found.owed());
            let asked = payment(&PaymentInput {
                owed: found.owed().into(),
                amount: amount.into(),
                kind: Debt::Savings,
                currency: Some(WALLET.into()),
            });
            match asked.map_err(refusal)?.message {
                None => Ok(amount),
                Some(message) => Err(ApiError::refused_field(
                    "amount",
                    Code::AboveMaximum,
                    message,
                )),
            }
        }
    }
}

async fn hold(tx: &mut Tx, user_id: &str, meant_for: Option<&MeantFor>) -> Result<(), ApiError> {
    let ids = match meant_for {
        // All waiting plans are locked before one of them is chosen.
        None => {
            let waiting = subscriptions::awaiting_bank(tx.connection(), user_id).await?;
            waiting.into_iter().map(|row| row.id).collect()
        }
        Some(meant) => match meant.purpose {
            Purpose::Savings | Purpose::LoanFee => vec![meant.id.clone()],
            Purpose::Instalment => {
                let place = instalments::place(tx.connection(), &meant.id).await?;
                Vec::from_iter(place.map(|(subscription_id, _)| subscription_id))
            }
        },
    };
    for id in ids {
        subscriptions::lock(tx, &id).await?;
    }
    loans::overdue::lock(tx, user_id).await
}

async fn is_wanted(tx: &mut Tx, user_id: &str, meant_for: &MeantFor) -> Result<bool, ApiError> {
    if meant_for.purpose != Purpose::Instalment {
        return Ok(false);
    }
    // Instalments removed by the early end of a loan no longer exist.
    if instalments::place(tx.connection(), &meant_for.id)
        .await?
        .is_none()
    {
        return Ok(false);
    }
    let mut found = found::instalment(tx.connection(), user_id, &meant_for.id).await?;
    let (kind, currency) = (found.subscription.kind, found.subscription.currency);
    if kind != Kind::Loan {
        return Ok(found.check_payable(kind, user_id).is_ok());
    }
    // It pays any due instalments of the loan, oldest first.
    for part in instalments::of_member(tx.connection(), &found.member.id, currency).await? {
        let is_due = part.status == InstalmentStatus::Due;
        found.instalment = part;
        if is_due && found.check_payable(kind, user_id).is_ok() {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn arrived(
    tx: &mut Tx,
    app: &AppState,
    money: Arrived<'_>,
) -> Result<Option<String>, ApiError> {
    if money.amount.currency() != WALLET {
        return Ok(None);
    }
    let why = for_plan(tx, app, money).await?;
    // The rest pays what is overdue.
    let reference = Some(money.reference);
    let is_collected = loans::overdue::collect_from(tx, app, money.user_id, reference).await?;
    Ok(match is_collected {
        true => Some([why.as_deref().unwrap_or_default(), OVERDUE_PAID].concat()),
        false => why,
    }
    .map(|why| why.trim().to_owned()))
}

async fn for_plan(
    tx: &mut Tx,
    app: &AppState,
    money: Arrived<'_>,
) -> Result<Option<String>, ApiError> {
    match money.meant_for {
        None => bank_money(tx, app, money).await,
        Some(meant) => match meant.purpose {
            Purpose::Savings | Purpose::LoanFee => {
                first_instalment(tx, app, money, &meant.id).await
            }
            Purpose::Instalment => one_instalment(tx, app, money, meant).await,
        },
    }
}

/// Starts the plan that awaits exactly this amount, for money without a stated purpose. If only other plans wait, the
/// comment on the credit explains why none was started.
async fn bank_money(
    tx: &mut Tx,
    app: &AppState,
    money: Arrived<'_>,
) -> Result<Option<String>, ApiError> {
    let waiting = subscriptions::awaiting_bank(tx.connection(), money.user_id).await?;
    let plan = |row: &WaitingRow| WaitingPlan {
        amount: row.first.into(),
        created_at: Instant(row.created_at_ms),
    };
    let found = arrival(&ArrivalInput {
        amount: money.amount.into(),
        plans: waiting.iter().map(plan).collect(),
        currency: Some(WALLET.into()),
    });
    let found = found.map_err(refusal)?;
    let at = |number: Option<i64>| {
        let place = usize::try_from(number?).ok()?.checked_sub(1)?;
        waiting.get(place)
    };
    if let Some(row) = at(found.number) {
        let why = first_instalment(tx, app, money, &row.id).await?;
        let did = match row.is_loan {
            true => "paid the request fee of",
            false => "started",
        };
        return Ok(why.or_else(|| Some(format!("It {did} {}.", row.name.trim()))));
    }
    Ok(at(found.newest).map(|row| {
        let (name, first) = (row.name.trim(), row.first);
        format!(
            "{name} awaits a transfer of exactly {WALLET} {first}. The money is in your wallet."
        )
    }))
}

fn stays(row: &SubscriptionRow, why: &str) -> Option<String> {
    Some(format!(
        "{} {why} The money is in your wallet.",
        row.name.trim()
    ))
}

/// Starts the savings that wait for this money.
async fn first_instalment(
    tx: &mut Tx,
    app: &AppState,
    money: Arrived<'_>,
    id: &str,
) -> Result<Option<String>, ApiError> {
    let row = subscriptions::find(tx.connection(), id).await?;
    let row = row.filter(|row| row.created_by == money.user_id);
    let Some(row) = row else { return Ok(None) };
    if row.status != Status::Pending {
        return Ok(stays(&row, "no longer awaits a payment."));
    }
    if row.kind == Kind::Loan {
        let why = loans::fee_arrived(tx, app, &row, money.reference, money.amount).await?;
        return Ok(why.and_then(|why| stays(&row, why)));
    }
    if !starts_plan(money.amount, row.amount) {
        return Ok(stays(&row, "needs the whole first instalment."));
    }
    if let Some(why) = held::Pot::of(&row)
        .unavailable(tx.connection(), app)
        .await?
    {
        return Ok(stays(&row, &why));
    }
    let all = members::of(tx.connection(), id, row.currency).await?;
    let member = all.into_iter().find(|one| one.user_id == money.user_id);
    let member = member.ok_or_else(ApiError::not_found)?;
    let kind = match row.kind {
        Kind::Coins => {
            coins::begin(tx, app, &row, &member).await?;
            PaymentKind::CoinSetStart
        }
        Kind::Savings | Kind::Loan => {
            begin(tx, app, &row, &member).await?;
            PaymentKind::SavingsStart
        }
    };
    let member = MemberRow {
        status: Status::Active,
        ..member
    };
    let parts = instalments::of_member(tx.connection(), &member.id, row.currency).await?;
    let first = parts.into_iter().next().ok_or_else(ApiError::not_found)?;
    let found = Found {
        subscription: row,
        member,
        instalment: first,
    };
    let amount = found.owed();
    booking::pay_in(tx, app, &found, amount, kind, Some(money.reference)).await?;
    Ok(None)
}

/// Pays an instalment with the received amount, up to the amount owed.
async fn one_instalment(
    tx: &mut Tx,
    app: &AppState,
    money: Arrived<'_>,
    meant: &MeantFor,
) -> Result<Option<String>, ApiError> {
    let found = match found::instalment(tx.connection(), money.user_id, &meant.id).await {
        Ok(found) => found,
        Err(error) if error.is(ErrorCode::NotFound) => return Ok(Some(GONE.into())),
        Err(error) => return Err(error),
    };
    if found.subscription.kind == Kind::Loan {
        let (id, linked_to) = (&found.subscription.id, Some(money.reference));
        let taken = loans::collect(tx, app, id, money.amount, linked_to).await?;
        return Ok(match taken.is_zero() {
            true => stays(&found.subscription, "is not owed any more."),
            false => None,
        });
    }
    if found.check_payable(Kind::Savings, money.user_id).is_err() {
        return Ok(stays(
            &found.subscription,
            "does not need this instalment any more.",
        ));
    }
    let pot = held::Pot::of(&found.subscription);
    if let Some(why) = pot.unavailable(tx.connection(), app).await? {
        return Ok(stays(&found.subscription, &why));
    }
    let amount = money.amount.at_most(found.owed());
    let kind = PaymentKind::SavingsPayment;
    booking::pay_in(tx, app, &found, amount, kind, Some(money.reference)).await?;
    Ok(None)
}
