//! The server's settings, read once at startup. An invalid setting prevents the start; nothing is guessed.

mod chat;
mod database;
mod environment;
mod extra_ca;
mod files;
mod mail_server;
mod providers;
mod proxies;
mod push;
mod push_hosts;
mod secret_file;
mod vtpass;

pub use chat::{TelegramProvider, WhatsappProvider};
pub use extra_ca::ExtraCa;
pub use files::{Bucket, FilesConfig, Outside};
pub use mail_server::{MailLogin, MailServer, MailTls};
pub use providers::{
    BankProvider, BinanceProvider, CustodyProvider, FlutterwaveProvider, GoogleProvider,
    IdentityProvider, LivenessProvider, MailProvider, PaystackProvider, PlacesProvider, Providers,
    SignalsProvider, SmsProvider,
};
pub use proxies::TrustedProxies;
pub use push::PushProvider;
pub use push_hosts::{PushHosts, is_host_name};
pub use secret_file::Absent;
pub use vtpass::VtpassProvider;

use crate::secret::{Keys, Secret};
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;

const SECRET_MIN_BYTES: usize = 32;
/// A larger factor would effectively disable the limits.
const LARGEST_RATE_LIMIT_FACTOR: u32 = 100;

/// The server's environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Environment {
    /// Sandbox ports are allowed, and cookies work without TLS.
    Development,
    /// Real secrets and real providers only.
    Production,
}

/// The settings.
#[derive(Debug, Clone)]
pub struct Config {
    pub addr: SocketAddr,
    /// The address of Prometheus metrics, on their own port. `None`: no metrics are served.
    pub metrics_addr: Option<SocketAddr>,
    pub environment: Environment,
    /// `sqlite:` or `postgres:`; it may contain a password.
    pub database_url: Secret<String>,
    /// Whether there is a connection pooler in transaction mode in front of PostgreSQL.
    pub database_pooled: bool,
    /// The most connections to the database.
    pub database_connections: Option<u32>,
    /// PostgreSQL's URL of a replica for reading much.
    pub database_read_url: Option<Secret<String>>,
    /// PostgreSQL's URL for LISTEN, if different from `database_url`.
    pub database_listen_url: Option<Secret<String>>,
    pub keys: Keys,
    pub webapp_dir: PathBuf,
    /// Whether it was set explicitly, and so must exist.
    pub webapp_dir_is_given: bool,
    /// Its subdomains identify tenants.
    pub own_domain: String,
    /// The tenant of every host, for tests; never in production.
    pub test_subdomain: Option<String>,
    /// The public origin of the default brand, for links if the request's host is unknown.
    pub origin: String,
    pub trusted_proxies: TrustedProxies,
    /// The multiplier of all rate limits; 0 switches them off (never in production).
    pub rate_limit_factor: u32,
    pub most_connections: MostConnections,
    pub log_json: bool,
    /// The log filter.
    pub log_filter: String,
    /// Certificate authorities trusted in addition to the public ones, for everything except push messages.
    pub extra_ca: ExtraCa,
    pub providers: Providers,
    pub files: FilesConfig,
    /// Hosts to which push messages may be sent.
    pub push_hosts: PushHosts,
    /// The secret of the bank's webhooks. `None`: webhooks are refused.
    pub bank_hook_secret: Option<Secret<String>>,
    /// The application key of realtime clients; not a secret.
    pub realtime_key: String,
}

/// Limits on concurrent connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MostConnections {
    pub in_all: u32,
    /// The limit per IPv4 address or IPv6 /64.
    pub an_address: u32,
    /// The limit per IPv4 /24 or IPv6 /48.
    pub a_network: u32,
}

/// An unusable setting, and the reason.
#[derive(Debug, PartialEq, Eq)]
pub struct ConfigError(pub String);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ConfigError {}

/// Errors in settings, reported together, so that one start reveals them all.
#[derive(Default)]
pub struct Faults(Vec<String>);

impl Faults {
    pub fn add(&mut self, fault: impl Into<String>) {
        self.0.push(fault.into());
    }

    /// The value, or after an error its default, which is never used.
    fn take<T: Default>(&mut self, read: Result<T, ConfigError>) -> T {
        self.kept(read).unwrap_or_default()
    }

    pub fn kept<T>(&mut self, read: Result<T, ConfigError>) -> Option<T> {
        read.map_err(|error| self.add(error.0)).ok()
    }

    /// All errors, one per line.
    pub fn told(&self) -> ConfigError {
        ConfigError(self.0.join("\n"))
    }

    /// # Errors
    /// At least one error was recorded.
    pub fn none(&self) -> Result<(), ConfigError> {
        match self.0.is_empty() {
            true => Ok(()),
            false => Err(self.told()),
        }
    }
}

