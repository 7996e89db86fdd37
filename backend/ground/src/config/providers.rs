//! The configured providers of messages and payments. Those without a provider use the sandbox.

use super::{
    ConfigError, MailServer, PushProvider, TelegramProvider, VtpassProvider, WhatsappProvider,
    vtpass,
};
use crate::secret::Secret;
use domain_core::money::Percent;
use std::net::IpAddr;

/// The configured providers.
#[derive(Debug, Clone, Default)]
pub struct Providers {
    pub mail: Option<MailProvider>,
    pub sms: Option<SmsProvider>,
    pub telegram: Option<TelegramProvider>,
    pub whatsapp: Option<WhatsappProvider>,
    pub bank: Option<BankProvider>,
    pub identity: Option<IdentityProvider>,
    pub liveness: Option<LivenessProvider>,
    pub places: Option<PlacesProvider>,
    pub google: Option<GoogleProvider>,
    pub push: Option<PushProvider>,
    pub flutterwave: Option<FlutterwaveProvider>,
    pub paystack: Option<PaystackProvider>,
    pub vtpass: Option<VtpassProvider>,
    /// The base URL of public market data.
    pub market: Option<String>,
    /// The spread that turns market prices into exchange rates, in percent. `None`: rates are set by command only.
    pub market_spread: Option<Percent>,
    pub custody: Option<CustodyProvider>,
    pub binance: Option<BinanceProvider>,
    pub signals: Option<SignalsProvider>,
    /// The base URL of the exchange for users' own accounts.
    pub exchange_keys: Option<String>,
    /// Verifies notices of predictions.
    pub signals_hook_secret: Option<Secret<String>>,
}

/// A provider of price predictions.
#[derive(Debug, Clone)]
pub struct SignalsProvider {
    pub url: String,
    pub key: Secret<String>,
}

/// A mail server.
#[derive(Debug, Clone)]
pub struct MailProvider {
    pub server: MailServer,
    /// `Ajo <no-reply@ajo.example>`
    pub from: String,
    /// The reply address, if different.
    pub reply_to: Option<String>,
    /// The host name in EHLO.
    pub hello: String,
}

/// A service that sends text messages.
#[derive(Debug, Clone)]
pub struct SmsProvider {
    pub url: String,
    pub key: Secret<String>,
    /// The sender's name that phones show.
    pub from: String,
}

/// An identity register.
#[derive(Debug, Clone)]
pub struct IdentityProvider {
    pub url: String,
    pub key: Secret<String>,
}

/// A provider of liveness checks.
#[derive(Debug, Clone)]
pub struct LivenessProvider {
    pub url: String,
    pub key: Secret<String>,
}

/// A provider of address search.
#[derive(Debug, Clone)]
pub struct PlacesProvider {
    pub url: String,
    pub key: Secret<String>,
}

/// Google, or another OpenID Connect provider that is compatible with it.
#[derive(Debug, Clone)]
pub struct GoogleProvider {
    pub client_id: String,
    pub client_secret: Secret<String>,
    pub issuer: String,
}

/// Flutterwave, for card payments.
#[derive(Debug, Clone)]
pub struct FlutterwaveProvider {
    pub url: String,
    pub key: Secret<String>,
    /// The shared secret of its webhooks.
    pub hook_secret: Secret<String>,
    /// The origin of its checkout, without a trailing slash: the only one that the app frames.
    pub checkout_origin: String,
}

/// Paystack, for direct debits. Its key also signs its webhooks.
#[derive(Debug, Clone)]
pub struct PaystackProvider {
    pub url: String,
    pub key: Secret<String>,
}

const PAYSTACK_URL: &str = "https://api.paystack.co";
const FLUTTERWAVE_URL: &str = "https://api.flutterwave.com/v3";
const FLUTTERWAVE_CHECKOUT: &str = "https://checkout.flutterwave.com";

const VTPASS: [&str; 4] = [
    "AJO_VTPASS_URL",
    "AJO_VTPASS_API_KEY",
    "AJO_VTPASS_PUBLIC_KEY",
    "AJO_VTPASS_SECRET_KEY",
];

/// A BTCPay Server, which holds bitcoin with the operator's own keys.
#[derive(Debug, Clone)]
pub struct CustodyProvider {
    pub url: String,
    pub store: String,
    pub key: Secret<String>,
    /// Verifies its webhooks.
    pub hook_secret: Secret<String>,
}

