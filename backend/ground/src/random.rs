//! The only source of randomness: the operating system's generator.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::sync::atomic::{AtomicU32, Ordering};

static COUNT: AtomicU32 = AtomicU32::new(0);

/// Generates unpredictable values.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Random {
    /// Unpredictable bytes.
    ///
    /// # Panics
    /// If the operating system provides no randomness: nothing safe can be done then.
    pub fn bytes<const N: usize>(self) -> [u8; N] {
        let mut bytes = [0; N];
        getrandom::fill(&mut bytes).expect("the operating system provides randomness");
        bytes
    }

    /// 256 bits as 43 characters that are safe in URLs, headers and cookies.
    pub fn token(self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes::<32>())
    }

    /// Six decimal digits, uniformly distributed.
    pub fn six_digits(self) -> String {
        const BOUND: u32 = 1_000_000;
        // The top of the range is rejected, or small codes would be more frequent.
        const FAIR: u32 = u32::MAX - u32::MAX % BOUND;
        loop {
            let drawn = u32::from_be_bytes(self.bytes());
            if drawn < FAIR {
                return format!("{:06}", drawn % BOUND);
            }
        }
    }

    /// A new identifier (UUID version 7, so that rows sort by age) as text. Within a millisecond a counter orders those
    /// of one process; 48 bits are random.
    pub fn id(self, now_ms: i64) -> String {
        let now_ms = u64::try_from(now_ms).unwrap_or_default();
        let mut bytes = self.bytes::<10>();
        // 26 bits: version and variant take the other six bits of these four bytes.
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        bytes[0] = (count >> 22 & 0x0F) as u8;
        bytes[1] = (count >> 14 & 0xFF) as u8;
        bytes[2] = (count >> 8 & 0x3F) as u8;
        bytes[3] = (count & 0xFF) as u8;
        uuid::Builder::from_unix_timestamp_millis(now_ms, &bytes)
            .into_uuid()
            .to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_unique_and_url_safe() {
        let (one, other) = (Random.token(), Random.token());
        assert_ne!(one, other);
        assert_eq!(one.len(), 43);
        assert!(
            one.chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
        );
    }

    #[test]
    fn codes_have_six_digits_with_leading_zeros() {
        for _ in 0..1_000 {
            let code = Random.six_digits();
            assert!(
                code.len() == 6 && code.chars().all(|c| c.is_ascii_digit()),
                "{code}"
            );
        }
    }

    #[test]
    fn ids_sort_by_age() {
        assert!(Random.id(1_000) < Random.id(2_000));
        let of_one_moment: Vec<String> = (0..100_000).map(|_| Random.id(5_000)).collect();
        assert!(of_one_moment.is_sorted());
    }
}
