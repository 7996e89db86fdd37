//! The sender of push messages.

use super::ConfigError;
use crate::secret::Secret;

/// The sender's signing key, and a contact for push services.
#[derive(Debug, Clone)]
pub struct PushProvider {
    /// A P-256 private key: 32 bytes in base64url. The port parses it.
    pub key: Secret<String>,
    /// `mailto:` or `https:`.
    pub subject: String,
}

impl PushProvider {
    /// # Errors
    /// A subject that is not a contact address.
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
    fn push_needs_a_contact_address() {
        let read = |key: &str, subject: &str| PushProvider::read(key, subject.into());
        assert!(read(KEY, "mailto:ops@ajo.example").is_ok());
        assert!(read(KEY, "https://ajo.example/contact").is_ok());
        for subject in ["ops@ajo.example", "http://ajo.example", "mailto:a b", ""] {
            assert!(read(KEY, subject).is_err(), "{subject}");
        }
    }
}
