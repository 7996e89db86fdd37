//! The stored bytes of attachments, in their row or in files outside the database. A row whose bytes are outside holds the
//! key id that they begin with, so that the rotation of the secret finds it without reading them.

use ground::config::Outside;
use ground::db::{DbError, Tx};
use ground::error::ApiError;
use ground::sealed::KEY_ID_BYTES;
use service::app::AppState;
use service::files;
use sqlx::Row;
use sqlx::any::AnyRow;

/// The kind of these files, in their names.
const KIND: &str = "chat";
/// The beginning of encrypted bytes, which [`Stored::replace`] compares: key id, data key and nonce, which no others share.
const START_BYTES: usize = 80;

/// The original or the thumbnail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    Whole,
    Thumb,
}

/// The encrypted bytes of an attachment.
pub(super) struct Sealed {
    pub whole: Vec<u8>,
    pub thumb: Option<Vec<u8>>,
}

/// Encrypted bytes as a row holds them.
pub(super) struct Placed {
    pub sealed: Vec<u8>,
    pub sealed_thumb: Option<Vec<u8>>,
    /// The file with the bytes, if they are outside.
    pub sealed_at: Option<String>,
    pub sealed_thumb_at: Option<String>,
}

impl Placed {
    /// Brings encrypted bytes to the configured place. Files are removed again unless [`Placed::keep`] follows.
    ///
    /// # Errors
    /// 503 if the place is unavailable; the database failed.
    pub async fn bring(app: &AppState, sealed: Sealed) -> Result<Self, ApiError> {
        let fresh = || app.ports.files.fresh(KIND, app.random);
        let Some(sealed_at) = fresh() else {
            return Ok(Self {
                sealed: sealed.whole,
                sealed_thumb: sealed.thumb,
                sealed_at: None,
                sealed_thumb_at: None,
            });
        };
        let key_id = start(&sealed.whole, KEY_ID_BYTES);
        let mut all = vec![(sealed_at.clone(), sealed.whole)];
        let sealed_thumb_at = sealed.thumb.as_ref().and_then(|_| fresh());
        all.extend(sealed_thumb_at.clone().zip(sealed.thumb));
        files::write(app, all).await?;
        Ok(Self {
            sealed: key_id,
            sealed_thumb: None,
            sealed_at: Some(sealed_at),
            sealed_thumb_at,
        })
    }

    /// Keeps the files, in the transaction that writes the row.
    ///
    /// # Errors
    /// 503 if they are being removed; the database failed.
    pub async fn keep(&self, tx: &mut Tx, now_ms: i64) -> Result<(), ApiError> {
        for file in [&self.sealed_at, &self.sealed_thumb_at]
            .into_iter()
            .flatten()
        {
            files::keep(tx, file, now_ms).await?;
        }
        Ok(())
    }
}

fn start(bytes: &[u8], length: usize) -> Vec<u8> {
    bytes[..bytes.len().min(length)].to_vec()
}

/// One part of an attachment, as read from its row.
pub(super) enum Part {
    Row(Vec<u8>),
    File(String),
}

impl Part {
    /// The original or the thumbnail of a row with all columns of [`Placed`]; `None` if there is no such part.
    pub fn of(row: &AnyRow, size: Size) -> Result<Option<Self>, DbError> {
        let (bytes, file) = match size {
            Size::Whole => ("sealed", "sealed_at"),
            Size::Thumb => ("sealed_thumb", "sealed_thumb_at"),
        };
        if let Some(file) = row.try_get::<Option<String>, _>(file)? {
            return Ok(Some(Self::File(file)));
        }
        let bytes: Option<Vec<u8>> = row.try_get(bytes)?;
        Ok(bytes.map(Self::Row))
    }

    /// The encrypted bytes. `None` if the file is gone, because the row was deleted or names another file since it was
    /// read.
    ///
    /// # Errors
    /// 503 if the file's place is unavailable.
    pub async fn bytes(self, app: &AppState) -> Result<Option<Vec<u8>>, ApiError> {
        match self {
            Self::Row(bytes) => Ok(Some(bytes)),
            Self::File(file) => files::read(app, &file).await,
        }
    }
}

/// An attachment that is to be stored anew.
pub(super) struct Stored {
    id: String,
    /// `None` if they are missing in their place.
    pub sealed: Option<Sealed>,
    start: Vec<u8>,
    sealed_at: Option<String>,
}

impl Stored {
    /// Reads an attachment with its bytes. `None` if it was deleted.
    ///
    /// # Errors
    /// 503 if a file's place is unavailable; the database failed.
    pub async fn read(app: &AppState, id: &str) -> Result<Option<Self>, ApiError> {
        match Self::read_once(app, id).await? {
            // A file may be moved between the row and its bytes; then the row says so.
            Some(Self { sealed: None, .. }) => Self::read_once(app, id).await,
            found => Ok(found),
        }
    }

    async fn read_once(app: &AppState, id: &str) -> Result<Option<Self>, ApiError> {
        let row = sqlx::query(
            "SELECT sealed, sealed_thumb, sealed_at, sealed_thumb_at FROM chat_attachments WHERE id = $1",
        )
        .bind(id)
        .fetch_optional(&mut *app.db.read().await?)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let start = start(row.try_get("sealed")?, START_BYTES);
        let sealed_at = row.try_get("sealed_at")?;
        let whole = match Part::of(&row, Size::Whole)? {
            Some(part) => part.bytes(app).await?,
            None => None,
        };
        let thumb = match Part::of(&row, Size::Thumb)? {
            Some(part) => part.bytes(app).await?.map(Some),
            None => Some(None),
        };
        Ok(Some(Self {
            id: id.to_owned(),
            sealed: whole
                .zip(thumb)
                .map(|(whole, thumb)| Sealed { whole, thumb }),
            start,
            sealed_at,
        }))
    }

    /// Whether it is in the configured place.
    pub fn is_in_place(&self, app: &AppState) -> bool {
        let file = self.sealed_at.as_deref();
        let place = file.and_then(|file| file.split_once('/'));
        place.map(|(place, _)| place) == app.ports.files.outside().map(Outside::as_str)
    }

    /// Stores bytes in the configured place instead of these. False, without a change, if the attachment was deleted or
    /// stored anew meanwhile.
    ///
    /// # Errors
    /// 503 if the place is unavailable; the database failed.
    pub async fn replace(self, app: &AppState, sealed: Sealed) -> Result<bool, ApiError> {
        let placed = Placed::bring(app, sealed).await?;
        let mut tx = app.db.begin().await?;
        let done = sqlx::query(
            "UPDATE chat_attachments SET sealed = $2, sealed_thumb = $3, sealed_at = $4, sealed_thumb_at = $5 \
             WHERE id = $1 AND substr(sealed, 1, 80) = $6 AND COALESCE(sealed_at, '') = $7",
        )
        .bind(self.id.as_str())
        .bind(placed.sealed.as_slice())
        .bind(placed.sealed_thumb.as_deref())
        .bind(placed.sealed_at.as_deref())
        .bind(placed.sealed_thumb_at.as_deref())
        .bind(self.start)
        .bind(self.sealed_at.unwrap_or_default())
        .execute(tx.connection())
        .await?;
        if done.rows_affected() != 1 {
            return Ok(false);
        }
        placed.keep(&mut tx, app.clock.now_ms()).await?;
        tx.commit().await?;
        Ok(true)
    }
}
