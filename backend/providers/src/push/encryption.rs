//! End-to-end encryption of push messages: Web Push message encryption (RFC 8291) in one record of `aes128gcm` (RFC
//! 8188). Push services see only the length.

use super::subscription::{AUTH_BYTES, POINT_BYTES, Subscription};
use ground::random::Random;
use ground::secret::Secret;
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::{PublicKey, SecretKey};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};

const SALT_BYTES: usize = 16;
const SCALAR_BYTES: usize = 32;
const KEY_BYTES: usize = 16;
const TAG_BYTES: usize = 16;
/// The limit of push services (RFC 8030, section 7.2), so one record always suffices.
const RECORD_BYTES: u32 = 4_096;
/// Salt, record size, key id length, and the key.
const HEADER_BYTES: usize = SALT_BYTES + 4 + 1 + POINT_BYTES;
/// The delimiter of the last record.
const LAST_RECORD: u8 = 2;
/// The payload limit, without header, delimiter and tag.
pub const MOST_PLAIN_BYTES: usize = RECORD_BYTES as usize - HEADER_BYTES - 1 - TAG_BYTES;

/// The message is too long, or the browser's key is not a point on the curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotEncrypted;

/// Encrypts a message for a browser with single-use keys.
///
/// # Errors
/// The message is too long.
pub fn encrypt(random: Random, to: &Subscription, plain: &[u8]) -> Result<Vec<u8>, NotEncrypted> {
    with_keys(&fresh_key(random), &random.bytes(), to, plain)
}

/// Almost every 256-bit number is a valid key; an invalid one is redrawn.
fn fresh_key(random: Random) -> SecretKey {
    loop {
        if let Ok(key) = SecretKey::from_slice(&random.bytes::<SCALAR_BYTES>()) {
            return key;
        }
    }
}

fn with_keys(
    own: &SecretKey,
    salt: &[u8; SALT_BYTES],
    to: &Subscription,
    plain: &[u8],
) -> Result<Vec<u8>, NotEncrypted> {
    if plain.len() > MOST_PLAIN_BYTES {
        return Err(NotEncrypted);
    }
    let own_point = point(&own.public_key());
    let theirs = PublicKey::from_sec1_bytes(&to.p256dh).map_err(|_| NotEncrypted)?;
    let shared = Secret::new(shared(own, &theirs));
    let keys = Keys::new(&shared, to.auth.reveal(), &to.p256dh, &own_point, salt)?;

    let mut message = Vec::with_capacity(HEADER_BYTES + plain.len() + 1 + TAG_BYTES);
    message.extend_from_slice(salt);
    message.extend_from_slice(&RECORD_BYTES.to_be_bytes());
    message.push(POINT_BYTES as u8);
    message.extend_from_slice(&own_point);
    let mut record = plain.to_vec();
    record.push(LAST_RECORD);
    keys.key
        .seal_in_place_append_tag(
            Nonce::assume_unique_for_key(keys.nonce),
            Aad::empty(),
            &mut record,
        )
        .map_err(|_| NotEncrypted)?;
    message.append(&mut record);
    Ok(message)
}

/// Uncompressed: `0x04`, x, y.
pub fn point(key: &PublicKey) -> [u8; POINT_BYTES] {
    let mut bytes = [0; POINT_BYTES];
    bytes.copy_from_slice(key.to_sec1_point(false).as_bytes());
    bytes
}

fn shared(own: &SecretKey, theirs: &PublicKey) -> [u8; SCALAR_BYTES] {
    (*own.diffie_hellman(theirs).raw_secret_bytes()).into()
}

/// The record's key and nonce.
struct Keys {
    key: LessSafeKey,
    nonce: [u8; NONCE_LEN],
}

/// An output length for key derivation.
struct Bytes(usize);

