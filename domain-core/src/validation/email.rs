//! Whether a text is an email address.

/// RFC 5321 section 4.5.3.1: the longest address, local part and domain label.
const LONGEST_BYTES: usize = 254;
const LONGEST_LOCAL_BYTES: usize = 64;
const LONGEST_LABEL_BYTES: usize = 63;

/// Whether the text is an address as mail servers take it: ASCII, a local part without quotes, and a domain with at
/// least one point.
///
/// ```
/// use domain_core::validation::is_email;
/// assert!(is_email("ada.obi+ajo@mail.example.ng"));
/// assert!(!is_email("ada@localhost"));
/// assert!(!is_email("ada..obi@example.ng"));
/// ```
pub fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    text.len() <= LONGEST_BYTES
        && local.len() <= LONGEST_LOCAL_BYTES
        && is_local_part(local.as_bytes())
        && is_domain(domain)
}

/// Atoms of usual characters with single points between them.
fn is_local_part(local: &[u8]) -> bool {
    let mut before = b'.';
    for byte in local {
        let fits = match byte {
            b'.' => before != b'.',
            byte => byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(byte),
        };
        if !fits {
            return false;
        }
        before = *byte;
    }
    before != b'.'
}

/// Whether the text is a domain as the domain name system takes it: labels of ASCII letters, digits and hyphens, with at
/// least one point, and no bare address.
///
/// ```
/// use domain_core::validation::is_domain;
/// assert!(is_domain("pay.example.ng"));
/// assert!(!is_domain("localhost") && !is_domain("127.0.0.1") && !is_domain("pay.example.ng/path"));
/// ```
pub fn is_domain(domain: &str) -> bool {
    let mut before = b'.';
    let mut has_point = false;
    let mut has_letter = false;
    let mut length = 0_usize;
    for byte in domain.as_bytes() {
        let fits = match byte {
            b'.' => ends_label(before, length),
            b'-' => before != b'.',
            byte => byte.is_ascii_alphanumeric(),
        };
        if !fits {
            return false;
        }
        if *byte == b'.' {
            (has_point, has_letter, length) = (true, false, 0);
        } else {
            has_letter |= !byte.is_ascii_digit();
            length = length.saturating_add(1);
        }
        before = *byte;
    }
    has_point && has_letter && length > 1 && ends_label(before, length)
}

/// Whether a label of this length may end after this byte.
const fn ends_label(before: u8, length: usize) -> bool {
    !matches!(before, b'.' | b'-') && length <= LONGEST_LABEL_BYTES
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same by cutting the text into its parts.
    fn is_domain_by_parts(domain: &str) -> bool {
        let labels: Vec<&str> = domain.split('.').collect();
        let usual = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        let is_label = |label: &&str| {
            (1..=63).contains(&label.len())
                && label.bytes().all(usual)
                && !label.starts_with('-')
                && !label.ends_with('-')
        };
        let last = labels[labels.len() - 1];
        labels.len() > 1
            && labels.iter().all(is_label)
            && last.len() > 1
            && last.bytes().any(|byte| !byte.is_ascii_digit())
    }

    fn is_email_by_parts(text: &str) -> bool {
        let Some((local, domain)) = text.rsplit_once('@') else {
            return false;
        };
        let is_atom = |atom: &str| {
            let usual =
                |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&byte);
            !atom.is_empty() && atom.bytes().all(usual)
        };
        text.len() <= 254
            && local.len() <= 64
            && local.split('.').all(is_atom)
            && is_domain_by_parts(domain)
    }

    proptest! {
        #[test]
        fn addresses_are_what_their_parts_say(text in "[a1.@_é -]{0,12}", parts in "[a.+-]{1,4}@([a1-]{0,3}\\.){0,3}[a1-]{0,3}", long in "a@b{60,66}\\.c{1,66}") {
            for text in [&text, &parts, &long] {
                prop_assert_eq!(is_email(text), is_email_by_parts(text), "{}", text);
                prop_assert_eq!(is_domain(text), is_domain_by_parts(text), "{}", text);
            }
        }
    }

    #[test]
    fn addresses() {
        for good in [
            "a@b.ng",
            "ADA@EXAMPLE.COM",
            "o'neil@x-y.example",
            "1@2.co",
            "a@xn--80ak6aa92e.com",
        ] {
            assert!(is_email(good), "{good}");
        }
        for bad in [
            "",
            "ada",
            "@b.ng",
            "a@",
            "a@b",
            "a@.ng",
            "a@b.",
            "a@b..ng",
            ".a@b.ng",
            "a.@b.ng",
            "a b@c.ng",
            " a@b.ng",
            "a@b.ng ",
            "a@-b.ng",
            "a@b-.ng",
            "a@b_c.ng",
            "a@127.0.0.1",
            "\"a\"@b.ng",
            "a@b@c.ng",
            "adé@b.ng",
            "a@b.n",
            "<script>@b.ng\u{0}",
        ] {
            assert!(!is_email(bad), "{bad}");
        }
        assert!(is_email(&format!("{}@b.ng", "a".repeat(64))));
        assert!(!is_email(&format!("{}@b.ng", "a".repeat(65))));
        assert!(!is_email(&format!("a@{}.ng", "b".repeat(64))));
        assert!(!is_email(&format!("a@{}ng", "b.".repeat(130))));
    }
}
