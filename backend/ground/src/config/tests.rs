use super::*;

const GOOD: &str = "pJ4kq0X9vYw3LzR7mT1bN8cF5hG2dAeU6iOs";

const SHARED: &str = "mX2wq8Lz5Kc1Vb7Nf4Jd9Hs3Gt6Ry0Pe";

fn read(settings: &[(&str, &str)]) -> Result<Config, ConfigError> {
    let owned: Vec<(String, String)> = settings
        .iter()
        .map(|(k, v)| (String::from(*k), String::from(*v)))
        .collect();
    Config::read(&move |name| {
        owned
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.clone())
            .or_else(|| {
                (name == "AJO_DATABASE_URL").then(|| String::from("sqlite:data/ajo.sqlite"))
            })
    })
}

#[test]
fn production_needs_a_strong_secret() {
    for bad in [
        "",
        "short",
        "change-me-change-me-change-me-change-me",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "abcdefghabcdefghabcdefghabcdefgh",
    ] {
        assert!(
            read(&[("AJO_ENV", "production"), ("AJO_SECRET", bad)]).is_err(),
            "{bad}"
        );
    }
    assert!(read(&[("AJO_ENV", "production"), ("AJO_SECRET", GOOD)]).is_ok());
}

#[test]
fn all_errors_are_reported_at_once() {
    let settings = [
        ("AJO_ENV", "production"),
        ("AJO_SECRET", "short"),
        ("AJO_ADDR", "nowhere"),
        ("AJO_RATE_LIMIT_FACTOR", "0"),
        ("AJO_LOG", "xml"),
        ("AJO_SMTP_URL", "smtps://mail.example"),
    ];
    let told = Config::read(&move |name| {
        let found = settings.iter().find(|(key, _)| *key == name);
        found.map(|(_, value)| String::from(*value))
    });
    let told = told.unwrap_err().0;
    for name in [
        "AJO_DATABASE_URL is required in production",
        "AJO_SECRET has at least",
        "AJO_ADDR",
        "AJO_RATE_LIMIT_FACTOR",
        "AJO_LOG",
        "AJO_MAIL_FROM",
    ] {
        assert!(
            told.lines().any(|line| line.contains(name)),
            "{name}: {told}"
        );
    }
}

#[test]
fn production_needs_strong_bank_secrets() {
    let bank = |environment: &'static str, secret: &str, hook_secret: &str| {
        read(&[
            ("AJO_ENV", environment),
            ("AJO_SECRET", GOOD),
            ("AJO_BANK_URL", "https://bank.example/v1"),
            ("AJO_BANK_KEY", "key"),
            ("AJO_BANK_SECRET", secret),
            ("AJO_BANK_HOOK_SECRET", hook_secret),
        ])
    };
    assert!(bank("production", SHARED, SHARED).is_ok());
    // Every key derives from our own secret.
    for equal in [
        bank("production", GOOD, SHARED),
        bank("production", SHARED, GOOD),
    ] {
        let refused = equal.unwrap_err().0;
        assert!(
            refused.ends_with("must differ from AJO_SECRET") && !refused.contains(GOOD),
            "{refused}"
        );
    }
    for bad in [
        "a",
        "pJ4kq0X9vYw3LzR7mT1bN8cF5hG2dAe",
        "change-me-change-me-change-me-change-me",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ] {
        for (name, config) in [
            ("AJO_BANK_SECRET", bank("production", bad, SHARED)),
            ("AJO_BANK_HOOK_SECRET", bank("production", SHARED, bad)),
        ] {
            let refused = config.unwrap_err().0;
            assert!(refused.starts_with(name), "{bad}: {refused}");
            assert!(bad.len() == 1 || !refused.contains(bad), "{refused}");
        }
        assert!(bank("development", bad, bad).is_ok(), "{bad}");
    }
    // Each on its own: webhooks can be on while calls go to the sandbox.
    for name in SHARED_SECRETS {
        let refused = in_production((name, "a")).unwrap_err().0;
        assert!(refused.starts_with(name), "{refused}");
    }
}

