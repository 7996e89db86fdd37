//! The jobs.

use super::job::Job;
use super::retention;
use crate::desk;
use crate::reconciliation;
use community::referral;
use ground::db::Engine;
use ground::error::ApiError;
use identity::profile;
use money::orders as provider_orders;
use money::statement;
use plans::{coins, days, loans, savings};
use providers::messages::Channel;
use service::app::AppState;
use service::files;
use service::outbox;
use service::push;
use signals::{alerts, auto_trade, exchange, predictions};
use std::time::{Duration, Instant};
use wallet::coins::{deposits as coin_deposits, rates as coin_rates};
use wallet::exchange::feed;
use wallet::{account, cards, debits, mandates};

/// The polling interval for due work.
const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(3_600);
/// The time limit of a round; equal to the lease of its claims.
const ROUND_LIMIT: Duration = Duration::from_secs(60);
/// The time limit for orders, which have a longer lease: no request to a provider is cut off.
const ORDERS_LIMIT: Duration = Duration::from_millis(provider_orders::HOLD_MS.unsigned_abs());
/// The time limit for a sweep, which may find a lot and claims nothing.
const SWEEP_LIMIT: Duration = Duration::from_secs(600);
/// The time limit for the check of all records, which reads much.
const CHECK_LIMIT: Duration = Duration::from_secs(7_200);

/// The jobs of a server.
pub fn all(app: &AppState) -> Vec<Job> {
    let mut jobs = vec![
        Job {
            limit: Some(ORDERS_LIMIT),
            ..rounds(app, "orders", SECOND, orders)
        },
        rounds(app, "cards", SECOND, card_payments),
        rounds(app, "reversals", MINUTE, reversals),
        rounds(app, "mandates", SECOND, direct_debits),
        rounds(app, "referral", SECOND, rewards),
        rounds(app, "push", SECOND, push_messages),
        rounds(app, "held notices", MINUTE, held_notices),
        rounds(app, "deposits", SECOND, deposits),
        rounds(app, "coin sets", SECOND, coin_sets),
        Job {
            limit: Some(SWEEP_LIMIT),
            ..rounds(app, "plan days", MINUTE, plan_days)
        },
        rounds(app, "saving triggers", MINUTE, saving_triggers),
        rounds(app, "receipts", SECOND, receipts),
        rounds(app, "desk", MINUTE, desk_letters),
        rounds(app, "alerts", SECOND, subscriptions),
        rounds(app, "signals", MINUTE, signals),
        rounds(app, "exchange keys", MINUTE, exchange_keys),
        rounds(app, "auto trade", SECOND, automatic_trades),
        Job {
            limit: Some(SWEEP_LIMIT),
            ..rounds(app, "retention", HOUR, sweep)
        },
        Job {
            limit: Some(CHECK_LIMIT),
            is_abandoned_at_stop: true,
            ..rounds(app, "daily check", HOUR, daily_check)
        },
        rounds(app, "seals", MINUTE, account_seals),
        rounds(app, "search words", MINUTE, search_words),
        rounds(app, "files", MINUTE, unnamed_files),
    ];
    if app.config.providers.market_spread.is_some() {
        jobs.push(rounds(app, "rates", MINUTE, market_rates));
    }
    if !app.config.production() {
        jobs.push(rounds(app, "addresses", SECOND, addresses));
    }
    if app.db.engine() == Engine::Sqlite {
        // PostgreSQL delivers notices itself.
        jobs.push(rounds(app, "notices", SECOND, notices));
    }
    for channel in Channel::ALL {
        let app = app.clone();
        jobs.push(Job {
            name: channel.as_str(),
            every: SECOND,
            limit: None,
            is_abandoned_at_stop: false,
            run: Box::new(move |stopped| {
                Box::pin(outbox::worker::run(app.clone(), channel, stopped))
            }),
        });
    }
    jobs
}

