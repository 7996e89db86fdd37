//! Proxies that are trusted to report the client's address.

use super::ConfigError;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// Addresses and networks (`10.0.0.0/8`), separated by commas. Empty: no proxy is trusted.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Vec<(IpAddr, u32)>);

impl TrustedProxies {
    /// # Errors
    /// A part that is neither an address nor a network.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        let parts = text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty());
        parts.map(network).collect::<Result<_, _>>().map(Self)
    }

    pub fn trusts(&self, address: IpAddr) -> bool {
        self.0
            .iter()
            .any(|(network, prefix_bits)| contains(*network, *prefix_bits, address))
    }

    /// The first network larger than the largest private ones, 10.0.0.0/8 and fc00::/7.
    pub fn too_large(&self) -> Option<String> {
        let largest = |network: &IpAddr| if network.is_ipv4() { 8 } else { 7 };
        let found = self
            .0
            .iter()
            .find(|(network, bits)| *bits < largest(network));
        found.map(|(network, bits)| format!("{network}/{bits}"))
    }

    /// The client: the last address in `X-Forwarded-For` that is not a trusted proxy. Addresses before it can be
    /// forged.
    pub fn client(&self, peer: IpAddr, forwarded_for: &str) -> Forwarded {
        let mut client = peer;
        for hop in forwarded_for.rsplit(',').map(str::trim) {
            if !self.trusts(client) {
                break;
            }
            match address(hop) {
                Some(address) => client = address,
                // A missing header is normal for health checks.
                None => {
                    let unreadable = !hop.is_empty();
                    return Forwarded { client, unreadable };
                }
            }
        }
        Forwarded {
            client,
            unreadable: false,
        }
    }
}

/// The client according to the proxies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forwarded {
    pub client: IpAddr,
    /// A trusted proxy sent an invalid address; the proxy itself then counts as the client.
    pub unreadable: bool,
}

/// Parses the formats that proxies send: `1.2.3.4`, `::ffff:1.2.3.4`, `1.2.3.4:5678`, `[::1]`, `[::1]:443`.
fn address(hop: &str) -> Option<IpAddr> {
    let bracketed = || hop.strip_prefix('[')?.strip_suffix(']');
    let address = hop
        .parse()
        .ok()
        .or_else(|| Some(hop.parse::<SocketAddr>().ok()?.ip()))
        .or_else(|| Some(bracketed()?.parse::<Ipv6Addr>().ok()?.into()))?;
    Some(address.to_canonical())
}

fn network(text: &str) -> Result<(IpAddr, u32), ConfigError> {
    let wrong = || {
        ConfigError(format!(
            "AJO_TRUSTED_PROXIES: {text} is neither an address nor a network"
        ))
    };
    let (address, prefix) = text
        .split_once('/')
        .map_or((text, None), |(address, prefix)| (address, Some(prefix)));
    let address: IpAddr = address.parse().map_err(|_| wrong())?;
    let most = if address.is_ipv4() { 32 } else { 128 };
    let prefix_bits = prefix.map_or(Ok(most), str::parse).map_err(|_| wrong())?;
    if prefix_bits > most {
        Err(wrong())
    } else {
        Ok(canonical(address, prefix_bits))
    }
}

/// Converts an IPv4-mapped IPv6 network (`::ffff:10.0.0.0/104`) to IPv4, because addresses are compared in that form.
fn canonical(address: IpAddr, prefix_bits: u32) -> (IpAddr, u32) {
    match (address.to_canonical(), prefix_bits.checked_sub(96)) {
        (IpAddr::V4(v4), Some(bits)) if address.is_ipv6() => (IpAddr::V4(v4), bits),
        _ => (address, prefix_bits),
    }
}

