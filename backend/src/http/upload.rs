//! Files that are sent. A place is taken before the first byte is read, and kept until nothing of the file is in memory any
//! more: who sends many large ones must not fill it.

use crate::app::AppState;
use crate::error::ApiError;
use crate::places::{Full, Place, Places};
use axum::body::{Body, Bytes};
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{HeaderMap, StatusCode, header};
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

/// How long one waits for a place. Some programs send all files of a message at once.
const WAIT: Duration = Duration::from_secs(20);
/// What a call takes whatever it holds.
const LEAST_BYTES: u32 = 64 * 1024;
const RETRY_SECONDS: i64 = 5;
const ENOUGH: &str =
    "You are sending several files already. Please wait until they have arrived and try again.";

/// A file that was sent.
pub struct Upload {
    pub name: String,
    pub media_type: String,
    pub bytes: Vec<u8>,
    /// Goes wherever the bytes go.
    pub place: Place,
}

/// The file of a form, which is no longer than this; `too_large` is said of one that is.
///
/// # Errors
/// 400 for a form without one, 413; 429 when the person sends others, 503 when everybody does.
pub async fn read(
    app: &AppState,
    person: &str,
    request: Request,
    most_bytes: usize,
    too_large: &'static str,
) -> Result<Upload, ApiError> {
    let length = length(request.headers(), most_bytes).ok_or_else(|| refused(too_large))?;
    let units = u32::try_from(length).unwrap_or(u32::MAX).max(LEAST_BYTES);
    let place = place(&app.uploads, person, units).await?;
    let unreadable = |error: &MultipartError| unreadable(error, too_large);
    let request = request.map(|body| Body::new(Paced { body, rest: false }));
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
                place,
            });
        }
    }
    Err(file_missing())
}

async fn place(places: &Places, person: &str, bytes: u32) -> Result<Place, ApiError> {
    let place = places.take(person, bytes, WAIT).await;
    place.map_err(|full| match full {
        Full::Own => ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", ENOUGH)
            .retry_after(RETRY_SECONDS),
        Full::All => ApiError::unavailable(),
    })
}

/// A form without a file.
fn file_missing() -> ApiError {
    ApiError::bad_request("file_missing", "Send a form with a file named file.")
}

/// How long the body says it is, or may be if it does not say; none for one that is too long.
fn length(headers: &HeaderMap, most_bytes: usize) -> Option<usize> {
    let said = headers.get(header::CONTENT_LENGTH);
    let said = said.and_then(|said| said.to_str().ok()?.parse().ok());
    let length = said.unwrap_or(most_bytes);
    (length <= most_bytes).then_some(length)
}

/// Collected in memory that is asked for once: it never has to be copied to grow.
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
    ApiError::bad_request("unreadable_body", "The body could not be read.")
}

fn refused(too_large: &'static str) -> ApiError {
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", too_large)
}

/// A body that is read piece by piece. The reader of forms takes as much as is there before it gives any of it out, so a
/// body that arrives quickly would be in memory twice: after each piece this one says that there is no more yet.
struct Paced {
    body: Body,
    rest: bool,
}

impl hyper::body::Body for Paced {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if std::mem::take(&mut self.rest) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        self.rest = matches!(polled, Poll::Ready(Some(Ok(_))));
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
    use http_body_util::BodyExt;
    use hyper::body::Body as _;

    fn told(error: ApiError) -> (u16, String, String) {
        let code = error.code().to_owned();
        let response = error.into_response();
        let retry_after = response.headers()[header::RETRY_AFTER].to_str().unwrap();
        (response.status().as_u16(), code, retry_after.to_owned())
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_finds_no_place_is_told_when_to_come_back() {
        let places = Places::for_uploads();
        let largest = 12 * 1024 * 1024;
        let mut held = Vec::new();
        for person in ["ada", "ada", "obi", "obi"] {
            held.push(place(&places, person, largest).await.unwrap());
        }
        let own = place(&places, "ada", LEAST_BYTES).await.err().unwrap();
        assert_eq!(told(own), (429, "too_many_requests".into(), "5".into()));
        let all = place(&places, "eno", LEAST_BYTES).await.err().unwrap();
        assert_eq!(told(all), (503, "unavailable".into(), "2".into()));
        held.pop();
        assert!(place(&places, "eno", largest).await.is_ok());
    }

    #[test]
    fn a_body_is_as_long_as_it_says_and_no_longer_than_it_may_be() {
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
    async fn a_body_that_is_all_there_comes_piece_by_piece() {
        let (mut pieces, body) = http_body_util::channel::Channel::<Bytes>::new(8);
        for _ in 0..3 {
            pieces
                .send_data(Bytes::from_static(b"piece"))
                .await
                .unwrap();
        }
        drop(pieces);
        let body = Body::new(body);
        let mut paced = Body::new(Paced { body, rest: false });
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
        assert!(paced.collect().await.unwrap().to_bytes().is_empty());
    }
}
