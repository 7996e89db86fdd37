//! Bech32 (BIP 173) and bech32m (BIP 350): Bitcoin's newer addresses.

use super::base58::Fault;

const CHARACTERS: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATORS: [u32; 5] = [
    0x3b6a_57b2,
    0x2650_8e6d,
    0x1ea1_19fa,
    0x3d42_33dd,
    0x2a14_62b3,
];
const LONGEST_CHARACTERS: usize = 90;
const CHECKSUM_CHARACTERS: usize = 6;
/// The final checksum value of version 0, and of later versions.
const BECH32: u32 = 1;
const BECH32M: u32 = 0x2bc8_30a3;
const GREATEST_VERSION: u8 = 16;

const MAIN_NETWORK: &str = "bc";
const TEST_NETWORKS: [&str; 2] = ["tb", "bcrt"];

fn checksum(prefix: &str, values: impl Iterator<Item = u8>) -> u32 {
    let high = prefix.bytes().map(|byte| byte >> 5);
    let low = prefix.bytes().map(|byte| byte & 31);
    high.chain([0])
        .chain(low)
        .chain(values)
        .fold(1, |sum, value| {
            let shifted = ((sum & 0x01ff_ffff) << 5) ^ u32::from(value);
            let top = sum >> 25;
            let set = (0_u32..)
                .zip(GENERATORS)
                .filter(|(bit, _)| top.wrapping_shr(*bit) & 1 == 1);
            set.fold(shifted, |sum, (_, generator)| sum ^ generator)
        })
}

const fn expected_checksum(version: u8) -> u32 {
    if version == 0 { BECH32 } else { BECH32M }
}

/// The witness program's length, if the five-bit groups contain whole bytes and zero padding.
fn program_bytes(groups: &[u8]) -> Option<usize> {
    let bits = groups.len().checked_mul(5)?;
    let rest = u32::try_from(bits % 8).ok()?;
    let left_over = groups
        .last()
        .is_some_and(|last| u32::from(*last) & !u32::MAX.wrapping_shl(rest) == 0);
    (rest < 5 && left_over).then(|| bits.wrapping_div(8))
}

/// Validates the address and converts it to lower case.
pub(super) fn normalised(text: &str) -> Result<String, Fault> {
    let lower = text.to_ascii_lowercase();
    let one_case = text == lower || text == text.to_ascii_uppercase();
    let (prefix, data) = lower.rsplit_once('1').ok_or(Fault::Shape)?;
    let is_test = TEST_NETWORKS.contains(&prefix);
    if !(one_case && (prefix == MAIN_NETWORK || is_test)) || text.len() > LONGEST_CHARACTERS {
        return Err(Fault::Shape);
    }
    let value = |character: u8| {
        let place = CHARACTERS.iter().position(|known| *known == character);
        place
            .and_then(|place| u8::try_from(place).ok())
            .ok_or(Fault::Shape)
    };
    let values: Vec<u8> = data.bytes().map(value).collect::<Result<_, _>>()?;
    let (version, groups) = values.split_first().ok_or(Fault::Shape)?;
    let length = groups
        .len()
        .checked_sub(CHECKSUM_CHARACTERS)
        .ok_or(Fault::Shape)?;
    let sum = checksum(prefix, values.iter().copied());
    if sum != expected_checksum(*version) {
        return Err(Fault::Checksum);
    }
    let bytes = groups
        .get(..length)
        .and_then(program_bytes)
        .ok_or(Fault::Shape)?;
    let fits = if *version == 0 {
        matches!(bytes, 20 | 32)
    } else {
        *version <= GREATEST_VERSION && (2..=40).contains(&bytes)
    };
    match (fits, is_test) {
        (false, _) => Err(Fault::Shape),
        (true, true) => Err(Fault::TestNetwork),
        (true, false) => Ok(lower),
    }
}

/// The address of a witness program.
pub(super) fn encode(version: u8, program: &[u8]) -> String {
    let bit = |index: u32| {
        let place = usize::try_from(index.wrapping_div(8)).unwrap_or_default();
        program
            .get(place)
            .is_some_and(|byte| byte.wrapping_shl(index % 8) & 0x80 != 0)
    };
    let group = |start: u32| {
        (0..5).fold(0_u8, |group, place| {
            (group << 1) | u8::from(bit(start.wrapping_mul(5).wrapping_add(place)))
        })
    };
    let bits = u32::try_from(program.len())
        .unwrap_or_default()
        .wrapping_mul(8);
    let mut values = vec![version];
    values.extend((0..bits.div_ceil(5)).map(group));
    let open = values.iter().copied().chain([0; CHECKSUM_CHARACTERS]);
    let sum = checksum(MAIN_NETWORK, open) ^ expected_checksum(version);
    let last = (0..6_u32)
        .rev()
        .map(|place| sum.wrapping_shr(place.wrapping_mul(5)) & 31);
    values.extend(last.filter_map(|value| u8::try_from(value).ok()));
    let shown = values
        .iter()
        .filter_map(|value| CHARACTERS.get(usize::from(*value)));
    let data: String = shown.map(|character| char::from(*character)).collect();
    [MAIN_NETWORK, "1", &data].concat()
}
