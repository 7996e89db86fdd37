//! The failures of an operation: the codes that its handler declares, and those that follow from its parameters and body.

use ground::error::CODES;
use ground::error::ErrorCode::{self, *};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Every call: URL, general rate limit, database.
const ANY: &[ErrorCode] = &[
    MalformedAddress,
    TooManyRequests,
    Internal,
    Unavailable,
    Contended,
];
const WITH_A_SESSION: &[ErrorCode] = &[Unauthenticated];
const WITH_A_BRAND: &[ErrorCode] = &[NotFound];
const WITH_A_QUERY: &[ErrorCode] = &[WrongType];
const WITH_JSON: &[ErrorCode] = &[
    UnreadableBody,
    TooLarge,
    UnsupportedMediaType,
    MalformedJson,
    WrongType,
];
const WITH_A_FILE: &[ErrorCode] = &[UnreadableBody, FileMissing, TooLarge];
const UNDER_A_KEY: &[ErrorCode] = &[
    IdempotencyKeyRequired,
    IdempotencyKeyReused,
    OperationAbandoned,
    OperationRunning,
];
/// Failures of `money::execute`.
const PAID: &[ErrorCode] = &[PinAuthorisationRequired, Restricted, MoneyOwed, Refused];
/// Failures of `money::quote`.
const QUOTED: &[ErrorCode] = &[Restricted, MoneyOwed];

/// Replaces the handler's failure responses with one response per status, all codes included.
pub fn complete(path: &str, operation: &mut Value) {
    let mut codes: BTreeSet<ErrorCode> = follow(path, operation)
        .into_iter()
        .flatten()
        .copied()
        .collect();
    let Some(responses) = operation["responses"].as_object_mut() else {
        return;
    };
    responses.retain(|status, response| {
        let named = response[CODES].as_array().into_iter().flatten();
        codes.extend(named.filter_map(|code| ErrorCode::named(code.as_str()?)));
        status.starts_with(['2', '3'])
    });
    let mut by_status: BTreeMap<String, Vec<ErrorCode>> = BTreeMap::new();
    for code in codes {
        let status = code.status().as_str().to_owned();
        by_status.entry(status).or_default().push(code);
    }
    for (status, codes) in by_status {
        responses.insert(status, response(&codes));
    }
}

/// The codes that follow from the operation's parameters and body.
fn follow(path: &str, operation: &Value) -> Vec<&'static [ErrorCode]> {
    let mut codes = vec![ANY];
    if path.starts_with("/api/quotes/") {
        codes.push(QUOTED);
    }
    let has = |place: &str, name: Option<&str>| {
        let mut parameters = operation["parameters"].as_array().into_iter().flatten();
        parameters.any(|parameter| {
            parameter["in"] == place && name.is_none_or(|name| parameter["name"] == name)
        })
    };
    let is_one_of = |common: &str| {
        let mut parameters = operation["parameters"].as_array().into_iter().flatten();
        let place = format!("#/components/parameters/{common}");
        parameters.any(|parameter| parameter["$ref"] == place)
    };
    if operation["security"].is_array() {
        codes.push(WITH_A_SESSION);
    }
    if is_one_of(super::components::BUSINESS) {
        codes.push(WITH_A_BRAND);
    }
    if has("query", None) {
        codes.push(WITH_A_QUERY);
    }
    if has("header", Some("Idempotency-Key")) {
        codes.push(UNDER_A_KEY);
    }
    if has("header", Some("X-Pin-Authorisation")) {
        codes.push(PAID);
    }
    let body = &operation["requestBody"]["content"];
    if body["application/json"].is_object() {
        codes.push(WITH_JSON);
    }
    if body["multipart/form-data"].is_object() {
        codes.push(WITH_A_FILE);
    }
    codes
}

fn response(codes: &[ErrorCode]) -> Value {
    let words: Vec<&str> = codes.iter().map(|code| code.as_str()).collect();
    let description = match codes {
        [code] => format!("`{}`: {}", code.as_str(), code.meaning()),
        _ => format!("One of `{}`.", words.join("`, `")),
    };
    let mut response = json!({
        "description": description,
        "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
        CODES: words,
    });
    if codes.iter().any(|code| says_when(*code)) {
        response["headers"] =
            json!({ "Retry-After": { "$ref": "#/components/headers/RetryAfter" } });
    }
    response
}

/// Whether a response with the code has `Retry-After`.
const fn says_when(code: ErrorCode) -> bool {
    matches!(
        code,
        TooManyRequests | Unavailable | Contended | PinLocked | OperationRunning | BankUnavailable
    )
}
