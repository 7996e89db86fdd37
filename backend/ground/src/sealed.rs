//! Encrypted storage of national numbers and other personal data. A copy of the database without the server's secret
//! reveals nothing of them.
//!
//! AES-256-GCM, with a data key for each text, wrapped by a key derived from the secret. The text's place (table, row,
//! field) is authenticated, so that it cannot be moved to another row.

use crate::secret::{Keys, Secret};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use std::fmt;

const VERSION: &str = "v1";
const KEY_BYTES: usize = 32;

/// The text cannot be decrypted: the secret or place is wrong, or the text was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotSealedHere;

impl fmt::Display for NotSealedHere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sealed text cannot be opened")
    }
}

impl std::error::Error for NotSealedHere {}

/// Encrypts a text for a place, such as `national_numbers/{user}/bvn`.
///
/// # Errors
/// The cipher failed.
pub fn seal(
    keys: &Keys,
    random: crate::random::Random,
    place: &str,
    text: &str,
) -> Result<String, NotSealedHere> {
    let data_key = random.bytes::<KEY_BYTES>();
    let wrapped = encrypt(
        keys.derive(wrapping_purpose()).reveal(),
        random.bytes(),
        place,
        &data_key,
    )?;
    let sealed = encrypt(&data_key, random.bytes(), place, text.as_bytes())?;
    Ok([
        VERSION,
        &keys.id(),
        &BASE64.encode(wrapped),
        &BASE64.encode(sealed),
    ]
    .join("."))
}

/// Decrypts a text.
///
/// # Errors
/// It was encrypted with another secret or for another place, or was changed.
pub fn open(keys: &Keys, place: &str, sealed: &str) -> Result<Secret<String>, NotSealedHere> {
    let parts: Vec<&str> = sealed.split('.').collect();
    let [VERSION, key_id, wrapped, sealed] = parts.as_slice() else {
        return Err(NotSealedHere);
    };
    let keys = keys.named(key_id).ok_or(NotSealedHere)?;
    let bytes = |text: &str| BASE64.decode(text).map_err(|_| NotSealedHere);
    let data_key = decrypt(
        keys.derive(wrapping_purpose()).reveal(),
        place,
        bytes(wrapped)?,
    )?;
    let data_key: [u8; KEY_BYTES] = data_key.try_into().map_err(|_| NotSealedHere)?;
    let text = decrypt(&data_key, place, bytes(sealed)?)?;
    String::from_utf8(text)
        .map(Secret::new)
        .map_err(|_| NotSealedHere)
}

/// The result of re-encrypting a batch of rows.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Batch {
    pub sealed: u64,
    /// Encrypted with an unknown secret, or damaged; left unchanged.
    pub unreadable: u64,
    /// The last row's identifier; `None` if there were no more.
    pub last: Option<String>,
}

impl Batch {
    pub fn done(&mut self, id: String) {
        self.sealed += 1;
        self.last = Some(id);
    }

    pub fn unreadable(&mut self, id: String) {
        self.unreadable += 1;
        self.last = Some(id);
    }
}

/// The prefix of texts that were encrypted with the current secret, as a pattern for SQL's LIKE.
pub fn current_pattern(keys: &Keys) -> String {
    [VERSION, ".", &keys.id(), ".%"].concat()
}

/// Re-encrypts a text with the current secret.
///
/// # Errors
/// It cannot be decrypted.
pub fn seal_anew(
    keys: &Keys,
    random: crate::random::Random,
    place: &str,
    sealed: &str,
) -> Result<String, NotSealedHere> {
    let text = open(keys, place, sealed)?;
    seal(keys, random, place, text.reveal())
}

/// The prefix of files that were encrypted with the current secret.
pub fn current_file_start(keys: &Keys) -> Vec<u8> {
    keys.id().into_bytes()
}

