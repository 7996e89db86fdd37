//! What the calls of this area answer.

use super::attachments::{self, Attachment};
use super::channels::Kind;
use super::messages::{Message, Part};
use crate::clock;
use serde::Serialize;
use utoipa::ToSchema;

/// A message.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MessageAnswer {
    pub id: String,
    /// Its place in the channel, from 1.
    pub number: i64,
    /// The name that its sender gave it, for the sender alone.
    #[schema(required)]
    pub client_id: Option<String>,
    /// Plain text, in lines.
    pub message: String,
    pub user: Author,
    /// Whether whoever asks has said it.
    pub mine: bool,
    pub attachments: Vec<AttachmentAnswer>,
    pub created_at: String,
}

/// A file that goes with a message.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AttachmentAnswer {
    pub id: String,
    pub r#type: attachments::Kind,
    pub name: String,
    /// Where the file is, for who may read the message.
    pub asset_url: String,
    /// A small picture; null for what is none.
    #[schema(required)]
    pub thumb_url: Option<String>,
}

impl AttachmentAnswer {
    pub fn of(attachment: Attachment) -> Self {
        let asset_url = [attachments::PATH, &attachment.id].concat();
        let is_image = attachment.kind == attachments::Kind::Image;
        Self {
            thumb_url: is_image.then(|| [&asset_url, "/thumb"].concat()),
            asset_url,
            id: attachment.id,
            r#type: attachment.kind,
            name: attachment.name,
        }
    }
}

/// Who has said something.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Author {
    /// A person's uuid, or `support`.
    pub id: String,
    pub name: String,
    #[schema(required)]
    pub image: Option<String>,
}

/// Part of a conversation, the newest message last.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessagesAnswer {
    pub messages: Vec<MessageAnswer>,
    /// What to ask for as `before` to get what was said earlier; null where nothing was.
    #[schema(required)]
    pub earlier: Option<i64>,
    /// The newest message that has been seen; 0 for none.
    pub read: i64,
}

/// How much of a channel has been seen.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadAnswer {
    pub read: i64,
    pub unread: i64,
}

/// The way into the chat.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChatAnswer {
    /// Subscribes to the channels below, as `auth`, until it expires. It is not for an address.
    pub token: String,
    pub expires_at: String,
    pub channels: Vec<ChannelAnswer>,
}

/// A channel that is open to the person.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChannelAnswer {
    pub kind: Kind,
    /// To subscribe to.
    #[schema(example = "private-chat.support.0190c0de-0000-7000-8000-000000000001")]
    pub channel: String,
    pub unread: i64,
}

impl MessagesAnswer {
    /// As the reader of an id sees it.
    pub fn of(part: Part, reader: Option<&str>) -> Self {
        let messages = part.messages.into_iter();
        Self {
            messages: messages.map(|one| MessageAnswer::of(one, reader)).collect(),
            earlier: part.earlier,
            read: part.read,
        }
    }
}

impl MessageAnswer {
    /// As the reader of an id sees it; without an id, who runs the product.
    pub fn of(message: Message, reader: Option<&str>) -> Self {
        let mine = message.user_id.as_deref() == reader;
        Self {
            id: message.id,
            number: message.number,
            client_id: message.client_id.filter(|_| mine),
            message: message.text,
            user: Author {
                id: message.user_id.unwrap_or_else(|| String::from("support")),
                name: message.name.unwrap_or_else(|| String::from("Support")),
                image: message.image,
            },
            mine,
            attachments: message
                .attachments
                .into_iter()
                .map(AttachmentAnswer::of)
                .collect(),
            created_at: clock::rfc3339(message.created_at_ms),
        }
    }
}
