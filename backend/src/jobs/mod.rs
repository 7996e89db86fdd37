//! Work that nobody waits for. What is to be done stands in the database, and is claimed there: any number of servers
//! share it, and one that dies leaves it to the others.

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
