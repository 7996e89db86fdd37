//! Whether providers are reached and know us, for whoever sets them up. Nothing is made, moved or sent, but for the email
//! that is asked for.

use super::bank::http::HttpBank;
use super::breaker::Breaker;
use super::client::{ProviderClient, Wire};
use super::messages::smtp::SmtpMessages;
use super::messages::{Channel, Message};
use super::oidc::client::OidcClient;
use super::push::http::HttpPush;
use crate::clock::Clock;
use crate::config::{Config, MailProvider};
use crate::random::Random;
use crate::secret::Secret;
use std::sync::Arc;
use std::time::Duration;

const DEADLINE: Duration = Duration::from_secs(10);
/// In place of a provider that is not configured.
const SANDBOX: &str = "not configured: the sandbox";
const NONE: &str = "not configured: there is none";

/// What was found: that it is well, or what is wrong.
pub type Found = Result<String, String>;

/// Every provider, by name.
pub async fn providers(config: &Config, clock: &Clock) -> Vec<(&'static str, Found)> {
    let check = Check { config, clock };
    vec![
        ("mail", check.mail().await),
        ("text messages", check.text_messages().await),
        ("bank", check.bank().await),
        ("register of persons", check.register().await),
        ("liveness", check.liveness().await),
        ("places", check.places().await),
        ("google", check.google().await),
        ("push", check.push().await),
    ]
}

/// Sends an email, and says what became of it.
///
/// # Errors
/// What is wrong.
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
    };
    match check.mail_server(provider)?.try_send(&message).await {
        None => Err(format!("{to} is no address that mail can be sent to")),
        Some(Err(failure)) => Err(failure.to_string()),
        Some(Ok(())) => Ok(format!("the mail server took an email to {to}")),
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

    /// What is missing: nobody needs it, or production does.
    fn missing(&self, needed_in_production: bool) -> Found {
        match (self.config.production(), needed_in_production) {
            (false, _) => Ok(SANDBOX.into()),
            (true, false) => Ok(NONE.into()),
            (true, true) => Err("not configured, and needed in production".into()),
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
                "{}:{} lets us in",
                provider.server.host, provider.server.port
            )),
            Err(failure) => Err(failure.to_string()),
        }
    }

    async fn text_messages(&self) -> Found {
        match &self.config.providers.sms {
            Some(provider) => self.knock(&provider.url, &provider.key).await,
            None => self.missing(false),
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

    /// Asks for the address itself. What is answered does not matter, unless it is that we are not known.
    async fn knock(&self, url: &str, key: &Secret<String>) -> Found {
        let client = ProviderClient::new(url, key.clone(), self.wire());
        let client = client.map_err(|error| error.0)?;
        match client.knock().await {
            Err(trouble) => Err(trouble.to_string()),
            Ok(status) if status.is_server_error() => Err(format!("it answers {status}")),
            Ok(status) if [401, 403].contains(&status.as_u16()) => {
                Err(format!("it refuses our key: {status}"))
            }
            Ok(_) => Ok(format!("{url} answers")),
        }
    }

    async fn bank(&self) -> Found {
        let Some(provider) = &self.config.providers.bank else {
            return self.missing(true);
        };
        if self.config.bank_hook_secret.is_none() {
            return Err("AJO_BANK_HOOK_SECRET is missing: its notices would not be taken".into());
        }
        let bank = HttpBank::new(provider, self.clock.clone(), self.wire());
        let banks = bank.map_err(|error| error.0)?.knock().await?;
        Ok(format!("{} answers with {banks} banks", provider.url))
    }

    async fn google(&self) -> Found {
        let Some(provider) = &self.config.providers.google else {
            return self.missing(false);
        };
        let client = OidcClient::new(provider, Arc::new(self.wire()), self.clock.clone());
        let redirect = format!(
            "https://{}/api/auth/google/callback",
            self.config.own_domain
        );
        client.map_err(|error| error.0)?.knock(&redirect).await?;
        Ok(format!("{} knows our client", provider.issuer))
    }

    async fn push(&self) -> Found {
        let Some(provider) = &self.config.providers.push else {
            return self.missing(false);
        };
        let hosts = &self.config.push_hosts;
        let push = HttpPush::new(provider, hosts, self.clock.clone());
        let push = push.map_err(|error| error.0)?;
        let Some(host) = hosts.first() else {
            return Ok("the key is good".into());
        };
        match push.knock(host).await {
            Ok(()) => Ok(format!("the key is good, and {host} answers")),
            Err(trouble) => Err(format!("{host}: {trouble}")),
        }
    }
}
