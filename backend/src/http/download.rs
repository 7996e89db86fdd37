//! Large responses: a limited number at a time, in chunks, with a time limit. A file stays in memory from reading until
//! its last chunk is sent, so clients that open many downloads and read none must not exhaust memory.

use crate::error::ApiError;
use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use http_body_util::channel::Channel;
use hyper::body::Bytes;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, timeout, timeout_at};

const AT_A_TIME: usize = 8;
static PLACES: Semaphore = Semaphore::const_new(AT_A_TIME);
/// How long a request waits for a slot, and how long the client may take to read the response.
const WAIT: Duration = Duration::from_secs(10);
const TAKE: Duration = Duration::from_secs(60);
const PIECE_BYTES: usize = 64 * 1024;

/// A slot: permission to hold a large response in memory.
pub struct Place(SemaphorePermit<'static>);

/// Waits for a slot. Call it before reading the file.
///
/// # Errors
/// 503 if none becomes free in time.
pub async fn place() -> Result<Place, ApiError> {
    let place = timeout(WAIT, PLACES.acquire()).await;
    let place = place.ok().and_then(Result::ok);
    place.map(Place).ok_or_else(ApiError::unavailable)
}

impl Place {
    /// The file as a response. A client that is too slow gets a truncated body, which the length reveals.
    pub fn answer(self, bytes: Vec<u8>) -> Response {
        let length = bytes.len();
        let (mut pieces, body) = Channel::<Bytes, Infallible>::new(1);
        tokio::spawn(async move {
            let _place = self.0;
            let end = Instant::now() + TAKE;
            for piece in bytes.chunks(PIECE_BYTES) {
                // Copied, so that a chunk that is never read does not keep the whole file alive.
                let piece = Bytes::copy_from_slice(piece);
                if !matches!(timeout_at(end, pieces.send_data(piece)).await, Ok(Ok(()))) {
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
    use http_body_util::BodyExt;

    #[tokio::test(start_paused = true)]
    async fn a_file_arrives_whole_and_who_takes_none_holds_a_place_for_a_minute() {
        let file: Vec<u8> = (0..200_000_u32).map(|at| at.to_le_bytes()[0]).collect();
        let answer = place().await.unwrap().answer(file.clone());
        assert_eq!(answer.headers()[header::CONTENT_LENGTH], "200000");
        let body = answer.into_body().collect().await.unwrap().to_bytes();
        assert_eq!(body, file);

        let mut held = Vec::new();
        for _ in 0..AT_A_TIME {
            held.push(place().await.unwrap().answer(file.clone()));
        }
        assert_eq!(place().await.err().unwrap().code(), "unavailable");
        tokio::time::sleep(TAKE).await;
        let place = place().await.unwrap();
        let cut = held.pop().unwrap().into_body().collect().await.unwrap();
        assert!(cut.to_bytes().len() < file.len());
        drop(place);
    }
}
