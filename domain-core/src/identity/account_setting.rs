//! Settings stored in the account for all devices: named texts.

use crate::shape::form_values;
use crate::validation::{Code, Form, NoContext, Violation, Violations};
use std::borrow::Cow;

/// The maximum number of settings per user.
pub const MOST: u64 = 50;
const LONGEST_NAME_CHARS: u64 = 40;
const LONGEST_VALUE_CHARS: u64 = 500;
const NAME: &str =
    "Use up to 40 lower-case letters, digits, dots, hyphens and underscores, such as chart.period.";

/// Boolean options, off by default.
pub const SWITCHES: [&str; 5] = [
    "auto_save",
    "enable_sms",
    "enable_email",
    "enable_telegram",
    "enable_whatsapp",
];

/// The reason why an option is set elsewhere, or not at all: automatic trading has limits and needs a key, and keys are
/// encrypted.
fn elsewhere(name: &str) -> Option<&'static str> {
    match name {
        "auto_trade" => Some(
            "To switch on automatic trading, set its limits and connect a key with trading permission.",
        ),
        "binance_api" | "binance_secret" | "api_key" | "api_secret" => Some(
            "Keys of an exchange are connected in the settings for trading, where they are kept sealed.",
        ),
        "referrer_code" => Some("Your referral code stays as it is."),
        _ => None,
    }
}

/// Refuses the names of options that are not switches, and says where they belong.
pub fn refused_options<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<Violation> {
    let refused = |name: &'a str| {
        let words = elsewhere(name).unwrap_or("There is no such setting.");
        let mut violation = Violation::new("name", Code::NotAllowed).saying(words);
        violation.field = Cow::Owned(name.to_owned());
        violation
    };
    names.into_iter().map(refused).collect()
}

form_values! {
    /// A setting to store. It is never typed, so only the server validates it.
    pub struct AccountSettingValues {
        /// The setting's name: up to 40 lower-case letters, digits, dots, hyphens and underscores.
        name: String,
        /// The setting's value: up to 500 characters; may be blank.
        value: String,
    }
}

impl Form for AccountSettingValues {
    const NAME: &'static str = "account_setting";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        let plain =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-".contains(&byte);
        let is_name = self.name.bytes().all(plain);
        if let Some(words) = elsewhere(&self.name) {
            found.add(Violation::new("name", Code::NotAllowed).saying(words));
            return;
        }
        found
            .required("name", &self.name)
            .refuse_if(!is_name, || Violation::new("name", Code::NotAllowed))
            .at_most(LONGEST_NAME_CHARS)
            .saying(NAME);
        found
            .optional("value", &self.value)
            .at_most(LONGEST_VALUE_CHARS)
            .done();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_have_plain_names_and_short_texts() {
        let refused = |name: &str, value: &str| {
            let (name, value) = (name.to_owned(), value.to_owned());
            let found = AccountSettingValues { name, value }.violations(&NoContext {});
            let describe = |violation: Violation| {
                (
                    violation.field.to_string(),
                    violation.code,
                    violation.message.to_string(),
                )
            };
            found.into_iter().map(describe).collect::<Vec<_>>()
        };
        let no_name = |code| vec![("name".to_owned(), code, NAME.to_owned())];
        assert_eq!(refused("chart.period_2-a", ""), []);
        assert_eq!(refused(&"a".repeat(40), &"é".repeat(500)), []);
        assert_eq!(refused("", "x"), no_name(Code::Required));
        assert_eq!(refused("Chart", "x"), no_name(Code::NotAllowed));
        assert_eq!(refused("chart period", "x"), no_name(Code::NotAllowed));
        assert_eq!(refused(&"a".repeat(41), "x"), no_name(Code::TooLong));
        assert_eq!(refused("auto_trade", "true").len(), 1);
        assert_eq!(refused("auto_trade.note", "true"), []);
        for sealed in ["binance_api", "binance_secret", "api_key", "api_secret"] {
            assert_eq!(refused(sealed, "abc").len(), 1, "{sealed}");
        }
        let too_long = vec![(
            "value".to_owned(),
            Code::TooLong,
            "Use at most 500 characters: this is 1 too many.".to_owned(),
        )];
        assert_eq!(refused("a", &"é".repeat(501)), too_long);
    }
}
