//! Coin addresses: validation and normalisation.

use super::base58::{self, Fault};
use super::keccak::keccak256;
use super::{Network, bech32, request};
use crate::money::{Amount, Currency, CurrencyCode};
use crate::shape::{input, output};
use crate::validation::{Checked, Code, Violation, is_blank_character, is_mark};
use crate::wallet::Destination;

/// Longer than any address.
const LONGEST_CHARS: usize = 100;
/// The first byte of a base58check address.
const BITCOIN_VERSIONS: [u8; 2] = [0, 5];
const BITCOIN_TEST_VERSIONS: [u8; 2] = [111, 196];
const TRON_VERSION: u8 = 0x41;
const ETHEREUM_DIGITS: usize = 40;
/// The number of digits of a bank account number.
const BANK_DIGITS: usize = 10;

/// Addresses from which coins cannot be recovered.
const BURNT: [&str; 6] = [
    "1111111111111111111114oLvT2",
    "1BitcoinEaterAddressDontSendf59kuE",
    "1CounterpartyXXXXXXXXXXXXXXXUWLpVr",
    "0x0000000000000000000000000000000000000000",
    "0x000000000000000000000000000000000000dEaD",
    "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb",
];
const LOST: &str = "Nobody can spend what is sent to this address: the coins are destroyed.";

input! {
    /// An address, or a payment request that contains one, as typed, pasted or scanned.
    pub struct AddressInput {
        /// The coin to send.
        coin: CurrencyCode,
        /// Null: any network of the coin.
        network: Option<Network>,
        /// The address or payment request; blanks and invisible marks are dropped.
        address: String,
    }
}

output! {
    /// A valid destination.
    pub struct Address {
        /// The normalised address for storage and display.
        address: String,
        /// The network of the address.
        network: Network,
        /// Advice, if any.
        warning: Option<&'static str>,
        /// Whether it came from a payment request.
        is_request: bool,
        /// The requested amount: to be offered, never sent without confirmation.
        amount: Option<Amount>,
    }
}

/// Whether coins can be sent to an address. Bitcoin: base58check, bech32 (BIP 173), bech32m (BIP 350). Ethereum: forty
/// hexadecimal digits, whose letters carry a checksum (EIP-55) unless all have one case. Tron: base58check. Blanks and
/// invisible marks are dropped. From a payment request, such as `bitcoin:…?amount=0.001`, address and amount are read.
///
/// # Errors
/// `{currency} not supported yet!`; `required`; `not_an_address`; `wrong_checksum`; `not_allowed` for an address of
/// another network or a test network, for a bank account number, and for a request with unsupported requirements.
pub fn address(input: &AddressInput) -> Checked<Address> {
    let coin = input.coin.known("coin")?;
    Ok(check(coin, input.network, &input.address)?)
}

/// As [`address()`], for a known coin.
///
/// # Errors
/// As [`address()`].
#[inline(never)]
pub fn check(coin: Currency, network: Option<Network>, typed: &str) -> Result<Address, Violation> {
    let seen = |typed: &char| !(is_mark(*typed) || is_blank_character(*typed));
    let typed: String = typed.chars().filter(seen).collect();
    let mut text = typed.as_str();
    let mut network = network;
    let mut amount = None;
    if text.is_empty() {
        return Err(Violation::new("address", Code::Required));
    }
    let of_coin = Network::of(coin);
    if of_coin.is_empty() {
        return Err(coin.unsupported("coin"));
    }
    if text.len() == BANK_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let refusal = Destination::Bank
            .refusal(coin)
            .map(|refusal| refusal.of("address"));
        return Err(refusal.unwrap_or_else(|| Violation::new("address", Code::NotAllowed)));
    }
    let request = request::read(coin, text)?;
    let is_request = request.is_some();
    if let Some(request) = request {
        if network.is_some_and(|network| network != request.network) {
            return Err(of_other(request.network, coin, network));
        }
        text = request.address;
        network = Some(request.network);
        amount = request.amount;
    }
    let mut fault = Fault::Shape;
    let mut other = None;
    for candidate in Network::ALL.iter().copied() {
        let wanted =
            of_coin.contains(&candidate) && network.is_none_or(|network| network == candidate);
        match candidate.read(text) {
            Ok((address, advice)) if wanted => {
                let is_burnt = BURNT.contains(&address.as_str());
                let warning = if is_burnt { Some(LOST) } else { advice };
                return Ok(Address {
                    address,
                    network: candidate,
                    warning,
                    is_request,
                    amount,
                });
            }
            Ok(_) => other = Some(candidate),
            Err(Fault::Shape) => {}
            Err(found) if wanted => fault = found,
            Err(_) => {}
        }
    }
    let refusal = |code, words: &[&str]| Violation::new("address", code).saying_all(words);
    Err(match (other, fault) {
        (Some(other), _) => of_other(other, coin, network),
        (None, Fault::Checksum) => refusal(
            Code::WrongChecksum,
            &["This address was mistyped: its checksum doesn't match. Copy it again."],
        ),
        (None, Fault::TestNetwork) => refusal(
            Code::NotAllowed,
            &["This is an address of a test network, where coins would be lost."],
        ),
        (None, Fault::Shape) => refusal(
            Code::NotAnAddress,
            &[
                "This is not a valid address of ",
                expected(coin, network),
                ".",
            ],
        ),
    })
}

