//! Ports: interfaces to external providers.
//!
//! Each port is a trait with two implementations: `http` (or `smtp`) calls a real provider, `sandbox` keeps its state
//! in our own database and can be made to fail, to be slow, or to lose a response. A provider's own messages are never
//! shown to users.
//!
//! Invariant: a port knows nothing of users, wallets and the ledger; callers pass everything it needs.

pub mod bank;
pub mod bills;
mod binance;
mod breaker;
pub mod card;
pub mod check;
mod client;
mod connect_error;
pub mod custody;
pub mod exchange;
pub mod exchange_keys;
pub mod files;
#[cfg(test)]
mod hostile;
pub mod identity;
pub mod liveness;
pub mod mandate;
pub mod market;
pub mod messages;
pub mod oidc;
mod order;
pub mod places;
pub mod push;
mod rows;
pub mod sandbox;
pub mod signals;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use order::OrderOutcome;

use bank::BankPort;
use bills::BillsPort;
use breaker::Breakers;
use card::CardPort;
use client::{DEADLINE, Wire};
use custody::CustodyPort;
use exchange::ExchangePort;
use exchange_keys::ExchangeKeyPort;
use files::Files;
use ground::clock::Clock;
use ground::config::{Config, ConfigError, Faults};
use ground::db::Db;
use ground::random::Random;
use identity::IdentityPort;
use liveness::LivenessPort;
use mandate::MandatePort;
use market::MarketPort;
use market::cached::Market;
use messages::Messages;
use oidc::OidcPort;
use places::PlacesPort;
use push::PushPort;
use signals::SignalPort;
use std::pin::Pin;
use std::sync::Arc;

/// The future of a port's call.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The ports.
#[derive(Clone)]
pub struct Ports {
    pub messages: Arc<dyn Messages>,
    pub bank: Arc<dyn BankPort>,
    pub bills: Arc<dyn BillsPort>,
    pub cards: Arc<dyn CardPort>,
    pub mandates: Arc<dyn MandatePort>,
    pub identity: Arc<dyn IdentityPort>,
    pub liveness: Arc<dyn LivenessPort>,
    pub places: Arc<dyn PlacesPort>,
    pub google: Arc<dyn OidcPort>,
    pub push: Arc<dyn PushPort>,
    /// Coin prices, fetched at most once a minute.
    pub market: Market,
    pub custody: Arc<dyn CustodyPort>,
    /// The tenant's exchange.
    pub exchange: Arc<dyn ExchangePort>,
    pub signals: Arc<dyn SignalPort>,
    pub exchange_keys: Arc<dyn ExchangeKeyPort>,
    /// Members' files outside the database.
    pub files: Files,
    /// The circuit breakers.
    pub breakers: Breakers,
}

impl Ports {
    /// The configured providers; the sandbox replaces the others.
    ///
    /// # Errors
    /// In production: a missing provider. Everywhere: an invalid URL.
    pub fn new(
        config: &Config,
        db: &Db,
        clock: &Clock,
        random: Random,
    ) -> Result<Self, ConfigError> {
        let state = sandbox::Sandbox::new(db.clone(), clock.clone(), random);
        let mut breakers = Breakers::new(clock);
        // Every port is tried, so that one start reports all missing settings.
        let messages = delivery(config, &mut breakers, &state);
        let identity = register(config, &mut breakers, &state);
        let liveness = liveness(config, &mut breakers, &state);
        let places = places(config, &mut breakers, &state);
        let google = google(config, &mut breakers, &state, clock);
        let push = push(config, clock, &state);
        let bills = bills(config, &mut breakers, clock, &state);
        let cards = cards(config, &mut breakers, &state);
        let mandates = mandates(config, &mut breakers, &state);
        let market = market(config, &mut breakers, &state, clock);
        let custody = custody(config, &mut breakers, clock, &state);
        let exchange = exchange(config, &mut breakers, &state, clock);
        let signals = signals(config, &mut breakers, &state);
        let exchange_keys = exchange_keys(config, &mut breakers, clock, &state);
        let files = Files::new(config, &mut breakers);
        let bank = bank(config, &mut breakers, clock, state);
        let mut faults = Faults::default();
        let all = [
            messages.as_ref().err(),
            identity.as_ref().err(),
            liveness.as_ref().err(),
            places.as_ref().err(),
            google.as_ref().err(),
            push.as_ref().err(),
            bills.as_ref().err(),
            cards.as_ref().err(),
            mandates.as_ref().err(),
            market.as_ref().err(),
            custody.as_ref().err(),
            exchange.as_ref().err(),
            signals.as_ref().err(),
            exchange_keys.as_ref().err(),
            files.as_ref().err(),
            bank.as_ref().err(),
        ];
        for error in all.into_iter().flatten() {
            faults.add(error.0.as_str());
        }
        faults.none()?;
        Ok(Self {
            messages: Arc::new(messages?),
            identity: identity?,
            liveness: liveness?,
            places: places?,
            google: google?,
            push: push?,
            bills: bills?,
            cards: cards?,
            mandates: mandates?,
            market: market?,
            custody: custody?,
            exchange: exchange?,
            signals: signals?,
            exchange_keys: exchange_keys?,
            files: files?,
            bank: bank?,
            breakers,
        })
    }
}

