//! `backend health`: a health check for container images, which have no HTTP client. The address is its only setting.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(3);
const DEFAULT: &str = "127.0.0.1:8080";

/// Prints the failure, if any.
pub fn run() -> ExitCode {
    let given = std::env::var("AJO_ADDR")
        .ok()
        .filter(|given| !given.trim().is_empty());
    match check(given.as_deref().unwrap_or(DEFAULT)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("health: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Checks that `/healthz` at the address responds with 200.
fn check(address: &str) -> Result<(), String> {
    let address: SocketAddr = address
        .trim()
        .parse()
        .map_err(|_| format!("AJO_ADDR: {address}"))?;
    let ask = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect_timeout(&reachable(address), TIMEOUT)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.set_write_timeout(Some(TIMEOUT))?;
        stream
            .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.take(4_096).read_to_string(&mut answer)?;
        Ok(answer)
    };
    let answer = ask().map_err(|error| format!("{address}: {error}"))?;
    let status = answer.lines().next().unwrap_or_default();
    match status.split(' ').nth(1) {
        Some("200") => Ok(()),
        _ => Err(format!("{address}: {status}")),
    }
}

/// An address to connect to: a server on all interfaces is also on the loopback one.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        _ => address.ip(),
    };
    SocketAddr::new(ip, address.port())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    /// A server that sends one response.
    fn server(response: &'static str) -> String {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            assert!(stream.read(&mut [0; 1_024]).unwrap() > 0);
            stream.write_all(response.as_bytes()).unwrap();
        });
        format!("0.0.0.0:{port}")
    }

    #[test]
    fn only_a_200_is_healthy() {
        assert_eq!(
            check(&server("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")),
            Ok(())
        );
        let busy = check(&server("HTTP/1.1 503 Service Unavailable\r\n\r\n"));
        assert!(busy.unwrap_err().ends_with("503 Service Unavailable"));
        assert!(check(&server("")).is_err());
    }

    #[test]
    fn an_address_without_a_server_is_unhealthy() {
        let free = TcpListener::bind(("127.0.0.1", 0))
            .unwrap()
            .local_addr()
            .unwrap();
        assert!(check(&free.to_string()).is_err());
        assert!(check("localhost").is_err());
    }
}
