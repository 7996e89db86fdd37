//! Email over SMTP.

use super::letter::Sender;
use super::talk::{Failure, MailLine};
use super::{Message, MessageError, Messages};
use crate::config::{ConfigError, ExtraCa, MailProvider};
use crate::outbound::Later;
use crate::outbound::breaker::Breaker;
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
    /// A sender that is none.
    pub fn new(
        provider: &MailProvider,
        extra_ca: &ExtraCa,
        deadline: Duration,
        breaker: Breaker,
    ) -> Result<Self, ConfigError> {
        let mailbox = |name: &str, text: &str| {
            text.parse::<Mailbox>().map_err(|_| {
                ConfigError(format!("{name} is like: Ajo <no-reply@ajo.example>"))
            })
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

    /// Whether the server lets us in. Hands nothing in.
    ///
    /// # Errors
    /// The step that failed.
    pub async fn knock(&self) -> Result<(), Failure> {
        self.line.knock().await
    }

    async fn deliver(&self, message: Message) -> Result<(), MessageError> {
        let to = message.to.parse().map_err(|_| MessageError::Refused)?;
        let letter = self.sender.letter(&message, to);
        let letter = letter.ok_or(MessageError::Refused)?;
        let (envelope, bytes) = (letter.envelope(), letter.formatted());
        let call = self.line.hand_in(envelope, &bytes);
        let away = |sent: &Result<(), Failure>| sent.as_ref().is_err_and(Failure::is_away);
        let Some(sent) = self.breaker.call(call, away).await else {
            return Err(MessageError::NotSent);
        };
        sent.map_err(|failure| {
            let meaning = failure.meaning();
            if meaning != MessageError::Refused {
                failure.tell();
            }
            meaning
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