fn delivery(
    config: &Config,
    breakers: &mut Breakers,
    state: &sandbox::Sandbox,
) -> Result<messages::delivery::Delivery, ConfigError> {
    let sandboxed = || -> Arc<dyn Messages> {
        Arc::new(messages::sandbox::SandboxMessages::new(state.clone()))
    };
    let email = match &config.providers.mail {
        Some(provider) => Arc::new(messages::smtp::SmtpMessages::new(
            provider,
            &config.extra_ca,
            DEADLINE,
            breakers.add("mail"),
        )?),
        None if config.production() => return Err(missing("AJO_SMTP_URL", "letters")),
        None => sandboxed(),
    };
    let sms: Option<Arc<dyn Messages>> = match &config.providers.sms {
        Some(provider) => Some(Arc::new(messages::sms::SmsMessages::new(
            provider,
            Wire::trusting(&config.extra_ca, DEADLINE, breakers.add("sms")),
        )?)),
        // Text messages are optional in production: without a provider they are off, and never use the sandbox.
        None if config.production() => None,
        None => Some(sandboxed()),
    };
    let telegram: Option<Arc<dyn Messages>> = match &config.providers.telegram {
        Some(provider) => Some(Arc::new(messages::telegram::TelegramMessages::new(
            provider,
            Wire::trusting(&config.extra_ca, DEADLINE, breakers.add("telegram")),
        )?)),
        None if config.production() => None,
        None => Some(sandboxed()),
    };
    let whatsapp: Option<Arc<dyn Messages>> = match &config.providers.whatsapp {
        Some(provider) => Some(Arc::new(messages::whatsapp::WhatsappMessages::new(
            provider,
            Wire::trusting(&config.extra_ca, DEADLINE, breakers.add("whatsapp")),
        )?)),
        None if config.production() => None,
        None => Some(sandboxed()),
    };
    Ok(messages::delivery::Delivery {
        email,
        sms,
        telegram,
        whatsapp,
    })
}

fn register(
    config: &Config,
    breakers: &mut Breakers,
    state: &sandbox::Sandbox,
) -> Result<Arc<dyn IdentityPort>, ConfigError> {
    Ok(match &config.providers.identity {
        // Sign-in with a number needs codes by text message.
        Some(_) if config.providers.sms.is_none() && config.production() => {
            return Err(missing("AJO_SMS_URL", "codes for BVN and NIN"));
        }
        Some(provider) => Arc::new(identity::http::HttpRegister::new(
            provider,
            Wire::trusting(&config.extra_ca, DEADLINE, breakers.add("identity")),
        )?),
        // National numbers are optional in production: without a provider they are off, and never use the sandbox.
        None if config.production() => Arc::new(identity::NoRegister),
        None => Arc::new(identity::sandbox::SandboxRegister::new(state.clone())),
    })
}