impl KeyType for Bytes {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(from: &Prk, info: &[&[u8]]) -> Result<[u8; N], NotEncrypted> {
    let mut bytes = [0; N];
    from.expand(info, Bytes(N))
        .and_then(|okm| okm.fill(&mut bytes))
        .map_err(|_| NotEncrypted)?;
    Ok(bytes)
}

impl Keys {
    /// RFC 8291, section 3.4.
    fn new(
        shared: &Secret<[u8; SCALAR_BYTES]>,
        auth: &[u8; AUTH_BYTES],
        browsers: &[u8; POINT_BYTES],
        ours: &[u8; POINT_BYTES],
        salt: &[u8; SALT_BYTES],
    ) -> Result<Self, NotEncrypted> {
        let agreed = Salt::new(HKDF_SHA256, auth).extract(shared.reveal());
        let material: [u8; 32] = expand(&agreed, &[b"WebPush: info\0", browsers, ours])?;
        let content = Salt::new(HKDF_SHA256, salt).extract(&material);
        let key: [u8; KEY_BYTES] = expand(&content, &[b"Content-Encoding: aes128gcm\0"])?;
        let key = UnboundKey::new(&AES_128_GCM, &key).map_err(|_| NotEncrypted)?;
        Ok(Self {
            key: LessSafeKey::new(key),
            nonce: expand(&content, &[b"Content-Encoding: nonce\0"])?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;

    // RFC 8291, appendix A.
    const PLAIN: &str = "When I grow up, I want to be a watermelon";
    const OUR_KEY: &str = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
    const THEIR_KEY: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
    const THEIR_POINT: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
    const SALT: &str = "DGv6ra1nlYgDCS1FRnbzlw";
    const MESSAGE: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

    fn bytes<const N: usize>(text: &str) -> [u8; N] {
        BASE64.decode(text).unwrap().try_into().unwrap()
    }

    fn browser() -> Subscription {
        Subscription {
            endpoint: String::from("https://push.example/1"),
            p256dh: bytes(THEIR_POINT),
            auth: Secret::new(bytes(AUTH)),
        }
    }

    /// Decrypts as the browser does.
    fn decrypt(own: &SecretKey, auth: &[u8; AUTH_BYTES], message: &[u8]) -> Option<Vec<u8>> {
        let (header, record) = message.split_at(HEADER_BYTES);
        let salt: [u8; SALT_BYTES] = header[..SALT_BYTES].try_into().unwrap();
        let sender: [u8; POINT_BYTES] = header[SALT_BYTES + 5..].try_into().unwrap();
        let shared = shared(own, &PublicKey::from_sec1_bytes(&sender).unwrap());
        let keys = Keys::new(
            &Secret::new(shared),
            auth,
            &point(&own.public_key()),
            &sender,
            &salt,
        )
        .unwrap();
        let mut record = record.to_vec();
        let plain = keys
            .key
            .open_in_place(
                Nonce::assume_unique_for_key(keys.nonce),
                Aad::empty(),
                &mut record,
            )
            .ok()?;
        let (last, plain) = plain.split_last().unwrap();
        assert_eq!(*last, LAST_RECORD);
        Some(plain.to_vec())
    }

    #[test]
    fn the_rfc_example_is_reproduced() {
        let ours = SecretKey::from_slice(&bytes::<32>(OUR_KEY)).unwrap();
        let message = with_keys(&ours, &bytes(SALT), &browser(), PLAIN.as_bytes()).unwrap();
        assert_eq!(BASE64.encode(&message), MESSAGE);
        let theirs = SecretKey::from_slice(&bytes::<32>(THEIR_KEY)).unwrap();
        assert_eq!(
            decrypt(&theirs, &bytes(AUTH), &message).unwrap(),
            PLAIN.as_bytes()
        );
    }

    #[test]
    fn only_the_recipient_can_decrypt_a_message_and_no_two_are_equal() {
        let theirs = SecretKey::from_slice(&bytes::<32>(THEIR_KEY)).unwrap();
        let one = encrypt(Random, &browser(), b"hello").unwrap();
        let other = encrypt(Random, &browser(), b"hello").unwrap();
        assert_ne!(one, other);
        assert_eq!(decrypt(&theirs, &bytes(AUTH), &one).unwrap(), b"hello");
        assert_eq!(decrypt(&fresh_key(Random), &bytes(AUTH), &one), None);
        assert_eq!(decrypt(&theirs, &[0; AUTH_BYTES], &one), None);
        let mut changed = one;
        *changed.last_mut().unwrap() ^= 1;
        assert_eq!(decrypt(&theirs, &bytes(AUTH), &changed), None);
    }

    #[test]
    fn messages_fit_one_record() {
        let longest = vec![b'x'; MOST_PLAIN_BYTES];
        let message = encrypt(Random, &browser(), &longest).unwrap();
        assert_eq!(message.len(), RECORD_BYTES as usize);
        assert_eq!(
            encrypt(Random, &browser(), &[longest, vec![0]].concat()),
            Err(NotEncrypted)
        );
    }
}
