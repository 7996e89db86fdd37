//! Savings that are paid by other movements of money: the change of payments, and a share of what arrives. They pay the
//! plan's instalments in order, before they are due.

use crate::answers::PlanTrigger;
use crate::booking;
use crate::change::{self, Begun};
use crate::found::Found;
use crate::held;
use crate::notices;
use crate::products::WALLET;
use crate::store::subscriptions::{self, SubscriptionRow};
use crate::store::triggers::{self, TriggerRow};
use crate::store::{instalments, members};
use crate::subscriptions::refusal;
use domain_core::money::{Amount, AmountText, Percent, display_in_full};
use domain_core::plans::Kind;
use domain_core::plans::trigger::{
    RoundUpInput, SalaryShareInput, TriggerKind, counts, fault, round_up, share, share_fault,
};
use domain_core::status::Status;
use domain_core::validation::Code;
use ground::db::Tx;
use ground::decided::Decided;
use ground::error::ApiError;
use money::statement::{self, TransactionRow};
use money::{Kind as PaymentKind, accounts};
use serde::Deserialize;
use serde_json::json;
use service::access::Session;
use service::access::users;
use service::app::AppState;
use service::http::idempotency::{Answer, Operation};
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// The number of users in a portion.
const PORTION: i64 = 200;
/// Lines that a slow transaction adds behind newer ones are still found within this time.
const LATE_MS: i64 = 60 * 60 * 1_000;

/// A trigger to set or remove.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct Wanted {
    /// `round_up` or `salary`.
    kind: String,
    is_on: bool,
    /// The step that payments are rounded up to, or the least amount that is shared.
    #[schema(value_type = Option<String>)]
    figure: Option<AmountText>,
    /// The share of money that arrives, in percent.
    percent: Option<String>,
}

fn refused(field: &'static str, message: &'static str) -> ApiError {
    ApiError::refused_field(field, Code::NotAllowed, message)
}

/// Sets or removes a trigger of the caller's savings.
///
/// # Errors
/// 404 for someone else's plan, and for anything but savings; 422 for an inactive plan or values that the rules refuse.
pub async fn choose(
    app: &AppState,
    session: &Session,
    operation: &Operation,
    id: &str,
    wanted: &Wanted,
) -> Result<Answer, ApiError> {
    let mut held = match change::begin(app, session, operation, id).await? {
        Begun::Held(held) => held,
        Begun::Done(answer) => return Ok(answer),
    };
    let (tx, row, me) = (&mut held.tx, &held.row, &held.me);
    if row.kind != Kind::Savings {
        return Err(ApiError::not_found());
    }
    let kind = TriggerKind::named(wanted.kind.trim());
    let kind = kind.ok_or_else(|| refused("kind", "Choose the change of payments or a share."))?;
    if wanted.is_on {
        let given = wanted.figure.clone().unwrap_or_else(|| "".into());
        let figure = given.amount("figure", row.currency);
        let figure = figure.map_err(|violation| ApiError::refused(vec![violation]))?;
        if let Some((field, message)) = fault(row.status, me.status, figure) {
            return Err(refused(field, message));
        }
        let percent = match kind {
            TriggerKind::RoundUp => None,
            TriggerKind::Salary => Some(percent_of(tx, &me.user_id, &me.id, wanted).await?),
        };
        let trigger = TriggerRow {
            id: app.random.id(held.now_ms),
            member_id: me.id.clone(),
            subscription_id: row.id.clone(),
            kind,
            figure,
            percent,
            seen_ms: held.now_ms,
            created_at_ms: held.now_ms,
        };
        triggers::set(tx, &trigger, &me.user_id, held.now_ms).await?;
    } else {
        triggers::remove(tx, &me.id, kind).await?;
    }
    let detail = json!({ "reference": row.reference, "kind": kind, "is_on": wanted.is_on });
    let message = match wanted.is_on {
        true => "It saves by itself from now on",
        false => "It does not save by itself any more",
    };
    held.done("savings_trigger_chosen", &detail, message).await
}

