//! The daily work by Lagos time: marks due instalments, collects, reminds, pays out plans that have ended, and cancels
//! plans whose first payment never arrived.
//!
//! A day is claimed in the database, so that one server works at a time. Each member's part of a day is its own
//! transaction, which also records the day as done: nothing is done twice, and after a crash the work resumes where it
//! stopped. After an outage the missed days are processed in order.

mod step;
mod store;

use super::cancel;
use super::store::{loans, subscriptions};
use domain_core::calendar::Date;
use domain_core::plans::awaiting::AWAITED_DAYS;
use ground::error::ApiError;
use service::app::AppState;

/// The lease of a day, renewed with each portion.
const HOLD_MS: i64 = 60_000;
/// The number of members processed before the lease is renewed.
const PORTION: i64 = 50;
const DAY_MS: i64 = 86_400_000;

/// The result of a round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Done {
    pub members: usize,
    /// Members whose day failed. It is retried in the next round.
    pub failed: usize,
}

/// Does the outstanding work of all days up to today.
///
/// # Errors
/// The database failed.
pub async fn run(app: &AppState) -> Result<Done, ApiError> {
    let today = app.clock.today();
    let mut done = Done::default();
    let first = store::first_undone(&mut *app.db.read().await?).await?;
    let first = first.filter(|day| *day <= today);
    let mut day = first.unwrap_or(today);
    loop {
        let is_claimed = store::claim(app, day, app.clock.now_ms(), HOLD_MS).await?;
        if !is_claimed {
            let is_finished = store::is_finished(&mut *app.db.read().await?, day).await?;
            // Another server is working on it, or all work is done.
            if !is_finished || first.is_none() {
                return Ok(done);
            }
        }
        // A member may have joined just after a day was finished, so finished days are processed as well.
        let of_day = work(app, day, today).await?;
        done.members += of_day.members;
        done.failed += of_day.failed;
        if is_claimed && day == today {
            give_up(app, today).await?;
            let mut tx = app.db.begin().await?;
            loans::forget_locations(&mut tx).await?;
            tx.commit().await?;
        }
        if is_claimed {
            store::finish(app, day, of_day.failed == 0, app.clock.now_ms()).await?;
        }
        match day.add_days(1).filter(|next| *next <= today) {
            Some(next) => day = next,
            None => return Ok(done),
        }
    }
}

/// Processes one day for all members who have not done it, in portions.
async fn work(app: &AppState, day: Date, today: Date) -> Result<Done, ApiError> {
    let mut done = Done::default();
    let mut after = String::new();
    loop {
        let before = day.day_before();
        let mut connection = app.db.read().await?;
        let members = store::to_do(&mut connection, before, &after, PORTION).await?;
        drop(connection);
        let Some(last) = members.last() else {
            return Ok(done);
        };
        after.clone_from(&last.id);
        for member in &members {
            match step::step(app, member, day, today).await {
                Ok(()) => done.members += 1,
                Err(error) => {
                    let code = error.code();
                    tracing::error!(code, member = member.id, "a member's day could not be done");
                    done.failed += 1;
                }
            }
        }
        store::hold(app, day, app.clock.now_ms() + HOLD_MS).await?;
    }
}

/// Cancels plans whose first payment has not arrived. Failures are retried on the next day.
async fn give_up(app: &AppState, today: Date) -> Result<(), ApiError> {
    // Younger plans have not waited long enough.
    let before_ms = app.clock.now_ms() - AWAITED_DAYS * DAY_MS;
    let mut connection = app.db.read().await?;
    let waiting = subscriptions::waiting_since(&mut connection, before_ms).await?;
    drop(connection);
    let mut given_up = 0_usize;
    for one in waiting {
        match cancel::give_up(app, &one, today).await {
            Ok(is_over) => given_up += usize::from(is_over),
            Err(error) => {
                let code = error.code();
                tracing::error!(code, plan = one.id, "a plan could not be given up");
            }
        }
    }
    if given_up > 0 {
        tracing::info!(given_up, "plans whose first payment never arrived");
    }
    Ok(())
}
