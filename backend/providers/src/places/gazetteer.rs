//! Countries with their states (`countries.json`, from the npm package country-region-data 4.1.0, except states of
//! countries that document 1, section 3, lists without) and Nigeria's local governments (`nigeria.json`, from
//! nigeria-state-lga-data 1.1.5). Both packages are under the MIT licence.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use utoipa::ToSchema;

/// A country.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Country {
    pub name: String,
    /// Blank for a country whose addresses have no state.
    pub states: Vec<String>,
}

/// All countries, by name.
pub fn countries() -> &'static [Country] {
    static COUNTRIES: LazyLock<Vec<Country>> =
        LazyLock::new(|| serde_json::from_str(include_str!("countries.json")).unwrap_or_default());
    &COUNTRIES
}

/// The local governments of a state; empty outside Nigeria.
pub fn local_governments(country: &str, state: &str) -> &'static [String] {
    let known = (country == "Nigeria")
        .then(|| nigeria().get(state))
        .flatten();
    known.map_or(&[], Vec::as_slice)
}

/// Nigeria's local governments, by state.
pub(super) fn nigeria() -> &'static BTreeMap<String, Vec<String>> {
    static STATES: LazyLock<BTreeMap<String, Vec<String>>> =
        LazyLock::new(|| serde_json::from_str(include_str!("nigeria.json")).unwrap_or_default());
    &STATES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_are_complete_and_sorted() {
        let names: Vec<&str> = countries()
            .iter()
            .map(|country| country.name.as_str())
            .collect();
        assert_eq!(
            (names.first(), names.last()),
            (Some(&"Afghanistan"), Some(&"Zimbabwe"))
        );
        assert!(names.len() > 200);
        for country in countries() {
            let without = [
                "Antarctica",
                "Australia",
                "Hong Kong",
                "Malta",
                "Monaco",
                "Singapore",
                "United Kingdom",
            ];
            if without.contains(&country.name.as_str()) {
                assert!(country.states.is_empty(), "{}", country.name);
            }
        }
    }

    #[test]
    fn nigeria_has_its_states_and_their_local_governments() {
        let nigeria = countries()
            .iter()
            .find(|country| country.name == "Nigeria")
            .unwrap();
        let states: Vec<&String> = super::nigeria().keys().collect();
        assert_eq!(nigeria.states.iter().collect::<Vec<_>>(), states);
        assert_eq!(states.len(), 37);
        assert!(
            local_governments("Nigeria", "Lagos")
                .iter()
                .any(|name| name == "Ikeja")
        );
        assert!(local_governments("Ghana", "Lagos").is_empty());
        assert!(local_governments("Nigeria", "Ashanti").is_empty());
        assert!(super::nigeria().values().map(Vec::len).sum::<usize>() > 700);
    }
}