/// The share of a new trigger, if it fits with those of the user's other plans.
async fn percent_of(
    tx: &mut Tx,
    user_id: &str,
    member_id: &str,
    wanted: &Wanted,
) -> Result<String, ApiError> {
    let given = wanted.percent.as_deref().unwrap_or_default().trim();
    let percent = Percent::parse(given);
    let percent = percent.ok_or_else(|| refused("percent", "Give a percentage, such as 10."))?;
    let others = triggers::of_user(tx.connection(), user_id, WALLET).await?;
    let others = others.iter().filter(|one| one.member_id != member_id);
    let others = others.filter_map(|one| Percent::parse(one.percent.as_deref()?));
    match share_fault(percent, &others.collect::<Vec<_>>()) {
        Some(message) => Err(refused("percent", message)),
        None => Ok(percent.to_string()),
    }
}

/// The triggers of a membership, as shown.
///
/// # Errors
/// The database failed.
pub async fn shown(
    connection: &mut sqlx::AnyConnection,
    row: &SubscriptionRow,
    user_id: &str,
) -> Result<Vec<PlanTrigger>, ApiError> {
    if row.kind != Kind::Savings {
        return Ok(Vec::new());
    }
    let all = triggers::of_user(connection, user_id, row.currency).await?;
    let own = all.into_iter().filter(|one| one.subscription_id == row.id);
    let shown = own.map(|one| PlanTrigger {
        kind: one.kind,
        figure: one.figure,
        percent: one.percent,
    });
    Ok(shown.collect())
}

/// Works through all users whose statements have lines that their triggers have not seen. Returns the number of payments.
///
/// # Errors
/// The database failed.
pub async fn run(app: &AppState) -> Result<usize, ApiError> {
    let (mut after, mut paid) = (String::new(), 0);
    loop {
        let found = triggers::users(&mut *app.db.read().await?, &after, PORTION).await?;
        let Some((last, _)) = found.last() else { break };
        after.clone_from(last);
        for (user_id, seen_ms) in found {
            let newest = statement::newest_ms(&mut *app.db.read().await?, &user_id).await?;
            if newest.is_none_or(|newest| newest <= seen_ms) {
                continue;
            }
            match of(app, &user_id).await {
                Ok(count) => paid += count,
                // The other users do not wait for it.
                Err(error) => {
                    let code = error.code();
                    tracing::error!(code, user_id, "savings could not be paid by themselves");
                }
            }
        }
    }
    Ok(paid)
}

/// Pays a user's savings by what their statement has seen.
async fn of(app: &AppState, user_id: &str) -> Result<usize, ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    users::lock_settings(&mut tx, user_id, now_ms).await?;
    let all = triggers::of_user(tx.connection(), user_id, WALLET).await?;
    // All plans are locked before any ledger account.
    let plans: BTreeSet<&str> = all.iter().map(|one| one.subscription_id.as_str()).collect();
    for id in plans {
        subscriptions::lock(&mut tx, id).await?;
    }
    let mut paid = 0;
    for trigger in all {
        paid += usize::from(step(&mut tx, app, user_id, &trigger).await?);
        app.pause.pass().await;
    }
    tx.commit().await?;
    Ok(paid)
}

