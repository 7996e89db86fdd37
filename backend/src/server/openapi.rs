//! The description of the API, generated from the handlers.

use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Components, InfoBuilder, OpenApi, OpenApiBuilder};

/// What every call's description is added to.
pub fn base() -> OpenApi {
    let mut components = Components::new();
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    components.add_security_scheme("bearer", bearer);
    let info = InfoBuilder::new()
        .title("Ajo")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("Conventions: docs/api-design.md."))
        .build();
    OpenApiBuilder::new()
        .info(info)
        .components(Some(components))
        .build()
}

/// The description as text, the same each time.
pub fn text(description: &OpenApi) -> String {
    // Through a value, whose keys are sorted.
    let value = serde_json::to_value(description).unwrap_or_default();
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}
