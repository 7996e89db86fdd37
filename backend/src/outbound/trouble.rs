//! Why another machine was not reached, in the words of whoever has to mend it.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};

/// What went wrong on the way. Nothing of it comes from the other side, so all of it may be logged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// Its name leads nowhere.
    Dns,
    /// Nobody listens there.
    Refused,
    /// There is no way there.
    Unreachable,
    /// It took too long.
    Timeout,
    /// No trust: another name, an authority that is not known, a certificate out of its time.
    Tls(String),
    /// The connection broke, or what came over it was nonsense.
    Broken,
}

impl Trouble {
    /// Finds the cause at the bottom of a library's error.
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
                // What an I/O error wraps is not among its sources.
                if let Some(inner) = error.get_ref() {
                    if let found @ Self::Tls(_) = Self::of(inner) {
                        return found;
                    }
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

    /// For log lines.
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

    /// More of it, if there is more; blank otherwise.
    pub fn detail(&self) -> &str {
        match self {
            Self::Tls(detail) => detail,
            _ => "",
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Dns => "its name leads nowhere",
            Self::Refused => "nobody listens there",
            Self::Unreachable => "there is no way there",
            Self::Timeout => "it did not answer in time",
            Self::Tls(detail) => return write!(f, "it is not trusted: {detail}"),
            Self::Broken => "the connection broke",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cause_is_found_below_what_wraps_it() {
        let tls = rustls::Error::InvalidCertificate(rustls::CertificateError::UnknownIssuer);
        let wrapped = io::Error::other(io::Error::new(ErrorKind::InvalidData, tls));
        let found = Trouble::of(&wrapped);
        assert_eq!(found.kind(), "tls");
        assert!(found.detail().contains("UnknownIssuer"), "{found:?}");
        for (kind, expected) in [
            (ErrorKind::ConnectionRefused, "refused"),
            (ErrorKind::TimedOut, "timeout"),
            (ErrorKind::NetworkUnreachable, "unreachable"),
            (ErrorKind::UnexpectedEof, "broken"),
        ] {
            assert_eq!(Trouble::of(&io::Error::from(kind)).kind(), expected);
        }
    }
}