/// A job with finite rounds.
fn rounds<F>(app: &AppState, name: &'static str, every: Duration, round: fn(AppState) -> F) -> Job
where
    F: Future<Output = Result<(), ApiError>> + Send + 'static,
{
    let app = app.clone();
    Job {
        name,
        every,
        limit: Some(ROUND_LIMIT),
        is_abandoned_at_stop: false,
        run: Box::new(move |_| Box::pin(round(app.clone()))),
    }
}

async fn orders(app: AppState) -> Result<(), ApiError> {
    let settled = provider_orders::reconcile(&app).await?;
    if settled > 0 {
        tracing::info!(settled, "orders reconciled");
    }
    Ok(())
}

async fn card_payments(app: AppState) -> Result<(), ApiError> {
    let paid = cards::ask_due(&app).await?;
    if paid > 0 {
        tracing::info!(paid, "card payments found");
    }
    Ok(())
}

/// Debts of money that a provider took back.
async fn reversals(app: AppState) -> Result<(), ApiError> {
    let collected = wallet::reversals::collect_due(&app).await?;
    if collected > 0 {
        tracing::info!(collected, "debts collected");
    }
    Ok(())
}

async fn direct_debits(app: AppState) -> Result<(), ApiError> {
    mandates::ask_due(&app).await?;
    debits::work_due(&app).await
}

/// Notices held back above a phone's limit.
async fn held_notices(app: AppState) -> Result<(), ApiError> {
    push::digest::tell_due(&app).await.map(|_| ())
}

/// Coins that are on their way.
async fn deposits(app: AppState) -> Result<(), ApiError> {
    coin_deposits::look_due(&app).await.map(|_| ())
}

/// Purchases and sales of coin sets.
async fn coin_sets(app: AppState) -> Result<(), ApiError> {
    coins::run(&app).await.map(|_| ())
}

/// The market's prices as exchange rates.
async fn market_rates(app: AppState) -> Result<(), ApiError> {
    let Some(spread) = app.config.providers.market_spread else {
        return Ok(());
    };
    // What fails for one source does not delay the other.
    let (coins, money) = (
        coin_rates::renew(&app, spread).await,
        feed::renew(&app, spread).await,
    );
    let renewed = coins? + money?;
    if renewed > 0 {
        tracing::info!(renewed, "exchange rates taken from the market");
    }
    Ok(())
}

/// Receipts of settled transactions.
async fn receipts(app: AppState) -> Result<(), ApiError> {
    account::send_due(&app).await.map(|_| ())
}

/// Expiring subscriptions to trade signals.
async fn subscriptions(app: AppState) -> Result<(), ApiError> {
    alerts::notices::tell_due(&app).await.map(|_| ())
}

/// Daily tests of the users' exchange keys.
async fn exchange_keys(app: AppState) -> Result<(), ApiError> {
    exchange::daily::check_due(&app).await.map(|_| ())
}

/// Predictions polled from the provider, their outcomes, and what subscribers lose without them.
async fn signals(app: AppState) -> Result<(), ApiError> {
    predictions::ask(&app).await?;
    predictions::outcomes::judge_due(&app).await?;
    let extended = alerts::gaps::extend_due(&app).await?;
    if extended > 0 {
        tracing::info!(extended, "subscriptions to signals extended");
    }
    Ok(())
}

/// Automatic trades on signals.
async fn automatic_trades(app: AppState) -> Result<(), ApiError> {
    auto_trade::run(&app).await.map(|_| ())
}

async fn rewards(app: AppState) -> Result<(), ApiError> {
    let rewarded = referral::reward_due(&app).await?;
    if rewarded > 0 {
        tracing::info!(rewarded, "referrals rewarded");
    }
    Ok(())
}

/// The daily work of plans, done once by any server.
async fn plan_days(app: AppState) -> Result<(), ApiError> {
    let done = days::run(&app).await?;
    if done != days::Done::default() {
        let days::Done { members, failed } = done;
        tracing::info!(members, failed, "the plans' day is done");
    }
    let collected = loans::collect_due(&app).await?;
    if collected > 0 {
        tracing::info!(collected, "borrowers' overdue payments collected");
    }
    Ok(())
}

/// Savings paid by the change of payments and by shares of what arrives.
async fn saving_triggers(app: AppState) -> Result<(), ApiError> {
    let paid = savings::triggers::run(&app).await?;
    if paid > 0 {
        tracing::info!(paid, "savings paid by themselves");
    }
    Ok(())
}

/// Emails to staff about what waits for them.
async fn desk_letters(app: AppState) -> Result<(), ApiError> {
    let sent = desk::tell_due(&app).await?;
    if sent > 0 {
        tracing::info!(sent, "staff told what waits");
    }
    Ok(())
}

async fn push_messages(app: AppState) -> Result<(), ApiError> {
    push::delivery::send_due(&app).await.map(|_| ())
}

async fn sweep(app: AppState) -> Result<(), ApiError> {
    retention::sweep(&app).await.map(|_| ())
}

/// The daily check, done once by any server.
async fn daily_check(app: AppState) -> Result<(), ApiError> {
    reconciliation::daily(&app).await.map(|_| ())
}

/// Seals of the lines and decisions of months that are over, portion by portion.
async fn account_seals(app: AppState) -> Result<(), ApiError> {
    let begun = Instant::now();
    let mut sealed = 0;
    while begun.elapsed() < ROUND_LIMIT / 2 {
        let Some(made) = reconciliation::seals::seal_portion(&app).await? else {
            break;
        };
        sealed += made;
    }
    if sealed > 0 {
        tracing::info!(sealed, "accounts sealed");
    }
    Ok(())
}

/// Words of long statements, portion by portion, with time for payments between.
async fn search_words(app: AppState) -> Result<(), ApiError> {
    let indexed = statement::search::index(&app, ROUND_LIMIT / 6).await?;
    if indexed > 0 {
        tracing::info!(indexed, "statements indexed for searches");
    }
    Ok(())
}

/// Files outside the database that no row names.
async fn unnamed_files(app: AppState) -> Result<(), ApiError> {
    files::remove_due(&app).await.map(|_| ())
}

/// Pending address verifications of the sandbox.
async fn addresses(app: AppState) -> Result<(), ApiError> {
    profile::verify_due_addresses(&app).await.map(|_| ())
}

/// Notices to open sockets from commands in other processes.
async fn notices(app: AppState) -> Result<(), ApiError> {
    app.realtime.collect(&app.db).await?;
    Ok(())
}
