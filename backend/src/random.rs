//! The one source of randomness: the operating system's generator.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::sync::atomic::{AtomicU32, Ordering};

static COUNT: AtomicU32 = AtomicU32::new(0);

/// Gives out unpredictable values.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Random {
    /// Unpredictable bytes.
    ///
    /// # Panics
    /// When the operating system has no randomness to give: nothing safe can be done then.
    pub fn bytes<const N: usize>(self) -> [u8; N] {
        let mut bytes = [0; N];
        getrandom::fill(&mut bytes).expect("the operating system gives randomness");
        bytes
    }

    /// 256 bits as 43 characters that are safe in a URL, a header and a cookie.
    pub fn token(self) -> String {
        URL_SAFE_NO_PAD.encode(self.bytes::<32>())
    }

    /// Six decimal digits, each value as likely as any other.
    pub fn six_digits(self) -> String {
        const BOUND: u32 = 1_000_000;
        // The topmost part of the range is thrown away, or small codes would come up more often.
        const FAIR: u32 = u32::MAX - u32::MAX % BOUND;
        loop {
            let drawn = u32::from_be_bytes(self.bytes());
            if drawn < FAIR {
                return format!("{:06}", drawn % BOUND);
            }
        }
    }

    /// A new identifier (UUID version 7, so that rows sort by age) as text. Within a millisecond a count orders those
    /// of one process; 48 bits are random.
    pub fn id(self, now_ms: i64) -> String {
        let now_ms = u64::try_from(now_ms).unwrap_or_default();
        let mut bytes = self.bytes::<10>();
        // 26 bits: version and variant take the other six of these four bytes.
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
    fn tokens_differ_and_are_safe_anywhere() {
        let (one, other) = (Random.token(), Random.token());
        assert_ne!(one, other);
        assert_eq!(one.len(), 43);
        assert!(
            one.chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
        );
    }

    #[test]
    fn a_code_is_six_digits_with_its_leading_zeros() {
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
