//! A provider of liveness checks over HTTP, as described in docs/providers.md.

use super::{LivenessPort, LivenessStatus, LivenessUnavailable, Started};
use crate::Later;
use crate::client::{Answered, ProviderClient, Wire};
use axum::http::{Method, StatusCode};
use ground::config::{ConfigError, LivenessProvider};
use serde::Deserialize;
use serde_json::json;

const LONGEST_REFERENCE_BYTES: usize = 100;
const LONGEST_URL_BYTES: usize = 1_000;

/// A provider over HTTP.
pub struct HttpLiveness {
    client: ProviderClient,
}

#[derive(Deserialize)]
struct NewSession {
    reference: String,
    url: String,
}

#[derive(Deserialize)]
struct Session {
    reference: String,
    status: LivenessStatus,
}

impl HttpLiveness {
    /// # Errors
    /// An invalid URL.
    pub fn new(provider: &LivenessProvider, wire: Wire) -> Result<Self, ConfigError> {
        let client = ProviderClient::new(&provider.url, provider.key.clone(), wire)?;
        Ok(Self { client })
    }

    async fn call(&self, method: Method, path: &str, body: Vec<u8>) -> Option<Answered> {
        let answered = self.client.call(method, path, &[], body).await.ok();
        answered.filter(|answered| matches!(answered.status, StatusCode::OK | StatusCode::CREATED))
    }
}

/// Only another site over TLS is a valid destination.
fn is_address(url: &str) -> bool {
    url.len() <= LONGEST_URL_BYTES
        && url.starts_with("https://")
        && url.bytes().all(|byte| byte.is_ascii_graphic())
}

fn is_reference(reference: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    !reference.is_empty()
        && reference.len() <= LONGEST_REFERENCE_BYTES
        && reference.bytes().all(plain)
}

impl LivenessPort for HttpLiveness {
    fn start<'a>(
        &'a self,
        name: &'a str,
        return_to: &'a str,
    ) -> Later<'a, Result<Started, LivenessUnavailable>> {
        Box::pin(async move {
            let body = json!({ "name": name, "return_to": return_to });
            let answered = self
                .call(Method::POST, "/sessions", body.to_string().into_bytes())
                .await;
            answered
                .and_then(|answered| answered.read::<NewSession>())
                .filter(|session| is_address(&session.url) && is_reference(&session.reference))
                .map(|session| Started {
                    reference: session.reference,
                    url: session.url,
                })
                .ok_or(LivenessUnavailable)
        })
    }

    fn status<'a>(
        &'a self,
        reference: &'a str,
    ) -> Later<'a, Result<LivenessStatus, LivenessUnavailable>> {
        Box::pin(async move {
            let path = ["/sessions/", reference].concat();
            let answered = self.call(Method::GET, &path, Vec::new()).await;
            answered
                .and_then(|answered| answered.read::<Session>())
                .filter(|session| session.reference == reference)
                .map(|session| session.status)
                .ok_or(LivenessUnavailable)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Reply, Stub, quick};
    use ground::secret::Secret;

    async fn provider(reply: Reply) -> HttpLiveness {
        let stub = Stub::new([reply]).await;
        let provider = LivenessProvider {
            url: stub.url("/v1"),
            key: Secret::new("key".into()),
        };
        HttpLiveness::new(&provider, quick()).unwrap()
    }

    #[tokio::test]
    async fn checks_are_started_and_queried() {
        let good = r#"{"reference":"s-1","url":"https://liveness.example/s-1"}"#;
        let started = provider(Reply::json(201, good)).await;
        let started = started.start("Ada Obi", "https://ajo.example/verify").await;
        assert_eq!(started.unwrap().url, "https://liveness.example/s-1");
        let answered = provider(Reply::json(200, r#"{"reference":"s-1","status":"passed"}"#)).await;
        assert_eq!(answered.status("s-1").await, Ok(LivenessStatus::Passed));
    }

    #[tokio::test]
    async fn malformed_answers_are_refused() {
        for reply in [
            Reply::json(201, r#"{"reference":"s-1","url":"javascript:alert(1)"}"#),
            Reply::json(
                201,
                r#"{"reference":"../s","url":"https://liveness.example/"}"#,
            ),
            Reply::json(500, "{}"),
            Reply::Silence,
        ] {
            assert!(
                provider(reply)
                    .await
                    .start("Ada", "https://ajo.example/")
                    .await
                    .is_err()
            );
        }
        for reply in [
            Reply::json(200, r#"{"reference":"s-2","status":"passed"}"#),
            Reply::json(200, r#"{"reference":"s-1","status":"maybe"}"#),
            Reply::json(404, r#"{"reference":"s-1","status":"passed"}"#),
            Reply::Reset,
        ] {
            assert!(provider(reply).await.status("s-1").await.is_err());
        }
    }
}
