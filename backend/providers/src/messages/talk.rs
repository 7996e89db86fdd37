//! The SMTP dialogue (RFC 5321), step by step: the meaning of a rejection depends on the step.

use super::MessageError;
use crate::connect_error::ConnectError;
use ground::config::{ConfigError, ExtraCa, MailProvider, MailTls};
use lettre::address::Envelope;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{
    AsyncSmtpConnection, Certificate, TlsParameters, TlsParametersBuilder,
};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use std::error::Error as _;
use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;

const GOODBYE: Duration = Duration::from_secs(5);

/// The steps of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Connect,
    Greeting,
    StartTls,
    Login,
    Sender,
    Recipient,
    Data,
    /// The content was sent; the server may have accepted it.
    Letter,
}

impl Step {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Connect => "connect",
            Self::Greeting => "greeting",
            Self::StartTls => "starttls",
            Self::Login => "login",
            Self::Sender => "sender",
            Self::Recipient => "recipient",
            Self::Data => "data",
            Self::Letter => "letter",
        }
    }
}

/// Why an email was not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// An error response. Its text may contain an address and is discarded.
    Answer {
        code: u16,
        /// Such as 5.7.1 (RFC 3463).
        status: Option<String>,
    },
    /// The server does not offer STARTTLS.
    NoStartTls,
    /// The server does not offer a supported AUTH mechanism.
    NoLogin,
    ConnectError(ConnectError),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub step: Step,
    pub cause: Cause,
}

impl Failure {
    /// The consequence for the email. Only a permanent rejection of the recipient or of the content abandons it: a
    /// rejection of *us* says nothing about the recipient, and the operator can fix the cause.
    pub const fn meaning(&self) -> MessageError {
        match (&self.cause, self.step) {
            (Cause::Answer { code, .. }, Step::Recipient | Step::Data | Step::Letter)
                if *code >= 500 && !self.may_be_about_us() =>
            {
                MessageError::Refused
            }
            (Cause::ConnectError(_), Step::Letter) => MessageError::Unknown,
            _ => MessageError::NotSent,
        }
    }

    /// 530, 534, 535 and 538 concern authentication (RFC 4954); 500 and 502 to 504 without an enhanced status, our
    /// commands; 5.7 is security and policy, such as relaying, a disallowed sender, or a blocked IP address. A 554 to
    /// the recipient without an enhanced status may mean anything.
    const fn may_be_about_us(&self) -> bool {
        match &self.cause {
            Cause::Answer {
                code: 530 | 534 | 535 | 538,
                ..
            } => true,
            Cause::Answer { code, status: None } => match code {
                500 | 502..=504 => true,
                554 => matches!(self.step, Step::Recipient),
                _ => false,
            },
            Cause::Answer {
                status: Some(status),
                ..
            } => matches!(status.as_bytes(), [b'5', b'.', b'7', b'.', ..]),
            _ => false,
        }
    }

    /// Whether the server is unavailable or unusable. An error response comes from a working server.
    pub const fn is_away(&self) -> bool {
        !matches!(self.cause, Cause::Answer { .. })
    }

    /// A label for log lines.
    pub fn kind(&self) -> &'static str {
        match &self.cause {
            Cause::Answer { .. } if self.step == Step::Login => "login",
            Cause::Answer { .. } => "answer",
            Cause::NoStartTls => "no_starttls",
            Cause::NoLogin => "no_login",
            Cause::ConnectError(error) => error.kind(),
        }
    }

    /// Logs one line with the cause.
    pub fn tell(&self) {
        let (kind, step) = (self.kind(), self.step.as_str());
        match &self.cause {
            Cause::Answer { code, status } => {
                let status = status.as_deref().unwrap_or_default();
                match self.meaning() {
                    MessageError::Refused => {
                        tracing::warn!(
                            kind,
                            step,
                            code,
                            status,
                            "the mail server rejected a recipient or an email"
                        );
                    }
                    _ => tracing::warn!(kind, step, code, status, "the mail server rejected us"),
                }
            }
            Cause::ConnectError(error) => {
                let detail = error.detail();
                tracing::warn!(kind, step, detail, "the mail server was not reached");
            }
            Cause::NoStartTls | Cause::NoLogin => {
                tracing::warn!(kind, step, "the mail server lacks a required feature");
            }
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, at the step {}: ", self.kind(), self.step.as_str())?;
        match &self.cause {
            Cause::Answer { code, status } => {
                let status = status.as_deref().unwrap_or_default();
                write!(f, "the server responds {code} {status}")
            }
            Cause::NoStartTls => f.write_str("the server does not offer STARTTLS"),
            Cause::NoLogin => f.write_str("the server does not offer AUTH"),
            Cause::ConnectError(error) => error.fmt(f),
        }
    }
}

