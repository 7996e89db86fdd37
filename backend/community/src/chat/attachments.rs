//! Attachments. Pictures are re-encoded; documents are stored unchanged and only ever served as downloads. A file is
//! uploaded first and later attached to a message; files that are never attached are deleted.

use super::address::Address;
use super::stored::{Part, Placed, Sealed};
use super::{channels, members};
use crate::limits;
use domain_core::community::ChatAttachment;
use domain_core::community::attachment::{fits, shown_name};
use domain_core::validation::{Code, NoContext};
use ground::db::Tx;
use ground::error::ApiError;
use ground::pictures::{self, Format, Picture};
use ground::sealed;
use ground::slots::Slot;
use image::ImageFormat;
use serde::Serialize;
use service::access::users;
use service::app::AppState;
use service::http::limits::count;
use service::http::upload::Upload;
use service::http::valid::judge;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use tokio::sync::Semaphore;
use utoipa::ToSchema;

pub use super::stored::Size;

/// Large enough to read a photographed letter.
const LONGEST_SIDE_PIXELS: u32 = 2_048;
const THUMB_SIDE_PIXELS: u32 = 480;
/// A PDF ends with its end-of-file marker, perhaps followed by a few bytes.
const PDF_TAIL_BYTES: usize = 1_024;
const UNREADABLE: &str = "We cannot read this file: its content does not match its name. Send a JPEG, PNG, GIF, BMP or PDF.";
const FULL: &str = "You have reached the limit for files. Please describe it in words.";

/// One file is encrypted and stored in the database at a time: both copy it several times.
static STORING: Semaphore = Semaphore::const_new(1);

/// The type of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AttachmentKind)]
pub enum Kind {
    Image,
    Pdf,
}

impl Kind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Pdf => "pdf",
        }
    }

    /// A kind as stored.
    fn stored(text: &str) -> Result<Self, ApiError> {
        [Self::Image, Self::Pdf]
            .into_iter()
            .find(|kind| kind.as_str() == text)
            .ok_or_else(|| ApiError::internal("an unknown kind of file is stored"))
    }
}

/// A file, without its bytes.
#[derive(Debug, Clone)]
pub struct Attachment {
    pub id: String,
    pub kind: Kind,
    pub name: String,
}

/// The stored bytes of a file.
struct Kept {
    kind: Kind,
    bytes: Vec<u8>,
    thumb: Option<Vec<u8>>,
}

pub(super) fn place(id: &str, size: Size) -> String {
    let part = match size {
        Size::Whole => "file",
        Size::Thumb => "thumb",
    };
    ["chat_attachments", id, part].join("/")
}

/// Counts a member's upload before it is read, whatever it contains.
///
/// # Errors
/// 429.
pub async fn count_upload(app: &AppState, user_id: &str) -> Result<(), ApiError> {
    count(app, limits::CHAT_FILES, user_id).await
}

