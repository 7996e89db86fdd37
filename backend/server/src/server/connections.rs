//! Connections: their maximum number, the time limit for sending a request, and their shutdown.

use crate::server::limiter::{Limiter, Permit, TooMany};
use crate::server::stop::until;
use crate::server::write_timeout::WriteTimeout;
use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;

/// The time limit for a request head, counted from the end of the previous request, so it is the idle timeout as well.
const HEAD: Duration = Duration::from_secs(30);
/// The read buffer of each connection, which limits the request head too.
const READ_BUFFER_BYTES: usize = 32 * 1024;
/// The pause when no connection can be accepted because the process has reached its limit of open files.
const RETRY_ACCEPT_AFTER: Duration = Duration::from_secs(1);

/// Serves connections until the stop signal; then waits for calls in progress. Above the total limit, clients wait in
/// the system's queue; above that of its address or network, a connection is closed at once and reported to
/// `refused`. A realtime socket is no longer counted here: it has its own limit.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limiter: Arc<Limiter>,
    refused: impl Fn(IpAddr, TooMany),
    stopped: watch::Receiver<bool>,
) {
    let most = limiter.bounds().in_all;
    let places = Arc::new(Semaphore::new(most as usize));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(READ_BUFFER_BYTES);
    loop {
        let next = tokio::select! {
            next = next(&listener, &places) => next,
            () = until(stopped.clone()) => break,
        };
        let Some((place, stream, address)) = next else {
            break;
        };
        let member: Permit = match limiter.enter(address.ip()) {
            Ok(member) => member,
            Err(too_many) => {
                refused(address.ip(), too_many);
                continue;
            }
        };
        let router = router.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(address));
            router.clone().oneshot(request)
        });
        let connection = http
            .serve_connection(TokioIo::new(WriteTimeout::new(stream)), service)
            .with_upgrades();
        let stopped = stopped.clone();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            // Errors of a connection don't matter: people close laptops.
            tokio::select! {
                _ = connection.as_mut() => {}
                () = until(stopped) => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
            drop((place, member));
        });
    }
    drop(listener);
    // All permits are free when all connections have ended.
    let _ = places.acquire_many(most).await;
}

/// The next connection, once there is a permit for it.
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
                tokio::time::sleep(RETRY_ACCEPT_AFTER).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::write_timeout::WRITE_TIMEOUT;
    use axum::routing::get;
    use ground::config::{MostConnections, TrustedProxies};
    use std::sync::Mutex;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::time::{Instant, timeout};

    /// Long for a test, whose clock jumps, and short beside [`HEAD`].
    const A_WHILE: Duration = Duration::from_secs(5);
    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: ajo.localhost\r\n\r\n";
    const LARGE: &[u8] = b"GET /large HTTP/1.1\r\nHost: ajo.localhost\r\n\r\n";
    /// Far more than the kernel buffers.
    const LARGE_BYTES: usize = 64 * 1024 * 1024;

    struct Serving {
        address: SocketAddr,
        stop: watch::Sender<bool>,
        refused: Arc<Mutex<Vec<TooMany>>>,
    }

    async fn serving(in_all: u32, an_address: u32, proxies: &str) -> Serving {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = watch::channel(false);
        let router = Router::new()
            .route("/", get(|| async { "here" }))
            .route("/large", get(|| async { vec![b'x'; LARGE_BYTES] }));
        let bounds = MostConnections {
            in_all,
            an_address,
            a_network: in_all,
        };
        let limiter = Limiter::new(bounds, TrustedProxies::parse(proxies).unwrap());
        let refused: Arc<Mutex<Vec<TooMany>>> = Arc::default();
        let told = refused.clone();
        let tell = move |_: IpAddr, too_many| told.lock().unwrap().push(too_many);
        tokio::spawn(serve(listener, router, limiter, tell, stopped));
        Serving {
            address,
            stop,
            refused,
        }
    }

    async fn said(stream: &mut TcpStream) -> String {
        let mut bytes = [0; 1_000];
        let length = stream.read(&mut bytes).await.unwrap_or(0);
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_request_head_is_disconnected() {
        let server = serving(10, 10, "").await;
        for beginning in [
            &b""[..],
            b"GET / HTTP/1.1\r\nHost: ajo.localhost\r\nX-Slow: ",
        ] {
            let mut slow = TcpStream::connect(server.address).await.unwrap();
            let started = Instant::now();
            slow.write_all(beginning).await.unwrap();
            said(&mut slow).await;
            assert!(started.elapsed() >= HEAD && started.elapsed() < HEAD * 2);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_nothing_is_disconnected() {
        let server = serving(1, 1, "").await;
        let mut reads_nothing = TcpStream::connect(server.address).await.unwrap();
        reads_nothing.write_all(LARGE).await.unwrap();
        // The rest of the response never arrives.
        let mut rest = 0;
        let mut bytes = vec![0; 64 * 1024];
        assert!(said(&mut reads_nothing).await.starts_with("HTTP/1.1 200"));
        let started = Instant::now();
        let mut next = TcpStream::connect(server.address).await.unwrap();
        next.write_all(REQUEST).await.unwrap();
        assert!(said(&mut next).await.ends_with("here"));
        assert!(started.elapsed() >= WRITE_TIMEOUT && started.elapsed() < WRITE_TIMEOUT * 2);
        while let Ok(length @ 1..) = reads_nothing.read(&mut bytes).await {
            rest += length;
        }
        assert!(rest < LARGE_BYTES, "{rest}");
    }

    #[tokio::test(start_paused = true)]
    async fn concurrent_connections_are_limited() {
        let server = serving(1, 10, "").await;
        let mut first = TcpStream::connect(server.address).await.unwrap();
        first.write_all(REQUEST).await.unwrap();
        assert!(said(&mut first).await.ends_with("here"));
        let mut second = TcpStream::connect(server.address).await.unwrap();
        second.write_all(REQUEST).await.unwrap();
        assert!(timeout(A_WHILE, said(&mut second)).await.is_err());
        drop(first);
        assert!(said(&mut second).await.ends_with("here"));
    }

    #[tokio::test(start_paused = true)]
    async fn connections_per_address_are_limited_except_for_a_trusted_proxy() {
        for (proxies, served) in [("", false), ("127.0.0.0/8", true)] {
            let server = serving(10, 2, proxies).await;
            let mut held = Vec::new();
            for _ in 0..2 {
                let mut half = TcpStream::connect(server.address).await.unwrap();
                half.write_all(b"GET / HTTP/1.1\r\nX-Slow: ").await.unwrap();
                held.push(half);
            }
            let mut third = TcpStream::connect(server.address).await.unwrap();
            let _ = third.write_all(REQUEST).await;
            let answer = timeout(A_WHILE, said(&mut third)).await.unwrap();
            assert_eq!(answer.ends_with("here"), served, "{answer}");
            let refused = server.refused.lock().unwrap().clone();
            assert_eq!(refused == [TooMany::OfAddress], !served, "{refused:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_stop_accepts_no_connections_and_closes_idle_ones() {
        let server = serving(10, 10, "").await;
        let mut idle = TcpStream::connect(server.address).await.unwrap();
        idle.write_all(REQUEST).await.unwrap();
        assert!(said(&mut idle).await.ends_with("here"));
        server.stop.send(true).unwrap();
        assert_eq!(timeout(A_WHILE, said(&mut idle)).await.unwrap(), "");
        assert!(TcpStream::connect(server.address).await.is_err());
    }
}
