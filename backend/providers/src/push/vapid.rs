//! Sender identification for push messages (RFC 8292): a token signed with the key whose public half the browser got at
//! subscription. The push service rejects messages signed with another key.

use super::encryption::point;
use super::subscription::POINT_BYTES;
use axum::http::Uri;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use ground::secret::{Keys, Secret};
use p256::SecretKey;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use serde_json::json;
use std::fmt;

pub const KEY_BYTES: usize = 32;
/// The standard allows at most a day. Each message has its own token, so the delivery time would suffice; the rest is a
/// margin for clock skew.
const LIFE_SECONDS: i64 = 60 * 60;

/// The signing key.
#[derive(Clone)]
pub struct VapidKey {
    private: Secret<[u8; KEY_BYTES]>,
    public: [u8; POINT_BYTES],
}

impl fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VapidKey({})", self.public())
    }
}

/// The bytes are not a P-256 key, or signing failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnusableKey;

impl VapidKey {
    /// # Errors
    /// The number is zero or beyond the curve's order.
    pub fn new(private: [u8; KEY_BYTES]) -> Result<Self, UnusableKey> {
        let key = SecretKey::from_slice(&private).map_err(|_| UnusableKey)?;
        Ok(Self {
            public: point(&key.public_key()),
            private: Secret::new(private),
        })
    }

    /// Reads 32 bytes in base64url, as common tools print them.
    ///
    /// # Errors
    /// Anything else.
    pub fn read(text: &str) -> Result<Self, UnusableKey> {
        let bytes = BASE64
            .decode(text.trim().trim_end_matches('='))
            .map_err(|_| UnusableKey)?;
        Self::new(bytes.try_into().map_err(|_| UnusableKey)?)
    }

    /// A key derived from the server's secret, used if none is configured.
    ///
    /// # Errors
    /// The derived number is not a valid key; the chance is one in 2^32.
    pub fn derived(keys: &Keys) -> Result<Self, UnusableKey> {
        Self::new(*keys.derive("push-vapid").reveal())
    }

    /// The public key for subscriptions.
    pub fn public(&self) -> String {
        BASE64.encode(self.public)
    }

    /// The `Authorization` header for an endpoint: audience, expiry and contact.
    ///
    /// # Errors
    /// Signing failed.
    pub fn authorisation(
        &self,
        endpoint: &Uri,
        subject: &str,
        now_ms: i64,
    ) -> Result<String, UnusableKey> {
        let authority = endpoint.authority().ok_or(UnusableKey)?;
        let claims = json!({
            "aud": format!("https://{}", authority.as_str().to_ascii_lowercase()),
            "exp": now_ms / 1_000 + LIFE_SECONDS,
            "sub": subject,
        });
        let head = BASE64.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let signed = [head, BASE64.encode(claims.to_string())].join(".");
        let random = SystemRandom::new();
        let key = EcdsaKeyPair::from_private_key_and_public_key(
            &ECDSA_P256_SHA256_FIXED_SIGNING,
            self.private.reveal(),
            &self.public,
            &random,
        )
        .map_err(|_| UnusableKey)?;
        let signature = key
            .sign(&random, signed.as_bytes())
            .map_err(|_| UnusableKey)?;
        let token = [signed, BASE64.encode(signature)].join(".");
        Ok(format!("vapid t={token}, k={}", self.public()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::Value;

    const NOW_MS: i64 = 1_795_165_200_000;

    fn key() -> VapidKey {
        VapidKey::derived(&Keys::new(vec![7; 32])).unwrap()
    }

    #[test]
    fn tokens_have_audience_expiry_and_contact_and_are_signed() {
        let endpoint = "https://FCM.googleapis.com/fcm/send/abc".parse().unwrap();
        let header = key()
            .authorisation(&endpoint, "mailto:ops@ajo.example", NOW_MS)
            .unwrap();
        let (token, public) = header
            .strip_prefix("vapid t=")
            .and_then(|rest| rest.split_once(", k="))
            .unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let public = BASE64.decode(public).unwrap();
        let signature = BASE64.decode(signature).unwrap();
        let verify = |text: &str| {
            UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, &public)
                .verify(text.as_bytes(), &signature)
        };
        assert!(verify(signed).is_ok());
        assert!(verify(&signed.replace('.', "x.")).is_err());
        let part = |index: usize| -> Value {
            let text = signed.split('.').nth(index).unwrap();
            serde_json::from_slice(&BASE64.decode(text).unwrap()).unwrap()
        };
        assert_eq!(part(0), json!({ "typ": "JWT", "alg": "ES256" }));
        let hour_later = NOW_MS / 1_000 + 3_600;
        assert_eq!(
            part(1),
            json!({ "aud": "https://fcm.googleapis.com", "exp": hour_later, "sub": "mailto:ops@ajo.example" })
        );
    }

    #[test]
    fn keys_are_read_in_common_format_and_redacted() {
        // The key pair of RFC 8291, appendix A.
        let read = VapidKey::read("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94").unwrap();
        assert_eq!(
            read.public(),
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        );
        assert!(!format!("{read:?}").contains("q1dXpw"));
        assert_eq!(key().public(), key().public());
        for wrong in ["", "AAAA", "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI+JWgLcM94"] {
            assert!(VapidKey::read(wrong).is_err(), "{wrong}");
        }
        assert!(VapidKey::new([0; KEY_BYTES]).is_err());
        assert!(VapidKey::new([0xff; KEY_BYTES]).is_err());
    }
}
