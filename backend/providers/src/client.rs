//! HTTP calls to providers, which are not trusted: a timeout, a size limit, no redirects, and errors that say whether
//! the request may have taken effect.

use super::breaker::Breaker;
use super::connect_error::ConnectError;
use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderName, Method, Request, Response, StatusCode, Uri};
use ground::config::{ConfigError, ExtraCa};
use ground::secret::Secret;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde::de::DeserializeOwned;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

const CONNECT: Duration = Duration::from_secs(5);
/// The timeout for the whole exchange. Shorter than that of our own longest call.
pub const DEADLINE: Duration = Duration::from_secs(20);
const LARGEST_ANSWER_BYTES: usize = 512 * 1024;

/// Connections to providers, which also trust additional certificate authorities.
pub(crate) fn connector(extra_ca: &ExtraCa) -> HttpsConnector<HttpConnector> {
    let mut connector = HttpConnector::new();
    connector.enforce_http(false);
    connector.set_connect_timeout(Some(CONNECT));
    connector.set_nodelay(true);
    HttpsConnectorBuilder::new()
        .with_tls_config(extra_ca.client())
        .https_or_http()
        .enable_http1()
        .wrap_connector(connector)
}

/// HTTP exchanges with one provider, with a timeout and a size limit; redirects are not followed.
#[derive(Clone)]
pub struct Wire {
    http: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    deadline: Duration,
    largest_bytes: usize,
    breaker: Breaker,
    /// The cause of the last failed call, for `backend check`.
    trouble: Arc<Mutex<Option<String>>>,
}

impl Wire {
    pub fn new(deadline: Duration, breaker: Breaker) -> Self {
        Self::trusting(&ExtraCa::default(), deadline, breaker)
    }

    /// Creates a client that also trusts additional certificate authorities.
    pub fn trusting(extra_ca: &ExtraCa, deadline: Duration, breaker: Breaker) -> Self {
        let http = Client::builder(TokioExecutor::new()).build(connector(extra_ca));
        Self {
            http,
            deadline,
            largest_bytes: LARGEST_ANSWER_BYTES,
            breaker,
            trouble: Arc::default(),
        }
    }

    /// Sets the largest response size.
    #[must_use]
    pub const fn of_up_to(mut self, bytes: usize) -> Self {
        self.largest_bytes = bytes;
        self
    }

    /// Sends one request. A response of any status is a success.
    ///
    /// # Errors
    /// No complete response in time, or the circuit breaker is open.
    pub async fn send(&self, request: Request<Vec<u8>>) -> Result<Response<Bytes>, CallError> {
        let request = request.map(|body| Full::new(Bytes::from(body)));
        let call = async {
            let exchange = self.exchange(request);
            let in_time = tokio::time::timeout(self.deadline, exchange).await;
            in_time.unwrap_or_else(|_| {
                Err(self.log_failure(&ConnectError::Timeout, CallError::Unanswered))
            })
        };
        let answered = self.breaker.call(call, is_failure).await;
        let answered = answered.unwrap_or(Err(CallError::NotSent))?;
        if answered.status().is_client_error() || answered.status().is_server_error() {
            self.note(format!("it responds {}", answered.status()));
        }
        Ok(answered)
    }

    /// Sends one request without the circuit breaker.
    ///
    /// # Errors
    /// The cause of the missing response.
    async fn reach(&self, request: Request<Vec<u8>>) -> Result<StatusCode, ConnectError> {
        let request = request.map(|body| Full::new(Bytes::from(body)));
        match tokio::time::timeout(self.deadline, self.http.request(request)).await {
            Ok(Ok(response)) => Ok(response.status()),
            Ok(Err(error)) => Err(ConnectError::of(&error)),
            Err(_) => Err(ConnectError::Timeout),
        }
    }

    /// The cause of the last call without a response, or with an error status.
    pub fn trouble(&self) -> Option<String> {
        self.trouble
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn note(&self, trouble: String) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(trouble);
    }

