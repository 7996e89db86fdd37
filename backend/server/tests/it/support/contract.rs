//! The API's description: its calls and their parameters.

use axum::http::Method;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A call in the description.
pub struct Operation {
    pub method: Method,
    /// The path, with its parameters in braces.
    pub path: String,
    /// Whether it requires a bearer token.
    pub protected: bool,
    /// All parameters: `path id`, `query search`, `header X-Of-Ours`, `body quote_id`, `body sender.name`.
    pub takes: BTreeSet<String>,
}

impl Operation {
    /// The name, as in `GET /api/liveness/{id}`.
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// The path with a value for all parameters.
    pub fn path_with(&self, value: &str) -> String {
        let part = |part| match str::starts_with(part, '{') {
            true => value,
            false => part,
        };
        self.path.split('/').map(part).collect::<Vec<_>>().join("/")
    }
}

/// The committed description, which a test compares with the generated one, because generating takes seconds.
fn description() -> Value {
    serde_json::from_str(include_str!("../../../../../docs/openapi.json")).expect("it is JSON")
}

/// Every call of the description.
pub fn operations() -> Vec<Operation> {
    let description = description();
    let mut operations = Vec::new();
    for (path, calls) in description["paths"].as_object().unwrap() {
        for (method, call) in calls.as_object().unwrap() {
            let mut takes = BTreeSet::new();
            // Referenced parameters are common to all calls, such as the brand.
            let parameters = call["parameters"].as_array().into_iter().flatten();
            for parameter in parameters.filter(|parameter| parameter["$ref"].is_null()) {
                let word = |name: &str| parameter[name].as_str().unwrap();
                takes.insert(format!("{} {}", word("in"), word("name")));
            }
            let bodies = call["requestBody"]["content"].as_object();
            for body in bodies.into_iter().flat_map(|bodies| bodies.values()) {
                members(&description, &body["schema"], "", &mut takes);
            }
            operations.push(Operation {
                method: method.to_uppercase().parse().unwrap(),
                path: path.clone(),
                protected: call["security"]
                    .as_array()
                    .is_some_and(|one| !one.is_empty()),
                takes,
            });
        }
    }
    operations
}

/// The names of an object's members, and of its members' members.
fn members(description: &Value, schema: &Value, within: &str, found: &mut BTreeSet<String>) {
    if let Some(place) = schema["$ref"].as_str() {
        let named = description.pointer(place.trim_start_matches('#')).unwrap();
        return members(description, named, within, found);
    }
    for several in ["allOf", "anyOf", "oneOf"] {
        for one in schema[several].as_array().into_iter().flatten() {
            members(description, one, within, found);
        }
    }
    if schema["items"].is_object() {
        members(description, &schema["items"], within, found);
    }
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        found.insert(format!("body {within}{name}"));
        members(description, member, &format!("{within}{name}."), found);
    }
}

/// Calls by method and segments of the path, with their descriptions; those without parameters first.
static CALLS: LazyLock<Vec<(String, Vec<String>, Value)>> = LazyLock::new(|| {
    let description = description();
    let mut calls = Vec::new();
    for (path, by_method) in description["paths"].as_object().unwrap() {
        for (method, call) in by_method.as_object().unwrap() {
            let segments: Vec<String> = path.split('/').map(String::from).collect();
            calls.push((method.to_uppercase(), segments, call.clone()));
        }
    }
    calls
        .sort_by_key(|(_, segments, _)| segments.iter().filter(|one| one.starts_with('{')).count());
    calls
});

/// The documented call of a URL.
fn call(method: &Method, path: &str) -> Option<&'static Value> {
    let path = path.split('?').next().unwrap_or_default();
    let parts: Vec<&str> = path.split('/').collect();
    let is_it = |segments: &[String]| {
        let mut pairs = segments.iter().zip(&parts);
        segments.len() == parts.len()
            && pairs.all(|(segment, part)| segment.starts_with('{') || segment == part)
    };
    CALLS
        .iter()
        .find(|(known, segments, _)| known == method.as_str() && is_it(segments))
        .map(|(_, _, call)| call)
}

/// Checks that the description has a code returned by a call.
pub fn expect_documented(method: &Method, path: &str, status: u16, code: &str) {
    // In production the sandbox's calls are unknown paths, absent from the description.
    if path.starts_with("/api/sandbox/") && code == "not_found" {
        return;
    }
    let of_no_call = backend::server::openapi::OF_NO_CALL;
    let Some(call) =
        call(method, path).filter(|_| !of_no_call.iter().any(|one| one.as_str() == code))
    else {
        return;
    };
    let known = backend::server::openapi::documented(call, status);
    assert!(
        known.contains(&code),
        "{method} {path} answers {status} `{code}`, which its description does not name: {known:?}"
    );
}