/// Stores a member's file for a later message.
///
/// # Errors
/// 404 unless the sender is a member; 409 in a closed cluster; 422 if the file is invalid, too large, or exceeds the
/// user's total.
pub async fn save(
    app: &AppState,
    address: &Address,
    user_id: &str,
    upload: Upload,
) -> Result<Attachment, ApiError> {
    let form = ChatAttachment {
        name: upload.name,
        size: i64::try_from(upload.bytes.len()).unwrap_or(i64::MAX),
        media_type: upload.media_type,
    };
    judge(&form, &NoContext {})?;
    let unreadable = || ApiError::refused_field("file", Code::UnsupportedType, UNREADABLE);
    let kept = kept(&form.name, upload.bytes, upload.slot).await?;
    let (kept, _slot) = kept.ok_or_else(unreadable)?;
    let kind = kept.kind;

    let turn = STORING.acquire().await.map_err(ApiError::internal)?;
    let now_ms = app.clock.now_ms();
    let id = app.random.id(now_ms);
    let seal = |bytes: &[u8], size| {
        sealed::seal_file(&app.config.keys, app.random, &place(&id, size), bytes)
            .map_err(ApiError::internal)
    };
    let whole = seal(&kept.bytes, Size::Whole)?;
    let thumb = kept.thumb.as_deref();
    let thumb = thumb.map(|thumb| seal(thumb, Size::Thumb)).transpose()?;
    drop(kept);
    let bytes = i64::try_from(whole.len() + thumb.as_ref().map_or(0, Vec::len));
    let bytes = bytes.map_err(ApiError::internal)?;
    let name = shown_name(&form.name);

    // A slow place outside delays only its own upload.
    let _turn = match app.ports.files.outside() {
        None => Some(turn),
        Some(_) => {
            drop(turn);
            let mut tx = app.db.begin().await?;
            admit(&mut tx, address, user_id, bytes).await?;
            tx.rollback().await?;
            None
        }
    };
    let placed = Placed::bring(app, Sealed { whole, thumb }).await?;

    let mut tx = app.db.begin().await?;
    // Serialises concurrent uploads of a user to any conversations, so that the total holds.
    users::lock_settings(&mut tx, user_id, now_ms).await?;
    let channel = channels::locked(&mut tx, app, address).await?;
    admit(&mut tx, address, user_id, bytes).await?;
    placed.keep(&mut tx, app.clock.now_ms()).await?;
    sqlx::query(
        "INSERT INTO chat_attachments (id, channel_id, user_id, kind, name, bytes, sealed, sealed_thumb, sealed_at, \
         sealed_thumb_at, created_at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(id.as_str())
    .bind(channel.id)
    .bind(user_id)
    .bind(kind.as_str())
    .bind(name.as_str())
    .bind(bytes)
    .bind(placed.sealed)
    .bind(placed.sealed_thumb)
    .bind(placed.sealed_at)
    .bind(placed.sealed_thumb_at)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    tx.commit().await?;
    Ok(Attachment { id, kind, name })
}

/// Checks that a member may store this many bytes more.
async fn admit(tx: &mut Tx, address: &Address, user_id: &str, bytes: i64) -> Result<(), ApiError> {
    let standing = members::hold(tx, address, user_id).await?;
    standing.may_write()?;
    if !fits(kept_bytes(tx, user_id).await?, bytes) {
        return Err(ApiError::refused_field("file", Code::TooLarge, FULL));
    }
    Ok(())
}

async fn kept_bytes(tx: &mut Tx, user_id: &str) -> Result<i64, ApiError> {
    let row = sqlx::query("SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) AS kept FROM chat_attachments WHERE user_id = $1")
        .bind(user_id)
        .fetch_one(tx.connection())
        .await?;
    Ok(row.try_get("kept")?)
}

/// The content to store and the file's slot, if name and bytes agree.
async fn kept(name: &str, bytes: Vec<u8>, slot: Slot) -> Result<Option<(Kept, Slot)>, ApiError> {
    let ending = name.rsplit('.').next().unwrap_or_default();
    let formats: &[ImageFormat] = match ending.to_ascii_lowercase().as_str() {
        "jpg" | "jpeg" => &[ImageFormat::Jpeg],
        "png" => &[ImageFormat::Png],
        "gif" => &[ImageFormat::Gif],
        "bmp" => &[ImageFormat::Bmp],
        _ => {
            let pdf = is_pdf(&bytes).then_some(Kept {
                kind: Kind::Pdf,
                bytes,
                thumb: None,
            });
            return Ok(pdf.map(|pdf| (pdf, slot)));
        }
    };
    // Moved along with the bytes: a client that disconnects does not release the slot while the file is in memory.
    let drawn = move |picture: Picture| Some((drawn(&picture)?, slot));
    pictures::redrawn_from(bytes, formats, drawn).await
}

fn is_pdf(bytes: &[u8]) -> bool {
    let tail = &bytes[bytes.len().saturating_sub(PDF_TAIL_BYTES)..];
    bytes.starts_with(b"%PDF-") && tail.windows(5).any(|window| window == b"%%EOF")
}

fn drawn(picture: &Picture) -> Option<Kept> {
    let whole = picture.within(LONGEST_SIDE_PIXELS);
    let thumb = picture.within(THUMB_SIDE_PIXELS);
    Some(Kept {
        kind: Kind::Image,
        bytes: pictures::written(&whole, Format::Jpeg)?,
        thumb: Some(pictures::written(&thumb, Format::Jpeg)?),
    })
}

/// Attaches files to their sender's message.
///
/// # Errors
/// 404 if a file is not the sender's, not in this channel, or attached already.
pub(super) async fn send(
    tx: &mut Tx,
    channel_id: &str,
    user_id: &str,
    number: i64,
    ids: &[String],
) -> Result<(), ApiError> {
    for id in ids {
        let done = sqlx::query(
            "UPDATE chat_attachments SET message_id = (SELECT id FROM chat_messages WHERE channel_id = $2 AND number = $4) \
             WHERE id = $1 AND channel_id = $2 AND user_id = $3 AND message_id IS NULL",
        )
        .bind(id.as_str())
        .bind(channel_id)
        .bind(user_id)
        .bind(number)
        .execute(tx.connection())
        .await?;
        if done.rows_affected() != 1 {
            return Err(ApiError::not_found());
        }
    }
    Ok(())
}

/// The attachments of a channel's messages from one number to another, each with its message's number.
pub(super) async fn between(
    connection: &mut AnyConnection,
    channel_id: &str,
    (first, last): (i64, i64),
) -> Result<Vec<(i64, Attachment)>, ApiError> {
    let rows = sqlx::query(
        "SELECT chat_attachments.id, chat_attachments.kind, chat_attachments.name, chat_messages.number FROM chat_attachments \
         JOIN chat_messages ON chat_messages.id = chat_attachments.message_id \
         WHERE chat_messages.channel_id = $1 AND chat_messages.number >= $2 AND chat_messages.number <= $3 ORDER BY chat_attachments.id",
    )
    .bind(channel_id)
    .bind(first)
    .bind(last)
    .fetch_all(connection)
    .await?;
    let attachment = |row: AnyRow| -> Result<_, ApiError> {
        let kind: String = row.try_get("kind")?;
        let attachment = Attachment {
            id: row.try_get("id")?,
            kind: Kind::stored(&kind)?,
            name: row.try_get("name")?,
        };
        Ok((row.try_get("number")?, attachment))
    };
    rows.into_iter().map(attachment).collect()
}

/// A file of a channel, as seen by a member: attached to a message, or their own. `None` if there is none, or the
/// requested thumbnail does not exist.
///
/// # Errors
/// 404 unless the reader is a member; 503 if the file's place is unavailable; the database failed.
pub async fn find(
    app: &AppState,
    address: &Address,
    reader: &str,
    id: &str,
    size: Size,
) -> Result<Option<(Kind, Vec<u8>)>, ApiError> {
    // A file outside may be moved or removed between the row and its bytes; then the row says so.
    for _ in 0..2 {
        let Some((kind, part)) = found(app, address, reader, id, size).await? else {
            return Ok(None);
        };
        if let Some(sealed) = part.bytes(app).await? {
            let bytes = sealed::open_file(&app.config.keys, &place(id, size), sealed);
            return Ok(Some((kind, bytes.map_err(ApiError::internal)?)));
        }
    }
    Err(ApiError::internal(format!(
        "the bytes of the file {id} are missing in their place"
    )))
}

async fn found(
    app: &AppState,
    address: &Address,
    reader: &str,
    id: &str,
    size: Size,
) -> Result<Option<(Kind, Part)>, ApiError> {
    let mut connection = app.db.read().await?;
    members::check(&mut connection, address, reader).await?;
    let row = sqlx::query(
        "SELECT chat_attachments.kind, CASE WHEN $5 = 0 THEN chat_attachments.sealed END AS sealed, \
         CASE WHEN $5 = 1 THEN chat_attachments.sealed_thumb END AS sealed_thumb, chat_attachments.sealed_at, \
         chat_attachments.sealed_thumb_at \
         FROM chat_attachments JOIN chat_channels ON chat_channels.id = chat_attachments.channel_id \
         WHERE chat_attachments.id = $1 AND chat_channels.kind = $2 AND chat_channels.subject = $3 AND chat_channels.tenant_id = $4 \
         AND (chat_attachments.message_id IS NOT NULL OR chat_attachments.user_id = $6)",
    )
    .bind(id)
    .bind(address.kind.as_str())
    .bind(address.subject.as_str())
    .bind(address.tenant_id.as_str())
    .bind(i64::from(size == Size::Thumb))
    .bind(reader)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let kind: String = row.try_get("kind")?;
    let kind = Kind::stored(&kind)?;
    Ok(Part::of(&row, size)?.map(|part| (kind, part)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_kind_is_parsed_or_refused() {
        for kind in [Kind::Image, Kind::Pdf] {
            assert_eq!(Kind::stored(kind.as_str()).unwrap(), kind);
        }
        assert!(Kind::stored("video").is_err());
    }

    #[test]
    fn a_pdf_has_its_header_and_trailer() {
        assert!(is_pdf(b"%PDF-1.7 ... %%EOF\n"));
        for other in [
            &b""[..],
            b"%PDF-1.7",
            b"<html>%PDF-1.7 %%EOF",
            b"GIF89a %%EOF",
        ] {
            assert!(!is_pdf(other));
        }
        let far = [b"%PDF-1.7 %%EOF".as_slice(), &[b' '; 2_000]].concat();
        assert!(!is_pdf(&far));
    }
}