    /// Logs one line with the cause.
    fn log_failure(&self, cause: &ConnectError, error: CallError) -> CallError {
        self.note(cause.to_string());
        let (provider, kind, detail) = (self.breaker.provider(), cause.kind(), cause.detail());
        tracing::warn!(provider, kind, detail, %error, "a provider did not respond");
        error
    }

    async fn exchange(&self, request: Request<Full<Bytes>>) -> Result<Response<Bytes>, CallError> {
        let response = self.http.request(request).await.map_err(|error| {
            let meaning = match error.is_connect() {
                true => CallError::NotSent,
                false => CallError::Unanswered,
            };
            self.log_failure(&ConnectError::of(&error), meaning)
        })?;
        let (parts, body) = response.into_parts();
        let body = Limited::new(body, self.largest_bytes)
            .collect()
            .await
            .map_err(|_| self.log_failure(&ConnectError::Broken, CallError::Unanswered))?;
        Ok(Response::from_parts(parts, body.to_bytes()))
    }
}

/// Whether a response counts as a provider failure. A refusal (4xx) does not.
fn is_failure(answered: &Result<Response<Bytes>, CallError>) -> bool {
    answered
        .as_ref()
        .map_or(true, |response| response.status().is_server_error())
}

/// A provider's base URL and client.
#[derive(Clone)]
pub struct ProviderClient {
    /// Without a trailing slash.
    base: String,
    /// The path of `base`, which is part of signatures.
    base_path: String,
    /// Blank if the provider needs none.
    key: Secret<String>,
    /// The scheme of the `Authorization` header.
    scheme: &'static str,
    wire: Wire,
}

/// A response of any status.
#[derive(Debug)]
pub struct Answered {
    pub status: StatusCode,
    body: Bytes,
}

/// There is no response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallError {
    /// No connection was made or attempted: the request had no effect.
    NotSent,
    /// It was sent, but no complete response arrived in time: it may have taken effect.
    Unanswered,
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotSent => "no connection to the provider",
            Self::Unanswered => "no whole answer from the provider in time",
        })
    }
}

impl std::error::Error for CallError {}

impl ProviderClient {
    /// # Errors
    /// An invalid URL.
    pub fn new(url: &str, key: Secret<String>, wire: Wire) -> Result<Self, ConfigError> {
        let base = url.trim_end_matches('/');
        let unusable = || ConfigError(format!("{url} is not a valid provider URL"));
        let uri: Uri = base.parse().map_err(|_| unusable())?;
        if uri.host().is_none() || uri.query().is_some() {
            return Err(unusable());
        }
        Ok(Self {
            base: base.to_owned(),
            base_path: uri.path().trim_end_matches('/').to_owned(),
            key,
            scheme: "Bearer",
            wire,
        })
    }

    /// Sets the scheme of the `Authorization` header.
    #[must_use]
    pub const fn announced(mut self, scheme: &'static str) -> Self {
        self.scheme = scheme;
        self
    }

    /// The full path of a URL below the provider's base, as in the request line.
    pub fn path(&self, path: &str) -> String {
        format!("{}{path}", self.base_path)
    }

    /// Requests the provider's base URL.
    ///
    /// # Errors
    /// The cause of the missing response.
    pub async fn knock(&self) -> Result<StatusCode, ConnectError> {
        let mut request = Request::get(&self.base);
        if !self.key.reveal().is_empty() {
            request = request.header(
                AUTHORIZATION,
                format!("{} {}", self.scheme, self.key.reveal()),
            );
        }
        let request = request.body(Vec::new());
        self.wire
            .reach(request.map_err(|_| ConnectError::Broken)?)
            .await
    }

