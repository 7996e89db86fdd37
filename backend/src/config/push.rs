//! The sender of push messages, and the services that they may be sent to.

use super::ConfigError;
use crate::secret::Secret;

/// Whom push services may ask about our messages, and the key that these are signed with.
#[derive(Debug, Clone)]
pub struct PushProvider {
    /// A private key on P-256: 32 bytes in base64url. The port reads it.
    pub key: Secret<String>,
    /// `mailto:` or `https:`.
    pub subject: String,
}

impl PushProvider {
    /// # Errors
    /// A subject that nobody can be reached by.
    pub fn read(key: &str, subject: String) -> Result<Self, ConfigError> {
        let reachable = subject.starts_with("mailto:") || subject.starts_with("https://");
        if !reachable || !subject.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(ConfigError(String::from(
                "AJO_PUSH_SUBJECT begins with mailto: or https://",
            )));
        }
        Ok(Self {
            key: Secret::new(key.to_owned()),
            subject,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";

    #[test]
    fn somebody_to_ask_is_wanted() {
        let read = |key: &str, subject: &str| PushProvider::read(key, subject.into());
        assert!(read(KEY, "mailto:ops@ajo.example").is_ok());
        assert!(read(KEY, "https://ajo.example/contact").is_ok());
        for subject in ["ops@ajo.example", "http://ajo.example", "mailto:a b", ""] {
            assert!(read(KEY, subject).is_err(), "{subject}");
        }
    }
}
