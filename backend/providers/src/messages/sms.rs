//! Text messages over HTTP, as described in docs/providers.md.

use super::{Message, MessageError, Messages};
use crate::Later;
use crate::client::{CallError, ProviderClient, Wire};
use axum::http::{Method, StatusCode};
use ground::config::{ConfigError, SmsProvider};
use serde_json::json;

/// Nigeria's country code, for numbers in national format.
const COUNTRY_CODE: &str = "+234";
const HOME_DIGITS: usize = 11;
/// E.164 allows fifteen digits.
const MOST_DIGITS: usize = 15;
const LEAST_DIGITS: usize = 8;

/// An SMS provider.
pub struct SmsMessages {
    client: ProviderClient,
    from: String,
}

impl SmsMessages {
    /// # Errors
    /// An invalid URL.
    pub fn new(provider: &SmsProvider, wire: Wire) -> Result<Self, ConfigError> {
        Ok(Self {
            client: ProviderClient::new(&provider.url, provider.key.clone(), wire)?,
            from: provider.from.clone(),
        })
    }

    async fn deliver(&self, message: Message) -> Result<(), MessageError> {
        let to = international(&message.to).ok_or(MessageError::Refused)?;
        let body = json!({ "to": to, "from": self.from, "text": message.text });
        let answered = self
            .client
            .call(Method::POST, "", &[], body.to_string().into_bytes())
            .await
            .map_err(|error| match error {
                CallError::NotSent => MessageError::NotSent,
                CallError::Unanswered => MessageError::Unknown,
            })?;
        match answered.status {
            status if status.is_success() => Ok(()),
            StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY => {
                Err(MessageError::Refused)
            }
            status => Err(meaning(status)),
        }
    }
}

/// Whether the provider may have accepted the message despite the error: not if it reports overload or an invalid
/// request; any other error may have come after sending.
fn meaning(status: StatusCode) -> MessageError {
    if status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE {
        MessageError::Unknown
    } else {
        MessageError::NotSent
    }
}

impl Messages for SmsMessages {
    fn send(&self, message: Message) -> Later<'_, Result<(), MessageError>> {
        Box::pin(self.deliver(message))
    }
}

/// A number in international format: `08031234567` becomes `+2348031234567`.
pub(super) fn international(number: &str) -> Option<String> {
    let number = number.trim();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(rest) = number.strip_prefix('+') {
        let good = digits(rest)
            && (LEAST_DIGITS..=MOST_DIGITS).contains(&rest.len())
            && !rest.starts_with('0');
        return good.then(|| number.to_owned());
    }
    let rest = number.strip_prefix('0')?;
    (digits(rest) && number.len() == HOME_DIGITS).then(|| [COUNTRY_CODE, rest].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Channel;
    use crate::testing::{Reply, Stub, quick};
    use ground::secret::Secret;

    async fn sent(reply: Reply) -> (Result<(), MessageError>, Stub) {
        let stub = Stub::new([reply]).await;
        let provider = SmsProvider {
            url: stub.url("/send"),
            key: Secret::new("key".into()),
            from: "Ajo".into(),
        };
        let text = String::from;
        let message = Message {
            id: text("m1"),
            channel: Channel::Sms,
            to: text("08031234567"),
            subject: text(""),
            text: text("123-456"),
            code: Some(text("123456")),
            brand: None,
            payer: None,
            attachment: None,
        };
        (
            SmsMessages::new(&provider, quick())
                .unwrap()
                .send(message)
                .await,
            stub,
        )
    }

    #[tokio::test]
    async fn texts_go_to_the_international_number() {
        let (result, stub) = sent(Reply::json(202, r#"{"id":"m1"}"#)).await;
        assert_eq!(result, Ok(()));
        let asked = stub.asked().await;
        assert!(
            asked[0].starts_with("POST /send HTTP/1.1\r\n")
                && asked[0].contains("authorization: Bearer key\r\n"),
            "{asked:?}"
        );
        let body: serde_json::Value =
            serde_json::from_str(asked[0].split("\r\n\r\n").nth(1).unwrap()).unwrap();
        // The code appears only in the text.
        assert_eq!(
            body,
            json!({ "to": "+2348031234567", "from": "Ajo", "text": "123-456" })
        );
    }

    #[tokio::test]
    async fn refusals_and_missing_answers_differ() {
        assert_eq!(
            sent(Reply::json(422, "{}")).await.0,
            Err(MessageError::Refused)
        );
        for reply in [
            Reply::json(500, "{}"),
            Reply::json(504, "{}"),
            Reply::Silence,
            Reply::Reset,
        ] {
            assert_eq!(sent(reply).await.0, Err(MessageError::Unknown));
        }
        for status in [302, 401, 429, 503] {
            let reply = Reply::json(status, "{}");
            assert_eq!(sent(reply).await.0, Err(MessageError::NotSent), "{status}");
        }
    }

    #[test]
    fn numbers_that_cannot_be_dialled_are_refused() {
        assert_eq!(
            international("+233201234567").as_deref(),
            Some("+233201234567")
        );
        for bad in [
            "",
            "0803123456",
            "080312345678",
            "8031234567",
            "+08031234567",
            "+1",
            "0803123456x",
            "０８０３１２３４５６７",
        ] {
            assert_eq!(international(bad), None, "{bad}");
        }
    }
}
