//! A queued message to a browser. It contains the subscription, so that a browser whose session was ended can still be
//! notified of it.

use ground::queue::Task;
use providers::push::{Notice, Urgency};
use serde::{Deserialize, Serialize};

/// The payload of a task.
#[derive(Serialize, Deserialize)]
pub struct Message {
    pub sealed: String,
    title: String,
    body: String,
    link: String,
    urgency: String,
}

impl Message {
    pub fn new(sealed: String, notice: &Notice) -> Self {
        Self {
            sealed,
            title: notice.title().into(),
            body: notice.body().into(),
            link: notice.link().into(),
            urgency: notice.urgency.as_str().into(),
        }
    }

    /// The message, and the hash of the endpoint.
    pub fn of(task: &Task) -> Option<(Self, &str)> {
        Some((
            serde_json::from_str(&task.payload).ok()?,
            task.subject.as_deref()?,
        ))
    }

    pub fn notice(&self) -> Notice {
        Notice::new(
            &self.title,
            &self.body,
            &self.link,
            Urgency::named(&self.urgency),
        )
    }
}
