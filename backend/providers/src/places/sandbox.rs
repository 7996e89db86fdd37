//! Nigerian places by local government: `12 Allen Avenue, Ikeja` is matched by its last words.

use super::gazetteer::nigeria;
use super::{Place, PlacesPort, PlacesUnavailable};
use crate::Later;
use crate::sandbox::{Outcome, Port, Sandbox};

const MOST_PLACES: usize = 5;
const SHORTEST_WORD_CHARS: usize = 3;
/// Each state has its own prefix of postal codes; they are fictitious.
const FIRST_POSTAL_CODE: usize = 100_001;
const CODES_A_STATE: usize = 1_000;

pub struct SandboxPlaces {
    sandbox: Sandbox,
}

impl SandboxPlaces {
    pub const fn new(sandbox: Sandbox) -> Self {
        Self { sandbox }
    }
}

/// Places whose local government matches the last words; the words before them are the street.
fn find(typed: &str) -> Vec<Place> {
    let words: Vec<&str> = typed
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .collect();
    let mut places = Vec::new();
    for count in (1..=words.len().min(2)).rev() {
        let (street, name) = words.split_at(words.len() - count);
        let name = name.join(" ").to_lowercase();
        if name.chars().count() < SHORTEST_WORD_CHARS {
            continue;
        }
        for (number, (state, areas)) in nigeria().iter().enumerate() {
            for (place, area) in areas.iter().enumerate() {
                if places.len() < MOST_PLACES && area.to_lowercase().starts_with(&name) {
                    places.push(made_up(
                        &street.join(" "),
                        area,
                        state,
                        number * CODES_A_STATE + place,
                    ));
                }
            }
        }
    }
    places
}

fn made_up(street: &str, area: &str, state: &str, number: usize) -> Place {
    let address = if street.is_empty() {
        format!("1 {area} Road")
    } else {
        street.to_owned()
    };
    Place {
        label: format!("{address}, {area}, {state}, Nigeria"),
        address,
        city: area.into(),
        lga: Some(area.into()),
        state: Some(state.into()),
        country: "Nigeria".into(),
        postal_code: Some((FIRST_POSTAL_CODE + number).to_string()),
    }
}

impl PlacesPort for SandboxPlaces {
    fn find<'a>(&'a self, typed: &'a str) -> Later<'a, Result<Vec<Place>, PlacesUnavailable>> {
        Box::pin(async move {
            let outcome = self.sandbox.behave(Port::Places).await;
            match outcome.map_err(|_| PlacesUnavailable)? {
                Outcome::Succeed | Outcome::BvnRequired | Outcome::Partly => Ok(find(typed)),
                Outcome::Fail => Ok(Vec::new()),
                Outcome::LoseAnswer | Outcome::LoseRequest => Err(PlacesUnavailable),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streets_are_found_by_local_government() {
        let places = find("12 Allen Avenue, Ikeja");
        assert_eq!(places[0].address, "12 Allen Avenue");
        assert_eq!(
            (places[0].city.as_str(), places[0].state.as_deref()),
            ("Ikeja", Some("Lagos"))
        );
        assert_eq!(find("ikej")[0].address, "1 Ikeja Road");
        assert!(find("").is_empty() && find("xx").is_empty() && find("no such place").is_empty());
    }
}