fn in_production(setting: (&str, &str)) -> Result<Config, ConfigError> {
    read(&[("AJO_ENV", "production"), ("AJO_SECRET", GOOD), setting])
}

#[test]
fn production_needs_a_verified_certificate_for_a_remote_database() {
    for name in ["AJO_DATABASE_URL", "AJO_DATABASE_LISTEN_URL"] {
        let at = |query: &str| {
            let url = format!("postgres://ajo@db.example/ajo{query}");
            // The first value wins.
            read(&[
                (name, &url),
                ("AJO_ENV", "production"),
                ("AJO_SECRET", GOOD),
                ("AJO_DATABASE_URL", "postgres://ajo@localhost/ajo"),
            ])
        };
        assert!(at("").unwrap_err().0.contains("sslmode"), "{name}");
        assert!(at("?sslmode=verify-full").is_ok(), "{name}");
    }
}

#[test]
fn the_previous_secret_is_validated_and_must_differ() {
    let previous = |previous: &str| in_production(("AJO_SECRET_PREVIOUS", previous));
    let other = "Zt6rW2cK8uQ0sJ4nB7xP1vD5gM9hYeLaFiRo";
    assert_eq!(previous(other).unwrap().keys.each().count(), 2);
    assert_eq!(previous("").unwrap().keys.each().count(), 1);
    for bad in ["short", GOOD, "change-me-change-me-change-me-change-me"] {
        let refused = previous(bad).unwrap_err().0;
        assert!(refused.starts_with("AJO_SECRET_PREVIOUS"), "{refused}");
    }
}

#[test]
fn limits_and_proxy_trust_cannot_be_disabled_in_production() {
    for (name, bad, good) in [
        (
            "AJO_RATE_LIMIT_FACTOR",
            &["0", "101", "4000000000"][..],
            "100",
        ),
        (
            "AJO_TRUSTED_PROXIES",
            &[
                "0.0.0.0/0",
                "::/0",
                "10.0.0.1,0.0.0.0/0",
                "0.0.0.0/1,128.0.0.0/1",
                "::/1,8000::/1",
                "64.0.0.0/7",
            ][..],
            "10.0.0.0/8,fc00::/7,::1",
        ),
    ] {
        for bad in bad {
            let refused = in_production((name, bad)).unwrap_err().0;
            assert!(refused.contains(name), "{refused}");
            assert!(read(&[("AJO_SECRET", GOOD), (name, bad)]).is_ok(), "{bad}");
        }
        assert!(in_production((name, good)).is_ok());
    }
}

#[test]
fn market_spread_is_below_100_percent_and_needs_a_market() {
    let secret = ("AJO_SECRET", GOOD);
    for bad in ["-1", "100", "one", "1,5"] {
        let refused = read(&[secret, ("AJO_MARKET_SPREAD", bad)]).unwrap_err().0;
        assert!(refused.starts_with("AJO_MARKET_SPREAD"), "{refused}");
    }
    let spread = ("AJO_MARKET_SPREAD", "1.5");
    assert!(
        read(&[secret, spread])
            .unwrap()
            .providers
            .market_spread
            .is_some()
    );
    assert!(
        in_production(spread)
            .unwrap_err()
            .0
            .contains("AJO_MARKET_URL")
    );
    let market = ("AJO_MARKET_URL", "https://data-api.binance.vision");
    assert!(read(&[("AJO_ENV", "production"), secret, spread, market]).is_ok());
}

#[test]
fn the_origin_defaults_to_the_domain() {
    let origin = |settings: &[(&str, &str)]| {
        let secret = [("AJO_SECRET", GOOD)];
        read(&[&secret, settings].concat()).unwrap().origin
    };
    assert_eq!(origin(&[]), "http://localhost:8080");
    let domain = ("AJO_DOMAIN", "ajo.example");
    assert_eq!(
        origin(&[domain, ("AJO_ENV", "production")]),
        "https://ajo.example"
    );
    assert_eq!(
        origin(&[domain, ("AJO_ORIGIN", "https://app.ajo.example:8443")]),
        "https://app.ajo.example:8443"
    );
    let open = in_production(("AJO_ORIGIN", "http://ajo.example"))
        .unwrap_err()
        .0;
    assert_eq!(open, "AJO_ORIGIN begins with https: in production");
}

