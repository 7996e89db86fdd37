//! Background work. What is to be done is stored in the database and claimed there: any number of servers share it, and
//! what a crashed one has left is done by the others.

mod job;
mod list;
pub mod retention;

pub use job::Stop;
pub use list::messages;

use crate::app::AppState;

/// Runs all jobs until told to stop, and then waits for what is under way.
pub async fn run(app: AppState, stopped: Stop) {
    job::run(
        list::all(&app),
        app.rounds.clone(),
        app.last_done.clone(),
        stopped,
    )
    .await;
}
