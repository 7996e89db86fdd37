//! Push messages: telling somebody something whose browser has the app closed. Web Push: RFC 8030 (the call), 8291 (what
//! it holds) and 8292 (who sends it).

mod encryption;
mod endpoint;
pub mod http;
mod resolver;
pub mod sandbox;
mod subscription;
mod vapid;

pub use subscription::{Subscription, WrongSubscription};
pub use vapid::VapidKey;

use super::Later;
use serde_json::json;

const LONGEST_TITLE_CHARS: usize = 80;
const LONGEST_BODY_CHARS: usize = 300;
const LONGEST_LINK_BYTES: usize = 300;

/// How much it matters that a message arrives at once, to a device that saves its battery (RFC 8030, section 5.3).
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

    /// The one of this name; a name that is none is nothing urgent.
    pub fn named(name: &str) -> Self {
        if name == Self::High.as_str() {
            Self::High
        } else {
            Self::Normal
        }
    }
}

/// What a person is told. It stands on a locked screen that others see: no amount, no name, no code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    title: String,
    body: String,
    link: String,
    pub urgency: Urgency,
}

impl Notice {
    /// What is too long is cut; a link that leads out of the app leads to its start.
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
    /// For so long the push service keeps it for a device that is away.
    pub ttl_seconds: u32,
}

impl PushMessage {
    /// What the browser reads: these three, and nothing else.
    pub fn payload(&self) -> String {
        let Notice {
            title, body, link, ..
        } = &self.notice;
        json!({ "title": title, "body": body, "link": link }).to_string()
    }
}

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pushed {
    /// The push service has it.
    Sent,
    /// The subscription is no more.
    Gone,
    /// The push service is busy or away; after so many seconds, if it said so.
    Later { seconds: Option<i64> },
    /// It will never be taken.
    Refused,
}

/// Sends push messages.
pub trait PushPort: Send + Sync {
    /// The public key that browsers subscribe with; `None` where no messages are sent.
    fn key(&self) -> Option<String>;

    fn send<'a>(&'a self, message: &'a PushMessage) -> Later<'a, Pushed>;
}

/// No key is configured. (In production; elsewhere there is the sandbox.)
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
    fn a_link_never_leads_out_of_the_app() {
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
    fn the_longest_notice_fits_a_message() {
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