/// The tenant's own account at Binance.
#[derive(Debug, Clone)]
pub struct BinanceProvider {
    pub url: String,
    pub key: Secret<String>,
    /// Signs our requests.
    pub secret: Secret<String>,
}

const BINANCE_URL: &str = "https://api.binance.com";
const GOOGLE_ISSUER: &str = "https://accounts.google.com";

/// A bank.
#[derive(Debug, Clone)]
pub struct BankProvider {
    pub url: String,
    pub key: Secret<String>,
    /// Signs our requests.
    pub secret: Secret<String>,
}

pub(super) type Given<'a> = &'a dyn Fn(&str) -> Option<String>;

impl Providers {
    /// # Errors
    /// A provider with missing settings, or with an unencrypted URL.
    pub fn read(given: Given<'_>) -> Result<Self, ConfigError> {
        let mail = match group(given, ["AJO_SMTP_URL", "AJO_MAIL_FROM"])? {
            Some([url, from]) => Some(MailProvider {
                server: MailServer::parse(&url)?,
                from,
                reply_to: given("AJO_MAIL_REPLY_TO"),
                hello: hello(given)?,
            }),
            None => None,
        };
        let sms = match group(given, ["AJO_SMS_URL", "AJO_SMS_KEY", "AJO_SMS_FROM"])? {
            Some([url, key, from]) => Some(SmsProvider {
                url: web_address("AJO_SMS_URL", url)?,
                key: Secret::new(key),
                from,
            }),
            None => None,
        };
        let bank = match group(given, ["AJO_BANK_URL", "AJO_BANK_KEY", "AJO_BANK_SECRET"])? {
            Some([url, key, secret]) => Some(BankProvider {
                url: web_address("AJO_BANK_URL", url)?,
                key: Secret::new(key),
                secret: Secret::new(secret),
            }),
            None => None,
        };
        let identity = match group(given, ["AJO_IDENTITY_URL", "AJO_IDENTITY_KEY"])? {
            Some([url, key]) => Some(IdentityProvider {
                url: web_address("AJO_IDENTITY_URL", url)?,
                key: Secret::new(key),
            }),
            None => None,
        };
        let liveness = match group(given, ["AJO_LIVENESS_URL", "AJO_LIVENESS_KEY"])? {
            Some([url, key]) => Some(LivenessProvider {
                url: web_address("AJO_LIVENESS_URL", url)?,
                key: Secret::new(key),
            }),
            None => None,
        };
        let places = match group(given, ["AJO_PLACES_URL", "AJO_PLACES_KEY"])? {
            Some([url, key]) => Some(PlacesProvider {
                url: web_address("AJO_PLACES_URL", url)?,
                key: Secret::new(key),
            }),
            None => None,
        };
        let google = match group(given, ["AJO_GOOGLE_CLIENT_ID", "AJO_GOOGLE_CLIENT_SECRET"])? {
            Some([client_id, client_secret]) => Some(GoogleProvider {
                client_id,
                client_secret: Secret::new(client_secret),
                issuer: web_address(
                    "AJO_GOOGLE_ISSUER",
                    given("AJO_GOOGLE_ISSUER").unwrap_or_else(|| GOOGLE_ISSUER.into()),
                )?,
            }),
            None => None,
        };
        let push = match group(given, ["AJO_PUSH_VAPID_KEY", "AJO_PUSH_SUBJECT"])? {
            Some([key, subject]) => Some(PushProvider::read(&key, subject)?),
            None => None,
        };
        let given_or =
            |name: &str, default: &str| given(name).unwrap_or_else(|| default.to_owned());
        let flutterwave = match group(
            given,
            ["AJO_FLUTTERWAVE_KEY", "AJO_FLUTTERWAVE_HOOK_SECRET"],
        )? {
            Some([key, hook_secret]) => Some(FlutterwaveProvider {
                url: web_address(
                    "AJO_FLUTTERWAVE_URL",
                    given_or("AJO_FLUTTERWAVE_URL", FLUTTERWAVE_URL),
                )?,
                key: Secret::new(key),
                hook_secret: Secret::new(hook_secret),
                checkout_origin: plain_origin(
                    "AJO_FLUTTERWAVE_CHECKOUT",
                    given_or("AJO_FLUTTERWAVE_CHECKOUT", FLUTTERWAVE_CHECKOUT),
                )?,
            }),
            None => None,
        };
        let paystack = match group(given, ["AJO_PAYSTACK_KEY"])? {
            Some([key]) => Some(PaystackProvider {
                url: web_address(
                    "AJO_PAYSTACK_URL",
                    given_or("AJO_PAYSTACK_URL", PAYSTACK_URL),
                )?,
                key: Secret::new(key),
            }),
            None => None,
        };
        let vtpass = match group(given, VTPASS)? {
            Some([url, api_key, public_key, secret_key]) => Some(VtpassProvider {
                url: web_address("AJO_VTPASS_URL", url)?,
                api_key: Secret::new(api_key),
                public_key: Secret::new(public_key),
                secret_key: Secret::new(secret_key),
                distributors: vtpass::distributors(given("AJO_VTPASS_DISTRIBUTORS").as_deref())?,
            }),
            None => None,
        };
        let market = match given("AJO_MARKET_URL") {
            Some(url) => Some(web_address("AJO_MARKET_URL", url)?),
            None => None,
        };
        let market_spread = match given("AJO_MARKET_SPREAD") {
            Some(text) => Some(spread("AJO_MARKET_SPREAD", &text)?),
            None => None,
        };
        let exchange_keys = match given("AJO_EXCHANGE_KEYS_URL") {
            Some(url) => Some(web_address("AJO_EXCHANGE_KEYS_URL", url)?),
            None => None,
        };
        let signals = match group(given, ["AJO_SIGNALS_URL", "AJO_SIGNALS_KEY"])? {
            Some([url, key]) => Some(SignalsProvider {
                url: web_address("AJO_SIGNALS_URL", url)?,
                key: Secret::new(key),
            }),
            None => None,
        };
        let names = [
            "AJO_BTCPAY_URL",
            "AJO_BTCPAY_STORE",
            "AJO_BTCPAY_KEY",
            "AJO_BTCPAY_HOOK_SECRET",
        ];
        let custody = match group(given, names)? {
            Some([url, store, key, hook_secret]) => Some(CustodyProvider {
                url: web_address("AJO_BTCPAY_URL", url)?,
                store: path_segment("AJO_BTCPAY_STORE", store)?,
                key: Secret::new(key),
                hook_secret: Secret::new(hook_secret),
            }),
            None => None,
        };
        let binance = match group(given, ["AJO_BINANCE_KEY", "AJO_BINANCE_SECRET"])? {
            Some([key, secret]) => Some(BinanceProvider {
                url: web_address("AJO_BINANCE_URL", given_or("AJO_BINANCE_URL", BINANCE_URL))?,
                key: Secret::new(key),
                secret: Secret::new(secret),
            }),
            None => None,
        };
        Ok(Self {
            mail,
            sms,
            telegram: TelegramProvider::read(given)?,
            whatsapp: WhatsappProvider::read(given)?,
            bank,
            identity,
            liveness,
            places,
            google,
            push,
            flutterwave,
            paystack,
            vtpass,
            market,
            market_spread,
            custody,
            binance,
            signals,
            exchange_keys,
            signals_hook_secret: given("AJO_SIGNALS_HOOK_SECRET").map(Secret::new),
        })
    }
}

