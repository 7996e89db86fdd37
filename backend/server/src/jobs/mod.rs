//! Background work. Pending work is stored in the database and claimed there: any number of servers share it, and the
//! work of a crashed one is taken over by the others.

mod job;
mod list;
pub mod retention;

pub use job::Stop;

use service::app::AppState;

/// Runs all jobs until the stop signal, and then waits for work in progress.
pub async fn run(app: AppState, stopped: Stop) {
    job::run(
        list::all(&app),
        app.rounds.clone(),
        app.last_done.clone(),
        stopped,
    )
    .await;
}
