//! Email over SMTP.

use super::{Message, MessageError, Messages};
use crate::config::{ConfigError, MailProvider};
use crate::outbound::Later;
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
}

impl SmtpMessages {
    /// # Errors
    /// An address, of the server or the sender, that is none.
    pub fn new(provider: &MailProvider, deadline: Duration) -> Result<Self, ConfigError> {
        let from = provider.from.parse().map_err(|_| {
            ConfigError(String::from(
                "AJO_MAIL_FROM is like: Ajo <no-reply@ajo.example>",
            ))
        })?;
        // What the library says of a bad address holds the address, and that a password.
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
        match tokio::time::timeout(self.deadline, self.server.send(letter)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(reason(&error)),
            Err(_) => Err(MessageError::Unavailable),
        }
    }
}

/// Only a lasting refusal is one. A server's words may hold the address, and are not logged.
fn reason(error: &Error) -> MessageError {
    if error.is_permanent() {
        MessageError::Refused
    } else {
        MessageError::Unavailable
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
