//! Which account a Google sign-in opens. Only the server decides it, so it is not in the catalogue.
//!
//! An address at another provider that Google once verified may have a new owner since. For its own addresses, and for
//! domains that it hosts, Google's word is as good as a code.

/// A domain of addresses that Google itself issues.
const OWN_ENDING: &str = "@gmail.com";

/// Google's claims about an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProvenAddress<'a> {
    /// In lower case.
    pub email: &'a str,
    /// Whether Google has verified the address.
    pub email_verified: bool,
    /// The domain that Google hosts for the person's employer.
    pub hosted_domain: Option<&'a str>,
}

/// What is known of the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnownAs {
    /// The user signed in with Google before.
    Linked,
    /// There is no account with the address.
    Nobody,
    /// There is a sign-up with the address, but it was never proven.
    Unproven,
    /// An account whose owner has proven the address.
    Owner,
}

/// The decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoogleStep {
    /// Sign in.
    SignIn,
    /// Open an account.
    Register,
    /// Take over a sign-up that was never proven; its password becomes invalid.
    TakeOver,
    /// Sign in to the account with that address, and link it with Google.
    Link,
    /// The user has to sign in with the password.
    UseOwnMethod,
    /// Google has not verified the address.
    ProveAddress,
}

/// The decision for a user who comes from Google.
#[must_use]
pub fn step(said: ProvenAddress<'_>, known: KnownAs) -> GoogleStep {
    match known {
        KnownAs::Linked => GoogleStep::SignIn,
        _ if !said.email_verified => GoogleStep::ProveAddress,
        KnownAs::Nobody if vouches(said) => GoogleStep::Register,
        KnownAs::Unproven if vouches(said) => GoogleStep::TakeOver,
        KnownAs::Owner if vouches(said) => GoogleStep::Link,
        KnownAs::Owner => GoogleStep::UseOwnMethod,
        KnownAs::Nobody | KnownAs::Unproven => GoogleStep::ProveAddress,
    }
}

/// Whether Google vouches for the current owner of the address.
fn vouches(said: ProvenAddress<'_>) -> bool {
    let hosted = said.hosted_domain.is_some_and(|domain| {
        let (_, own) = said.email.rsplit_once('@').unwrap_or_default();
        !domain.is_empty() && own.eq_ignore_ascii_case(domain)
    });
    hosted || said.email.ends_with(OWN_ENDING)
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
    fn googles_word_is_taken_for_its_own_addresses_and_those_it_hosts() {
        for said in [GMAIL, HOSTED] {
            assert_eq!(step(said, KnownAs::Nobody), GoogleStep::Register);
            assert_eq!(step(said, KnownAs::Unproven), GoogleStep::TakeOver);
            assert_eq!(step(said, KnownAs::Owner), GoogleStep::Link);
        }
    }

    #[test]
    fn an_address_at_another_provider_opens_no_account() {
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
        for said in [ELSEWHERE, other_domain, no_domain, similar] {
            assert_eq!(step(said, KnownAs::Owner), GoogleStep::UseOwnMethod);
            assert_eq!(step(said, KnownAs::Nobody), GoogleStep::ProveAddress);
            assert_eq!(step(said, KnownAs::Unproven), GoogleStep::ProveAddress);
        }
    }

    #[test]
    fn an_unverified_address_counts_for_nothing_and_a_known_person_needs_none() {
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
