//! A provider over HTTP: `GET /predictions` returns the four groups.

use super::{Predictions, SignalPort, SignalsUnavailable};
use crate::Later;
use crate::client::{ProviderClient, Wire};
use axum::http::{Method, StatusCode};
use ground::config::{ConfigError, SignalsProvider};

pub struct HttpSignals {
    client: ProviderClient,
}

impl HttpSignals {
    /// # Errors
    /// An invalid URL.
    pub fn new(provider: &SignalsProvider, wire: Wire) -> Result<Self, ConfigError> {
        let client = ProviderClient::new(&provider.url, provider.key.clone(), wire)?;
        Ok(Self { client })
    }
}

impl SignalPort for HttpSignals {
    fn latest(&self) -> Later<'_, Result<Predictions, SignalsUnavailable>> {
        Box::pin(async {
            let answered = self
                .client
                .call(Method::GET, "/predictions", &[], Vec::new())
                .await
                .map_err(|_| SignalsUnavailable)?;
            let read =
                (answered.status == StatusCode::OK).then(|| Predictions::read(answered.bytes()));
            read.flatten().ok_or(SignalsUnavailable)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Reply, Stub, quick};
    use ground::secret::Secret;

    #[tokio::test]
    async fn only_the_four_groups_are_read() {
        let body = r#"{"first_match":[{"id":1,"symbol":"BTC","percent_change_24h":"1.5"}]}"#;
        for (status, body, taken) in [
            (200, body, true),
            (200, r#"{"first_match":1}"#, false),
            (200, "<html>", false),
            (503, body, false),
            (401, body, false),
        ] {
            let stub = Stub::new([Reply::json(status, body)]).await;
            let provider = SignalsProvider {
                url: stub.url(""),
                key: Secret::new("key".into()),
            };
            let latest = HttpSignals::new(&provider, quick()).unwrap();
            assert_eq!(latest.latest().await.is_ok(), taken, "{status} {body}");
        }
    }
}
