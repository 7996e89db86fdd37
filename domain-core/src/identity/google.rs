//! The account for a Google sign-in. Only the server decides, so the rule is not in the catalogue.
//!
//! An address at another provider that Google once verified may have a new owner since. For its own addresses, and for
//! domains that it hosts, Google's claim is as good as a code.

/// The domain of addresses that Google issues itself.
const OWN_ENDING: &str = "@gmail.com";

/// Google's claims about an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProvenAddress<'a> {
    /// In lower case.
    pub email: &'a str,
    /// Whether Google has verified the address.
    pub email_verified: bool,
    /// The domain of the user's organisation, if Google hosts it.
    pub hosted_domain: Option<&'a str>,
}

/// Whether the user is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnownAs {
    /// The user signed in with Google before.
    Linked,
    /// No account has the address.
    Nobody,
    /// A sign-up has the address, but its owner never verified it.
    Unproven,
    /// An account whose owner has verified the address.
    Owner,
}

/// The decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoogleStep {
    /// Sign in.
    SignIn,
    /// Open an account.
    Register,
    /// Take over an unverified sign-up; its password becomes invalid.
    TakeOver,
    /// Sign in to the account with that address, and link it to Google.
    Link,
    /// The user has to sign in with the password.
    UseOwnMethod,
    /// Google has not verified the address.
    ProveAddress,
}

/// The decision for a user who signs in with Google.
#[must_use]
pub fn step(claims: ProvenAddress<'_>, known: KnownAs) -> GoogleStep {
    match known {
        KnownAs::Linked => GoogleStep::SignIn,
        _ if !claims.email_verified => GoogleStep::ProveAddress,
        KnownAs::Nobody if vouches(claims) => GoogleStep::Register,
        KnownAs::Unproven if vouches(claims) => GoogleStep::TakeOver,
        KnownAs::Owner if vouches(claims) => GoogleStep::Link,
        KnownAs::Owner => GoogleStep::UseOwnMethod,
        KnownAs::Nobody | KnownAs::Unproven => GoogleStep::ProveAddress,
    }
}

/// Whether Google vouches for the current owner of the address.
fn vouches(claims: ProvenAddress<'_>) -> bool {
    let hosted = claims.hosted_domain.is_some_and(|domain| {
        let (_, own) = claims.email.rsplit_once('@').unwrap_or_default();
        !domain.is_empty() && own.eq_ignore_ascii_case(domain)
    });
    hosted || claims.email.ends_with(OWN_ENDING)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GMAIL: ProvenAddress<'_> = ProvenAddress {
        email: "ada@gmail.com",
        email_verified: true,
        hosted_domain: None,
    };
    const HOSTED: ProvenAddress<'_> = ProvenAddress {
        email: "ada@shop.example",
        email_verified: true,
        hosted_domain: Some("Shop.example"),
    };
    const ELSEWHERE: ProvenAddress<'_> = ProvenAddress {
        email: "ada@shop.example",
        email_verified: true,
        hosted_domain: None,
    };

    #[test]
    fn google_vouches_for_own_and_hosted_addresses() {
        for claims in [GMAIL, HOSTED] {
            assert_eq!(step(claims, KnownAs::Nobody), GoogleStep::Register);
            assert_eq!(step(claims, KnownAs::Unproven), GoogleStep::TakeOver);
            assert_eq!(step(claims, KnownAs::Owner), GoogleStep::Link);
        }
    }

    #[test]
    fn addresses_at_other_providers_open_no_account() {
        let other_domain = ProvenAddress {
            hosted_domain: Some("evil.example"),
            ..ELSEWHERE
        };
        let no_domain = ProvenAddress {
            hosted_domain: Some(""),
            email: "ada@",
            ..ELSEWHERE
        };
        let similar = ProvenAddress {
            email: "ada@notgmail.com",
            ..ELSEWHERE
        };
        for claims in [ELSEWHERE, other_domain, no_domain, similar] {
            assert_eq!(step(claims, KnownAs::Owner), GoogleStep::UseOwnMethod);
            assert_eq!(step(claims, KnownAs::Nobody), GoogleStep::ProveAddress);
            assert_eq!(step(claims, KnownAs::Unproven), GoogleStep::ProveAddress);
        }
    }

    #[test]
    fn unverified_addresses_do_not_count_and_linked_users_need_none() {
        let unverified = ProvenAddress {
            email_verified: false,
            ..GMAIL
        };
        for known in [KnownAs::Nobody, KnownAs::Unproven, KnownAs::Owner] {
            assert_eq!(step(unverified, known), GoogleStep::ProveAddress);
        }
        assert_eq!(step(unverified, KnownAs::Linked), GoogleStep::SignIn);
    }
}
