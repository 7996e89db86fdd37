use super::*;

/// A pseudo-random sequence (SplitMix64).
struct Source(u64);

impl Source {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit).unwrap()).unwrap()
    }
}

fn coin_of(network: Network) -> Currency {
    match network {
        Network::Bitcoin => Currency::Btc,
        Network::Ethereum => Currency::Eth,
        Network::Tron => Currency::Usdt,
    }
}

/// Letters that carry the checksum. EIP-55 has one bit for each: with fewer than twenty of forty, a mistyped address is
/// valid once in a million.
fn letters(address: &str) -> usize {
    address
        .bytes()
        .skip(2)
        .filter(u8::is_ascii_alphabetic)
        .count()
}

fn valid(source: &mut Source, network: Network) -> String {
    loop {
        let hash = bytes(source);
        let address = network.address_of(&hash);
        if network != Network::Ethereum || letters(&address) >= 22 {
            return address;
        }
    }
}

#[test]
fn addresses_from_hashes_are_valid() {
    let mut source = Source(1);
    for network in Network::ALL.iter().copied() {
        for _ in 0..200 {
            let address = valid(&mut source, network);
            let checked = check(coin_of(network), Some(network), &address).unwrap();
            assert_eq!(
                (checked.address, checked.network, checked.warning),
                (address, network, None)
            );
        }
    }
    assert_eq!(
        Network::Tron.address_of(&[0; 20]),
        "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb"
    );
    assert_eq!(
        Network::Ethereum.address_of(&[0; 20]),
        ["0x", &"0".repeat(40)].concat()
    );
}

/// A network, a generator of valid addresses, and the alphabet of mistyped copies.
type Kind = (Network, fn(&mut Source) -> String, &'static [u8]);

const BASE58: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BECH32: &[u8] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const HEX: &[u8] = b"0123456789abcdefABCDEF";

fn bytes<const COUNT: usize>(source: &mut Source) -> [u8; COUNT] {
    [(); COUNT].map(|()| source.next().to_le_bytes()[0])
}

/// All accepted formats.
const KINDS: [Kind; 7] = [
    (
        Network::Bitcoin,
        |source| valid(source, Network::Bitcoin),
        BECH32,
    ),
    (
        Network::Bitcoin,
        |source| bech32::encode(0, &bytes::<32>(source)),
        BECH32,
    ),
    (
        Network::Bitcoin,
        |source| bech32::encode(1, &bytes::<32>(source)),
        BECH32,
    ),
    (
        Network::Bitcoin,
        |source| base58::encode(BITCOIN_VERSIONS[0], &bytes(source)),
        BASE58,
    ),
    (
        Network::Bitcoin,
        |source| base58::encode(BITCOIN_VERSIONS[1], &bytes(source)),
        BASE58,
    ),
    (
        Network::Ethereum,
        |source| valid(source, Network::Ethereum),
        HEX,
    ),
    (Network::Tron, |source| valid(source, Network::Tron), BASE58),
];

/// `make addresses` tries a hundred thousand.
#[test]
fn mistyped_addresses_are_refused() {
    let mut source = Source(2);
    let rounds = std::env::var("MISTYPED_ADDRESSES").ok();
    let rounds = rounds.and_then(|rounds| rounds.parse().ok());
    for round in 0..rounds.unwrap_or(3_000_usize) {
        let (network, valid, alphabet) = KINDS[round % KINDS.len()];
        let address = valid(&mut source);
        let checked = check(coin_of(network), Some(network), &address).unwrap();
        assert_eq!(checked.address, address);
        let mut typed = address.clone().into_bytes();
        match source.below(4) {
            // Replace one to three characters.
            0 | 1 => {
                for _ in 0..=source.below(3) {
                    let place = 3 + source.below(typed.len() - 3);
                    typed[place] = alphabet[source.below(alphabet.len())];
                }
            }
            // Swap two neighbours.
            2 => {
                let place = 3 + source.below(typed.len() - 4);
                typed.swap(place, place + 1);
            }
            // Delete one.
            _ => {
                let place = source.below(typed.len());
                typed.remove(place);
            }
        }
        let typed = String::from_utf8(typed).unwrap();
        if typed != address {
            let accepted = check(coin_of(network), None, &typed);
            assert!(accepted.is_err(), "{address} became {typed}");
        }
    }
}

#[test]
fn coins_cannot_be_sent_to_bank_accounts() {
    for coin in [Currency::Btc, Currency::Eth, Currency::Usdt] {
        let refusal = check(coin, None, "0123456789").unwrap_err();
        assert_eq!(
            refusal.message,
            format!("{coin} can't be sent to a bank account.")
        );
        assert_eq!(refusal.field, "address");
    }
}
