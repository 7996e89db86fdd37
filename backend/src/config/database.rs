//! How the database is reached.

use super::ConfigError;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use std::net::IpAddr;
use std::str::FromStr;

/// PostgreSQL on another machine is spoken to in TLS, and only if it proves who it is: everything that is kept goes over
/// that line. An address that cannot be read is refused where it is used.
///
/// # Errors
/// It would be spoken to in clear, or believed without proof.
pub fn check_transport(database_url: &str) -> Result<(), ConfigError> {
    if database_url.starts_with("sqlite:") {
        return Ok(());
    }
    let Ok(options) = PgConnectOptions::from_str(database_url) else {
        return Ok(());
    };
    let verified = matches!(
        options.get_ssl_mode(),
        PgSslMode::VerifyCa | PgSslMode::VerifyFull
    );
    if verified || is_here(&options) {
        return Ok(());
    }
    Err(ConfigError(String::from(
        "AJO_DATABASE_URL names PostgreSQL on another machine without a verified connection: add sslmode=verify-full (and \
         sslrootcert= for an authority of your own)",
    )))
}

fn is_here(options: &PgConnectOptions) -> bool {
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
    fn another_machine_must_prove_who_it_is() {
        for here in [
            "sqlite:data/ajo.sqlite",
            "postgres://ajo@localhost/ajo",
            "postgres://ajo@127.0.0.1:5433/ajo?sslmode=disable",
            "postgres://ajo@[::1]/ajo",
            "postgres://ajo@%2Fvar%2Frun%2Fpostgresql/ajo",
            "postgres:///ajo?host=/var/run/postgresql",
            "postgres://ajo@db.example/ajo?sslmode=verify-full",
            "postgresql://ajo@10.0.0.7/ajo?sslmode=verify-ca&sslrootcert=/etc/ca.pem",
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
        ] {
            let refused = check_transport(there).unwrap_err().0;
            assert!(refused.starts_with("AJO_DATABASE_URL") && refused.contains("sslmode"));
            assert!(!refused.contains("canary"), "{refused}");
        }
    }
}
