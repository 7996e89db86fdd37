//! Closes connections whose client reads nothing, or too slowly. Otherwise such a client would hold its connection
//! forever: neither the header timeout nor the request timeout applies while a response is written.

use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// Long enough for a phone that briefly loses its network.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The lowest acceptable rate in bytes per second: a tenth of the slowest mobile network.
const SLOWEST: u32 = 512;

/// A stream whose writes may wait [`WRITE_TIMEOUT`] in total. Written bytes restore that time, at [`SLOWEST`] bytes per
/// second.
pub struct WriteTimeout<S> {
    stream: S,
    /// The time that writes may still wait.
    patience: Duration,
    /// The start of a pending write, and the end of the patience.
    stall: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<S> WriteTimeout<S> {
    pub const fn new(stream: S) -> Self {
        Self {
            stream,
            patience: WRITE_TIMEOUT,
            stall: None,
        }
    }

    fn judge(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = written {
            if let Some((since, _)) = self.stall.take() {
                self.patience = self.patience.saturating_sub(since.elapsed());
            }
            let bytes = u32::try_from(*written.as_ref().unwrap_or(&0)).unwrap_or(u32::MAX);
            let restored = Duration::from_secs(1).saturating_mul(bytes) / SLOWEST;
            self.patience = self.patience.saturating_add(restored).min(WRITE_TIMEOUT);
            return Poll::Ready(written);
        }
        let patience = self.patience;
        let (_, stall) = self
            .stall
            .get_or_insert_with(|| (Instant::now(), Box::pin(sleep(patience))));
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

    /// Writes to a client that takes `bytes` at a time after `pause`, `times` times.
    async fn written(bytes: usize, pause: Duration, times: u32) -> (io::Result<()>, Duration) {
        let (server, mut client) = duplex(BUFFERED_BYTES);
        let all = vec![b'x'; bytes * times as usize];
        let began = Instant::now();
        let writing = tokio::spawn(async move {
            let written = WriteTimeout::new(server).write_all(&all).await;
            (written, began.elapsed())
        });
        let mut taken = vec![0; bytes];
        for _ in 0..times {
            sleep(pause).await;
            if client.read_exact(&mut taken).await.is_err() {
                break;
            }
        }
        writing.await.unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_reader_gets_everything() {
        // 1,000 bytes per second, for minutes.
        let (written, took) = written(BUFFERED_BYTES, Duration::from_secs(1), 300).await;
        written.unwrap();
        assert!(took > WRITE_TIMEOUT * 9, "{took:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_reader_may_pause_if_it_then_reads_on() {
        let pause = WRITE_TIMEOUT.mul_f32(0.9);
        let (server, mut client) = duplex(BUFFERED_BYTES);
        let all = vec![b'x'; 20 * BUFFERED_BYTES];
        let writing = tokio::spawn(async move { WriteTimeout::new(server).write_all(&all).await });
        let mut taken = [0; BUFFERED_BYTES];
        for part in 0..20 {
            if part % 18 == 0 {
                sleep(pause).await;
            }
            client.read_exact(&mut taken).await.unwrap();
        }
        writing.await.unwrap().unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_too_slow_reader_is_disconnected() {
        let (written, took) = written(100, WRITE_TIMEOUT.mul_f32(0.9), 100).await;
        assert_eq!(written.unwrap_err().kind(), ErrorKind::TimedOut);
        assert!(took < WRITE_TIMEOUT * 15, "{took:?}");
        let (written, took) = self::written(1, Duration::from_secs(1), 3_000).await;
        assert_eq!(written.unwrap_err().kind(), ErrorKind::TimedOut);
        assert!(took < WRITE_TIMEOUT * 2, "{took:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_stalled_reader_is_disconnected_after_the_timeout() {
        let (server, mut slow) = duplex(BUFFERED_BYTES);
        let all = [b'x'; 10 * BUFFERED_BYTES];
        let writing = tokio::spawn(async move { WriteTimeout::new(server).write_all(&all).await });
        slow.read_exact(&mut [0; BUFFERED_BYTES]).await.unwrap();
        let stopped = Instant::now();
        let refused = writing.await.unwrap().unwrap_err();
        assert_eq!(
            (refused.kind(), stopped.elapsed()),
            (ErrorKind::TimedOut, WRITE_TIMEOUT)
        );
    }
}
