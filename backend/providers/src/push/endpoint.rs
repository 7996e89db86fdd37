//! Push endpoints, which are user input. A server that calls arbitrary URLs can be used against its own network, so
//! only known push services are called, by name, over TLS, and not if the name resolves to a private network.

use axum::http::Uri;
use ground::config::{PushHosts, is_host_name};
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

const LONGEST_BYTES: usize = 1_024;
/// Why an endpoint is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrongEndpoint {
    NotAnAddress,
    NotHttps,
    HostNotAllowed,
}

impl fmt::Display for WrongEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAnAddress => "endpoint is not a valid URL.",
            Self::NotHttps => "endpoint begins with https:// and names no port.",
            Self::HostNotAllowed => "endpoint is not a known push service.",
        })
    }
}

/// The URL, if it may be called.
///
/// # Errors
/// Why it is refused.
pub fn checked(endpoint: &str, hosts: &PushHosts) -> Result<Uri, WrongEndpoint> {
    let plain = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'#' | b'\\' | b'@');
    if endpoint.len() > LONGEST_BYTES || !endpoint.bytes().all(plain) {
        return Err(WrongEndpoint::NotAnAddress);
    }
    let uri: Uri = endpoint.parse().map_err(|_| WrongEndpoint::NotAnAddress)?;
    let authority = uri.authority().ok_or(WrongEndpoint::NotAnAddress)?;
    let host = authority.host().to_ascii_lowercase();
    // Another port may be another service on that machine.
    if uri.scheme_str() != Some("https") || authority.as_str().len() != host.len() {
        return Err(WrongEndpoint::NotHttps);
    }
    if !is_host_name(&host) || !hosts.allow(&host) {
        return Err(WrongEndpoint::HostNotAllowed);
    }
    Ok(uri)
}

/// Whether an IP address is on the public internet.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let protocols = a == 192 && b == 0 && c == 0;
    let benchmarks = a == 198 && (b == 18 || b == 19);
    !(a == 0
        || a >= 240
        || shared
        || protocols
        || benchmarks
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast())
}

/// Global unicast is 2000::/3, except documentation addresses and ranges that embed an IPv4 address.
fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(v4) = address.to_ipv4_mapped() {
        return is_public_v4(v4);
    }
    let [first, second, ..] = address.segments();
    let documentation = (first == 0x2001 && second == 0x0db8) || (first & 0xfff0) == 0x3ff0;
    let special = first == 0x2001 && second < 0x0200;
    let six_to_four = first == 0x2002;
    (first & 0xe000) == 0x2000 && !documentation && !special && !six_to_four
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(endpoint: &str) -> Result<(), WrongEndpoint> {
        checked(endpoint, &PushHosts::default()).map(|_| ())
    }

    #[test]
    fn push_services_of_common_browsers_are_allowed() {
        for known in [
            "https://fcm.googleapis.com/fcm/send/c1:APA91b-x_y",
            "https://FCM.googleapis.com/wp/x",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
            "https://db5p.notify.windows.com/w/?token=BQYAAAB%2b",
            "https://web.push.apple.com/QGx",
        ] {
            assert_eq!(check(known), Ok(()), "{known}");
        }
    }

    #[test]
    fn all_other_endpoints_are_refused() {
        for (endpoint, why) in [
            ("", WrongEndpoint::NotAnAddress),
            ("/fcm/send", WrongEndpoint::NotAnAddress),
            (
                "https://user@fcm.googleapis.com/x",
                WrongEndpoint::NotAnAddress,
            ),
            (
                "https://fcm.googleapis.com/x#y",
                WrongEndpoint::NotAnAddress,
            ),
            (
                "https://fcm.googleapis.com\\@10.0.0.1/",
                WrongEndpoint::NotAnAddress,
            ),
            (
                "https://fcm.googleapis.com/a b",
                WrongEndpoint::NotAnAddress,
            ),
            ("http://fcm.googleapis.com/x", WrongEndpoint::NotHttps),
            ("ftp://fcm.googleapis.com/x", WrongEndpoint::NotHttps),
            ("https://fcm.googleapis.com:8443/x", WrongEndpoint::NotHttps),
            ("https://127.0.0.1/x", WrongEndpoint::HostNotAllowed),
            ("https://2130706433/x", WrongEndpoint::HostNotAllowed),
            ("https://0x7f.1/x", WrongEndpoint::HostNotAllowed),
            ("https://[::1]/x", WrongEndpoint::HostNotAllowed),
            ("https://localhost/x", WrongEndpoint::HostNotAllowed),
            ("https://example.com/x", WrongEndpoint::HostNotAllowed),
            (
                "https://notify.windows.com/x",
                WrongEndpoint::HostNotAllowed,
            ),
            (
                "https://evilnotify.windows.com/x",
                WrongEndpoint::HostNotAllowed,
            ),
            (
                "https://fcm.googleapis.com.evil.example/x",
                WrongEndpoint::HostNotAllowed,
            ),
        ] {
            assert_eq!(check(endpoint), Err(why), "{endpoint}");
        }
        let long = format!("https://fcm.googleapis.com/{}", "x".repeat(LONGEST_BYTES));
        assert_eq!(check(&long), Err(WrongEndpoint::NotAnAddress));
    }

    #[test]
    fn operators_may_allow_other_hosts_but_no_addresses() {
        let hosts = PushHosts::read(Some("push.example, *.Push.test")).unwrap();
        assert!(checked("https://push.example/1", &hosts).is_ok());
        assert!(checked("https://a.push.test/1", &hosts).is_ok());
        assert!(checked("https://fcm.googleapis.com/1", &hosts).is_err());
        for wrong in ["*", "*.", "127.0.0.1", "localhost", "https://push.example"] {
            assert!(PushHosts::read(Some(wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn private_addresses_are_distinguished_from_public_ones() {
        for inside in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "fc00::1",
            "fe80::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:a00:1::",
        ] {
            assert!(!is_public(inside.parse().unwrap()), "{inside}");
        }
        for public in [
            "8.8.8.8",
            "100.63.0.1",
            "172.32.0.1",
            "2a00:1450:4001::1",
            "::ffff:8.8.8.8",
            "2001:4860::1",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }
}