impl Config {
    /// Reads the environment variables, and the files named by them.
    ///
    /// # Errors
    /// An unusable setting.
    pub fn from_env(absent: Absent) -> Result<Self, ConfigError> {
        let variables = std::env::vars_os().filter_map(|(name, value)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        });
        let settings = environment::settings(variables)?;
        Self::read_with(&|name| settings.get(name).cloned(), absent)
    }

    /// Reads settings by name from any source.
    ///
    /// # Errors
    /// An unusable setting.
    pub fn read(setting: &dyn Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        Self::read_with(setting, Absent::Make)
    }

    /// Reads settings by name, with the behaviour for a missing secret file.
    ///
    /// # Errors
    /// An unusable setting.
    pub fn read_with(
        setting: &dyn Fn(&str) -> Option<String>,
        absent: Absent,
    ) -> Result<Self, ConfigError> {
        let given = |name: &str| setting(name).filter(|value| !value.trim().is_empty());
        let mut faults = Faults::default();
        let environment = match given("AJO_ENV").as_deref() {
            None | Some("development" | "sandbox" | "test") => Environment::Development,
            Some("production") => Environment::Production,
            Some(other) => {
                faults.add(format!("AJO_ENV is development or production, not {other}"));
                // The stricter of the two.
                Environment::Production
            }
        };
        let production = environment == Environment::Production;
        let database_url = given("AJO_DATABASE_URL");
        if production && database_url.is_none() {
            faults.add("AJO_DATABASE_URL is required in production");
        }
        let database_url = database_url.unwrap_or_else(|| String::from("sqlite:data/ajo.sqlite"));
        if !["sqlite:", "postgres:", "postgresql:"]
            .iter()
            .any(|scheme| database_url.starts_with(scheme))
        {
            faults.add("AJO_DATABASE_URL begins with sqlite: or postgres:");
        }
        let addr = faults
            .take(address(&given, "AJO_ADDR"))
            .unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 8080)));
        // The sandbox lets anyone read codes and create money: by default it is served to its own machine only.
        if !addr.ip().to_canonical().is_loopback() && given("AJO_ENV").is_none() {
            faults.add(format!(
                "AJO_ADDR={addr} can be reached from other machines: say AJO_ENV=production, or AJO_ENV=development to \
                 serve them the sandbox"
            ));
        }
        let previous = given("AJO_SECRET_PREVIOUS")
            .map(|previous| checked_secret("AJO_SECRET_PREVIOUS", previous, production))
            .transpose();
        let previous = faults.take(previous);
        for name in SHARED_SECRETS {
            if let Some(secret) = given(name).filter(|_| production) {
                faults.take(checked_secret(name, secret, production));
            }
        }
        let rate_limit_factor = faults.take(number(&given, "AJO_RATE_LIMIT_FACTOR", 1));
        if production && !(1..=LARGEST_RATE_LIMIT_FACTOR).contains(&rate_limit_factor) {
            faults.add(format!(
                "AJO_RATE_LIMIT_FACTOR must be 1 to {LARGEST_RATE_LIMIT_FACTOR} in production"
            ));
        }
        let test_subdomain = given("AJO_TEST_SUBDOMAIN");
        if production && test_subdomain.is_some() {
            faults.add("AJO_TEST_SUBDOMAIN may not be set in production");
        }
        let trusted_proxies =
            TrustedProxies::parse(&given("AJO_TRUSTED_PROXIES").unwrap_or_default());
        let trusted_proxies = faults.take(trusted_proxies);
        if production && let Some(network) = trusted_proxies.too_large() {
            faults.add(format!(
                "AJO_TRUSTED_PROXIES: {network} contains clients, which could forge their addresses: in production a network \
                 is /8 or smaller (IPv6: /7 or smaller)",
            ));
        }
        let database_listen_url = given("AJO_DATABASE_LISTEN_URL");
        if let Some(url) = &database_listen_url {
            faults.take(is_postgres("AJO_DATABASE_LISTEN_URL", url));
        }
        let database_read_url = given("AJO_DATABASE_READ_URL");
        if let Some(url) = &database_read_url {
            faults.take(is_postgres("AJO_DATABASE_READ_URL", url));
            let what = "AJO_DATABASE_READ_URL is set, so AJO_DATABASE_URL";
            faults.take(is_postgres(what, &database_url));
        }
        let database_pooled = match given("AJO_DATABASE_POOLER").as_deref() {
            None => false,
            Some("transaction") => {
                let what = "AJO_DATABASE_POOLER is set, so AJO_DATABASE_URL";
                faults.take(is_postgres(what, &database_url));
                true
            }
            Some(other) => {
                faults.add(format!(
                    "AJO_DATABASE_POOLER is transaction or nothing, not {other}"
                ));
                false
            }
        };
        let database_connections = match given("AJO_DATABASE_CONNECTIONS") {
            None => None,
            Some(text) => match text.parse() {
                Ok(number @ 2..=1_000) => Some(number),
                _ => {
                    faults.add(format!(
                        "AJO_DATABASE_CONNECTIONS is a number from 2 to 1000, not {text}"
                    ));
                    None
                }
            },
        };
        if production {
            faults.take(database::check_transport(&database_url));
            for url in database_listen_url.iter().chain(&database_read_url) {
                faults.take(database::check_transport(url));
            }
        }
        let providers = faults.kept(Providers::read(&given));
        let has = |market: fn(&Providers) -> bool| providers.as_ref().is_some_and(market);
        if production && has(|all| all.market_spread.is_some() && all.market.is_none()) {
            faults.add("AJO_MARKET_SPREAD needs a market: set AJO_MARKET_URL");
        }
        let own_domain = given("AJO_DOMAIN")
            .unwrap_or_else(|| String::from("localhost"))
            .to_lowercase();
        let origin = match given("AJO_ORIGIN") {
            Some(origin) => faults.take(checked_origin(origin)),
            None if production => format!("https://{own_domain}"),
            None => format!("http://{own_domain}:{}", addr.port()),
        };
        faults.take(is_secure(&origin, production));
        if production {
            faults.take(own_secret_is_unshared(&given));
        }
        let log_json = match given("AJO_LOG").as_deref() {
            None => production,
            Some("json") => true,
            Some("text") => false,
            Some(other) => {
                faults.add(format!("AJO_LOG is json or text, not {other}"));
                production
            }
        };
        let metrics_addr = faults.take(address(&given, "AJO_METRICS_ADDR"));
        let most_connections = faults.kept(most_connections(&given));
        let push_hosts = faults.kept(PushHosts::read(given("AJO_PUSH_HOSTS").as_deref()));
        let log_filter = faults.take(log_filter(&given));
        let extra_ca = faults.kept(ExtraCa::read(given("AJO_EXTRA_CA").as_deref()));
        let files = faults.take(FilesConfig::read(&given));
        // Last, so that a file is created only if everything else is valid.
        let secret = match given("AJO_SECRET") {
            Some(secret) => faults.take(checked_secret("AJO_SECRET", secret, production)),
            None if production => {
                faults.add("AJO_SECRET is required in production");
                Vec::new()
            }
            None if faults.0.is_empty() => secret_file::read(&database_url, absent)?,
            None => Vec::new(),
        };
        if previous.as_ref() == Some(&secret) {
            faults.add("AJO_SECRET_PREVIOUS must differ from AJO_SECRET");
        }
        let (Some(providers), Some(most_connections), Some(push_hosts), Some(extra_ca)) =
            (providers, most_connections, push_hosts, extra_ca)
        else {
            return Err(faults.told());
        };
        if !faults.0.is_empty() {
            return Err(faults.told());
        }
        Ok(Self {
            addr,
            metrics_addr,
            environment,
            database_url: Secret::new(database_url),
            keys: Keys::new(secret).and_previous(previous),
            database_pooled,
            database_connections,
            database_read_url: database_read_url.map(Secret::new),
            database_listen_url: database_listen_url.map(Secret::new),
            webapp_dir_is_given: given("AJO_WEBAPP_DIR").is_some(),
            webapp_dir: given("AJO_WEBAPP_DIR")
                .unwrap_or_else(|| String::from("webapp/dist"))
                .into(),
            origin,
            own_domain,
            trusted_proxies,
            test_subdomain,
            rate_limit_factor,
            most_connections,
            providers,
            files,
            push_hosts,
            bank_hook_secret: given("AJO_BANK_HOOK_SECRET").map(Secret::new),
            realtime_key: given("AJO_REALTIME_KEY").unwrap_or_else(|| String::from("ajo")),
            log_json,
            log_filter,
            extra_ca,
        })
    }

    /// Whether log lines are JSON; also known if other settings are invalid.
    pub fn log_is_json(setting: &dyn Fn(&str) -> Option<String>) -> bool {
        let given = |name: &str| setting(name).filter(|value| !value.trim().is_empty());
        let production = given("AJO_ENV").as_deref() == Some("production");
        given("AJO_LOG").map_or(production, |format| format == "json")
    }

    pub fn production(&self) -> bool {
        self.environment == Environment::Production
    }
}

