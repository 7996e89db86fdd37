//! Checks on the database URL.

use super::ConfigError;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use std::net::IpAddr;
use std::str::FromStr;

/// Requires TLS with a verified certificate for PostgreSQL on another machine.
///
/// # Errors
/// The connection could be unencrypted, or to an unverified server.
pub fn check_transport(database_url: &str) -> Result<(), ConfigError> {
    if database_url.starts_with("sqlite:") {
        return Ok(());
    }
    let is_safe = match PgConnectOptions::from_str(database_url) {
        Ok(options) => is_verified(options.get_ssl_mode()) || is_local(&options),
        // sqlx does not parse several hosts: the mode is in the query.
        Err(_) => {
            let query = database_url.rsplit_once('?').map_or("", |(_, query)| query);
            let mut pairs = form_urlencoded::parse(query.as_bytes());
            let mode = pairs.find(|(name, _)| name == "sslmode" || name == "ssl-mode");
            mode.is_some_and(|(_, mode)| mode.parse().is_ok_and(is_verified))
        }
    };
    if is_safe {
        return Ok(());
    }
    Err(ConfigError(String::from(
        "AJO_DATABASE_URL is a PostgreSQL server on another machine without certificate verification: add \
         sslmode=verify-full (and sslrootcert= for a private CA)",
    )))
}

fn is_verified(mode: PgSslMode) -> bool {
    matches!(mode, PgSslMode::VerifyCa | PgSslMode::VerifyFull)
}

fn is_local(options: &PgConnectOptions) -> bool {
    let host = options.get_host();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    options.get_socket().is_some()
        || host.starts_with('/')
        || host == "localhost"
        || address
            .parse::<IpAddr>()
            .is_ok_and(|address| address.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remote_databases_need_a_verified_certificate() {
        for here in [
            "sqlite:data/ajo.sqlite",
            "postgres://ajo@localhost/ajo",
            "postgres://ajo@127.0.0.1:5433/ajo?sslmode=disable",
            "postgres://ajo@[::1]/ajo",
            "postgres://ajo@%2Fvar%2Frun%2Fpostgresql/ajo",
            "postgres:///ajo?host=/var/run/postgresql",
            "postgres://ajo@db.example/ajo?sslmode=verify-full",
            "postgresql://ajo@10.0.0.7/ajo?sslmode=verify-ca&sslrootcert=/etc/ca.pem",
            "postgres://ajo@db1.example:5432,db2.example:5432/ajo?sslmode=verify-full",
        ] {
            assert_eq!(check_transport(here), Ok(()), "{here}");
        }
        for there in [
            "postgres://ajo:canary@db.example/ajo",
            "postgres://ajo:canary@10.0.0.7/ajo?sslmode=disable",
            "postgresql://ajo:canary@db.example/ajo?sslmode=prefer",
            "postgres://ajo:canary@[2001:db8::1]/ajo?sslmode=require",
            "postgres://ajo:canary@localhost.example/ajo",
            "postgres:///ajo?host=db.example",
            "postgres://ajo:canary@db1.example:5432,db2.example:5432/ajo",
            "postgres://ajo:canary@127.0.0.1:5432,db2.example:5432/ajo?sslmode=require",
        ] {
            let refused = check_transport(there).unwrap_err().0;
            assert!(refused.starts_with("AJO_DATABASE_URL") && refused.contains("sslmode"));
            assert!(!refused.contains("canary"), "{refused}");
        }
    }
}
