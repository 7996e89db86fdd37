//! Tests the configured providers for `backend check`. Nothing is created, moved or sent, except the requested
//! test email; a file that is written to the place of members' files is removed at once.

use super::bank::http::HttpBank;
use super::bills::vtpass::Vtpass;
use super::breaker::{Breaker, Breakers};
use super::client::{ProviderClient, Wire};
use super::custody::CustodyPort;
use super::custody::btcpay::BtcPay;
use super::exchange::binance::Binance as BinanceAccount;
use super::files::Files;
use super::market::binance::Binance;
use super::market::{MarketPort, Pair};
use super::messages::smtp::SmtpMessages;
use super::messages::telegram::TelegramMessages;
use super::messages::{Channel, Message};
use super::oidc::client::OidcClient;
use super::push::http::HttpPush;
use super::signals::SignalPort;
use super::signals::http::HttpSignals;
use domain_core::money::Currency;
use domain_core::wallet::coin::Network;
use ground::clock::Clock;
use ground::config::{Config, MailProvider};
use ground::random::Random;
use ground::secret::Secret;
use std::sync::Arc;
use std::time::Duration;

const DEADLINE: Duration = Duration::from_secs(10);
/// For a provider that is not configured.
const SANDBOX: &str = "not configured: the sandbox is used";
const NONE: &str = "not configured: switched off";

/// The result for one part: what works, or what is wrong.
pub type Found = Result<String, String>;

/// Tests every provider.
pub async fn providers(config: &Config, clock: &Clock) -> Vec<(&'static str, Found)> {
    let check = Check { config, clock };
    vec![
        ("mail", check.mail().await),
        ("text messages", check.text_messages().await),
        ("telegram", check.telegram().await),
        ("whatsapp", check.whatsapp().await),
        ("bank", check.bank().await),
        ("register of persons", check.register().await),
        ("liveness", check.liveness().await),
        ("places", check.places().await),
        ("google", check.google().await),
        ("push", check.push().await),
        ("cards", check.cards().await),
        ("direct debits", check.mandates().await),
        ("bills", check.bills().await),
        ("market", check.market().await),
        ("custody of coins", check.custody().await),
        ("exchange", check.exchange().await),
        ("users' own exchange", check.exchange_keys().await),
        ("signals", check.signals().await),
        ("files", check.files().await),
    ]
}

/// Sends a test email.
///
/// # Errors
/// The failure.
pub async fn send_email(config: &Config, clock: &Clock, to: &str) -> Found {
    let check = Check { config, clock };
    let provider = config.providers.mail.as_ref();
    let provider = provider.ok_or("AJO_SMTP_URL is not set")?;
    let message = Message {
        id: Random.id(clock.now_ms()),
        channel: Channel::Email,
        to: to.to_owned(),
        subject: String::from("Test email"),
        text: String::from("This is a test email. Your mail settings work."),
        code: None,
        brand: None,
        payer: None,
        attachment: None,
    };
    match check.mail_server(provider)?.try_send(&message).await {
        None => Err(format!("{to} is not an email address")),
        Some(Err(failure)) => Err(failure.to_string()),
        Some(Ok(())) => Ok(format!("the mail server accepted an email to {to}")),
    }
}

/// Appends the cause of the last failed call.
fn because(wire: &Wire) -> impl FnOnce(String) -> String {
    let trouble = wire.trouble();
    move |what| match trouble {
        Some(trouble) => format!("{what}: {trouble}"),
        None => what,
    }
}

struct Check<'a> {
    config: &'a Config,
    clock: &'a Clock,
}

