//! Large responses: a limited number at a time, in chunks, with a time limit. A file stays in memory from reading until
//! its last chunk is sent, so clients that open many downloads and read none must not exhaust memory.

use crate::app::AppState;
use crate::error::ApiError;
use crate::places;
use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use http_body_util::channel::Channel;
use hyper::body::Bytes;
use std::convert::Infallible;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// How long a request waits for a slot, and how long the client may take to read the response.
const WAIT: Duration = Duration::from_secs(10);
const TAKE: Duration = Duration::from_secs(60);
const PIECE_BYTES: usize = 64 * 1024;

/// A slot: permission to hold a large response in memory.
pub struct Place(places::Place);

/// Waits for a slot. Call it before reading the file.
///
/// # Errors
/// 503 if none becomes free in time.
pub async fn place(app: &AppState, person: &str) -> Result<Place, ApiError> {
    let place = app.downloads.take(person, 1, WAIT).await;
    place.map(Place).map_err(|_| ApiError::unavailable())
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
    use crate::places::Places;
    use http_body_util::BodyExt;

    #[tokio::test(start_paused = true)]
    async fn a_file_arrives_whole_and_who_takes_none_holds_a_place_for_a_minute() {
        let places = Places::for_downloads();
        let place = async |person| places.take(person, 1, WAIT).await.map(Place);
        let file: Vec<u8> = (0..200_000_u32).map(|at| at.to_le_bytes()[0]).collect();
        let answer = place("ada").await.ok().unwrap().answer(file.clone());
        assert_eq!(answer.headers()[header::CONTENT_LENGTH], "200000");
        let body = answer.into_body().collect().await.unwrap().to_bytes();
        assert_eq!(body, file);

        let mut held = Vec::new();
        for _ in 0..2 {
            held.push(place("ada").await.ok().unwrap().answer(file.clone()));
        }
        assert!(place("ada").await.is_err());
        assert!(place("obi").await.is_ok());
        tokio::time::sleep(TAKE).await;
        let again = place("ada").await;
        assert!(again.is_ok());
        let cut = held.pop().unwrap().into_body().collect().await.unwrap();
        assert!(cut.to_bytes().len() < file.len());
    }
}
