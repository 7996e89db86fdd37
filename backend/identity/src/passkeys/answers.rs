//! Response bodies.

use super::limit::Limit;
use super::store::Passkey;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain_core::money::{Amount, Currency};
use ground::clock::rfc3339;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The time that the user has to answer the device's question.
pub const TIMEOUT_MS: i64 = 60_000;

/// The user's passkeys, and the limit for payments with them.
#[derive(Debug, Serialize, ToSchema)]
pub struct Passkeys {
    passkeys: Vec<PasskeyEntry>,
    /// In naira, for all payments within 24 hours; null if every payment needs the PIN.
    #[schema(required)]
    limit: Option<String>,
    /// When the limit was set. It does not hold for passkeys added later.
    #[schema(required)]
    limit_set_at: Option<String>,
    /// The naira of it that passkeys have authorised within the last 24 hours.
    spent: String,
}

impl Passkeys {
    pub fn new(all: Vec<Passkey>, limit: Option<&Limit>, spent: &Amount, host: &str) -> Self {
        Self {
            passkeys: all
                .into_iter()
                .map(|one| PasskeyEntry::new(one, host))
                .collect(),
            limit: limit
                .and_then(|limit| Amount::from_minor(limit.minor, Currency::Ngn))
                .map(|amount| amount.text()),
            limit_set_at: limit.map(|limit| rfc3339(limit.set_at_ms)),
            spent: spent.text(),
        }
    }
}

/// A passkey of the user.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasskeyEntry {
    id: String,
    name: String,
    /// The identifier that the authenticator knows it by.
    credential_id: String,
    added_at: String,
    #[schema(required)]
    used_at: Option<String>,
    /// Whether it is for this host.
    is_here: bool,
}

impl PasskeyEntry {
    pub fn new(one: Passkey, host: &str) -> Self {
        Self {
            is_here: one.relying_party == host,
            id: one.id,
            name: one.name,
            credential_id: one.credential_id,
            added_at: rfc3339(one.added_at_ms),
            used_at: one.used_at_ms.map(rfc3339),
        }
    }
}

/// Options for `navigator.credentials`, with binary values in Base64 for URLs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = BTreeMap<String, Value>)]
pub struct PublicKeyOptions(pub Value);

impl PublicKeyOptions {
    /// Options for a signature with one of these credentials, or with any of this host.
    pub fn signature(challenge: &[u8], host: &str, credentials: &[String]) -> Self {
        let credential = |id: &String| json!({ "type": "public-key", "id": id });
        Self(json!({
            "challenge": URL_SAFE_NO_PAD.encode(challenge),
            "timeout": TIMEOUT_MS,
            "rpId": host,
            "allowCredentials": credentials.iter().map(credential).collect::<Vec<_>>(),
            "userVerification": "required",
        }))
    }
}

/// A challenge, and the options to ask the authenticator with.
#[derive(Debug, Serialize, ToSchema)]
pub struct Started {
    /// Sent back with the authenticator's response.
    pub challenge_id: String,
    pub options: PublicKeyOptions,
}
