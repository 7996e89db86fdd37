//! PostgreSQL URLs with several hosts, in libpq's format: `postgres://user:password@one,two:5433/ajo`.

use super::DbError;
use form_urlencoded::{Serializer, parse};

/// Internal parameters that carry the other hosts and the pooler flag in the first host's URL.
const ALSO: &str = "ajo-also";
const POOLED: &str = "ajo-pooled";
const ATTRIBUTES: &str = "target_session_attrs";

/// The location of a PostgreSQL database.
#[derive(Debug, PartialEq, Eq)]
pub struct Place {
    /// One URL for each host.
    pub hosts: Vec<String>,
    /// Whether a connection pooler in transaction mode is in front of it.
    pub pooled: bool,
}

impl Place {
    /// Parses the setting.
    ///
    /// # Errors
    /// Unsupported parameters.
    pub fn read(url: &str, pooled: bool) -> Result<Self, DbError> {
        let (scheme, login, hosts, rest, query) = parts(url).ok_or(DbError::Address)?;
        let mut kept = Serializer::new(String::new());
        for (name, value) in parse(query.as_bytes()) {
            match &*name {
                ATTRIBUTES if ["read-write", "primary"].contains(&&*value) => {}
                ATTRIBUTES => {
                    return Err(DbError::Place(
                        "target_session_attrs must be read-write or primary",
                    ));
                }
                "host" | "port" | "hostaddr" if value.contains(',') => {
                    return Err(DbError::Place(
                        "several hosts are written postgres://USER@ONE:5432,TWO:5432/DATABASE",
                    ));
                }
                _ => drop(kept.append_pair(&name, &value)),
            }
        }
        let query = kept.finish();
        let query = match query.is_empty() {
            true => query,
            false => ["?", &query].concat(),
        };
        let hosts: Vec<String> = hosts
            .split(',')
            .map(|host| [scheme, "://", login, host, rest, &query].concat())
            .collect();
        Ok(Self { hosts, pooled })
    }

    /// Encodes it as one URL for [`Place::decoded`].
    pub fn encoded(&self) -> String {
        let mut hosts = self.hosts.iter();
        let first = hosts.next().map(String::as_str).unwrap_or_default();
        let mut query = Serializer::new(String::new());
        for host in hosts {
            query.append_pair(ALSO, host);
        }
        if self.pooled {
            query.append_pair(POOLED, "1");
        }
        let query = query.finish();
        match (query.is_empty(), first.contains('?')) {
            (true, _) => first.to_owned(),
            (false, true) => [first, "&", &query].concat(),
            (false, false) => [first, "?", &query].concat(),
        }
    }

    pub fn decoded(url: &str) -> Self {
        let (address, query) = url.split_once('?').unwrap_or((url, ""));
        let mut own = Serializer::new(String::new());
        let (mut more, mut pooled) = (Vec::new(), false);
        for (name, value) in parse(query.as_bytes()) {
            match &*name {
                ALSO => more.push(value.into_owned()),
                POOLED => pooled = true,
                _ => drop(own.append_pair(&name, &value)),
            }
        }
        let own = own.finish();
        let first = match own.is_empty() {
            true => address.to_owned(),
            false => [address, "?", &own].concat(),
        };
        Self {
            hosts: std::iter::once(first).chain(more).collect(),
            pooled,
        }
    }
}

/// The URL without password and parameters, for messages.
pub fn shown(url: &str) -> String {
    match parts(url) {
        Some((scheme, login, hosts, rest, _)) => {
            let user = login.split([':', '@']).next().unwrap_or_default();
            let at = if user.is_empty() { "" } else { "@" };
            [scheme, "://", user, at, hosts, rest].concat()
        }
        None => url.split('?').next().unwrap_or_default().to_owned(),
    }
}

/// Scheme, login with its `@`, hosts, path, parameters.
fn parts(url: &str) -> Option<(&str, &str, &str, &str, &str)> {
    let (scheme, rest) = url.split_once("://")?;
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let (login, hosts) = authority.split_at(authority.rfind('@').map_or(0, |at| at + 1));
    Some((scheme, login, hosts, path, query))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_host_gets_its_own_url() {
        let place = Place::read(
            "postgres://ajo:p%40ss@one:5433,two/ajo?sslmode=require&target_session_attrs=read-write",
            true,
        )
        .unwrap();
        assert_eq!(
            place.hosts,
            [
                "postgres://ajo:p%40ss@one:5433/ajo?sslmode=require",
                "postgres://ajo:p%40ss@two/ajo?sslmode=require"
            ]
        );
        assert_eq!(Place::decoded(&place.encoded()), place);
        assert!(url::Url::parse(&place.encoded()).is_ok());
    }

    #[test]
    fn a_single_host_url_is_unchanged() {
        for url in [
            "postgres://ajo@db/ajo",
            "postgresql://ajo:x@db:5432/ajo?application_name=a+b",
            "postgres:///ajo?host=%2Frun%2Fpostgresql",
        ] {
            let place = Place::read(url, false).unwrap();
            assert_eq!(place.hosts, [url]);
            assert_eq!(place.encoded(), url);
        }
    }

    #[test]
    fn unsupported_parameters_are_refused() {
        for bad in [
            "postgres://a,b/ajo?target_session_attrs=standby",
            "postgres://a,b/ajo?target_session_attrs=any",
            "postgres:///ajo?host=a,b",
            "postgres://h/ajo?port=1,2",
            "postgres",
        ] {
            assert!(Place::read(bad, false).is_err(), "{bad}");
        }
    }

    #[test]
    fn passwords_are_hidden() {
        for (url, expected) in [
            (
                "postgres://ajo:canary@one,two:1/ajo?password=canary",
                "postgres://ajo@one,two:1/ajo",
            ),
            ("postgres://ajo:can@ary@one/ajo", "postgres://ajo@one/ajo"),
            ("postgres:///ajo?host=%2Frun", "postgres:///ajo"),
            ("sqlite:data/ajo.sqlite?mode=rwc", "sqlite:data/ajo.sqlite"),
        ] {
            assert_eq!(shown(url), expected);
        }
    }
}
