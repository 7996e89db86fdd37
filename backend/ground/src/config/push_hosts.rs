//! Push services that the server may call.

use super::ConfigError;

/// Chrome and its derivatives, Firefox, Edge on Windows, Safari.
const KNOWN: &str =
    "fcm.googleapis.com, *.push.services.mozilla.com, *.notify.windows.com, web.push.apple.com";

/// Hosts that push messages may be sent to: `push.example`, or `*.push.example` for all its subdomains.
#[derive(Debug, Clone)]
pub struct PushHosts(Vec<String>);

impl Default for PushHosts {
    fn default() -> Self {
        Self(split(KNOWN))
    }
}

fn split(text: &str) -> Vec<String> {
    text.split(',')
        .map(|host| host.trim().to_ascii_lowercase())
        .filter(|host| !host.is_empty())
        .collect()
}

impl PushHosts {
    /// Parses a comma-separated list; by default, the services of common browsers.
    ///
    /// # Errors
    /// An invalid host name.
    pub fn read(text: Option<&str>) -> Result<Self, ConfigError> {
        let Some(text) = text else {
            return Ok(Self::default());
        };
        let hosts = split(text);
        if let Some(wrong) = hosts
            .iter()
            .find(|host| !is_host_name(host.strip_prefix("*.").unwrap_or(host)))
        {
            return Err(ConfigError(format!(
                "AJO_PUSH_HOSTS: {wrong} is not a host name, such as push.example or *.push.example"
            )));
        }
        Ok(Self(hosts))
    }

    /// The first host without a wildcard.
    pub fn first(&self) -> Option<&str> {
        let mut named = self.0.iter().filter(|host| !host.starts_with('*'));
        named.next().map(String::as_str)
    }

    /// Whether messages may be sent to the host.
    pub fn allow(&self, host: &str) -> bool {
        self.0.iter().any(|known| match known.strip_prefix('*') {
            Some(ending) => host.len() > ending.len() && host.ends_with(ending),
            None => host == known,
        })
    }
}

/// A name of at least two labels, the last of which is not numeric, which excludes IP addresses in any notation.
pub fn is_host_name(host: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let parts: Vec<&str> = host.split('.').collect();
    parts.len() >= 2
        && parts.iter().all(|one| part(one))
        && parts
            .last()
            .is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_alphabetic()))
}