/// The connection settings of a mail server.
pub struct MailLine {
    host: String,
    port: u16,
    tls: MailTls,
    trust: TlsParameters,
    hello: ClientId,
    login: Option<Credentials>,
    deadline: Duration,
}

impl MailLine {
    /// # Errors
    /// An unusable additional authority.
    pub fn new(
        provider: &MailProvider,
        extra_ca: &ExtraCa,
        deadline: Duration,
    ) -> Result<Self, ConfigError> {
        let server = &provider.server;
        let unusable = |error: Error| ConfigError(format!("AJO_EXTRA_CA: {error}"));
        let mut trust: TlsParametersBuilder = TlsParameters::builder(server.host.clone());
        for certificate in extra_ca.certificates() {
            let certificate = Certificate::from_der(certificate.to_vec()).map_err(unusable)?;
            trust = trust.add_root_certificate(certificate);
        }
        Ok(Self {
            host: server.host.clone(),
            port: server.port,
            tls: server.tls,
            trust: trust.build_rustls().map_err(unusable)?,
            hello: ClientId::Domain(provider.hello.clone()),
            login: server
                .login
                .as_ref()
                .map(|login| Credentials::new(login.user.clone(), login.password.reveal().clone())),
            deadline,
        })
    }

    /// Delivers an email.
    ///
    /// # Errors
    /// It was not accepted, or may not have been.
    pub async fn hand_in(&self, envelope: &Envelope, letter: &[u8]) -> Result<(), Failure> {
        self.in_time(async |step| {
            let mut connection = self.open(step).await?;
            at(step, Step::Sender);
            let sender = Mail::new(envelope.from().cloned(), Vec::new());
            connection.command(sender).await.map_err(cause)?;
            at(step, Step::Recipient);
            for recipient in envelope.to() {
                let recipient = Rcpt::new(recipient.clone(), Vec::new());
                connection.command(recipient).await.map_err(cause)?;
            }
            at(step, Step::Data);
            connection.command(Data).await.map_err(cause)?;
            at(step, Step::Letter);
            connection.message(letter).await.map_err(cause)?;
            leave(connection);
            Ok(())
        })
        .await
    }

    /// Connects, encrypts and logs in, without sending an email.
    ///
    /// # Errors
    /// The step that failed.
    pub async fn knock(&self) -> Result<(), Failure> {
        self.in_time(async |step| {
            leave(self.open(step).await?);
            Ok(())
        })
        .await
    }

    async fn in_time(
        &self,
        dialogue: impl AsyncFnOnce(&Mutex<Step>) -> Result<(), Cause>,
    ) -> Result<(), Failure> {
        let step = Mutex::new(Step::Connect);
        let ended = timeout(self.deadline, dialogue(&step)).await;
        let step = *step.lock().unwrap_or_else(PoisonError::into_inner);
        ended
            .unwrap_or(Err(Cause::ConnectError(ConnectError::Timeout)))
            .map_err(|cause| Failure { step, cause })
    }

    async fn open(&self, step: &Mutex<Step>) -> Result<AsyncSmtpConnection, Cause> {
        let unreachable = |error: std::io::Error| Cause::ConnectError(ConnectError::of(&error));
        let found = lookup_host((self.host.as_str(), self.port)).await;
        let addresses: Vec<SocketAddr> = found
            .map_err(|_| Cause::ConnectError(ConnectError::Dns))?
            .collect();
        let mut connection = if self.tls == MailTls::Wrapped {
            let trust = Some(self.trust.clone());
            AsyncSmtpConnection::connect_tokio1(&addresses[..], None, &self.hello, trust, None)
                .await
                .map_err(cause)?
        } else {
            let stream = TcpStream::connect(&addresses[..])
                .await
                .map_err(unreachable)?;
            at(step, Step::Greeting);
            AsyncSmtpConnection::connect_with_transport(Box::new(stream), &self.hello)
                .await
                .map_err(cause)?
        };
        if self.tls == MailTls::Required {
            at(step, Step::StartTls);
            if !connection.can_starttls() {
                return Err(Cause::NoStartTls);
            }
            let trust = self.trust.clone();
            connection
                .starttls(trust, &self.hello)
                .await
                .map_err(cause)?;
        }
        if let Some(login) = &self.login {
            at(step, Step::Login);
            let known = [Mechanism::Plain, Mechanism::Login];
            if connection
                .server_info()
                .get_auth_mechanism(&known)
                .is_none()
            {
                return Err(Cause::NoLogin);
            }
            connection.auth(&known, login).await.map_err(cause)?;
        }
        Ok(connection)
    }
}

