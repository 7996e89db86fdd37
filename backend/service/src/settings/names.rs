//! Names that identify a brand: a subdomain of the product's domain, or its own domain.

use domain_core::settings::branding::{HostInput, Identifier, IdentifierType, identifier};
use domain_core::validation::is_domain;

/// The product's own brand, for every host without a tenant.
pub const DEFAULT: &str = "ajo";

/// How a host name identifies a tenant. A test subdomain applies to every host; without one, subdomains also work on a
/// developer's machine: `esusu.localhost`.
pub fn identified(own_domain: &str, test_subdomain: Option<&str>, host: &str) -> Identifier {
    identifier(&HostInput {
        host: host.into(),
        own_domain: own_domain.into(),
        production: test_subdomain.is_none(),
        test_subdomain: test_subdomain.unwrap_or(DEFAULT).into(),
    })
}

/// Whether a subdomain of this name finds a tenant. `www` and `app` find none.
pub fn is_subdomain(own_domain: &str, name: &str) -> bool {
    let found = identified(own_domain, None, &[name, ".", own_domain].concat());
    // Any domain serves to check that the label is valid.
    let is_label = !name.contains('.') && is_domain(&[name, ".example"].concat());
    is_label && found.identifiertype == IdentifierType::Subdomain && found.identifier == name
}

/// Whether a host is the product's own domain or a subdomain of it.
pub fn is_ours(own_domain: &str, host: &str) -> bool {
    let below = host.strip_suffix(own_domain);
    below.is_some_and(|below| below.is_empty() || below.ends_with('.'))
}

/// Whether a host of this name is a tenant's own domain: not the product's own domain or its subdomains.
pub fn is_own_domain(own_domain: &str, domain: &str) -> bool {
    let found = identified(own_domain, None, domain);
    is_domain(domain)
        && domain != own_domain
        && found.identifiertype == IdentifierType::Domain
        && found.identifier == domain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subdomain_is_one_label_that_names_a_tenant() {
        for good in ["esusu", "co-op", "bank2", "9mobile"] {
            assert!(is_subdomain("ajo.ng", good), "{good}");
            assert!(is_subdomain("localhost", good), "{good}");
        }
        let long = "x".repeat(64);
        for bad in [
            "", "www", "app", "a.b", "-a", "a-", "a b", "Esusu", "ìgbà", "a/b", "a:1", &long,
        ] {
            assert!(!is_subdomain("ajo.ng", bad), "{bad}");
        }
    }

    #[test]
    fn our_hosts_are_the_domain_and_its_subdomains() {
        for ours in ["ajo.ng", "esusu.ajo.ng", "www.ajo.ng"] {
            assert!(is_ours("ajo.ng", ours), "{ours}");
        }
        for other in ["", "ng", "notajo.ng", "ajo.ng.evil.example", "ajo.ng."] {
            assert!(!is_ours("ajo.ng", other), "{other}");
        }
    }

    #[test]
    fn a_domain_is_not_the_products_own() {
        for good in ["pay.example", "bank.com.ng", "notajo.ng"] {
            assert!(is_own_domain("ajo.ng", good), "{good}");
        }
        for bad in [
            "",
            "ajo.ng",
            "esusu.ajo.ng",
            "www.ajo.ng",
            "localhost",
            "10.0.0.1",
            "Pay.example",
            "https://pay.example",
            "pay.example:8080",
            "pay.example.",
            "pay.example/x",
        ] {
            assert!(!is_own_domain("ajo.ng", bad), "{bad}");
        }
    }
}
