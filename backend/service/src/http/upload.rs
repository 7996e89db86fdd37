//! Uploads. A slot is taken before the body is read, and held until the file is no longer in memory, so that many large
//! uploads cannot exhaust it.

use crate::app::AppState;
use axum::body::{Body, Bytes};
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{HeaderMap, StatusCode, header};
use ground::error::{ApiError, ErrorCode};
use ground::slots::{Full, Slot, Slots};
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

/// The wait for a slot. Clients may send all files of a message at once.
const WAIT: Duration = Duration::from_secs(20);
/// The smallest size that an upload counts as.
const LEAST_BYTES: u32 = 64 * 1024;
const RETRY_SECONDS: i64 = 5;
const UPLOAD_LIMIT_REACHED: &str =
    "You're already uploading other files. Please try again when they're done.";

/// An uploaded file.
pub struct Upload {
    pub name: String,
    pub media_type: String,
    pub bytes: Vec<u8>,
    /// Held as long as the bytes.
    pub slot: Slot,
}

/// Reads the file of a multipart form; `too_large` is the message for a body above the limit.
///
/// # Errors
/// 400 without a file, 413; 429 if the user has other uploads in progress, 503 if all slots are taken.
pub async fn read(
    app: &AppState,
    user_id: &str,
    request: Request,
    most_bytes: usize,
    too_large: &'static str,
) -> Result<Upload, ApiError> {
    let length = length(request.headers(), most_bytes).ok_or_else(|| refused(too_large))?;
    let units = u32::try_from(length).unwrap_or(u32::MAX).max(LEAST_BYTES);
    let slot = slot(&app.uploads, user_id, units).await?;
    let unreadable = |error: &MultipartError| unreadable(error, too_large);
    let request = request.map(|body| {
        Body::new(Paced {
            body,
            yields: false,
        })
    });
    let form = Multipart::from_request(request, &());
    let mut form = form.await.map_err(|_| file_missing())?;
    while let Some(field) = form
        .next_field()
        .await
        .map_err(|error| unreadable(&error))?
    {
        if field.name() == Some("file") {
            let text = |text: Option<&str>| text.unwrap_or_default().to_owned();
            let (name, media_type) = (text(field.file_name()), text(field.content_type()));
            let bytes = bytes(field, length).await;
            return Ok(Upload {
                name,
                media_type,
                bytes: bytes.map_err(|error| unreadable(&error))?,
                slot,
            });
        }
    }
    Err(file_missing())
}

async fn slot(slots: &Slots, user_id: &str, bytes: u32) -> Result<Slot, ApiError> {
    let slot = slots.take(user_id, bytes, WAIT).await;
    slot.map_err(|full| match full {
        Full::User => ApiError::new(ErrorCode::TooManyRequests, UPLOAD_LIMIT_REACHED)
            .retry_after(RETRY_SECONDS),
        Full::Total => ApiError::unavailable(),
    })
}

/// 400: a form without a file.
fn file_missing() -> ApiError {
    ApiError::new(
        ErrorCode::FileMissing,
        "Send a form with a file named file.",
    )
}

/// The body's declared length, or the limit if it is not declared; `None` if it is above the limit.
fn length(headers: &HeaderMap, most_bytes: usize) -> Option<usize> {
    let said = headers.get(header::CONTENT_LENGTH);
    let said = said.and_then(|said| said.to_str().ok()?.parse().ok());
    let length = said.unwrap_or(most_bytes);
    (length <= most_bytes).then_some(length)
}

/// Collects the field in one allocation, which never has to grow.
async fn bytes(mut field: Field<'_>, length: usize) -> Result<Vec<u8>, MultipartError> {
    let mut bytes = Vec::with_capacity(length);
    while let Some(piece) = field.chunk().await? {
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

fn unreadable(error: &MultipartError, too_large: &'static str) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return refused(too_large);
    }
    ApiError::new(ErrorCode::UnreadableBody, "The body could not be read.")
}

fn refused(too_large: &'static str) -> ApiError {
    ApiError::new(ErrorCode::TooLarge, too_large)
}

/// A body that yields after each frame. The multipart parser buffers all frames that are ready before it returns any data,
/// so a body that arrives quickly would be in memory twice.
struct Paced {
    body: Body,
    /// The next poll is pending.
    yields: bool,
}

impl hyper::body::Body for Paced {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if std::mem::take(&mut self.yields) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        self.yields = matches!(polled, Poll::Ready(Some(Ok(_))));
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::response::IntoResponse;
    use hyper::body::Body as _;

    fn parts(error: ApiError) -> (u16, String, String) {
        let code = error.code().to_owned();
        let response = error.into_response();
        let retry_after = response.headers()[header::RETRY_AFTER].to_str().unwrap();
        (response.status().as_u16(), code, retry_after.to_owned())
    }

    #[tokio::test(start_paused = true)]
    async fn a_refused_upload_is_told_when_to_retry() {
        let slots = Slots::for_uploads();
        let largest = 12 * 1024 * 1024;
        let mut held = Vec::new();
        for user_id in ["ada", "ada", "obi", "obi"] {
            held.push(slot(&slots, user_id, largest).await.unwrap());
        }
        let own = slot(&slots, "ada", LEAST_BYTES).await.err().unwrap();
        assert_eq!(parts(own), (429, "too_many_requests".into(), "5".into()));
        let all = slot(&slots, "eno", LEAST_BYTES).await.err().unwrap();
        assert_eq!(parts(all), (503, "unavailable".into(), "2".into()));
        held.pop();
        assert!(slot(&slots, "eno", largest).await.is_ok());
    }

    #[test]
    fn the_declared_length_counts_up_to_the_limit() {
        let headers = |length: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_LENGTH, length.parse().unwrap());
            headers
        };
        assert_eq!(length(&headers("7"), 100), Some(7));
        assert_eq!(length(&headers("100"), 100), Some(100));
        assert_eq!(length(&headers("101"), 100), None);
        assert_eq!(length(&HeaderMap::new(), 100), Some(100));
    }

    #[tokio::test]
    async fn a_body_yields_after_each_frame() {
        let (mut pieces, body) = http_body_util::channel::Channel::<Bytes>::new(8);
        for _ in 0..3 {
            pieces
                .send_data(Bytes::from_static(b"piece"))
                .await
                .unwrap();
        }
        drop(pieces);
        let body = Body::new(body);
        let mut paced = Body::new(Paced {
            body,
            yields: false,
        });
        let mut context = Context::from_waker(std::task::Waker::noop());
        let mut waits = 0;
        let mut frames = 0;
        loop {
            match Pin::new(&mut paced).poll_frame(&mut context) {
                Poll::Ready(Some(frame)) => frames += usize::from(frame.unwrap().is_data()),
                Poll::Ready(None) => break,
                Poll::Pending => waits += 1,
            }
        }
        assert_eq!((frames, waits), (3, 3));
    }
}
