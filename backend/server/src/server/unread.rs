//! Drains bodies of calls that are answered early, such as an upload without a session. Closing the connection with
//! unread data resets it, and a client or proxy that is still sending sees a broken connection instead of the response
//! (nginx reports a 502). So the rest of the body is read and discarded, within limits.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use http_body_util::BodyExt;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::time::timeout;

/// More than the largest upload; a longer body ends with its connection.
const LIMIT_BYTES: usize = 16 * 1024 * 1024;
const TIMEOUT: Duration = Duration::from_secs(10);

/// Discards the unread rest of the body.
pub async fn layer(request: Request, next: Next) -> Response {
    let request = request.map(|body| Body::new(Watched(Some(body))));
    next.run(request).await
}

/// A body, until it has ended or failed.
struct Watched(Option<Body>);

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Some(body) = &mut self.0 else {
            return Poll::Ready(None);
        };
        let frame = ready!(Pin::new(body).poll_frame(context));
        if !matches!(frame, Some(Ok(_))) {
            self.0 = None;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.0.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.0
            .as_ref()
            .map_or_else(|| SizeHint::with_exact(0), HttpBody::size_hint)
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if let Some(body) = self.0.take().filter(|body| !body.is_end_stream()) {
            tokio::spawn(timeout(TIMEOUT, discard(body)));
        }
    }
}

async fn discard(mut body: Body) {
    let mut left = LIMIT_BYTES;
    while let Some(Ok(frame)) = body.frame().await {
        let bytes = frame.data_ref().map_or(0, Bytes::len);
        match left.checked_sub(bytes) {
            Some(rest) => left = rest,
            None => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::http::StatusCode;
    use axum::middleware::from_fn;
    use axum::routing::post;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};

    /// Sends a body of this length to a call that refuses it unread, and then reads the response.
    async fn answer_after_sending(bytes: usize) -> std::io::Result<String> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let refuse = async |_: Request| StatusCode::UNAUTHORIZED;
        let router = Router::new().route("/", post(refuse)).layer(from_fn(layer));
        let server = tokio::spawn(axum::serve(listener, router).into_future());
        let mut stream = TcpStream::connect(address).await?;
        let head = format!("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {bytes}\r\n\r\n");
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(&vec![0; bytes]).await?;
        let mut answer = [0; 100];
        let length = stream.read(&mut answer).await?;
        server.abort();
        Ok(String::from_utf8_lossy(&answer[..length]).into_owned())
    }

    #[tokio::test]
    async fn a_client_still_sending_reads_the_refusal() {
        let answer = answer_after_sending(15 * 1024 * 1024).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
    }

    #[tokio::test]
    async fn a_body_beyond_the_limit_is_not_read_to_its_end() {
        assert!(answer_after_sending(64 * 1024 * 1024).await.is_err());
    }
}
