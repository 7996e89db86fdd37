//! Push messages, for browsers in which the app is closed. Web Push: RFC 8030 (transport), 8291 (encryption) and 8292
//! (sender identification).

mod encryption;
mod endpoint;
pub(crate) mod http;
mod resolver;
pub(crate) mod sandbox;
mod subscription;
mod vapid;

pub use subscription::{Subscription, WrongSubscription};
pub use vapid::VapidKey;

use super::Later;
use serde_json::json;

const LONGEST_TITLE_CHARS: usize = 80;
const LONGEST_BODY_CHARS: usize = 300;
const LONGEST_LINK_BYTES: usize = 300;

/// The urgency of a message, for devices that save battery (RFC 8030, section 5.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    Normal,
    High,
}

impl Urgency {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::High => "high",
        }
    }

    /// The urgency with this name; normal if the name is unknown.
    pub fn named(name: &str) -> Self {
        if name == Self::High.as_str() {
            Self::High
        } else {
            Self::Normal
        }
    }
}

/// A notice for a user. It appears on the lock screen: no amount, no name, no code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    title: String,
    body: String,
    link: String,
    pub urgency: Urgency,
}

impl Notice {
    /// Long texts are truncated; a link out of the app becomes a link to its start page.
    pub fn new(title: &str, body: &str, link: &str, urgency: Urgency) -> Self {
        let cut = |text: &str, chars: usize| text.chars().take(chars).collect();
        let own = link.starts_with('/')
            && !link.starts_with("//")
            && link.len() <= LONGEST_LINK_BYTES
            && link
                .bytes()
                .all(|byte| byte.is_ascii_graphic() && byte != b'\\');
        Self {
            title: cut(title, LONGEST_TITLE_CHARS),
            body: cut(body, LONGEST_BODY_CHARS),
            link: String::from(if own { link } else { "/" }),
            urgency,
        }
    }

    pub fn title(&self) -> &str {
        &self.title
    }

    pub fn body(&self) -> &str {
        &self.body
    }

    /// A path of the app.
    pub fn link(&self) -> &str {
        &self.link
    }
}

/// A notice for one browser.
#[derive(Debug, Clone)]
pub struct PushMessage {
    pub to: Subscription,
    pub notice: Notice,
    /// How long the push service keeps it for an offline device.
    pub ttl_seconds: u32,
}

impl PushMessage {
    /// The payload for the browser: these three values and nothing else.
    pub fn payload(&self) -> String {
        let Notice {
            title, body, link, ..
        } = &self.notice;
        json!({ "title": title, "body": body, "link": link }).to_string()
    }
}

/// The result of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pushed {
    /// The push service accepted it.
    Sent,
    /// The subscription no longer exists.
    Gone,
    /// The push service is busy or unavailable; with its Retry-After, if it sent one.
    Later { seconds: Option<i64> },
    /// It was refused permanently.
    Refused,
}

/// Sends push messages.
pub trait PushPort: Send + Sync {
    /// The public key for subscriptions; `None` if push messages are off.
    fn key(&self) -> Option<String>;

    fn send<'a>(&'a self, message: &'a PushMessage) -> Later<'a, Pushed>;
}

/// No key is configured (production only; elsewhere the sandbox takes its place).
pub struct NoPush;

impl PushPort for NoPush {
    fn key(&self) -> Option<String> {
        None
    }

    fn send<'a>(&'a self, _: &'a PushMessage) -> Later<'a, Pushed> {
        Box::pin(async { Pushed::Refused })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_stay_in_the_app() {
        let link = |link: &str| String::from(Notice::new("t", "b", link, Urgency::Normal).link());
        assert_eq!(link("/settings?operation=x"), "/settings?operation=x");
        for outside in [
            "",
            "https://evil.example",
            "//evil.example",
            "/\\evil.example",
            "javascript:x",
            "/a b",
        ] {
            assert_eq!(link(outside), "/", "{outside}");
        }
    }

    #[test]
    fn the_longest_notice_fits_one_message() {
        let long = "\u{1F4B8}".repeat(1_000);
        let notice = Notice::new(
            &long,
            &long,
            &format!("/{}", "x".repeat(299)),
            Urgency::High,
        );
        let bytes = notice.title().len() + notice.body().len() + notice.link().len();
        assert!(bytes + 64 < encryption::MOST_PLAIN_BYTES, "{bytes}");
    }
}