/// One trigger's part: counts new lines of the statement, and pays. An inactive plan's trigger is removed.
async fn step(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    trigger: &TriggerRow,
) -> Result<bool, ApiError> {
    let row = subscriptions::find(tx.connection(), &trigger.subscription_id).await?;
    let row = row.filter(|row| row.status == Status::Active);
    let Some(row) = row else {
        triggers::remove(tx, &trigger.member_id, trigger.kind).await?;
        return Ok(false);
    };
    let all = members::of(tx.connection(), &row.id, row.currency).await?;
    let me = all.into_iter().find(|one| one.id == trigger.member_id);
    let Some(me) = me.filter(|me| me.status == Status::Active) else {
        triggers::remove(tx, &trigger.member_id, trigger.kind).await?;
        return Ok(false);
    };
    let pot = held::Pot::of(&row);
    // Without a current rate it waits. A debt from money that was taken back is collected first.
    if pot.unavailable(tx.connection(), app).await?.is_some()
        || money::owes(tx.connection(), user_id).await?
    {
        return Ok(false);
    }
    let counted = new_lines(tx, user_id, trigger).await?;
    tx.decided().forget();
    let wanted = wanted_of(&tx.decided(), trigger, &counted)?;
    let user = users::find(tx.connection(), user_id).await?;
    if wanted.is_zero() || user.is_none_or(|user| user.restricted) {
        return Ok(false);
    }
    let wallet = accounts::find(tx.connection(), user_id, row.currency).await?;
    let available = wallet.map_or_else(|| Amount::zero(row.currency), |wallet| wallet.available);
    // The wallet's shortage is left out.
    let mut left = wanted.at_most(available);
    let mut saved = Amount::zero(row.currency);
    for part in instalments::of_member(tx.connection(), &me.id, row.currency).await? {
        let amount = part.owed().at_most(left);
        if amount.is_zero() {
            continue;
        }
        let found = Found {
            subscription: row.clone(),
            member: me.clone(),
            instalment: part,
        };
        let kind = PaymentKind::SavingsPayment;
        booking::pay_in(tx, app, &found, amount, kind, None).await?;
        left = left.checked_sub(&amount).unwrap_or(left);
        saved = saved.checked_add(&amount).unwrap_or(saved);
    }
    if saved.is_zero() {
        return Ok(false);
    }
    if trigger.kind == TriggerKind::Salary {
        let of = notices::named(&row, user_id);
        let in_full = format!(
            "{} of the money that arrived was saved for {of}, as you chose.",
            display_in_full(&saved)
        );
        let short = "A share of the money that arrived was saved.";
        notices::tell(tx, app, &row, user_id, (short, &in_full)).await?;
    }
    Ok(true)
}

/// The lines of the statement that a trigger counts and has not counted before, each noted. A late line is read again with
/// those of the hour before the newest one.
async fn new_lines(
    tx: &mut Tx,
    user_id: &str,
    trigger: &TriggerRow,
) -> Result<Vec<TransactionRow>, ApiError> {
    let since_ms = (trigger.seen_ms - LATE_MS).max(trigger.created_at_ms);
    let lines = statement::since(tx.connection(), user_id, WALLET, since_ms).await?;
    let seen_ms = lines.iter().map(|one| one.row.created_at_ms).max();
    let mut counted = Vec::new();
    for one in lines {
        let line = one.row;
        let is_meant = line.status != statement::Status::Failed
            && !one.pays_plan
            && counts(trigger.kind, one.movement, line.direction);
        if is_meant && triggers::note(tx, &trigger.id, &line.id, line.created_at_ms).await? {
            counted.push(line);
        }
    }
    if let Some(seen_ms) = seen_ms {
        let seen_ms = seen_ms.max(trigger.seen_ms);
        triggers::seen(tx, &trigger.id, seen_ms).await?;
        triggers::forget(tx, &trigger.id, seen_ms - LATE_MS).await?;
    }
    Ok(counted)
}

/// The amount that a trigger saves for the lines that it counts.
fn wanted_of(
    decided: &Decided,
    trigger: &TriggerRow,
    counted: &[TransactionRow],
) -> Result<Amount, ApiError> {
    let currency = trigger.figure.currency();
    if trigger.kind == TriggerKind::RoundUp {
        let input = RoundUpInput {
            amounts: counted.iter().map(|line| line.net.into()).collect(),
            step: trigger.figure.into(),
            currency: Some(currency.into()),
        };
        let found = decided.ask("savings.round_up", round_up, &input);
        return Ok(found.map_err(refusal)?.total);
    }
    let percent = trigger.percent.as_deref().and_then(Percent::parse);
    let mut total = Amount::zero(currency);
    for line in counted {
        let input = SalaryShareInput {
            amount: line.net.into(),
            least: trigger.figure.into(),
            percent: percent.unwrap_or(Percent::ZERO),
            currency: Some(currency.into()),
        };
        let found = decided.ask("savings.share", share, &input);
        let more = found.map_err(refusal)?.share;
        total = total.checked_add(&more).unwrap_or(total);
    }
    Ok(total)
}
