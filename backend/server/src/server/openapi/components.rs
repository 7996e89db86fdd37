//! Shared components: schemas, headers, common parameters.

use ground::error::{ErrorCode, Problem};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use utoipa::{PartialSchema, ToSchema};

/// The parameter for `X-Business`.
pub const BUSINESS: &str = "Business";
/// The parameter for `X-Passive`.
pub const PASSIVE: &str = "Passive";

/// Adds the components that the completed operations refer to, and removes unreferenced ones.
pub fn complete(description: &mut Value) {
    let components = &mut description["components"];
    let mut named = vec![
        (String::from("Problem"), Problem::schema()),
        (ErrorCode::name().into_owned(), ErrorCode::schema()),
    ];
    Problem::schemas(&mut named);
    for (name, schema) in named {
        components["schemas"][name] = serde_json::to_value(schema).unwrap_or_default();
    }
    components["headers"] = json!({
        "RetryAfter": { "description": "Seconds to wait before the next attempt.", "schema": { "type": "integer", "minimum": 1 } },
    });
    components["parameters"] = json!({
        BUSINESS: {
            "name": "X-Business", "in": "header", "required": false, "schema": { "type": "string" },
            "description": "The brand's uuid. Without it, the host name decides.",
        },
        PASSIVE: {
            "name": "X-Passive", "in": "header", "required": false, "schema": { "type": "boolean" },
            "description": "`true`: the user did not cause this call (polling), so it does not extend the session.",
        },
    });
    if let Some(schemas) = description["components"]["schemas"].as_object_mut() {
        refer_to_parameters(schemas);
    }
    drop_unused(description);
}

/// Replaces the inlined schema in an envelope by a reference to the component, so that clients get one named type.
fn refer_to_parameters(schemas: &mut Map<String, Value>) {
    const PLACES: [&str; 4] = [
        "/properties/data",
        "/properties/data/items",
        "/properties/data/properties/data/items",
        "/properties/data/additionalProperties",
    ];
    let names: Vec<String> = schemas.keys().cloned().collect();
    for name in names.iter().filter(|name| name.starts_with("Envelope_")) {
        let held = name.rsplit('_').next().unwrap_or_default();
        let Some(named) = schemas.get(held).cloned() else {
            continue;
        };
        for place in PLACES {
            let repeated = schemas
                .get_mut(name)
                .and_then(|schema| schema.pointer_mut(place));
            if let Some(repeated) = repeated.filter(|repeated| **repeated == named) {
                *repeated = json!({ "$ref": format!("#/components/schemas/{held}") });
            }
        }
    }
}

fn drop_unused(description: &mut Value) {
    let mut used = BTreeSet::new();
    let mut found = Vec::new();
    references(&description["paths"], &mut found);
    while let Some(reference) = found.pop() {
        if used.insert(reference.clone()) {
            let place = reference.trim_start_matches('#');
            references(
                description.pointer(place).unwrap_or(&Value::Null),
                &mut found,
            );
        }
    }
    for kind in ["schemas", "headers", "parameters"] {
        if let Some(members) = description["components"][kind].as_object_mut() {
            members.retain(|name, _| used.contains(&format!("#/components/{kind}/{name}")));
        }
    }
}

fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get("$ref") {
                found.push(reference.clone());
            }
            members
                .values()
                .for_each(|member| references(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::{drop_unused, refer_to_parameters};
    use serde_json::json;

    #[test]
    fn unreferenced_components_are_removed() {
        let mut description = json!({
            "paths": { "/a": { "$ref": "#/components/schemas/A" } },
            "components": { "schemas": {
                "A": { "items": { "$ref": "#/components/schemas/B" } },
                "B": {},
                "C": { "items": { "$ref": "#/components/schemas/C" } },
            } },
        });
        drop_unused(&mut description);
        let left = &description["components"]["schemas"];
        assert!(left["A"].is_object() && left["B"].is_object(), "{left}");
        assert!(left["C"].is_null(), "{left}");
    }

    #[test]
    fn an_envelope_refers_to_its_component() {
        let held = json!({ "type": "object", "properties": { "id": {} } });
        let schemas = json!({
            "A": held,
            "Envelope_A": { "properties": { "data": held } },
            "Envelope_Vec_A": { "properties": { "data": { "type": "array", "items": held } } },
        });
        let mut schemas = schemas.as_object().unwrap().clone();
        refer_to_parameters(&mut schemas);
        let reference = json!({ "$ref": "#/components/schemas/A" });
        assert_eq!(schemas["Envelope_A"]["properties"]["data"], reference);
        let items = &schemas["Envelope_Vec_A"]["properties"]["data"]["items"];
        assert_eq!(*items, reference);
    }
}