fn liveness(
    config: &Config,
    breakers: &mut Breakers,
    state: &sandbox::Sandbox,
) -> Result<Arc<dyn LivenessPort>, ConfigError> {
    Ok(match &config.providers.liveness {
        Some(provider) => Arc::new(liveness::http::HttpLiveness::new(
            provider,
            Wire::trusting(&config.extra_ca, DEADLINE, breakers.add("liveness")),
        )?),
        None if config.production() => Arc::new(liveness::NoLiveness),
        None => Arc::new(liveness::sandbox::SandboxLiveness::new(state.clone())),
    })
}

fn places(
    config: &Config,
    breakers: &mut Breakers,
    state: &sandbox::Sandbox,
) -> Result<Arc<dyn PlacesPort>, ConfigError> {
    Ok(match &config.providers.places {
        Some(provider) => Arc::new(places::http::HttpPlaces::new(
            provider,
            Wire::trusting(&config.extra_ca, DEADLINE, breakers.add("places")),
        )?),
        None if config.production() => Arc::new(places::NoPlaces),
        None => Arc::new(places::sandbox::SandboxPlaces::new(state.clone())),
    })
}

fn google(
    config: &Config,
    breakers: &mut Breakers,
    state: &sandbox::Sandbox,
    clock: &Clock,
) -> Result<Arc<dyn OidcPort>, ConfigError> {
    Ok(match &config.providers.google {
        Some(provider) => {
            let wire = Arc::new(Wire::trusting(
                &config.extra_ca,
                DEADLINE,
                breakers.add("google"),
            ));
            Arc::new(oidc::client::OidcClient::new(
                provider,
                wire,
                clock.clone(),
            )?)
        }
        // Google is optional in production: without a provider it is off, and never uses the sandbox.
        None if config.production() => Arc::new(oidc::NoOidc),
        None => Arc::new(oidc::sandbox::client(state.clone(), clock.clone())),
    })
}

fn push(
    config: &Config,
    clock: &Clock,
    state: &sandbox::Sandbox,
) -> Result<Arc<dyn PushPort>, ConfigError> {
    Ok(match &config.providers.push {
        Some(provider) => Arc::new(push::http::HttpPush::new(
            provider,
            &config.push_hosts,
            clock.clone(),
        )?),
        // Push messages are optional in production; they never use the sandbox, where they would be lost.
        None if config.production() => Arc::new(push::NoPush),
        None => {
            let key = push::VapidKey::derived(&config.keys).map_err(|_| {
                ConfigError(String::from("AJO_SECRET gives no key for push messages"))
            })?;
            Arc::new(push::sandbox::SandboxPush::new(state.clone(), key))
        }
    })
}

fn bills(
    config: &Config,
    breakers: &mut Breakers,
    clock: &Clock,
    state: &sandbox::Sandbox,
) -> Result<Arc<dyn BillsPort>, ConfigError> {
    Ok(match &config.providers.vtpass {
        Some(provider) => Arc::new(bills::vtpass::Vtpass::new(
            provider,
            clock.clone(),
            Wire::trusting(&config.extra_ca, DEADLINE, breakers.add("bills")),
        )?),
        // Bills are optional in production; they never use the sandbox.
        None if config.production() => Arc::new(bills::NoBills),
        None => Arc::new(bills::sandbox::SandboxBills::new(state.clone())),
    })
}

fn cards(
    config: &Config,
    breakers: &mut Breakers,
    state: &sandbox::Sandbox,
) -> Result<Arc<dyn CardPort>, ConfigError> {
    Ok(match &config.providers.flutterwave {
        Some(provider) => Arc::new(card::flutterwave::Flutterwave::new(
            provider,
            Wire::trusting(&config.extra_ca, DEADLINE, breakers.add("flutterwave")),
        )?),
        // Cards are optional in production; they never use the sandbox.
        None if config.production() => Arc::new(card::NoCards),
        None => Arc::new(card::sandbox::SandboxCards::new(state.clone())),
    })
}