fn at(step: &Mutex<Step>, now: Step) {
    *step.lock().unwrap_or_else(PoisonError::into_inner) = now;
}

/// Sends QUIT in the background: the email has been accepted already.
fn leave(mut connection: AsyncSmtpConnection) {
    tokio::spawn(async move { timeout(GOODBYE, connection.abort()).await });
}

fn cause(error: Error) -> Cause {
    if let Some(code) = error.status() {
        let words = error.source().map(ToString::to_string).unwrap_or_default();
        return Cause::Answer {
            code: code.into(),
            status: status(&words),
        };
    }
    match ConnectError::of(&error) {
        ConnectError::Broken if error.is_tls() => Cause::ConnectError(ConnectError::Tls(
            error.source().map(ToString::to_string).unwrap_or_default(),
        )),
        error => Cause::ConnectError(error),
    }
}

/// "Delivery not authorized" (RFC 3463).
const NOT_AUTHORISED: &str = "5.7.1";

/// The enhanced status. Some servers express a refusal to relay in words only, as in `550 relay not permitted`.
fn status(words: &str) -> Option<String> {
    let relaying = || words.to_ascii_lowercase().contains("relay");
    enhanced(words).or_else(|| relaying().then(|| NOT_AUTHORISED.to_owned()))
}

/// The enhanced status at the start of the response text: digits and dots only, so it contains no address.
fn enhanced(words: &str) -> Option<String> {
    let first = words.split_whitespace().next()?;
    let parts: Vec<&str> = first.split('.').collect();
    let numbers = parts.iter().all(|part| {
        (1..=3).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    });
    (parts.len() == 3 && numbers).then(|| first.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(step: Step, code: u16, words: &str) -> MessageError {
        let cause = Cause::Answer {
            code,
            status: status(words),
        };
        Failure { step, cause }.meaning()
    }

    #[test]
    fn only_a_permanent_rejection_of_the_recipient_abandons_an_email() {
        use MessageError::{NotSent, Refused};
        for (step, code, words, expected) in [
            (Step::Greeting, 554, "no", NotSent),
            (Step::Greeting, 550, "5.7.1 go away", NotSent),
            (Step::Login, 535, "5.7.8 wrong", NotSent),
            (Step::Sender, 553, "5.7.1 sender not owned", NotSent),
            (Step::Sender, 550, "no", NotSent),
            (Step::Recipient, 550, "no such person", Refused),
            (Step::Recipient, 550, "5.1.1 no such person", Refused),
            (Step::Recipient, 554, "5.7.1 Relay access denied", NotSent),
            (Step::Recipient, 554, "Relay access denied", NotSent),
            (Step::Recipient, 550, "relay not permitted", NotSent),
            (Step::Recipient, 554, "5.1.1 no such person", Refused),
            (Step::Recipient, 554, "no", NotSent),
            (Step::Recipient, 530, "log in first", NotSent),
            (Step::Recipient, 450, "4.2.0 greylisted", NotSent),
            (Step::Recipient, 501, "5.1.3 no address", Refused),
            (Step::Recipient, 503, "log in first", NotSent),
            (Step::Recipient, 500, "5.1.1 no such person", Refused),
            (Step::Data, 554, "no valid recipients", Refused),
            (Step::Data, 502, "not implemented", NotSent),
            (Step::Letter, 552, "5.3.4 too large", Refused),
            (Step::Letter, 550, "5.7.26 unauthenticated", NotSent),
            (Step::Letter, 451, "later", NotSent),
        ] {
            assert_eq!(
                answered(step, code, words),
                expected,
                "{step:?} {code} {words}"
            );
        }
    }

    #[test]
    fn connections_lost_after_the_content_leave_the_outcome_unknown() {
        for (step, expected) in [
            (Step::Connect, MessageError::NotSent),
            (Step::Data, MessageError::NotSent),
            (Step::Letter, MessageError::Unknown),
        ] {
            let cause = Cause::ConnectError(ConnectError::Timeout);
            assert_eq!(Failure { step, cause }.meaning(), expected, "{step:?}");
        }
    }

    #[test]
    fn only_the_status_of_a_response_is_kept() {
        assert_eq!(
            enhanced("5.7.1 <ada@example.ng>: no").as_deref(),
            Some("5.7.1")
        );
        for words in [
            "ada@example.ng",
            "5.7 x",
            "5.7.1.2",
            "a.b.c",
            "5.7.1234",
            "",
        ] {
            assert_eq!(enhanced(words), None, "{words}");
        }
    }
}
