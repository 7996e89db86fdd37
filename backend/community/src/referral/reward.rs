//! Checks friends' payments, and pays the bonuses earned by them.

use super::in_common;
use super::store::{self, Reward};
use domain_core::community::reward::{
    Account, Bonus, FriendsPayment, Outcome, Person, Progress, Reason, Recommendation, Referrer,
    Shared, Standing, bonus, budget_covers, day_budget, judge,
};
use domain_core::money::{Amount, Currency};
use domain_core::payment::Movement;
use ground::clock::lagos_day_ms;
use ground::db::Tx;
use ground::error::ApiError;
use ground::queue::{self, Effect, Kind, Task};
use money::book::Booking;
use money::ledger::SystemAccount;
use money::rates;
use money::statement::{self, Status, TransactionRow};
use serde_json::json;
use service::access::audit;
use service::access::users;
use service::access::users::User;
use service::app::AppState;
use sqlx::AnyConnection;

/// Claims per round.
const ROUND: usize = 50;
/// The interval for rechecking a claim without news.
const AGAIN_MS: i64 = 60 * 60 * 1_000;
/// The counter of bonuses postponed to the next day's budget.
const PUT_OFF: &str = "ajo_referral_bonuses_put_off_total";
/// The prefix of payees that are wallets, followed by their number.
const WALLET: &str = "wallet:";

/// Checks the claims that are due; returns how many bonuses were paid.
///
/// # Errors
/// The database failed.
pub async fn reward_due(app: &AppState) -> Result<usize, ApiError> {
    let due = queue::claim_due(&app.db, Kind::Referral, app.clock.now_ms(), ROUND).await?;
    let mut paid = 0;
    for claim in due {
        match look_at(app, &claim).await {
            Ok(earned) => paid += usize::from(earned),
            Err(error) => {
                let reference = claim.id.as_str();
                tracing::warn!(reference, code = error.code(), "a claim is checked later");
            }
        }
    }
    Ok(paid)
}

/// Checks a claim in one transaction; returns whether a bonus was paid. If it fails, the claim is due again when this
/// server's lease on it expires.
async fn look_at(app: &AppState, claim: &Task) -> Result<bool, ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    store::take_turn(&mut tx).await?;
    // Another server may have claimed it meanwhile.
    if !queue::put_off(&mut tx, claim, now_ms + AGAIN_MS, Effect::None).await? {
        return Ok(false);
    }
    let friend = friend(&mut tx, claim).await?;
    let referrer = referrer(&mut tx, &friend).await?;
    // Locked, so that neither is restricted before the transaction ends. The earlier read only shows whom to lock.
    let mut people: Vec<&str> = referrer.iter().map(|user| user.id.as_str()).collect();
    people.push(&friend.id);
    people.sort_unstable();
    for user_id in people {
        users::lock_settings(&mut tx, user_id, now_ms).await?;
    }
    let friend = self::friend(&mut tx, claim).await?;
    let referrer = self::referrer(&mut tx, &friend).await?;
    let verdict = verdict(&mut tx, &claim.id, &friend, referrer.as_ref(), now_ms).await?;
    let mut is_budget_used_up = false;
    let (amount, reason) = (verdict.amount, verdict.reason);
    match (verdict.outcome, amount) {
        (Outcome::Earned, Some(bonus)) => {
            let referrer =
                referrer.ok_or_else(|| ApiError::internal("a bonus without a referrer"))?;
            let earned = Earned {
                friend_id: &friend.id,
                payment_reference: &claim.id,
                bonus,
            };
            pay(&mut tx, app, &earned, &referrer).await?;
            queue::done(&mut tx, claim.kind, &claim.id).await?;
            is_budget_used_up = !budget_covers(&paid_today(tx.connection(), now_ms).await?);
        }
        (Outcome::NotYet, _) => {
            if reason == Some(Reason::Budget) {
                app.metrics.refused(PUT_OFF, "budget");
            }
            if reason != Some(Reason::Settlement) {
                let (_, ends_ms) = lagos_day_ms(now_ms);
                queue::put_off(&mut tx, claim, ends_ms, Effect::None).await?;
            }
        }
        (Outcome::Nothing | Outcome::Earned, _) => {
            let (reference, reason) = (claim.id.as_str(), reason.map(Reason::as_str));
            tracing::info!(reference, reason, "a friend's payment earned nothing");
            queue::done(&mut tx, claim.kind, &claim.id).await?;
        }
    }
    tx.commit().await?;
    if is_budget_used_up {
        let budget = day_budget().text();
        tracing::error!(
            budget,
            "all referral bonuses of the day together have reached the budget: no more are paid before tomorrow"
        );
    }
    Ok(verdict.outcome == Outcome::Earned)
}

/// The payer.
async fn friend(tx: &mut Tx, claim: &Task) -> Result<User, ApiError> {
    let friend = match &claim.user_id {
        Some(friend_id) => users::find(tx.connection(), friend_id).await?,
        None => None,
    };
    friend.ok_or_else(|| ApiError::internal("a claim without a user"))
}

/// The user whose code the friend signed up with, in the friend's own brand.
async fn referrer(tx: &mut Tx, friend: &User) -> Result<Option<User>, ApiError> {
    let Some(code) = &friend.referred_by else {
        return Ok(None);
    };
    let Some(id) = users::with_referrer_code(tx.connection(), &friend.tenant_id, code).await?
    else {
        return Ok(None);
    };
    Ok(users::find(tx.connection(), &id).await?)
}

