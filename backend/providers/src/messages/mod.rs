//! Messages to users: email, text message, and chat.

pub(crate) mod delivery;
mod letter;
pub(crate) mod sandbox;
mod senders;
pub(crate) mod sms;
pub(crate) mod smtp;
mod talk;
pub(crate) mod telegram;
pub(crate) mod whatsapp;

pub use senders::Senders;

use super::Later;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The channel of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Channel {
    Email,
    Sms,
    Telegram,
    Whatsapp,
}

impl Channel {
    pub const ALL: [Self; 4] = [Self::Email, Self::Sms, Self::Telegram, Self::Whatsapp];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Sms => "sms",
            Self::Telegram => "telegram",
            Self::Whatsapp => "whatsapp",
        }
    }
}

/// A message to a user. It has no `Debug`, because it may contain a one-time code.
#[derive(Clone, Serialize, Deserialize)]
pub struct Message {
    /// The queue's id, the same on every attempt.
    #[serde(skip)]
    pub id: String,
    pub channel: Channel,
    /// An email address, a phone number, or a Telegram chat.
    pub to: String,
    /// For email only; otherwise blank.
    pub subject: String,
    pub text: String,
    /// The one-time code in the text, for the sandbox's console only; real providers get just the text.
    pub code: Option<String>,
    /// The brand that an email is sent for.
    #[serde(default)]
    pub brand: Option<Brand>,
    /// The brand that pays for the message from its daily budget, if it is a paid notice.
    #[serde(default)]
    pub payer: Option<String>,
    /// For email only.
    #[serde(default)]
    pub attachment: Option<Attachment>,
}

/// An email attachment.
#[derive(Clone, Serialize, Deserialize)]
pub struct Attachment {
    pub name: String,
    /// A media type such as `application/pdf`.
    pub media_type: String,
    /// Base64.
    pub content: String,
}

impl Attachment {
    pub fn new(name: String, media_type: &str, content: &[u8]) -> Self {
        Self {
            name,
            media_type: media_type.to_owned(),
            content: STANDARD.encode(content),
        }
    }

    /// The bytes; empty if the text is not base64.
    pub fn bytes(&self) -> Vec<u8> {
        STANDARD.decode(&self.content).unwrap_or_default()
    }
}

/// A brand as emails show it.
#[derive(Clone, Serialize, Deserialize)]
pub struct Brand {
    pub name: String,
    /// `#rrggbb`; `on_accent` is a readable text colour on it.
    pub accent: String,
    pub on_accent: String,
}

impl Default for Brand {
    fn default() -> Self {
        Self {
            name: String::new(),
            accent: String::from("#14181f"),
            on_accent: String::from("#ffffff"),
        }
    }
}

/// Why a message was not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageError {
    /// The provider is unavailable or busy, and has certainly not accepted it.
    NotSent,
    /// No complete response: it may have been sent.
    Unknown,
    /// The provider rejects this address.
    Refused,
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotSent => "the provider of messages took nothing",
            Self::Unknown => "the provider of messages gave no whole answer",
            Self::Refused => "the provider of messages refused the address",
        })
    }
}

impl std::error::Error for MessageError {}

/// Sends messages.
pub trait Messages: Send + Sync {
    /// Whether the channel is configured.
    fn sends(&self, _: Channel) -> bool {
        true
    }

    fn send(&self, message: Message) -> Later<'_, Result<(), MessageError>>;
}
