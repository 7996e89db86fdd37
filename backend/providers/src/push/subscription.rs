//! A push subscription as the browser sends it: `{endpoint, keys: {p256dh, auth}}`.
//!
//! It is user input, so the endpoint could be any URL: see [`super::endpoint`].

use super::endpoint::{self, WrongEndpoint};
use base64::Engine;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use ground::config::PushHosts;
use ground::secret::Secret;
use p256::PublicKey;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A point on P-256: `0x04`, x, y.
pub const POINT_BYTES: usize = 65;
pub const AUTH_BYTES: usize = 16;
/// Longer than any subscription.
const LONGEST_BYTES: usize = 2_048;

/// Browsers omit the padding; some libraries do not.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new()
        .with_encode_padding(false)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A push subscription. All of it is secret: anyone who knows the endpoint can register it.
#[derive(Clone)]
pub struct Subscription {
    pub endpoint: String,
    /// The browser's public key.
    pub p256dh: [u8; POINT_BYTES],
    pub auth: Secret<[u8; AUTH_BYTES]>,
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Subscription(***)")
    }
}

/// Why a text is not a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrongSubscription {
    TooLong,
    NotJson,
    Endpoint(WrongEndpoint),
    P256dh,
    Auth,
}

impl fmt::Display for WrongSubscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => "This push token is too long.",
            Self::NotJson => {
                "This is not a push token: send {\"endpoint\", \"keys\": {\"p256dh\", \"auth\"}} as text."
            }
            Self::Endpoint(wrong) => return wrong.fmt(f),
            Self::P256dh => "keys.p256dh is a point on P-256: 65 bytes in base64url.",
            Self::Auth => "keys.auth is 16 bytes in base64url.",
        })
    }
}

/// The browser's JSON; `expirationTime` and other members are ignored.
#[derive(Serialize, Deserialize)]
struct Written {
    endpoint: String,
    keys: WrittenKeys,
}

#[derive(Serialize, Deserialize)]
struct WrittenKeys {
    p256dh: String,
    auth: String,
}

impl Subscription {
    /// # Errors
    /// Why it is invalid.
    pub fn parse(text: &str, hosts: &PushHosts) -> Result<Self, WrongSubscription> {
        if text.len() > LONGEST_BYTES {
            return Err(WrongSubscription::TooLong);
        }
        let subscription = Self::read(text)?;
        endpoint::checked(&subscription.endpoint, hosts).map_err(WrongSubscription::Endpoint)?;
        Ok(subscription)
    }

    /// Reads a stored subscription, which was validated before; its endpoint is checked again before use.
    ///
    /// # Errors
    /// Why it is invalid.
    pub fn read(text: &str) -> Result<Self, WrongSubscription> {
        let written: Written =
            serde_json::from_str(text).map_err(|_| WrongSubscription::NotJson)?;
        let p256dh = bytes(&written.keys.p256dh)
            .filter(|point| PublicKey::from_sec1_bytes(point).is_ok())
            .ok_or(WrongSubscription::P256dh)?;
        let auth = bytes(&written.keys.auth).ok_or(WrongSubscription::Auth)?;
        Ok(Self {
            endpoint: written.endpoint,
            p256dh,
            auth: Secret::new(auth),
        })
    }

    /// The text that [`Self::read`] reads. It contains the keys.
    pub fn text(&self) -> Secret<String> {
        let written = Written {
            endpoint: self.endpoint.clone(),
            keys: WrittenKeys {
                p256dh: BASE64.encode(self.p256dh),
                auth: BASE64.encode(self.auth.reveal()),
            },
        };
        Secret::new(serde_json::to_string(&written).unwrap_or_default())
    }

    /// The text without the keys, for display to the owner.
    pub fn shown(&self) -> String {
        serde_json::json!({ "endpoint": self.endpoint }).to_string()
    }
}

fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    BASE64.decode(text).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const POINT: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    fn parse(endpoint: &str, p256dh: &str, auth: &str) -> Result<Subscription, WrongSubscription> {
        let written = json!({ "endpoint": endpoint, "expirationTime": null, "keys": { "p256dh": p256dh, "auth": auth } });
        Subscription::parse(&written.to_string(), &PushHosts::default())
    }

    #[test]
    fn browser_subscriptions_round_trip() {
        let one = parse("https://fcm.googleapis.com/fcm/send/abc", POINT, AUTH).unwrap();
        let again = Subscription::read(one.text().reveal()).unwrap();
        assert_eq!(
            (again.endpoint, again.p256dh, again.auth.reveal()),
            (one.endpoint, one.p256dh, one.auth.reveal())
        );
        assert!(
            parse(
                "https://web.push.apple.com/x",
                POINT,
                &[AUTH, "=="].concat()
            )
            .is_ok()
        );
    }

    #[test]
    fn keys_and_their_text_are_redacted() {
        let one = parse("https://fcm.googleapis.com/x", POINT, AUTH).unwrap();
        assert_eq!(
            one.shown(),
            r#"{"endpoint":"https://fcm.googleapis.com/x"}"#
        );
        let debugged = format!("{one:?} {:?}", one.text());
        assert_eq!(debugged, "Subscription(***) ***");
    }

    #[test]
    fn keys_of_another_length_or_off_the_curve_are_refused() {
        let at = "https://fcm.googleapis.com/x";
        let off_the_curve = [&POINT[..POINT.len() - 4], "AAAA"].concat();
        let compressed = &POINT[..44];
        for p256dh in ["", "x", "!!", compressed, &off_the_curve, AUTH] {
            let refused = parse(at, p256dh, AUTH).unwrap_err();
            assert_eq!(refused, WrongSubscription::P256dh, "{p256dh}");
        }
        for auth in ["", "AAAA", POINT, "+/+/+/+/+/+/+/+/+/+/+w"] {
            let refused = parse(at, POINT, auth).unwrap_err();
            assert_eq!(refused, WrongSubscription::Auth, "{auth}");
        }
    }

    #[test]
    fn invalid_subscriptions_are_refused() {
        let hosts = PushHosts::default();
        for text in [
            "",
            "token-1",
            "[]",
            "{}",
            "null",
            r#"{"endpoint":"https://fcm.googleapis.com/x"}"#,
        ] {
            let refused = Subscription::parse(text, &hosts).unwrap_err();
            assert_eq!(refused, WrongSubscription::NotJson, "{text}");
        }
        let long = Value::from("x".repeat(LONGEST_BYTES)).to_string();
        let refused = Subscription::parse(&long, &hosts).unwrap_err();
        assert_eq!(refused, WrongSubscription::TooLong);
    }
}
