//! The OpenAPI document: generated from the handlers, completed here with the parts common to all calls.

mod components;
mod failures;

use ground::error::ErrorCode;
use serde_json::{Value, json};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Components, OpenApi, OpenApiBuilder};

const ABOUT: &str = "A white-label personal finance app: accounts, wallets, payments, bills, chat.\n\n\
    Every successful response is `{\"data\": …, \"message\"?: \"…\"}`, every failure is a problem document (RFC 9457) whose `code` is \
    stable. Amounts are decimal strings at the currency's scale, instants RFC 3339 in UTC, dates `YYYY-MM-DD`. Unknown \
    fields are ignored. Conventions and quirks: docs/api-design.md.";

/// The areas, as tags.
const TAGS: [(&str, &str); 11] = [
    (
        "identity",
        "Registration, sign-in, sessions, profile, identity verification, PIN, user settings.",
    ),
    ("settings", "The brand's app configuration."),
    (
        "wallet",
        "Wallets, funding, quotes, withdrawals, transfers, transactions, banks and saved accounts.",
    ),
    ("bills", "Bills and top-ups, paid from a wallet."),
    (
        "plans",
        "Savings, loans and coin sets: offering, taking, paying and ending them.",
    ),
    (
        "signals",
        "Trade signals: the subscription, predictions, strategies.",
    ),
    ("community", "The chat with support, and referral."),
    (
        "realtime",
        "Authorisation for channels of the WebSocket at `/app/{key}`.",
    ),
    (
        "account",
        "A user's whole account: closing it, and the export of its data.",
    ),
    ("rules", "Direct evaluation of the rules."),
    (
        "sandbox",
        "Simulated external providers. Not available in production.",
    ),
];

/// Calls of `identity` that ignore `X-Business`.
const OF_NO_BRAND: [&str; 2] = ["/api/countries", "/api/local-governments"];

/// The document that the handlers' descriptions are added to.
pub fn base() -> OpenApi {
    let mut components = Components::new();
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    components.add_security_scheme("bearer", bearer);
    OpenApiBuilder::new().components(Some(components)).build()
}

/// Completes the description generated from the handlers.
pub fn complete(described: &OpenApi) -> Value {
    let mut description = serde_json::to_value(described).unwrap_or_default();
    description["info"] = json!({
        "title": "Ajo",
        "version": env!("CARGO_PKG_VERSION"),
        "description": ABOUT,
        "license": { "name": env!("CARGO_PKG_LICENSE") },
        "contact": { "name": "Ajo" },
    });
    description["servers"] =
        json!([{ "url": "/", "description": "The host that serves this document" }]);
    let mut tags = Vec::new();
    for (path, operation) in operations(&mut description) {
        if let Some(tag) = operation["tags"][0].as_str() {
            tags.push(String::from(tag));
        }
        complete_operation(&path, operation);
    }
    let used = TAGS
        .iter()
        .filter(|(name, _)| tags.iter().any(|tag| tag == name));
    description["tags"] = used
        .map(|(name, about)| json!({ "name": name, "description": about }))
        .collect();
    components::complete(&mut description);
    description
}

/// Every operation with its path.
fn operations(description: &mut Value) -> impl Iterator<Item = (String, &mut Value)> {
    let paths = description["paths"].as_object_mut().into_iter().flatten();
    paths.flat_map(|(path, calls)| {
        let calls = calls.as_object_mut().into_iter().flatten();
        calls.map(move |(_, operation)| (path.clone(), operation))
    })
}

fn complete_operation(path: &str, operation: &mut Value) {
    if operation["description"].is_null() {
        operation["description"] = operation["summary"].clone();
    }
    let protected = operation["security"].is_array();
    let is_of_identity = operation["tags"][0] == "identity";
    let mut headers = Vec::new();
    if (protected || is_of_identity) && !OF_NO_BRAND.contains(&path) {
        headers.push(components::BUSINESS);
    }
    if protected {
        headers.push(components::PASSIVE);
    }
    if !headers.is_empty() {
        let named = |name| json!({ "$ref": format!("#/components/parameters/{name}") });
        let own = operation["parameters"].as_array().cloned();
        let headers = headers.into_iter().map(named);
        operation["parameters"] = own.into_iter().flatten().chain(headers).collect();
    }
    if let Some(body) = operation.get_mut("requestBody") {
        may_be_absent(body);
    }
    failures::complete(path, operation);
    let answers = operation["responses"].as_object_mut();
    for (status, answer) in answers.into_iter().flatten() {
        if answer["description"]
            .as_str()
            .unwrap_or_default()
            .is_empty()
        {
            answer["description"] = json!(success(status));
        }
    }
}

/// `Option<T>` means that the body may be absent, not that it may be `null`.
fn may_be_absent(body: &mut Value) {
    for content in body["content"].as_object_mut().into_iter().flatten() {
        let schema = &mut content.1["schema"];
        let variants = schema["oneOf"].as_array();
        let given = variants.and_then(|of| of.iter().find(|one| one["type"] != "null"));
        if let Some(given) = given.cloned() {
            *schema = given;
        }
    }
}

fn success(status: &str) -> &'static str {
    match status {
        "200" => "Success.",
        "201" => "Created.",
        "202" => "Accepted: the outcome is not known yet.",
        _ => "See the description of the call.",
    }
}

/// The codes that an operation documents for a status.
pub fn documented(operation: &Value, status: u16) -> Vec<&str> {
    let codes = &operation["responses"][status.to_string()][ground::error::CODES];
    let codes = codes.as_array().into_iter().flatten();
    codes.filter_map(Value::as_str).collect()
}

/// The document as deterministic text.
pub fn text(description: &Value) -> String {
    // The keys of a `Value` are sorted.
    let mut text = serde_json::to_string_pretty(description).unwrap_or_default();
    text.push('\n');
    text
}

/// Codes that belong to no operation: unknown methods and pages, invalid HTTP.
pub const OF_NO_CALL: [ErrorCode; 4] = [
    ErrorCode::MalformedHost,
    ErrorCode::MethodNotAllowed,
    ErrorCode::MalformedRequest,
    ErrorCode::NoWebapp,
];
