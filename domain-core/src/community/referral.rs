//! Referral links.

use crate::shape::{input, output};

/// Maximum length of an origin: scheme, host and port.
const LONGEST_ORIGIN_CHARS: usize = 270;
/// Maximum length of a referrer code.
const LONGEST_CODE_CHARS: usize = 64;

input! {
    /// The app's origin and a user's code.
    pub struct ReferralInput {
        /// `https://ajo.example`
        origin: String,
        /// The user's referral code; characters beyond the 64th are dropped.
        code: String,
    }
}

output! {
    /// A link to share.
    pub struct Referral {
        /// The app's address with the code as the query value `referrer`.
        link: String,
        /// The links that share it in other apps.
        shares: Shares,
    }

    /// URLs for sharing the link.
    pub struct Shares {
        /// The URL that shares the link on WhatsApp.
        whatsapp: String,
        /// The URL that shares the link on Facebook.
        facebook: String,
        /// The URL that shares the link on X, formerly Twitter.
        twitter: String,
        /// The URL that shares the link on LinkedIn.
        linkedin: String,
    }
}

/// The app's URL with the code as `referrer`; in the share URLs the whole link is a query value, so it is
/// percent-encoded again. Source: document 2, section 2.
pub fn link(input: &ReferralInput) -> Referral {
    let origin = shortened(input.origin.trim_end_matches('/'), LONGEST_ORIGIN_CHARS);
    let code = shortened(&input.code, LONGEST_CODE_CHARS);
    let link = [origin, "/?referrer=", &encoded(code)].concat();
    let value = encoded(&link);
    let share = |front: &str| [front, &value].concat();
    Referral {
        shares: Shares {
            whatsapp: share("https://wa.me/?text="),
            facebook: share("https://www.facebook.com/sharer/sharer.php?u="),
            twitter: share("https://twitter.com/intent/tweet?url="),
            linkedin: share("https://www.linkedin.com/sharing/share-offsite/?url="),
        },
        link,
    }
}

/// Truncates the text: longer input is never a valid code or address, and must not cost time.
fn shortened(text: &str, limit: usize) -> &str {
    let end = text.char_indices().nth(limit).map(|(at, _)| at);
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// Percent-encoded as a query value: all but unreserved characters (RFC 3986, section 2.3).
fn encoded(text: &str) -> String {
    const HEXADECIMAL: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = String::with_capacity(text.len());
    let digit = |nibble: u8| {
        HEXADECIMAL
            .get(usize::from(nibble))
            .copied()
            .map_or('0', char::from)
    };
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            out.push(digit(byte >> 4));
            out.push(digit(byte & 0xF));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_characters_are_encoded() {
        let made = link(&ReferralInput {
            origin: "https://ajo.example/".into(),
            code: "A&B=é".into(),
        });
        assert_eq!(made.link, "https://ajo.example/?referrer=A%26B%3D%C3%A9");
        assert_eq!(
            made.shares.whatsapp,
            "https://wa.me/?text=https%3A%2F%2Fajo.example%2F%3Freferrer%3DA%2526B%253D%25C3%25A9"
        );
    }
}
