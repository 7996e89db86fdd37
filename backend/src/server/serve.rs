//! Listening, and stopping without cutting anybody off.

use crate::app::AppState;
use crate::server::{connections, metrics, router};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;

const DRAIN: Duration = Duration::from_secs(9);

/// Serves until SIGTERM or SIGINT; calls under way get nine seconds to finish.
///
/// # Errors
/// An address that cannot be listened on.
pub async fn serve(app: AppState) -> std::io::Result<()> {
    let (stop, stopped) = watch::channel(false);
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
    tokio::spawn(async move {
        asked_to_stop().await;
        tracing::info!("stopping");
        let _ = stop.send(true);
    });
    serve_on(app, listener, stopped).await;
    Ok(())
}

/// Serves on a listener until told to stop.
async fn serve_on(app: AppState, listener: TcpListener, stopped: watch::Receiver<bool>) {
    let most = app.config.most_connections;
    let serving = connections::serve(listener, router::router(app.clone()), most, stopped.clone());
    let overdue = async {
        until(stopped).await;
        tokio::time::sleep(DRAIN).await;
    };
    tokio::select! {
        () = serving => {}
        () = overdue => tracing::warn!("calls were still under way after the time to drain"),
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
