//! Arbitrary text as a code: the wire format is six letters or digits with a hyphen in the middle.
#![no_main]

use domain_core::identity::otp::{CodeInput, TypedCode, clean, wire};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(sent) = wire(&CodeInput { code: text.into() }) {
        assert_eq!(sent.wire.len(), 7);
        assert_eq!(sent.wire.as_bytes()[3], b'-');
    }
    let cleaned = clean(&TypedCode { typed: text.into() });
    assert!(cleaned.code.len() <= 6);
    assert_eq!(cleaned.complete, cleaned.code.len() == 6);
});
