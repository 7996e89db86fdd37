//! Whose account somebody signs in to who comes from Google. Only the server decides it, so it is in no catalogue.
//!
//! An address that Google has only heard of proves nothing about today: whoever owns its domain may have given it to
//! somebody else since. For its own addresses, and for domains that it hosts, Google's word is as good as a code.

/// An ending of addresses that Google itself gives out.
const OWN_ENDING: &str = "@gmail.com";

/// What Google says of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProvenAddress<'a> {
    /// In lower case.
    pub email: &'a str,
    /// Whether Google has seen that the address is the person's.
    pub email_verified: bool,
    /// The domain that Google hosts for the person's employer.
    pub hosted_domain: Option<&'a str>,
}

/// What we know of the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KnownAs {
    /// The person came from Google before.
    Linked,
    /// Nobody has an account with the address.
    Nobody,
    /// Somebody signed up with the address and never proved that it is theirs.
    Unproven,
    /// An account whose owner has proven the address.
    Owner,
}

/// What follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoogleStep {
    /// Sign in.
    SignIn,
    /// Open an account.
    Register,
    /// Take the place of a sign-up that nobody proved; its password is worth nothing any more.
    TakeOver,
    /// Sign in to the account with that address, from now on by Google too.
    Link,
    /// The account has to be entered as before: by its password.
    UseOwnMethod,
    /// Google has not seen that the address is theirs.
    ProveAddress,
}

/// What follows for somebody who comes from Google.
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

/// Whether Google answers for who has the address now.
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
    fn an_address_of_somebody_elses_opens_no_account() {
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
