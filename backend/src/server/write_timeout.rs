//! Closes connections whose client reads nothing. Otherwise such a client would hold its connection forever: neither the
//! time limit for the head nor that for the request applies while a response is written.

use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// Long enough for a phone that loses its network for a moment.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// A stream whose writes fail after [`WRITE_TIMEOUT`] without progress.
pub struct WriteTimeout {
    stream: TcpStream,
    /// Runs while a write is pending.
    stall: Option<Pin<Box<Sleep>>>,
}

impl WriteTimeout {
    pub const fn new(stream: TcpStream) -> Self {
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

impl AsyncRead for WriteTimeout {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for WriteTimeout {
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
