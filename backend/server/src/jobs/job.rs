//! Runs each job in its own task, so that a slow one does not delay the others.

use ground::error::ApiError;
use ground::tally::{LastDone, Tally};
use std::pin::Pin;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// True once the server is to stop.
pub type Stop = watch::Receiver<bool>;

type Round = Pin<Box<dyn Future<Output = Result<(), ApiError>> + Send>>;

/// Recurring work.
pub struct Job {
    pub name: &'static str,
    /// From the end of a round to the start of the next.
    pub every: Duration,
    /// The time limit of a round; `None` for one that runs until the server stops.
    pub limit: Option<Duration>,
    /// Whether a round is abandoned when the server stops, because it begins anew anyway.
    pub is_abandoned_at_stop: bool,
    pub run: Box<dyn Fn(Stop) -> Round + Send + Sync>,
}

/// The outcomes of a round, as labels of the metrics.
mod ends {
    pub const DONE: &str = "done";
    pub const FAILED: &str = "failed";
    pub const OVERDUE: &str = "overdue";
    pub const PANICKED: &str = "panicked";
}

/// Runs each job until the stop signal, and waits for rounds in progress. `rounds` counts their outcomes, `last_done`
/// records the last success; a job with endless rounds records that itself.
pub async fn run(jobs: Vec<Job>, rounds: Tally, last_done: LastDone, stopped: Stop) {
    let mut running = JoinSet::new();
    for job in jobs {
        running.spawn(repeat(
            job,
            rounds.clone(),
            last_done.clone(),
            stopped.clone(),
        ));
    }
    while running.join_next().await.is_some() {}
}

async fn repeat(job: Job, rounds: Tally, last_done: LastDone, mut stopped: Stop) {
    if job.limit.is_some() {
        last_done.note(job.name);
    }
    while !*stopped.borrow() {
        let end = round(&job, stopped.clone()).await;
        rounds.add(job.name, end);
        if end == ends::DONE && job.limit.is_some() {
            last_done.note(job.name);
        }
        tokio::select! {
            _ = stopped.wait_for(|stopped| *stopped) => return,
            () = tokio::time::sleep(job.every) => {}
        }
    }
}

async fn round(job: &Job, mut stopped: Stop) -> &'static str {
    let name = job.name;
    // A panic ends only the round's own task.
    let mut round = JoinSet::new();
    round.spawn((job.run)(stopped.clone()));
    let stopping = async {
        match job.is_abandoned_at_stop {
            true => _ = stopped.wait_for(|stopped| *stopped).await,
            false => std::future::pending().await,
        }
    };
    let ended = match job.limit {
        Some(limit) => tokio::select! {
            ended = tokio::time::timeout(limit, round.join_next()) => ended,
            () = stopping => return ends::FAILED,
        },
        None => Ok(round.join_next().await),
    };
    match ended {
        Ok(None | Some(Ok(Ok(())))) => ends::DONE,
        Ok(Some(Ok(Err(error)))) => {
            tracing::warn!(job = name, code = error.code(), "a job has failed");
            ends::FAILED
        }
        Ok(Some(Err(_))) => {
            tracing::error!(job = name, "a job panicked");
            ends::PANICKED
        }
        Err(_) => {
            // Its claims are due again once their leases expire.
            tracing::warn!(job = name, "a job took too long and was aborted");
            round.shutdown().await;
            ends::OVERDUE
        }
    }
}

#[cfg(test)]
mod tests;
