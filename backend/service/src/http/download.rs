//! Large responses: a limited number at a time, in chunks, with a time limit. A file stays in memory from reading until
//! its last chunk is sent, so clients that open many downloads and read none must not exhaust memory.

use crate::app::AppState;
use crate::http::Client;
use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use ground::error::{ApiError, ErrorCode};
use ground::slots::{self, Full};
use http_body_util::channel::Channel;
use hyper::body::Bytes;
use std::convert::Infallible;
use std::io::{Cursor, Read};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// The time limit for reading a data export, which is far larger than a chat attachment.
const TAKE_EXPORT: Duration = Duration::from_secs(5 * 60);
/// The wait for a slot, and the time limit for reading the response.
const WAIT: Duration = Duration::from_secs(10);
const TAKE: Duration = Duration::from_secs(60);
const RETRY_SECONDS: i64 = 5;
const PIECE_BYTES: usize = 64 * 1024;

/// A slot: permission to hold a large response in memory.
pub struct Slot(slots::Slot, Duration);

const UNDER_WAY: &str = "Another file is being made for you. Please wait until it is there.";

/// Waits for a slot. Call it before reading the file.
///
/// # Errors
/// 503 if none becomes free in time.
pub async fn slot(app: &AppState, user_id: &str) -> Result<Slot, ApiError> {
    let slot = app.downloads.take(user_id, 1, WAIT).await;
    slot.map(|slot| Slot(slot, TAKE))
        .map_err(|_| ApiError::unavailable())
}

/// A slot for a public picture, counted by the client's address or network.
///
/// # Errors
/// 503 if none becomes free in time.
pub async fn picture_slot(app: &AppState, client: &Client) -> Result<Slot, ApiError> {
    let slot = app.pictures.take(&client.limit_subject(), 1, WAIT).await;
    slot.map(|slot| Slot(slot, TAKE))
        .map_err(|_| ApiError::unavailable())
}

/// A slot for an export of the user's own data; never waits.
///
/// # Errors
/// 429 while another export of the user is under way; 503 if too many are.
pub async fn export_slot(app: &AppState, user_id: &str) -> Result<Slot, ApiError> {
    let slot = app.exports.take(user_id, 1, Duration::ZERO).await;
    slot.map(|slot| Slot(slot, TAKE_EXPORT))
        .map_err(|full| match full {
            Full::User => {
                ApiError::new(ErrorCode::TooManyRequests, UNDER_WAY).retry_after(RETRY_SECONDS)
            }
            Full::Total => ApiError::unavailable(),
        })
}

impl Slot {
    /// The file as a response. A client that is too slow gets a truncated body, which the length reveals.
    pub fn answer(self, bytes: Vec<u8>) -> Response {
        let length = bytes.len();
        self.answer_from(length, Cursor::new(bytes))
    }

    /// Responds with a file that is produced while it is sent, such as a decompressed one. Reads must come from memory:
    /// they happen between two sends.
    pub fn answer_from(self, length: usize, mut file: impl Read + Send + 'static) -> Response {
        let (mut pieces, body) = Channel::<Bytes, Infallible>::new(1);
        tokio::spawn(async move {
            let Self(_place, take) = self;
            let end = Instant::now() + take;
            loop {
                // Copied, so that a chunk that is never read does not keep the whole file alive.
                let mut piece = Vec::with_capacity(PIECE_BYTES);
                let part = file.by_ref().take(PIECE_BYTES as u64);
                let read = { part }.read_to_end(&mut piece);
                if read.is_err() || piece.is_empty() {
                    return;
                }
                let sent = timeout_at(end, pieces.send_data(piece.into())).await;
                if !matches!(sent, Ok(Ok(()))) {
                    return;
                }
            }
        });
        let length = [(header::CONTENT_LENGTH, length.to_string())];
        (length, Body::new(body)).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ground::slots::Slots;
    use http_body_util::BodyExt;

    #[tokio::test(start_paused = true)]
    async fn a_file_arrives_whole_and_a_stalled_reader_loses_its_slot() {
        let slots = Slots::for_downloads();
        let slot = async |user_id| {
            slots
                .take(user_id, 1, WAIT)
                .await
                .map(|slot| Slot(slot, TAKE))
        };
        let file: Vec<u8> = (0..200_000_u32).map(|at| at.to_le_bytes()[0]).collect();
        let answer = slot("ada").await.ok().unwrap().answer(file.clone());
        assert_eq!(answer.headers()[header::CONTENT_LENGTH], "200000");
        let body = answer.into_body().collect().await.unwrap().to_bytes();
        assert_eq!(body, file);

        let mut held = Vec::new();
        for _ in 0..2 {
            held.push(slot("ada").await.ok().unwrap().answer(file.clone()));
        }
        assert!(slot("ada").await.is_err());
        assert!(slot("obi").await.is_ok());
        tokio::time::sleep(TAKE).await;
        let again = slot("ada").await;
        assert!(again.is_ok());
        let cut = held.pop().unwrap().into_body().collect().await.unwrap();
        assert!(cut.to_bytes().len() < file.len());
    }
}