fn mandates(
    config: &Config,
    breakers: &mut Breakers,
    state: &sandbox::Sandbox,
) -> Result<Arc<dyn MandatePort>, ConfigError> {
    Ok(match &config.providers.paystack {
        Some(provider) => Arc::new(mandate::paystack::Paystack::new(
            provider,
            Wire::trusting(&config.extra_ca, DEADLINE, breakers.add("paystack")),
        )?),
        // Direct debits are optional in production; they never use the sandbox.
        None if config.production() => Arc::new(mandate::NoMandates),
        None => Arc::new(mandate::sandbox::SandboxMandates::new(state.clone())),
    })
}

fn market(
    config: &Config,
    breakers: &mut Breakers,
    state: &sandbox::Sandbox,
    clock: &Clock,
) -> Result<Market, ConfigError> {
    let port: Arc<dyn MarketPort> = match &config.providers.market {
        Some(url) => Arc::new(market::binance::Binance::new(
            url,
            Wire::trusting(&config.extra_ca, DEADLINE, breakers.add("market")),
        )?),
        // Coins are optional in production; prices there never come from the sandbox.
        None if config.production() => Arc::new(market::NoMarket),
        None => Arc::new(market::sandbox::SandboxMarket::new(state.clone())),
    };
    Ok(Market::new(port, clock.clone()))
}

fn custody(
    config: &Config,
    breakers: &mut Breakers,
    clock: &Clock,
    state: &sandbox::Sandbox,
) -> Result<Arc<dyn CustodyPort>, ConfigError> {
    Ok(match &config.providers.custody {
        Some(provider) => Arc::new(custody::btcpay::BtcPay::new(
            provider,
            clock.clone(),
            Wire::trusting(&config.extra_ca, DEADLINE, breakers.add("custody")),
        )?),
        None if config.production() => Arc::new(custody::NoCustody),
        None => Arc::new(custody::sandbox::SandboxCustody::new(state.clone())),
    })
}

fn exchange(
    config: &Config,
    breakers: &mut Breakers,
    state: &sandbox::Sandbox,
    clock: &Clock,
) -> Result<Arc<dyn ExchangePort>, ConfigError> {
    Ok(match &config.providers.binance {
        Some(provider) => Arc::new(exchange::binance::Binance::new(
            provider,
            clock.clone(),
            Wire::trusting(&config.extra_ca, DEADLINE, breakers.add("exchange")),
        )?),
        None if config.production() => Arc::new(exchange::NoExchange),
        None => Arc::new(exchange::sandbox::SandboxExchange::new(state.clone())),
    })
}

fn exchange_keys(
    config: &Config,
    breakers: &mut Breakers,
    clock: &Clock,
    state: &sandbox::Sandbox,
) -> Result<Arc<dyn ExchangeKeyPort>, ConfigError> {
    Ok(match &config.providers.exchange_keys {
        Some(url) => Arc::new(exchange_keys::binance::Binance::new(
            url,
            clock.clone(),
            Wire::trusting(&config.extra_ca, DEADLINE, breakers.add("exchange_keys")),
        )?),
        None if config.production() => Arc::new(exchange_keys::NoKeys),
        None => Arc::new(exchange_keys::sandbox::SandboxKeys::new(state.clone())),
    })
}

fn signals(
    config: &Config,
    breakers: &mut Breakers,
    state: &sandbox::Sandbox,
) -> Result<Arc<dyn SignalPort>, ConfigError> {
    Ok(match &config.providers.signals {
        Some(provider) => Arc::new(signals::http::HttpSignals::new(
            provider,
            Wire::trusting(&config.extra_ca, DEADLINE, breakers.add("signals")),
        )?),
        // Predictions in production never come from the sandbox.
        None if config.production() => Arc::new(signals::NoSignals),
        None => Arc::new(signals::sandbox::SandboxSignals::new(state.clone())),
    })
}