/// All settings of a provider, or `None` if none is set.
pub(super) fn group<const N: usize>(
    given: Given<'_>,
    names: [&str; N],
) -> Result<Option<[String; N]>, ConfigError> {
    let values = names.map(given);
    if values.iter().all(Option::is_none) {
        return Ok(None);
    }
    if let Some((missing, _)) = names.iter().zip(&values).find(|(_, value)| value.is_none()) {
        return Err(ConfigError(format!(
            "{missing} is missing: {} belong together",
            names.join(", ")
        )));
    }
    Ok(Some(values.map(Option::unwrap_or_default)))
}

fn spread(name: &str, text: &str) -> Result<Percent, ConfigError> {
    let percent = Percent::parse(text.trim()).filter(|percent| percent.is_part());
    percent.ok_or_else(|| {
        ConfigError(format!(
            "{name} is a percentage from 0 to less than 100, like 1.5"
        ))
    })
}

/// Requires TLS, because secrets are sent, except on this machine.
pub(super) fn web_address(name: &str, url: String) -> Result<String, ConfigError> {
    let safe = match url.split_once("://") {
        Some(("https", _)) => true,
        Some(("http", rest)) => is_this_machine(rest),
        _ => false,
    };
    if safe {
        Ok(url)
    } else {
        Err(ConfigError(format!("{name} begins with https://")))
    }
}

