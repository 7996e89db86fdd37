//! How many connections come from one address and from the network around it, so that nobody takes all places: an IPv4
//! address and its 256 neighbours (/24), an IPv6 network of 64 bits and the one of 48 bits around it.

use crate::config::{MostConnections, TrustedProxies};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The connections that are open. A trusted proxy's are not told apart: it speaks for many.
pub struct Crowd {
    bounds: MostConnections,
    proxies: TrustedProxies,
    counts: Mutex<Counts>,
}

type Counts = HashMap<Network, u32>;

/// The first address of a network, and how many bits its addresses share.
type Network = (IpAddr, u8);

/// What there are too many of.
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

/// One connection among the others, until it is dropped.
pub struct Member {
    crowd: Arc<Crowd>,
    networks: Option<[Network; 2]>,
}

impl Crowd {
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

    /// Counts one more connection of an address.
    ///
    /// # Errors
    /// It is one too many.
    pub fn enter(self: &Arc<Self>, address: IpAddr) -> Result<Member, TooMany> {
        let crowd = self.clone();
        if self.proxies.trusts(address) {
            let networks = None;
            return Ok(Member { crowd, networks });
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
        Ok(Member { crowd, networks })
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        let mut counts = self.crowd.counts();
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

    fn crowd(proxies: &str) -> Arc<Crowd> {
        let bounds = MostConnections {
            in_all: 100,
            an_address: 2,
            a_network: 3,
        };
        Crowd::new(bounds, TrustedProxies::parse(proxies).unwrap())
    }

    fn enter(crowd: &Arc<Crowd>, address: &str) -> Result<Member, TooMany> {
        crowd.enter(address.parse().unwrap())
    }

    #[test]
    fn an_address_and_its_network_have_so_many() {
        for [one, neighbour, stranger] in [
            ["203.0.113.1", "203.0.113.255", "203.0.114.1"],
            ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:2:1::1"],
        ] {
            let crowd = crowd("");
            let first = enter(&crowd, one);
            let second = enter(&crowd, one);
            assert!(first.is_ok() && second.is_ok());
            assert_eq!(enter(&crowd, one).err(), Some(TooMany::OfAddress));
            let third = enter(&crowd, neighbour);
            assert!(third.is_ok());
            assert_eq!(enter(&crowd, neighbour).err(), Some(TooMany::OfNetwork));
            assert!(enter(&crowd, stranger).is_ok());
            drop(first);
            assert!(enter(&crowd, one).is_ok());
            drop((second, third));
            assert!(crowd.counts().is_empty());
        }
    }

    #[test]
    fn one_address_has_one_name() {
        let crowd = crowd("");
        let held = [
            enter(&crowd, "203.0.113.1"),
            enter(&crowd, "::ffff:203.0.113.1"),
        ];
        assert_eq!(enter(&crowd, "203.0.113.1").err(), Some(TooMany::OfAddress));
        drop(held);
        // Any address of a network of 64 bits is the same customer.
        let held = [
            enter(&crowd, "2001:db8::1"),
            enter(&crowd, "2001:db8::ffff:1"),
        ];
        assert_eq!(enter(&crowd, "2001:db8::2").err(), Some(TooMany::OfAddress));
        drop(held);
    }

    #[test]
    fn a_trusted_proxy_speaks_for_many() {
        let crowd = crowd("203.0.113.0/24");
        let many: Vec<_> = (0..50).map(|_| enter(&crowd, "203.0.113.7")).collect();
        assert!(many.iter().all(Result::is_ok));
        assert!(crowd.counts().is_empty());
    }
}
