//! Messages to people: email and text.

pub mod delivery;
mod letter;
pub mod sandbox;
mod senders;
pub mod sms;
pub mod smtp;
mod talk;

pub use senders::Senders;

use super::Later;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a message travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Channel {
    Email,
    Sms,
}

impl Channel {
    pub const ALL: [Self; 2] = [Self::Email, Self::Sms];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Sms => "sms",
        }
    }
}

/// A message to a person. It may hold a one-time code, so it has no `Debug`.
#[derive(Clone, Serialize, Deserialize)]
pub struct Message {
    /// The same however often it is tried. The queue gives it.
    #[serde(skip)]
    pub id: String,
    pub channel: Channel,
    /// An email address, or a telephone number.
    pub to: String,
    /// Of an email; a text message has none.
    pub subject: String,
    pub text: String,
    /// The one-time code in the text, for the sandbox's console; a real provider never gets it apart.
    pub code: Option<String>,
    /// In whose name an email comes.
    #[serde(default)]
    pub brand: Option<Brand>,
}

/// A brand, as letters show it.
#[derive(Clone, Serialize, Deserialize)]
pub struct Brand {
    pub name: String,
    /// `#rrggbb`, with a colour that can be read on it.
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

/// The message was not taken, as far as is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageError {
    /// The provider is away or busy, and has certainly not taken it.
    NotSent,
    /// There was no whole answer: it may have been sent.
    Unknown,
    /// The provider refuses this address.
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
    fn send(&self, message: Message) -> Later<'_, Result<(), MessageError>>;
}
