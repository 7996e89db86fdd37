//! The providers of chat messages: Telegram and WhatsApp.

use super::ConfigError;
use super::providers::{Given, group, path_segment, web_address};
use crate::secret::Secret;

const TELEGRAM_URL: &str = "https://api.telegram.org";
const WHATSAPP_URL: &str = "https://graph.facebook.com/v23.0";
const WHATSAPP_LANGUAGE: &str = "en";

/// A Telegram bot.
#[derive(Debug, Clone)]
pub struct TelegramProvider {
    pub url: String,
    /// The bot's token, which is part of every URL.
    pub token: Secret<String>,
    /// The bot's user name.
    pub bot: String,
    /// Sent by Telegram with every update.
    pub hook_secret: Secret<String>,
}

impl TelegramProvider {
    pub(super) fn read(given: Given<'_>) -> Result<Option<Self>, ConfigError> {
        let names = [
            "AJO_TELEGRAM_TOKEN",
            "AJO_TELEGRAM_BOT",
            "AJO_TELEGRAM_HOOK_SECRET",
        ];
        let Some([token, bot, hook_secret]) = group(given, names)? else {
            return Ok(None);
        };
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b":_-".contains(&byte);
        if !token.bytes().all(plain) {
            return Err(ConfigError(String::from(
                "AJO_TELEGRAM_TOKEN is a bot's token, such as 123456:ABC-DEF",
            )));
        }
        let url = given("AJO_TELEGRAM_URL").unwrap_or_else(|| TELEGRAM_URL.into());
        Ok(Some(Self {
            url: web_address("AJO_TELEGRAM_URL", url)?,
            token: Secret::new(token),
            bot: path_segment("AJO_TELEGRAM_BOT", bot)?,
            hook_secret: Secret::new(hook_secret),
        }))
    }
}

/// A WhatsApp business number, and the approved template for notices.
#[derive(Debug, Clone)]
pub struct WhatsappProvider {
    /// The API URL, including the version and the number's identifier.
    pub url: String,
    pub key: Secret<String>,
    /// A template with one body parameter: the notice.
    pub template: String,
    pub language: String,
}

impl WhatsappProvider {
    pub(super) fn read(given: Given<'_>) -> Result<Option<Self>, ConfigError> {
        let names = [
            "AJO_WHATSAPP_KEY",
            "AJO_WHATSAPP_NUMBER",
            "AJO_WHATSAPP_TEMPLATE",
        ];
        let Some([key, number, template]) = group(given, names)? else {
            return Ok(None);
        };
        let number = path_segment("AJO_WHATSAPP_NUMBER", number)?;
        let url = given("AJO_WHATSAPP_URL").unwrap_or_else(|| WHATSAPP_URL.into());
        let url = web_address("AJO_WHATSAPP_URL", url)?;
        Ok(Some(Self {
            url: format!("{}/{number}/messages", url.trim_end_matches('/')),
            key: Secret::new(key),
            template,
            language: given("AJO_WHATSAPP_LANGUAGE").unwrap_or_else(|| WHATSAPP_LANGUAGE.into()),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(settings: &'static [(&str, &str)]) -> impl Fn(&str) -> Option<String> {
        |name| {
            let found = settings.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| String::from(*value))
        }
    }

    #[test]
    fn telegram_settings_are_complete_or_absent() {
        assert!(TelegramProvider::read(&given(&[])).unwrap().is_none());
        let half = TelegramProvider::read(&given(&[("AJO_TELEGRAM_TOKEN", "1:a")]));
        assert!(half.unwrap_err().0.contains("AJO_TELEGRAM_BOT"));
        let all = given(&[
            ("AJO_TELEGRAM_TOKEN", "123:AbC-d_e"),
            ("AJO_TELEGRAM_BOT", "ajo_bot"),
            ("AJO_TELEGRAM_HOOK_SECRET", "hush"),
        ]);
        let bot = TelegramProvider::read(&all).unwrap().unwrap();
        assert_eq!(
            (bot.url.as_str(), bot.bot.as_str()),
            (TELEGRAM_URL, "ajo_bot")
        );
        let slash = given(&[
            ("AJO_TELEGRAM_TOKEN", "123/../x"),
            ("AJO_TELEGRAM_BOT", "ajo_bot"),
            ("AJO_TELEGRAM_HOOK_SECRET", "hush"),
        ]);
        assert!(TelegramProvider::read(&slash).is_err());
    }

    #[test]
    fn a_whatsapp_number_becomes_part_of_the_url() {
        let all = given(&[
            ("AJO_WHATSAPP_KEY", "key"),
            ("AJO_WHATSAPP_NUMBER", "1055"),
            ("AJO_WHATSAPP_TEMPLATE", "notice"),
        ]);
        let number = WhatsappProvider::read(&all).unwrap().unwrap();
        assert_eq!(number.url, "https://graph.facebook.com/v23.0/1055/messages");
        assert_eq!(number.language, "en");
        let odd = given(&[
            ("AJO_WHATSAPP_KEY", "key"),
            ("AJO_WHATSAPP_NUMBER", "../x"),
            ("AJO_WHATSAPP_TEMPLATE", "notice"),
        ]);
        assert!(WhatsappProvider::read(&odd).is_err());
    }
}
