//! Email over SMTP.

use super::{Message, MessageError, Messages};
use crate::config::{ConfigError, MailProvider};
use crate::outbound::Later;
use crate::outbound::breaker::Breaker;
use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::transport::smtp::Error;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use std::time::Duration;

/// A mail server.
pub struct SmtpMessages {
    from: Mailbox,
    server: AsyncSmtpTransport<Tokio1Executor>,
    deadline: Duration,
    breaker: Breaker,
}

impl SmtpMessages {
    /// # Errors
    /// An invalid address of the server or the sender.
    pub fn new(
        provider: &MailProvider,
        deadline: Duration,
        breaker: Breaker,
    ) -> Result<Self, ConfigError> {
        let from = provider.from.parse().map_err(|_| {
            ConfigError(String::from(
                "AJO_MAIL_FROM is like: Ajo <no-reply@ajo.example>",
            ))
        })?;
        // The library's error would contain the URL, and with it the password.
        let server = AsyncSmtpTransport::<Tokio1Executor>::from_url(provider.url.reveal())
            .map_err(|_| {
                ConfigError(String::from(
                    "AJO_SMTP_URL is like: smtps://user:password@mail.example",
                ))
            })?
            .timeout(Some(deadline))
            .build();
        Ok(Self {
            from,
            server,
            deadline,
            breaker,
        })
    }

    async fn deliver(&self, message: Message) -> Result<(), MessageError> {
        let to: Mailbox =
            Mailbox::new(None, message.to.parse().map_err(|_| MessageError::Refused)?);
        let letter = lettre::Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(message.subject)
            .header(ContentType::TEXT_PLAIN)
            .body(message.text)
            .map_err(|_| MessageError::Refused)?;
        let call = async {
            match tokio::time::timeout(self.deadline, self.server.send(letter)).await {
                Ok(Ok(_)) => Ok(()),
                Ok(Err(error)) => Err(reason(&error)),
                Err(_) => Err(MessageError::Unknown),
            }
        };
        let silent = |sent: &Result<(), MessageError>| *sent == Err(MessageError::Unknown);
        let sent = self.breaker.call(call, silent).await;
        sent.unwrap_or(Err(MessageError::NotSent))
    }
}

/// Only a permanent rejection of the message itself counts: a server that rejects *us* says nothing about the
/// recipient. Its words may contain the address, and are not logged.
fn reason(error: &Error) -> MessageError {
    match error.status().map(u16::from) {
        Some(code @ (530 | 534 | 535 | 538)) => {
            tracing::warn!(code, "the mail server does not let us in");
            MessageError::NotSent
        }
        Some(500..) => MessageError::Refused,
        Some(_) => MessageError::NotSent,
        None => MessageError::Unknown,
    }
}

impl Messages for SmtpMessages {
    fn send(&self, message: Message) -> Later<'_, Result<(), MessageError>> {
        Box::pin(self.deliver(message))
    }
}

#[cfg(test)]
#[path = "smtp_tests.rs"]
mod tests;