async fn verdict(
    tx: &mut Tx,
    payment_reference: &str,
    friend: &User,
    referrer: Option<&User>,
    now_ms: i64,
) -> Result<Bonus, ApiError> {
    let decided = tx.decided();
    let connection = tx.connection();
    let row = statement::find(connection, &friend.id, payment_reference).await?;
    let row = row.ok_or_else(|| ApiError::internal("a claim without its payment"))?;
    let turnover = store::turnover(connection, &row).await?;
    let (referrer, to_referrer) = match referrer {
        None => (None, false),
        Some(referrer) => {
            let known = about(connection, friend, referrer, now_ms).await?;
            let to_referrer = goes_to(connection, &row, referrer).await?;
            (Some(known), to_referrer)
        }
    };
    let known = Recommendation {
        payment: FriendsPayment {
            amount: row.gross,
            progress: progress(row.status),
            to_referrer,
            spent: turnover.spent,
            deposited: turnover.deposited,
        },
        friend: account(friend),
        already_rewarded: store::is_rewarded(connection, &friend.id).await?,
        referrer,
        paid_today: paid_today(connection, now_ms).await?,
    };
    let rates = rates::all(connection).await?;
    let facts = known.facts(&rates.of(&[Currency::Ngn, row.currency]));
    let found = decided.ask("referral.bonus", judge, &facts);
    found.map_err(|refused| ApiError::refused(refused.violations))
}

async fn about(
    connection: &mut AnyConnection,
    friend: &User,
    referrer: &User,
    now_ms: i64,
) -> Result<Referrer, ApiError> {
    let (day_began_ms, _) = lagos_day_ms(now_ms);
    Ok(Referrer {
        account: account(referrer),
        earlier_friends: store::earlier_friends(connection, &referrer.id).await?,
        rewarded_today: store::rewarded_since(connection, &referrer.id, day_began_ms).await?,
        shared: Shared {
            browser: in_common::share_browser(connection, &friend.id, &referrer.id).await?,
            bank_account: in_common::share_bank_account(connection, &friend.id, &referrer.id)
                .await?,
        },
    })
}

/// The sum of the day's bonuses in Lagos. Claims are checked one at a time, so it does not change meanwhile.
async fn paid_today(connection: &mut AnyConnection, now_ms: i64) -> Result<Amount, ApiError> {
    let (day_began_ms, _) = lagos_day_ms(now_ms);
    let paid_minor = store::paid_since(connection, day_began_ms).await?;
    let paid = Amount::from_minor(paid_minor, bonus().currency());
    paid.ok_or_else(|| ApiError::internal("bonuses below nothing"))
}

async fn goes_to(
    connection: &mut AnyConnection,
    row: &TransactionRow,
    referrer: &User,
) -> Result<bool, ApiError> {
    let party = row.counterparty.as_ref();
    let wallet_number = party.and_then(|party| party.wallet_number.as_deref());
    // For money paid into a plan's pot, the payee is the pot's owner and the counterparty is the plan.
    let payee = row.payee.as_deref();
    let wallet_number = wallet_number.or_else(|| payee.and_then(|name| name.strip_prefix(WALLET)));
    let account_number = party.and_then(|party| party.account_number.as_deref());
    Ok(in_common::owns(connection, &referrer.id, wallet_number, account_number).await?)
}

const fn progress(status: Status) -> Progress {
    match status {
        Status::Processing => Progress::UnderWay,
        Status::Successful => Progress::Settled,
        Status::Failed => Progress::Failed,
    }
}

const fn standing(user: &User) -> Standing {
    match (user.restricted, user.is_member()) {
        (true, _) => Standing::Restricted,
        (false, true) if user.known.identity_verified => Standing::Good,
        (false, _) => Standing::Unproven,
    }
}

fn account(user: &User) -> Account {
    Account {
        person: Person {
            id: user.id.clone(),
            phone: user.phone.clone(),
            first_name: user.profile.first_name.clone(),
            last_name: user.profile.last_name.clone(),
            dob: user.profile.dob.clone(),
        },
        standing: standing(user),
    }
}

/// A bonus, and the payment that earned it.
struct Earned<'a> {
    friend_id: &'a str,
    payment_reference: &'a str,
    bonus: Amount,
}

/// Moves the bonus to the referrer's wallet, and notifies them. The primary key of the reward allows one per friend: a
/// second one rolls the transaction back, whatever led to it.
async fn pay(
    tx: &mut Tx,
    app: &AppState,
    earned: &Earned<'_>,
    referrer: &User,
) -> Result<(), ApiError> {
    let bonus = earned.bonus;
    let movement = Movement::Referral;
    // Which friend has paid is that friend's private matter: the line has no counterparty.
    let booking = Booking::of(tx, app, movement, &referrer.id, bonus.currency()).await?;
    let booking = booking
        .from(SystemAccount::Referral, bonus)
        .to_wallet(bonus);
    let row = booking.book(tx, app).await?;
    let reward = Reward {
        friend_id: earned.friend_id,
        referrer_id: &referrer.id,
        payment_reference: earned.payment_reference,
        reference: &row.reference,
    };
    store::insert(tx, &reward, app.clock.now_ms()).await?;
    let detail = json!({ "reference": row.reference, "net": row.net });
    audit::append(tx, app, &referrer.id, "referral_rewarded", &detail).await
}
