//! The HTTP client of a bucket: the same TLS and the same trust as all providers.

use crate::client::connector;
use crate::connect_error::ConnectError;
use async_trait::async_trait;
use axum::http::StatusCode;
use ground::config::ExtraCa;
use http_body_util::BodyExt;
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector as Connects, HttpError, HttpErrorKind, HttpRequest, HttpRequestBody,
    HttpResponse, HttpResponseBody, HttpService,
};
use std::error::Error;
use std::fmt;

/// Makes the client with which a bucket is called.
#[derive(Clone)]
pub struct Connector(Client<HttpsConnector<HttpConnector>, HttpRequestBody>);

impl Connector {
    /// A client that also trusts additional certificate authorities.
    pub fn trusting(extra_ca: &ExtraCa) -> Self {
        Self(Client::builder(TokioExecutor::new()).build(connector(extra_ca)))
    }
}

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Connector")
    }
}

impl Connects for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

/// A response that says no more than its status: its body repeats parts of the signed request.
#[derive(Debug)]
struct Responded(StatusCode);

impl fmt::Display for Responded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it responds {}", self.0)
    }
}

impl Error for Responded {}

impl Responded {
    /// As an error, unless the library reads something out of the status. Whatever may pass is tried again.
    fn check(status: StatusCode) -> Result<(), HttpError> {
        let is_read = matches!(
            status,
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::NOT_FOUND
        );
        if is_read || !(status.is_client_error() || status.is_server_error()) {
            return Ok(());
        }
        let kind = match status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
            true => HttpErrorKind::Request,
            false => HttpErrorKind::Unknown,
        };
        Err(HttpError::new(kind, Self(status)))
    }
}

#[async_trait]
impl HttpService for Connector {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let response = self.0.request(request).await.map_err(|error| {
            let kind = match error.is_connect() {
                true => HttpErrorKind::Connect,
                false => HttpErrorKind::Interrupted,
            };
            HttpError::new(kind, error)
        })?;
        let (parts, body) = response.into_parts();
        Responded::check(parts.status)?;
        let body = body.map_err(|error| HttpError::new(HttpErrorKind::Interrupted, error));
        Ok(HttpResponse::from_parts(parts, HttpResponseBody::new(body)))
    }
}

/// The cause of a failure: the status of the response, or why there is none.
pub fn cause(error: &object_store::Error) -> String {
    let mut next: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(found) = next {
        if let Some(responded) = found.downcast_ref::<Responded>() {
            return responded.to_string();
        }
        next = found.source();
    }
    ConnectError::of(error).to_string()
}
