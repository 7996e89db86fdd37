//! HTTP calls to providers, with distrust: a timeout, a size limit, no redirects, and errors that tell whether the
//! request may have taken effect.

use super::breaker::Breaker;
use crate::config::ConfigError;
use crate::secret::Secret;
use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderName, Method, Request, Response, StatusCode, Uri};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde::de::DeserializeOwned;
use std::fmt;
use std::time::Duration;

const CONNECT: Duration = Duration::from_secs(5);
/// From the request to the last byte of the response; less than our own longest call may take.
pub const DEADLINE: Duration = Duration::from_secs(20);
const LARGEST_ANSWER_BYTES: usize = 512 * 1024;

/// One exchange with another server, with a timeout and a size limit; redirects are not followed.
#[derive(Clone)]
pub struct Wire {
    http: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    deadline: Duration,
    breaker: Breaker,
}

impl Wire {
    pub fn new(deadline: Duration, breaker: Breaker) -> Self {
        let mut connector = HttpConnector::new();
        connector.enforce_http(false);
        connector.set_connect_timeout(Some(CONNECT));
        connector.set_nodelay(true);
        let connector = HttpsConnectorBuilder::new()
            .with_webpki_roots()
            .https_or_http()
            .enable_http1()
            .wrap_connector(connector);
        let http = Client::builder(TokioExecutor::new()).build(connector);
        Self {
            http,
            deadline,
            breaker,
        }
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
            in_time.unwrap_or(Err(CallError::Unanswered))
        };
        let answered = self.breaker.call(call, is_failure).await;
        answered.unwrap_or(Err(CallError::NotSent))
    }

    async fn exchange(&self, request: Request<Full<Bytes>>) -> Result<Response<Bytes>, CallError> {
        let response =
            self.http
                .request(request)
                .await
                .map_err(|error| match error.is_connect() {
                    true => CallError::NotSent,
                    false => CallError::Unanswered,
                })?;
        let (parts, body) = response.into_parts();
        let body = Limited::new(body, LARGEST_ANSWER_BYTES)
            .collect()
            .await
            .map_err(|_| CallError::Unanswered)?;
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
    key: Secret<String>,
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
    /// No connection was made or tried: the request had no effect.
    NotSent,
    /// It was sent, but no complete response came in time: it may have taken effect.
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
        let unusable = || ConfigError(format!("{url} is no provider's address"));
        let uri: Uri = base.parse().map_err(|_| unusable())?;
        if uri.host().is_none() || uri.query().is_some() {
            return Err(unusable());
        }
        Ok(Self {
            base: base.to_owned(),
            base_path: uri.path().trim_end_matches('/').to_owned(),
            key,
            wire,
        })
    }

    /// The path of a URL below the provider's base, as in the request line.
    pub fn path(&self, path: &str) -> String {
        format!("{}{path}", self.base_path)
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
            .header(CONTENT_TYPE, "application/json")
            .header(AUTHORIZATION, format!("Bearer {}", self.key.reveal()));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let request = request.body(body).map_err(|_| CallError::NotSent)?;
        let (parts, body) = self.wire.send(request).await?.into_parts();
        Ok(Answered {
            status: parts.status,
            body,
        })
    }
}

impl Answered {
    /// The body, deserialised; `None` if it is invalid. It is not logged, because it may contain personal data.
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_slice(&self.body).ok()
    }
}
