//! Units of work of several calls, written in one statement.
//!
//! A unit is decided before it is written: its [`Writes`] hold all of it, with the conditions under which it still holds.
//! While one statement is under way, further units wait in memory, and the next statement takes them together; with an
//! empty queue a unit goes at once, and there is no timer. So the round trip, the planning and the disk are shared, and
//! the units of a statement take effect together or not at all. If they do not, each is written alone: a unit that does
//! not hold never fails another.

pub mod waiting;

pub use waiting::Unit;

use crate::access::audit::Head;
use crate::app::AppState;
use ground::db::{DbError, Engine, Refused, Writes};
use tokio::sync::oneshot;
use waiting::Waiting;

/// The most units that wait; further ones are refused.
const MOST_WAITING: usize = 1_024;

/// Writes a unit, durably. It continues if the caller goes away.
///
/// # Errors
/// A fact that the unit depends on has changed, and nothing was written; the database failed.
pub async fn write(app: &AppState, unit: Unit) -> Result<(), Refused> {
    let (told, outcome) = oneshot::channel();
    let begins = {
        let mut state = app.combiner.state();
        if state.waiting.len() >= MOST_WAITING {
            return Err(Refused::Stale(String::from("busy")));
        }
        state.waiting.push_back(Waiting { unit, told });
        !std::mem::replace(&mut state.is_writing, true)
    };
    if begins {
        let app = app.clone();
        tokio::spawn(async move {
            loop {
                let units = app.combiner.next();
                if units.is_empty() {
                    return;
                }
                // A panic ends only this statement: its callers learn that they do not know.
                let app = app.clone();
                let written = tokio::spawn(async move { write_together(&app, units).await });
                if written.await.is_err() {
                    tracing::error!("writing together panicked");
                }
            }
        });
    }
    let lost = |_| Err(Refused::Failed(DbError::Unavailable));
    outcome.await.unwrap_or_else(lost)
}

/// Writes units in one statement; if it is refused, each in its own.
async fn write_together(app: &AppState, units: Vec<Waiting>) {
    let all: Vec<&Unit> = units.iter().map(|one| &one.unit).collect();
    let done = attempt(app, &all).await;
    if matches!(done, Err(Refused::Stale(_))) && units.len() > 1 {
        for one in units {
            let alone = attempt(app, &[&one.unit]).await;
            if alone.is_ok() {
                (one.unit.then)();
            }
            let _ = one.told.send(alone);
        }
        return;
    }
    if done.is_ok() {
        let payers: Vec<&str> = all.iter().map(|unit| unit.event.user_id.as_str()).collect();
        for stale in app.combiner.take_of(&payers) {
            let _ = stale
                .told
                .send(Err(Refused::Stale(String::from("the user"))));
        }
        all.iter().for_each(|unit| (unit.then)());
    }
    for one in units {
        let outcome = match &done {
            Ok(()) => Ok(()),
            Err(Refused::Stale(name)) => Err(Refused::Stale(name.clone())),
            Err(Refused::Failed(_)) => Err(Refused::Failed(DbError::Unavailable)),
        };
        // A caller that has gone away finds the outcome under its key.
        let _ = one.told.send(outcome);
    }
}

async fn attempt(app: &AppState, units: &[&Unit]) -> Result<(), Refused> {
    match app.db.engine() {
        Engine::Sqlite => on_sqlite(app, units).await,
        Engine::Postgres => on_postgres(app, units).await,
    }
}

/// The units' writes with their audit entries, and the head after them.
fn with_entries(before: &Head, units: &[&Unit]) -> (Writes, Head) {
    let mut writes = Writes::default();
    for unit in units {
        writes.extend(&unit.writes);
    }
    let after = before.append(&mut writes, units.iter().map(|unit| &unit.event));
    (writes, after)
}

/// Writes in a unit of the shared writer, which nobody can come between.
async fn on_sqlite(app: &AppState, units: &[&Unit]) -> Result<(), Refused> {
    let mut tx = app.db.begin().await?;
    let before = Head::of_any_chain(tx.connection(), app.random).await?;
    let (writes, _) = with_entries(&before, units);
    match writes.run_in(&mut tx).await {
        Ok(()) => Ok(tx.commit().await?),
        Err(error) => {
            tx.rollback().await?;
            Err(error.into())
        }
    }
}

/// Writes in one statement. The head of the audit chain is remembered: only other transactions that append to the same
/// chain move it, and then another chain is taken.
async fn on_postgres(app: &AppState, units: &[&Unit]) -> Result<(), Refused> {
    let mut remembered = app.combiner.state().head.take();
    let mut is_last = false;
    loop {
        let before = match remembered.take() {
            Some(head) => head,
            None => Head::of_any_chain(&mut *app.db.read().await?, app.random).await?,
        };
        let (writes, after) = with_entries(&before, units);
        let (head, done) = match writes.run(&app.db).await {
            Ok(()) => (after, Ok(())),
            Err(Refused::Stale(name)) if name == Head::NAME || name == Refused::DUPLICATE => {
                if is_last {
                    return Err(Refused::Stale(name));
                }
                is_last = true;
                continue;
            }
            Err(Refused::Stale(name)) => (before, Err(Refused::Stale(name))),
            Err(failed) => return Err(failed),
        };
        app.combiner.state().head = Some(head);
        return done;
    }
}