impl Check<'_> {
    fn breaker(&self) -> Breaker {
        Breaker::new("check", self.clock)
    }

    fn wire(&self) -> Wire {
        Wire::trusting(&self.config.extra_ca, DEADLINE, self.breaker())
    }

    async fn files(&self) -> Found {
        let files = Files::new(self.config, &mut Breakers::new(self.clock));
        files.map_err(|error| error.0)?.try_out().await
    }

    /// The result without a provider, which production may require.
    fn missing(&self, needed_in_production: bool) -> Found {
        match (self.config.production(), needed_in_production) {
            (false, _) => Ok(SANDBOX.into()),
            (true, false) => Ok(NONE.into()),
            (true, true) => Err("not configured, but required in production".into()),
        }
    }

    fn mail_server(&self, provider: &MailProvider) -> Result<SmtpMessages, String> {
        SmtpMessages::new(provider, &self.config.extra_ca, DEADLINE, self.breaker())
            .map_err(|error| error.0)
    }

    async fn mail(&self) -> Found {
        let Some(provider) = &self.config.providers.mail else {
            return self.missing(true);
        };
        match self.mail_server(provider)?.knock().await {
            Ok(()) => Ok(format!(
                "{}:{} accepts our login",
                provider.server.host, provider.server.port
            )),
            Err(failure) => Err(failure.to_string()),
        }
    }

    async fn text_messages(&self) -> Found {
        match &self.config.providers.sms {
            Some(provider) => self.knock(&provider.url, &provider.key).await,
            None if self.config.production() && self.config.providers.identity.is_some() => {
                Err("not configured, but codes for BVN and NIN need it: set AJO_SMS_URL".into())
            }
            None => self.missing(false),
        }
    }

    async fn telegram(&self) -> Found {
        let Some(provider) = &self.config.providers.telegram else {
            return self.missing(false);
        };
        let wire = self.wire();
        let telegram = TelegramMessages::new(provider, wire.clone()).map_err(|error| error.0)?;
        let bot = telegram.knock().await.map_err(because(&wire))?;
        match bot.eq_ignore_ascii_case(&provider.bot) {
            true => Ok(format!("{} accepts our token for {bot}", provider.url)),
            false => Err(format!(
                "the token belongs to {bot}, not to {}",
                provider.bot
            )),
        }
    }

    async fn whatsapp(&self) -> Found {
        match &self.config.providers.whatsapp {
            Some(provider) => self.knock(&provider.url, &provider.key).await,
            None => self.missing(false),
        }
    }

    async fn exchange_keys(&self) -> Found {
        match &self.config.providers.exchange_keys {
            // Users have their own keys; this URL needs none.
            Some(url) => {
                let ping = [url.trim_end_matches('/'), "/api/v3/ping"].concat();
                self.knock(&ping, &Secret::new(String::new())).await
            }
            None => self.missing(false),
        }
    }

    async fn signals(&self) -> Found {
        let Some(provider) = &self.config.providers.signals else {
            return self.missing(false);
        };
        let wire = self.wire();
        let signals = HttpSignals::new(provider, wire.clone()).map_err(|error| error.0)?;
        match signals.latest().await {
            Ok(_) => Ok(format!("{} lists predictions", provider.url)),
            Err(_) => Err(because(&wire)(format!(
                "{} lists no predictions",
                provider.url
            ))),
        }
    }

    async fn register(&self) -> Found {
        match &self.config.providers.identity {
            Some(provider) => self.knock(&provider.url, &provider.key).await,
            None => self.missing(false),
        }
    }

    async fn liveness(&self) -> Found {
        match &self.config.providers.liveness {
            Some(provider) => self.knock(&provider.url, &provider.key).await,
            None => self.missing(false),
        }
    }

    async fn places(&self) -> Found {
        match &self.config.providers.places {
            Some(provider) => self.knock(&provider.url, &provider.key).await,
            None => self.missing(false),
        }
    }

    /// Requests the URL. Any response is good, except a server error or a rejected key.
    async fn knock(&self, url: &str, key: &Secret<String>) -> Found {
        let client = ProviderClient::new(url, key.clone(), self.wire());
        let client = client.map_err(|error| error.0)?;
        match client.knock().await {
            Err(trouble) => Err(trouble.to_string()),
            Ok(status) if status.is_server_error() => Err(format!("it responds {status}")),
            Ok(status) if [401, 403].contains(&status.as_u16()) => {
                Err(format!("it rejects our key: {status}"))
            }
            Ok(_) => Ok(format!("{url} responds")),
        }
    }

    async fn bank(&self) -> Found {
        let Some(provider) = &self.config.providers.bank else {
            return self.missing(true);
        };
        if self.config.bank_hook_secret.is_none() {
            return Err(
                "AJO_BANK_HOOK_SECRET is missing: the bank's notices would be refused".into(),
            );
        }
        let bank = HttpBank::new(provider, self.clock.clone(), self.wire());
        let banks = bank.map_err(|error| error.0)?.knock().await?;
        Ok(format!("{} lists {banks} banks", provider.url))
    }

    async fn bills(&self) -> Found {
        let Some(provider) = &self.config.providers.vtpass else {
            return self.missing(false);
        };
        let wire = self.wire();
        let vtpass = Vtpass::new(provider, self.clock.clone(), wire.clone());
        let vtpass = vtpass.map_err(|error| error.0)?;
        let balance = vtpass.knock().await.map_err(because(&wire))?;
        let url = &provider.url;
        Ok(format!("{url} responds; our balance there is {balance}"))
    }

    async fn google(&self) -> Found {
        let Some(provider) = &self.config.providers.google else {
            return self.missing(false);
        };
        let wire = self.wire();
        let client = OidcClient::new(provider, Arc::new(wire.clone()), self.clock.clone());
        let redirect = format!(
            "https://{}/api/auth/google/callback",
            self.config.own_domain
        );
        let client = client.map_err(|error| error.0)?;
        client.knock(&redirect).await.map_err(because(&wire))?;
        Ok(format!("{} accepts our client", provider.issuer))
    }

    async fn cards(&self) -> Found {
        match &self.config.providers.flutterwave {
            Some(provider) => self.knock(&provider.url, &provider.key).await,
            None => self.missing(false),
        }
    }

    async fn mandates(&self) -> Found {
        match &self.config.providers.paystack {
            Some(provider) => self.knock(&provider.url, &provider.key).await,
            None => self.missing(false),
        }
    }

    async fn market(&self) -> Found {
        let Some(url) = &self.config.providers.market else {
            return self.missing(false);
        };
        let wire = self.wire();
        let market = Binance::new(url, wire.clone()).map_err(|error| error.0)?;
        let pair = Pair::all().next().ok_or("no coin is listed")?;
        match market.price(pair).await {
            Ok(Some(price)) => Ok(format!("{} costs {price}", pair.text())),
            Ok(None) => Err(format!("{} is not traded", pair.text())),
            Err(error) => Err(because(&wire)(error.to_string())),
        }
    }

    async fn custody(&self) -> Found {
        let Some(provider) = &self.config.providers.custody else {
            return self.missing(false);
        };
        let wire = self.wire();
        let custody = BtcPay::new(provider, self.clock.clone(), wire.clone());
        let custody = custody.map_err(|error| error.0)?;
        match custody.fee(Currency::Btc, Network::Bitcoin).await {
            Ok(fee) => Ok(format!(
                "{} knows the network's fee: BTC {fee}",
                provider.url
            )),
            Err(error) => Err(because(&wire)(error.to_string())),
        }
    }

    async fn exchange(&self) -> Found {
        let Some(provider) = &self.config.providers.binance else {
            return self.missing(false);
        };
        let wire = self.wire();
        let account = BinanceAccount::new(provider, self.clock.clone(), wire.clone());
        let account = account.map_err(|error| error.0)?;
        account.knock().await.map_err(because(&wire))?;
        Ok(format!("{} accepts our key, which may trade", provider.url))
    }

    async fn push(&self) -> Found {
        let Some(provider) = &self.config.providers.push else {
            return self.missing(false);
        };
        let hosts = &self.config.push_hosts;
        let push = HttpPush::new(provider, hosts, self.clock.clone());
        let push = push.map_err(|error| error.0)?;
        let Some(host) = hosts.first() else {
            return Ok("the key is valid".into());
        };
        match push.knock(host).await {
            Ok(()) => Ok(format!("the key is valid, and {host} responds")),
            Err(trouble) => Err(format!("{host}: {trouble}")),
        }
    }
}
