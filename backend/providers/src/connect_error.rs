//! Causes of failed connections, for operators.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};

/// The cause. It contains nothing that the remote side sent, so it can be logged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConnectError {
    /// The host name does not resolve.
    Dns,
    /// Connection refused.
    Refused,
    /// No route to the host.
    Unreachable,
    /// The time limit passed.
    Timeout,
    /// The certificate was rejected: another name, an unknown authority, expired.
    Tls(String),
    /// The connection was closed, or the response was invalid.
    Broken,
}

impl ConnectError {
    /// Finds the cause in a library error's chain of sources.
    pub fn of(error: &(dyn Error + 'static)) -> Self {
        let mut next = Some(error);
        let mut found = Self::Broken;
        while let Some(error) = next {
            if error.to_string().starts_with("dns error") {
                return Self::Dns;
            }
            if let Some(tls) = error.downcast_ref::<rustls::Error>() {
                return Self::Tls(tls.to_string());
            }
            if let Some(error) = error.downcast_ref::<io::Error>() {
                found = Self::of_io(error);
                // An I/O error's inner error is not among its sources.
                if let Some(inner) = error.get_ref()
                    && let found @ Self::Tls(_) = Self::of(inner)
                {
                    return found;
                }
            }
            next = error.source();
        }
        found
    }

    fn of_io(error: &io::Error) -> Self {
        match error.kind() {
            ErrorKind::ConnectionRefused => Self::Refused,
            ErrorKind::HostUnreachable
            | ErrorKind::NetworkUnreachable
            | ErrorKind::NetworkDown
            | ErrorKind::AddrNotAvailable => Self::Unreachable,
            ErrorKind::TimedOut => Self::Timeout,
            _ => Self::Broken,
        }
    }

    /// A label for log lines.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Dns => "dns",
            Self::Refused => "refused",
            Self::Unreachable => "unreachable",
            Self::Timeout => "timeout",
            Self::Tls(_) => "tls",
            Self::Broken => "broken",
        }
    }

    /// More detail, or blank.
    pub fn detail(&self) -> &str {
        match self {
            Self::Tls(detail) => detail,
            _ => "",
        }
    }
}

impl fmt::Display for ConnectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Dns => "the host name does not resolve",
            Self::Refused => "connection refused",
            Self::Unreachable => "no route to the host",
            Self::Timeout => "no response in time",
            Self::Tls(detail) => return write!(f, "the certificate is not trusted: {detail}"),
            Self::Broken => "the connection was closed",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_found_in_wrapped_errors() {
        let tls = rustls::Error::InvalidCertificate(rustls::CertificateError::UnknownIssuer);
        let wrapped = io::Error::other(io::Error::new(ErrorKind::InvalidData, tls));
        let found = ConnectError::of(&wrapped);
        assert_eq!(found.kind(), "tls");
        assert!(found.detail().contains("UnknownIssuer"), "{found:?}");
        for (kind, expected) in [
            (ErrorKind::ConnectionRefused, "refused"),
            (ErrorKind::TimedOut, "timeout"),
            (ErrorKind::NetworkUnreachable, "unreachable"),
            (ErrorKind::UnexpectedEof, "broken"),
        ] {
            assert_eq!(ConnectError::of(&io::Error::from(kind)).kind(), expected);
        }
    }
}
