//! Push services over HTTP (RFC 8030): one call per message, to the subscription's endpoint.

use super::encryption::encrypt;
use super::endpoint::checked;
use super::resolver::PublicResolver;
use super::vapid::VapidKey;
use super::{PushMessage, PushPort, Pushed};
use crate::Later;
use crate::connect_error::ConnectError;
use axum::http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, Method, Request, StatusCode, Uri};
use ground::clock::Clock;
use ground::config::{ConfigError, PushHosts, PushProvider};
use ground::random::Random;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use std::time::Duration;

const CONNECT: Duration = Duration::from_secs(5);
/// The timeout for the whole exchange. Shorter than a sender's lease on a message.
pub const DEADLINE: Duration = Duration::from_secs(10);
/// The body is not used; reading it keeps the connection alive.
const LARGEST_ANSWER_BYTES: usize = 4_096;

/// The push services.
pub struct HttpPush {
    key: VapidKey,
    subject: String,
    hosts: PushHosts,
    clock: Clock,
    http: Client<HttpsConnector<HttpConnector<PublicResolver>>, Full<Bytes>>,
}

/// Whether endpoints without TLS are allowed, which is for tests only.
#[derive(PartialEq, Eq)]
enum Tls {
    Always,
    #[cfg(test)]
    IfAsked,
}

impl HttpPush {
    /// # Errors
    /// An invalid key.
    pub fn new(
        provider: &PushProvider,
        hosts: &PushHosts,
        clock: Clock,
    ) -> Result<Self, ConfigError> {
        Self::over(Tls::Always, provider, hosts, clock)
    }

    fn over(
        tls: Tls,
        provider: &PushProvider,
        hosts: &PushHosts,
        clock: Clock,
    ) -> Result<Self, ConfigError> {
        // The value is not repeated: it may be a mistyped key.
        let key = VapidKey::read(provider.key.reveal()).map_err(|_| {
            ConfigError(String::from(
                "AJO_PUSH_VAPID_KEY is a private key on P-256: 32 bytes in base64url",
            ))
        })?;
        let mut tcp = HttpConnector::new_with_resolver(PublicResolver);
        tcp.enforce_http(false);
        tcp.set_connect_timeout(Some(CONNECT));
        tcp.set_nodelay(true);
        let builder = HttpsConnectorBuilder::new().with_webpki_roots();
        let builder = match tls {
            Tls::Always => builder.https_only(),
            #[cfg(test)]
            Tls::IfAsked => builder.https_or_http(),
        };
        let connector = builder.enable_http1().wrap_connector(tcp);
        Ok(Self {
            key,
            subject: provider.subject.clone(),
            hosts: hosts.clone(),
            clock,
            http: Client::builder(TokioExecutor::new()).build(connector),
        })
    }

    /// Tests the connection to a push service.
    ///
    /// # Errors
    /// The cause.
    pub async fn knock(&self, host: &str) -> Result<(), ConnectError> {
        let request = Request::get(format!("https://{host}/")).body(Full::default());
        let request = request.map_err(|_| ConnectError::Broken)?;
        match tokio::time::timeout(DEADLINE, self.http.request(request)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(ConnectError::of(&error)),
            Err(_) => Err(ConnectError::Timeout),
        }
    }

    async fn call(&self, endpoint: Uri, message: &PushMessage) -> Pushed {
        let Ok(body) = encrypt(Random, &message.to, message.payload().as_bytes()) else {
            return Pushed::Refused;
        };
        let authorisation = self
            .key
            .authorisation(&endpoint, &self.subject, self.clock.now_ms());
        let Ok(authorisation) = authorisation else {
            return Pushed::Refused;
        };
        let request = Request::builder()
            .method(Method::POST)
            .uri(endpoint)
            .header(AUTHORIZATION, authorisation)
            .header(CONTENT_ENCODING, "aes128gcm")
            .header(CONTENT_TYPE, "application/octet-stream")
            .header("ttl", message.ttl_seconds)
            .header("urgency", message.notice.urgency.as_str())
            .body(Full::new(Bytes::from(body)));
        let Ok(request) = request else {
            return Pushed::Refused;
        };
        tokio::time::timeout(DEADLINE, self.exchange(request))
            .await
            .unwrap_or(Pushed::Later { seconds: None })
    }

    /// The endpoint is secret, so only the status is logged.
    async fn exchange(&self, request: Request<Full<Bytes>>) -> Pushed {
        let response = match self.http.request(request).await {
            Ok(response) => response,
            Err(error) => {
                let cause = ConnectError::of(&error);
                let (kind, detail) = (cause.kind(), cause.detail());
                tracing::warn!(kind, detail, "a push service was not reached");
                return Pushed::Later { seconds: None };
            }
        };
        let (parts, body) = response.into_parts();
        let _ = Limited::new(body, LARGEST_ANSWER_BYTES).collect().await;
        meaning(parts.status, &parts.headers)
    }
}

/// Redirects are not followed: they count as invalid responses.
fn meaning(status: StatusCode, headers: &HeaderMap) -> Pushed {
    match status {
        status if status.is_success() => Pushed::Sent,
        StatusCode::NOT_FOUND | StatusCode::GONE => Pushed::Gone,
        status if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() => {
            let seconds = headers
                .get(RETRY_AFTER)
                .and_then(|value| value.to_str().ok()?.parse().ok());
            Pushed::Later { seconds }
        }
        status => {
            tracing::warn!(status = status.as_u16(), "a push message was refused");
            Pushed::Refused
        }
    }
}