fn bank(
    config: &Config,
    breakers: &mut Breakers,
    clock: &Clock,
    state: sandbox::Sandbox,
) -> Result<Arc<dyn BankPort>, ConfigError> {
    Ok(match &config.providers.bank {
        // Without the bank's webhooks, incoming money would never be credited.
        Some(_) if config.bank_hook_secret.is_none() => {
            return Err(missing("AJO_BANK_HOOK_SECRET", "the bank's notices"));
        }
        Some(provider) => Arc::new(bank::http::HttpBank::new(
            provider,
            clock.clone(),
            Wire::trusting(&config.extra_ca, DEADLINE, breakers.add("bank")),
        )?),
        None if config.production() => return Err(missing("AJO_BANK_URL", "money")),
        None => Arc::new(bank::sandbox::SandboxBank::new(state)),
    })
}

fn missing(name: &str, what: &str) -> ConfigError {
    ConfigError(format!(
        "{name} is missing: in production {what} cannot go to the sandbox"
    ))
}

/// Statements that delete rows two days after the instant in `$1`.
pub const SHORT_LIVED: [&str; 1] = ["DELETE FROM sandbox_google_codes WHERE expires_at_ms < $1"];

#[cfg(test)]
mod tests {
    use super::*;
    use ground::db::testing::databases;

    const PRODUCTION: [(&str, &str); 3] = [
        ("AJO_ENV", "production"),
        ("AJO_DATABASE_URL", "sqlite:data/ajo.sqlite"),
        ("AJO_SECRET", "pJ4kq0X9vYw3LzR7mT1bN8cF5hG2dAeU6iOs"),
    ];
    const MAIL: [(&str, &str); 2] = [
        ("AJO_SMTP_URL", "smtps://mail.example"),
        ("AJO_MAIL_FROM", "Ajo <no-reply@ajo.example>"),
    ];
    const BANK: [(&str, &str); 4] = [
        ("AJO_BANK_URL", "https://bank.example/v1"),
        ("AJO_BANK_KEY", "key"),
        ("AJO_BANK_SECRET", "Vt8zQ1nKfW5yHc3RjL7oXb2GmP9dUeA4sTqE"),
        (
            "AJO_BANK_HOOK_SECRET",
            "m3YxB7wJ9kZrT5vNcL1pF8hQdG6uSaEoR2iX",
        ),
    ];

    const REGISTER: [(&str, &str); 2] = [
        ("AJO_IDENTITY_URL", "https://identity.example/v1"),
        ("AJO_IDENTITY_KEY", "key"),
    ];
    const SMS: [(&str, &str); 3] = [
        ("AJO_SMS_URL", "https://sms.example/send"),
        ("AJO_SMS_KEY", "key"),
        ("AJO_SMS_FROM", "Ajo"),
    ];

    #[tokio::test]
    async fn production_refuses_the_sandbox() {
        for one in databases().await {
            let ports = |settings: &[&[(&str, &str)]]| {
                let all: Vec<(String, String)> = settings
                    .concat()
                    .iter()
                    .map(|(name, value)| (String::from(*name), String::from(*value)))
                    .collect();
                let config = Config::read(&|name| {
                    all.iter()
                        .find(|(key, _)| key == name)
                        .map(|(_, value)| value.clone())
                })
                .unwrap();
                Ports::new(&config, &one.db, &Clock::set_to(0), Random)
                    .map(|_| ())
                    .map_err(|error| error.0)
            };
            assert_eq!(ports(&[&PRODUCTION, &MAIL, &BANK]), Ok(()));
            assert!(
                ports(&[&PRODUCTION, &BANK])
                    .unwrap_err()
                    .contains("AJO_SMTP_URL")
            );
            assert!(
                ports(&[&PRODUCTION, &MAIL])
                    .unwrap_err()
                    .contains("AJO_BANK_URL")
            );
            assert!(
                ports(&[&PRODUCTION, &MAIL, &BANK[..3]])
                    .unwrap_err()
                    .contains("AJO_BANK_HOOK_SECRET")
            );
            let error = ports(&[&PRODUCTION, &MAIL, &BANK, &REGISTER]).unwrap_err();
            assert!(error.contains("AJO_SMS_URL"), "{error}");
            assert_eq!(ports(&[&PRODUCTION, &MAIL, &BANK, &REGISTER, &SMS]), Ok(()));
            assert_eq!(ports(&[&PRODUCTION[1..]]), Ok(()));
        }
    }
}
