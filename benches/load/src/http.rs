//! A connection that sends prepared requests and reads the answers: as much of HTTP/1.1 as the server speaks.

use std::io::{Error, ErrorKind, Read, Result, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// An answer that has not come by then counts as none.
const PATIENCE: Duration = Duration::from_secs(30);
const MOST_BYTES: usize = 16 * 1024 * 1024;

pub struct Connection {
    address: SocketAddr,
    stream: Option<TcpStream>,
    answer: Vec<u8>,
}

pub struct Head {
    pub status: u16,
    /// Where the body begins and ends.
    body: (usize, usize),
    closes: bool,
}

impl Connection {
    pub fn new(address: SocketAddr) -> Self {
        Self {
            address,
            stream: None,
            answer: Vec::with_capacity(16 * 1024),
        }
    }

    pub fn open(&mut self) -> Result<&mut TcpStream> {
        if self.stream.is_none() {
            let stream = TcpStream::connect_timeout(&self.address, PATIENCE)?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.set_write_timeout(Some(PATIENCE))?;
            self.stream = Some(stream);
        }
        self.stream
            .as_mut()
            .ok_or_else(|| Error::from(ErrorKind::NotConnected))
    }

    /// Sends a request and returns the status and the body of its answer. After an error, the next request gets a new
    /// connection; this one is not repeated, because it may have had its effect.
    pub fn send(&mut self, request: &[u8]) -> Result<(u16, &[u8])> {
        match self.exchange(request) {
            Ok(head) => {
                if head.closes {
                    self.stream = None;
                }
                Ok((
                    head.status,
                    self.answer
                        .get(head.body.0..head.body.1)
                        .unwrap_or_default(),
                ))
            }
            Err(error) => {
                self.stream = None;
                Err(error)
            }
        }
    }

    fn exchange(&mut self, request: &[u8]) -> Result<Head> {
        self.answer.clear();
        self.open()?.write_all(request)?;
        let mut head = None;
        let mut chunk = [0; 16 * 1024];
        loop {
            let read = self.open()?.read(&mut chunk)?;
            if read == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            self.answer
                .extend_from_slice(chunk.get(..read).unwrap_or_default());
            if self.answer.len() > MOST_BYTES {
                return Err(ErrorKind::InvalidData.into());
            }
            if head.is_none() {
                head = read_head(&self.answer)?;
            }
            if let Some(found) = head.take_if(|found| self.answer.len() >= found.body.1) {
                return Ok(found);
            }
        }
    }
}

/// The head of an answer, once it is complete.
fn read_head(answer: &[u8]) -> Result<Option<Head>> {
    let Some(end) = answer.windows(4).position(|four| four == b"\r\n\r\n") else {
        return Ok(None);
    };
    let invalid = || Error::from(ErrorKind::InvalidData);
    let text = answer
        .get(..end)
        .and_then(|head| std::str::from_utf8(head).ok())
        .ok_or_else(invalid)?;
    let mut lines = text.split("\r\n");
    let status = lines
        .next()
        .and_then(|line| line.split(' ').nth(1))
        .and_then(|code| code.parse().ok());
    let status: u16 = status.ok_or_else(invalid)?;
    let (mut length, mut closes) = (0_usize, false);
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        let value = value.trim();
        if name.eq_ignore_ascii_case("content-length") {
            length = value.parse().map_err(|_| invalid())?;
        } else if name.eq_ignore_ascii_case("transfer-encoding") {
            // The API's answers have a length.
            return Err(invalid());
        } else if name.eq_ignore_ascii_case("connection") {
            closes = value.eq_ignore_ascii_case("close");
        }
    }
    let begin = end + 4;
    Ok(Some(Head {
        status,
        body: (begin, begin.saturating_add(length)),
        closes,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_once_it_is_complete() {
        assert!(
            read_head(b"HTTP/1.1 201 Created\r\nContent-Len")
                .unwrap()
                .is_none()
        );
        let head =
            read_head(b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\nconnection: close\r\n\r\n{}")
                .unwrap();
        let head = head.unwrap();
        assert_eq!((head.status, head.body, head.closes), (201, (62, 64), true));
        for odd in [
            "nonsense\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        ] {
            assert!(read_head(odd.as_bytes()).is_err(), "{odd}");
        }
    }
}
