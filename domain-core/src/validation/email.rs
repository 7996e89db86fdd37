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
        && is_local_part(local)
        && is_domain(domain)
}

fn is_local_part(local: &str) -> bool {
    local.split('.').all(|atom| {
        let usual =
            |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&byte);
        !atom.is_empty() && atom.bytes().all(usual)
    })
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
    domain.contains('.')
        && domain.split('.').all(|label| {
            let usual = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
            let hyphened = label.starts_with('-') || label.ends_with('-');
            !label.is_empty()
                && label.len() <= LONGEST_LABEL_BYTES
                && !hyphened
                && label.bytes().all(usual)
        })
        && domain
            .rsplit('.')
            .next()
            .is_some_and(|last| last.len() > 1 && !last.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::is_email;

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
