//! The generated description of the API matches `docs/openapi.json`, is valid, and describes every response of every
//! call.

use crate::support::{World, sources};
use backend::server::{openapi, router};
use ground::error::ErrorCode;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn description() -> Value {
    router::openapi()
}

/// Each call as `GET /api/…`, with its description.
fn calls(description: &Value) -> Vec<(String, &Value)> {
    let mut calls = Vec::new();
    for (path, by_method) in description["paths"].as_object().unwrap() {
        for (method, call) in by_method.as_object().unwrap() {
            calls.push((format!("{} {path}", method.to_uppercase()), call));
        }
    }
    assert!(calls.len() > 90, "{}", calls.len());
    calls
}

/// Update it with `backend openapi > docs/openapi.json`.
#[test]
fn the_committed_description_is_current() {
    let kept = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/openapi.json"
    ))
    .unwrap_or_default();
    assert!(
        kept == openapi::text(&description()),
        "docs/openapi.json is out of date: backend openapi > docs/openapi.json"
    );
}

#[test]
fn the_document_has_the_products_own_info() {
    let description = description();
    assert_eq!(description["openapi"], "3.1.0");
    let info = &description["info"];
    assert_eq!(info["title"], "Ajo");
    assert_eq!(info["version"], env!("CARGO_PKG_VERSION"));
    assert!(!info.to_string().contains("utoipa"), "{info}");
    for told in ["description", "license", "contact"] {
        assert!(!info[told].is_null(), "{told}");
    }
    assert_eq!(description["servers"][0]["url"], "/");
}

#[test]
fn every_call_has_a_description_and_a_declared_tag() {
    let description = description();
    let declared: BTreeSet<&str> = description["tags"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|tag| tag["description"].is_string())
        .map(|tag| tag["name"].as_str().unwrap())
        .collect();
    let mut used = BTreeSet::new();
    // Generated clients identify calls by these.
    let mut ids = BTreeSet::new();
    for (name, call) in calls(&description) {
        let id = call["operationId"].as_str().unwrap();
        assert!(ids.insert(id.to_owned()), "two calls are named {id}");
        assert!(call["description"].is_string(), "{name} has no words");
        used.insert(call["tags"][0].as_str().unwrap());
    }
    assert_eq!(used, declared);
}

#[test]
fn every_response_is_described_and_every_failure_is_a_problem() {
    let description = description();
    let problem = json!({ "schema": { "$ref": "#/components/schemas/Problem" } });
    for (name, call) in calls(&description) {
        let responses = call["responses"].as_object().unwrap();
        let mut good = 0;
        for (status, response) in responses {
            let words = response["description"].as_str().unwrap_or_default();
            assert!(!words.is_empty(), "{name} {status} has no words");
            let status: u16 = status.parse().unwrap();
            if status < 400 {
                good += 1;
                continue;
            }
            let content = response["content"].as_object().unwrap();
            let kinds: Vec<&String> = content.keys().collect();
            assert_eq!(kinds, ["application/problem+json"], "{name} {status}");
            assert_eq!(
                content["application/problem+json"], problem,
                "{name} {status}"
            );
            for word in openapi::documented(call, status) {
                let code = ErrorCode::named(word).unwrap();
                assert_eq!(code.status().as_u16(), status, "{name} {word}");
            }
        }
        assert!(good > 0, "{name} answers nothing");
        for (status, code) in [
            (500, "internal"),
            (503, "unavailable"),
            (429, "too_many_requests"),
        ] {
            assert!(
                openapi::documented(call, status).contains(&code),
                "{name} {status}"
            );
        }
        let wait = &responses["503"]["headers"]["Retry-After"];
        assert!(wait.is_object(), "{name}");
        if call["security"].is_array() {
            assert_eq!(
                openapi::documented(call, 401),
                ["unauthenticated"],
                "{name}"
            );
            let parameters = call["parameters"].to_string();
            assert!(parameters.contains("/parameters/Business"), "{name}");
        }
    }
}

#[test]
fn every_reference_resolves_and_every_component_is_used() {
    fn references(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(members) => {
                found.extend(
                    members
                        .get("$ref")
                        .and_then(Value::as_str)
                        .map(String::from),
                );
                members
                    .values()
                    .for_each(|member| references(member, found));
            }
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            _ => {}
        }
    }
    let description = description();
    let mut found = BTreeSet::new();
    references(&description, &mut found);
    let mut there = BTreeSet::new();
    for kind in ["schemas", "headers", "parameters"] {
        let members = description["components"][kind].as_object().unwrap();
        there.extend(
            members
                .keys()
                .map(|name| format!("#/components/{kind}/{name}")),
        );
    }
    assert_eq!(found, there);
}

#[test]
fn files_are_described_as_binary() {
    let description = description();
    for (path, kind) in [
        (
            "/api/transaction/{reference}/receipt.pdf",
            "application/pdf",
        ),
        ("/api/support/attachments/{id}", "application/octet-stream"),
        ("/api/support/attachments/{id}/thumb", "image/jpeg"),
    ] {
        let content = &description["paths"][path]["get"]["responses"]["200"]["content"];
        let schema = &content[kind]["schema"];
        assert_eq!(
            *schema,
            json!({ "type": "string", "format": "binary" }),
            "{path}"
        );
    }
}

#[test]
fn an_optional_body_is_described_as_optional() {
    let description = description();
    for method in ["post", "put"] {
        let body = &description["paths"]["/api/settings"][method]["requestBody"];
        assert_ne!(body["required"], true, "{method}");
        let schema = &body["content"]["application/json"]["schema"];
        assert_eq!(
            schema["$ref"], "#/components/schemas/SettingsBody",
            "{method}"
        );
    }
}

#[test]
fn every_code_is_published_and_documented_by_a_call() {
    let description = description();
    let published = &description["components"]["schemas"]["ErrorCode"];
    let sent = ErrorCode::ALL.iter().filter(|code| !code.is_operators());
    let words: Vec<&str> = sent.clone().map(|code| code.as_str()).collect();
    assert_eq!(published["enum"], json!(words));
    let mut documented = BTreeSet::new();
    for (_, call) in calls(&description) {
        for code in sent.clone() {
            if openapi::documented(call, code.status().as_u16()).contains(&code.as_str()) {
                documented.insert(*code);
            }
        }
    }
    for code in sent.filter(|code| !openapi::OF_NO_CALL.contains(code)) {
        assert!(documented.contains(code), "no call answers {code:?}");
        let text = published["description"].as_str().unwrap();
        assert!(text.contains(&format!("`{}`", code.as_str())), "{code:?}");
    }
}

/// A rule's code becomes the error code of the same name.
#[test]
fn every_rule_code_is_an_error_code() {
    let mut found = BTreeSet::new();
    for path in sources("../../domain-core/src") {
        let text = std::fs::read_to_string(&path).unwrap();
        for after in text.split("RuleCallError::new(").skip(1) {
            let word = after.trim_start().strip_prefix('"');
            found.extend(
                word.and_then(|word| word.split('"').next())
                    .map(String::from),
            );
        }
    }
    assert!(found.len() >= 5, "{found:?}");
    for word in found {
        assert!(ErrorCode::named(&word).is_some(), "{word}");
    }
}

on_one! {
    async fn the_description_is_served(world: World) {
        let mut served = world.caller().get("/openapi.json").await.expect(200).body.clone();
        let version = served["info"].as_object_mut().unwrap().remove("x-rules-version");
        assert_eq!(version, Some(domain_core::rules_version().into()));
        assert_eq!(served, description());
    }
}
