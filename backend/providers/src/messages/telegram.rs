//! Chat messages through a Telegram bot: the Bot API's `sendMessage`, and `getMe` to test the settings.

use super::{Message, MessageError, Messages};
use crate::Later;
use crate::client::{CallError, Wire};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Request, StatusCode, Uri};
use ground::config::{ConfigError, TelegramProvider};
use ground::secret::Secret;
use serde::Deserialize;
use serde_json::json;

/// A bot.
pub struct TelegramMessages {
    /// Contains the bot's token.
    send_message: Secret<Uri>,
    /// Contains the bot's token.
    get_me: Secret<Uri>,
    wire: Wire,
}

/// The answer to `getMe`.
#[derive(Deserialize)]
struct Me {
    result: Bot,
}

#[derive(Deserialize)]
struct Bot {
    username: String,
}

impl TelegramMessages {
    /// # Errors
    /// An invalid URL.
    pub fn new(provider: &TelegramProvider, wire: Wire) -> Result<Self, ConfigError> {
        let base = provider.url.trim_end_matches('/');
        let address = |method: &str| {
            let address = format!("{base}/bot{}/{method}", provider.token.reveal());
            let address = address.parse::<Uri>().map(Secret::new);
            address.map_err(|_| ConfigError(String::from("AJO_TELEGRAM_URL is not a web address")))
        };
        Ok(Self {
            send_message: address("sendMessage")?,
            get_me: address("getMe")?,
            wire,
        })
    }

    /// The bot that the token belongs to.
    ///
    /// # Errors
    /// The failure, for the operator.
    pub async fn knock(&self) -> Result<String, String> {
        let request = Request::get(self.get_me.reveal().clone()).body(Vec::new());
        let request = request.map_err(|_| String::from("AJO_TELEGRAM_URL is not a web address"))?;
        let answered = self.wire.send(request).await;
        let answered = answered.map_err(|_| String::from("it does not respond"))?;
        match answered.status() {
            StatusCode::OK => serde_json::from_slice(answered.body())
                .map(|me: Me| me.result.username)
                .map_err(|_| String::from("its response is not Telegram's")),
            StatusCode::UNAUTHORIZED | StatusCode::NOT_FOUND => {
                Err(String::from("it rejects our token"))
            }
            status => Err(format!("it responds {status}")),
        }
    }

    async fn deliver(&self, message: Message) -> Result<(), MessageError> {
        let chat: i64 = message.to.parse().map_err(|_| MessageError::Refused)?;
        let body = json!({ "chat_id": chat, "text": message.text });
        let request = Request::post(self.send_message.reveal().clone())
            .header(CONTENT_TYPE, "application/json")
            .body(body.to_string().into_bytes())
            .map_err(|_| MessageError::NotSent)?;
        let answered = self.wire.send(request).await.map_err(|error| match error {
            CallError::NotSent => MessageError::NotSent,
            CallError::Unanswered => MessageError::Unknown,
        })?;
        match answered.status() {
            status if status.is_success() => Ok(()),
            // The chat does not exist, or the user has blocked the bot.
            StatusCode::BAD_REQUEST | StatusCode::FORBIDDEN => Err(MessageError::Refused),
            status if status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE => {
                Err(MessageError::Unknown)
            }
            // Including a wrong token (401, 404) and too many messages (429).
            _ => Err(MessageError::NotSent),
        }
    }
}

impl Messages for TelegramMessages {
    fn send(&self, message: Message) -> Later<'_, Result<(), MessageError>> {
        Box::pin(self.deliver(message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Channel;
    use crate::testing::{Reply, Stub, quick};

    fn provider(stub: &Stub) -> TelegramProvider {
        TelegramProvider {
            url: stub.url("/"),
            token: Secret::new("123:AbC".into()),
            bot: "ajo_bot".into(),
            hook_secret: Secret::new("hush".into()),
        }
    }

    async fn sent(to: &str, reply: Reply) -> (Result<(), MessageError>, Vec<String>) {
        let stub = Stub::new([reply]).await;
        let message = Message {
            id: String::from("m1"),
            channel: Channel::Telegram,
            to: to.into(),
            subject: String::new(),
            text: String::from("Ajo: money has arrived."),
            code: None,
            brand: None,
            payer: None,
            attachment: None,
        };
        let bot = TelegramMessages::new(&provider(&stub), quick()).unwrap();
        (bot.send(message).await, stub.asked().await)
    }

    #[tokio::test]
    async fn tokens_identify_their_bot() {
        let me = r#"{"ok":true,"result":{"id":1,"is_bot":true,"username":"ajo_bot"}}"#;
        for (reply, expected) in [
            (Reply::json(200, me), Ok("ajo_bot")),
            (
                Reply::json(200, "<html>"),
                Err("its response is not Telegram's"),
            ),
            (Reply::json(401, "{}"), Err("it rejects our token")),
            (Reply::json(404, "{}"), Err("it rejects our token")),
            (
                Reply::json(500, "{}"),
                Err("it responds 500 Internal Server Error"),
            ),
            (Reply::Reset, Err("it does not respond")),
        ] {
            let stub = Stub::new([reply]).await;
            let bot = TelegramMessages::new(&provider(&stub), quick()).unwrap();
            let found = bot.knock().await;
            let found = found.as_deref().map_err(|wrong| wrong.as_str());
            assert_eq!(found, expected);
            let asked = stub.asked().await;
            assert!(asked[0].starts_with("GET /bot123:AbC/getMe "), "{asked:?}");
        }
    }

    #[tokio::test]
    async fn messages_go_to_the_chat() {
        let taken =
            r#"{"ok":true,"result":{"message_id":7,"chat":{"id":42,"type":"private"},"date":1}}"#;
        let (result, asked) = sent("42", Reply::json(200, taken)).await;
        assert_eq!(result, Ok(()));
        assert!(
            asked[0].starts_with("POST /bot123:AbC/sendMessage HTTP/1.1\r\n"),
            "{asked:?}"
        );
        let body: serde_json::Value =
            serde_json::from_str(asked[0].split("\r\n\r\n").nth(1).unwrap()).unwrap();
        assert_eq!(
            body,
            json!({ "chat_id": 42, "text": "Ajo: money has arrived." })
        );
    }

    #[tokio::test]
    async fn blocked_chats_are_refused_and_rate_limits_retried() {
        let blocked = r#"{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}"#;
        assert_eq!(
            sent("42", Reply::json(403, blocked)).await.0,
            Err(MessageError::Refused)
        );
        let busy = r#"{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 5","parameters":{"retry_after":5}}"#;
        for (status, body) in [(429, busy), (401, "{}"), (404, "{}"), (503, "{}")] {
            let result = sent("42", Reply::json(status, body)).await.0;
            assert_eq!(result, Err(MessageError::NotSent), "{status}");
        }
        for reply in [Reply::json(502, "{}"), Reply::Silence, Reply::Reset] {
            assert_eq!(sent("42", reply).await.0, Err(MessageError::Unknown));
        }
        let (result, asked) = sent("@ada", Reply::json(200, "{}")).await;
        assert_eq!((result, asked.len()), (Err(MessageError::Refused), 0));
    }
}
