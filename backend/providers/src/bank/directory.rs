//! Nigerian banks for the sandbox: `banks.json`, compiled from open lists.
//!
//! `code` is the central bank's, or the usual substitute for institutions without one; `nip_code` is null if unknown.
//! USSD templates are as published by the banks; those that contain a PIN are omitted.

use super::Bank;
use std::sync::LazyLock;

const LIST: &str = include_str!("banks.json");

/// The banks, by name.
pub fn banks() -> &'static [Bank] {
    static BANKS: LazyLock<Vec<Bank>> =
        LazyLock::new(|| serde_json::from_str(LIST).unwrap_or_default());
    &BANKS
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn digits(text: &str, lengths: &[usize]) -> bool {
        lengths.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    }

    #[test]
    fn banks_are_unique_and_sorted() {
        let names: Vec<_> = banks()
            .iter()
            .map(|bank| bank.name.to_lowercase())
            .collect();
        assert!(names.len() > 50 && names.is_sorted());
        let codes: BTreeSet<_> = banks().iter().map(|bank| &bank.code).collect();
        let nip_codes: BTreeSet<_> = banks()
            .iter()
            .filter_map(|bank| bank.nip_code.as_ref())
            .collect();
        assert_eq!((codes.len(), nip_codes.len()), (names.len(), names.len()));
    }

    #[test]
    fn codes_have_the_form_of_their_system() {
        for bank in banks() {
            assert!(digits(&bank.code, &[3, 5, 6]), "{bank:?}");
            assert!(
                bank.nip_code.as_ref().is_none_or(|code| digits(code, &[6])),
                "{bank:?}"
            );
            assert!(
                ["commercial", "merchant", "microfinance", "payment"].contains(&bank.kind.as_str()),
                "{bank:?}"
            );
        }
    }

    #[test]
    fn ussd_templates_have_both_blanks_and_no_pin() {
        for template in banks()
            .iter()
            .filter_map(|bank| bank.ussd_template.as_ref())
        {
            assert!(
                template.starts_with('*') && template.ends_with('#'),
                "{template}"
            );
            assert!(
                template.contains("AccountNumber") && template.contains("Amount"),
                "{template}"
            );
            assert!(!template.to_lowercase().contains("pin"), "{template}");
        }
    }
}
