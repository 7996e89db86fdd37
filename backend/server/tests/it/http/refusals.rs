//! Every refusal of unreadable input is our own problem document.

use crate::support::{Answer, World, fresh_email};
use axum::http::Method;
use serde_json::Value;

/// Phrases of the libraries that parse requests.
const FOREIGN: [&str; 5] = [
    "deserialize",
    "invalid type",
    "unknown variant",
    "Invalid URL",
    "UTF-8",
];

#[track_caller]
fn is_ours(answer: &Answer, asked: &str) {
    assert!(
        answer.status.is_client_error(),
        "{asked}: {}",
        answer.status
    );
    assert_eq!(
        answer.header("content-type"),
        "application/problem+json",
        "{asked}: {}",
        answer.text
    );
    for word in FOREIGN {
        assert!(!answer.text.contains(word), "{asked}: {}", answer.text);
    }
}

/// Each call of the description: its method, its path, its parameters.
fn calls() -> Vec<(Method, String, Vec<Value>)> {
    let description: Value = serde_json::from_str(&backend::server::openapi::text(
        &backend::server::router::openapi(),
    ))
    .unwrap();
    let mut calls = Vec::new();
    for (path, by_method) in description["paths"].as_object().unwrap() {
        for (method, call) in by_method.as_object().unwrap() {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let parameters = call["parameters"].as_array().cloned().unwrap_or_default();
            calls.push((method, path.clone(), parameters));
        }
    }
    calls
}

on_one! {
    async fn invalid_paths_are_refused_with_problem_documents(world: World) {
        let member = world.member(&fresh_email()).await;
        let mut seen = 0;
        for (method, path, _) in calls().into_iter().filter(|(_, path, _)| path.contains('{')) {
            let (before, rest) = path.split_once('{').unwrap();
            let broken = [before, "%ff", rest.split_once('}').unwrap().1].concat();
            let answer = member.raw(method.clone(), &broken, "application/json", "{}").await;
            is_ours(&answer, &format!("{method} {broken}"));
            seen += 1;
        }
        assert!(seen > 8, "{seen}");
        for path in ["/media/avatars/%ff", "/app/%ff", "/app/ajo", "/api/nothing/%ff"] {
            is_ours(&member.raw(Method::GET, path, "text/plain", "").await, path);
        }
    }

    async fn invalid_queries_are_refused_with_problem_documents(world: World) {
        let member = world.member(&fresh_email()).await;
        let mut refused = 0;
        for (method, path, parameters) in calls() {
            for parameter in parameters.iter().filter(|parameter| parameter["in"] == "query") {
                let name = parameter["name"].as_str().unwrap();
                for query in [format!("{name}=xx"), format!("{name}=%ff&{name}=%ff"), format!("{name}[]={{}}")] {
                    let asked = format!("{}?{query}", path.replace(['{', '}'], "x"));
                    let answer = member.raw(method.clone(), &asked, "application/json", "{}").await;
                    if answer.status.is_client_error() {
                        is_ours(&answer, &asked);
                        refused += 1;
                    }
                }
            }
        }
        assert!(refused > 8, "{refused}");
        let mut member = member;
        let page = member.get("/transaction/me?page=first").await;
        page.refuses(422, "wrong_type");
        assert_eq!(page.body["message"], "page is missing or of the wrong type.");
        is_ours(&member.get("/questions?type=xx").await, "/questions");
        is_ours(&member.get("/places").await, "/places");
    }

    async fn unreadable_bodies_are_refused_with_problem_documents(world: World) {
        let member = world.member(&fresh_email()).await;
        let bodies = [("application/json", "{"), ("text/plain", "x"), ("multipart/form-data", "x"), ("application/json", "[1]")];
        for (method, path, _) in calls().into_iter().filter(|(method, path, _)| *method != Method::GET && !path.ends_with("/logout")) {
            for (kind, body) in bodies {
                let answer = member.raw(method.clone(), &path, kind, body).await;
                if answer.status.is_client_error() {
                    is_ours(&answer, &format!("{method} {path} {kind} {body}"));
                }
            }
        }
    }
}
