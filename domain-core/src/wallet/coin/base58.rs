//! Base58check: 25 bytes, of which the last four are a checksum. Used for Bitcoin's legacy addresses and for Tron's.

use super::sha256::sha256;

const ALPHABET: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BYTES: usize = 25;
/// Version and hash.
const CONTENT_BYTES: usize = 21;

/// The reason why a text is not an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The format is wrong.
    Shape,
    /// The format is right, but the checksum is wrong: a typing error.
    Checksum,
    /// It is for a test network.
    TestNetwork,
}

fn checksum(content: &[u8]) -> impl Iterator<Item = u8> {
    sha256(&sha256(content)).into_iter().take(4)
}

/// The version of an address.
pub(super) fn version(text: &str) -> Result<u8, Fault> {
    let mut bytes = [0_u8; BYTES];
    for character in text.bytes() {
        let digit = ALPHABET.iter().position(|known| *known == character);
        let mut carry = digit
            .and_then(|digit| u16::try_from(digit).ok())
            .ok_or(Fault::Shape)?;
        for byte in bytes.iter_mut().rev() {
            let value = u16::from(*byte).wrapping_mul(58).wrapping_add(carry);
            carry = value >> 8;
            *byte = u8::try_from(value & 0xff).unwrap_or_default();
        }
        if carry > 0 {
            return Err(Fault::Shape);
        }
    }
    let (content, sum) = bytes.split_at_checked(CONTENT_BYTES).ok_or(Fault::Shape)?;
    // Each leading zero byte is encoded as `1`.
    let ones = text
        .bytes()
        .take_while(|character| *character == b'1')
        .count();
    if ones != bytes.iter().take_while(|byte| **byte == 0).count() {
        return Err(Fault::Shape);
    }
    if !checksum(content).eq(sum.iter().copied()) {
        return Err(Fault::Checksum);
    }
    content.first().copied().ok_or(Fault::Shape)
}

/// The address of a hash.
pub(super) fn encode(version: u8, hash: &[u8; 20]) -> String {
    let mut bytes = vec![version];
    bytes.extend(hash);
    let sum: Vec<u8> = checksum(&bytes).collect();
    bytes.extend(sum);
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    let mut digits: Vec<usize> = Vec::new();
    for byte in bytes {
        let mut carry = usize::from(byte);
        for digit in &mut digits {
            let value = digit.wrapping_mul(256).wrapping_add(carry);
            (*digit, carry) = (value % 58, value.wrapping_div(58));
        }
        while carry > 0 {
            digits.push(carry % 58);
            carry = carry.wrapping_div(58);
        }
    }
    let ones = std::iter::repeat_n(0, zeros);
    let all = ones.chain(digits.into_iter().rev());
    all.filter_map(|digit| ALPHABET.get(digit))
        .map(|digit| char::from(*digit))
        .collect()
}
