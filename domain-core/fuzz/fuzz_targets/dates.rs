//! Arbitrary text as a date or an instant, and arbitrary days moved by months: parsed values are formatted identically.
#![no_main]

use domain_core::calendar::{Date, Instant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, u32, i64)| {
    let (text, months, days) = input;
    if let Some(date) = Date::parse(text) {
        assert_eq!(Date::parse(&date.to_string()), Some(date));
        assert_eq!(Date::parse_day_first(&date.day_first()), Some(date));
        if let Some(later) = date.add_months(months) {
            assert!(later >= date);
        }
        let _ = date.add_days(days);
    }
    if let Some(instant) = Instant::parse(text) {
        assert_eq!(Instant::parse(&instant.to_string()), Some(instant));
        let _ = instant.add_ms(days).to_string();
    }
});