/// The length of the key id that an encrypted file begins with.
pub const KEY_ID_BYTES: usize = 8;
const WRAPPED_BYTES: usize = NONCE_LEN + KEY_BYTES + TAG_BYTES;
const TAG_BYTES: usize = 16;

/// Encrypts a file for a place.
///
/// # Errors
/// The cipher failed.
pub fn seal_file(
    keys: &Keys,
    random: crate::random::Random,
    place: &str,
    file: &[u8],
) -> Result<Vec<u8>, NotSealedHere> {
    let data_key = random.bytes::<KEY_BYTES>();
    let wrapping = keys.derive(wrapping_purpose());
    let wrapped = encrypt(wrapping.reveal(), random.bytes(), place, &data_key)?;
    let nonce = random.bytes::<NONCE_LEN>();
    let before = KEY_ID_BYTES + WRAPPED_BYTES + NONCE_LEN;
    // Files are large, so there is one copy, encrypted in place.
    let mut bytes = Vec::with_capacity(before + file.len() + TAG_BYTES);
    bytes.extend_from_slice(keys.id().as_bytes());
    bytes.extend_from_slice(&wrapped);
    bytes.extend_from_slice(&nonce);
    bytes.extend_from_slice(file);
    let tag = cipher(&data_key)?
        .seal_in_place_separate_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::from(place.as_bytes()),
            &mut bytes[before..],
        )
        .map_err(|_| NotSealedHere)?;
    bytes.extend_from_slice(tag.as_ref());
    Ok(bytes)
}

/// Decrypts a file.
///
/// # Errors
/// As [`open`].
pub fn open_file(keys: &Keys, place: &str, mut sealed: Vec<u8>) -> Result<Vec<u8>, NotSealedHere> {
    let (key_id, rest) = sealed.split_at_checked(KEY_ID_BYTES).ok_or(NotSealedHere)?;
    let (wrapped, file) = rest.split_at_checked(WRAPPED_BYTES).ok_or(NotSealedHere)?;
    let (nonce, _) = file.split_at_checked(NONCE_LEN).ok_or(NotSealedHere)?;
    let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| NotSealedHere)?;
    let key_id = str::from_utf8(key_id).map_err(|_| NotSealedHere)?;
    let keys = keys.named(key_id).ok_or(NotSealedHere)?;
    let data_key = decrypt(
        keys.derive(wrapping_purpose()).reveal(),
        place,
        wrapped.to_vec(),
    )?;
    let data_key: [u8; KEY_BYTES] = data_key.try_into().map_err(|_| NotSealedHere)?;
    // Decrypted in place, and moved to the front.
    let plain = cipher(&data_key)?
        .open_within(
            nonce,
            Aad::from(place.as_bytes()),
            &mut sealed,
            KEY_ID_BYTES + WRAPPED_BYTES + NONCE_LEN..,
        )
        .map_err(|_| NotSealedHere)?;
    let length = plain.len();
    sealed.truncate(length);
    Ok(sealed)
}

const fn wrapping_purpose() -> &'static str {
    "sealed-texts"
}

fn cipher(key: &[u8; KEY_BYTES]) -> Result<LessSafeKey, NotSealedHere> {
    UnboundKey::new(&AES_256_GCM, key)
        .map(LessSafeKey::new)
        .map_err(|_| NotSealedHere)
}

/// The nonce, then the encrypted bytes. Keys are used once, or with random nonces of 96 bits.
fn encrypt(
    key: &[u8; KEY_BYTES],
    nonce: [u8; NONCE_LEN],
    place: &str,
    plain: &[u8],
) -> Result<Vec<u8>, NotSealedHere> {
    let mut bytes = plain.to_vec();
    cipher(key)?
        .seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::from(place.as_bytes()),
            &mut bytes,
        )
        .map_err(|_| NotSealedHere)?;
    Ok([nonce.as_slice(), &bytes].concat())
}

