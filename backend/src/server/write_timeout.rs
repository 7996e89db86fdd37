//! Closes connections whose client reads nothing. Otherwise such a client would hold its connection forever: neither the
//! time limit for the head nor that for the request applies while a response is written.

use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// Long enough for a phone that loses its network for a moment.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// A stream whose writes fail after [`WRITE_TIMEOUT`] without progress.
pub struct WriteTimeout<S> {
    stream: S,
    /// Runs while a write is pending.
    stall: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    pub const fn new(stream: S) -> Self {
        Self {
            stream,
            stall: None,
        }
    }

    fn judge(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stall = None;
            return written;
        }
        let stall = self
            .stall
            .get_or_insert_with(|| Box::pin(sleep(WRITE_TIMEOUT)));
        stall
            .as_mut()
            .poll(cx)
            .map(|()| Err(io::Error::from(ErrorKind::TimedOut)))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.judge(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.judge(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::Instant;

    const BUFFERED_BYTES: usize = 1_000;
    const BYTES: usize = 10 * BUFFERED_BYTES;

    #[tokio::test(start_paused = true)]
    async fn a_slow_reader_gets_everything() {
        let (server, mut slow) = duplex(BUFFERED_BYTES);
        let writing =
            tokio::spawn(async move { WriteTimeout::new(server).write_all(&[b'x'; BYTES]).await });
        let mut bytes = [0; BUFFERED_BYTES];
        for _ in 0..BYTES / BUFFERED_BYTES {
            sleep(WRITE_TIMEOUT.mul_f32(0.9)).await;
            slow.read_exact(&mut bytes).await.unwrap();
        }
        writing.await.unwrap().unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn who_stops_reading_is_cut_off_after_the_timeout() {
        let (server, mut slow) = duplex(BUFFERED_BYTES);
        let writing =
            tokio::spawn(async move { WriteTimeout::new(server).write_all(&[b'x'; BYTES]).await });
        sleep(WRITE_TIMEOUT / 2).await;
        slow.read_exact(&mut [0; 1]).await.unwrap();
        let stopped = Instant::now();
        let refused = writing.await.unwrap().unwrap_err();
        assert_eq!(
            (refused.kind(), stopped.elapsed()),
            (ErrorKind::TimedOut, WRITE_TIMEOUT)
        );
    }
}