fn contains(network: IpAddr, prefix_bits: u32, address: IpAddr) -> bool {
    match (network, address.to_canonical()) {
        (IpAddr::V4(network), IpAddr::V4(address)) => {
            (u32::from(network) ^ u32::from(address))
                .checked_shr(32 - prefix_bits)
                .unwrap_or(0)
                == 0
        }
        (IpAddr::V6(network), IpAddr::V6(address)) => {
            (u128::from(network) ^ u128::from(address))
                .checked_shr(128 - prefix_bits)
                .unwrap_or(0)
                == 0
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn ipv4_proxies_may_be_written_as_mapped_ipv6() {
        for network in ["::ffff:10.0.0.1", "::ffff:10.0.0.0/104"] {
            let proxies = TrustedProxies::parse(network).unwrap();
            let found = proxies.client(ip("10.0.0.1"), "198.51.100.7");
            assert_eq!(found.client, ip("198.51.100.7"), "{network}");
        }
        let everybody = TrustedProxies::parse("::ffff:0.0.0.0/96").unwrap();
        assert_eq!(everybody.too_large().as_deref(), Some("0.0.0.0/0"));
        let private = TrustedProxies::parse("10.0.0.0/8,fc00::/7,192.0.2.1,2001:db8::1").unwrap();
        assert_eq!(private.too_large(), None);
    }

    #[test]
    fn the_address_formats_of_proxies_are_parsed() {
        let proxies = TrustedProxies::parse("10.0.0.0/8").unwrap();
        for (hop, client) in [
            ("198.51.100.7", "198.51.100.7"),
            ("::ffff:198.51.100.7", "198.51.100.7"),
            ("198.51.100.7:4711", "198.51.100.7"),
            ("[::ffff:198.51.100.7]:4711", "198.51.100.7"),
            ("2001:db8::7", "2001:db8::7"),
            ("[2001:db8::7]", "2001:db8::7"),
            ("[2001:db8::7]:443", "2001:db8::7"),
            ("198.51.100.7:4711, ::ffff:10.1.1.1", "198.51.100.7"),
            ("198.51.100.7, 10.1.1.1:80", "198.51.100.7"),
        ] {
            let found = proxies.client(ip("10.9.9.9"), hop);
            assert_eq!(
                (found.client, found.unreadable),
                (ip(client), false),
                "{hop}"
            );
        }
        for (hop, unreadable) in [
            ("", false),
            ("unknown", true),
            ("198.51.100.7:", true),
            ("198.51.100.7:99999", true),
            ("[198.51.100.7]", true),
            ("198.51.100.7, _hidden", true),
        ] {
            let found = proxies.client(ip("10.9.9.9"), hop);
            assert_eq!(
                (found.client, found.unreadable),
                (ip("10.9.9.9"), unreadable),
                "{hop}"
            );
        }
        // The header of an untrusted client is ignored.
        assert!(!proxies.client(ip("203.0.113.9"), "unknown").unreadable);
    }

    #[test]
    fn untrusted_clients_cannot_forge_their_address() {
        let nobody = TrustedProxies::default();
        assert_eq!(
            nobody.client(ip("203.0.113.9"), "198.51.100.1").client,
            ip("203.0.113.9")
        );
    }

    #[test]
    fn trusted_proxies_are_trusted_for_one_hop() {
        let proxies = TrustedProxies::parse("10.0.0.0/8, ::1").unwrap();
        assert_eq!(
            proxies
                .client(ip("10.1.2.3"), "198.51.100.1, 203.0.113.9")
                .client,
            ip("203.0.113.9")
        );
        assert_eq!(
            proxies
                .client(ip("10.1.2.3"), "203.0.113.9, 10.9.9.9")
                .client,
            ip("203.0.113.9")
        );
        assert_eq!(proxies.client(ip("::1"), "nonsense").client, ip("::1"));
    }

    #[test]
    fn networks_contain_exactly_their_addresses() {
        let proxies = TrustedProxies::parse("192.168.4.0/22,0.0.0.0/0").unwrap();
        assert!(
            proxies.trusts(ip("192.168.7.255"))
                && proxies.trusts(ip("8.8.8.8"))
                && !proxies.trusts(ip("2001:db8::1"))
        );
        assert!(TrustedProxies::parse("10.0.0.0/33").is_err());
    }
}
