//! The tenant's brand.

use super::colour::Colour;
use crate::shape::{choice, form_values, input, output};
use crate::validation::{Code, Form, NoContext, Violation, Violations, count_characters};

/// Subdomains that do not identify a tenant. (Document 1, section 1.)
const NO_TENANT: [&str; 2] = ["www", "app"];

/// Maximum length of a brand name, as used in email subjects and under icons.
pub const LONGEST_BRAND_NAME_CHARS: u64 = 40;

/// Whether this is a valid brand name: 1 to 40 characters on one line.
///
/// ```
/// use domain_core::settings::branding::is_brand_name;
/// assert!(is_brand_name("Èsúsú"));
/// assert!(!is_brand_name("") && !is_brand_name("two\nlines") && !is_brand_name(&"a".repeat(41)));
/// ```
#[must_use]
pub fn is_brand_name(name: &str) -> bool {
    (1..=LONGEST_BRAND_NAME_CHARS).contains(&count_characters(name))
        && !name.chars().any(char::is_control)
}

choice! {
    /// The kind of name that identifies the tenant.
    pub enum IdentifierType {
        Domain = "domain",
        Subdomain = "subdomain",
    }
}

input! {
    /// The host that serves the app.
    pub struct HostInput {
        /// As in the address bar; a port is ignored.
        host: String,
        /// The product's own domain.
        own_domain: String,
        /// Whether it is the production environment, where the host decides.
        production: bool,
        /// The tenant shown outside production.
        test_subdomain: String,
    }
}

output! {
    /// The identifier for requesting the configuration.
    pub struct Identifier {
        /// The tenant's domain or subdomain, in lower case in production.
        identifier: String,
        /// The kind of the identifier.
        identifiertype: IdentifierType,
    }
}

/// Outside production the fixed test subdomain; on the product's own domain the subdomain, unless it is `www` or `app`;
/// otherwise the domain. Source: document 1, section 1.
pub fn identifier(input: &HostInput) -> Identifier {
    let domain = |text: &str| Identifier {
        identifier: text.to_owned(),
        identifiertype: IdentifierType::Domain,
    };
    let subdomain = |text: &str| Identifier {
        identifier: text.to_owned(),
        identifiertype: IdentifierType::Subdomain,
    };
    if !input.production {
        return subdomain(&input.test_subdomain);
    }
    let host = input
        .host
        .split(':')
        .next()
        .unwrap_or_default()
        .trim_end_matches('.')
        .to_ascii_lowercase();
    let own = input.own_domain.to_ascii_lowercase();
    if host == own {
        return domain(&own);
    }
    match host
        .strip_suffix(own.as_str())
        .and_then(|front| front.strip_suffix('.'))
    {
        Some(name) if NO_TENANT.contains(&name) => domain(&own),
        Some(name) if !own.is_empty() => subdomain(name),
        _ => domain(&host),
    }
}

form_values! {
    /// A tenant's colours; blank ones default to the product's own.
    pub struct Branding {
        /// The colour of main texts: `#rgb`, `#rrggbb` or `r,g,b`.
        primary_text: String,
        /// The colour of lesser texts: `#rgb`, `#rrggbb` or `r,g,b`.
        secondary_text: String,
        /// The colour of cards: `#rgb`, `#rrggbb` or `r,g,b`.
        primary_background: String,
        /// The colour of the page: `#rgb`, `#rrggbb` or `r,g,b`.
        secondary_background: String,
        /// The colour of buttons and links: `#rgb`, `#rrggbb` or `r,g,b`.
        accent: String,
    }
}

impl Form for Branding {
    const NAME: &'static str = "branding";
    type Context = NoContext;

    fn check(&self, _: &NoContext, found: &mut Violations) {
        for (field, text) in [
            ("primary_text", &self.primary_text),
            ("secondary_text", &self.secondary_text),
            ("primary_background", &self.primary_background),
            ("secondary_background", &self.secondary_background),
            ("accent", &self.accent),
        ] {
            let is_colour = Colour::parse(text).is_some();
            found
                .optional(field, text)
                .refuse_if(!is_colour, || Violation::new(field, Code::NotAColour))
                .done();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_identify_tenants() {
        for (host, production, identifier, kind) in [
            ("esusu.ajo.ng", true, "esusu", IdentifierType::Subdomain),
            (
                "ESUSU.ajo.ng:8080",
                true,
                "esusu",
                IdentifierType::Subdomain,
            ),
            ("www.ajo.ng", true, "ajo.ng", IdentifierType::Domain),
            ("app.ajo.ng", true, "ajo.ng", IdentifierType::Domain),
            ("ajo.ng", true, "ajo.ng", IdentifierType::Domain),
            ("bank.example", true, "bank.example", IdentifierType::Domain),
            ("notajo.ng", true, "notajo.ng", IdentifierType::Domain),
            ("localhost:5173", false, "demo", IdentifierType::Subdomain),
        ] {
            let input = HostInput {
                host: host.into(),
                own_domain: "ajo.ng".into(),
                production,
                test_subdomain: "demo".into(),
            };
            let found = super::identifier(&input);
            assert_eq!(
                (found.identifier.as_str(), found.identifiertype),
                (identifier, kind),
                "{host}"
            );
        }
    }
}
