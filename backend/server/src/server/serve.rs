//! Listens, and shuts down once calls and jobs in progress are done.

use crate::server::limiter::{Limiter, TooMany};
use crate::server::stop::until;
use crate::server::{connections, metrics, router};
use ground::config::{Config, ConfigError, Faults};
use ground::limit::OncePerMinute;
use service::app::AppState;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;

const DRAIN: Duration = Duration::from_millis(8_000);
/// The time limit for the last notices to other servers, and for closing the database.
const CLOSE_DATABASE: Duration = Duration::from_millis(500);
/// The time limit for closing sockets; some may accept no more data.
const CLOSE_SOCKETS: Duration = Duration::from_secs(3);

/// Serves and runs the jobs until the stop signal; calls and jobs in progress get nine seconds to finish.
///
/// # Errors
/// An address cannot be bound.
pub async fn serve(
    app: AppState,
    stopped: watch::Receiver<bool>,
    jobs: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let listener = bind("AJO_ADDR", app.config.addr).await?;
    if let Some(addr) = app.config.metrics_addr {
        let listener = bind("AJO_METRICS_ADDR", addr).await?;
        tokio::spawn(
            axum::serve(listener, metrics::router(app.clone()))
                .with_graceful_shutdown(until(stopped.clone()))
                .into_future(),
        );
    }
    tracing::info!(address = %listener.local_addr()?, "listening");
    ignore_hang_up();
    serve_on(app, listener, stopped, jobs).await;
    Ok(())
}

async fn bind(setting: &str, address: SocketAddr) -> std::io::Result<TcpListener> {
    let bound = TcpListener::bind(address).await;
    bound
        .map_err(|error| std::io::Error::new(error.kind(), format!("{setting}={address}: {error}")))
}

/// Checks settings that only the server needs.
///
/// # Errors
/// An invalid setting.
pub fn check(config: &Config) -> Result<(), ConfigError> {
    let mut faults = Faults::default();
    let folder = &config.webapp_dir;
    if config.webapp_dir_is_given && !folder.join("index.html").is_file() {
        faults.add(format!(
            "AJO_WEBAPP_DIR: {} contains no index.html",
            folder.display()
        ));
    }
    if config.database_pooled && config.database_listen_url.is_none() {
        faults.add(
            "AJO_DATABASE_LISTEN_URL is missing: LISTEN does not work through a pooler in transaction mode",
        );
    }
    faults.none()
}

/// Closes the realtime sockets so that clients reconnect at once, and waits until the close frames are sent.
async fn close_sockets(app: &AppState, stopped: watch::Receiver<bool>) {
    until(stopped).await;
    let _ = tokio::time::timeout(CLOSE_SOCKETS, app.realtime.close()).await;
}

/// Serves on a listener until the stop signal.
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
    let closing = stopped.clone();
    let overdue = async {
        until(stopped).await;
        tokio::time::sleep(DRAIN).await;
    };
    tokio::select! {
        ((), (), ()) = async { tokio::join!(serving, jobs, close_sockets(&app, closing)) } => {}
        () = overdue => tracing::warn!("calls or jobs were still under way after the time to drain"),
    }
    let _ = tokio::time::timeout(CLOSE_DATABASE, app.realtime.spread()).await;
    // A statement that still runs is not waited for, and the process ends.
    if tokio::time::timeout(CLOSE_DATABASE, app.db.close())
        .await
        .is_err()
    {
        tracing::warn!("a statement was interrupted");
    }
}

/// Ignores SIGHUP, which would otherwise terminate the process. Settings are read once.
fn ignore_hang_up() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut hung_up) = signal(SignalKind::hangup()) {
            tokio::spawn(async move {
                while hung_up.recv().await.is_some() {
                    tracing::info!("SIGHUP is ignored: settings are read at startup");
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ground::clock::Clock;
    use ground::db::testing::databases;
    use ground::hasher::Cost;

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
                // The database is still open for the last round.
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
