//! Jobs on a paused clock, which jumps to the next timer when the runtime is idle.

use super::*;
use std::future::pending;
use std::sync::Arc;
use tokio::sync::Notify;
use tokio::time::Instant;

const SECOND: Duration = Duration::from_secs(1);
const LIMIT: Duration = Duration::from_secs(60);

/// A job, and the number of rounds it has begun.
fn job<F>(name: &'static str, round: impl Fn(usize) -> F + Send + Sync + 'static) -> (Job, Begun)
where
    F: Future<Output = Result<(), ApiError>> + Send + 'static,
{
    let (begin, begun) = watch::channel(0);
    let run = move |_| -> Round {
        begin.send_modify(|rounds| *rounds += 1);
        let number = *begin.borrow();
        Box::pin(round(number))
    };
    let job = Job {
        name,
        every: SECOND,
        limit: Some(LIMIT),
        is_abandoned_at_stop: false,
        run: Box::new(run),
    };
    (job, begun)
}

type Begun = watch::Receiver<usize>;

async fn until(begun: &mut Begun, rounds: usize) {
    let hour = SECOND * 3_600;
    let begun = tokio::time::timeout(hour, begun.wait_for(|begun| *begun >= rounds)).await;
    begun.expect("the rounds begin").unwrap();
}

struct Server {
    stop: watch::Sender<bool>,
    rounds: Tally,
    running: JoinSet<()>,
}

fn start(jobs: Vec<Job>) -> Server {
    let (stop, stopped) = watch::channel(false);
    let rounds = Tally::new("rounds", "job");
    let mut running = JoinSet::new();
    running.spawn(run(jobs, rounds.clone(), LastDone::default(), stopped));
    Server {
        stop,
        rounds,
        running,
    }
}

impl Server {
    async fn stop(mut self) {
        self.stop.send_replace(true);
        self.running.join_next().await.unwrap().unwrap();
    }

    fn ended(&self, job: &str, end: &str, times: usize) -> bool {
        let line = format!("rounds{{job=\"{job}\",end=\"{end}\"}} {times}\n");
        self.rounds.text().contains(&line)
    }
}

#[tokio::test(start_paused = true)]
async fn a_blocked_job_delays_no_other_and_is_aborted() {
    let (blocked, mut blocked_begun) = job("blocked", async |_| pending().await);
    let (other, mut other_begun) = job("other", async |_| Ok(()));
    let began = Instant::now();
    let server = start(vec![blocked, other]);
    until(&mut other_begun, 30).await;
    assert_eq!(began.elapsed(), SECOND * 29);
    assert_eq!(*blocked_begun.borrow(), 1);
    until(&mut blocked_begun, 2).await;
    assert_eq!(began.elapsed(), LIMIT + SECOND);
    assert!(server.ended("blocked", ends::OVERDUE, 1));
    assert!(*other_begun.borrow() >= 60);
}

#[tokio::test(start_paused = true)]
async fn a_job_continues_after_panics_and_failures() {
    let (panics, mut begun) = job("panics", async |round| match round {
        1 => panic!("canary"),
        2 => Err(ApiError::not_found()),
        _ => Ok(()),
    });
    let server = start(vec![panics]);
    until(&mut begun, 4).await;
    for end in [ends::PANICKED, ends::FAILED] {
        assert!(server.ended("panics", end, 1), "{}", server.rounds.text());
    }
}

#[tokio::test(start_paused = true)]
async fn a_stop_waits_for_the_round_in_progress_and_starts_no_other() {
    let (release, finished) = (Arc::new(Notify::new()), watch::Sender::new(false));
    let (waiting, told) = (release.clone(), finished.clone());
    let (slow, mut begun) = job("slow", move |_| {
        let (waiting, told) = (waiting.clone(), told.clone());
        async move {
            waiting.notified().await;
            told.send_replace(true);
            Ok(())
        }
    });
    let (idle, idle_begun) = job("idle", async |_| Ok(()));
    let mut server = start(vec![slow, idle]);
    until(&mut begun, 1).await;
    server.stop.send_replace(true);
    // The runtime is idle, so the clock jumps over ten seconds.
    let early = tokio::time::timeout(SECOND * 10, server.running.join_next()).await;
    assert!(early.is_err());
    release.notify_one();
    server.stop().await;
    assert!(*finished.borrow());
    assert_eq!((*begun.borrow(), *idle_begun.borrow()), (1, 1));
}

#[tokio::test(start_paused = true)]
async fn a_round_that_begins_anew_anyway_is_abandoned_at_the_stop() {
    let (job, mut begun) = job("check", async |_| std::future::pending().await);
    let server = start(vec![Job {
        limit: Some(SECOND * 600),
        is_abandoned_at_stop: true,
        ..job
    }]);
    until(&mut begun, 1).await;
    let before = tokio::time::Instant::now();
    server.stop().await;
    assert!(before.elapsed() < SECOND);
}

#[tokio::test(start_paused = true)]
async fn a_job_without_a_limit_runs_until_the_stop() {
    let run = |mut stopped: Stop| -> Round {
        Box::pin(async move {
            let _ = stopped.wait_for(|stopped| *stopped).await;
            Ok(())
        })
    };
    let lasting = Job {
        name: "lasting",
        every: SECOND,
        limit: None,
        is_abandoned_at_stop: false,
        run: Box::new(run),
    };
    let (other, mut begun) = job("other", async |_| Ok(()));
    let server = start(vec![lasting, other]);
    until(&mut begun, 1_000).await;
    assert!(!server.rounds.text().contains("lasting"));
    let rounds = server.rounds.clone();
    server.stop().await;
    assert!(
        rounds
            .text()
            .contains("rounds{job=\"lasting\",end=\"done\"} 1\n")
    );
}