/// Secrets shared with providers. Anyone who knows one can report money that never came, or predictions by which users'
/// keys trade: in production they must be as strong as our own secret.
const SHARED_SECRETS: [&str; 7] = [
    "AJO_BANK_SECRET",
    "AJO_BANK_HOOK_SECRET",
    "AJO_BTCPAY_HOOK_SECRET",
    "AJO_FLUTTERWAVE_HOOK_SECRET",
    // It signs the webhooks too.
    "AJO_PAYSTACK_KEY",
    "AJO_SIGNALS_HOOK_SECRET",
    "AJO_TELEGRAM_HOOK_SECRET",
];

/// The minimum number of distinct bytes in a random secret: 32 random bytes almost never have fewer.
const DISTINCT_BYTES: usize = 10;

/// The default hides the database library's statements.
fn log_filter(given: Given<'_>) -> Result<String, ConfigError> {
    let filter = given("AJO_LOG_FILTER").unwrap_or_else(|| String::from("info,sqlx=warn"));
    match tracing_subscriber::EnvFilter::try_new(&filter) {
        Ok(_) => Ok(filter),
        Err(error) => Err(ConfigError(format!("AJO_LOG_FILTER: {error}"))),
    }
}

fn is_postgres(what: &str, url: &str) -> Result<(), ConfigError> {
    let scheme = url.split_once(':').map(|(scheme, _)| scheme);
    match scheme {
        Some("postgres" | "postgresql") => Ok(()),
        _ => Err(ConfigError(format!("{what} begins with postgres:"))),
    }
}