    /// Sends one request. A response of any status is a success; redirects are not followed.
    ///
    /// # Errors
    /// No complete response in time.
    pub async fn call(
        &self,
        method: Method,
        path: &str,
        headers: &[(HeaderName, String)],
        body: Vec<u8>,
    ) -> Result<Answered, CallError> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base))
            .header(ACCEPT, "application/json")
            .header(CONTENT_TYPE, "application/json");
        if !self.key.reveal().is_empty() {
            request = request.header(
                AUTHORIZATION,
                format!("{} {}", self.scheme, self.key.reveal()),
            );
        }
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let request = request.body(body).map_err(|_| CallError::NotSent)?;
        let (parts, body) = self.wire.send(request).await?.into_parts();
        let (provider, status) = (self.wire.breaker.provider(), parts.status);
        if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            tracing::warn!(
                provider,
                status = status.as_u16(),
                "a provider rejected our key"
            );
        } else if status.is_server_error() {
            tracing::warn!(
                provider,
                status = status.as_u16(),
                "a provider returned a server error"
            );
        }
        Ok(Answered {
            status: parts.status,
            body,
        })
    }
}

impl Answered {
    /// The raw body.
    pub fn bytes(&self) -> &[u8] {
        &self.body
    }

    /// The body, deserialised; `None` if it is invalid. It is not logged, because it may contain personal data.
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_slice(&self.body).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Reply, Stub, logged, private_authority, private_server};
    use ground::clock::Clock;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    fn client(url: &str, extra_ca: &ExtraCa) -> ProviderClient {
        let breaker = Breaker::new("places", &Clock::set_to(0));
        let wire = Wire::trusting(extra_ca, Duration::from_millis(500), breaker);
        ProviderClient::new(url, Secret::new("canary".into()), wire).unwrap()
    }

    /// A provider over TLS, with a certificate from the private authority.
    async fn private_provider() -> String {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                let Ok(mut connection) = private_server().accept(connection).await else {
                    continue;
                };
                let _ = connection.read(&mut [0; 4_096]).await;
                let Reply::Bytes(reply) = Reply::json(200, "{}") else {
                    continue;
                };
                let _ = connection.write_all(&reply).await;
                let _ = connection.shutdown().await;
            }
        });
        format!("https://localhost:{port}")
    }

    /// The log lines of a call.
    async fn lines(url: &str) -> String {
        let client = client(url, &ExtraCa::default());
        logged(async {
            let _ = client.call(Method::GET, "/", &[], Vec::new()).await;
        })
        .await
    }

    #[tokio::test]
    async fn providers_with_a_configured_private_authority_are_trusted() {
        let url = private_provider().await;
        let answered = client(&url, &private_authority())
            .call(Method::GET, "/", &[], Vec::new())
            .await;
        assert_eq!(answered.unwrap().status, StatusCode::OK);
        let strange = client(&url, &ExtraCa::default()).knock().await;
        assert_eq!(strange.unwrap_err().kind(), "tls");
    }

    #[tokio::test]
    async fn each_failure_logs_one_line_with_its_kind() {
        let gone = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let refusing = format!("http://{}", gone.local_addr().unwrap());
        drop(gone);
        let stub = async |reply| Stub::new([reply]).await;
        let silent = stub(Reply::Silence).await;
        let broken = stub(Reply::Reset).await;
        let locked = stub(Reply::json(401, "{}")).await;
        let faulty = stub(Reply::json(500, "{}")).await;
        for (url, said) in [
            (private_provider().await, "kind=\"tls\""),
            (refusing, "kind=\"refused\""),
            (String::from("http://nowhere.invalid"), "kind=\"dns\""),
            (silent.url(""), "kind=\"timeout\""),
            (broken.url(""), "kind=\"broken\""),
            (locked.url(""), "rejected our key"),
            (faulty.url(""), "returned a server error"),
        ] {
            let lines = lines(&url).await;
            assert!(
                lines.contains(said) && lines.contains("places"),
                "{said}: {lines}"
            );
            assert_eq!(lines.lines().count(), 1, "{lines}");
            assert!(!lines.contains("canary"), "{lines}");
        }
    }
}
