//! The stored address, and the facts that its form is checked against.

use super::Profile;
use domain_core::identity::ProfileAddress;
use domain_core::identity::address::CountryContext;
use providers::places::countries;

/// The stored address as form values.
pub fn form(profile: &Profile) -> ProfileAddress {
    let text = |part: &Option<String>| part.clone().unwrap_or_default();
    ProfileAddress {
        address: text(&profile.address),
        postal_code: text(&profile.postal_code),
        country: text(&profile.country),
        state: text(&profile.state),
        city: text(&profile.city),
        lga: text(&profile.lga),
        landmark: text(&profile.landmark),
    }
}

/// Whether the form's country has states, if the country is known.
pub fn context(form: &ProfileAddress) -> CountryContext {
    let country = form.country.trim();
    let known = countries().iter().find(|known| known.name == country);
    CountryContext {
        has_states: known.map(|known| !known.states.is_empty()),
    }
}
