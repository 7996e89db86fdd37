//! Response bodies of this area.

use super::address::{Address, Kind};
use super::attachments::{self, Attachment};
use super::messages::{Message, Part};
use ground::clock;
use serde::Serialize;
use utoipa::ToSchema;

/// A message.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MessageAnswer {
    pub id: String,
    /// Its position in the channel, from 1.
    pub number: i64,
    /// The client-generated key, returned to the sender only.
    #[schema(required)]
    pub client_id: Option<String>,
    /// Plain text with line breaks.
    pub message: String,
    pub user: Author,
    /// Whether the reader sent it.
    pub mine: bool,
    pub attachments: Vec<AttachmentAnswer>,
    pub created_at: String,
    /// Whether the operator removed it: text and files are gone.
    pub removed: bool,
}

/// An attachment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AttachmentAnswer {
    pub id: String,
    pub r#type: attachments::Kind,
    pub name: String,
    /// The URL of the file, for readers of the message.
    pub asset_url: String,
    /// A thumbnail; null if the file is not a picture.
    #[schema(required)]
    pub thumb_url: Option<String>,
}

impl AttachmentAnswer {
    /// As served to readers of the channel.
    pub fn of(attachment: Attachment, address: &Address) -> Self {
        let asset_url = [address.files_path(), attachment.id.clone()].concat();
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

/// The sender of a message.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Author {
    /// A user's uuid, or `support`.
    pub id: String,
    pub name: String,
    #[schema(required)]
    pub image: Option<String>,
}

/// Part of a conversation, newest message last.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessagesAnswer {
    pub messages: Vec<MessageAnswer>,
    /// The value of `before` for earlier messages; null if there are none.
    #[schema(required)]
    pub earlier: Option<i64>,
    /// The newest message that was seen; 0 for none.
    pub read: i64,
}

/// The number of the last message read.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadAnswer {
    pub read: i64,
    pub unread: i64,
}

/// Access to the chat.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChatAnswer {
    /// Pass it as `auth` to subscribe to the channels below, until it expires. Never put it into a URL.
    pub token: String,
    pub expires_at: String,
    pub channels: Vec<ChannelAnswer>,
}

/// A channel that is open to the user.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChannelAnswer {
    pub kind: Kind,
    /// The name to subscribe to.
    #[schema(example = "private-chat.support.0190c0de-0000-7000-8000-000000000001")]
    pub channel: String,
    /// The cluster's uuid; null for support.
    #[schema(required)]
    pub uuid: Option<String>,
    /// The cluster's name, or `Support`.
    pub name: String,
    pub unread: i64,
    /// Whether its messages count on the chat icon: `chat.badge`.
    pub muted: bool,
}

impl MessagesAnswer {
    /// As seen by the reader with this id.
    pub fn of(part: Part, reader: Option<&str>, address: &Address) -> Self {
        let messages = part.messages.into_iter();
        Self {
            messages: messages
                .map(|one| MessageAnswer::of(one, reader, address))
                .collect(),
            earlier: part.earlier,
            read: part.read,
        }
    }
}

impl MessageAnswer {
    /// As seen by the reader with this id; `None` is the operator.
    pub fn of(message: Message, reader: Option<&str>, address: &Address) -> Self {
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
                .map(|one| AttachmentAnswer::of(one, address))
                .collect(),
            created_at: clock::rfc3339(message.created_at_ms),
            removed: message.removed,
        }
    }
}
