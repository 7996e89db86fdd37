//! The client of a request: its address, its user agent, the host name that it requested.

use super::cookies;
use crate::app::AppState;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderName, header};
use ground::error::ApiError;
use ground::limit::OncePerMinute;
use ground::secret::sha256_hex;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");
const PASSIVE: HeaderName = HeaderName::from_static("x-passive");
const BUSINESS: HeaderName = HeaderName::from_static("x-business");
const USER_AGENT_CHARACTERS: usize = 200;
static UNREADABLE: OncePerMinute = OncePerMinute::new();

/// The client of a request.
#[derive(Debug, Clone)]
pub struct Client {
    /// The peer of the connection, or the address that a trusted proxy forwards.
    pub ip: IpAddr,
    /// The requested host name, without the port, in lower case.
    pub host: String,
    /// The origin: host with scheme and port, for links to our own pages.
    pub origin: String,
    /// The tenant's uuid, as sent by the client.
    pub business: Option<String>,
    pub user_agent: String,
    /// The hash of the cookie that identifies a browser since its first sign-in.
    pub browser_hash: Option<String>,
    /// A call not caused by the user, such as polling: it does not keep the session alive.
    pub passive: bool,
    /// Whether the browser reports that the call comes from a page of another origin.
    pub cross_site: bool,
}

impl FromRequestParts<AppState> for Client {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let peer = peer(&parts.extensions);
        Ok(Self::of(app, peer, &parts.headers, parts.uri.host()))
    }
}

/// The address of the connection's peer.
pub fn peer(extensions: &Extensions) -> IpAddr {
    extensions
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| {
            info.0.ip().to_canonical()
        })
}

impl Client {
    pub fn of(app: &AppState, peer: IpAddr, headers: &HeaderMap, uri_host: Option<&str>) -> Self {
        let proxies = &app.config.trusted_proxies;
        let text = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let asked = text(&header::HOST).or(uri_host).unwrap_or_default();
        let forwarded_host = all_lines(headers, &FORWARDED_HOST);
        let asked = forwarded_host
            .rsplit(',')
            .next()
            .map(str::trim)
            .filter(|name| !name.is_empty() && proxies.trusts(peer))
            .unwrap_or(asked);
        let forwarded = proxies.client(peer, &all_lines(headers, &FORWARDED_FOR));
        if forwarded.unreadable && UNREADABLE.is_due() {
            tracing::warn!(
                proxy = %forwarded.client,
                "X-Forwarded-For of a trusted proxy contains an invalid address: its clients share one limit"
            );
        }
        Self {
            ip: forwarded.client,
            host: host_name(asked),
            origin: origin(asked, app.config.production()),
            business: text(&BUSINESS)
                .map(str::trim)
                .filter(|id| !id.is_empty())
                .map(String::from),
            user_agent: text(&header::USER_AGENT)
                .unwrap_or_default()
                .chars()
                .take(USER_AGENT_CHARACTERS)
                .collect(),
            browser_hash: cookies::BROWSER
                .read(app, headers)
                .filter(|browser| !browser.is_empty())
                .map(|browser| sha256_hex(browser.as_bytes())),
            passive: text(&PASSIVE).is_some_and(|value| value.eq_ignore_ascii_case("true")),
            cross_site: cross_site(text, asked),
        }
    }

    /// The key that limits count by: the address, or its /64 network in IPv6 (see [`super::limits`]).
    pub fn limit_subject(&self) -> String {
        match self.ip {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
        }
    }
}

/// A list header as one list. A proxy may add its entry as a separate line after those the client sent, so only the
/// end of the whole list can be trusted. A line that is not text counts as a blank entry.
fn all_lines(headers: &HeaderMap, name: &HeaderName) -> String {
    let lines = headers.get_all(name).iter();
    let lines: Vec<&str> = lines
        .map(|line| line.to_str().unwrap_or_default())
        .collect();
    lines.join(",")
}

/// The name in a `Host` header; blank if it has invalid characters.
pub fn host_name(host: &str) -> String {
    let name = if host.starts_with('[') {
        host.split_inclusive(']').next()
    } else {
        host.split(':').next()
    };
    let name = name.unwrap_or_default().to_ascii_lowercase();
    let plain = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b".-[]:".contains(&byte));
    if plain && name.len() <= 253 {
        name
    } else {
        String::new()
    }
}

/// In production the proxy terminates TLS, so public URLs begin with `https`.
fn origin(asked: &str, production: bool) -> String {
    let scheme = if production { "https" } else { "http" };
    let port = asked
        .rsplit_once(':')
        .and_then(|(_, port)| port.parse::<u16>().ok());
    let port = port.map(|port| format!(":{port}")).unwrap_or_default();
    format!("{scheme}://{}{port}", host_name(asked))
}

fn cross_site<'a>(text: impl Fn(&HeaderName) -> Option<&'a str>, host: &str) -> bool {
    let fetch_site = text(&HeaderName::from_static("sec-fetch-site"));
    if fetch_site.is_some_and(|site| site != "same-origin" && site != "none") {
        return true;
    }
    text(&header::ORIGIN).is_some_and(|origin| {
        let authority = origin.split_once("://").map(|(_, authority)| authority);
        authority.is_none_or(|authority| !authority.eq_ignore_ascii_case(host))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_header_cannot_smuggle_anything() {
        assert_eq!(host_name("Ajo.localhost:8080"), "ajo.localhost");
        assert_eq!(host_name("[::1]:8080"), "[::1]");
        assert_eq!(host_name("evil.example;script-src *"), "");
    }

    #[test]
    fn an_origin_is_a_scheme_a_name_and_a_port() {
        assert_eq!(
            origin("Ajo.localhost:8080", false),
            "http://ajo.localhost:8080"
        );
        assert_eq!(origin("pay.example", true), "https://pay.example");
        assert_eq!(origin("[::1]:80", false), "http://[::1]:80");
        assert_eq!(origin("a.example@evil.example:1", true), "https://:1");
    }

    #[test]
    fn a_page_of_another_origin_is_recognised() {
        let with = |name: &'static str, value: &'static str| {
            move |asked: &HeaderName| (asked.as_str() == name).then_some(value)
        };
        assert!(!cross_site(
            with("origin", "http://ajo.localhost:8080"),
            "ajo.localhost:8080"
        ));
        assert!(cross_site(
            with("origin", "http://evil.example"),
            "ajo.localhost:8080"
        ));
        assert!(cross_site(with("origin", "null"), "ajo.localhost:8080"));
        assert!(cross_site(
            with("sec-fetch-site", "cross-site"),
            "ajo.localhost:8080"
        ));
        assert!(!cross_site(with("accept", "*/*"), "ajo.localhost:8080"));
    }
}
