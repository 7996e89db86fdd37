//! Who sends push messages, and where to.

use super::ConfigError;
use crate::outbound::push::VapidKey;

/// Whom push services may ask about our messages, and the key that these are signed with.
#[derive(Debug, Clone)]
pub struct PushProvider {
    pub key: VapidKey,
    /// `mailto:` or `https:`.
    pub subject: String,
}

impl PushProvider {
    /// # Errors
    /// A key that is none, or a subject that nobody can be reached by.
    pub fn read(key: &str, subject: String) -> Result<Self, ConfigError> {
        // The value is not repeated: it may be a key with a slip in it.
        let key = VapidKey::read(key).map_err(|_| {
            ConfigError(String::from(
                "AJO_PUSH_VAPID_KEY is a private key on P-256: 32 bytes in base64url",
            ))
        })?;
        let reachable = subject.starts_with("mailto:") || subject.starts_with("https://");
        if !reachable || !subject.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(ConfigError(String::from(
                "AJO_PUSH_SUBJECT begins with mailto: or https://",
            )));
        }
        Ok(Self { key, subject })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";

    #[test]
    fn a_key_and_somebody_to_ask_are_wanted() {
        let read = |key: &str, subject: &str| PushProvider::read(key, subject.into());
        assert!(read(KEY, "mailto:ops@ajo.example").is_ok());
        assert!(read(KEY, "https://ajo.example/contact").is_ok());
        for subject in ["ops@ajo.example", "http://ajo.example", "mailto:a b", ""] {
            assert!(read(KEY, subject).is_err(), "{subject}");
        }
        let wrong = [KEY, "x"].concat();
        let refused = read(&wrong, "mailto:ops@ajo.example").unwrap_err();
        assert!(!refused.0.contains(KEY), "{refused}");
    }
}
