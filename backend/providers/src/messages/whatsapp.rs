//! WhatsApp messages through the Cloud API: a business can start a conversation only with an approved template, so each
//! notice is the one parameter of a template's body.

use super::sms::international;
use super::{Message, MessageError, Messages};
use crate::Later;
use crate::client::{CallError, ProviderClient, Wire};
use axum::http::{Method, StatusCode};
use ground::config::{ConfigError, WhatsappProvider};
use serde::Deserialize;
use serde_json::json;

/// Errors that concern the recipient: not on WhatsApp, the business itself, or not allowed in a test account.
const RECIPIENT: [i64; 3] = [131_026, 131_021, 131_030];

/// A business number.
pub struct WhatsappMessages {
    client: ProviderClient,
    template: String,
    language: String,
}

#[derive(Deserialize)]
struct Failure {
    error: Detail,
}

#[derive(Deserialize)]
struct Detail {
    code: i64,
}

impl WhatsappMessages {
    /// # Errors
    /// An invalid URL.
    pub fn new(provider: &WhatsappProvider, wire: Wire) -> Result<Self, ConfigError> {
        Ok(Self {
            client: ProviderClient::new(&provider.url, provider.key.clone(), wire)?,
            template: provider.template.clone(),
            language: provider.language.clone(),
        })
    }

    async fn deliver(&self, message: Message) -> Result<(), MessageError> {
        let to = international(&message.to).ok_or(MessageError::Refused)?;
        // Parameters allow neither line breaks nor consecutive spaces.
        let words: Vec<&str> = message.text.split_whitespace().collect();
        let body = json!({
            "messaging_product": "whatsapp",
            "to": to.trim_start_matches('+'),
            "type": "template",
            "template": {
                "name": self.template,
                "language": { "code": self.language },
                "components": [{
                    "type": "body",
                    "parameters": [{ "type": "text", "text": words.join(" ") }],
                }],
            },
        });
        let answered = self
            .client
            .call(Method::POST, "", &[], body.to_string().into_bytes())
            .await
            .map_err(|error| match error {
                CallError::NotSent => MessageError::NotSent,
                CallError::Unanswered => MessageError::Unknown,
            })?;
        let refused = || {
            let failure = answered.read::<Failure>();
            failure.is_some_and(|failure| RECIPIENT.contains(&failure.error.code))
        };
        match answered.status {
            status if status.is_success() => Ok(()),
            status if status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE => {
                Err(MessageError::Unknown)
            }
            _ if refused() => Err(MessageError::Refused),
            // Including an expired key, an unknown template, and too many messages. The operator can fix the cause.
            _ => Err(MessageError::NotSent),
        }
    }
}

impl Messages for WhatsappMessages {
    fn send(&self, message: Message) -> Later<'_, Result<(), MessageError>> {
        Box::pin(self.deliver(message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Channel;
    use crate::testing::{Reply, Stub, quick};
    use ground::secret::Secret;

    async fn sent(reply: Reply) -> (Result<(), MessageError>, Vec<String>) {
        let stub = Stub::new([reply]).await;
        let provider = WhatsappProvider {
            url: stub.url("/v23.0/1055/messages"),
            key: Secret::new("key".into()),
            template: "notice".into(),
            language: "en".into(),
        };
        let message = Message {
            id: String::from("m1"),
            channel: Channel::Whatsapp,
            to: "08031234567".into(),
            subject: String::new(),
            text: String::from("Ajo: money\n\nhas arrived."),
            code: None,
            brand: None,
            payer: None,
            attachment: None,
        };
        let number = WhatsappMessages::new(&provider, quick()).unwrap();
        (number.send(message).await, stub.asked().await)
    }

    #[tokio::test]
    async fn notices_are_template_parameters() {
        let taken = r#"{"messaging_product":"whatsapp","contacts":[{"input":"2348031234567","wa_id":"2348031234567"}],"messages":[{"id":"wamid.1"}]}"#;
        let (result, asked) = sent(Reply::json(200, taken)).await;
        assert_eq!(result, Ok(()));
        assert!(
            asked[0].starts_with("POST /v23.0/1055/messages HTTP/1.1\r\n")
                && asked[0].contains("authorization: Bearer key\r\n"),
            "{asked:?}"
        );
        let body: serde_json::Value =
            serde_json::from_str(asked[0].split("\r\n\r\n").nth(1).unwrap()).unwrap();
        assert_eq!(body["to"], "2348031234567");
        assert_eq!(body["template"]["name"], "notice");
        assert_eq!(
            body["template"]["components"][0]["parameters"][0]["text"],
            "Ajo: money has arrived."
        );
    }

    #[tokio::test]
    async fn numbers_without_whatsapp_are_refused_and_our_errors_retried() {
        let failure = |code: i64| {
            format!(
                r#"{{"error":{{"message":"no","type":"OAuthException","code":{code},"fbtrace_id":"x"}}}}"#
            )
        };
        for code in RECIPIENT {
            assert_eq!(
                sent(Reply::json(400, &failure(code))).await.0,
                Err(MessageError::Refused)
            );
        }
        for (status, code) in [
            (400, 130_429),
            (404, 132_001),
            (401, 190),
            (429, 80_007),
            (503, 2),
        ] {
            let result = sent(Reply::json(status, &failure(code))).await.0;
            assert_eq!(result, Err(MessageError::NotSent), "{code}");
        }
        for reply in [Reply::json(500, &failure(131_000)), Reply::Silence] {
            assert_eq!(sent(reply).await.0, Err(MessageError::Unknown));
        }
    }
}
