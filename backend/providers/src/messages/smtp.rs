//! Email over SMTP.

use super::letter::Sender;
use super::talk::{Failure, MailLine};
use super::{Message, MessageError, Messages};
use crate::Later;
use crate::breaker::Breaker;
use ground::config::{ConfigError, ExtraCa, MailProvider};
use lettre::message::Mailbox;
use std::time::Duration;

/// A mail server.
pub struct SmtpMessages {
    sender: Sender,
    line: MailLine,
    breaker: Breaker,
}

impl SmtpMessages {
    /// # Errors
    /// An invalid sender address.
    pub fn new(
        provider: &MailProvider,
        extra_ca: &ExtraCa,
        deadline: Duration,
        breaker: Breaker,
    ) -> Result<Self, ConfigError> {
        let mailbox = |name: &str, text: &str| {
            text.parse::<Mailbox>()
                .map_err(|_| ConfigError(format!("{name} is like: Ajo <no-reply@ajo.example>")))
        };
        let reply_to = provider.reply_to.as_ref();
        Ok(Self {
            sender: Sender {
                from: mailbox("AJO_MAIL_FROM", &provider.from)?,
                reply_to: reply_to
                    .map(|text| mailbox("AJO_MAIL_REPLY_TO", text))
                    .transpose()?,
            },
            line: MailLine::new(provider, extra_ca, deadline)?,
            breaker,
        })
    }

    /// Connects and logs in without sending anything.
    ///
    /// # Errors
    /// The step that failed.
    pub async fn knock(&self) -> Result<(), Failure> {
        self.line.knock().await
    }

    /// Sends a message without the circuit breaker and reports why it was not accepted. `None`: the recipient address is
    /// invalid.
    pub async fn try_send(&self, message: &Message) -> Option<Result<(), Failure>> {
        let letter = self.sender.letter(message, message.to.parse().ok()?)?;
        let (envelope, bytes) = (letter.envelope(), letter.formatted());
        Some(self.line.hand_in(envelope, &bytes).await)
    }

    async fn deliver(&self, message: Message) -> Result<(), MessageError> {
        let away = |sent: &Option<Result<(), Failure>>| matches!(sent, Some(Err(failure)) if failure.is_away());
        let sent = self.breaker.call(self.try_send(&message), away).await;
        let sent = sent.ok_or(MessageError::NotSent)?;
        sent.ok_or(MessageError::Refused)?.map_err(|failure| {
            failure.tell();
            failure.meaning()
        })
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
