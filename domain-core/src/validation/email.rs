//! Email addresses.

/// RFC 5321 section 4.5.3.1: maximum lengths of address, local part and domain label.
const LONGEST_BYTES: usize = 254;
const LONGEST_LOCAL_BYTES: usize = 64;
const LONGEST_LABEL_BYTES: usize = 63;

/// Whether the text is an address that mail servers accept: ASCII, a local part without quotes, and a domain with at
/// least one point.
///
/// ```
/// use domain_core::validation::is_email;
/// assert!(is_email("ada.obi+ajo@mail.example.ng"));
/// assert!(!is_email("ada@localhost"));
/// assert!(!is_email("ada..obi@example.ng"));
/// ```
pub fn is_email(text: &str) -> bool {
    let bytes = text.as_bytes();
    let Some(local) = local_part(bytes) else {
        return false;
    };
    let domain = bytes.get(local.saturating_add(1)..).unwrap_or_default();
    bytes.len() <= LONGEST_BYTES && local <= LONGEST_LOCAL_BYTES && is_domain_name(domain)
}

/// The length of the local part: atoms of common characters with single points between them, up to an `@`.
fn local_part(bytes: &[u8]) -> Option<usize> {
    let mut before = POINT;
    for (index, byte) in bytes.iter().enumerate() {
        let kind = kind(*byte);
        if kind >= POINT {
            if before == POINT {
                return None;
            }
            if kind != POINT {
                return (kind == AT).then_some(index);
            }
        }
        before = kind;
    }
    None
}

/// Whether the text is a valid domain name: labels of ASCII letters, digits and hyphens, with at least one point, and
/// not an IP address.
///
/// ```
/// use domain_core::validation::is_domain;
/// assert!(is_domain("pay.example.ng"));
/// assert!(!is_domain("localhost") && !is_domain("127.0.0.1") && !is_domain("pay.example.ng/path"));
/// ```
pub fn is_domain(domain: &str) -> bool {
    is_domain_name(domain.as_bytes())
}

fn is_domain_name(domain: &[u8]) -> bool {
    let mut before = POINT;
    let mut has_point = false;
    // Start and previous byte of the current label.
    let mut begins = 0_usize;
    let mut kinds = DIGIT;
    for (index, byte) in domain.iter().enumerate() {
        let kind = kind(*byte);
        if kind <= LETTER || (kind == HYPHEN && before != POINT) {
            kinds |= kind;
        } else if kind == POINT && ends_label(before, index.saturating_sub(begins)) {
            (has_point, begins, kinds) = (true, index.saturating_add(1), DIGIT);
        } else {
            return false;
        }
        before = kind;
    }
    let length = domain.len().saturating_sub(begins);
    has_point && kinds != DIGIT && length > 1 && ends_label(before, length)
}

/// Whether a label of this length may end after a byte of this kind.
const fn ends_label(before: u8, length: usize) -> bool {
    !matches!(before, POINT | HYPHEN) && length <= LONGEST_LABEL_BYTES
}

// Classes of bytes. Up to the hyphen: an atom.
const DIGIT: u8 = 0;
const LETTER: u8 = 1;
const SIGN: u8 = 2;
const HYPHEN: u8 = 3;
const POINT: u8 = 4;
const AT: u8 = 5;
const OTHER: u8 = 6;

/// Built at compile time, so that mistakes are compile errors.
#[allow(clippy::indexing_slicing, clippy::as_conversions)]
static KINDS: [u8; 256] = {
    let mut kinds = [OTHER; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        kinds[byte as usize] = match byte {
            b'0'..=b'9' => DIGIT,
            b'a'..=b'z' | b'A'..=b'Z' => LETTER,
            b'-' => HYPHEN,
            b'.' => POINT,
            b'@' => AT,
            b'!' | b'#'..=b'\'' | b'*' | b'+' | b'/' | b'=' | b'?' | b'^'..=b'`' | b'{'..=b'~' => {
                SIGN
            }
            _ => OTHER,
        };
        byte += 1;
    }
    kinds
};

fn kind(byte: u8) -> u8 {
    KINDS.get(usize::from(byte)).copied().unwrap_or(OTHER)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A reference implementation that splits the text.
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
        fn both_implementations_agree_on_addresses(text in "[a1.@_é -]{0,12}", parts in "[a.+-]{1,4}@([a1-]{0,3}\\.){0,3}[a1-]{0,3}", long in "a@b{60,66}\\.c{1,66}") {
            for text in [&text, &parts, &long] {
                prop_assert_eq!(is_email(text), is_email_by_parts(text), "{}", text);
                prop_assert_eq!(is_domain(text), is_domain_by_parts(text), "{}", text);
            }
        }
    }

    #[test]
    fn domains() {
        for good in [
            "b.ng",
            "pay.example.ng",
            "x-y.example",
            "1.2b",
            "xn--80ak6aa92e.com",
        ] {
            assert!(is_domain(good), "{good}");
        }
        let label = "b".repeat(63);
        assert!(is_domain(&format!("{label}.{label}")) && !is_domain(&format!("{label}b.ng")));
        assert!(!is_domain(&format!("a.{label}b")));
        for bad in [
            "",
            ".",
            "ng",
            "b.n",
            ".ng",
            "b.",
            "b..ng",
            "-b.ng",
            "b-.ng",
            "b.-ng",
            "b.ng-",
            "127.0.0.1",
            "b.ng/path",
            "a@b.ng",
            "b_c.ng",
        ] {
            assert!(!is_domain(bad), "{bad}");
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
