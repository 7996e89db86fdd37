//! Arbitrary text as an amount: formatting and parsing round-trip.
#![no_main]

use domain_core::money::{Amount, Currency, display};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for currency in Currency::ALL {
        if let Ok(amount) = Amount::parse(text, *currency) {
            let written = amount.to_string();
            // Twenty characters can be parsed; formatting may add decimals beyond that.
            if written.len() <= 20 {
                assert_eq!(Amount::parse(&written, *currency), Ok(amount));
            }
            assert!(text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'));
            let _ = display(&amount);
        }
    }
});
