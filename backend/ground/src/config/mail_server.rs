//! The mail server's address: `smtps://user:password@host`, or `smtp://user:password@host?tls=required`.

use super::ConfigError;
use super::providers::is_this_machine;
use crate::secret::Secret;
use percent_encoding::percent_decode_str;
use url::Url;

/// How the connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailTls {
    /// TLS from the first byte.
    Wrapped,
    /// STARTTLS is required.
    Required,
    /// Unencrypted: this machine only.
    None,
}

/// The mail server and our login.
#[derive(Debug, Clone)]
pub struct MailServer {
    pub host: String,
    pub port: u16,
    pub tls: MailTls,
    pub login: Option<MailLogin>,
}

#[derive(Debug, Clone)]
pub struct MailLogin {
    pub user: String,
    pub password: Secret<String>,
}

impl MailServer {
    /// # Errors
    /// An invalid URL, or one without encryption to another machine. The message does not contain the URL, because that
    /// may contain a password.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        let unusable = || {
            ConfigError(String::from(
                "AJO_SMTP_URL is like smtps://user:password@mail.example or smtp://user:password@mail.example?tls=required",
            ))
        };
        let url = Url::parse(text).map_err(|_| unusable())?;
        let host = url.host_str().filter(|host| !host.is_empty());
        let host = host.ok_or_else(unusable)?.to_owned();
        if url.fragment().is_some() || !["", "/"].contains(&url.path()) {
            return Err(unusable());
        }
        let options: Vec<_> = url.query_pairs().collect();
        let required = match options.as_slice() {
            [] => false,
            [(name, value)] if name == "tls" && value == "required" => true,
            _ => return Err(unusable()),
        };
        let (tls, port) = match (url.scheme(), required) {
            ("smtps", _) => (MailTls::Wrapped, 465),
            ("smtp", true) => (MailTls::Required, 587),
            ("smtp", false) if is_this_machine(&host) => (MailTls::None, 25),
            _ => return Err(unusable()),
        };
        let decoded = |text: &str| {
            let decoded = percent_decode_str(text).decode_utf8();
            decoded.map(String::from).map_err(|_| unusable())
        };
        let login = match url.password() {
            Some(password) => Some(MailLogin {
                user: decoded(url.username())?,
                password: Secret::new(decoded(password)?),
            }),
            None if url.username().is_empty() => None,
            None => return Err(unusable()),
        };
        Ok(Self {
            host: host.trim_matches(['[', ']']).to_owned(),
            port: url.port().unwrap_or(port),
            tls,
            login,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scheme_selects_the_encryption() {
        for (text, tls, port) in [
            ("smtps://mail.example", MailTls::Wrapped, 465),
            ("smtps://mail.example:2465/", MailTls::Wrapped, 2465),
            ("smtps://mail.example?tls=required", MailTls::Wrapped, 465),
            ("smtp://mail.example?tls=required", MailTls::Required, 587),
            (
                "smtp://mail.example:25/?tls=required",
                MailTls::Required,
                25,
            ),
            ("smtp://localhost", MailTls::None, 25),
            ("smtp://127.0.0.1:2525", MailTls::None, 2525),
            ("smtp://[::1]:2525", MailTls::None, 2525),
        ] {
            let server = MailServer::parse(text).unwrap();
            assert_eq!((server.tls, server.port), (tls, port), "{text}");
        }
    }

    #[test]
    fn remote_mail_servers_need_encryption() {
        for bad in [
            "smtp://mail.example",
            "smtp://mail.example?tls=opportunistic",
            "smtp://mail.example?tls=opportunistic#tls=required",
            "smtp://mail.example?tls=opportunistic&tls=required",
            "smtp://mail.example?tls=required&tls=opportunistic",
            "smtp://mail.example#tls=required",
            "smtp://tls=required@mail.example",
            "smtp://127.0.0.1.evil.example",
            "smtp://localhost?tls=opportunistic",
            "https://mail.example",
            "mail.example",
            "smtps://",
            "smtps://user@mail.example",
            "",
        ] {
            assert!(MailServer::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn user_and_password_may_contain_any_character() {
        let server =
            MailServer::parse("smtps://a%40b.example:p%3A%2F%40+%25@mail.example").unwrap();
        let login = server.login.unwrap();
        assert_eq!(login.user, "a@b.example");
        assert_eq!(login.password.reveal(), "p:/@+%");
    }
}
