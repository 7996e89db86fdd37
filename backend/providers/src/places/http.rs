//! A provider of address search over HTTP, as described in docs/providers.md.

use super::{Place, PlacesPort, PlacesUnavailable};
use crate::Later;
use crate::bank::checks::name;
use crate::client::{ProviderClient, Wire};
use crate::rows::Rows;
use axum::http::{Method, StatusCode};
use ground::config::{ConfigError, PlacesProvider};
use serde::Deserialize;
use serde_json::json;

const MOST_PLACES: usize = 8;
const LONGEST_POSTAL_CODE_BYTES: usize = 16;

/// A provider over HTTP.
pub struct HttpPlaces {
    client: ProviderClient,
}

#[derive(Deserialize)]
struct Found {
    places: Rows<Place>,
}

impl HttpPlaces {
    /// # Errors
    /// An invalid URL.
    pub fn new(provider: &PlacesProvider, wire: Wire) -> Result<Self, ConfigError> {
        let client = ProviderClient::new(&provider.url, provider.key.clone(), wire)?;
        Ok(Self { client })
    }
}

/// Validates the parts of a place; `None` if one is invalid.
fn checked(place: Place) -> Option<Place> {
    let part = |text: Option<String>| text.and_then(|text| name(&text));
    Some(Place {
        label: name(&place.label)?,
        address: name(&place.address)?,
        city: name(&place.city)?,
        lga: part(place.lga),
        state: part(place.state),
        country: name(&place.country)?,
        postal_code: part(place.postal_code).filter(|code| code.len() <= LONGEST_POSTAL_CODE_BYTES),
    })
}

impl PlacesPort for HttpPlaces {
    fn find<'a>(&'a self, typed: &'a str) -> Later<'a, Result<Vec<Place>, PlacesUnavailable>> {
        Box::pin(async move {
            let body = json!({ "query": typed }).to_string().into_bytes();
            let answered = self
                .client
                .call(Method::POST, "/places/find", &[], body)
                .await;
            let answered = answered.map_err(|_| PlacesUnavailable)?;
            let found = answered
                .read::<Found>()
                .filter(|_| answered.status == StatusCode::OK)
                .ok_or(PlacesUnavailable)?;
            let places = found.places.0.into_iter().filter_map(checked);
            Ok(places.take(MOST_PLACES).collect())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Reply, Stub, quick};
    use ground::secret::Secret;

    async fn found(reply: Reply) -> Result<Vec<Place>, PlacesUnavailable> {
        let stub = Stub::new([reply]).await;
        let provider = PlacesProvider {
            url: stub.url("/v1"),
            key: Secret::new("key".into()),
        };
        let places = HttpPlaces::new(&provider, quick()).unwrap();
        places.find("12 Allen").await
    }

    #[tokio::test]
    async fn invalid_places_are_skipped() {
        let answer = r#"{"places":[{"label":"12 Allen Avenue, Ikeja","address":"12 Allen Avenue","city":"Ikeja","lga":"Ikeja","state":"Lagos","country":"Nigeria","postal_code":"100271"},
            {"label":"x\u202ey","address":"a","city":"b","lga":null,"state":null,"country":"c","postal_code":null}]}"#;
        let places = found(Reply::json(200, answer)).await.unwrap();
        assert_eq!(places.len(), 1);
        assert_eq!(places[0].state.as_deref(), Some("Lagos"));
        for reply in [
            Reply::json(200, "{}"),
            Reply::json(500, answer),
            Reply::Silence,
        ] {
            assert_eq!(found(reply).await, Err(PlacesUnavailable));
        }
    }
}