/// An origin (scheme, host and port), because it goes into the content security policy.
fn plain_origin(name: &str, url: String) -> Result<String, ConfigError> {
    let origin = web_address(name, url)?;
    let rest = origin.split_once("://").map_or("", |(_, rest)| rest);
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:".contains(&byte);
    match !rest.is_empty() && rest.bytes().all(plain) {
        true => Ok(origin),
        false => Err(ConfigError(format!(
            "{name} is a scheme and a host, like https://checkout.example"
        ))),
    }
}

/// A name that goes into a URL.
pub(super) fn path_segment(name: &str, text: String) -> Result<String, ConfigError> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    match !text.is_empty() && text.bytes().all(plain) {
        true => Ok(text),
        false => Err(ConfigError(format!("{name} holds letters and digits only"))),
    }
}

/// The EHLO host name.
fn hello(given: Given<'_>) -> Result<String, ConfigError> {
    let name = given("AJO_SMTP_HELLO").or_else(|| given("AJO_DOMAIN"));
    let name = name.unwrap_or_else(|| String::from("localhost"));
    let plain = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte));
    match plain {
        true => Ok(name),
        false => Err(ConfigError(format!(
            "AJO_SMTP_HELLO is a host name, such as mail.ajo.example, not {name}"
        ))),
    }
}

/// Whether the host after `://` is this machine.
pub(super) fn is_this_machine(rest: &str) -> bool {
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = host
        .strip_prefix('[')
        .map_or_else(|| host.split(':').next(), |v6| v6.split(']').next())
        .unwrap_or_default();
    host == "localhost"
        || host
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(settings: &[(&str, &str)]) -> Result<Providers, ConfigError> {
        Providers::read(&|name| {
            settings
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| String::from(*value))
        })
    }

    const BANK: [(&str, &str); 3] = [
        ("AJO_BANK_URL", "https://bank.example/v1"),
        ("AJO_BANK_KEY", "canary-key"),
        ("AJO_BANK_SECRET", "canary-secret"),
    ];

    #[test]
    fn no_settings_mean_the_sandbox_and_incomplete_ones_are_refused() {
        assert!(read(&[]).unwrap().bank.is_none());
        assert!(read(&BANK).unwrap().bank.is_some());
        assert!(read(&BANK[..2]).unwrap_err().0.contains("AJO_BANK_SECRET"));
        assert!(read(&[("AJO_SMTP_URL", "smtps://mail.example")]).is_err());
    }

    #[test]
    fn providers_need_tls() {
        let sms = |url| {
            read(&[
                ("AJO_SMS_URL", url),
                ("AJO_SMS_KEY", "k"),
                ("AJO_SMS_FROM", "Ajo"),
            ])
            .is_ok()
        };
        assert!(
            sms("https://sms.example/send")
                && sms("http://127.0.0.1:9/send")
                && sms("http://[::1]:9/")
        );
        assert!(
            !sms("http://sms.example/send")
                && !sms("http://127.0.0.1.evil.example/")
                && !sms("http://127.0.0.1@evil.example/")
                && !sms("sms.example")
        );
    }

    #[test]
    fn ehlo_uses_the_public_host_name() {
        let hello = |more: &[(&str, &str)]| {
            let mail = [
                ("AJO_SMTP_URL", "smtps://mail.example"),
                ("AJO_MAIL_FROM", "Ajo <no-reply@ajo.example>"),
            ];
            let read = read(&[&mail, more].concat())?;
            Ok::<_, ConfigError>(read.mail.map(|mail| mail.hello).unwrap_or_default())
        };
        assert_eq!(hello(&[]).unwrap(), "localhost");
        let domain = ("AJO_DOMAIN", "ajo.example");
        assert_eq!(hello(&[domain]).unwrap(), "ajo.example");
        let named = ("AJO_SMTP_HELLO", "mail.ajo.example");
        assert_eq!(hello(&[domain, named]).unwrap(), "mail.ajo.example");
        assert!(hello(&[("AJO_SMTP_HELLO", "a b\r\nMAIL")]).is_err());
    }

    #[test]
    fn keys_are_redacted_in_debug_output() {
        let shown = format!("{:?}", read(&BANK).unwrap());
        assert!(!shown.contains("canary"), "{shown}");
    }
}
