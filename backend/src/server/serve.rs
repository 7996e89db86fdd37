//! Listening, and stopping without cutting anybody off.

use crate::app::AppState;
use crate::limit::OncePerMinute;
use crate::server::limiter::{Limiter, TooMany};
use crate::server::{connections, metrics, router};
use std::net::IpAddr;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;

const DRAIN: Duration = Duration::from_secs(9);

/// Becomes true at SIGTERM or SIGINT.
pub fn stop_signal() -> watch::Receiver<bool> {
    let (stop, stopped) = watch::channel(false);
    tokio::spawn(async move {
        asked_to_stop().await;
        tracing::info!("stopping");
        let _ = stop.send(true);
    });
    stopped
}

/// Serves, beside the jobs, until told to stop; calls and jobs under way get nine seconds to finish.
///
/// # Errors
/// An address that cannot be listened on.
pub async fn serve(
    app: AppState,
    stopped: watch::Receiver<bool>,
    jobs: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let listener = TcpListener::bind(app.config.addr).await?;
    tracing::info!(address = %listener.local_addr()?, "listening");
    if let Some(addr) = app.config.metrics_addr {
        let listener = TcpListener::bind(addr).await?;
        tokio::spawn(
            axum::serve(listener, metrics::router(app.clone()))
                .with_graceful_shutdown(until(stopped.clone()))
                .into_future(),
        );
    }
    serve_on(app, listener, stopped, jobs).await;
    Ok(())
}

/// Serves on a listener until told to stop.
async fn serve_on(
    app: AppState,
    listener: TcpListener,
    stopped: watch::Receiver<bool>,
    jobs: impl Future<Output = ()>,
) {
    let limiter = Limiter::new(
        app.config.most_connections,
        app.config.trusted_proxies.clone(),
    );
    let (warned, metrics) = (OncePerMinute::default(), app.clone());
    let refused = move |address: IpAddr, too_many: TooMany| {
        let of = too_many.as_str();
        metrics.metrics.refused("ajo_connections_refused_total", of);
        if warned.is_due() {
            tracing::warn!(%address, of, "too many connections from one place: further ones are closed");
        }
    };
    let router = router::router(app.clone());
    let serving = connections::serve(listener, router, limiter, refused, stopped.clone());
    let overdue = async {
        until(stopped).await;
        tokio::time::sleep(DRAIN).await;
    };
    tokio::select! {
        ((), ()) = async { tokio::join!(serving, jobs) } => {}
        () = overdue => tracing::warn!("calls or jobs were still under way after the time to drain"),
    }
    app.db.close().await;
}

pub(super) async fn until(mut stopped: watch::Receiver<bool>) {
    // A sender that is gone has nothing more to say: that is a stop as well.
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

async fn asked_to_stop() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! { _ = interrupted => {}, _ = terminated.recv() => {} }
            return;
        }
    }
    let _ = interrupted.await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::config::Config;
    use crate::db::testing::databases;
    use crate::hasher::Cost;

    #[tokio::test]
    async fn a_stop_waits_for_the_jobs_and_then_closes_the_database() {
        for test in databases().await {
            let config = Config::read(&|name| {
                (name == "AJO_SECRET").then(|| String::from("pJ4kq0X9vYw3LzR7mT1bN8cF5hG2dAeU6iOs"))
            });
            let clock = Clock::set_to(0);
            let app = AppState::with(config.unwrap(), test.db.clone(), clock, Cost::Least).unwrap();
            let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
            let (stop, stopped) = watch::channel(false);
            let (mut finished, last_round) = (false, stopped.clone());
            let jobs = async {
                until(last_round).await;
                // The last round still has the database.
                assert!(test.db.read().await.is_ok());
                finished = true;
            };
            stop.send_replace(true);
            serve_on(app, listener, stopped, jobs).await;
            assert!(finished);
            assert!(test.db.read().await.is_err());
        }
    }
}
