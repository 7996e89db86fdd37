//! A provider for tests on its own port: it sends prepared responses and records the requests.

use super::breaker::Breaker;
use super::client::Wire;
use crate::clock::Clock;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex, Notify, watch};

/// A client with a short timeout.
pub fn quick() -> Wire {
    let breaker = Breaker::new("test", &Clock::set_to(0));
    Wire::new(Duration::from_millis(300), breaker)
}

/// How the provider responds to a call.
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
