//! Keccak-256 as used by Ethereum, for the checksum of addresses (EIP-55).

/// The number of bytes absorbed per round of the sponge.
const RATE_BYTES: usize = 136;
const ROUNDS: usize = 24;
/// The positions of the bits in a round constant.
const CONSTANT_BITS: [u32; 7] = [0, 1, 3, 7, 15, 31, 63];

/// The hash of a message of less than 136 bytes; an address has forty.
#[inline(never)]
pub(super) fn keccak256(message: &[u8]) -> [u8; 32] {
    let mut block = [0_u8; RATE_BYTES];
    let padded = message.iter().copied().chain([1]);
    block
        .iter_mut()
        .zip(padded)
        .for_each(|(into, byte)| *into = byte);
    let [.., last] = &mut block;
    *last |= 0x80;
    let mut lanes = [0_u64; 25];
    for (lane, bytes) in lanes.iter_mut().zip(block.chunks_exact(8)) {
        *lane = bytes
            .iter()
            .rev()
            .fold(0, |lane, byte| (lane << 8) | u64::from(*byte));
    }
    permute(&mut lanes);
    let mut digest = [0; 32];
    for (into, lane) in digest.chunks_exact_mut(8).zip(lanes) {
        into.iter_mut()
            .zip(lane.to_le_bytes())
            .for_each(|(into, byte)| *into = byte);
    }
    digest
}

fn permute(lanes: &mut [u64; 25]) {
    let mut register = 1_u8;
    for _ in 0..ROUNDS {
        mix_columns(lanes);
        move_lanes(lanes);
        for row in lanes.chunks_exact_mut(5) {
            if let [a, b, c, d, e] = row {
                let (v, w, x, y, z) = (*a, *b, *c, *d, *e);
                (*a, *b, *c, *d, *e) = (
                    v ^ (!w & x),
                    w ^ (!x & y),
                    x ^ (!y & z),
                    y ^ (!z & v),
                    z ^ (!v & w),
                );
            }
        }
        let [first, ..] = lanes;
        for bit in CONSTANT_BITS {
            register = (register << 1) ^ (register >> 7).wrapping_mul(0x71);
            *first ^= u64::from((register >> 1) & 1).wrapping_shl(bit);
        }
    }
}

fn mix_columns(lanes: &mut [u64; 25]) {
    let mut columns = [0_u64; 5];
    lanes.chunks_exact(5).for_each(|row| add(&mut columns, row));
    let mut before = columns;
    before.rotate_right(1);
    columns.rotate_left(1);
    for (effect, after) in before.iter_mut().zip(columns) {
        *effect ^= after.rotate_left(1);
    }
    lanes.chunks_exact_mut(5).for_each(|row| add(row, &before));
}

/// Not inlined, and so not unrolled.
#[inline(never)]
fn add(into: &mut [u64], more: &[u64]) {
    into.iter_mut()
        .zip(more)
        .for_each(|(into, more)| *into ^= more);
}

/// Moves each lane to its next position in the square, rotated by a triangular number of bits.
fn move_lanes(lanes: &mut [u64; 25]) {
    let [_, mut held, ..] = *lanes;
    let (mut x, mut y) = (1_usize, 0_usize);
    let mut turn = 0_u32;
    for step in 1..=24 {
        turn = turn.wrapping_add(step);
        (x, y) = (y, x.wrapping_mul(2).wrapping_add(y.wrapping_mul(3)) % 5);
        if let Some(lane) = lanes.get_mut(y.wrapping_mul(5).wrapping_add(x)) {
            let turned = held.rotate_left(turn % 64);
            held = std::mem::replace(lane, turned);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::keccak256;

    #[test]
    fn known_digests_match() {
        let hex = |message: &str| -> String {
            let digest = keccak256(message.as_bytes());
            digest.iter().map(|byte| format!("{byte:02x}")).collect()
        };
        assert_eq!(
            hex(""),
            "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"
        );
        assert_eq!(
            hex("abc"),
            "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"
        );
    }
}
