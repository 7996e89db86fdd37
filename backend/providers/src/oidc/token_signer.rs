//! Identity tokens (JSON Web Tokens, ES256), signed by the sandbox provider with its own key.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};

/// A key pair that lives as long as the process.
pub struct TokenSigner {
    key: EcdsaKeyPair,
    random: SystemRandom,
}

impl TokenSigner {
    /// # Panics
    /// If the operating system provides no randomness.
    pub fn new() -> Self {
        let random = SystemRandom::new();
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random);
        let made = made.expect("the operating system provides randomness");
        let key =
            EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, made.as_ref(), &random);
        Self {
            key: key.expect("a key that was just made"),
            random,
        }
    }

    /// The public key as a JSON Web Key set (RFC 7517).
    pub fn keys(&self) -> Value {
        // An uncompressed point: a format byte, then both coordinates.
        let point = self.key.public_key().as_ref();
        let (x, y) = point.get(1..).unwrap_or_default().split_at(32);
        json!({ "keys": [{
            "kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": self.name(),
            "x": URL_SAFE_NO_PAD.encode(x), "y": URL_SAFE_NO_PAD.encode(y),
        }] })
    }

    /// Signs a token with these claims.
    ///
    /// # Panics
    /// If the operating system provides no randomness.
    pub fn sign(&self, claims: &Value) -> String {
        let header = json!({ "alg": "ES256", "typ": "JWT", "kid": self.name() });
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = [part(&header), part(claims)].join(".");
        let signature = self.key.sign(&self.random, signed.as_bytes());
        let signature = signature.expect("the operating system provides randomness");
        [signed, URL_SAFE_NO_PAD.encode(signature.as_ref())].join(".")
    }

    fn name(&self) -> String {
        ground::secret::sha256_hex(self.key.public_key().as_ref())
            .chars()
            .take(16)
            .collect()
    }
}