impl PushPort for HttpPush {
    fn key(&self) -> Option<String> {
        Some(self.key.public())
    }

    fn send<'a>(&'a self, message: &'a PushMessage) -> Later<'a, Pushed> {
        Box::pin(async move {
            // It was checked when it was saved, but the list of hosts may have become shorter since.
            match checked(&message.to.endpoint, &self.hosts) {
                Ok(endpoint) => self.call(endpoint, message).await,
                Err(_) => Pushed::Gone,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::subscription::Subscription;
    use super::super::{Notice, Urgency};
    use super::*;
    use crate::testing::{Reply, Stub};
    use ground::secret::{Keys, Secret};

    const KEY: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";

    #[test]
    fn unreadable_keys_are_refused_without_being_repeated() {
        let wrong = [KEY, "x"].concat();
        let provider = PushProvider {
            key: Secret::new(wrong),
            subject: String::from("mailto:ops@ajo.example"),
        };
        let refused = HttpPush::new(&provider, &PushHosts::default(), Clock::set_to(0));
        let refused = refused.err().unwrap();
        assert!(refused.0.contains("AJO_PUSH_VAPID_KEY") && !refused.0.contains(KEY));
    }

    fn port(tls: Tls, hosts: &str) -> HttpPush {
        let provider = PushProvider {
            key: Secret::new(KEY.to_owned()),
            subject: String::from("mailto:ops@ajo.example"),
        };
        let hosts = PushHosts::read(Some(hosts)).unwrap();
        HttpPush::over(tls, &provider, &hosts, Clock::set_to(1_795_165_200_000)).unwrap()
    }

    fn message(endpoint: &str) -> PushMessage {
        let key = VapidKey::derived(&Keys::new(vec![8; 32])).unwrap();
        let point = base64::Engine::decode(
            &base64::engine::general_purpose::URL_SAFE_NO_PAD,
            key.public(),
        );
        PushMessage {
            to: Subscription {
                endpoint: endpoint.into(),
                p256dh: point.unwrap().try_into().unwrap(),
                auth: Secret::new([1; 16]),
            },
            notice: Notice::new("Canary title", "Canary body", "/settings", Urgency::High),
            ttl_seconds: 600,
        }
    }

    #[tokio::test]
    async fn messages_are_encrypted_with_ttl_and_urgency() {
        let stub = Stub::new([Reply::json(201, "{}")]).await;
        let port = port(Tls::IfAsked, "push.example");
        let endpoint = stub.url("/push/abc").parse().unwrap();
        assert_eq!(port.call(endpoint, &message("")).await, Pushed::Sent);
        let asked = &stub.asked().await[0];
        for line in [
            "POST /push/abc HTTP/1.1",
            "content-encoding: aes128gcm",
            "ttl: 600",
            "urgency: high",
            "authorization: vapid t=",
        ] {
            assert!(asked.contains(line), "{line} in {asked}");
        }
        assert!(!asked.contains("Canary"), "{asked}");
    }

    #[tokio::test]
    async fn statuses_map_to_results() {
        let busy =
            "HTTP/1.1 429 X\r\nretry-after: 120\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
        let later = Pushed::Later { seconds: None };
        for (reply, expected) in [
            (Reply::json(404, "{}"), Pushed::Gone),
            (Reply::json(410, "{}"), Pushed::Gone),
            (
                Reply::Bytes(busy.into()),
                Pushed::Later { seconds: Some(120) },
            ),
            (Reply::json(503, "{}"), later),
            (Reply::Reset, later),
            (Reply::json(403, "{}"), Pushed::Refused),
            (Reply::json(413, "{}"), Pushed::Refused),
        ] {
            let stub = Stub::new([reply]).await;
            let port = port(Tls::IfAsked, "push.example");
            let endpoint = stub.url("/push/abc").parse().unwrap();
            assert_eq!(port.call(endpoint, &message("")).await, expected);
        }
    }

    #[tokio::test]
    async fn redirects_are_not_followed() {
        let inside = Stub::new([Reply::json(200, "{}")]).await;
        let moved = format!(
            "HTTP/1.1 307 X\r\nlocation: {}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
            inside.url("/secret")
        );
        let stub = Stub::new([Reply::Bytes(moved.into_bytes())]).await;
        let endpoint = stub.url("/push/abc").parse().unwrap();
        let port = port(Tls::IfAsked, "push.example");
        assert_eq!(port.call(endpoint, &message("")).await, Pushed::Refused);
        assert!(inside.asked().await.is_empty());
    }

    #[tokio::test]
    async fn disallowed_endpoints_are_never_called() {
        let stub = Stub::new([Reply::json(200, "{}")]).await;
        let port = port(Tls::Always, "push.example, localhost.localdomain");
        for endpoint in [
            stub.url("/x"),
            format!("https://{}/x", stub.address),
            String::from("https://elsewhere.example/x"),
        ] {
            assert_eq!(
                port.send(&message(&endpoint)).await,
                Pushed::Gone,
                "{endpoint}"
            );
        }
        assert!(stub.asked().await.is_empty());
    }
}
