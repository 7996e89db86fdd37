//! Validates a bank's answers. They are shown to users and stored, so they are checked like any other input.

use super::{Bank, OpenedAccount};
use crate::rows::left_out;
use domain_core::money::Currency;
use domain_core::validation::deceives;
use serde_json::Value;
use std::collections::BTreeSet;

const LONGEST_NAME_CHARACTERS: usize = 100;
const LONGEST_KIND_CHARACTERS: usize = 30;
const LONGEST_TEMPLATE_CHARACTERS: usize = 60;
/// There are about a thousand institutions.
const MOST_BANKS: usize = 5_000;
const NUBAN_DIGITS: usize = 10;

fn digits(text: &str, least: usize, most: usize) -> bool {
    (least..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn letters_or_digits(text: &str, least: usize, most: usize) -> bool {
    (least..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A name with normalised spaces.
pub fn name(text: &str) -> Option<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let good =
        !name.is_empty() && name.chars().count() <= LONGEST_NAME_CHARACTERS && !deceives(text);
    good.then_some(name)
}

/// An account holder's name, truncated if too long to display.
pub fn holder(text: &str) -> Option<String> {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = words.chars().take(LONGEST_NAME_CHARACTERS).collect();
    name(&cut).filter(|_| !deceives(text))
}

/// The valid banks by name, with unique codes: the first of duplicates wins. Invalid rows are skipped.
pub fn banks(rows: Vec<Value>) -> Option<Vec<Bank>> {
    if rows.len() > MOST_BANKS {
        return None;
    }
    let count = rows.len();
    let mut codes = BTreeSet::new();
    let valid = rows.into_iter().filter_map(bank);
    let mut banks: Vec<Bank> = valid.filter(|one| codes.insert(one.code.clone())).collect();
    left_out::<Bank>(count - banks.len());
    banks.sort_by_key(|bank| bank.name.to_lowercase());
    (!banks.is_empty()).then_some(banks)
}

/// Digits, in some cases followed by a letter, as in `035A`.
fn is_code(text: &str) -> bool {
    let number = text.strip_suffix(|last: char| last.is_ascii_uppercase());
    digits(number.unwrap_or(text), 3, 6)
}

fn bank(row: Value) -> Option<Bank> {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) if number.is_u64() => Some(number.to_string()),
        _ => None,
    };
    let kind = text(&row["type"]).filter(|kind| {
        !kind.is_empty()
            && kind.len() <= LONGEST_KIND_CHARACTERS
            && kind.bytes().all(|byte| byte.is_ascii_lowercase())
    });
    Some(Bank {
        name: name(row["name"].as_str()?)?,
        code: text(&row["code"]).filter(|code| is_code(code))?,
        nip_code: text(&row["nip_code"]).filter(|code| digits(code, 6, 6)),
        ussd_template: text(&row["ussd_template"]).filter(|template| is_template(template)),
        kind: kind.unwrap_or_else(|| String::from("commercial")),
    })
}

/// Digits, stars and hashes around the two placeholders. Templates with a PIN are rejected.
fn is_template(template: &str) -> bool {
    let rest = template.replace("AccountNumber", "").replace("Amount", "");
    template.len() <= LONGEST_TEMPLATE_CHARACTERS
        && template.starts_with('*')
        && template.ends_with('#')
        && rest
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'*' || byte == b'#')
}

/// A valid account for incoming money.
pub fn account(currency: Currency, opened: OpenedAccount) -> Option<OpenedAccount> {
    let number = opened.account_number.as_str();
    let number_is_good = if currency == Currency::Ngn {
        digits(number, NUBAN_DIGITS, NUBAN_DIGITS)
    } else {
        letters_or_digits(number, 4, 34)
    };
    let routing_is_good = opened
        .routing_number
        .as_deref()
        .is_none_or(|number| digits(number, 9, 9));
    let swift_is_good = opened
        .swift_code
        .as_deref()
        .is_none_or(|code| letters_or_digits(code, 8, 11));
    if !(number_is_good && routing_is_good && swift_is_good) {
        return None;
    }
    Some(OpenedAccount {
        bank_name: name(&opened.bank_name)?,
        account_name: name(&opened.account_name)?,
        ..opened
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn row(name: &str, code: &str, template: Option<&str>) -> Value {
        json!({ "name": name, "code": code, "nip_code": "000013", "ussd_template": template, "type": "commercial" })
    }

    #[test]
    fn unsafe_names_are_rejected() {
        assert_eq!(name("  OBI   ADAEZE "), Some(String::from("OBI ADAEZE")));
        assert_eq!(name("Ọlá Ọ̀ṣun"), Some(String::from("Ọlá Ọ̀ṣun")));
        for bad in [
            "",
            "   ",
            "A\u{0}B",
            "A\nB",
            "EZEADA\u{202e}KO",
            "A\u{200b}B",
            &"A".repeat(101),
        ] {
            assert_eq!(name(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn long_holder_names_are_truncated() {
        let long = "ADA ".repeat(30);
        assert_eq!(holder(&long).map(|name| name.chars().count()), Some(99));
        assert_eq!(holder("ADA\u{202e}OBI"), None);
    }

    #[test]
    fn invalid_banks_are_skipped() {
        let rows = vec![
            row("Zenith Bank", "057", Some("*966*Amount*AccountNumber#")),
            row("Access Bank", "044", Some("*901*Amount*AccountNumber*PIN#")),
            row("Access again", "044", None),
            row("Letters", "O44", None),
            row("\u{202e}knaB", "050", None),
            row("Suffix Bank", "035A", None),
            row("UBA", "033", None),
            row("A bank that is UBA too", "033", None),
            json!({ "name": "Number", "code": 50211 }),
            json!({ "code": null }),
            json!("a text"),
            json!(null),
        ];
        let banks = banks(rows).unwrap();
        let found: Vec<_> = banks
            .iter()
            .map(|bank| (bank.code.as_str(), bank.ussd_template.is_some()))
            .collect();
        let expected = ["044", "50211", "035A", "033", "057"];
        assert_eq!(found, expected.map(|code| (code, code == "057")));
        assert_eq!(super::banks(Vec::new()), None);
    }

    #[test]
    fn an_account_has_the_form_of_its_currency() {
        let account_with = |number: &str, swift: Option<&str>| OpenedAccount {
            account_number: number.into(),
            bank_name: "Wema Bank".into(),
            account_name: "ADA OBI".into(),
            routing_number: None,
            swift_code: swift.map(Into::into),
        };
        assert!(account(Currency::Ngn, account_with("0123456789", None)).is_some());
        assert!(account(Currency::Usd, account_with("US12345678", Some("SANDUS33"))).is_some());
        for bad in [
            "",
            "012345678",
            "01234567890",
            "012345678O",
            "０１２３４５６７８９",
        ] {
            assert!(
                account(Currency::Ngn, account_with(bad, None)).is_none(),
                "{bad}"
            );
        }
        assert!(account(Currency::Usd, account_with("12345678", Some("<b>"))).is_none());
    }
}
