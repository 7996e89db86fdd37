//! A provider for tests on a local port: it sends prepared responses and records the requests.

use super::breaker::Breaker;
use super::client::Wire;
use ground::clock::Clock;
use ground::config::ExtraCa;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use std::net::SocketAddr;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex, Notify, watch};
use tokio_rustls::TlsAcceptor;
use tracing::instrument::WithSubscriber;

/// A client with a short timeout.
pub fn quick() -> Wire {
    let breaker = Breaker::new("test", &Clock::set_to(0));
    Wire::new(Duration::from_millis(300), breaker)
}

const TLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls");

/// A certificate authority that is not publicly trusted.
pub fn private_authority() -> ExtraCa {
    ExtraCa::read(Some(&format!("{TLS}/ca.pem"))).expect("a good file")
}

/// A TLS server for `localhost` with a certificate of the private authority.
pub fn private_server() -> TlsAcceptor {
    let chain = CertificateDer::pem_file_iter(format!("{TLS}/server.pem"));
    let chain = chain.and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let key = PrivateKeyDer::from_pem_file(format!("{TLS}/server.key"));
    let ring = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(ring)
        .with_safe_default_protocol_versions()
        .expect("ring knows the default versions")
        .with_no_client_auth()
        .with_single_cert(chain.expect("certificates"), key.expect("a key"));
    TlsAcceptor::from(Arc::new(config.expect("a key of the certificate")))
}

/// Runs a future and returns what it logs.
pub async fn logged(work: impl Future<Output = ()>) -> String {
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    work.with_subscriber(subscriber).await;
    let bytes = lines.0.lock().unwrap_or_else(PoisonError::into_inner);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[derive(Clone, Default)]
struct Lines(Arc<std::sync::Mutex<Vec<u8>>>);

impl std::io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The provider's response to a call.
#[derive(Clone)]
pub enum Reply {
    /// Sends these bytes and closes the connection.
    Bytes(Vec<u8>),
    /// Reads the request and never responds.
    Silence,
    /// Reads the request and drops the connection.
    Reset,
}

impl Reply {
    pub fn json(status: u16, body: &str) -> Self {
        let length = body.len();
        let head = format!(
            "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {length}\r\n"
        );
        Self::Bytes(
            format!("{head}location: http://127.0.0.1:1/elsewhere\r\n\r\n{body}").into_bytes(),
        )
    }
}

/// The provider. Each connection is one call; the last response is repeated.
pub struct Stub {
    pub address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
    times: watch::Receiver<usize>,
    hung_up: Arc<Notify>,
}

impl Stub {
    pub async fn new(replies: impl Into<Vec<Reply>>) -> Self {
        let replies = replies.into();
        let listener = TcpListener::bind(("127.0.0.1", 0))
            .await
            .expect("a free port");
        let address = listener.local_addr().expect("an address");
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let log = asked.clone();
        let (counted, times) = watch::channel(0);
        let hung_up: Arc<Notify> = Arc::default();
        let hangs_up = hung_up.clone();
        tokio::spawn(async move {
            let mut calls = 0;
            let mut open = Vec::new();
            loop {
                let accepted = tokio::select! {
                    accepted = listener.accept() => accepted,
                    () = hangs_up.notified() => {
                        open.clear();
                        continue;
                    }
                };
                let Ok((mut connection, _)) = accepted else {
                    break;
                };
                let Some(call) = read_call(&mut connection).await else {
                    continue;
                };
                log.lock().await.push(call);
                match replies.get(calls).or(replies.last()) {
                    Some(Reply::Bytes(bytes)) => drop(connection.write_all(bytes).await),
                    Some(Reply::Silence) => open.push(connection),
                    Some(Reply::Reset) | None => drop(connection),
                }
                calls += 1;
                counted.send_replace(calls);
            }
        });
        Self {
            address,
            asked,
            times,
            hung_up,
        }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Drops the connections of calls without a response.
    pub fn hang_up(&self) {
        self.hung_up.notify_one();
    }

    /// Waits for a number of calls.
    pub async fn asked_times(&self, calls: usize) {
        let mut times = self.times.clone();
        let arrived = times.wait_for(|times| *times >= calls).await;
        arrived.expect("the provider lives as long as the test");
    }

    /// The raw requests.
    pub async fn asked(&self) -> Vec<String> {
        self.asked.lock().await.clone()
    }
}

/// Head and body of a request.
async fn read_call(connection: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    loop {
        let mut piece = [0; 4_096];
        let read = connection
            .read(&mut piece)
            .await
            .ok()
            .filter(|read| *read > 0)?;
        bytes.extend_from_slice(&piece[..read]);
        let text = String::from_utf8_lossy(&bytes);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: "))
                .and_then(|length| length.parse().ok())
                .unwrap_or(0);
            if body.len() >= length {
                return Some(text.into_owned());
            }
        }
    }
}