fn expected(coin: Currency, network: Option<Network>) -> &'static str {
    let usual = || Network::of(coin).first().copied();
    network.or_else(usual).map_or("", Network::label)
}

fn of_other(other: Network, coin: Currency, network: Option<Network>) -> Violation {
    Violation::new("address", Code::NotAllowed).saying_all(&[
        "This is an address of ",
        other.label(),
        ", where ",
        coin.as_str(),
        " sent over ",
        expected(coin, network),
        " would be lost.",
    ])
}

impl Network {
    /// The normalised address, with advice.
    fn read(self, text: &str) -> Result<(String, Option<&'static str>), Fault> {
        if text.len() > LONGEST_CHARS {
            return Err(Fault::Shape);
        }
        let plain = |address: String| (address, None);
        match self {
            Self::Bitcoin => match base58::version(text) {
                Ok(version) if BITCOIN_VERSIONS.contains(&version) => Ok(plain(text.to_owned())),
                Ok(version) if BITCOIN_TEST_VERSIONS.contains(&version) => Err(Fault::TestNetwork),
                Ok(_) => Err(Fault::Shape),
                // 26 characters or more with a Bitcoin prefix: it was mistyped.
                Err(Fault::Checksum) if text.starts_with(['1', '3']) => Err(Fault::Checksum),
                Err(_) => bech32::normalised(text).map(plain),
            },
            Self::Ethereum => ethereum(text),
            Self::Tron => match base58::version(text) {
                Ok(TRON_VERSION) => Ok(plain(text.to_owned())),
                Err(Fault::Checksum) if text.starts_with('T') => Err(Fault::Checksum),
                _ => Err(Fault::Shape),
            },
        }
    }

    /// The address of a hash: for sandbox providers and tests.
    pub fn address_of(self, hash: &[u8; 20]) -> String {
        match self {
            Self::Bitcoin => bech32::encode(0, hash),
            Self::Tron => base58::encode(TRON_VERSION, hash),
            Self::Ethereum => {
                let digits = hash.iter().flat_map(|byte| [byte >> 4, byte & 15]);
                let lower = digits
                    .filter_map(|digit| char::from_digit(digit.into(), 16))
                    .collect::<String>();
                checksummed(&lower)
            }
        }
    }
}

/// Forty hexadecimal digits in lower case, with the checksum in their letters' case.
fn checksummed(lower: &str) -> String {
    let digest = keccak256(lower.as_bytes());
    let nibbles = digest.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let shown = lower.chars().zip(nibbles).map(|(digit, nibble)| {
        if nibble < 8 {
            digit
        } else {
            digit.to_ascii_uppercase()
        }
    });
    ['0', 'x'].into_iter().chain(shown).collect()
}

fn ethereum(text: &str) -> Result<(String, Option<&'static str>), Fault> {
    let digits = text.strip_prefix("0x").ok_or(Fault::Shape)?;
    if digits.len() != ETHEREUM_DIGITS || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(Fault::Shape);
    }
    let lower = digits.to_ascii_lowercase();
    let address = checksummed(&lower);
    if address == text {
        return Ok((address, None));
    }
    if digits == lower || digits == digits.to_ascii_uppercase() {
        return Ok((
            address,
            Some("This address has no checksum. Compare it with the original, letter by letter."),
        ));
    }
    Err(Fault::Checksum)
}

#[cfg(test)]
mod tests;
