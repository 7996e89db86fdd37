//! Limits concurrent connections per address and per network: an IPv4 address and its /24, an IPv6 /64 and its /48.

use ground::config::{MostConnections, TrustedProxies};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Counts open connections. Trusted proxies are exempt: each connects on behalf of many clients.
pub struct Limiter {
    bounds: MostConnections,
    proxies: TrustedProxies,
    counts: Mutex<Counts>,
}

type Counts = HashMap<Network, u32>;

/// The first address of a network, and its prefix length.
type Network = (IpAddr, u8);

/// The limit that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TooMany {
    OfAddress,
    OfNetwork,
}

impl TooMany {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OfAddress => "address",
            Self::OfNetwork => "network",
        }
    }
}

/// Counts for one connection, until it is dropped.
pub struct Permit {
    limiter: Arc<Limiter>,
    networks: Option<[Network; 2]>,
}

impl Limiter {
    pub fn new(bounds: MostConnections, proxies: TrustedProxies) -> Arc<Self> {
        Arc::new(Self {
            bounds,
            proxies,
            counts: Mutex::default(),
        })
    }

    pub const fn bounds(&self) -> MostConnections {
        self.bounds
    }

    /// Counts a connection of an address.
    ///
    /// # Errors
    /// A limit is reached.
    pub fn enter(self: &Arc<Self>, address: IpAddr) -> Result<Permit, TooMany> {
        let limiter = self.clone();
        if self.proxies.trusts(address) {
            let networks = None;
            return Ok(Permit { limiter, networks });
        }
        let networks = networks(address);
        let [own, around] = networks;
        let mut counts = self.counts();
        let count = |network| counts.get(&network).copied().unwrap_or(0);
        if count(own) >= self.bounds.an_address {
            return Err(TooMany::OfAddress);
        }
        if count(around) >= self.bounds.a_network {
            return Err(TooMany::OfNetwork);
        }
        for network in networks {
            *counts.entry(network).or_default() += 1;
        }
        let networks = Some(networks);
        Ok(Permit { limiter, networks })
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut counts = self.limiter.counts();
        for network in self.networks.into_iter().flatten() {
            if let Some(count) = counts.get_mut(&network) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(&network);
                }
            }
        }
    }
}

fn networks(address: IpAddr) -> [Network; 2] {
    match address.to_canonical() {
        IpAddr::V4(address) => [32, 24].map(|bits: u8| {
            let mask = u32::MAX << (32 - u32::from(bits));
            (Ipv4Addr::from_bits(address.to_bits() & mask).into(), bits)
        }),
        IpAddr::V6(address) => [64, 48].map(|bits: u8| {
            let mask = u128::MAX << (128 - u32::from(bits));
            (Ipv6Addr::from_bits(address.to_bits() & mask).into(), bits)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limiter(proxies: &str) -> Arc<Limiter> {
        let bounds = MostConnections {
            in_all: 100,
            an_address: 2,
            a_network: 3,
        };
        Limiter::new(bounds, TrustedProxies::parse(proxies).unwrap())
    }

    fn enter(limiter: &Arc<Limiter>, address: &str) -> Result<Permit, TooMany> {
        limiter.enter(address.parse().unwrap())
    }

    #[test]
    fn addresses_and_networks_are_limited() {
        for [one, neighbour, stranger] in [
            ["203.0.113.1", "203.0.113.255", "203.0.114.1"],
            ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:2:1::1"],
        ] {
            let limiter = limiter("");
            let first = enter(&limiter, one);
            let second = enter(&limiter, one);
            assert!(first.is_ok() && second.is_ok());
            assert_eq!(enter(&limiter, one).err(), Some(TooMany::OfAddress));
            let third = enter(&limiter, neighbour);
            assert!(third.is_ok());
            assert_eq!(enter(&limiter, neighbour).err(), Some(TooMany::OfNetwork));
            assert!(enter(&limiter, stranger).is_ok());
            drop(first);
            assert!(enter(&limiter, one).is_ok());
            drop((second, third));
            assert!(limiter.counts().is_empty());
        }
    }

    #[test]
    fn an_address_counts_the_same_in_either_notation() {
        let limiter = limiter("");
        let held = [
            enter(&limiter, "203.0.113.1"),
            enter(&limiter, "::ffff:203.0.113.1"),
        ];
        assert_eq!(
            enter(&limiter, "203.0.113.1").err(),
            Some(TooMany::OfAddress)
        );
        drop(held);
        // All addresses of a /64 count as one.
        let held = [
            enter(&limiter, "2001:db8::1"),
            enter(&limiter, "2001:db8::ffff:1"),
        ];
        assert_eq!(
            enter(&limiter, "2001:db8::2").err(),
            Some(TooMany::OfAddress)
        );
        drop(held);
    }

    #[test]
    fn a_trusted_proxy_is_exempt() {
        let limiter = limiter("203.0.113.0/24");
        let many: Vec<_> = (0..50).map(|_| enter(&limiter, "203.0.113.7")).collect();
        assert!(many.iter().all(Result::is_ok));
        assert!(limiter.counts().is_empty());
    }
}