type Given<'a> = &'a dyn Fn(&str) -> Option<String>;

fn address(given: Given<'_>, name: &str) -> Result<Option<SocketAddr>, ConfigError> {
    let parse = |text: String| {
        text.parse().map_err(|_| {
            ConfigError(format!(
                "{name} is an address and a port, like 127.0.0.1:8080"
            ))
        })
    };
    given(name).map(parse).transpose()
}

fn number(given: Given<'_>, name: &str, default: u32) -> Result<u32, ConfigError> {
    given(name).map_or(Ok(default), |text| {
        text.parse()
            .map_err(|_| ConfigError(format!("{name} is a whole number")))
    })
}

/// Validates an origin: a scheme, a host name and optionally a port.
fn checked_origin(origin: String) -> Result<String, ConfigError> {
    let host = ["https://", "http://"]
        .iter()
        .find_map(|scheme| origin.strip_prefix(scheme));
    let plain = host.is_some_and(|host| {
        let (name, port) = host.rsplit_once(':').unwrap_or((host, "443"));
        is_host_name(name) && port.parse::<u16>().is_ok()
    });
    if plain {
        Ok(origin)
    } else {
        Err(ConfigError(String::from(
            "AJO_ORIGIN is a scheme and a host, like https://ajo.example",
        )))
    }
}

/// Browsers send secure cookies to secure origins only.
fn is_secure(origin: &str, production: bool) -> Result<(), ConfigError> {
    match production && !origin.starts_with("https://") {
        true => Err(ConfigError(String::from(
            "AJO_ORIGIN begins with https: in production",
        ))),
        false => Ok(()),
    }
}

/// All keys derive from our own secret: a provider that shared it would know them all.
fn own_secret_is_unshared(given: Given<'_>) -> Result<(), ConfigError> {
    let own = given("AJO_SECRET");
    let shared = SHARED_SECRETS
        .into_iter()
        .find(|name| own.is_some() && given(name) == own);
    match shared {
        Some(name) => Err(ConfigError(format!("{name} must differ from AJO_SECRET"))),
        None => Ok(()),
    }
}

/// By default an address may have an eighth of all connections, because mobile networks put many users behind one, and
/// a network a quarter.
fn most_connections(given: Given<'_>) -> Result<MostConnections, ConfigError> {
    let at_least_one = |name: &str, default| match number(given, name, default)? {
        0 => Err(ConfigError(format!("{name} is at least 1"))),
        most => Ok(most),
    };
    let in_all = at_least_one("AJO_MOST_CONNECTIONS", 4_096)?;
    Ok(MostConnections {
        in_all,
        an_address: at_least_one("AJO_MOST_CONNECTIONS_ADDRESS", (in_all / 8).max(1))?,
        a_network: at_least_one("AJO_MOST_CONNECTIONS_NETWORK", (in_all / 4).max(1))?,
    })
}

/// Refuses a secret that is too short, or copied from an example.
fn checked_secret(name: &str, secret: String, production: bool) -> Result<Vec<u8>, ConfigError> {
    if secret.len() < SECRET_MIN_BYTES {
        return Err(ConfigError(format!(
            "{name} has at least {SECRET_MIN_BYTES} bytes"
        )));
    }
    let lower = secret.to_lowercase();
    let sample = [
        "change",
        "example",
        "sample",
        "secret",
        "sandbox",
        "0123456789abcdef",
    ]
    .iter()
    .any(|word| lower.contains(word));
    let distinct = secret
        .bytes()
        .collect::<std::collections::BTreeSet<_>>()
        .len();
    if production && (sample || distinct < DISTINCT_BYTES) {
        return Err(ConfigError(format!(
            "{name} looks like a sample: use `openssl rand -base64 32`"
        )));
    }
    Ok(secret.into_bytes())
}

#[cfg(test)]
mod tests;
