//! Places: countries with their states, and address suggestions.

mod gazetteer;
pub(crate) mod http;
pub(crate) mod sandbox;

pub use gazetteer::{Country, countries, local_governments};

use super::Later;
use serde::{Deserialize, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// A suggested address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Place {
    /// The whole address on one line.
    pub label: String,
    pub address: String,
    pub city: String,
    /// The local government area.
    #[schema(required)]
    pub lga: Option<String>,
    #[schema(required)]
    pub state: Option<String>,
    pub country: String,
    #[schema(required)]
    pub postal_code: Option<String>,
}

/// The provider is unavailable, slow, or its answer is invalid; the address can be typed in full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlacesUnavailable;

impl fmt::Display for PlacesUnavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the provider of places did not answer")
    }
}

impl std::error::Error for PlacesUnavailable {}

/// Suggests addresses.
pub trait PlacesPort: Send + Sync {
    /// A few suggestions, most likely first.
    fn find<'a>(&'a self, typed: &'a str) -> Later<'a, Result<Vec<Place>, PlacesUnavailable>>;
}

/// No provider is configured (production only; elsewhere the sandbox takes its place).
pub struct NoPlaces;

impl PlacesPort for NoPlaces {
    fn find<'a>(&'a self, _: &'a str) -> Later<'a, Result<Vec<Place>, PlacesUnavailable>> {
        Box::pin(async { Ok(Vec::new()) })
    }
}
