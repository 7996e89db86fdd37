//! `traceparent` (W3C Trace Context): the caller's trace id.

/// The trace id of a valid header: 32 hexadecimal digits.
pub fn id(traceparent: &str) -> Option<&str> {
    let mut parts = traceparent.split('-');
    let (version, trace, parent, flags) =
        (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    // Version 00 has four parts; later versions may add some.
    let ends = version != "00" || parts.next().is_none();
    let known = hex(version, 2) && version != "ff" && hex(flags, 2);
    (ends && known && names_something(trace, 32) && names_something(parent, 16)).then_some(trace)
}

fn names_something(text: &str, digits: usize) -> bool {
    hex(text, digits) && text.bytes().any(|byte| byte != b'0')
}

fn hex(text: &str, digits: usize) -> bool {
    let digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    text.len() == digits && text.bytes().all(digit)
}

#[cfg(test)]
mod tests {
    use super::id;

    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

    #[test]
    fn only_a_valid_header_has_a_trace_id() {
        let given = |trace: &str| format!("00-{trace}-00f067aa0ba902b7-01");
        assert_eq!(id(&given(TRACE)), Some(TRACE));
        assert_eq!(
            id(&format!("cc-{TRACE}-00f067aa0ba902b7-01-more")),
            Some(TRACE)
        );
        for wrong in [
            String::new(),
            String::from(TRACE),
            given(&TRACE.to_uppercase()),
            given(&TRACE[1..]),
            given(&"0".repeat(32)),
            given("4bf92f3577b34da6a3ce929d0e0e473\n"),
            format!("ff-{TRACE}-00f067aa0ba902b7-01"),
            format!("00-{TRACE}-0000000000000000-01"),
            format!("00-{TRACE}-00f067aa0ba902b7-01-more"),
            format!("00-{TRACE}-00f067aa0ba902b7"),
        ] {
            assert_eq!(id(&wrong), None, "{wrong:?}");
        }
    }
}