#[test]
fn connection_limits_default_to_shares_of_the_total() {
    let most = |settings: &[(&str, &str)]| {
        let secret = [("AJO_SECRET", GOOD)];
        let most = read(&[&secret, settings].concat())
            .unwrap()
            .most_connections;
        (most.in_all, most.an_address, most.a_network)
    };
    assert_eq!(most(&[]), (4_096, 512, 1_024));
    assert_eq!(most(&[("AJO_MOST_CONNECTIONS", "10")]), (10, 1, 2));
    let settings = [
        ("AJO_MOST_CONNECTIONS_ADDRESS", "3"),
        ("AJO_MOST_CONNECTIONS_NETWORK", "7"),
    ];
    assert_eq!(most(&settings), (4_096, 3, 7));
}

#[test]
fn a_test_subdomain_cannot_be_set_in_production() {
    let production = [
        ("AJO_ENV", "production"),
        ("AJO_SECRET", GOOD),
        ("AJO_TEST_SUBDOMAIN", "esusu"),
    ];
    assert!(read(&production).is_err());
    let tests = [("AJO_SECRET", GOOD), ("AJO_TEST_SUBDOMAIN", "esusu")];
    assert_eq!(
        read(&tests).unwrap().test_subdomain.as_deref(),
        Some("esusu")
    );
}

#[test]
fn the_sandbox_is_not_served_to_other_machines_by_accident() {
    for addr in [
        "0.0.0.0:8080",
        "192.0.2.1:80",
        "[::]:8080",
        "[2001:db8::1]:80",
    ] {
        assert!(
            read(&[("AJO_SECRET", GOOD), ("AJO_ADDR", addr)]).is_err(),
            "{addr}"
        );
        for environment in ["development", "production"] {
            let settings = [
                ("AJO_SECRET", GOOD),
                ("AJO_ADDR", addr),
                ("AJO_ENV", environment),
            ];
            assert!(read(&settings).is_ok(), "{addr} {environment}");
        }
    }
    for addr in ["127.0.0.1:0", "127.9.9.9:80", "[::1]:8080"] {
        assert!(
            read(&[("AJO_SECRET", GOOD), ("AJO_ADDR", addr)]).is_ok(),
            "{addr}"
        );
    }
}

#[test]
fn invalid_settings_are_refused() {
    for bad in [
        ("AJO_ADDR", "8080"),
        ("AJO_ENV", "prod"),
        ("AJO_DATABASE_URL", "mysql://x"),
        ("AJO_RATE_LIMIT_FACTOR", "-1"),
        ("AJO_MOST_CONNECTIONS", "0"),
        ("AJO_MOST_CONNECTIONS_ADDRESS", "0"),
        ("AJO_MOST_CONNECTIONS_NETWORK", "few"),
        ("AJO_TRUSTED_PROXIES", "router"),
        ("AJO_LOG", "yaml"),
        ("AJO_LOG_FILTER", "nonsense=[["),
        ("AJO_EXTRA_CA", "/nowhere/ca.pem"),
        ("AJO_DATABASE_POOLER", "session"),
        ("AJO_DATABASE_POOLER", "transaction"),
        ("AJO_DATABASE_LISTEN_URL", "sqlite:x"),
        ("AJO_ORIGIN", "ajo.example"),
        ("AJO_ORIGIN", "https://ajo.example/"),
        ("AJO_ORIGIN", "https://ada@ajo.example"),
        ("AJO_ORIGIN", "ftp://ajo.example"),
    ] {
        assert!(read(&[("AJO_SECRET", GOOD), bad]).is_err(), "{bad:?}");
    }
}

#[test]
fn secret_and_database_password_are_redacted() {
    let config = read(&[
        ("AJO_SECRET", GOOD),
        ("AJO_DATABASE_URL", "postgres://ajo:canary@db/ajo"),
    ])
    .unwrap();
    let shown = format!("{config:?}");
    assert!(
        !shown.contains("canary") && !shown.contains(GOOD),
        "{shown}"
    );
}