fn decrypt(
    key: &[u8; KEY_BYTES],
    place: &str,
    mut bytes: Vec<u8>,
) -> Result<Vec<u8>, NotSealedHere> {
    let (nonce, encrypted) = bytes.split_at_mut_checked(NONCE_LEN).ok_or(NotSealedHere)?;
    let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| NotSealedHere)?;
    let plain = cipher(key)?
        .open_in_place(nonce, Aad::from(place.as_bytes()), encrypted)
        .map_err(|_| NotSealedHere)?;
    Ok(plain.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn texts_decrypt_only_with_their_secret_and_place() {
        let (keys, others) = (Keys::new(vec![1; 32]), Keys::new(vec![2; 32]));
        let sealed = seal(&keys, Random, "numbers/ada/bvn", "22100000001").unwrap();
        assert!(!sealed.contains("22100000001"));
        let opened = open(&keys, "numbers/ada/bvn", &sealed).unwrap();
        assert_eq!(opened.reveal(), "22100000001");
        assert!(open(&others, "numbers/ada/bvn", &sealed).is_err());
        assert!(open(&keys, "numbers/obi/bvn", &sealed).is_err());
        for place in 0..sealed.len() {
            let mut changed = sealed.clone().into_bytes();
            changed[place] = if changed[place] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            // The last character of a base64 group may contain insignificant bits.
            let same = open(&keys, "numbers/ada/bvn", &changed)
                .is_ok_and(|text| text.reveal() == "22100000001");
            assert!(open(&keys, "numbers/ada/bvn", &changed).is_err() || same);
        }
        for nonsense in [
            "",
            "v1",
            "v1.a.b.c",
            "v2.x.y.z",
            "....",
            "v1.....",
            "é.é.é.é",
        ] {
            assert!(open(&keys, "numbers/ada/bvn", nonsense).is_err());
        }
    }

    #[test]
    fn files_decrypt_only_in_their_place_and_unchanged() {
        let (keys, others) = (Keys::new(vec![1; 32]), Keys::new(vec![2; 32]));
        let sealed = seal_file(&keys, Random, "files/1", b"%PDF-1.7").unwrap();
        assert_eq!(
            open_file(&keys, "files/1", sealed.clone()).unwrap(),
            b"%PDF-1.7"
        );
        assert!(open_file(&others, "files/1", sealed.clone()).is_err());
        assert!(open_file(&keys, "files/2", sealed.clone()).is_err());
        for place in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[place] ^= 1;
            assert!(open_file(&keys, "files/1", changed).is_err(), "{place}");
            assert!(
                open_file(&keys, "files/1", sealed[..place].to_vec()).is_err(),
                "{place}"
            );
        }
    }

    #[test]
    fn both_secrets_decrypt_during_rotation_and_the_new_one_encrypts() {
        let (old, new) = (Keys::new(vec![1; 32]), Keys::new(vec![2; 32]));
        let both = new.clone().and_previous(Some(vec![1; 32]));
        let text = seal(&old, Random, "a", "text").unwrap();
        let file = seal_file(&old, Random, "a", b"file").unwrap();
        assert_eq!(open(&both, "a", &text).unwrap().reveal(), "text");
        assert_eq!(open_file(&both, "a", file.clone()).unwrap(), b"file");
        let anew = seal_anew(&both, Random, "a", &text).unwrap();
        assert_eq!(open(&new, "a", &anew).unwrap().reveal(), "text");
        assert!(open(&new, "a", &text).is_err() && open_file(&new, "a", file).is_err());
        let pattern = current_pattern(&both);
        let start = pattern.trim_end_matches('%');
        assert!(anew.starts_with(start) && !text.starts_with(start));
    }

    #[test]
    fn equal_texts_have_different_ciphertexts() {
        let keys = Keys::new(vec![1; 32]);
        assert_ne!(
            seal(&keys, Random, "a", "text").unwrap(),
            seal(&keys, Random, "a", "text").unwrap()
        );
    }
}
