//! The stop signal.

use tokio::sync::watch;

/// Becomes true at SIGTERM or SIGINT.
pub fn stop_signal() -> watch::Receiver<bool> {
    let (stop, stopped) = watch::channel(false);
    tokio::spawn(async move {
        received_signal().await;
        tracing::info!("stopping");
        let _ = stop.send(true);
    });
    stopped
}

/// Waits for the signal.
pub(super) async fn until(mut stopped: watch::Receiver<bool>) {
    // A dropped sender counts as a stop.
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

async fn received_signal() {
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
