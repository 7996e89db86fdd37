//! SHA-256 (FIPS 180-4) of short messages, for the checksum of base58check. Its constants are computed from their
//! definition, the roots of the first primes, which takes less of the browser's module than a table.

const ROUNDS: usize = 64;

/// The first 32 bits of the fractional parts of the first primes' square or cube roots.
#[inline(never)]
fn roots(power: u32, into: &mut [u32]) {
    let is_prime =
        |number: &u64| (2..*number).all(|divisor| number.checked_rem(divisor) != Some(0));
    for (into, prime) in into.iter_mut().zip((2..).filter(is_prime)) {
        let scaled = u128::from(prime).wrapping_shl(power.wrapping_mul(32));
        // The largest 35-bit number whose power does not exceed the prime: the root, times 2^32.
        let mut root = 0_u64;
        for bit in (0..35).rev() {
            let more = root | 1_u64.wrapping_shl(bit);
            if u128::from(more).wrapping_pow(power) <= scaled {
                root = more;
            }
        }
        *into = u32::try_from(root & 0xffff_ffff).unwrap_or_default();
    }
}

/// The hash of a message of at most 55 bytes: an address has 21, and a digest 32.
#[inline(never)]
pub(super) fn sha256(message: &[u8]) -> [u8; 32] {
    let mut block = [0_u8; 64];
    let padded = message.iter().copied().chain([0x80]);
    block
        .iter_mut()
        .zip(padded)
        .for_each(|(into, byte)| *into = byte);
    let [.., high, low] = &mut block;
    [*high, *low] = u16::try_from(message.len())
        .unwrap_or_default()
        .wrapping_mul(8)
        .to_be_bytes();
    let mut words = [0_u32; 16];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes
            .iter()
            .fold(0, |word, byte| (word << 8) | u32::from(*byte));
    }
    let mut constants = [0; ROUNDS];
    roots(3, &mut constants);
    let mut state = [0; 8];
    roots(2, &mut state);
    let mut now = state;
    for constant in constants {
        let [a, b, c, d, e, f, g, h] = now;
        let [w0, w1, _, _, _, _, _, _, _, w9, _, _, _, _, w14, _] = words;
        let chosen = (e & f) ^ (!e & g);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        let first = h
            .wrapping_add(turned(e, [6, 11, 25]))
            .wrapping_add(chosen)
            .wrapping_add(constant)
            .wrapping_add(w0);
        let second = turned(a, [2, 13, 22]).wrapping_add(majority);
        now = [
            first.wrapping_add(second),
            a,
            b,
            c,
            d.wrapping_add(first),
            e,
            f,
            g,
        ];
        let next = w0
            .wrapping_add(w1.rotate_right(7) ^ w1.rotate_right(18) ^ (w1 >> 3))
            .wrapping_add(w9)
            .wrapping_add(w14.rotate_right(17) ^ w14.rotate_right(19) ^ (w14 >> 10));
        words.copy_within(1.., 0);
        let [.., last] = &mut words;
        *last = next;
    }
    let mut digest = [0; 32];
    for ((into, before), after) in digest.chunks_exact_mut(4).zip(state).zip(now) {
        let sum = before.wrapping_add(after).to_be_bytes();
        into.iter_mut()
            .zip(sum)
            .for_each(|(into, byte)| *into = byte);
    }
    digest
}

fn turned(word: u32, by: [u32; 3]) -> u32 {
    by.iter()
        .fold(0, |sum, bits| sum ^ word.rotate_right(*bits))
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn published_test_vectors_pass() {
        let hex = |message: &str| -> String {
            let digest = sha256(message.as_bytes());
            digest.iter().map(|byte| format!("{byte:02x}")).collect()
        };
        assert_eq!(
            hex(""),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
        assert_eq!(
            hex("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
