//! Connections: how many there may be, how long one may take to say what it wants, and how they end.

use crate::server::serve::until;
use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;

/// For the head of a request, counted from the end of the one before: it is the longest idle time as well.
const HEAD: Duration = Duration::from_secs(30);
/// When no connection can be taken, because the process has as many files open as it may.
const TAKE_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Serves connections, no more than so many at a time, until told to stop; then lets the calls under way end. The next
/// caller waits in the system's queue. A socket of the realtime protocol is no longer counted here: it has its own limit.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    most: u32,
    stopped: watch::Receiver<bool>,
) {
    let places = Arc::new(Semaphore::new(most as usize));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    loop {
        let next = tokio::select! {
            next = next(&listener, &places) => next,
            () = until(stopped.clone()) => break,
        };
        let Some((place, stream, address)) = next else {
            break;
        };
        let router = router.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(address));
            router.clone().oneshot(request)
        });
        let connection = http
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        let stopped = stopped.clone();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            // How it ended is of no interest: people close laptops.
            tokio::select! {
                _ = connection.as_mut() => {}
                () = until(stopped) => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
            drop(place);
        });
    }
    drop(listener);
    // All places are free again when all connections have ended.
    let _ = places.acquire_many(most).await;
}

/// The next connection, once there is a place for it.
async fn next(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> Option<(OwnedSemaphorePermit, TcpStream, SocketAddr)> {
    let place = places.clone().acquire_owned().await.ok()?;
    loop {
        match listener.accept().await {
            Ok((stream, address)) => return Some((place, stream, address)),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(TAKE_AGAIN_AFTER).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::time::{Instant, timeout};

    /// Long for a test, whose clock leaps, and short beside [`HEAD`].
    const A_WHILE: Duration = Duration::from_secs(5);
    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: ajo.localhost\r\n\r\n";

    async fn serving(most: u32) -> (SocketAddr, watch::Sender<bool>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = watch::channel(false);
        let router = Router::new().route("/", get(|| async { "here" }));
        tokio::spawn(serve(listener, router, most, stopped));
        (address, stop)
    }

    async fn said(stream: &mut TcpStream) -> String {
        let mut bytes = [0; 1_000];
        let length = stream.read(&mut bytes).await.unwrap();
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    }

    #[tokio::test(start_paused = true)]
    async fn who_does_not_come_to_the_point_is_cut_off() {
        let (address, _stop) = serving(10).await;
        for beginning in [
            &b""[..],
            b"GET / HTTP/1.1\r\nHost: ajo.localhost\r\nX-Slow: ",
        ] {
            let mut slow = TcpStream::connect(address).await.unwrap();
            let started = Instant::now();
            slow.write_all(beginning).await.unwrap();
            said(&mut slow).await;
            assert!(started.elapsed() >= HEAD && started.elapsed() < HEAD * 2);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn no_more_than_so_many_at_a_time() {
        let (address, _stop) = serving(1).await;
        let mut first = TcpStream::connect(address).await.unwrap();
        first.write_all(REQUEST).await.unwrap();
        assert!(said(&mut first).await.ends_with("here"));
        let mut second = TcpStream::connect(address).await.unwrap();
        second.write_all(REQUEST).await.unwrap();
        assert!(timeout(A_WHILE, said(&mut second)).await.is_err());
        drop(first);
        assert!(said(&mut second).await.ends_with("here"));
    }

    #[tokio::test(start_paused = true)]
    async fn told_to_stop_it_takes_nobody_and_lets_idle_ones_go() {
        let (address, stop) = serving(10).await;
        let mut idle = TcpStream::connect(address).await.unwrap();
        idle.write_all(REQUEST).await.unwrap();
        assert!(said(&mut idle).await.ends_with("here"));
        stop.send(true).unwrap();
        assert_eq!(timeout(A_WHILE, said(&mut idle)).await.unwrap(), "");
        assert!(TcpStream::connect(address).await.is_err());
    }
}
