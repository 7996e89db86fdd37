//! Payment requests: the content of a wallet's QR code or link.

use super::Network;
use crate::money::{Amount, Currency};
use crate::validation::{Code, Violation};

/// The content of a request.
pub(super) struct Request<'a> {
    pub network: Network,
    pub address: &'a str,
    pub amount: Option<Amount>,
}

/// Ethereum's chain id. (EIP-155.)
const ETHEREUM_CHAIN: &str = "1";
/// Names of other chains. (EIP-155.)
const CHAINS: [(&str, &str); 7] = [
    ("10", "Optimism"),
    ("56", "BNB Smart Chain"),
    ("137", "Polygon"),
    ("8453", "Base"),
    ("42161", "Arbitrum"),
    ("43114", "Avalanche"),
    ("11155111", "Sepolia, a test network"),
];
/// Tether's contract on Ethereum.
const TETHER: &str = "0xdac17f958d2ee523a2206206994597c13d831ec7";
/// A wei is the eighteenth decimal of an ether.
const WEI_DECIMALS: usize = 18;
const TETHER_DECIMALS: usize = 6;
/// Longer than the total supply of ether in wei.
const LONGEST_NUMBER: usize = 40;
/// The length to which an unknown name is truncated in a message.
const LONGEST_NAME_CHARS: usize = 40;

fn refused(code: Code, words: &[&str]) -> Violation {
    Violation::new("address", code).saying_all(words)
}

fn short(name: &str) -> String {
    name.chars().take(LONGEST_NAME_CHARS).collect()
}

/// The payment request in a text, if it has a scheme. Bitcoin: BIP 21. Ethereum: EIP-681. Parts other than the address
/// and the amount, such as a label, are ignored unless required.
///
/// # Errors
/// `not_allowed` for another network, another coin or an unknown required part; `not_an_address` for an amount that
/// cannot be sent.
pub(super) fn read(coin: Currency, text: &str) -> Result<Option<Request<'_>>, Violation> {
    let Some((scheme, rest)) = text.split_once(':') else {
        return Ok(None);
    };
    let network = Network::ALL
        .iter()
        .copied()
        .find(|network| network.as_str().eq_ignore_ascii_case(scheme));
    let Some(network) = network.filter(|network| Network::of(coin).contains(network)) else {
        let name = network.map_or_else(|| short(scheme), |network| network.label().to_owned());
        let words = [
            "This is a request for payment over ",
            &name,
            ", where ",
            coin.as_str(),
            " would be lost.",
        ];
        return Err(refused(Code::NotAllowed, &words));
    };
    let rest = rest.strip_prefix("//").unwrap_or(rest);
    let (target, query) = rest.split_once('?').unwrap_or((rest, ""));
    let parts = || query.split('&').filter_map(|part| part.split_once('='));
    if let Some((name, _)) = query
        .split('&')
        .map(|part| part.split_once('=').unwrap_or((part, "")))
        .find(|(name, _)| {
            name.get(..4)
                .is_some_and(|front| front.eq_ignore_ascii_case("req-"))
        })
    {
        let words = [
            "This request for payment needs ",
            &short(name),
            ", which we cannot do.",
        ];
        return Err(refused(Code::NotAllowed, &words));
    }
    let one = |wanted: &str| {
        let mut values = parts().filter(|(name, _)| name.eq_ignore_ascii_case(wanted));
        match (values.next(), values.next()) {
            (first, None) => Ok(first.map(|(_, value)| value)),
            _ => Err(unreadable()),
        }
    };
    if network != Network::Ethereum {
        let amount = one("amount")?
            .map(|text| amount_of(text, coin))
            .transpose()?;
        return Ok(Some(Request {
            network,
            address: target,
            amount,
        }));
    }
    let target = target.strip_prefix("pay-").unwrap_or(target);
    let (target, function) = target.split_once('/').unwrap_or((target, ""));
    let (target, chain) = target.split_once('@').unwrap_or((target, ETHEREUM_CHAIN));
    if chain != ETHEREUM_CHAIN {
        let known = CHAINS.iter().find(|(number, _)| *number == chain);
        let name = known.map_or_else(
            || ["network ", &short(chain)].concat(),
            |(_, name)| (*name).to_owned(),
        );
        let words = [
            "This is a request for payment over ",
            &name,
            ", where ",
            coin.as_str(),
            " sent over Ethereum would be lost.",
        ];
        return Err(refused(Code::NotAllowed, &words));
    }
    let is_tether = function == "transfer" && target.eq_ignore_ascii_case(TETHER);
    let (address, amount) = match (function, coin) {
        ("", _) => (target, one("value")?.map(|value| (value, WEI_DECIMALS))),
        (_, Currency::Usdt) if is_tether => {
            let amount = one("uint256")?.map(|value| (value, TETHER_DECIMALS));
            (one("address")?.unwrap_or_default(), amount)
        }
        _ => return Err(another_coin(coin)),
    };
    if function.is_empty() && amount.is_some() && coin != Currency::Eth {
        return Err(another_coin(coin));
    }
    let amount = amount.map(|(value, decimals)| {
        let plain = scaled(value, decimals).ok_or_else(unreadable)?;
        amount_of(&plain, coin)
    });
    Ok(Some(Request {
        network,
        address,
        amount: amount.transpose()?,
    }))
}

fn another_coin(coin: Currency) -> Violation {
    let words = ["This request for payment is not for ", coin.as_str(), "."];
    refused(Code::NotAllowed, &words)
}

fn unreadable() -> Violation {
    refused(
        Code::NotAnAddress,
        &["This request for payment asks for an amount that cannot be sent."],
    )
}

/// Parses a decimal in the coin, ignoring trailing zeros.
fn amount_of(text: &str, coin: Currency) -> Result<Amount, Violation> {
    let plain = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => text,
    };
    Amount::parse(plain, coin).map_err(|_| unreadable())
}

/// Converts a number of smallest units, `2014000000000000000` or `2.014e18`, to a decimal. (EIP-681.)
fn scaled(number: &str, decimals: usize) -> Option<String> {
    let (number, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let exponent: usize = exponent
        .parse()
        .ok()
        .filter(|exponent| *exponent <= LONGEST_NUMBER)?;
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let zeros = exponent.checked_sub(fraction.len())?;
    if whole.is_empty()
        || !is_digits(whole)
        || !is_digits(fraction)
        || number.len() > LONGEST_NUMBER
    {
        return None;
    }
    let mut digits = [whole, fraction, &"0".repeat(zeros)].concat();
    let digits_needed = decimals.saturating_add(1);
    if digits.len() < digits_needed {
        digits = [
            "0".repeat(digits_needed.saturating_sub(digits.len())),
            digits,
        ]
        .concat();
    }
    let (whole, fraction) = digits.split_at_checked(digits.len().checked_sub(decimals)?)?;
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    Some([whole, ".", fraction].concat())
}
