//! SHA-256 (FIPS 180-4), for the checksum of base58check. Its constants are computed from their definition, the roots of
//! the first primes, which takes less of the browser's module than a table.

const ROUNDS: usize = 64;

/// The first 32 bits of the fraction of a prime's square or cube root.
fn fraction(prime: u128, power: u32) -> u32 {
    let scaled = prime.wrapping_shl(power.wrapping_mul(32));
    // The greatest number of 35 bits whose power is not above it: the root, times 2^32.
    let root = (0..35).rev().fold(0_u128, |root, bit| {
        let more = root | 1_u128.wrapping_shl(bit);
        if more.wrapping_pow(power) <= scaled {
            more
        } else {
            root
        }
    });
    u32::try_from(root & 0xffff_ffff).unwrap_or_default()
}

/// As many of the first primes' roots as there is room for.
fn roots<const N: usize>(power: u32) -> [u32; N] {
    let is_prime =
        |number: &u128| (2..*number).all(|divisor| number.checked_rem(divisor) != Some(0));
    let mut primes = (2..).filter(is_prime);
    [(); N].map(|()| primes.next().map_or(0, |prime| fraction(prime, power)))
}

pub(super) fn sha256(message: &[u8]) -> [u8; 32] {
    let constants: [u32; ROUNDS] = roots(3);
    let mut padded = message.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    let bits = u64::try_from(message.len())
        .unwrap_or_default()
        .wrapping_mul(8);
    padded.extend(bits.to_be_bytes());
    let state = padded
        .chunks_exact(64)
        .fold(roots(2), |state, block| compress(state, block, &constants));
    let mut digest = [0; 32];
    let bytes = state.iter().flat_map(|word| word.to_be_bytes());
    digest
        .iter_mut()
        .zip(bytes)
        .for_each(|(into, byte)| *into = byte);
    digest
}

fn compress(state: [u32; 8], block: &[u8], constants: &[u32; ROUNDS]) -> [u32; 8] {
    let mut words = [0_u32; 16];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes
            .iter()
            .fold(0, |word, byte| (word << 8) | u32::from(*byte));
    }
    let mut now = state;
    for constant in constants {
        let [a, b, c, d, e, f, g, h] = now;
        let [w0, w1, _, _, _, _, _, _, _, w9, _, _, _, _, w14, _] = words;
        let chosen = (e & f) ^ (!e & g);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        let first = h
            .wrapping_add(e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25))
            .wrapping_add(chosen)
            .wrapping_add(*constant)
            .wrapping_add(w0);
        let second =
            (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22)).wrapping_add(majority);
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
        words.rotate_left(1);
        let [.., last] = &mut words;
        *last = next;
    }
    let mut sums = state
        .iter()
        .zip(now)
        .map(|(before, after)| before.wrapping_add(after));
    [(); 8].map(|()| sums.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::sha256;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn the_published_vectors() {
        for (message, digest) in [
            (
                "",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            ),
            (
                "abc",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            ),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ] {
            assert_eq!(hex(&sha256(message.as_bytes())), digest, "{message}");
        }
    }
}
