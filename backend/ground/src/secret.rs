//! Values that must not appear in logs, error messages or debug output.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::fmt;
use subtle::ConstantTimeEq;

/// A value that prints as `***`. It has no `PartialEq`: secrets are compared with [`same_bytes`].
#[derive(Clone)]
pub struct Secret<T>(T);

impl<T> Secret<T> {
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// The value itself; the caller is responsible for its use.
    pub const fn reveal(&self) -> &T {
        &self.0
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// Constant-time equality.
pub fn same_bytes(one: &[u8], other: &[u8]) -> bool {
    one.ct_eq(other).into()
}

/// Hexadecimal SHA-256, the form in which tokens of 256 random bits are stored.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    use fmt::Write;
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// The server's secret, from which each purpose derives its own key. During a rotation there is also a previous one:
/// new data uses the first, and old data is readable with either.
#[derive(Clone, Debug)]
pub struct Keys {
    secret: Secret<Vec<u8>>,
    previous: Option<Secret<Vec<u8>>>,
}

impl Keys {
    pub const fn new(secret: Vec<u8>) -> Self {
        Self {
            secret: Secret::new(secret),
            previous: None,
        }
    }

    /// Adds the previous secret.
    #[must_use]
    pub fn and_previous(self, previous: Option<Vec<u8>>) -> Self {
        Self {
            previous: previous.map(Secret::new),
            ..self
        }
    }

    /// The keys of each secret separately, the current one first.
    pub fn each(&self) -> impl Iterator<Item = Self> {
        let secrets = std::iter::once(&self.secret).chain(&self.previous);
        secrets.map(|secret| Self::new(secret.reveal().clone()))
    }

    /// The keys of the secret with this identifier.
    pub fn named(&self, id: &str) -> Option<Self> {
        self.each().find(|keys| keys.id() == id)
    }

    /// The keys of the previous secret, or without one the current keys.
    pub fn oldest(&self) -> Self {
        self.each().last().unwrap_or_else(|| self.clone())
    }

    /// The key of a purpose. Purposes never share a key, so a leaked one reveals nothing else.
    pub fn derive(&self, purpose: &str) -> Secret<[u8; 32]> {
        Secret::new(mac(self.secret.reveal(), &[purpose.as_bytes()]))
    }

    /// An identifier that does not reveal the secret, stored with each hash.
    pub fn id(&self) -> String {
        hex(&self.derive("key-id").reveal()[..4])
    }

    /// HMAC-SHA256 of the parts under the key of a purpose. Lengths are signed too: `ab|c` is not `a|bc`.
    pub fn sign(&self, purpose: &str, parts: &[&str]) -> [u8; 32] {
        let bytes: Vec<&[u8]> = parts.iter().map(|part| part.as_bytes()).collect();
        mac(self.derive(purpose).reveal(), &bytes)
    }
}

fn mac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    // HMAC accepts keys of any length; the type cannot express it.
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key).expect("HMAC takes any key");
    for part in parts {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_redacted() {
        let shown = format!(
            "{:?} {:?}",
            Secret::new("canary"),
            Keys::new(b"canary".to_vec())
        );
        assert!(!shown.contains("canary"), "{shown}");
    }

    #[test]
    fn purposes_and_parts_are_separated() {
        let keys = Keys::new(vec![7; 32]);
        assert_ne!(
            keys.sign("otp", &["ab", "c"]),
            keys.sign("otp", &["a", "bc"])
        );
        assert_ne!(keys.sign("otp", &["a"]), keys.sign("pin", &["a"]));
        assert_eq!(keys.sign("otp", &["a"]), keys.sign("otp", &["a"]));
    }

    #[test]
    fn secrets_are_distinguished_and_the_first_signs() {
        let (new, old) = (Keys::new(vec![1; 32]), Keys::new(vec![2; 32]));
        let both = new.clone().and_previous(Some(vec![2; 32]));
        assert_eq!(both.id(), new.id());
        assert_eq!(both.sign("otp", &["a"]), new.sign("otp", &["a"]));
        let ids: Vec<String> = both.each().map(|keys| keys.id()).collect();
        assert_eq!(ids, [new.id(), old.id()]);
        let named = both.named(&old.id()).unwrap();
        assert_eq!(named.sign("otp", &["a"]), old.sign("otp", &["a"]));
        assert!(new.named(&old.id()).is_none() && both.named("").is_none());
        assert_eq!(
            (both.oldest().id(), new.oldest().id()),
            (old.id(), new.id())
        );
    }

    #[test]
    fn the_key_id_follows_the_secret() {
        assert_ne!(Keys::new(vec![1; 32]).id(), Keys::new(vec![2; 32]).id());
    }
}
